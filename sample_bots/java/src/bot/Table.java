package bot;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pitch.arena.v1.Play.GameStart;
import pitch.arena.v1.SheetOuterClass.Partner;
import pitch.arena.v1.SheetOuterClass.PointKind;
import pitch.arena.v1.SheetOuterClass.PointRule;
import pitch.arena.v1.SheetOuterClass.PointSuit;
import pitch.arena.v1.SheetOuterClass.Sheet;

/** A game that is open: the bot's seat and what the strategy needs of the sheet. */
final class Table {
    /** Something that scores. */
    record Point(PointRule rule, PointKind kind, int worth, boolean ofSub, List<Integer> cards) {
        boolean isCard() {
            return kind == PointKind.POINT_KIND_CARD && cards.size() == 4;
        }
    }

    final Sheet sheet;
    final int seat;
    final int seats;
    final int sides;
    final List<Integer> pack;
    final List<List<Integer>> trumps;
    final List<List<Integer>> subTrumps;
    final List<Point> points = new ArrayList<>();
    final int allPoints;
    final boolean hasGame;

    /** What part of the points that a hand does not take by itself falls to its side all the same, in hundredths. */
    final int rest;

    /** A bot that draws lots seeds its generator with {@code start.getBotSeed()}. */
    Table(GameStart start) {
        sheet = start.getSheet();
        seat = start.getSeat();
        seats = sheet.getSeats();
        sides = sheet.getSides();
        pack = cards(sheet.getPack());
        trumps = sheet.getTrumpsList().stream().map(Table::cards).toList();
        subTrumps = sheet.getSubTrumpsList().stream().map(Table::cards).toList();
        for (PointRule rule : sheet.getPointsList()) {
            boolean ofSub = rule.getOf() == PointSuit.POINT_SUIT_SUB_TRUMP;
            points.add(new Point(rule, rule.getKind(), rule.getWorth(), ofSub, cards(rule.getCards())));
        }
        allPoints = points.stream().mapToInt(Point::worth).sum();
        hasGame = points.stream().anyMatch(point -> point.kind == PointKind.POINT_KIND_GAME);
        boolean called = sheet.getPartner() == Partner.PARTNER_CALLED
                || sheet.getPartner() == Partner.PARTNER_CALLED_AT_ONCE;
        int drawing = hasStep("fill", "swap") ? 10 : 0;
        int stock = hasStep("take-stock", "widow", "search") ? 15 : 0;
        rest = Math.min(60, 20 * (called ? 1 : seats / sides - 1) + drawing + stock);
    }

    private boolean hasStep(String... names) {
        return sheet.getExchangeList().stream().anyMatch(step -> Stream.of(names).anyMatch(step::startsWith));
    }

    static List<Integer> cards(ByteString codes) {
        List<Integer> cards = new ArrayList<>(codes.size());
        for (byte code : codes) {
            cards.add((int) code);
        }
        return cards;
    }

    static ByteString bytes(List<Integer> cards) {
        byte[] codes = new byte[cards.size()];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = cards.get(i).byteValue();
        }
        return ByteString.copyFrom(codes);
    }

    static List<Integer> filter(List<Integer> cards, IntPredicate wanted) {
        return cards.stream().filter(wanted::test).collect(Collectors.toCollection(ArrayList::new));
    }

    /** The first card of the highest value. */
    static int most(List<Integer> cards, IntUnaryOperator value) {
        int best = cards.get(0);
        for (int card : cards) {
            if (value.applyAsInt(card) > value.applyAsInt(best)) {
                best = card;
            }
        }
        return best;
    }
}
