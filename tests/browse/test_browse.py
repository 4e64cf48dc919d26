"""What may be looked at of a run, by whom and when; the site in Chromium; a run that is followed."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import trio

from arena.browse.index import Ended, Wanted, index_page, wanted
from arena.browse.library import Cards, Library, Seen
from arena.browse.server import Site
from arena.browse.watch import follow, line_of
from arena.cli import main
from arena.records.results import Fault, Outcome
from arena.records.rundir import Run, create_run, resume_run
from arena.reports.progress import Lines
from arena.schedules.schedule import Match
from tests.arena.helpers import SEED, all_matches, config, fill, finished_run
from tests.chromium import chromium, serious, watched_tab


def begun(folder: Path) -> Run:
    """A run of which nothing has been played yet."""
    run, journal = create_run(config(folder), SEED)
    journal.close()
    return run


def play_on(folder: Path, matches: list[Match]) -> None:
    """Play the matches as `arena resume` would: the journal grows while others read it."""
    run, journal = resume_run(folder)
    fill(run, journal, matches)
    journal.close()


def test_a_bout_is_shown_when_it_is_whole_and_some_time_has_gone_by(tmp_path: Path) -> None:
    now = [0.0]
    run = begun(tmp_path / "run")
    library = Library(run.folder, delay_s=30, cards=Cards.PUBLIC, now=lambda: now[0])
    assert library.look() == [] and library.games() == []
    first = next(run.plan.all_bouts())
    *some, last = [match for match in all_matches(run) if match.bout == first]
    play_on(run.folder, some)
    now[0] = 100
    assert library.look() == [], "another rotation of the same deals is still to be played"
    play_on(run.folder, [last])
    assert library.look() == []
    assert library.record(0) is None
    now[0] = 129
    assert library.look() == []
    now[0] = 130
    assert [bout.id for bout in library.look()] == [first.id] and library.look() == []
    assert [game.ordinal for game in library.games()] == list(run.plan.games_of(first))
    assert library.record(run.plan.games_of(first).stop) is None


def test_deals_of_a_suite_are_shown_when_everybody_has_played_them(tmp_path: Path) -> None:
    changes = {"deals": ("ab" * 32, "cd" * 32), "variants": ("auction[max_deals=1,seats=2]",), "games": 1}
    run, journal = create_run(config(tmp_path / "run", **changes), SEED)
    journal.close()
    library = Library(run.folder, delay_s=0, cards=Cards.PUBLIC)
    first = [match for match in all_matches(run) if match.bout.number == 0]
    play_on(run.folder, first[:-1])
    assert library.look() == [], "the last line-up still gets these deals"
    play_on(run.folder, first[-1:])
    assert {bout.number for bout in library.look()} == {0} and len(library.games()) == len(first)


def test_of_a_run_in_play_a_page_has_what_all_saw_and_of_a_finished_one_everything(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    matches = all_matches(run)
    play_on(run.folder, matches[:-1])
    library = Library(run.folder, delay_s=0, cards=Cards.PUBLIC)
    library.look()
    eyes = [library.all_cards]
    text = Site(library)._viewer(1)
    assert text is not None
    data = json.loads(text.partition('type="application/json">')[2].partition("</script>")[0])
    assert data["eyes"] == ["public"] and '"hands"' not in text
    assert run.key(next(run.plan.all_bouts())).hex() not in text and SEED.hex() not in index_page(library, Wanted())
    play_on(run.folder, matches[-1:])
    library.look()
    assert [*eyes, library.all_cards] == [False, True] and len(library.games()) == run.plan.total_games
    whole = Site(library)._viewer(1)
    assert whole is not None and '"hands"' in whole and 'href="../"' in whole


def test_filters(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run")
    library = Library(run.folder, delay_s=9, cards=Cards.PUBLIC)
    library.look()
    games = library.games()
    assert len(games) == run.plan.total_games

    def count(**words: str) -> int:
        ask = wanted(words)
        return sum(ask.fits(game) for game in games)

    assert count() == len(games)
    won, lost = count(player="ann", ended="won"), count(player="ann", ended="lost")
    assert won and lost and won + lost == count(player="ann")
    assert count(ended="fault") == len(games) // 2
    assert 0 < count(player="ann", ended="fault") < count(ended="fault")
    assert count(variant="ten-point[max_deals=2]") + count(variant="auction[max_deals=3,seats=3]") == len(games)
    assert wanted({"ended": "nonsense", "page": "-3"}) == Wanted(ended=Ended.ANY, page=1)
    assert "<b>" not in index_page(library, wanted({"player": "<b>"}))


@contextmanager
def served(folder: Path, *more: str) -> Iterator[str]:
    """Serve the run with the command itself, and give the address that it prints."""
    command = [sys.executable, "-m", "arena", "replay", "serve", str(folder), "--listen", "127.0.0.1:0", *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert " is at http://127.0.0.1:" in line, process.stderr.read() if process.stderr else ""
        yield line.split()[-1]
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
        assert process.returncode == 0 and errors == ""
    finally:
        process.kill()
        process.communicate()


def answer(address: str, path: str, host: str = "") -> tuple[int, http.client.HTTPMessage]:
    port = urlsplit(address).port
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={"Host": host or f"127.0.0.1:{port}"})
    found = connection.getresponse()
    found.read()
    connection.close()
    return found.status, found.headers


def test_who_forfeited_is_told_whatever_else_went_wrong(tmp_path: Path) -> None:
    bout = next(begun(tmp_path / "run").plan.all_bouts())
    faults = [Fault(deal=0, index=at, seat=at % 2, fault="illegal", detail="") for at in range(5)]
    outcome = Outcome("b", 0, 0, ["ann", "bob"], [], [3, 4], [1], faults, [0])
    seen = Seen(ordinal=0, variant="v", bout=bout, outcome=outcome)
    assert seen.troubles(3) == "ann forfeited, illegal by ann, illegal by bob"
    assert seen.troubles(2) == "ann forfeited, illegal by ann and more"
    assert line_of(seen) == "b/0/0  ann 3 : bob 4  (ann forfeited, illegal by ann, illegal by bob)"


def test_the_site_in_chromium(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run", bouts=6)
    with served(run.folder) as address, chromium() as browser:
        with watched_tab(browser, may_ask=address) as tab:
            tab.goto(address)
            assert tab.get_by_role("status").inner_text() == f"{run.plan.total_games} games, 1 to 100 shown"
            assert serious(tab) == []
            fits = "() => [...document.querySelectorAll('section')].every((one) => one.scrollWidth <= one.clientWidth)"
            assert tab.evaluate(fits), "on a wide screen every column is in sight"
            tab.set_viewport_size({"width": 360, "height": 640})
            assert tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "wider than the screen"
            tab.get_by_role("link", name="Later games").click()
            tab.wait_for_url("**page=2")
            assert "101 to" in tab.get_by_role("status").inner_text()
            tab.get_by_label("Player").select_option("bob")
            tab.get_by_label("Ended").select_option("fault")
            tab.get_by_role("button", name="Show").click()
            tab.wait_for_url("**player=bob**")
            rows = tab.get_by_role("table").get_by_role("row").all_inner_texts()[1:]
            assert rows and all("late by" in row and "bob" in row for row in rows)
            tab.get_by_role("table").get_by_role("link").first.click()
            tab.wait_for_selector(".seat")
            assert tab.locator(".seat .card").count() > 0
            tab.get_by_role("button", name="Next").click()
            assert serious(tab) == []
            tab.get_by_role("link", name="All games").click()
            tab.wait_for_selector("form")
        path = urlsplit(address).path
        assert answer(address, path)[0] == 200
        wrong = ("/", "/game/1", f"{path}game/9999", f"{path}game/0")  # games count from 1
        assert [answer(address, one)[0] for one in wrong] == [404] * 4
        assert answer(address, path, host="evil.example")[0] == 400
        assert answer(address, path)[1]["Cache-Control"] == "no-store"
        damaged = bytearray(run.journal_path.read_bytes())
        damaged[run.index.offset(0) + 40] ^= 1
        run.journal_path.write_bytes(damaged)
        assert answer(address, f"{path}game/1")[0] == 500 and answer(address, f"{path}game/50")[0] == 200


def test_nobody_else_is_served_and_a_taken_port_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = finished_run(tmp_path / "run", bouts=1)
    assert main(["replay", "serve", str(run.folder), "--listen", "0.0.0.0:0"]) == 2
    assert "--insecure" in capsys.readouterr().err
    for wrong in ("nowhere", "unix:/tmp/socket"):
        assert main(["replay", "serve", str(run.folder), "--listen", wrong]) == 2
        assert f"--listen: {wrong!r} is no address: expected HOST:PORT" in capsys.readouterr().err
    with served(run.folder) as address:
        assert main(["replay", "serve", str(run.folder), "--listen", f"127.0.0.1:{urlsplit(address).port}"]) == 2
        assert "in use" in capsys.readouterr().err


def test_a_run_is_followed_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = begun(tmp_path / "run")
    matches = all_matches(run)
    play_on(run.folder, matches[:6])
    library = Library(run.folder, delay_s=0, cards=Cards.PUBLIC)

    async def watch() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: follow(library, Lines(sys.stdout), every_s=0.05))
            await trio.sleep(0.3)
            assert 0 < len(library.games()) < run.plan.total_games
            await trio.to_thread.run_sync(play_on, run.folder, matches[6:])

    trio.run(watch)
    lines = capsys.readouterr().out.splitlines()
    told = [line for line in lines if "/" in line.split()[0] and " : " in line]
    assert len(told) == len({line.split()[0] for line in told}) <= run.plan.total_games
    assert f"{run.plan.total_games}/{run.plan.total_games} games" in lines[-1]
    assert main(["watch", str(run.folder)]) == 0
    seen = capsys.readouterr()
    assert "it is finished" in seen.out
    whole = f"{run.plan.total_games}/{run.plan.total_games} games"
    assert re.search(rf"^{whole}(, \d+ faults)?$", seen.err, re.M), "what has been played before gives no rate"
