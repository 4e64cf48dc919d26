package bot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import pitch.arena.v1.Play.Choice;
import pitch.arena.v1.Play.Turn;

/** The strategy of ../strategy.md: decides from one turn and the sheet alone. */
final class Strategy extends Words {
    private static final int PASS = 64;
    private static final int LOOK = 65;
    private static final int MISDEAL = 67;
    private static final int PLAY_ON = 68;
    private static final int KEEP_WIDOW = 70;
    private static final int HAND_ON = 71;
    private static final int TAKE = 72;
    private static final int LEAVE = 73;
    private static final int DECLARE = 80;
    private static final int DECLARE_TWO = 96;
    private static final int CALL_CARD = 128;
    private static final int FIRST_CALL = 256;

    private final Turn turn;
    private final List<Integer> legal;

    private Strategy(Turn turn, Table table) {
        super(turn, table);
        this.turn = turn;
        legal = turn.getLegalList();
    }

    /** The answer to the turn. */
    static Choice choose(Turn turn, Table table) {
        Strategy strategy = new Strategy(turn, table);
        Choice.Builder choice = Choice.newBuilder().setGame(turn.getGame()).setTurn(turn.getTurn());
        if (turn.hasPick()) {
            choice.setCards(Table.bytes(strategy.pick()));
        } else {
            choice.setAction(strategy.action());
        }
        return choice.build();
    }

    private int action() {
        return switch (turn.getAsk()) {
            case ASK_LOOK -> want(LOOK);
            case ASK_CALL -> call();
            case ASK_DECLARE, ASK_NAME_SUIT -> declare();
            case ASK_CALL_PARTNER -> callPartner();
            case ASK_WIDOW -> want(Table.filter(hand, this::isTrump).size() >= 6 ? HAND_ON : KEEP_WIDOW);
            case ASK_TAKE -> want(worthTaking() ? TAKE : LEAVE);
            case ASK_PLAY_ON -> want(PLAY_ON);
            case ASK_PLAY -> play();
            default -> legal.get(0);
        };
    }

    private List<Integer> pick() {
        List<Integer> order = byHold(Table.cards(turn.getPick().getChooseFrom()));
        int least = turn.getPick().getLeast();
        int most = Math.min(turn.getPick().getMost(), order.size());
        List<Integer> answer = Table.cards(turn.getPick().getFixed());
        answer.addAll(switch (turn.getAsk()) {
            case ASK_THROW -> {
                int plain = Table.filter(order, card -> !isTrump(card) && !isSub(card)).size();
                yield order.subList(0, Math.min(Math.max(plain, least), most));
            }
            case ASK_KEEP, ASK_SEARCH -> order.subList(order.size() - most, order.size());
            default -> order.subList(0, least);
        });
        return answer;
    }

    private int call() {
        if (legal.contains(MISDEAL)) {
            return MISDEAL;
        }
        int have = bestSuits(hand).value();
        List<Integer> calls = Table.filter(legal, action -> action >= FIRST_CALL);
        List<Integer> safe = Table.filter(calls, action -> needed(action) <= have);
        if (safe.isEmpty()) {
            return legal.contains(PASS) || calls.isEmpty() ? want(PASS) : calls.get(0);
        }
        boolean last = Collections.frequency(known.getCallsList(), 0) <= 1;
        return safe.get(last ? 0 : safe.size() - 1); // no higher than needed when nobody speaks after us
    }

    /** The hundredths of points that a call asks for. */
    private int needed(int action) {
        int value = (action - FIRST_CALL) / 4 * 100;
        int kind = (action - FIRST_CALL) % 4;
        return kind < 2 ? value + 50 * kind : Math.max(value, 100 * table.allPoints - 30);
    }

    private int declare() {
        List<Integer> cards = new ArrayList<>(hand);
        cards.addAll(trick);
        return Table.most(legal, action -> {
            int two = action - DECLARE_TWO;
            return two >= 0 ? estimate(cards, two / 4, two % 4) : estimate(cards, action - DECLARE, NONE);
        });
    }

    private int callPartner() {
        for (int card : table.trumps.get(trump)) {
            if (!hand.contains(card) && legal.contains(CALL_CARD + card)) {
                return CALL_CARD + card;
            }
        }
        return legal.get(0);
    }

    private boolean worthTaking() {
        return hand.isEmpty() || hold(known.getOffered().byteAt(0)) > hold(byHold(hand).get(0));
    }

    private int play() {
        List<Integer> plays = Table.filter(legal, action -> action < PASS);
        if (plays.isEmpty()) {
            return legal.get(0);
        }
        if (!trick.isEmpty()) {
            return follow(plays);
        }
        return trumpKnown ? lead(plays) : opening(plays);
    }

    /** The lead that makes trump. */
    private int opening(List<Integer> plays) {
        List<Integer> row =
                Table.filter(table.trumps.get(trump), card -> plays.contains(card) && suitOf(card) == trump);
        if (row.isEmpty()) {
            return plays.get(0);
        }
        if (low) {
            Collections.reverse(row);
        }
        return orAll(Table.filter(row, card -> worth(card) == 0), row).get(0);
    }

    private int lead(List<Integer> plays) {
        List<Integer> trumps = Table.filter(plays, this::isTrump);
        int pitcher = known.getPitcherPlus1() - 1;
        if (!trumps.isEmpty() && pitcher != NONE && isFriend(pitcher)) {
            int top = Table.most(trumps, card -> power(card, trump));
            if (stronger(top, trump) <= 1) {
                return top;
            }
        }
        return cheapest(plays);
    }

    private int follow(List<Integer> plays) {
        int led = trick.stream().map(this::suitInPlay).filter(suit -> suit != NONE).findFirst().orElse(NONE);
        int top = Table.most(trick, card -> power(card, led));
        int best = power(top, led);
        boolean behind = enemiesBehind();
        if (best > 0 && isFriend(known.getTrickSeats().byteAt(trick.indexOf(top)))) {
            List<Integer> under = orAll(Table.filter(plays, card -> power(card, led) < best), plays);
            if (behind && stronger(top, led) > 0) {
                return cheapest(under);
            }
            return Table.most(under, card -> 1000 * stake(card) - hold(card));
        }
        List<Integer> winners = Table.filter(plays, card -> power(card, led) > best);
        int prize = trick.stream().mapToInt(this::stake).sum();
        if (!winners.isEmpty() && !behind) {
            int gain = Table.most(winners, card -> 2 * stake(card) - hold(card));
            if (prize + stake(gain) >= 3) {
                return gain;
            }
        }
        for (int card : winners) {
            if (prize + stake(card) >= 6 && stronger(card, led) == 0) {
                return card;
            }
        }
        return cheapest(orAll(Table.filter(plays, card -> power(card, led) <= best), plays));
    }

    private int cheapest(List<Integer> cards) {
        return Table.most(cards, card -> -cost(card));
    }

    /** The cards from what is worth least. */
    private List<Integer> byHold(List<Integer> cards) {
        return cards.stream().sorted(Comparator.comparing(this::hold)).toList();
    }

    private int want(int action) {
        return legal.contains(action) ? action : legal.get(0);
    }

    private static List<Integer> orAll(List<Integer> some, List<Integer> all) {
        return some.isEmpty() ? all : some;
    }
}
