"""A bot to start from: it passes when it may, and plays its highest card."""

from pitch_bot import PASS, Answer, Turn, run


def choose(turn: Turn) -> Answer:
    """Return one of turn.legal; where turn.pick asks for a set of cards, return cards."""
    if turn.pick:
        return turn.pick.prefer([])  # as few as may be
    if PASS in turn.legal:
        return PASS
    return max(turn.legal, key=lambda action: action.card.rank if action.card else 0)


if __name__ == "__main__":
    run(choose)
