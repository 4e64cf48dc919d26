package main

// Puts turns before the strategy and looks that its answers are legal: `make test`. `arena check .` plays games.

import (
	"bytes"
	"testing"

	arena "pitch/arena/v1"
)

var hand = []byte{3, 12, 20, 33, 40, 51}

func auction() *arena.Sheet {
	sheet := &arena.Sheet{
		Id: "auction", Seats: 4, Sides: 4, HandSize: 6, Calls: []uint32{264, 268, 272}, Target: 7,
		Follow: arena.Follow_FOLLOW_OR_TRUMP, Winning: arena.Winning_WINNING_HIGHEST,
		Points: []*arena.PointRule{{Name: "high", Kind: arena.PointKind_POINT_KIND_HIGH, Worth: 1}},
	}
	for card := byte(0); card < 52; card++ {
		sheet.Pack = append(sheet.Pack, card)
	}
	for suit := 0; suit < 4; suit++ {
		var row []byte
		for rank := 12; rank >= 0; rank-- {
			row = append(row, byte(13*suit+rank))
		}
		sheet.Trumps = append(sheet.Trumps, row)
	}
	return sheet
}

func known(trumpPlus1 uint32) *arena.Snapshot {
	return &arena.Snapshot{
		Hand: hand, HandSizes: []byte{6, 6, 6, 6}, Calls: []uint32{0, 0, 0, 0}, Scores: []int32{0, 0, 0, 0},
		TrumpPlus_1: trumpPlus1,
	}
}

func legal(t *testing.T, turn *arena.Turn) {
	t.Helper()
	action, _ := choose(turn, auction(), 0)
	for _, code := range turn.Legal {
		if code == action {
			return
		}
	}
	t.Errorf("%d is none of %v", action, turn.Legal)
}

func TestACallIsLegal(t *testing.T) {
	legal(t, &arena.Turn{Ask: arena.Ask_ASK_CALL, Legal: []uint32{64, 264, 268, 272}, Known: known(0)})
}

func TestACardIsLegal(t *testing.T) {
	legal(t, &arena.Turn{Ask: arena.Ask_ASK_PLAY, Legal: []uint32{3, 12}, Known: known(1)})
}

func TestThrownCardsAreAsAsked(t *testing.T) {
	pick := &arena.Pick{ChooseFrom: hand, Least: 2, Most: 4}
	_, cards := choose(&arena.Turn{Ask: arena.Ask_ASK_THROW, Pick: pick, Known: known(1)}, auction(), 0)
	if len(cards) < 2 || len(cards) > 4 {
		t.Errorf("%d cards", len(cards))
	}
	for i, card := range cards {
		if bytes.IndexByte(hand, card) < 0 || bytes.IndexByte(cards, card) != i {
			t.Errorf("card %d is not in the hand, or twice", card)
		}
	}
}
