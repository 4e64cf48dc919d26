package main

import (
	"bytes"

	arena "pitch/arena/v1"
)

// The codes of actions that the strategy knows by name.
const (
	pass       = 64
	look       = 65
	misdeal    = 67
	playOn     = 68
	keepWidow  = 70
	handOn     = 71
	take       = 72
	leave      = 73
	declare    = 80
	declareTwo = 96
	callCard   = 128
	firstCall  = 256
)

// view is one turn as the strategy of ../strategy.md sees it.
type view struct {
	*arena.Turn
	known      *arena.Snapshot
	sheet      *arena.Sheet
	me         int
	trump, sub int // while trump is not known: the suit that it should be
	trumpKnown bool
	low        bool
}

// choose returns the action, or the cards where the turn offers a pick.
func choose(turn *arena.Turn, sheet *arena.Sheet, me int) (action uint32, cards []byte) {
	known := turn.GetKnown()
	v := &view{Turn: turn, known: known, sheet: sheet, me: me, low: sheet.Winning == arena.Winning_WINNING_LOWEST}
	v.trumpKnown = known.GetTrumpPlus_1() > 0
	v.trump, v.sub = int(known.GetTrumpPlus_1())-1, int(known.GetSubTrumpPlus_1())-1
	if !v.trumpKnown {
		v.trump, _, _ = v.bestSuits(known.GetHand())
	}
	if turn.Pick != nil {
		return 0, v.pick()
	}
	return v.act(), nil
}

func (v *view) act() uint32 {
	switch v.Ask {
	case arena.Ask_ASK_LOOK:
		return v.want(look)
	case arena.Ask_ASK_CALL:
		return v.call()
	case arena.Ask_ASK_DECLARE, arena.Ask_ASK_NAME_SUIT:
		return v.declare()
	case arena.Ask_ASK_CALL_PARTNER:
		for _, card := range v.sheet.Trumps[v.trump] {
			if action := callCard + uint32(card); !has(v.known.Hand, card) && v.allows(action) {
				return action
			}
		}
	case arena.Ask_ASK_WIDOW:
		if len(filter(v.known.Hand, v.isTrump)) >= 6 {
			return v.want(handOn)
		}
		return v.want(keepWidow)
	case arena.Ask_ASK_TAKE:
		worst := v.byHold(v.known.Hand)
		if len(worst) == 0 || v.hold(v.known.Offered[0]) > v.hold(worst[0]) {
			return v.want(take)
		}
		return v.want(leave)
	case arena.Ask_ASK_PLAY_ON:
		return v.want(playOn)
	case arena.Ask_ASK_PLAY:
		var plays []byte
		for _, action := range v.Legal {
			if action < pass {
				plays = append(plays, byte(action))
			}
		}
		if len(plays) > 0 && len(v.known.Trick) == 0 {
			return uint32(v.lead(plays))
		}
		if len(plays) > 0 {
			return uint32(v.follow(plays))
		}
	}
	return v.Legal[0]
}

func (v *view) pick() []byte {
	order := v.byHold(v.Pick.ChooseFrom)
	least, most := int(v.Pick.Least), min(int(v.Pick.Most), len(order))
	chosen := order[:least]
	switch v.Ask {
	case arena.Ask_ASK_THROW:
		plain := filter(order, func(card byte) bool { return !v.isTrump(card) && !v.isSub(card) })
		chosen = order[:min(max(len(plain), least), most)]
	case arena.Ask_ASK_KEEP, arena.Ask_ASK_SEARCH:
		chosen = order[len(order)-most:]
	}
	return append(append([]byte{}, v.Pick.Fixed...), chosen...)
}

func (v *view) call() uint32 {
	if v.allows(misdeal) {
		return misdeal
	}
	_, _, have := v.bestSuits(v.known.Hand)
	var calls, safe []uint32
	for _, action := range v.Legal {
		if action >= firstCall {
			calls = append(calls, action)
			if v.needed(action) <= have {
				safe = append(safe, action)
			}
		}
	}
	silent := 0
	for _, call := range v.known.Calls {
		if call == 0 {
			silent++
		}
	}
	switch {
	case len(safe) > 0 && silent <= 1: // nobody speaks after us
		return safe[0]
	case len(safe) > 0:
		return safe[len(safe)-1]
	case len(calls) > 0 && !v.allows(pass):
		return calls[0]
	}
	return v.want(pass)
}

// needed returns the hundredths of points that a call asks for.
func (v *view) needed(action uint32) int {
	value, all := int(action-firstCall)/4*100, 0
	switch (action - firstCall) % 4 {
	case 0:
		return value
	case 1:
		return value + 50
	}
	for _, point := range v.sheet.Points {
		all += int(point.Worth)
	}
	return max(value, 100*all-30)
}

func (v *view) declare() uint32 {
	cards := append(append([]byte{}, v.known.Hand...), v.known.Trick...)
	best, most := v.Legal[0], none
	for _, action := range v.Legal {
		trump, sub := int(action)-declare, none
		if action >= declareTwo {
			trump, sub = int(action-declareTwo)/4, int(action-declareTwo)%4
		}
		if value := v.estimate(cards, trump, sub); value > most {
			best, most = action, value
		}
	}
	return best
}

func (v *view) lead(plays []byte) byte {
	if !v.trumpKnown { // the lead makes trump
		if row := filter(v.sheet.Trumps[v.trump], func(card byte) bool {
			return has(plays, card) && suitOf(card) == v.trump
		}); len(row) > 0 {
			if v.low {
				for i, j := 0, len(row)-1; i < j; i, j = i+1, j-1 {
					row[i], row[j] = row[j], row[i]
				}
			}
			if free := filter(row, func(card byte) bool { return v.worth(card) == 0 }); len(free) > 0 {
				return free[0]
			}
			return row[0]
		}
		return plays[0]
	}
	trumps := filter(plays, v.isTrump)
	if len(trumps) > 0 && v.known.PitcherPlus_1 > 0 && v.friend(int(v.known.PitcherPlus_1)-1) {
		top := most(trumps, func(card byte) int { return v.power(card, v.trump) })
		if v.stronger(top, v.trump) <= 1 {
			return top
		}
	}
	return v.cheapest(plays)
}

func (v *view) follow(plays []byte) byte {
	led := none
	for _, card := range v.known.Trick {
		if led = v.suitInPlay(card); led != none {
			break
		}
	}
	power := func(card byte) int { return v.power(card, led) }
	boss := func(card byte) bool { return v.stronger(card, led) == 0 }
	top := most(v.known.Trick, power)
	best, winner := power(top), int(v.known.TrickSeats[bytes.IndexByte(v.known.Trick, top)])
	behind := v.enemiesBehind()
	if best > 0 && v.friend(winner) {
		under := orAll(filter(plays, func(card byte) bool { return power(card) < best }), plays)
		if behind && !boss(top) {
			return v.cheapest(under)
		}
		return most(under, func(card byte) int { return 1000*v.stake(card) - v.hold(card) })
	}
	winners := filter(plays, func(card byte) bool { return power(card) > best })
	prize := 0
	for _, card := range v.known.Trick {
		prize += v.stake(card)
	}
	if len(winners) > 0 && !behind {
		gain := most(winners, func(card byte) int { return 2*v.stake(card) - v.hold(card) })
		if prize+v.stake(gain) >= 3 {
			return gain
		}
	}
	for _, card := range winners {
		if boss(card) && prize+v.stake(card) >= 6 {
			return card
		}
	}
	return v.cheapest(orAll(filter(plays, func(card byte) bool { return power(card) <= best }), plays))
}
