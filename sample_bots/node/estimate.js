// What a hand is worth, by the reference strategy (sample_bots/strategy.md).

/** No suit, no seat. */
const NONE = -1;

const SUITS = [0, 1, 2, 3];

/** The trump and sub-trump (NONE: there is none) that promise most, of equals the first; with what they promise. */
function bestSuits(sheet, hand) {
  let best = { worth: -1, trump: NONE, sub: NONE };
  for (const trump of SUITS) {
    for (const sub of sheet.sub_trumps.length > 0 ? SUITS : [NONE]) {
      if (trump === sub) continue;
      const worth = estimate(sheet, hand, trump, sub);
      if (worth > best.worth) best = { worth, trump, sub };
    }
  }
  return best;
}

/** The hundredths of points that the hand takes with this trump and sub-trump. */
function estimate(sheet, hand, trump, sub) {
  let total = 0;
  for (const point of sheet.points) total += point.worth * chance(sheet, point, hand, trump, sub);
  if (total === 0) return 0;
  const unsure = Math.max(0, 100 * totalWorth(sheet) - total);
  return total + Math.floor((unsure * help(sheet)) / 100);
}

/** All the points of the sheet together. */
function totalWorth(sheet) {
  return sheet.points.reduce((sum, point) => sum + point.worth, 0);
}

/** The chance in hundredths to take a point. */
function chance(sheet, point, hand, trump, sub) {
  const ofSub = point.of === "POINT_SUIT_SUB_TRUMP" && sub !== NONE;
  const suit = ofSub ? sub : trump;
  const row = ofSub ? sheet.sub_trumps[suit] : sheet.trumps[suit];
  const held = [...row.keys()].filter((index) => hand.includes(row[index]));
  if (held.length === 0) return 0;
  const [size, count] = [row.length, held.length];
  const low = sheet.winning === "WINNING_LOWEST";
  const tops = held.filter((index) => (low ? index : size - 1 - index) >= size - 3).length;
  switch (point.kind) {
    case "POINT_KIND_HIGH":
      return near(held[0]);
    case "POINT_KIND_LOW": {
      const share = point.owner === "POINT_OWNER_TAKER" ? 60 : 100;
      return Math.floor((near(size - 1 - held[count - 1]) * share) / 100);
    }
    case "POINT_KIND_CARD":
      if (point.cards.length !== 4) return 0;
      if (!hand.includes(point.cards[suit])) return Math.min(30, 6 * tops + 2 * count);
      return point.owner === "POINT_OWNER_HOLDER" ? 95 : Math.min(95, 35 + 10 * count + 10 * tops);
    case "POINT_KIND_GAME":
    case "POINT_KIND_TENS":
    case "POINT_KIND_LAST_TRICK":
      return Math.min(90, 8 + 10 * count + 8 * tops);
    default:
      return 0;
  }
}

function near(distance) {
  return [100, 60, 30][distance] ?? 0;
}

/** What partners and cards to come add, in hundredths of what is unsure. */
function help(sheet) {
  const called = ["PARTNER_CALLED", "PARTNER_CALLED_AT_ONCE"].includes(sheet.partner);
  let rest = 20 * (called ? 1 : Math.floor(sheet.seats / sheet.sides) - 1);
  if (sheet.exchange.some((step) => /^(fill|swap)/.test(step))) rest += 10;
  if (sheet.exchange.some((step) => /^(take-stock|widow|search)/.test(step))) rest += 15;
  return Math.min(60, rest);
}

module.exports = { NONE, bestSuits, estimate, totalWorth };
