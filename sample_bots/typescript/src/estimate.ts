// What a hand is worth, by the reference strategy (sample_bots/strategy.md).
import { Partner, PointKind, PointOwner, PointRule, PointSuit, Sheet, Winning } from "./pitch/arena/v1/sheet";

/** No suit, no seat. */
export const NONE = -1;

const SUITS = [0, 1, 2, 3];

/** A trump and a sub-trump (NONE: there is none), with the hundredths of points that they promise. */
export interface Declaration {
  worth: number;
  trump: number;
  sub: number;
}

/** The declaration that promises most, of equals the first. */
export function bestSuits(sheet: Sheet, hand: Buffer): Declaration {
  let best: Declaration = { worth: -1, trump: NONE, sub: NONE };
  for (const trump of SUITS) {
    for (const sub of sheet.subTrumps.length > 0 ? SUITS : [NONE]) {
      if (trump === sub) continue;
      const worth = estimate(sheet, hand, trump, sub);
      if (worth > best.worth) best = { worth, trump, sub };
    }
  }
  return best;
}

/** The hundredths of points that the hand takes with this trump and sub-trump. */
export function estimate(sheet: Sheet, hand: Buffer, trump: number, sub: number): number {
  let total = 0;
  for (const point of sheet.points) total += point.worth * chance(sheet, point, hand, trump, sub);
  if (total === 0) return 0;
  const unsure = Math.max(0, 100 * totalWorth(sheet) - total);
  return total + Math.floor((unsure * help(sheet)) / 100);
}

/** All the points of the sheet together. */
export function totalWorth(sheet: Sheet): number {
  return sheet.points.reduce((sum, point) => sum + point.worth, 0);
}

/** The chance in hundredths to take a point. */
function chance(sheet: Sheet, point: PointRule, hand: Buffer, trump: number, sub: number): number {
  const ofSub = point.of === PointSuit.POINT_SUIT_SUB_TRUMP && sub !== NONE;
  const suit = ofSub ? sub : trump;
  const row = ofSub ? sheet.subTrumps[suit] : sheet.trumps[suit];
  const held = [...row.keys()].filter((index) => hand.includes(row[index]));
  if (held.length === 0) return 0;
  const [size, count] = [row.length, held.length];
  const low = sheet.winning === Winning.WINNING_LOWEST;
  const tops = held.filter((index) => (low ? index : size - 1 - index) >= size - 3).length;
  switch (point.kind) {
    case PointKind.POINT_KIND_HIGH:
      return near(held[0]);
    case PointKind.POINT_KIND_LOW: {
      const share = point.owner === PointOwner.POINT_OWNER_TAKER ? 60 : 100;
      return Math.floor((near(size - 1 - held[count - 1]) * share) / 100);
    }
    case PointKind.POINT_KIND_CARD:
      if (point.cards.length !== 4) return 0;
      if (!hand.includes(point.cards[suit])) return Math.min(30, 6 * tops + 2 * count);
      return point.owner === PointOwner.POINT_OWNER_HOLDER ? 95 : Math.min(95, 35 + 10 * count + 10 * tops);
    case PointKind.POINT_KIND_GAME:
    case PointKind.POINT_KIND_TENS:
    case PointKind.POINT_KIND_LAST_TRICK:
      return Math.min(90, 8 + 10 * count + 8 * tops);
    default:
      return 0;
  }
}

function near(distance: number): number {
  return [100, 60, 30][distance] ?? 0;
}

/** What partners and cards to come add, in hundredths of what is unsure. */
function help(sheet: Sheet): number {
  const called = [Partner.PARTNER_CALLED, Partner.PARTNER_CALLED_AT_ONCE].includes(sheet.partner);
  let rest = 20 * (called ? 1 : Math.floor(sheet.seats / sheet.sides) - 1);
  if (sheet.exchange.some((step) => /^(fill|swap)/.test(step))) rest += 10;
  if (sheet.exchange.some((step) => /^(take-stock|widow|search)/.test(step))) rest += 15;
  return Math.min(60, rest);
}
