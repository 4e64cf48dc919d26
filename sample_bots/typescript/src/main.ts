// Plays the reference strategy: one stream, a frame in, a frame out.
import { credentials, status, StatusObject } from "@grpc/grpc-js";
import { GameStart, PlayResponse, PlayServiceClient } from "./pitch/arena/v1/play";
import { choose } from "./strategy";

type Ending = Pick<StatusObject, "code" | "details">;

const NAME = "typescript";
const CAPACITY = 64; // games at once
const CONNECT_LIMIT_S = 10;
const NOTICE_LENGTH = 200;
const OPTIONS = {
  "grpc.enable_http_proxy": 0,
  "grpc.max_receive_message_length": 64 << 20,
  "grpc.initial_reconnect_backoff_ms": 100,
};

let games: number | undefined; // how many there will be; unknown before the welcome
let finished = 0;
// Seat, sheet and `botSeed` of each open game; a strategy with chance seeds its generator with the latter.
const open = new Map<number, GameStart>();

function handle(frame: PlayResponse, stream: ReturnType<PlayServiceClient["play"]>): void {
  games ??= welcomed(frame);
  for (const start of frame.starts) {
    open.set(start.game, start);
    log(`game ${start.game}: ${start.sheet!.id}, seat ${start.seat}, seed ${start.botSeed.toString("hex")}`);
  }
  const choices = frame.turns.map((turn) => {
    const { sheet, seat } = open.get(turn.game)!;
    return choose(sheet!, seat, turn);
  });
  if (choices.length > 0) stream.write({ join: undefined, choices });
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
function welcomed({ welcome }: PlayResponse): number {
  if (welcome?.protocolVersion !== 1) {
    stop("the first message is not a welcome to protocol 1: no Pitch referee of this protocol", 2);
  }
  log(`joined, ${welcome.games} games, at most ${welcome.capacity} at once`);
  return welcome.games;
}

/** End with 0: all is played; 1: the stream broke; 2: the bot could not join. */
function judge({ code, details }: Ending): never {
  const why = status[code] + (details ? `: ${details}` : "");
  if (games === undefined) stop(`the referee refused the bot: ${why}`, 2);
  if (open.size > 0 || (code !== status.OK && finished < games)) {
    stop(`the stream ended with ${open.size} games open, ${finished} of ${games} finished: ${why}`, 1);
  }
  process.exit(0);
}

function log(text: string): void {
  console.error(`${NAME}: ${text}`);
}

function stop(text: string, exitStatus: number): never {
  log(text);
  process.exit(exitStatus);
}

function play(client: PlayServiceClient, token: string): void {
  const stream = client.play();
  let ended: Ending = { code: status.UNKNOWN, details: "no status" };
  stream.on("data", (frame: PlayResponse) => handle(frame, stream));
  stream.on("status", (found: Ending) => (ended = found));
  stream.on("error", () => {}); // the status tells
  stream.on("end", () => judge(ended));
  const join = { token, name: NAME, version: "1.0", protocolVersions: [1], capacity: CAPACITY, sessionKey: "" };
  stream.write({ join, choices: [] });
}

function main(): void {
  const { PITCH_ARENA_ADDRESS: address, PITCH_ARENA_TOKEN: token } = process.env;
  if (!address || !token) {
    const wanted = "PITCH_ARENA_ADDRESS and PITCH_ARENA_TOKEN (pitch-referee serve prints both)";
    stop(`not started by an arena: set ${wanted}`, 2);
  }
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stop("interrupted", 1));
  const client = new PlayServiceClient(address, credentials.createInsecure(), OPTIONS);
  client.waitForReady(Date.now() + 1000 * CONNECT_LIMIT_S, (error?: Error) => {
    const waited = `(waited ${CONNECT_LIMIT_S} s): is it running, and is the address right?`;
    if (error) stop(`no referee answers at ${address} ${waited}`, 2);
    play(client, token);
  });
}

main();
