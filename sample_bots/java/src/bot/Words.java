package bot;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import pitch.arena.v1.Play.Snapshot;
import pitch.arena.v1.Play.Turn;
import pitch.arena.v1.SheetOuterClass.Follow;
import pitch.arena.v1.SheetOuterClass.PointOwner;
import pitch.arena.v1.SheetOuterClass.Winning;

/** What ../strategy.md calls words, for one turn: what a card is worth, what it beats, what a hand promises. */
class Words {
    static final int NONE = -1; // no suit, no seat
    private static final int[] PIPS = {0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 2, 3, 4};
    private static final int[] NEAR = {100, 60, 30};

    /** What a hand promises under a trump and sub-trump, in hundredths of points. */
    record Promise(int trump, int sub, int value) {}

    final Table table;
    final Snapshot known;
    final List<Integer> hand;
    final List<Integer> trick;
    final boolean low;
    final boolean trumpKnown;
    final int trump; // while it is not known: the suit that it should be
    final int sub;

    Words(Turn turn, Table table) {
        this.table = table;
        known = turn.getKnown();
        hand = Table.cards(known.getHand());
        trick = Table.cards(known.getTrick());
        low = table.sheet.getWinning() == Winning.WINNING_LOWEST;
        trumpKnown = known.getTrumpPlus1() > 0;
        sub = known.getSubTrumpPlus1() - 1;
        trump = trumpKnown ? known.getTrumpPlus1() - 1 : bestSuits(hand).trump;
    }

    static int suitOf(int card) {
        return card / 13; // of a joker: 4, which is no suit
    }

    static boolean isJoker(int card) {
        return card >= 52;
    }

    boolean isTrump(int card) {
        return table.trumps.get(trump).contains(card);
    }

    boolean isSub(int card) {
        return sub != NONE && !isTrump(card) && table.subTrumps.get(sub).contains(card);
    }

    boolean isFriend(int seat) {
        int pitcher = known.getPitcherPlus1() - 1;
        if (known.getCalled().isEmpty() || pitcher == NONE) {
            return seat % table.sides == table.seat % table.sides;
        }
        boolean mine = hand.contains((int) known.getCalled().byteAt(0));
        int partner = mine ? table.seat : known.getPartnerPlus1() - 1;
        return (seat == pitcher || seat == partner) == (table.seat == pitcher || table.seat == partner);
    }

    boolean enemiesBehind() {
        List<Integer> gone = Table.cards(known.getTrickSeats().concat(known.getUp()));
        for (int seat = 0; seat < table.seats; seat++) {
            boolean here = seat != table.seat && known.getHandSizes().byteAt(seat) > 0;
            if (here && !gone.contains(seat) && !isFriend(seat)) {
                return true;
            }
        }
        return false;
    }

    /** The suit that a card led asks for. */
    int suitInPlay(int card) {
        if (trumpKnown && isTrump(card)) {
            return trump;
        }
        return isJoker(card) ? NONE : suitOf(card);
    }

    /** How far up a card is in a row that is sorted from the strongest. */
    private int height(int card, List<Integer> row) {
        int place = row.indexOf(card);
        return low ? place : row.size() - 1 - place;
    }

    private int rank(int card) {
        return low ? 12 - card % 13 : card % 13;
    }

    int worth(int card) {
        int total = 0;
        for (Table.Point point : table.points) {
            int suit = point.ofSub() ? sub : trump;
            if (point.isCard() && suit != NONE && point.cards().get(suit) == card) {
                total += point.worth();
            }
        }
        return total;
    }

    /** What goes to the winner of a trick with the card. */
    int stake(int card) {
        return 30 * worth(card) + (table.hasGame && !isJoker(card) ? PIPS[card % 13] : 0);
    }

    /** What it is worth to have the card. */
    int hold(int card) {
        int points = 10 * worth(card);
        if (isTrump(card)) {
            List<Integer> row = table.trumps.get(trump);
            return points + 18 + 24 * height(card, row) / row.size();
        }
        if (isSub(card)) {
            List<Integer> row = table.subTrumps.get(sub);
            return points + 12 + 24 * height(card, row) / row.size();
        }
        return points + (isJoker(card) ? 0 : 3 * rank(card) / 5);
    }

    int cost(int card) {
        return 2 * stake(card) + hold(card);
    }

    /** What the card can do in a trick of the suit led; 0: it cannot win. */
    int power(int card, int led) {
        if (trumpKnown && isTrump(card)) {
            boolean captures = table.sheet.getWinning() == Winning.WINNING_TWO_CAPTURES && card == 13 * trump;
            return captures ? 1000 : 200 + height(card, table.trumps.get(trump));
        }
        if (isSub(card)) {
            return 100 + height(card, table.subTrumps.get(sub));
        }
        boolean follows = !isJoker(card) && suitOf(card) == led;
        return follows && table.sheet.getFollow() != Follow.FOLLOW_TRUMP_LED_ONLY ? 1 + rank(card) : 0;
    }

    /** How many unseen cards beat the card. */
    int stronger(int card, int led) {
        Set<Integer> seen = new HashSet<>(hand);
        seen.addAll(trick);
        seen.addAll(Table.cards(known.getGone()));
        for (ByteString pile : known.getTakenList()) {
            seen.addAll(Table.cards(pile));
        }
        int mine = power(card, led);
        return Table.filter(table.pack, other -> !seen.contains(other) && power(other, led) > mine).size();
    }

    Promise bestSuits(List<Integer> cards) {
        Promise best = new Promise(0, NONE, -1);
        for (int t = 0; t < 4; t++) {
            for (int s = NONE; s < 4; s++) {
                if ((s == NONE) != table.subTrumps.isEmpty() || s == t) {
                    continue;
                }
                int value = estimate(cards, t, s);
                if (value > best.value) {
                    best = new Promise(t, s, value);
                }
            }
        }
        return best;
    }

    /** The hundredths of points that the cards take with that trump and sub-trump. */
    int estimate(List<Integer> cards, int trump, int sub) {
        int total = 0;
        for (Table.Point point : table.points) {
            boolean ofSub = point.ofSub() && sub != NONE;
            List<Integer> row = ofSub ? table.subTrumps.get(sub) : table.trumps.get(trump);
            total += point.worth() * chance(point, cards, row, ofSub ? sub : trump);
        }
        return total == 0 ? 0 : total + Math.max(0, 100 * table.allPoints - total) * table.rest / 100;
    }

    /** The chance in a hundred to take a point with the cards. row: the cards of its suit. */
    private int chance(Table.Point point, List<Integer> cards, List<Integer> row, int suit) {
        List<Integer> held = new ArrayList<>(row);
        held.retainAll(cards);
        int n = held.size();
        if (n == 0) {
            return 0;
        }
        int tops = Table.filter(held, card -> height(card, row) >= row.size() - 3).size();
        boolean toHolder = point.rule().getOwner() == PointOwner.POINT_OWNER_HOLDER;
        boolean toTaker = point.rule().getOwner() == PointOwner.POINT_OWNER_TAKER;
        return switch (point.kind()) {
            case POINT_KIND_HIGH -> near(row.indexOf(held.get(0)));
            case POINT_KIND_LOW -> near(row.size() - 1 - row.indexOf(held.get(n - 1))) * (toTaker ? 60 : 100) / 100;
            case POINT_KIND_GAME, POINT_KIND_TENS, POINT_KIND_LAST_TRICK -> Math.min(90, 8 + 10 * n + 8 * tops);
            default -> {
                if (!point.isCard()) {
                    yield 0;
                }
                if (!cards.contains(point.cards().get(suit))) {
                    yield Math.min(30, 6 * tops + 2 * n);
                }
                yield toHolder ? 95 : Math.min(95, 35 + 10 * n + 10 * tops);
            }
        };
    }

    private static int near(int places) {
        return places < NEAR.length ? NEAR[places] : 0;
    }
}
