package bot;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import pitch.arena.v1.Play.GameEnd;
import pitch.arena.v1.Play.GameStart;
import pitch.arena.v1.Play.Join;
import pitch.arena.v1.Play.Notice;
import pitch.arena.v1.Play.PlayRequest;
import pitch.arena.v1.Play.PlayResponse;
import pitch.arena.v1.Play.Turn;
import pitch.arena.v1.PlayServiceGrpc;

/** A bot in Java: it joins, answers frames by the strategy of {@link Strategy}, and says why it ends. */
public final class Main {
    private static final int DONE = 0;
    private static final int BROKEN = 1;
    private static final int NOT_JOINED = 2;
    private static final int CAPACITY = 64; // games at once
    private static final int PATIENCE_S = 10;
    private static final int LARGEST_MESSAGE = 64 << 20;

    private static volatile boolean ending;

    private Main() {}

    /** Plays until the referee ends the stream. */
    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(Main::interrupted));
        int status = BROKEN;
        try {
            status = run(System.getenv("PITCH_ARENA_ADDRESS"), System.getenv("PITCH_ARENA_TOKEN"));
        } catch (RuntimeException error) { // of the strategy
            error.printStackTrace();
        }
        ending = true;
        System.exit(status);
    }

    /** On SIGTERM and SIGINT; without it the status would be the signal's. */
    private static void interrupted() {
        if (!ending) {
            Runtime.getRuntime().halt(stop(BROKEN, "interrupted"));
        }
    }

    private static int run(String address, String token) throws InterruptedException {
        if (address == null || token == null || address.isEmpty() || token.isEmpty()) {
            return stop(NOT_JOINED, "not started by an arena: set PITCH_ARENA_ADDRESS and PITCH_ARENA_TOKEN"
                    + " (pitch-referee serve prints both)");
        }
        ManagedChannel channel = NettyChannelBuilder.forTarget(address)
                .usePlaintext()
                .proxyDetector(target -> null)
                .maxInboundMessageSize(LARGEST_MESSAGE)
                .build();
        if (!isConnected(channel)) {
            return stop(NOT_JOINED, "no referee answers at " + address + " (waited " + PATIENCE_S
                    + " s): is it running, and is the address right?");
        }
        return new Session().play(PlayServiceGrpc.newStub(channel), token);
    }

    private static boolean isConnected(ManagedChannel channel) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (channel.getState(true) != ConnectivityState.READY) {
            if (System.nanoTime() > end) {
                return false;
            }
            Thread.sleep(5);
        }
        return true;
    }

    private static int stop(int status, String text) {
        say(text);
        return status;
    }

    private static void say(String text) {
        System.err.println("java: " + text);
    }

    /** One of the two is there: a frame, or how the stream ended. */
    private record Received(PlayResponse frame, Status end) {}

    /** The stream and the games that are open on it. */
    private static final class Session implements StreamObserver<PlayResponse> {
        private final BlockingQueue<Received> inbox = new LinkedBlockingQueue<>();
        private final Map<Integer, Table> games = new HashMap<>();
        private int finished;

        @Override
        public void onNext(PlayResponse frame) {
            inbox.add(new Received(frame, null));
        }

        @Override
        public void onError(Throwable error) {
            inbox.add(new Received(null, Status.fromThrowable(error)));
        }

        @Override
        public void onCompleted() {
            inbox.add(new Received(null, Status.OK));
        }

        int play(PlayServiceGrpc.PlayServiceStub stub, String token) throws InterruptedException {
            StreamObserver<PlayRequest> requests = stub.play(this);
            requests.onNext(join(token));
            Received received = inbox.take();
            if (received.end != null) {
                return stop(NOT_JOINED, "the referee refused the bot: " + describe(received.end));
            }
            if (received.frame.getWelcome().getProtocolVersion() != 1) {
                return stop(NOT_JOINED,
                        "the first message is not a welcome to protocol 1: no Pitch referee of this protocol");
            }
            int total = received.frame.getWelcome().getGames();
            say(String.format("joined, %d games, at most %d at once", total,
                    received.frame.getWelcome().getCapacity()));
            for (; received.end == null; received = inbox.take()) {
                PlayRequest reply = handle(received.frame);
                if (reply.getChoicesCount() > 0) {
                    requests.onNext(reply);
                }
            }
            if (games.isEmpty() && (received.end.isOk() || finished >= total)) {
                return DONE;
            }
            return stop(BROKEN, String.format("the stream ended with %d games open, %d of %d finished: %s",
                    games.size(), finished, total, describe(received.end)));
        }

        /** Serves a frame and returns the answers to its turns. */
        private PlayRequest handle(PlayResponse frame) {
            for (GameStart start : frame.getStartsList()) {
                games.put(start.getGame(), new Table(start));
                say(String.format("game %d: %s, seat %d, seed %s", start.getGame(), start.getSheet().getId(),
                        start.getSeat(), HexFormat.of().formatHex(start.getBotSeed().toByteArray())));
            }
            PlayRequest.Builder reply = PlayRequest.newBuilder();
            for (Turn turn : frame.getTurnsList()) {
                Table table = games.get(turn.getGame());
                if (table != null) {
                    reply.addChoices(Strategy.choose(turn, table));
                }
            }
            for (GameEnd end : frame.getEndsList()) {
                games.remove(end.getGame());
                finished++;
                String scores = end.getScoresList().stream().map(String::valueOf).collect(Collectors.joining(" "));
                say("game " + end.getGame() + " ended: " + scores);
            }
            for (Notice notice : frame.getNoticesList()) {
                say(String.format("notice %d for game %d, turn %d: %.200s", notice.getCodeValue(), notice.getGame(),
                        notice.getTurn(), notice.getText()));
            }
            return reply.build();
        }

        private static PlayRequest join(String token) {
            return PlayRequest.newBuilder()
                    .setJoin(Join.newBuilder()
                            .setToken(token)
                            .setName("java")
                            .setVersion("1.0")
                            .addProtocolVersions(1)
                            .setCapacity(CAPACITY))
                    .build();
        }

        private static String describe(Status status) {
            String text = status.getDescription();
            return text == null || text.isEmpty() ? status.getCode().name() : status.getCode() + ": " + text;
        }
    }
}
