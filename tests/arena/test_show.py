from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from arena.replays.export import expand
from arena.replays.show import find_game, games, tell
from arena.simulate import simulate_to_file
from referee.engine.actions import PICK_MASK, Pick, allows
from referee.engine.cards import BY_NAME, mask_of
from referee.engine.errors import ReplayError
from referee.engine.kinds import Looking
from referee.engine.notation import parse_token
from referee.variants.catalogue import names, resolve

SEED = bytes(32)


@pytest.fixture(params=names(), scope="module")
def replay(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    sheet = resolve(f"{request.param}[max_deals=4]")
    path = tmp_path_factory.mktemp("show") / "games.jsonl"
    simulate_to_file(sheet, games=6, seed=SEED, policy="random", out=path)
    return path


def test_a_seat_is_told_nothing_that_it_did_not_see(replay: Path) -> None:
    for record, bout in games(replay):
        key = bout.secret()
        for seat in range(len(record.seats)):
            told = list(tell(record, bout, seat=seat))
            everything = list(tell(record, bout, seat=None))
            assert [line for line in told if line not in everything] == [
                "Told as seat 0 saw it.".replace("0", str(seat))
            ]
            allowed = ["\n".join(seen_cards(data, seat)) for data in expand(record, key) if data["kind"] == "deal"]
            deals = "\n".join(told).split("\nDeal ")[1:]
            for text, cards in zip(deals, allowed, strict=True):
                text = text.split("\n\n")[0]
                shown = set(re.findall(r"\b(?:[2-9TJQKA][CDHS]|[LH]J)\b", text))
                assert shown <= set(cards.split("\n")), shown - set(cards.split("\n"))


def seen_cards(deal: dict, seat: int) -> list[str]:  # type: ignore[type-arg]
    events = [*deal["dealt"], *(event for decision in deal["decisions"] for event in decision["events"])]
    return [card for event in events if seat in event["audience"] for card in event.get("cards", ())]


def test_export_is_complete_and_consistent(replay: Path) -> None:
    for record, bout in games(replay):
        *deals, end = expand(record, bout.secret())
        assert len(deals) == len(record.deals) == end["deals"]
        sheet = resolve(record.sheet)
        for number, deal in enumerate(deals):
            assert deal["deal"] == number
            assert sorted(map(BY_NAME.__getitem__, deal["pack"])) == sorted(sheet.pack)
            assert [d["action"] for d in deal["decisions"]] == list(record.deals[number].actions)
            assert deal["scores"] == list(record.deals[number].scores)
            kinds = [event["kind"] for event in deal["dealt"]]
            assert kinds.count("deal") == 1
            seen_at_once = sheet.seats if sheet.looking is Looking.AT_ONCE else 0
            assert kinds.count("hand") == seen_at_once
            assert all("deal" not in {e["kind"] for e in d["events"]} for d in deal["decisions"])
            last = [event["kind"] for event in deal["decisions"][-1]["events"]]
            assert "scored" in last
            for decision in deal["decisions"]:
                check_legal(decision, sheet)
        assert end["scores"] == deals[-1]["scores"]
        json.dumps(deals)


def check_legal(decision: dict, sheet: object) -> None:  # type: ignore[type-arg]
    legal, action = decision["legal"], decision["action"]
    if isinstance(legal, list):
        assert action in legal
        return
    chosen = parse_token(action, sheet) & PICK_MASK  # type: ignore[arg-type]
    fixed, choice = (mask_of(BY_NAME[name] for name in legal[key]) for key in ("fixed", "from"))
    assert allows(Pick(fixed, choice, legal["least"], legal["most"]), chosen | 1 << 54)


def test_numbers_from_one(replay: Path) -> None:
    record, _ = find_game(replay, "2")
    assert record.game == 1
    assert find_game(replay, f"{record.bout}/0/1")[0] == record


@pytest.fixture
def damaged(tmp_path: Path) -> tuple[Path, list[str]]:
    """A file with two bouts of three games each in which the second game can be spoilt; its lines."""
    path = tmp_path / "games.jsonl"
    simulate_to_file(resolve("auction[max_deals=2]"), games=4, seed=SEED, policy="random", out=path)
    return path, path.read_text().splitlines(keepends=True)


def game_lines(lines: list[str]) -> list[int]:
    return [place for place, line in enumerate(lines) if '"kind"' not in line]


def test_a_game_is_found_behind_a_damaged_line(damaged: tuple[Path, list[str]]) -> None:
    path, lines = damaged
    last, _ = find_game(path, "4")
    place = game_lines(lines)[1]
    name = f"{last.bout}/{last.rotation}/{last.game}"

    # what is no record any more is still a game: the numbers of the others hold
    path.write_text("".join([*lines[:place], lines[place].replace('"scores"', '"skores"'), *lines[place + 1 :]]))
    assert find_game(path, "4")[0] == find_game(path, name)[0] == last
    with pytest.raises(ReplayError, match=f":{place + 1}: not a game record"):
        find_game(path, "2")

    # of what cannot be read nobody knows what it was
    path.write_text("".join([*lines[:place], lines[place][:-9] + "\n", *lines[place + 1 :]]))
    assert find_game(path, "1")[0].game == 0
    assert find_game(path, name)[0] == last
    with pytest.raises(ReplayError, match=f":{place + 1}: .*numbers are not sure.*BOUT/ROTATION/GAME"):
        find_game(path, "4")
    with pytest.raises(ReplayError, match=f":{place + 1}: not a line"):
        find_game(path, f"{last.bout}/{last.rotation}/1")


def test_a_game_is_not_told_with_the_key_of_another_bout(damaged: tuple[Path, list[str]]) -> None:
    path, lines = damaged
    place = next(place for place, line in enumerate(lines) if '"kind":"bout"' in line)
    other = lines[place].replace('"bout":"', '"bout":"other-')
    path.write_text("".join([*lines[:place], other, *lines[place + 1 :]]))
    with pytest.raises(ReplayError, match=f":{place + 2}: .*of another bout than the line before it"):
        find_game(path, "1")
