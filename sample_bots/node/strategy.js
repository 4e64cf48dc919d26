// The answers of the reference strategy (sample_bots/strategy.md): no memory, no chance, whole numbers only.
const { bestSuits, estimate, NONE, totalWorth } = require("./estimate");
const { Table } = require("./table");

const [PASS, LOOK, MISDEAL, PLAY_ON, KEEP_WIDOW, HAND_ON, TAKE, LEAVE] = [64, 65, 67, 68, 70, 71, 72, 73];
const FIRST_NO_CARD = 54;
const [TRUMP, TWO_TRUMPS, PARTNER, CALL] = [80, 96, 128, 256]; // the first codes of their kinds

/** The answer to a turn. */
function choose(sheet, seat, turn) {
  const known = turn.known; // it is in every turn
  const choice = { game: turn.game, turn: turn.turn };
  if (turn.pick) {
    const chosen = pick(new Table(sheet, seat, known), turn.ask, turn.pick);
    return { ...choice, cards: Buffer.from([...turn.pick.fixed, ...chosen]) };
  }
  return { ...choice, action: action(sheet, seat, turn, known) };
}

function pick(table, ask, asked) {
  const order = [...asked.choose_from].sort((a, b) => table.hold(a) - table.hold(b) || a - b);
  const most = Math.min(asked.most, order.length);
  switch (ask) {
    case "ASK_THROW": {
      const plain = order.filter((card) => table.isPlain(card)).length;
      return order.slice(0, Math.min(Math.max(plain, asked.least), most));
    }
    case "ASK_KEEP":
    case "ASK_SEARCH":
      return order.slice(order.length - most);
    default:
      return order.slice(0, asked.least);
  }
}

function action(sheet, seat, { ask, legal }, known) {
  const want = (code) => (legal.includes(code) ? code : legal[0]);
  switch (ask) {
    case "ASK_LOOK":
      return want(LOOK);
    case "ASK_CALL":
      return call(sheet, known, legal);
    case "ASK_PLAY_ON":
      return want(PLAY_ON);
    case "ASK_DECLARE":
    case "ASK_NAME_SUIT": {
      const cards = Buffer.concat([known.hand, known.trick]);
      return first(legal, (code) => estimate(sheet, cards, ...suits(code)));
    }
  }
  const table = new Table(sheet, seat, known);
  switch (ask) {
    case "ASK_CALL_PARTNER": {
      const wanted = [...table.trumps].find((card) => !table.hand.includes(card) && legal.includes(PARTNER + card));
      return wanted === undefined ? legal[0] : PARTNER + wanted;
    }
    case "ASK_WIDOW":
      return want([...table.hand].filter((card) => table.isTrump(card)).length >= 6 ? HAND_ON : KEEP_WIDOW);
    case "ASK_TAKE": {
      const least = Math.min(...[...table.hand].map((card) => table.hold(card)));
      return want(table.hand.length === 0 || table.hold(known.offered[0]) > least ? TAKE : LEAVE);
    }
    case "ASK_PLAY": {
      const plays = legal.filter((code) => code < FIRST_NO_CARD);
      if (plays.length > 0) return table.trick.length > 0 ? follow(table, plays) : lead(table, plays);
    }
  }
  return legal[0];
}

/** Trump and sub-trump of a declaration. */
function suits(code) {
  if (code < TWO_TRUMPS) return [code - TRUMP, NONE];
  return [Math.floor((code - TWO_TRUMPS) / 4), (code - TWO_TRUMPS) % 4];
}

/** The highest call that the hand is worth; no higher than needed when nobody speaks after. */
function call(sheet, known, legal) {
  if (legal.includes(MISDEAL)) return MISDEAL;
  const calls = legal.filter((code) => code >= CALL);
  const { worth } = bestSuits(sheet, known.hand);
  const safe = calls.filter((code) => needed(sheet, code) <= worth);
  if (safe.length === 0) return legal.includes(PASS) ? PASS : [...calls, ...legal][0];
  return known.calls.filter((spoken) => spoken === 0).length <= 1 ? safe[0] : safe[safe.length - 1];
}

/** The hundredths of points that a call must be worth to be made. */
function needed(sheet, code) {
  const [value, kind] = [Math.floor((code - CALL) / 4), (code - CALL) % 4];
  return kind < 2 ? 100 * value + 50 * kind : Math.max(100 * value, 100 * totalWorth(sheet) - 30);
}

/** Make trump, draw trumps from the top with the pitcher, else what costs least. */
function lead(table, plays) {
  if (!table.trumpKnown) {
    const row = [...table.trumps].filter((card) => plays.includes(card) && Math.floor(card / 13) === table.trump);
    if (table.low) row.reverse();
    return row.find((card) => table.worth(card) === 0) ?? [...row, ...plays][0];
  }
  const pitcher = table.known.pitcher_plus_1 - 1;
  const trumps = plays.filter((card) => table.isTrump(card));
  if (trumps.length > 0 && pitcher !== NONE && table.isFriend(pitcher)) {
    const top = first(trumps, (card) => table.power(card, table.trump));
    if (table.stronger(top, table.trump) <= 1) return top;
  }
  return cheapest(table, plays);
}

/** Feed a friend who wins, take what is worth taking, else throw what costs least. */
function follow(table, plays) {
  const { trick, led } = table;
  const best = Math.max(...[...trick].map((card) => table.power(card, led)));
  const place = trick.findIndex((card) => table.power(card, led) === best);
  const alone = !table.enemiesBehind();
  if (best > 0 && table.isFriend(table.known.trick_seats[place])) {
    const below = plays.filter((card) => table.power(card, led) < best);
    const under = below.length > 0 ? below : plays;
    const safe = alone || table.stronger(trick[place], led) === 0;
    return safe ? first(under, (card) => 1000 * table.stake(card) - table.hold(card)) : cheapest(table, under);
  }
  const winners = plays.filter((card) => table.power(card, led) > best);
  const prize = [...trick].reduce((sum, card) => sum + table.stake(card), 0);
  if (winners.length > 0 && alone) {
    const gain = first(winners, (card) => 2 * table.stake(card) - table.hold(card));
    if (prize + table.stake(gain) >= 3) return gain;
  }
  const sure = winners.find((card) => table.stronger(card, led) === 0 && prize + table.stake(card) >= 6);
  if (sure !== undefined) return sure;
  const losers = plays.filter((card) => table.power(card, led) <= best);
  return cheapest(table, losers.length > 0 ? losers : plays);
}

function cheapest(table, cards) {
  return first(cards, (card) => -table.cost(card));
}

/** The first of those with the highest value. */
function first(codes, value) {
  return codes.reduce((best, code) => (value(code) > value(best) ? code : best));
}

module.exports = { choose };
