// Plays the first legal answer to everything: the protocol without an SDK.
const path = require("path");
const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");

const protos = process.env.PITCH_PROTO_PATH || path.join(__dirname, "..", "..", "proto");
const definition = loader.loadSync("pitch/arena/v1/play.proto", { includeDirs: [protos], keepCase: true, defaults: true });
const { PlayService } = grpc.loadPackageDefinition(definition).pitch.arena.v1;

const { PITCH_ARENA_ADDRESS: address, PITCH_ARENA_TOKEN: token } = process.env;
if (!address || !token) {
  console.error("not started by an arena: PITCH_ARENA_ADDRESS and PITCH_ARENA_TOKEN are not set");
  process.exit(2);
}

function answer(turn) {
  const choice = { game: turn.game, turn: turn.turn };
  if (!turn.pick) return { ...choice, action: turn.legal[0] };
  return { ...choice, cards: Buffer.concat([turn.pick.fixed, turn.pick.choose_from.subarray(0, turn.pick.least)]) };
}

const client = new PlayService(address, grpc.credentials.createInsecure());
const stream = client.Play();
stream.on("data", (frame) => {
  for (const start of frame.starts) console.log(`game ${start.game}: ${start.sheet.id}, seat ${start.seat}`);
  if (frame.turns.length) stream.write({ choices: frame.turns.map(answer) });
  for (const end of frame.ends) console.log(`game ${end.game} ended: ${end.scores.join(" ")}`);
  for (const notice of frame.notices) console.error(`notice ${notice.code}: ${notice.text}`);
});
stream.on("error", (error) => {
  console.error(`the stream broke: ${error.message}`);
  process.exit(1);
});
stream.on("end", () => client.close());
stream.write({ join: { token, name: "node-first", version: "1.0", protocol_versions: [1], capacity: 64 } });
