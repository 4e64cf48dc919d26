package pitch.arena.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * The referee serves it; bots dial in.
 * </pre>
 */
@javax.annotation.Generated(
    value = "by gRPC proto compiler",
    comments = "Source: pitch/arena/v1/play.proto")
@io.grpc.stub.annotations.GrpcGenerated
public final class PlayServiceGrpc {

  private PlayServiceGrpc() {}

  public static final String SERVICE_NAME = "pitch.arena.v1.PlayService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<pitch.arena.v1.Play.PlayRequest,
      pitch.arena.v1.Play.PlayResponse> getPlayMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Play",
      requestType = pitch.arena.v1.Play.PlayRequest.class,
      responseType = pitch.arena.v1.Play.PlayResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
  public static io.grpc.MethodDescriptor<pitch.arena.v1.Play.PlayRequest,
      pitch.arena.v1.Play.PlayResponse> getPlayMethod() {
    io.grpc.MethodDescriptor<pitch.arena.v1.Play.PlayRequest, pitch.arena.v1.Play.PlayResponse> getPlayMethod;
    if ((getPlayMethod = PlayServiceGrpc.getPlayMethod) == null) {
      synchronized (PlayServiceGrpc.class) {
        if ((getPlayMethod = PlayServiceGrpc.getPlayMethod) == null) {
          PlayServiceGrpc.getPlayMethod = getPlayMethod =
              io.grpc.MethodDescriptor.<pitch.arena.v1.Play.PlayRequest, pitch.arena.v1.Play.PlayResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Play"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  pitch.arena.v1.Play.PlayRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  pitch.arena.v1.Play.PlayResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PlayServiceMethodDescriptorSupplier("Play"))
              .build();
        }
      }
    }
    return getPlayMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static PlayServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PlayServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PlayServiceStub>() {
        @java.lang.Override
        public PlayServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PlayServiceStub(channel, callOptions);
        }
      };
    return PlayServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static PlayServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PlayServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PlayServiceBlockingStub>() {
        @java.lang.Override
        public PlayServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PlayServiceBlockingStub(channel, callOptions);
        }
      };
    return PlayServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static PlayServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PlayServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PlayServiceFutureStub>() {
        @java.lang.Override
        public PlayServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PlayServiceFutureStub(channel, callOptions);
        }
      };
    return PlayServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * The referee serves it; bots dial in.
   * </pre>
   */
  public static abstract class PlayServiceImplBase implements io.grpc.BindableService {

    /**
     * <pre>
     * One stream per seat process, for all the games it plays. The first request carries `join`; the first response
     * carries `welcome`. Everything after that travels in frames: many games in one message, in both directions.
     * </pre>
     */
    public io.grpc.stub.StreamObserver<pitch.arena.v1.Play.PlayRequest> play(
        io.grpc.stub.StreamObserver<pitch.arena.v1.Play.PlayResponse> responseObserver) {
      return io.grpc.stub.ServerCalls.asyncUnimplementedStreamingCall(getPlayMethod(), responseObserver);
    }

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
          .addMethod(
            getPlayMethod(),
            io.grpc.stub.ServerCalls.asyncBidiStreamingCall(
              new MethodHandlers<
                pitch.arena.v1.Play.PlayRequest,
                pitch.arena.v1.Play.PlayResponse>(
                  this, METHODID_PLAY)))
          .build();
    }
  }

  /**
   * <pre>
   * The referee serves it; bots dial in.
   * </pre>
   */
  public static final class PlayServiceStub extends io.grpc.stub.AbstractAsyncStub<PlayServiceStub> {
    private PlayServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PlayServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PlayServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * One stream per seat process, for all the games it plays. The first request carries `join`; the first response
     * carries `welcome`. Everything after that travels in frames: many games in one message, in both directions.
     * </pre>
     */
    public io.grpc.stub.StreamObserver<pitch.arena.v1.Play.PlayRequest> play(
        io.grpc.stub.StreamObserver<pitch.arena.v1.Play.PlayResponse> responseObserver) {
      return io.grpc.stub.ClientCalls.asyncBidiStreamingCall(
          getChannel().newCall(getPlayMethod(), getCallOptions()), responseObserver);
    }
  }

  /**
   * <pre>
   * The referee serves it; bots dial in.
   * </pre>
   */
  public static final class PlayServiceBlockingStub extends io.grpc.stub.AbstractBlockingStub<PlayServiceBlockingStub> {
    private PlayServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PlayServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PlayServiceBlockingStub(channel, callOptions);
    }
  }

  /**
   * <pre>
   * The referee serves it; bots dial in.
   * </pre>
   */
  public static final class PlayServiceFutureStub extends io.grpc.stub.AbstractFutureStub<PlayServiceFutureStub> {
    private PlayServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PlayServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PlayServiceFutureStub(channel, callOptions);
    }
  }

  private static final int METHODID_PLAY = 0;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final PlayServiceImplBase serviceImpl;
    private final int methodId;

    MethodHandlers(PlayServiceImplBase serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_PLAY:
          return (io.grpc.stub.StreamObserver<Req>) serviceImpl.play(
              (io.grpc.stub.StreamObserver<pitch.arena.v1.Play.PlayResponse>) responseObserver);
        default:
          throw new AssertionError();
      }
    }
  }

  private static abstract class PlayServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    PlayServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return pitch.arena.v1.Play.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("PlayService");
    }
  }

  private static final class PlayServiceFileDescriptorSupplier
      extends PlayServiceBaseDescriptorSupplier {
    PlayServiceFileDescriptorSupplier() {}
  }

  private static final class PlayServiceMethodDescriptorSupplier
      extends PlayServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final String methodName;

    PlayServiceMethodDescriptorSupplier(String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (PlayServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new PlayServiceFileDescriptorSupplier())
              .addMethod(getPlayMethod())
              .build();
        }
      }
    }
    return result;
  }
}
