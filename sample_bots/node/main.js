// Plays the reference strategy: one stream, a frame in, a frame out.
const fs = require("fs");
const path = require("path");
const { credentials, loadPackageDefinition, status } = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");
const { choose } = require("./strategy");

const PROTOS = path.join(__dirname, "proto");
const LOADING = { includeDirs: [PROTOS], keepCase: true, enums: String, defaults: true };

const NAME = "node";
const CAPACITY = 64; // games at once
const CONNECT_LIMIT_S = 10;
const NOTICE_LENGTH = 200;
const REST_MS = 200; // before a stream that broke is taken up again
const OPTIONS = {
  "grpc.enable_http_proxy": 0,
  "grpc.max_receive_message_length": 64 << 20,
  "grpc.initial_reconnect_backoff_ms": 100,
};

// With the session key of its welcome, where there is one, a stream that broke on the way is taken up again.
const BROKEN = [status.UNAVAILABLE, status.INTERNAL, status.UNKNOWN];
const session = { key: "", limitMs: 0, brokenAt: null };

let games; // how many there will be; unknown before the welcome
let finished = 0;
// Seat, sheet and `bot_seed` of each open game; a strategy with chance seeds its generator with the latter.
const open = new Map();

function handle(frame, stream) {
  if (games === undefined || frame.welcome) welcomed(frame);
  for (const start of frame.starts) {
    open.set(start.game, start);
    log(`game ${start.game}: ${start.sheet.id}, seat ${start.seat}, seed ${start.bot_seed.toString("hex")}`);
  }
  const choices = frame.turns.map((turn) => {
    const { sheet, seat } = open.get(turn.game);
    return choose(sheet, seat, turn);
  });
  if (choices.length > 0) stream.write({ choices });
  for (const end of frame.ends) {
    finished += open.delete(end.game);
    log(`game ${end.game} ended: ${end.scores.join(" ")}`);
  }
  for (const { code, game, turn, text } of frame.notices) {
    log(`notice ${code} for game ${game}, turn ${turn}: ${text.slice(0, NOTICE_LENGTH)}`);
  }
}

/** From the first frame: the number of games, and the key. A stream that was taken up again starts open games anew. */
function welcomed({ welcome, starts }) {
  if (welcome?.protocol_version !== 1) {
    stop("the first message is not a welcome to protocol 1: no Pitch referee of this protocol", 2);
  }
  log(`joined, ${welcome.games} games, at most ${welcome.capacity} at once`);
  games ??= welcome.games;
  const told = new Set(starts.map((start) => start.game));
  for (const game of [...open.keys()].filter((known) => !told.has(known))) {
    open.delete(game); // it ended meanwhile
    finished += 1;
  }
  Object.assign(session, { key: welcome.session_key, limitMs: welcome.rejoin_limit_ms, brokenAt: null });
}

/** End with 0: all is played; 1: the stream broke; 2: the bot could not join. */
function judge({ code, details }) {
  const why = status[code] + (details ? `: ${details}` : "");
  if (games === undefined) stop(`the referee refused the bot: ${why}`, 2);
  if (open.size > 0 || (code !== status.OK && finished < games)) {
    stop(`the stream ended with ${open.size} games open, ${finished} of ${games} finished: ${why}`, 1);
  }
  process.exit(0);
}

function log(text) {
  console.error(`${NAME}: ${text}`);
}

function stop(text, exitStatus) {
  log(text);
  process.exit(exitStatus);
}

function play(client, connect, token) {
  const stream = client.play();
  let ended = { code: status.UNKNOWN, details: "no status" };
  stream.on("data", (frame) => handle(frame, stream));
  stream.on("status", (found) => (ended = found));
  stream.on("error", () => {}); // the status tells
  stream.on("end", () => {
    const { key, limitMs } = session;
    session.brokenAt ??= Date.now();
    if (!key || !BROKEN.includes(ended.code) || Date.now() > session.brokenAt + limitMs) return judge(ended);
    log(`the stream broke: ${ended.details}`);
    client.close();
    setTimeout(() => play(connect(), connect, token), REST_MS);
  });
  const who = session.key ? { session_key: session.key } : { token };
  stream.write({ join: { ...who, name: NAME, version: "1.0", protocol_versions: [1], capacity: CAPACITY } });
}

/** TLS where a certificate file is named, as for bots on other machines. */
function channelCredentials() {
  const [ca, key, cert] = ["CA", "KEY", "CERT"].map((name) => {
    const file = process.env[`PITCH_ARENA_${name}_FILE`];
    return file ? fs.readFileSync(file) : null;
  });
  return ca || cert ? credentials.createSsl(ca, key, cert) : credentials.createInsecure();
}

function main() {
  const { PITCH_ARENA_ADDRESS: address, PITCH_ARENA_TOKEN: token } = process.env;
  if (!address || !token) {
    const wanted = "PITCH_ARENA_ADDRESS and PITCH_ARENA_TOKEN (pitch-referee serve prints both)";
    stop(`not started by an arena: set ${wanted}`, 2);
  }
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stop("interrupted", 1));
  const found = loader.loadSync("pitch/arena/v1/play.proto", LOADING);
  const { PlayService } = loadPackageDefinition(found).pitch.arena.v1;
  const connect = () => new PlayService(address, channelCredentials(), OPTIONS);
  const client = connect();
  client.waitForReady(Date.now() + 1000 * CONNECT_LIMIT_S, (error) => {
    const waited = `(waited ${CONNECT_LIMIT_S} s): is it running, and is the address right?`;
    if (error) stop(`no referee answers at ${address} ${waited}`, 2);
    play(client, connect, token);
  });
}

main();
