// The words of the reference strategy (sample_bots/strategy.md): what a turn means to its seat.
const { bestSuits, NONE } = require("./estimate");

const PIPS = [0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 2, 3, 4]; // by rank: ten, jack, queen, king, ace
const FIRST_JOKER = 52;

/** A snapshot read with its sheet from one seat. Trump, while it is unknown, is what the hand would make it. */
class Table {
  constructor(sheet, me, known) {
    this.sheet = sheet;
    this.me = me;
    this.known = known;
    this.hand = known.hand;
    this.trick = known.trick;
    this.low = sheet.winning === "WINNING_LOWEST";
    this.trumpKnown = known.trump_plus_1 > 0;
    this.trump = this.trumpKnown ? known.trump_plus_1 - 1 : bestSuits(sheet, known.hand).trump;
    this.trumps = sheet.trumps[this.trump];
    this.sub = known.sub_trump_plus_1 - 1;
    this.subs = this.sub === NONE ? Buffer.alloc(0) : sheet.sub_trumps[this.sub];
    // The suit of the first card of the trick that has one.
    this.led = [...known.trick].map((card) => this.suitInPlay(card)).find((suit) => suit !== NONE) ?? NONE;
  }

  isTrump(card) {
    return this.trumps.includes(card);
  }

  /** Whether it is neither trump nor sub-trump. */
  isPlain(card) {
    return !this.trumps.includes(card) && !this.subs.includes(card);
  }

  /** The points that the card is. */
  worth(card) {
    let total = 0;
    for (const { kind, cards, of, worth } of this.sheet.points) {
      const suit = of === "POINT_SUIT_SUB_TRUMP" ? this.sub : this.trump;
      const named = kind === "POINT_KIND_CARD" && cards.length === 4 && suit !== NONE;
      if (named && cards[suit] === card) total += worth;
    }
    return total;
  }

  /** What goes to the winner of a trick with it. */
  stake(card) {
    const hasGame = this.sheet.points.some((point) => point.kind === "POINT_KIND_GAME");
    return 30 * this.worth(card) + (hasGame && card < FIRST_JOKER ? PIPS[card % 13] : 0);
  }

  /** What it is worth to have it. */
  hold(card) {
    const points = 10 * this.worth(card);
    if (this.trumps.includes(card)) return points + 18 + this.place(card, this.trumps);
    if (this.subs.includes(card)) return points + 12 + this.place(card, this.subs);
    return points + (card < FIRST_JOKER ? Math.floor((3 * this.rank(card)) / 5) : 0);
  }

  /** What it costs to throw it into somebody else's trick. */
  cost(card) {
    return 2 * this.stake(card) + this.hold(card);
  }

  /** What it can do in a trick to which this suit was led; 0: never win. */
  power(card, led) {
    const { winning, follow } = this.sheet;
    if (this.trumpKnown && this.trumps.includes(card)) {
      const captures = winning === "WINNING_TWO_CAPTURES" && card === 13 * this.trump;
      return captures ? 1000 : 200 + this.height(card, this.trumps);
    }
    if (this.subs.includes(card)) return 100 + this.height(card, this.subs);
    const follows = card < FIRST_JOKER && Math.floor(card / 13) === led && follow !== "FOLLOW_TRUMP_LED_ONLY";
    return follows ? 1 + this.rank(card) : 0;
  }

  /** How many unseen cards have a higher power. */
  stronger(card, led) {
    this.unseen ??= this.findUnseen();
    const power = this.power(card, led);
    return this.unseen.filter((other) => this.power(other, led) > power).length;
  }

  /** Whether the seat plays with this one, as far as this one knows. */
  isFriend(seat) {
    const { called, pitcher_plus_1, partner_plus_1 } = this.known;
    const pitcher = pitcher_plus_1 - 1;
    if (called.length === 0 || pitcher === NONE) return seat % this.sheet.sides === this.me % this.sheet.sides;
    const pair = [pitcher, this.hand.includes(called[0]) ? this.me : partner_plus_1 - 1];
    return pair.includes(seat) === pair.includes(this.me);
  }

  /** Whether anybody of the others still plays to the trick. */
  enemiesBehind() {
    const { trick_seats, up, hand_sizes } = this.known;
    const behind = (seat) => seat !== this.me && !trick_seats.includes(seat) && !up.includes(seat);
    return [...hand_sizes].some((size, seat) => size > 0 && behind(seat) && !this.isFriend(seat));
  }

  findUnseen() {
    const { hand, trick, gone, taken } = this.known;
    const seen = new Set([hand, trick, gone, ...taken].flatMap((cards) => [...cards]));
    return [...this.sheet.pack].filter((card) => !seen.has(card));
  }

  suitInPlay(card) {
    if (this.trumpKnown && this.trumps.includes(card)) return this.trump;
    return card < FIRST_JOKER ? Math.floor(card / 13) : NONE;
  }

  height(card, row) {
    const index = row.indexOf(card);
    return this.low ? index : row.length - 1 - index;
  }

  place(card, row) {
    return Math.floor((24 * this.height(card, row)) / row.length);
  }

  rank(card) {
    return this.low ? 12 - (card % 13) : card % 13;
  }
}

module.exports = { Table };
