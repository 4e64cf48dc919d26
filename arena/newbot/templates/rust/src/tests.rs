//! Puts turns before the strategy and looks that its answers are legal: `make test`. `arena check .` plays games.

use crate::pb::{Ask, Choice, Pick, PointKind, PointRule, Sheet, Snapshot, Turn};
use crate::strategy::choose;

const HAND: [u8; 6] = [3, 12, 20, 33, 40, 51];

fn answer(ask: Ask, trump_plus_1: u32, legal: &[u32], pick: Option<Pick>) -> Choice {
    let high = PointRule { name: "high".into(), kind: PointKind::High as i32, worth: 1, ..Default::default() };
    let sheet = Sheet {
        id: "auction".into(),
        seats: 4,
        sides: 4,
        hand_size: 6,
        target: 7,
        calls: vec![264, 268, 272],
        pack: (0..52).collect(),
        trumps: (0..4).map(|suit| (0..13).map(|i| 13 * suit + 12 - i).collect()).collect(),
        points: vec![high],
        ..Default::default()
    };
    let known = Snapshot {
        hand: HAND.to_vec(),
        hand_sizes: vec![6; 4],
        calls: vec![0; 4],
        scores: vec![0; 4],
        trump_plus_1,
        ..Default::default()
    };
    let turn = Turn {
        game: 1,
        turn: 1,
        ask: ask as i32,
        legal: legal.to_vec(),
        pick,
        known: Some(known),
        ..Default::default()
    };
    choose(&sheet, 0, &turn)
}

#[test]
fn a_call_is_legal() {
    let legal = [64, 264, 268, 272];
    assert!(legal.contains(&answer(Ask::Call, 0, &legal, None).action));
}

#[test]
fn a_card_is_legal() {
    assert!([3, 12].contains(&answer(Ask::Play, 1, &[3, 12], None).action));
}

#[test]
fn thrown_cards_are_as_asked() {
    let pick = Pick { choose_from: HAND.to_vec(), least: 2, most: 4, ..Default::default() };
    let cards = answer(Ask::Throw, 1, &[], Some(pick)).cards;
    assert!((2..=4).contains(&cards.len()) && cards.iter().all(|card| HAND.contains(card)));
}
