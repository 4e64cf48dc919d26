package bot;

import com.google.protobuf.ByteString;
import java.util.List;
import pitch.arena.v1.Play.Ask;
import pitch.arena.v1.Play.GameStart;
import pitch.arena.v1.Play.Pick;
import pitch.arena.v1.Play.Snapshot;
import pitch.arena.v1.Play.Turn;
import pitch.arena.v1.SheetOuterClass.PointKind;
import pitch.arena.v1.SheetOuterClass.PointRule;
import pitch.arena.v1.SheetOuterClass.Sheet;

/** Puts turns before the strategy and looks that its answers are legal: `make test`. `arena check .` plays games. */
final class StrategyTest {
    private static final byte[] HAND = {3, 12, 20, 33, 40, 51};

    private static Table table() {
        Sheet.Builder sheet = Sheet.newBuilder().setId("auction").setSeats(4).setSides(4).setHandSize(6).setTarget(7);
        sheet.addAllCalls(List.of(264, 268, 272));
        sheet.addPoints(PointRule.newBuilder().setName("high").setKind(PointKind.POINT_KIND_HIGH).setWorth(1));
        byte[] pack = new byte[52];
        for (int card = 0; card < 52; card++) {
            pack[card] = (byte) card;
        }
        sheet.setPack(ByteString.copyFrom(pack));
        for (int suit = 0; suit < 4; suit++) {
            byte[] row = new byte[13];
            for (int i = 0; i < 13; i++) {
                row[i] = (byte) (13 * suit + 12 - i);
            }
            sheet.addTrumps(ByteString.copyFrom(row));
        }
        return new Table(GameStart.newBuilder().setSheet(sheet).build());
    }

    private static Turn.Builder turn(Ask ask, int trumpPlus1) {
        Snapshot.Builder known = Snapshot.newBuilder().setHand(ByteString.copyFrom(HAND));
        known.setHandSizes(ByteString.copyFrom(new byte[] {6, 6, 6, 6})).addAllCalls(List.of(0, 0, 0, 0));
        known.addAllScores(List.of(0, 0, 0, 0)).setTrumpPlus1(trumpPlus1);
        return Turn.newBuilder().setGame(1).setTurn(1).setAsk(ask).setKnown(known);
    }

    private static void legal(Ask ask, int trumpPlus1, List<Integer> legal) {
        int action = Strategy.choose(turn(ask, trumpPlus1).addAllLegal(legal).build(), table()).getAction();
        check(legal.contains(action), action + " is none of " + legal);
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    public static void main(String[] args) {
        legal(Ask.ASK_CALL, 0, List.of(64, 264, 268, 272));
        legal(Ask.ASK_PLAY, 1, List.of(3, 12));
        Pick pick = Pick.newBuilder().setChooseFrom(ByteString.copyFrom(HAND)).setLeast(2).setMost(4).build();
        int count = Strategy.choose(turn(Ask.ASK_THROW, 1).setPick(pick).build(), table()).getCards().size();
        check(count >= 2 && count <= 4, count + " cards");
        System.out.println("3 questions, 3 legal answers");
    }
}
