"""A record of any game leads back to the same game, and to nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given

from referee.dealing import deal_next
from referee.engine.actions import house_move
from referee.engine.errors import OtherRules, ReplayError
from referee.engine.game import Game
from referee.engine.notation import parse_token, token, tokens
from referee.replay import GameRecord, Recorder, from_json, replay
from referee.shuffle import first_dealer
from referee.variants.catalogue import names
from tests.catalogue.observing import DISTINCT, SEEDS, examples
from tests.catalogue.starts import with_given
from tests.catalogue.tables import new_game, random_action

Data = dict[str, Any]


def key_of(seed: int) -> bytes:
    return sha256(str(seed).encode()).digest()


def recorded(spec: str, seed: int) -> tuple[Game, GameRecord]:
    """Return a random game of three deals at most, in which the house plays now and then, and its record."""
    chance, key, number = Random(seed), key_of(seed), seed % 50
    limited = with_given(spec, max_deals=3)
    game = new_game(limited, first_dealer(key, number, new_game(limited).tables.seats))
    entrants = [f"entrant {seat}" for seat in range(game.tables.seats)]
    recorder = Recorder(game=game, bout="some bout", rotation=1, number=number, seats=entrants)
    while not game.over:
        if game.needs_deal:
            deal_next(game, key, number)
            recorder.deal()
        if chance.random() < 0.1:
            action = house_move(game.legal())
            recorder.house(action, "late")
        else:
            action = random_action(game.legal(), chance)
            recorder.decision(action)
        game.apply(action)
    return game, recorder.finish([])


@pytest.mark.parametrize("spec", DISTINCT)
@given(seed=SEEDS)
@examples(2)
def test_a_replay_is_the_original(spec: str, seed: int) -> None:
    game, record = recorded(spec, seed)
    text = record.to_json()
    read = from_json(text)
    assert read == record
    assert read.to_json() == text
    again = replay(read, key_of(seed))
    assert again.events == game.events
    assert again.results == game.results
    assert (again.scores, again.winners, again.settlement) == (game.scores, game.winners, game.settlement)


@pytest.mark.parametrize("spec", names())
@given(seed=SEEDS)
@examples(1)
def test_another_key_is_refused(spec: str, seed: int) -> None:
    _, record = recorded(spec, seed)
    with pytest.raises(ReplayError):
        replay(record, key_of(seed + 1))


# ---- Tampering


def refuses(data: Data, seed: int) -> None:
    with pytest.raises(ReplayError):
        replay(from_json(json.dumps(data)), key_of(seed))


def tampered(data: Data) -> Iterator[Data]:
    """Yield the record with one change each to what it says of how the deals and the game came out."""
    sides, seats, deals = len(data["scores"]), len(data["seats"]), data["deals"]
    numbers: list[tuple[str | int, ...]] = [("dealer",), ("game",), *(("scores", side) for side in range(sides))]
    for number, deal in enumerate(deals):
        numbers += [("deals", number, what, place) for what in ("scores", "points") for place in range(len(deal[what]))]
    for path in numbers:
        changed = deepcopy(data)
        at: Any = changed
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] += 1
        yield changed
    for number, deal in enumerate(deals):
        before, after = deals[:number], deals[number + 1 :]
        yield data | {"deals": [*before, deal | {"made": not deal["made"]}, *after]}
        yield data | {"deals": [*before, deal | {"house": [[9999, "late"]]}, *after]}
        yield data | {"deals": [*before, deal, deal, *after]}
        yield data | {"deals": [*before, *after]}
    yield data | {"winners": [side for side in range(sides) if side not in data["winners"]]}
    for deal, index in ((len(deals), 0), (0, 999)):
        fault = {"deal": deal, "index": index, "seat": 0, "fault": "late", "detail": ""}
        yield data | {"faults": [*data["faults"], fault]}
    yield data | {"winners": []}
    yield data | {"settlement": [7] * seats}
    yield data | {"seats": [*data["seats"], "another"]}
    yield data | {"sheet": f"auction[seats={2 if seats == 3 else 3}]"}


@pytest.mark.parametrize("spec", names())
@given(seed=SEEDS)
@examples(1)
def test_tampered_outcomes_are_refused(spec: str, seed: int) -> None:
    _, record = recorded(spec, seed)
    for data in tampered(json.loads(record.to_json())):
        refuses(data, seed)


def with_actions(record: GameRecord, deal: int, actions: list[str]) -> Data:
    data: Data = json.loads(record.to_json())
    data["deals"][deal]["actions"] = " ".join(actions)
    return data


@pytest.mark.parametrize("spec", names())
@given(seed=SEEDS)
@examples(1)
def test_tokens_that_cannot_be_are_refused(spec: str, seed: int) -> None:
    """At many places: a token that is not legal there, no token, a token too many, the same one twice."""
    game, record = recorded(spec, seed)
    chance = Random(seed)
    again = new_game(game.sheet.spec, record.dealer)
    for number, deal in enumerate(record.deals):
        deal_next(again, key_of(seed), record.game)
        actions = list(deal.actions)
        for place in range(len(actions)):
            legal = again.legal()
            fits = [token(action, again.ask, game.sheet) for action in legal] if isinstance(legal, tuple) else []
            wrong = chance.choice([text for text in tokens(game.sheet).values() if text not in fits])
            if chance.random() < 0.3:
                for text in (wrong, chance.choice(("throw:ZZ", "nonsense", "burn:2C,2C", "99", "search:", "call:XX"))):
                    refuses(with_actions(record, number, [*actions[:place], text, *actions[place + 1 :]]), seed)
            again.apply(parse_token(actions[place], game.sheet))
        refuses(with_actions(record, number, actions[:-1]), seed)
        refuses(with_actions(record, number, [*actions, "pass"]), seed)
        refuses(with_actions(record, number, [*actions, actions[-1]]), seed)
        refuses(with_actions(record, number, []), seed)


@pytest.mark.parametrize("spec", DISTINCT)
@given(seed=SEEDS)
@examples(2)
def test_another_legal_action_is_refused_or_changes_no_outcome(spec: str, seed: int) -> None:
    """A record is no signature: another call that comes to the same is a game that could have been. The scores hold."""
    game, record = recorded(spec, seed)
    chance = Random(seed)
    number = chance.randrange(len(record.deals))
    actions = list(record.deals[number].actions)
    place = chance.randrange(len(actions))
    actions[place] = chance.choice([text for text in tokens(game.sheet).values() if text != actions[place]])
    try:
        again = replay(from_json(json.dumps(with_actions(record, number, actions))), key_of(seed))
    except ReplayError:
        return
    assert (again.scores, again.winners, again.settlement) == (game.scores, game.winners, game.settlement)
    assert [result.points for result in again.results] == [result.points for result in game.results]


# ---- Records that are none


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null", "17", '"text"', b"\xff\xfe", '{"bout": 1}'])
def test_what_is_no_record_is_refused(text: str | bytes) -> None:
    with pytest.raises(ReplayError, match="not a game record"):
        from_json(text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[(name, None) for name in ("bout", "rotation", "game", "sheet", "rules", "seats", "dealer", "deals")],
        *[(name, "x") for name in ("rotation", "game", "dealer", "deals", "scores", "winners", "settlement", "faults")],
        ("deals", [{"actions": "pass"}]),
        ("deals", [17]),
        ("faults", [{"deal": 0, "index": 0, "seat": 0, "fault": "no such fault", "detail": ""}]),
    ],
)
def test_a_field_of_the_wrong_kind_is_refused(field: str, value: object) -> None:
    _, record = recorded("auction", 5)
    data = json.loads(record.to_json()) | {field: value}
    if value is None:
        del data[field]
    with pytest.raises(ReplayError, match="not a game record"):
        from_json(json.dumps(data))


def test_other_rules_are_called_so() -> None:
    _, record = recorded("auction", 5)
    data = json.loads(record.to_json()) | {"rules": "0"}
    with pytest.raises(OtherRules, match="rules version 0"):
        replay(from_json(json.dumps(data)), key_of(5))


def test_the_message_names_the_place() -> None:
    _, record = recorded("auction", 5)
    actions = list(record.deals[0].actions)
    data = with_actions(record, 0, [*actions[:2], "7", *actions[3:]])
    with pytest.raises(ReplayError, match=r"bout some bout, rotation 1, game 5, deal 1, decision 3: '7' cannot be"):
        replay(from_json(json.dumps(data)), key_of(5))


# ---- Read too kindly: what is not exactly a record should be none


def test_a_tampered_fraction_is_refused() -> None:
    _, record = recorded("auction", 5)
    data = json.loads(record.to_json())
    data["deals"][0]["scores"] = [score + (0.25 if score >= 0 else -0.25) for score in data["deals"][0]["scores"]]
    refuses(data, 5)


def test_a_truth_value_of_another_kind_is_refused() -> None:
    _, record = recorded("auction", 5)
    data = json.loads(record.to_json())
    data["deals"][0]["made"] = "no" if data["deals"][0]["made"] else 0
    refuses(data, 5)


def test_an_endless_number_is_refused() -> None:
    _, record = recorded("auction", 5)
    with pytest.raises(ReplayError):
        from_json(record.to_json().replace('"rotation":1', '"rotation":1e400'))


def test_a_forfeit_of_no_seat_is_refused() -> None:
    _, record = recorded("auction", 5)
    refuses(json.loads(record.to_json()) | {"forfeits": [99]}, 5)


def test_a_fault_of_no_seat_is_refused() -> None:
    _, record = recorded("auction", 5)
    fault = {"deal": "x", "index": None, "seat": 99, "fault": "late", "detail": 7}
    refuses(json.loads(record.to_json()) | {"faults": [fault]}, 5)
