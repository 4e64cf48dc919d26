//! As much of gRPC as one stream needs: length-prefixed messages in an HTTP/2 request, a status in its trailers.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::time::Duration;

use bytes::{Buf, BufMut, Bytes, BytesMut};
use h2::{client, Ping, Reason, RecvStream, SendStream};
use http::{HeaderMap, Request};
use prost::Message;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::{sleep, timeout};

const PATH: &str = "http://referee/pitch.arena.v1.PlayService/Play";
const WINDOW: u32 = 1 << 20;
const RETRY: Duration = Duration::from_millis(100);
const CODES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// How a stream ended.
pub struct Status {
    pub code: &'static str,
    pub details: String,
}

impl Status {
    fn new(code: &'static str, details: impl ToString) -> Self {
        Status { code, details: details.to_string() }
    }
}

impl Display for Status {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self.details.as_str() {
            "" => to.write_str(self.code),
            details => write!(to, "{}: {details}", self.code),
        }
    }
}

impl From<h2::Error> for Status {
    fn from(error: h2::Error) -> Self {
        let code = match error.reason() {
            Some(Reason::CANCEL) => "CANCELLED",
            Some(Reason::ENHANCE_YOUR_CALM) => "RESOURCE_EXHAUSTED",
            Some(Reason::PROTOCOL_ERROR | Reason::INTERNAL_ERROR) => "INTERNAL",
            _ => "UNAVAILABLE",
        };
        Status::new(code, error)
    }
}

trait Socket: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Socket for S {}

/// A connection to the referee.
pub struct Channel(client::SendRequest<Bytes>);

impl Channel {
    /// Connect to `unix:path` or `host:port`, trying for so long; none if nobody answers there in HTTP/2.
    pub async fn connect(address: &str, limit: Duration) -> Option<Channel> {
        let tries = async {
            loop {
                match Channel::try_connect(address).await {
                    Ok(channel) => return channel,
                    Err(_) => sleep(RETRY).await,
                }
            }
        };
        timeout(limit, tries).await.ok()
    }

    async fn try_connect(address: &str) -> Result<Channel, Box<dyn Error>> {
        let socket = dial(address).await?;
        let mut settings = client::Builder::new();
        settings.initial_window_size(WINDOW).initial_connection_window_size(WINDOW);
        let (requests, mut connection) = settings.handshake(socket).await?;
        let pings = connection.ping_pong();
        tokio::spawn(connection);
        if let Some(mut pings) = pings {
            pings.ping(Ping::opaque()).await?;
        }
        Ok(Channel(requests))
    }

    /// Open the Play stream with its first message.
    pub async fn play(self, first: &impl Message) -> Result<(Sender, Receiver), Status> {
        let request = Request::post(PATH)
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(())
            .map_err(|error| Status::new("INTERNAL", error))?;
        let (response, stream) = self.0.ready().await?.send_request(request, false)?;
        let mut sender = Sender(stream);
        sender.send(first);
        let response = response.await?;
        if response.status() != http::StatusCode::OK {
            return Err(Status::new("UNAVAILABLE", response.status()));
        }
        match status_of(response.headers()) {
            Some(status) => Err(status), // refused at once: the trailers are all there is
            None => Ok((sender, Receiver { stream: response.into_body(), buffer: BytesMut::new() })),
        }
    }
}

async fn dial(address: &str) -> io::Result<Box<dyn Socket>> {
    Ok(match address.strip_prefix("unix:") {
        Some(path) => Box::new(UnixStream::connect(path).await?),
        None => {
            let socket = TcpStream::connect(address).await?;
            socket.set_nodelay(true)?;
            Box::new(socket)
        }
    })
}

/// The bot's half of the stream.
pub struct Sender(SendStream<Bytes>);

impl Sender {
    /// Send a message. If the stream has ended nothing is sent; receiving tells how it ended.
    pub fn send(&mut self, message: &impl Message) {
        let body = message.encode_to_vec();
        let mut frame = BytesMut::with_capacity(5 + body.len());
        frame.put_u8(0); // not compressed
        frame.put_u32(body.len() as u32);
        frame.extend_from_slice(&body);
        let _ = self.0.send_data(frame.freeze(), false);
    }
}

/// The referee's half of the stream.
pub struct Receiver {
    stream: RecvStream,
    buffer: BytesMut,
}

impl Receiver {
    /// The next message, or how the stream ended.
    pub async fn receive<M: Message + Default>(&mut self) -> Result<M, Status> {
        loop {
            if let Some(body) = self.take() {
                return M::decode(body).map_err(|error| Status::new("INTERNAL", error));
            }
            match self.stream.data().await {
                Some(chunk) => {
                    let chunk = chunk?;
                    self.stream.flow_control().release_capacity(chunk.len())?;
                    self.buffer.extend_from_slice(&chunk);
                }
                None => {
                    let trailers = self.stream.trailers().await?.unwrap_or_default();
                    let status = status_of(&trailers);
                    return Err(status.unwrap_or_else(|| Status::new("UNKNOWN", "no status")));
                }
            }
        }
    }

    /// A whole message from the buffer, if there is one.
    fn take(&mut self) -> Option<Bytes> {
        let length = self.buffer.get(1..5)?.get_u32() as usize;
        if self.buffer.len() < 5 + length {
            return None;
        }
        self.buffer.advance(5);
        Some(self.buffer.split_to(length).freeze())
    }
}

fn status_of(headers: &HeaderMap) -> Option<Status> {
    let code = headers.get("grpc-status")?.to_str().ok()?.parse().unwrap_or(2);
    let details = headers.get("grpc-message").map_or(String::new(), |text| unescaped(text.as_bytes()));
    Some(Status::new(CODES.get::<usize>(code).unwrap_or(&"UNKNOWN"), details))
}

/// The text without its percent escapes.
fn unescaped(text: &[u8]) -> String {
    let mut plain = Vec::new();
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let escaped = digits.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match escaped.filter(|_| *first == b'%') {
            Some(byte) => (plain.push(byte), rest = &tail[2..]),
            None => (plain.push(*first), rest = tail),
        };
    }
    String::from_utf8_lossy(&plain).into_owned()
}
