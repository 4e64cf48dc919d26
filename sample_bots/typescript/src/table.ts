// The words of the reference strategy (sample_bots/strategy.md): what a turn means to its seat.
import { bestSuits, NONE } from "./estimate";
import { Snapshot } from "./pitch/arena/v1/play";
import { Follow, PointKind, PointSuit, Sheet, Winning } from "./pitch/arena/v1/sheet";

const PIPS = [0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 2, 3, 4]; // by rank: ten, jack, queen, king, ace
const FIRST_JOKER = 52;

/** A snapshot read with its sheet from one seat. Trump, while it is unknown, is what the hand would make it. */
export class Table {
  readonly hand: Buffer;
  readonly trick: Buffer;
  readonly low: boolean;
  readonly trumpKnown: boolean;
  readonly trump: number;
  readonly trumps: Buffer;
  /** The suit of the first card of the trick that has one. */
  readonly led: number;
  readonly known: Snapshot;
  private readonly sheet: Sheet;
  private readonly me: number;
  private readonly sub: number;
  private readonly subs: Buffer;
  private unseen: number[] | undefined;

  constructor(sheet: Sheet, me: number, known: Snapshot) {
    this.sheet = sheet;
    this.me = me;
    this.known = known;
    this.hand = known.hand;
    this.trick = known.trick;
    this.low = sheet.winning === Winning.WINNING_LOWEST;
    this.trumpKnown = known.trumpPlus1 > 0;
    this.trump = this.trumpKnown ? known.trumpPlus1 - 1 : bestSuits(sheet, known.hand).trump;
    this.trumps = sheet.trumps[this.trump];
    this.sub = known.subTrumpPlus1 - 1;
    this.subs = this.sub === NONE ? Buffer.alloc(0) : sheet.subTrumps[this.sub];
    this.led = [...known.trick].map((card) => this.suitInPlay(card)).find((suit) => suit !== NONE) ?? NONE;
  }

  isTrump(card: number): boolean {
    return this.trumps.includes(card);
  }

  /** Whether it is neither trump nor sub-trump. */
  isPlain(card: number): boolean {
    return !this.trumps.includes(card) && !this.subs.includes(card);
  }

  /** The points that the card is. */
  worth(card: number): number {
    let total = 0;
    for (const { kind, cards, of, worth } of this.sheet.points) {
      const suit = of === PointSuit.POINT_SUIT_SUB_TRUMP ? this.sub : this.trump;
      const named = kind === PointKind.POINT_KIND_CARD && cards.length === 4 && suit !== NONE;
      if (named && cards[suit] === card) total += worth;
    }
    return total;
  }

  /** What goes to the winner of a trick with it. */
  stake(card: number): number {
    const hasGame = this.sheet.points.some((point) => point.kind === PointKind.POINT_KIND_GAME);
    return 30 * this.worth(card) + (hasGame && card < FIRST_JOKER ? PIPS[card % 13] : 0);
  }

  /** What it is worth to have it. */
  hold(card: number): number {
    const points = 10 * this.worth(card);
    if (this.trumps.includes(card)) return points + 18 + this.place(card, this.trumps);
    if (this.subs.includes(card)) return points + 12 + this.place(card, this.subs);
    return points + (card < FIRST_JOKER ? Math.floor((3 * this.rank(card)) / 5) : 0);
  }

  /** What it costs to throw it into somebody else's trick. */
  cost(card: number): number {
    return 2 * this.stake(card) + this.hold(card);
  }

  /** What it can do in a trick to which this suit was led; 0: never win. */
  power(card: number, led: number): number {
    const { winning, follow } = this.sheet;
    if (this.trumpKnown && this.trumps.includes(card)) {
      const captures = winning === Winning.WINNING_TWO_CAPTURES && card === 13 * this.trump;
      return captures ? 1000 : 200 + this.height(card, this.trumps);
    }
    if (this.subs.includes(card)) return 100 + this.height(card, this.subs);
    const follows = card < FIRST_JOKER && Math.floor(card / 13) === led && follow !== Follow.FOLLOW_TRUMP_LED_ONLY;
    return follows ? 1 + this.rank(card) : 0;
  }

  /** How many unseen cards have a higher power. */
  stronger(card: number, led: number): number {
    this.unseen ??= this.findUnseen();
    const power = this.power(card, led);
    return this.unseen.filter((other) => this.power(other, led) > power).length;
  }

  /** Whether the seat plays with this one, as far as this one knows. */
  isFriend(seat: number): boolean {
    const { called, pitcherPlus1, partnerPlus1 } = this.known;
    const pitcher = pitcherPlus1 - 1;
    if (called.length === 0 || pitcher === NONE) return seat % this.sheet.sides === this.me % this.sheet.sides;
    const pair = [pitcher, this.hand.includes(called[0]) ? this.me : partnerPlus1 - 1];
    return pair.includes(seat) === pair.includes(this.me);
  }

  /** Whether anybody of the others still plays to the trick. */
  enemiesBehind(): boolean {
    const { trickSeats, up, handSizes } = this.known;
    const behind = (seat: number) => seat !== this.me && !trickSeats.includes(seat) && !up.includes(seat);
    return [...handSizes].some((size, seat) => size > 0 && behind(seat) && !this.isFriend(seat));
  }

  private findUnseen(): number[] {
    const { hand, trick, gone, taken } = this.known;
    const seen = new Set([hand, trick, gone, ...taken].flatMap((cards) => [...cards]));
    return [...this.sheet.pack].filter((card) => !seen.has(card));
  }

  private suitInPlay(card: number): number {
    if (this.trumpKnown && this.trumps.includes(card)) return this.trump;
    return card < FIRST_JOKER ? Math.floor(card / 13) : NONE;
  }

  private height(card: number, row: Buffer): number {
    const index = row.indexOf(card);
    return this.low ? index : row.length - 1 - index;
  }

  private place(card: number, row: Buffer): number {
    return Math.floor((24 * this.height(card, row)) / row.length);
  }

  private rank(card: number): number {
    return this.low ? 12 - (card % 13) : card % 13;
  }
}
