//! The answers of the reference strategy (sample_bots/strategy.md): no memory, no chance, whole numbers only.

use crate::estimate::{best_suits, estimate, first_best, total_worth};
use crate::pb::{Ask, Choice, Pick, Sheet, Snapshot, Turn};
use crate::table::Table;

const PASS: u32 = 64;
const LOOK: u32 = 65;
const MISDEAL: u32 = 67;
const PLAY_ON: u32 = 68;
const KEEP_WIDOW: u32 = 70;
const HAND_ON: u32 = 71;
const TAKE: u32 = 72;
const LEAVE: u32 = 73;
const FIRST_NO_CARD: u32 = 54;
// The first codes of their kinds.
const TRUMP: u32 = 80;
const TWO_TRUMPS: u32 = 96;
const PARTNER: u32 = 128;
const CALL: u32 = 256;

/// The answer to a turn.
pub fn choose(sheet: &Sheet, seat: u32, turn: &Turn) -> Choice {
    let known = turn.known.clone().unwrap_or_default(); // it is in every turn
    let (action, cards) = match &turn.pick {
        Some(asked) => (0, pick(&Table::new(sheet, seat, &known), turn.ask(), asked)),
        None => (action(sheet, seat, turn, &known), Vec::new()),
    };
    Choice { game: turn.game, turn: turn.turn, action, cards }
}

fn pick(table: &Table, ask: Ask, asked: &Pick) -> Vec<u8> {
    let mut order = asked.choose_from.clone();
    order.sort_by_key(|&card| (table.hold(card), card));
    let (least, most) = (asked.least as usize, order.len().min(asked.most as usize));
    let chosen = match ask {
        Ask::Throw => {
            let plain = order.iter().filter(|&&card| table.is_plain(card)).count();
            &order[..plain.max(least).min(most)]
        }
        Ask::Keep | Ask::Search => &order[order.len() - most..],
        _ => &order[..least],
    };
    [&asked.fixed, chosen].concat()
}

fn action(sheet: &Sheet, seat: u32, turn: &Turn, known: &Snapshot) -> u32 {
    let legal = &turn.legal;
    let want = |code| if legal.contains(&code) { code } else { legal[0] };
    match turn.ask() {
        Ask::Look => return want(LOOK),
        Ask::PlayOn => return want(PLAY_ON),
        Ask::Call => return call(sheet, known, legal),
        Ask::Declare | Ask::NameSuit => {
            let cards = [&known.hand[..], &known.trick].concat();
            return first_best(legal, |code| {
                let (trump, sub) = suits(code);
                estimate(sheet, &cards, trump, sub)
            });
        }
        _ => {}
    }
    let table = Table::new(sheet, seat, known);
    match turn.ask() {
        Ask::CallPartner => {
            let others = table.trumps.iter().filter(|card| !known.hand.contains(card));
            let mut calls = others.map(|&card| PARTNER + u32::from(card));
            calls.find(|code| legal.contains(code)).unwrap_or(legal[0])
        }
        Ask::Widow => {
            let trumps = known.hand.iter().filter(|&&card| table.is_trump(card)).count();
            want(if trumps >= 6 { HAND_ON } else { KEEP_WIDOW })
        }
        Ask::Take => {
            let least = known.hand.iter().map(|&card| table.hold(card)).min();
            let gains = least.map_or(true, |least| table.hold(known.offered[0]) > least);
            want(if gains { TAKE } else { LEAVE })
        }
        Ask::Play => {
            let codes = legal.iter().filter(|&&code| code < FIRST_NO_CARD);
            let plays: Vec<u8> = codes.map(|&code| code as u8).collect();
            match (plays.is_empty(), known.trick.is_empty()) {
                (true, _) => legal[0],
                (_, true) => lead(&table, &plays).into(),
                (_, false) => follow(&table, &plays).into(),
            }
        }
        _ => legal[0],
    }
}

/// Trump and sub-trump of a declaration.
fn suits(code: u32) -> (usize, Option<usize>) {
    match code.checked_sub(TWO_TRUMPS) {
        Some(both) => (both as usize / 4, Some(both as usize % 4)),
        None => ((code - TRUMP) as usize, None),
    }
}

/// The highest call that the hand is worth; no higher than needed when nobody speaks after.
fn call(sheet: &Sheet, known: &Snapshot, legal: &[u32]) -> u32 {
    if legal.contains(&MISDEAL) {
        return MISDEAL;
    }
    let calls: Vec<u32> = legal.iter().copied().filter(|&code| code >= CALL).collect();
    let worth = best_suits(sheet, &known.hand).worth;
    let mut safe = calls.iter().copied().filter(|&code| needed(sheet, code) <= worth);
    let last_to_speak = known.calls.iter().filter(|&&code| code == 0).count() <= 1;
    let found = if last_to_speak { safe.next() } else { safe.last() };
    found.unwrap_or_else(|| match legal.contains(&PASS) {
        true => PASS,
        false => *calls.first().unwrap_or(&legal[0]),
    })
}

/// The hundredths of points that a call must be worth to be made.
fn needed(sheet: &Sheet, code: u32) -> u32 {
    let (value, kind) = ((code - CALL) / 4, (code - CALL) % 4);
    match kind {
        0 | 1 => 100 * value + 50 * kind,
        _ => (100 * value).max(100 * total_worth(sheet) - 30),
    }
}

/// Make trump, draw trumps from the top with the pitcher, else what costs least.
fn lead(table: &Table, plays: &[u8]) -> u8 {
    if !table.trump_known {
        return opening(table, plays);
    }
    let trumps = some(plays, |card| table.is_trump(card));
    let pitcher = table.known.pitcher_plus_1.checked_sub(1);
    if !trumps.is_empty() && pitcher.map_or(false, |seat| table.is_friend(seat)) {
        let led = Some(table.trump);
        let top = first_best(&trumps, |card| table.power(card, led));
        if table.stronger(top, led) <= 1 {
            return top;
        }
    }
    cheapest(table, plays)
}

/// The lead that makes trump: the strongest card of the suit that scores nothing, else the strongest.
fn opening(table: &Table, plays: &[u8]) -> u8 {
    let is_lead = |card: u8| plays.contains(&card) && usize::from(card / 13) == table.trump;
    let mut row = some(table.trumps, is_lead);
    if table.low {
        row.reverse();
    }
    let free = row.iter().find(|&&card| table.worth(card) == 0);
    *free.or(row.first()).unwrap_or(&plays[0])
}

/// Feed a friend who wins, take what is worth taking, else throw what costs least.
fn follow(table: &Table, plays: &[u8]) -> u8 {
    let (trick, led) = (&table.known.trick, table.led());
    let winning = first_best(trick, |card| table.power(card, led));
    let best = table.power(winning, led);
    let place = trick.iter().position(|&card| card == winning).unwrap_or(0);
    let alone = !table.enemies_behind();
    if best > 0 && table.is_friend(table.known.trick_seats[place].into()) {
        let below = some(plays, |card| table.power(card, led) < best);
        let under = if below.is_empty() { plays } else { &below };
        return match alone || table.stronger(winning, led) == 0 {
            true => first_best(under, |card| (table.stake(card), -table.hold(card))),
            false => cheapest(table, under),
        };
    }
    let winners = some(plays, |card| table.power(card, led) > best);
    let prize: i32 = trick.iter().map(|&card| table.stake(card)).sum();
    if !winners.is_empty() && alone {
        let gain = first_best(&winners, |card| 2 * table.stake(card) - table.hold(card));
        if prize + table.stake(gain) >= 3 {
            return gain;
        }
    }
    let is_sure = |&&card: &&u8| table.stronger(card, led) == 0 && prize + table.stake(card) >= 6;
    if let Some(&sure) = winners.iter().find(is_sure) {
        return sure;
    }
    let losers = some(plays, |card| table.power(card, led) <= best);
    cheapest(table, if losers.is_empty() { plays } else { &losers })
}

fn some(cards: &[u8], wanted: impl Fn(u8) -> bool) -> Vec<u8> {
    cards.iter().copied().filter(|&card| wanted(card)).collect()
}

fn cheapest(table: &Table, cards: &[u8]) -> u8 {
    first_best(cards, |card| -table.cost(card))
}
