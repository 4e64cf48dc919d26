// Puts turns before the strategy and looks that its answers are legal: `node test.js`. `arena check .` plays games.
const assert = require("node:assert");
const { choose } = require("./strategy");

const row = (suit) => Buffer.from(Array.from({ length: 13 }, (_, i) => 13 * suit + 12 - i));
const sheet = {
  id: "auction", seats: 4, sides: 4, pack: Buffer.from([...Array(52).keys()]), hand_size: 6, calls: [264, 268, 272],
  trumps: [0, 1, 2, 3].map(row), sub_trumps: [], exchange: [], specials: [], stuck_calls: [], target: 7,
  follow: "FOLLOW_OR_TRUMP", winning: "WINNING_HIGHEST", partner: "PARTNER_FIXED",
  points: [{ name: "high", kind: "POINT_KIND_HIGH", worth: 1, owner: "POINT_OWNER_HOLDER", cards: Buffer.alloc(0) }],
};
const hand = Buffer.from([3, 12, 20, 33, 40, 51]);
const known = {
  hand, hand_sizes: Buffer.from([6, 6, 6, 6]), calls: [0, 0, 0, 0], trump_plus_1: 0, sub_trump_plus_1: 0,
  pitcher_plus_1: 0, partner_plus_1: 0, dealer: 0, deal: 0, stock: 0, trick: Buffer.alloc(0),
  trick_seats: Buffer.alloc(0), taken: [], gone: Buffer.alloc(0), scores: [0, 0, 0, 0], looked: Buffer.alloc(0),
  called: Buffer.alloc(0), offered: Buffer.alloc(0), forfeited: Buffer.alloc(0), up: Buffer.alloc(0),
};
const turn = (fields) => ({ game: 1, turn: 1, events: [], legal: [], pick: null, time_left_ms: 0, known, ...fields });

const call = choose(sheet, 0, turn({ ask: "ASK_CALL", legal: [64, 264, 268, 272] }));
assert([64, 264, 268, 272].includes(call.action), "a call is legal");

const playing = { ...known, trump_plus_1: 1 };
const card = choose(sheet, 0, turn({ ask: "ASK_PLAY", legal: [3, 12], known: playing }));
assert([3, 12].includes(card.action), "a card is legal");

const asked = { fixed: Buffer.alloc(0), choose_from: hand, least: 2, most: 4 };
const thrown = choose(sheet, 0, turn({ ask: "ASK_THROW", pick: asked, known: playing })).cards;
assert(thrown.length >= 2 && thrown.length <= 4, "as many cards are thrown as were asked for");
assert(thrown.every((one) => hand.includes(one)) && new Set(thrown).size === thrown.length, "they are of the hand");
console.log("3 questions, 3 legal answers");
