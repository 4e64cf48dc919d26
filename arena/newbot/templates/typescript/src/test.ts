// Puts turns before the strategy and looks that its answers are legal: `node build/test.js`. `arena check .` plays games.
import assert from "node:assert";
import { Ask, Choice, Pick, Snapshot, Turn } from "./pitch/arena/v1/play";
import { PointKind, PointRule, Sheet } from "./pitch/arena/v1/sheet";
import { choose } from "./strategy";

const nothing = Buffer.alloc(0); // a message of no bytes has every field at its default
const sheet: Sheet = {
  ...Sheet.decode(nothing),
  id: "auction",
  seats: 4,
  sides: 4,
  handSize: 6,
  target: 7,
  pack: Buffer.from([...Array(52).keys()]),
  calls: [264, 268, 272],
  trumps: [0, 1, 2, 3].map((suit) => Buffer.from(Array.from({ length: 13 }, (_, i) => 13 * suit + 12 - i))),
  points: [{ ...PointRule.decode(nothing), name: "high", kind: PointKind.POINT_KIND_HIGH, worth: 1 }],
};
const hand = Buffer.from([3, 12, 20, 33, 40, 51]);

function answer(ask: Ask, trumpPlus1: number, legal: number[], pick?: Pick): Choice {
  const handSizes = Buffer.from([6, 6, 6, 6]);
  const zeros = [0, 0, 0, 0];
  const known = { ...Snapshot.decode(nothing), hand, handSizes, calls: zeros, scores: zeros, trumpPlus1 };
  return choose(sheet, 0, { ...Turn.decode(nothing), game: 1, turn: 1, ask, legal, pick, known });
}

assert([64, 264, 268, 272].includes(answer(Ask.ASK_CALL, 0, [64, 264, 268, 272]).action), "a call is legal");
assert([3, 12].includes(answer(Ask.ASK_PLAY, 1, [3, 12]).action), "a card is legal");
const asked = { ...Pick.decode(nothing), chooseFrom: hand, least: 2, most: 4 };
const thrown = [...answer(Ask.ASK_THROW, 1, [], asked).cards];
assert(thrown.length >= 2 && thrown.length <= 4, "as many cards are thrown as were asked for");
assert(thrown.every((card) => hand.includes(card)) && new Set(thrown).size === thrown.length, "they are of the hand");
console.log("3 questions, 3 legal answers");
