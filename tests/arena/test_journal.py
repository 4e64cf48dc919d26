from __future__ import annotations

import fcntl
import random
from pathlib import Path
from typing import Any

import pytest
import trio

from arena.errors import RunError
from arena.records.journal import Entry, Tail, body_of, decode, encode, game_body, open_journal, read_journal


def write(path: Path, texts: list[str]) -> list[int]:
    """Append notes to the journal and return the offsets that were reported."""
    offsets: list[int] = []

    async def main() -> None:
        journal = open_journal(path)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(journal.flusher)
                events = [journal.put(body_of(kind="note", text=text), offsets.append) for text in texts]
                await events[-1].wait()
                assert all(event.is_set() for event in events)
                journal.close_soon()
        finally:
            journal.close()

    trio.run(main)
    return offsets


def read(path: Path) -> tuple[list[Entry], Tail]:
    *entries, tail = read_journal(path)
    assert isinstance(tail, Tail)
    assert all(isinstance(entry, Entry) for entry in entries)
    return [entry for entry in entries if isinstance(entry, Entry)], tail


def test_what_is_put_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first = write(path, ["a", "é\u2028b"])
    second = write(path, [str(i) for i in range(100)])
    entries, tail = read(path)
    assert [entry.line.text for entry in entries] == ["a", "é\u2028b", *map(str, range(100))]
    assert [entry.offset for entry in entries] == first + second
    assert tail == Tail(path.stat().st_size, 0)
    with path.open("rb") as file:
        file.seek(second[7])
        assert decode(file.readline()) == body_of(kind="note", text="7")


def test_records_stand_in_it_as_they_came(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(encode(game_body(b'{"bout":"x", "odd" :1}\n', b"")))
    ((entry,), _) = read(path)
    assert bytes(entry.line.record) == b'{"bout":"x", "odd" :1}'
    assert bytes(entry.line.timing) == b"{}"


@pytest.mark.parametrize("cut", range(1, 60))
def test_every_torn_tail_is_dropped(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "journal"
    write(path, ["one", "two"])
    whole = path.read_bytes()
    last = whole[whole.index(b"\n") + 1 :]
    path.write_bytes(whole[: len(whole) - min(cut, len(last))])
    entries, tail = read(path)
    assert [entry.line.text for entry in entries] == ["one"]
    assert tail.good + tail.torn == path.stat().st_size
    journal = open_journal(path)
    journal.cut(tail)
    journal.close()
    assert path.read_bytes() == whole[: whole.index(b"\n") + 1]


def test_a_tail_of_zeros_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    write(path, ["one"])
    with path.open("ab") as file:
        file.write(bytes(4096))
    entries, tail = read(path)
    assert len(entries) == 1
    assert tail.torn == 4096


@pytest.mark.parametrize("texts", [["one", "two", "three"], ["one", "two"]])
def test_every_damaged_byte_of_a_whole_line_is_found(tmp_path: Path, texts: list[str]) -> None:
    path = tmp_path / "journal"
    write(path, texts)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for place in range(len(lines[0]), len(lines[0]) + len(lines[1]) - 1):
        damaged = bytearray(whole)
        damaged[place] ^= 1 + random.randrange(255)
        path.write_bytes(damaged)
        with pytest.raises(RunError, match=r"line 2 is damaged.*Restore the file from a copy; nothing was changed"):
            read(path)


def test_a_torn_tail_does_not_hide_damage_before_it(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    write(path, ["one", "two"])
    path.write_bytes(path.read_bytes().replace(b"two", b"owt") + b"0123")
    with pytest.raises(RunError, match="line 2 is damaged"):
        read(path)


def test_damage_to_a_line_break_is_found(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    write(path, ["one", "two", "three"])
    path.write_bytes(path.read_bytes().replace(b"\n", b" ", 1))
    with pytest.raises(RunError, match="line 1 is damaged"):
        read(path)


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with path.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(RunError, match="another arena is writing this run") as error:
            open_journal(path)
        assert error.value.exit_status == 2


def test_a_full_disk_stops_the_run_and_spoils_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal"
    write(path, ["one"])
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ExceptionGroup) as group:
        write(path, ["two"])
    assert group.group_contains(RunError, match=r"No space left.*what was finished is safe")
    assert path.read_bytes() == before


def test_a_journal_that_is_removed_stops_the_run(tmp_path: Path) -> None:
    """The system would go on writing to a file that nobody can find."""
    path = tmp_path / "journal"
    journal = open_journal(path)
    path.unlink()

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.flusher)
            journal.put(body_of(kind="note", text="lost"))
            journal.close_soon()

    with pytest.raises(ExceptionGroup) as group:
        trio.run(main)
    journal.close()
    assert group.group_contains(RunError, match="has been removed while it was being written")


def test_many_lines_share_a_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    syncs: list[Any] = []
    monkeypatch.setattr("os.fsync", syncs.append)
    write(tmp_path / "journal", [str(i) for i in range(1000)])
    assert len(syncs) < 5


def test_what_was_handed_over_is_written_even_when_nobody_waits(tmp_path: Path) -> None:
    path = tmp_path / "journal"

    async def main() -> None:
        journal = open_journal(path)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.flusher)
            journal.put(body_of(kind="note", text="last"))
            journal.close_soon()
        journal.close()

    trio.run(main)
    assert [entry.line.text for entry in read(path)[0]] == ["last"]


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="cannot be read"):
        list(read_journal(tmp_path / "none"))
