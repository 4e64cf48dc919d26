package main

import (
	"bytes"
	"sort"
	"strings"

	arena "pitch/arena/v1"
)

// What ../strategy.md calls words: what a card is worth, what it beats, what a hand promises.

const none = -1 // no suit, no seat

var pipsByRank = [13]int{8: 10, 9: 1, 10: 2, 11: 3, 12: 4}

func suitOf(card byte) int { return int(card) / 13 } // of a joker: 4, which is no suit
func rankOf(card byte) int { return int(card) % 13 }
func isJoker(card byte) bool {
	return card >= 52
}

func (v *view) enemiesBehind() bool {
	for seat := 0; seat < int(v.sheet.Seats); seat++ {
		here := seat != v.me && v.known.HandSizes[seat] > 0
		if here && !has(v.known.TrickSeats, byte(seat)) && !has(v.known.Up, byte(seat)) && !v.friend(seat) {
			return true
		}
	}
	return false
}

func (v *view) friend(seat int) bool {
	if len(v.known.Called) == 0 || v.known.PitcherPlus_1 == 0 {
		return seat%int(v.sheet.Sides) == v.me%int(v.sheet.Sides)
	}
	partner, pitcher := int(v.known.PartnerPlus_1)-1, int(v.known.PitcherPlus_1)-1
	if has(v.known.Hand, v.known.Called[0]) {
		partner = v.me
	}
	return (seat == pitcher || seat == partner) == (v.me == pitcher || v.me == partner)
}

func (v *view) isTrump(card byte) bool { return has(v.sheet.Trumps[v.trump], card) }

func (v *view) isSub(card byte) bool {
	return v.sub != none && !v.isTrump(card) && has(v.sheet.SubTrumps[v.sub], card)
}

func (v *view) suitInPlay(card byte) int {
	switch {
	case v.trumpKnown && v.isTrump(card):
		return v.trump
	case isJoker(card):
		return none
	}
	return suitOf(card)
}

// height is how far up a card is in a row that is sorted from the strongest.
func (v *view) height(card byte, row []byte) int {
	place := bytes.IndexByte(row, card)
	if v.low {
		return place
	}
	return len(row) - 1 - place
}

func (v *view) rank(card byte) int {
	if v.low {
		return 12 - rankOf(card)
	}
	return rankOf(card)
}

func (v *view) worth(card byte) int {
	total := 0
	for _, point := range v.sheet.Points {
		suit := v.trump
		if point.Of == arena.PointSuit_POINT_SUIT_SUB_TRUMP {
			suit = v.sub
		}
		if isCardPoint(point) && suit != none && point.Cards[suit] == card {
			total += int(point.Worth)
		}
	}
	return total
}

// stake is what goes to the winner of a trick with the card.
func (v *view) stake(card byte) int {
	total := 30 * v.worth(card)
	for _, point := range v.sheet.Points {
		if point.Kind == arena.PointKind_POINT_KIND_GAME && !isJoker(card) {
			return total + pipsByRank[rankOf(card)]
		}
	}
	return total
}

// hold is what it is worth to have the card.
func (v *view) hold(card byte) int {
	points := 10 * v.worth(card)
	switch {
	case v.isTrump(card):
		row := v.sheet.Trumps[v.trump]
		return points + 18 + 24*v.height(card, row)/len(row)
	case v.isSub(card):
		row := v.sheet.SubTrumps[v.sub]
		return points + 12 + 24*v.height(card, row)/len(row)
	case isJoker(card):
		return points
	}
	return points + 3*v.rank(card)/5
}

func (v *view) cheapest(cards []byte) byte {
	return most(cards, func(card byte) int { return -2*v.stake(card) - v.hold(card) })
}

// power is what the card can do in a trick of the suit led; 0: it cannot win.
func (v *view) power(card byte, led int) int {
	switch {
	case v.trumpKnown && v.isTrump(card):
		if v.sheet.Winning == arena.Winning_WINNING_TWO_CAPTURES && int(card) == 13*v.trump {
			return 1000
		}
		return 200 + v.height(card, v.sheet.Trumps[v.trump])
	case v.isSub(card):
		return 100 + v.height(card, v.sheet.SubTrumps[v.sub])
	case !isJoker(card) && suitOf(card) == led && v.sheet.Follow != arena.Follow_FOLLOW_TRUMP_LED_ONLY:
		return 1 + v.rank(card)
	}
	return 0
}

// stronger counts the unseen cards that beat the card.
func (v *view) stronger(card byte, led int) int {
	seen := bytes.Join(append([][]byte{v.known.Hand, v.known.Trick, v.known.Gone}, v.known.Taken...), nil)
	mine := v.power(card, led)
	return len(filter(v.sheet.Pack, func(other byte) bool { return !has(seen, other) && v.power(other, led) > mine }))
}

// bestSuits returns trump and sub-trump for a hand, and the hundredths of points that they promise.
func (v *view) bestSuits(hand []byte) (trump, sub, value int) {
	value = none
	for t := 0; t < 4; t++ {
		for s := none; s < 4; s++ {
			if (s == none) != (len(v.sheet.SubTrumps) == 0) || s == t {
				continue
			}
			if found := v.estimate(hand, t, s); found > value {
				trump, sub, value = t, s, found
			}
		}
	}
	return trump, sub, value
}

// estimate returns the hundredths of points that a hand takes with that trump and sub-trump.
func (v *view) estimate(hand []byte, trump, sub int) int {
	total, all := 0, 0
	for _, point := range v.sheet.Points {
		all += int(point.Worth)
		row, suit := v.sheet.Trumps[trump], trump
		if point.Of == arena.PointSuit_POINT_SUIT_SUB_TRUMP && sub != none {
			row, suit = v.sheet.SubTrumps[sub], sub
		}
		total += int(point.Worth) * v.chance(point, hand, row, suit)
	}
	if total == 0 {
		return 0
	}
	rest := 20 * (int(v.sheet.Seats/v.sheet.Sides) - 1)
	if v.sheet.Partner == arena.Partner_PARTNER_CALLED || v.sheet.Partner == arena.Partner_PARTNER_CALLED_AT_ONCE {
		rest = 20
	}
	if v.hasStep("fill", "swap") {
		rest += 10
	}
	if v.hasStep("take-stock", "widow", "search") {
		rest += 15
	}
	return total + max(0, 100*all-total)*min(60, rest)/100
}

// chance is the chance in a hundred to take a point with the hand. row: the cards of its suit.
func (v *view) chance(point *arena.PointRule, hand, row []byte, suit int) int {
	size := len(row)
	held := filter(row, func(card byte) bool { return has(hand, card) })
	tops := len(filter(held, func(card byte) bool { return v.height(card, row) >= size-3 }))
	n := len(held)
	if n == 0 {
		return 0
	}
	switch point.Kind {
	case arena.PointKind_POINT_KIND_HIGH:
		return near(bytes.IndexByte(row, held[0]))
	case arena.PointKind_POINT_KIND_LOW:
		lowest := near(size - 1 - bytes.IndexByte(row, held[n-1]))
		if point.Owner == arena.PointOwner_POINT_OWNER_TAKER {
			return lowest * 60 / 100
		}
		return lowest
	case arena.PointKind_POINT_KIND_GAME, arena.PointKind_POINT_KIND_TENS, arena.PointKind_POINT_KIND_LAST_TRICK:
		return min(90, 8+10*n+8*tops)
	}
	switch {
	case !isCardPoint(point):
		return 0
	case !has(hand, point.Cards[suit]):
		return min(30, 6*tops+2*n)
	case point.Owner == arena.PointOwner_POINT_OWNER_HOLDER:
		return 95
	}
	return min(95, 35+10*n+10*tops)
}

func (v *view) hasStep(names ...string) bool {
	for _, step := range v.sheet.Exchange {
		for _, name := range names {
			if strings.HasPrefix(step, name) {
				return true
			}
		}
	}
	return false
}

func (v *view) allows(action uint32) bool {
	for _, legal := range v.Legal {
		if legal == action {
			return true
		}
	}
	return false
}

func (v *view) want(action uint32) uint32 {
	if v.allows(action) {
		return action
	}
	return v.Legal[0]
}

// byHold returns the cards from what is worth least.
func (v *view) byHold(cards []byte) []byte {
	sorted := append([]byte{}, cards...)
	sort.SliceStable(sorted, func(i, j int) bool { return v.hold(sorted[i]) < v.hold(sorted[j]) })
	return sorted
}

// near is the chance in a hundred that a card so many places from the end of its row is the last one in play.
func near(places int) int {
	if places > 2 {
		return 0
	}
	return [3]int{100, 60, 30}[places]
}

func isCardPoint(point *arena.PointRule) bool {
	return point.Kind == arena.PointKind_POINT_KIND_CARD && len(point.Cards) == 4
}

func has(cards []byte, card byte) bool { return bytes.IndexByte(cards, card) >= 0 }

func filter(cards []byte, wanted func(byte) bool) []byte {
	var found []byte
	for _, card := range cards {
		if wanted(card) {
			found = append(found, card)
		}
	}
	return found
}

func orAll(some, all []byte) []byte {
	if len(some) > 0 {
		return some
	}
	return all
}

// most returns the first card of the highest value.
func most(cards []byte, value func(byte) int) byte {
	best := cards[0]
	for _, card := range cards[1:] {
		if value(card) > value(best) {
			best = card
		}
	}
	return best
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}
