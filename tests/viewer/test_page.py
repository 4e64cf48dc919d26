"""The viewer's page in Chromium: a game of every variant, at every step of a deal, by all eyes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from arena.replays.export import expand
from arena.replays.show import games
from arena.simulate import simulate_to_file
from arena.viewer.page import page
from referee.engine.game import Game
from referee.replay import GameRecord, steps
from referee.variants.catalogue import resolve, variants
from tests.chromium import chromium, first_painted, serious, watched_tab

STEP = """() => ({
  counts: [...document.querySelectorAll('.seat .count')].map((one) => Number(one.dataset.count)),
  hands: [...document.querySelectorAll('.seat')].map(cards),
  cards: cards(document),
  text: document.body.innerText,
})"""
TOUR = f"""(deal) => {{
  const cards = (part) => [...part.querySelectorAll('.card')].map((one) => one.dataset.card);
  const seen = [], step = {STEP}, last = Number(document.getElementById('scrub').max);
  for (let at = 0; at <= last; at += 1) {{
    location.hash = `#game=1&deal=${{deal + 1}}&decision=${{at < last ? at + 1 : 'end'}}`;
    window.onhashchange();
    seen.push(step());
  }}
  return seen;
}}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    """A tab in which any error on the console fails the test."""
    with watched_tab(browser) as tab:
        yield tab


def recorded(spec: str, folder: Path, games_wanted: int = 1) -> Path:
    file = folder / "games.jsonl"
    simulate_to_file(resolve(spec), games=games_wanted, seed=bytes(32), policy="random", out=file)
    return file


def opened(tab: Page, file: Path, folder: Path, *, eyes: str = "all") -> str:
    """Write the page, open it and return its text."""
    text = page(games(file), title="some games", eyes=eyes)
    target = folder / f"{eyes}.html"
    target.write_text(text, encoding="utf-8")
    tab.goto(target.as_uri())
    tab.wait_for_selector(".seat")
    return text


def truth(record: GameRecord, key: bytes, deal: int) -> list[tuple[list[int], list[set[str]]]]:
    """Return what the engine says before each decision of the deal: cards held, and which, by seat."""
    from referee.engine.cards import card_names

    def state(game: Game) -> tuple[list[int], list[set[str]]]:
        return list(game.view(0)[3]), [set(card_names(one.hand).split()) for one in game.private]

    return [state(game) for game, number, _, _ in steps(record, key) if number == deal]


def known(record: GameRecord, key: bytes, deal: int, seat: str) -> list[set[str]]:
    """Return the cards that the export says a seat (or "public") had seen before each decision, and at the end."""
    data = [one for one in expand(record, key) if one["kind"] == "deal"][deal]

    def cards(events: list[dict[str, Any]]) -> set[str]:
        everybody = list(range(data["sheet"]["seats"]))
        mine = everybody if seat == "public" else [int(seat)]
        return {card for event in events if set(mine) <= set(event["audience"]) for card in event.get("cards", [])}

    seen = [cards(data["dealt"])]
    for decision in data["decisions"]:
        seen.append(seen[-1] | cards(decision["events"]))
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("spec", sorted(variants()))
def test_a_tour_of_every_variant(spec: str, tab: Page, tmp_path: Path) -> None:
    file = recorded(f"{spec}[max_deals=2]", tmp_path)
    ((record, bout),) = games(file)
    key = bout.secret()
    deal = max(range(min(6, len(record.deals))), key=lambda number: len(record.deals[number].actions))
    opened(tab, file, tmp_path)
    tab.evaluate("(deal) => { location.hash = `#game=1&deal=${deal + 1}&decision=1`; window.onhashchange(); }", deal)
    moments = tab.evaluate(TOUR, deal)
    right = truth(record, key, deal)
    assert len(moments) == len(right) + 1 == len(record.deals[deal].actions) + 1
    for moment, (sizes, hands) in zip(moments, right, strict=False):
        assert moment["counts"] == sizes
        assert [set(hand) for hand in moment["hands"]] == hands
    assert len({moment["text"] for moment in moments}) == len(moments), "every step shows something else"
    for eyes in ("public", "0", str(resolve(spec).seats - 1)):
        tab.select_option("#eyes", eyes)
        looked = known(record, key, deal, eyes)
        for at, (moment, (sizes, hands)) in enumerate(zip(tab.evaluate(TOUR, deal), right, strict=False)):
            assert moment["counts"] == sizes
            assert set(moment["cards"]) <= looked[at], f"{eyes} sees a card too early at step {at}"
            wanted = [hand if str(seat) == eyes else set() for seat, hand in enumerate(hands)]
            assert [set(hand) for hand in moment["hands"]] == wanted


@pytest.mark.parametrize("spec", ["auction-partners", "ten-point", "carthage", "abacos"])
@pytest.mark.parametrize("eyes", ["public", "1"])
def test_what_is_handed_out_holds_nothing_else(spec: str, eyes: str, tab: Page, tmp_path: Path) -> None:
    file = recorded(f"{spec}[max_deals=2]", tmp_path)
    ((record, bout),) = games(file)
    text = opened(tab, file, tmp_path, eyes=eyes)
    data = json.loads(text.partition('type="application/json">')[2].partition("</script>")[0])
    assert data["eyes"] == [eyes]
    assert bout.key not in text
    for number, deal in enumerate(data["games"][0]["deals"]):
        seen = known(record, bout.secret(), number, eyes)[-1]
        told = {
            card
            for events in (deal["dealt"], *(d["events"] for d in deal["decisions"]))
            for e in events
            for card in e.get("cards", [])
        }
        assert told <= seen
        for decision in deal["decisions"]:
            assert ("legal" in decision) is ("action" in decision) is (str(decision["seat"]) == eyes)
            hands = decision.get("hands", [])
            assert {card for hand in hands for card in hand} <= seen
    assert tab.evaluate("() => [...document.getElementById('eyes').options].map((one) => one.value)") == [eyes]


def test_keys_links_and_playing_by_itself(tab: Page, tmp_path: Path) -> None:
    opened(tab, recorded("auction[max_deals=2]", tmp_path, 3), tmp_path)
    place, url = "() => document.body.dataset.ready", tab.url.split("#")[0]

    def press(*keys: str) -> str:
        for one in keys:
            tab.keyboard.press(one)
        found: str = tab.evaluate(place)
        return found

    tab.locator("h1").click()
    assert press() == "#game=1&deal=1&decision=1"
    assert press("ArrowRight", "ArrowRight", "ArrowLeft") == "#game=1&deal=1&decision=2"
    assert re.search(r", deal 1 of 2, decision 2 of \d+$", tab.locator("#place").inner_text())
    assert press("End") == "#game=1&deal=1&decision=end"
    assert re.search(r", deal 1 of 2, after its \d+ decisions$", tab.locator("#place").inner_text())
    assert press("ArrowRight") == "#game=1&deal=2&decision=1" and press("PageUp") == "#game=1&deal=1&decision=1"
    assert press("n", "n") == "#game=3&deal=1&decision=1" and press("p") == "#game=2&deal=1&decision=1"
    assert press("g") == "#game=2&deal=1&decision=1" and tab.evaluate("() => eyes.value") == "public"
    assert tab.locator(".seat .card").count() == 0
    for address in ("#game=2&deal=2&decision=4", "#2-1-3"):  # and as they were written before, from 0
        tab.goto("about:blank")
        tab.goto(url + address)
        tab.wait_for_function("() => document.body.dataset.ready === '#game=2&deal=2&decision=4'")
    assert tab.get_by_role("status").inner_text().startswith(("0 ", "1 ", "2 ", "3 "))
    tab.get_by_role("button", name="Play").click()
    tab.wait_for_function("() => document.body.dataset.ready === '#game=2&deal=2&decision=5'", timeout=20000)
    tab.get_by_role("button", name="Stop").click()
    tab.get_by_role("slider", name="Step").fill("1")
    assert tab.evaluate(place) == "#game=2&deal=2&decision=2"


def test_small_screens_names_and_size(tab: Page, tmp_path: Path) -> None:
    text = opened(tab, recorded("ten-point[max_deals=1]", tmp_path), tmp_path)
    bare = len(text) - len(text.partition('type="application/json">')[2].partition("</script>")[0])
    assert bare < 100_000
    tab.set_viewport_size({"width": 320, "height": 640})
    assert tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "it is wider than the screen"
    named = "(one) => one.innerText.trim() || one.labels?.length || one.ariaLabel"
    every = f"() => [...document.querySelectorAll('button, select, input, a')].every({named})"
    assert tab.evaluate(every)
    assert tab.get_by_role("listitem", name="ten of").count() + tab.get_by_role("listitem", name="ace of").count() > 0
    assert tab.get_by_role("navigation", name="Steps").count() == 1


def test_long_names_the_last_event_and_cards_as_they_look(tab: Page, tmp_path: Path) -> None:
    file = recorded("auction[max_deals=1,seats=7]", tmp_path)
    ((record, bout),) = games(file)
    names = tuple(f"{seat}{'w' * 63}" for seat in range(7))
    target = tmp_path / "long.html"
    target.write_text(page([(replace(record, seats=names), bout)], title="t"), encoding="utf-8")
    tab.set_viewport_size({"width": 360, "height": 640})
    tab.emulate_media(color_scheme="dark")
    tab.goto(target.as_uri())
    tab.keyboard.press("End")
    shown = """() => { const log = document.getElementById('log').getBoundingClientRect();
      const now = document.querySelector('#log .now').getBoundingClientRect();
      return now.top >= log.top - 1 && now.bottom <= log.bottom + 1; }"""
    assert tab.evaluate(shown), "what has happened last is in sight"
    over = "() => [...document.querySelectorAll('p, h2, li')].filter((one) => one.scrollWidth > one.clientWidth + 1)"
    assert tab.evaluate(f"{over}.map((one) => one.innerText)") == []
    for _ in range(60):
        if tab.locator(".card.red.done").count():
            break
        tab.keyboard.press("ArrowLeft")
    assert tab.locator(".card.red.done").count(), "a red card that is played"
    assert serious(tab) == []
    told = tab.get_by_role("status").inner_text() + tab.locator("#legal").inner_text()
    assert re.search("[♦♥]", told) and not re.search(r"\b[2-9TJQKA][CDHS]\b", told)
    assert re.search("makes trump (clubs|diamonds|hearts|spades)|has the bid", tab.locator("#log").inner_text())
    inside = """() => { const nav = document.querySelector('nav').getBoundingClientRect();
      return nav.top >= 0 && nav.bottom <= innerHeight + 1; }"""
    tab.evaluate("() => scrollTo(0, 0)")
    assert tab.evaluate(inside), "the steps are in reach above the table too"


@pytest.mark.alone
def test_a_hundred_games_are_painted_within_a_second(tab: Page, tmp_path: Path) -> None:
    opened(tab, recorded("auction-partners[max_deals=8]", tmp_path, 100), tmp_path)
    assert tab.locator("#game option").count() == 100
    painted = first_painted(tab)
    ready = tab.evaluate("() => performance.getEntriesByType('navigation')[0].loadEventEnd")
    assert painted < 1000, f"first paint after {painted:.0f} ms, ready after {ready:.0f} ms"
    print(f"first paint after {painted:.0f} ms, ready after {ready:.0f} ms")
