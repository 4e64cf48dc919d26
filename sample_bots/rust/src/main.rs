//! Plays the reference strategy: one stream, a frame in, a frame out.

mod estimate;
mod grpc;
mod strategy;
mod table;

/// The messages, made from the proto files.
mod pb {
    #![allow(dead_code, clippy::all)]
    include!("pitch.arena.v1.rs");
}

use std::collections::HashMap;
use std::env;
use std::process::ExitCode;
use std::time::Duration;

use tokio::signal::unix::{signal, SignalKind};

use grpc::{Channel, Status};
use pb::{Choice, GameStart, Join, PlayRequest, PlayResponse, Welcome};

const NAME: &str = "rust";
const CAPACITY: u32 = 64; // games at once
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
const NOTICE_LENGTH: usize = 200;

/// Why the process ends before all is played.
enum Stop {
    /// It broke, or was interrupted, while playing.
    Broken(String),
    /// The bot could not join.
    NotJoined(String),
}

/// The games of the stream.
#[derive(Default)]
struct Games {
    /// How many there will be; none before the welcome.
    total: Option<usize>,
    /// Seat, sheet and `bot_seed` of each; a strategy with chance seeds its generator with the latter.
    open: HashMap<u32, GameStart>,
    finished: usize,
}

impl Games {
    /// The answers to a frame.
    fn handle(&mut self, frame: PlayResponse) -> Result<Vec<Choice>, Stop> {
        if self.total.is_none() {
            self.total = Some(welcomed(frame.welcome)?);
        }
        for start in frame.starts {
            let seed: String = start.bot_seed.iter().map(|byte| format!("{byte:02x}")).collect();
            let sheet = start.sheet.as_ref().map_or("", |sheet| &sheet.id);
            log(&format!("game {}: {sheet}, seat {}, seed {seed}", start.game, start.seat));
            self.open.insert(start.game, start);
        }
        let mut choices = Vec::new();
        for turn in &frame.turns {
            if let Some(GameStart { sheet: Some(sheet), seat, .. }) = self.open.get(&turn.game) {
                choices.push(strategy::choose(sheet, *seat, turn));
            }
        }
        for end in &frame.ends {
            self.open.remove(&end.game);
            self.finished += 1;
            let scores: Vec<String> = end.scores.iter().map(i32::to_string).collect();
            log(&format!("game {} ended: {}", end.game, scores.join(" ")));
        }
        for notice in &frame.notices {
            let text: String = notice.text.chars().take(NOTICE_LENGTH).collect();
            let (code, game, turn) = (notice.code, notice.game, notice.turn);
            log(&format!("notice {code} for game {game}, turn {turn}: {text}"));
        }
        Ok(choices)
    }

    /// Whether all was played when the stream ended.
    fn judge(&self, status: Status) -> Result<(), Stop> {
        let refused = || Stop::NotJoined(format!("the referee refused the bot: {status}"));
        let total = self.total.ok_or_else(refused)?;
        let (open, finished) = (self.open.len(), self.finished);
        if open == 0 && (status.code == "OK" || finished >= total) {
            return Ok(());
        }
        let how = format!("{open} games open, {finished} of {total} finished");
        Err(Stop::Broken(format!("the stream ended with {how}: {status}")))
    }
}

/// The number of games, from the first frame.
fn welcomed(welcome: Option<Welcome>) -> Result<usize, Stop> {
    match welcome {
        Some(Welcome { protocol_version: 1, capacity, games, .. }) => {
            log(&format!("joined, {games} games, at most {capacity} at once"));
            Ok(games as usize)
        }
        _ => Err(Stop::NotJoined(
            "the first message is not a welcome to protocol 1: no Pitch referee of this protocol".into(),
        )),
    }
}

fn log(text: &str) {
    eprintln!("{NAME}: {text}");
}

fn setting(name: &str) -> Result<String, Stop> {
    let wanted = "PITCH_ARENA_ADDRESS and PITCH_ARENA_TOKEN (pitch-referee serve prints both)";
    let found = env::var(name).ok().filter(|value| !value.is_empty());
    found.ok_or_else(|| Stop::NotJoined(format!("not started by an arena: set {wanted}")))
}

/// Join, and answer until the stream ends.
async fn play() -> Result<(), Stop> {
    let (address, token) = (setting("PITCH_ARENA_ADDRESS")?, setting("PITCH_ARENA_TOKEN")?);
    let channel = Channel::connect(&address, CONNECT_LIMIT).await.ok_or_else(|| {
        let waited = CONNECT_LIMIT.as_secs();
        let hint = format!("(waited {waited} s): is it running, and is the address right?");
        Stop::NotJoined(format!("no referee answers at {address} {hint}"))
    })?;
    let join = Join {
        token,
        name: NAME.into(),
        version: "1.0".into(),
        protocol_versions: vec![1],
        capacity: CAPACITY,
        ..Join::default()
    };
    let mut games = Games::default();
    let first = PlayRequest { join: Some(join), choices: vec![] };
    let (mut sender, mut receiver) = match channel.play(&first).await {
        Ok(halves) => halves,
        Err(status) => return games.judge(status),
    };
    loop {
        match receiver.receive().await {
            Ok(frame) => {
                let choices = games.handle(frame)?;
                if !choices.is_empty() {
                    sender.send(&PlayRequest { join: None, choices });
                }
            }
            Err(status) => return games.judge(status),
        }
    }
}

/// Return when the process is told to end.
async fn told_to_end() -> std::io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
    Ok(())
}

/// End with 0: all is played; 1: the stream broke; 2: the bot could not join.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let ended = tokio::select! {
        ended = play() => ended,
        _ = told_to_end() => Err(Stop::Broken("interrupted".into())),
    };
    let (text, status) = match ended {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Stop::Broken(text)) => (text, 1),
        Err(Stop::NotJoined(text)) => (text, 2),
    };
    log(&text);
    ExitCode::from(status)
}
