// Plays the reference strategy: one stream, a frame in, a frame out.
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
const OPTIONS = {
  "grpc.enable_http_proxy": 0,
  "grpc.max_receive_message_length": 64 << 20,
  "grpc.initial_reconnect_backoff_ms": 100,
};

let games; // how many there will be; unknown before the welcome
let finished = 0;
// Seat, sheet and `bot_seed` of each open game; a strategy with chance seeds its generator with the latter.
const open = new Map();

function handle(frame, stream) {
  games ??= welcomed(frame);
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
    open.delete(end.game);
    finished += 1;
    log(`game ${end.game} ended: ${end.scores.join(" ")}`);
  }
  for (const { code, game, turn, text } of frame.notices) {
    log(`notice ${code} for game ${game}, turn ${turn}: ${text.slice(0, NOTICE_LENGTH)}`);
  }
}

/** The number of games, from the first frame. */
function welcomed({ welcome }) {
  if (welcome?.protocol_version !== 1) {
    stop("the first message is not a welcome to protocol 1: no Pitch referee of this protocol", 2);
  }
  log(`joined, ${welcome.games} games, at most ${welcome.capacity} at once`);
  return welcome.games;
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

function play(client, token) {
  const stream = client.play();
  let ended = { code: status.UNKNOWN, details: "no status" };
  stream.on("data", (frame) => handle(frame, stream));
  stream.on("status", (found) => (ended = found));
  stream.on("error", () => {}); // the status tells
  stream.on("end", () => judge(ended));
  stream.write({ join: { token, name: NAME, version: "1.0", protocol_versions: [1], capacity: CAPACITY } });
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
  const client = new PlayService(address, credentials.createInsecure(), OPTIONS);
  client.waitForReady(Date.now() + 1000 * CONNECT_LIMIT_S, (error) => {
    const waited = `(waited ${CONNECT_LIMIT_S} s): is it running, and is the address right?`;
    if (error) stop(`no referee answers at ${address} ${waited}`, 2);
    play(client, token);
  });
}

main();
