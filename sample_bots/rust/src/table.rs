//! The words of the reference strategy (sample_bots/strategy.md): what a turn means to its seat.

use crate::estimate::best_suits;
use crate::pb::{Follow, PointKind, PointSuit, Sheet, Snapshot, Winning};

/// By rank: ten, jack, queen, king, ace.
const PIPS: [i32; 13] = [0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 2, 3, 4];
const FIRST_JOKER: u8 = 52;

/// A snapshot read with its sheet from one seat. Trump, while it is unknown, is what the hand would make it.
pub struct Table<'a> {
    sheet: &'a Sheet,
    me: u32,
    pub known: &'a Snapshot,
    pub low: bool,
    pub trump_known: bool,
    pub trump: usize,
    pub trumps: &'a [u8],
    sub: Option<usize>,
    subs: &'a [u8],
    unseen: Vec<u8>,
}

impl<'a> Table<'a> {
    pub fn new(sheet: &'a Sheet, me: u32, known: &'a Snapshot) -> Self {
        let trump_known = known.trump_plus_1 > 0;
        let trump = match trump_known {
            true => known.trump_plus_1 as usize - 1,
            false => best_suits(sheet, &known.hand).trump,
        };
        let sub = (known.sub_trump_plus_1 as usize).checked_sub(1);
        let seen = [&known.hand, &known.trick, &known.gone];
        let is_seen = |card: &u8| seen.into_iter().chain(&known.taken).any(|cards| cards.contains(card));
        Table {
            sheet,
            me,
            known,
            low: sheet.winning() == Winning::Lowest,
            trump_known,
            trump,
            trumps: &sheet.trumps[trump],
            sub,
            subs: sub.map_or(&[], |sub| &sheet.sub_trumps[sub]),
            unseen: sheet.pack.iter().copied().filter(|card| !is_seen(card)).collect(),
        }
    }

    pub fn is_trump(&self, card: u8) -> bool {
        self.trumps.contains(&card)
    }

    /// Whether it is neither trump nor sub-trump.
    pub fn is_plain(&self, card: u8) -> bool {
        !self.trumps.contains(&card) && !self.subs.contains(&card)
    }

    /// The points that the card is.
    pub fn worth(&self, card: u8) -> i32 {
        let mut total = 0;
        for point in &self.sheet.points {
            let suit = match point.of() {
                PointSuit::SubTrump => self.sub,
                _ => Some(self.trump),
            };
            let named = point.kind() == PointKind::Card && point.cards.len() == 4;
            if named && suit.map(|suit| point.cards[suit]) == Some(card) {
                total += point.worth as i32;
            }
        }
        total
    }

    /// What goes to the winner of a trick with it.
    pub fn stake(&self, card: u8) -> i32 {
        let has_game = self.sheet.points.iter().any(|point| point.kind() == PointKind::Game);
        let pips = if has_game && card < FIRST_JOKER { PIPS[usize::from(card % 13)] } else { 0 };
        30 * self.worth(card) + pips
    }

    /// What it is worth to have it.
    pub fn hold(&self, card: u8) -> i32 {
        let points = 10 * self.worth(card);
        if let Some(height) = self.height(card, self.trumps) {
            points + 18 + 24 * height / self.trumps.len() as i32
        } else if let Some(height) = self.height(card, self.subs) {
            points + 12 + 24 * height / self.subs.len() as i32
        } else if card < FIRST_JOKER {
            points + 3 * self.rank(card) / 5
        } else {
            points
        }
    }

    /// What it costs to throw it into somebody else's trick.
    pub fn cost(&self, card: u8) -> i32 {
        2 * self.stake(card) + self.hold(card)
    }

    /// What it can do in a trick to which this suit was led; 0: never win.
    pub fn power(&self, card: u8, led: Option<usize>) -> i32 {
        if self.trump_known {
            if let Some(height) = self.height(card, self.trumps) {
                let two = usize::from(card) == 13 * self.trump;
                let captures = two && self.sheet.winning() == Winning::TwoCaptures;
                return if captures { 1000 } else { 200 + height };
            }
        }
        if let Some(height) = self.height(card, self.subs) {
            return 100 + height;
        }
        let follows = card < FIRST_JOKER && Some(usize::from(card / 13)) == led;
        if follows && self.sheet.follow() != Follow::TrumpLedOnly {
            1 + self.rank(card)
        } else {
            0
        }
    }

    /// The suit of the first card of the trick that has one.
    pub fn led(&self) -> Option<usize> {
        self.known.trick.iter().find_map(|&card| {
            if self.trump_known && self.is_trump(card) {
                Some(self.trump)
            } else {
                (card < FIRST_JOKER).then_some(usize::from(card / 13))
            }
        })
    }

    /// How many unseen cards have a higher power.
    pub fn stronger(&self, card: u8, led: Option<usize>) -> usize {
        let power = self.power(card, led);
        self.unseen.iter().filter(|&&other| self.power(other, led) > power).count()
    }

    /// Whether the seat plays with this one, as far as this one knows.
    pub fn is_friend(&self, seat: u32) -> bool {
        let known = self.known;
        if known.called.is_empty() || known.pitcher_plus_1 == 0 {
            return seat % self.sheet.sides == self.me % self.sheet.sides;
        }
        let holds_it = known.hand.contains(&known.called[0]);
        let partner_plus_1 = if holds_it { self.me + 1 } else { known.partner_plus_1 };
        let in_pair = |seat: u32| [known.pitcher_plus_1, partner_plus_1].contains(&(seat + 1));
        in_pair(seat) == in_pair(self.me)
    }

    /// Whether anybody of the others still plays to the trick.
    pub fn enemies_behind(&self) -> bool {
        let Snapshot { trick_seats, up, .. } = self.known;
        self.known.hand_sizes.iter().zip(0u8..).any(|(&size, seat)| {
            let done = trick_seats.contains(&seat) || up.contains(&seat);
            size > 0 && !done && u32::from(seat) != self.me && !self.is_friend(u32::from(seat))
        })
    }

    /// The place of a card in a row, from the bottom; none if it is not of it.
    fn height(&self, card: u8, row: &[u8]) -> Option<i32> {
        let index = row.iter().position(|&other| other == card)?;
        Some(if self.low { index } else { row.len() - 1 - index } as i32)
    }

    fn rank(&self, card: u8) -> i32 {
        i32::from(if self.low { 12 - card % 13 } else { card % 13 })
    }
}
