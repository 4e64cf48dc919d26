"""Unpacking submissions: what is honest comes through whole, what is hostile is refused for the right reason."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.classroom.collect import collect
from arena.classroom.names import claim_of, shown, student_id
from arena.classroom.refusals import HELP, Kind, Refused
from arena.classroom.unpack import Bounds, unpack
from tests.classroom import handins
from tests.classroom.handins import PLAIN, tar_link, tarred, zip_link, zipped

BOUNDS = Bounds(archive_mib=2, total_mib=4, files=50, ratio=100, seconds=30)
LIGHT = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def refusal(path: Path, into: Path, bounds: Bounds = BOUNDS) -> Refused:
    with pytest.raises(Refused) as caught:
        unpack(path, into, bounds)
    assert not into.exists(), "something was left of a refused submission"
    return caught.value


def test_every_kind_has_help() -> None:
    assert set(HELP) == set(Kind)


def test_the_same_files_are_the_same_submission_however_they_are_packed(tmp_path: Path) -> None:
    nested = {f"bob's bot/{name}": data for name, data in PLAIN.items()}
    made = [
        handins.folder(tmp_path / "plain", PLAIN),
        zipped(tmp_path / "bob.zip", nested),
        tarred(tmp_path / "bob.tgz", nested),
        tarred(tmp_path / "bob.tar", PLAIN, how="w"),
        tarred(tmp_path / "bob.tar.xz", {f"./{name}": data for name, data in PLAIN.items()}, how="w:xz"),
        zipped(tmp_path / "windows.zip", {f"bob\\{name}": data for name, data in PLAIN.items()}),
    ]
    found = [unpack(path, tmp_path / f"into{number}", BOUNDS) for number, path in enumerate(made)]
    assert len({one.digest for one in found}) == 1
    for one in found:
        assert {path.name: path.read_text() for path in one.root.iterdir()} == PLAIN


def test_a_folder_that_wraps_an_archive_is_that_archive(tmp_path: Path) -> None:
    (tmp_path / "wrap").mkdir()
    zipped(tmp_path / "wrap" / "hw3.zip", PLAIN)
    assert (unpack(tmp_path / "wrap", tmp_path / "into", BOUNDS).root / "main.py").is_file()


def test_a_git_checkout_comes_without_its_history(tmp_path: Path) -> None:
    path = handins.folder(tmp_path / "eve", {**PLAIN, ".git/config": "[core]\nfsmonitor = evil\n", ".git/x": b"1" * 99})
    os.symlink("/etc/passwd", path / ".git" / "link")
    found = unpack(path, tmp_path / "into", BOUNDS)
    assert found.files == 2 and not (tmp_path / "into" / ".git").exists()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("../evil", Kind.ESCAPES),
        ("a/../../evil", Kind.ESCAPES),
        ("/etc/evil", Kind.ESCAPES),
        ("..\\evil", Kind.ESCAPES),
        ("C:\\evil", Kind.ESCAPES),
        ("a\nb", Kind.BAD_NAME),
        ("x" * 300, Kind.BAD_NAME),
        ("d/" * 40 + "x", Kind.BAD_NAME),
        ("bot.toml/x", Kind.TWICE),
    ],
)
def test_hostile_paths(tmp_path: Path, name: str, kind: Kind) -> None:
    assert refusal(zipped(tmp_path / "a.zip", {**PLAIN, name: "x"}), tmp_path / "in" / "to").kind is kind
    if "\\" not in name:
        assert refusal(tarred(tmp_path / "a.tgz", {**PLAIN, name: "x"}), tmp_path / "in" / "to").kind is kind
    assert not (tmp_path / "evil").exists() and not (tmp_path / "in" / "evil").exists()


def test_links_and_special_files(tmp_path: Path) -> None:
    fifo = tarfile.TarInfo("fifo")
    fifo.type = tarfile.FIFOTYPE
    assert refusal(zip_link(tmp_path / "a.zip", "s", "/etc/passwd"), tmp_path / "into").kind is Kind.LINK
    for info in (tar_link("s", "../.."), tar_link("h", "bot.toml", hard=True)):
        assert refusal(tarred(tmp_path / "a.tgz", PLAIN, info), tmp_path / "into").kind is Kind.LINK
    assert refusal(tarred(tmp_path / "b.tgz", PLAIN, fifo), tmp_path / "into").kind is Kind.SPECIAL
    path = handins.folder(tmp_path / "eve", PLAIN)
    os.symlink(tmp_path, path / "up")
    assert refusal(path, tmp_path / "into").kind is Kind.LINK
    os.symlink(path, tmp_path / "whole")
    assert refusal(tmp_path / "whole", tmp_path / "into").kind is Kind.LINK


def test_a_link_does_not_lead_a_later_file_out(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        archive.addfile(tar_link("out", str(tmp_path)))
        info = tarfile.TarInfo("out/evil")
        archive.addfile(info, io.BytesIO())
    assert refusal(tmp_path / "a.tar", tmp_path / "in" / "to").kind is Kind.LINK
    assert not (tmp_path / "evil").exists()


def test_bombs_are_stopped_early(tmp_path: Path) -> None:
    zeros = b"\0" * (8 << 20)
    big = Bounds(archive_mib=2, total_mib=64, files=50, ratio=100, seconds=30)
    for path in (zipped(tmp_path / "a.zip", {**PLAIN, "z": zeros}), tarred(tmp_path / "a.tgz", {**PLAIN, "z": zeros})):
        assert refusal(path, tmp_path / "into", big).kind is Kind.BOMB  # by its ratio
        assert refusal(path, tmp_path / "into").kind is Kind.BOMB  # by its size
    many = zipped(tmp_path / "many.zip", {str(number): "" for number in range(60)})
    assert refusal(many, tmp_path / "into").kind is Kind.TOO_MANY
    assert (
        refusal(tarred(tmp_path / "many.tgz", {str(n): "" for n in range(60)}), tmp_path / "into").kind is Kind.TOO_MANY
    )
    long = handins.folder(tmp_path / "long", {**PLAIN, "z": os.urandom(5 << 20)})
    assert refusal(long, tmp_path / "into").kind is Kind.TOO_BIG
    assert refusal(zipped(tmp_path / "l.zip", {"z": os.urandom(3 << 20)}), tmp_path / "into").kind is Kind.TOO_BIG


def test_a_tar_header_that_claims_gigabytes_is_not_read_whole(tmp_path: Path) -> None:
    info = tarfile.TarInfo("././@PaxHeader")
    info.type, info.size = tarfile.XHDTYPE, 1 << 33
    with gzip.open(tmp_path / "a.tgz", "wb") as file:
        file.write(info.tobuf())
        file.write(b"\0" * (6 << 20))
    assert refusal(tmp_path / "a.tgz", tmp_path / "into").kind in (Kind.BOMB, Kind.DAMAGED)


def test_time_is_bounded(tmp_path: Path) -> None:
    times = iter(range(0, 1000, 20))
    with pytest.raises(Refused) as caught:
        unpack(handins.folder(tmp_path / "a", PLAIN), tmp_path / "into", BOUNDS, clock=lambda: float(next(times)))
    assert caught.value.kind is Kind.TOO_SLOW


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", Kind.EMPTY),
        (b"hello", Kind.NOT_AN_ARCHIVE),
        (b"Rar!\x1a\x07", Kind.NOT_AN_ARCHIVE),
        (b"PK\x03\x04" + b"junk" * 99, Kind.DAMAGED),
        (b"\x1f\x8b" + b"junk" * 99, Kind.DAMAGED),
    ],
)
def test_what_is_no_archive(tmp_path: Path, data: bytes, kind: Kind) -> None:
    (tmp_path / "a.zip").write_bytes(data)
    assert refusal(tmp_path / "a.zip", tmp_path / "into").kind is kind


def test_where_the_manifest_is_missing_the_nearest_name_is_told(tmp_path: Path) -> None:
    named = refusal(handins.folder(tmp_path / "a", {"Bot.toml.txt": "x"}), tmp_path / "into")
    assert named.kind is Kind.NO_MANIFEST and "Bot.toml.txt must be called exactly bot.toml" in named.text
    two = {f"{one}/{name}": data for one in ("a", "b") for name, data in PLAIN.items()}
    assert "more than one bot" in refusal(handins.folder(tmp_path / "b", two), tmp_path / "into").text
    assert refusal(handins.folder(tmp_path / "c", {".git/x": "1"}), tmp_path / "into").kind is Kind.EMPTY


def test_an_archive_in_the_archive_is_told(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "bot.zip", PLAIN).read_bytes()
    for number, where in enumerate(("bot.zip", "week-3/bot.zip")):
        outer = zipped(tmp_path / f"{number}.zip", {where: inner, "week-3/notes.txt": "hi"})
        refused = refusal(outer, tmp_path / "into")
        assert refused.kind is Kind.NO_MANIFEST
        assert f"no bot.toml in it; {where} is an archive itself: if the bot is in it, hand that in" in refused.text


def test_scripts_of_windows_are_mended(tmp_path: Path) -> None:
    files = {"bot.toml": MANIFEST_CRLF, "run.sh": b"#!/bin/sh\r\necho hi\r\n", "data.txt": b"a\r\n"}
    found = unpack(zipped(tmp_path / "a.zip", files), tmp_path / "into", BOUNDS)
    script = found.root / "run.sh"
    assert script.read_bytes() == b"#!/bin/sh\necho hi\n" and os.access(script, os.X_OK)
    assert (found.root / "data.txt").read_bytes() == b"a\r\n"
    assert len(found.notes) == 2 and all("run.sh" in note for note in found.notes)


MANIFEST_CRLF = handins.MANIFEST.replace("\n", "\r\n").encode()
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)
PATHS = st.lists(st.sampled_from(["..", ".", "", "a", "bot.toml", "/", "\\", "C:", "é", "\0", "\n", "🂡"]), max_size=5)


@LIGHT
@given(paths=st.lists(PATHS, min_size=1, max_size=6), data=st.binary(max_size=20))
def test_no_path_leads_out(tmp_path_factory: pytest.TempPathFactory, paths: list[list[str]], data: bytes) -> None:
    home = tmp_path_factory.mktemp("home")
    with tarfile.open(home / "a.tar", "w") as archive:
        for parts in paths:
            info = tarfile.TarInfo("/".join(parts))
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    with contextlib.suppress(Refused):
        unpack(home / "a.tar", home / "in" / "to", BOUNDS)
    left = {path.relative_to(home).as_posix() for path in home.rglob("*")}
    assert all(one in ("a.tar", "in") or one == "in/to" or one.startswith("in/to/") for one in left)


@LIGHT
@given(
    form=st.sampled_from(["zip", "tgz", "tar", "tar.xz"]),
    edits=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=8),
    cut=st.floats(0, 1),
)
def test_damaged_archives_are_refused_or_whole(
    tmp_path_factory: pytest.TempPathFactory, form: str, edits: list[tuple[float, int]], cut: float
) -> None:
    home = tmp_path_factory.mktemp("home")
    files = {**PLAIN, "more/x.txt": "text " * 50}
    path = home / f"a.{form}"
    if form == "zip":
        zipped(path, files)
    else:
        tarred(path, files, how={"tgz": "w:gz", "tar": "w", "tar.xz": "w:xz"}[form])
    data = bytearray(path.read_bytes())
    for place, value in edits:
        data[int(place * (len(data) - 1))] = value
    path.write_bytes(bytes(data[: max(4, int(len(data) * (0.5 + cut)))]))
    try:
        found = unpack(path, home / "into", BOUNDS)
    except Refused:
        assert not (home / "into").exists()
    else:
        assert (found.root / "bot.toml").is_file()


@given(one=NAMES, other=NAMES)
def test_ids_are_plain_and_each_student_has_one(one: str, other: str) -> None:
    first, second = claim_of(one).student, claim_of(other).student
    for name in (first, second):
        assert student_id(name) == student_id(name)
        assert student_id(name).replace("-", "").isalnum() and student_id(name).isascii()
        assert len(student_id(name)) <= 48
    assert (student_id(first) == student_id(second)) == (first == second)
    assert "\n" not in shown(one) and len(shown(one)) <= 80


@pytest.mark.parametrize(
    ("entry", "student", "version"),
    [
        ("alice.zip", "alice", 0),
        ("alice-v2.tar.gz", "alice", 2),
        ("alice (3).zip", "alice", 3),
        ('Bob O\'Neil 🎲 "x"', 'Bob O\'Neil 🎲 "x"', 0),
        ("Mary  Ann_v10.ZIP", "Mary Ann", 10),
        ("Ana López_12345_assignsubmission_file_", "Ana López", 0),
        ("smithjane_LATE_98765_4321_hw3-2.zip", "smithjane", 2),
        (".zip", ".zip", 0),
    ],
)
def test_names_of_files_tell_student_and_version(entry: str, student: str, version: int) -> None:
    assert (claim_of(entry).student, claim_of(entry).version) == (student, version)


def test_composed_and_decomposed_names_are_one_student() -> None:
    assert claim_of("Jos\u00e9.zip") == claim_of("Jose\u0301.zip")


def test_the_newest_version_counts(tmp_path: Path) -> None:
    for name in ("alice.zip", "alice-v2.zip", "alice-v10.zip", "bob.zip", "bob.tar.gz", ".hidden", "received.csv"):
        (tmp_path / name).write_bytes(b"")
    os.mkdir(os.fsencode(tmp_path) + b"/\xff\xfe")
    found = {one.student: one for one in collect(tmp_path)}
    assert [path.name for path in found["alice"].entries] == ["alice-v10.zip"]
    assert found["alice"].older == ("alice-v2.zip", "alice.zip")
    assert len(found["bob"].entries) == 2
    assert len(found) == 3


def test_a_zip_with_a_password(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", PLAIN)
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        start = archive.start_dir
    data[start + 8] |= 1
    path.write_bytes(bytes(data))
    assert "password" in refusal(path, tmp_path / "into").text
