//! What a hand is worth, by the reference strategy (sample_bots/strategy.md).

use crate::pb::{Partner, PointKind, PointOwner, PointRule, PointSuit, Sheet, Winning};

/// A trump with the hundredths of points that it promises (with the best sub-trump, where the sheet has them).
#[derive(Clone, Copy)]
pub struct Declaration {
    pub worth: u32,
    pub trump: usize,
}

/// The declaration that promises most, of equals the first.
pub fn best_suits(sheet: &Sheet, hand: &[u8]) -> Declaration {
    let subs: Vec<Option<usize>> = match sheet.sub_trumps.is_empty() {
        true => vec![None],
        false => (0..4).map(Some).collect(),
    };
    let mut found = Vec::new();
    for trump in 0..4 {
        for &sub in subs.iter().filter(|&&sub| sub != Some(trump)) {
            let worth = estimate(sheet, hand, trump, sub);
            found.push(Declaration { worth, trump });
        }
    }
    first_best(&found, |declaration| declaration.worth)
}

/// The hundredths of points that the hand takes with this trump and sub-trump.
pub fn estimate(sheet: &Sheet, hand: &[u8], trump: usize, sub: Option<usize>) -> u32 {
    let chances = sheet.points.iter();
    let total = chances.map(|point| point.worth * chance(sheet, point, hand, trump, sub)).sum();
    if total == 0 {
        return 0;
    }
    let unsure = (100 * total_worth(sheet)).saturating_sub(total);
    total + unsure * help(sheet) / 100
}

/// All the points of the sheet together.
pub fn total_worth(sheet: &Sheet) -> u32 {
    sheet.points.iter().map(|point| point.worth).sum()
}

/// The first of those with the highest value; there must be one.
pub fn first_best<T: Copy, V: PartialOrd>(items: &[T], value: impl Fn(T) -> V) -> T {
    let mut best = items[0];
    for &item in &items[1..] {
        if value(item) > value(best) {
            best = item;
        }
    }
    best
}

/// The chance in hundredths to take a point.
fn chance(sheet: &Sheet, point: &PointRule, hand: &[u8], trump: usize, sub: Option<usize>) -> u32 {
    let (suit, row) = match sub {
        Some(sub) if point.of() == PointSuit::SubTrump => (sub, &sheet.sub_trumps[sub]),
        _ => (trump, &sheet.trumps[trump]),
    };
    let size = row.len();
    let held: Vec<usize> = (0..size).filter(|&index| hand.contains(&row[index])).collect();
    if held.is_empty() {
        return 0;
    }
    let low = sheet.winning() == Winning::Lowest;
    let height = |index: usize| if low { index } else { size - 1 - index };
    let tops = held.iter().filter(|&&index| height(index) + 3 >= size).count() as u32;
    let count = held.len() as u32;
    match point.kind() {
        PointKind::High => near(held[0]),
        PointKind::Low if point.owner() == PointOwner::Taker => {
            near(size - 1 - held[held.len() - 1]) * 60 / 100
        }
        PointKind::Low => near(size - 1 - held[held.len() - 1]),
        PointKind::Card if point.cards.len() != 4 => 0,
        PointKind::Card if !hand.contains(&point.cards[suit]) => 30.min(6 * tops + 2 * count),
        PointKind::Card if point.owner() == PointOwner::Holder => 95,
        PointKind::Card => 95.min(35 + 10 * count + 10 * tops),
        PointKind::Game | PointKind::Tens | PointKind::LastTrick => 90.min(8 + 10 * count + 8 * tops),
        PointKind::Unspecified => 0,
    }
}

fn near(distance: usize) -> u32 {
    [100, 60, 30].get(distance).copied().unwrap_or(0)
}

/// What partners and cards to come add, in hundredths of what is unsure.
fn help(sheet: &Sheet) -> u32 {
    let called = [Partner::Called, Partner::CalledAtOnce].contains(&sheet.partner());
    let some_step = |starts: &[&str]| {
        let begins = |step: &String| starts.iter().any(|start| step.starts_with(start));
        sheet.exchange.iter().any(begins)
    };
    let friends = if called { 1 } else { sheet.seats / sheet.sides - 1 };
    let mut rest = 20 * friends;
    if some_step(&["fill", "swap"]) {
        rest += 10;
    }
    if some_step(&["take-stock", "widow", "search"]) {
        rest += 15;
    }
    rest.min(60)
}
