"""The filter of system calls: what it decides, call by call, and that real sandboxes have it."""

from __future__ import annotations

import errno
import os
import platform
import struct
from dataclasses import replace

import pytest

from arena.sandbox.box import Tools
from arena.sandbox.machine import look
from arena.sandbox.seccomp import program

X86, ARM, I386 = 0xC000003E, 0xC00000B7, 0x40000003
ALLOWED = 0x7FFF0000
REFUSED, UNKNOWN = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS


def decide(code: bytes, *, number: int, architecture: int) -> int:
    """Do what the kernel does with the program (of the steps that we use)."""
    steps = list(struct.iter_unpack("=HBBI", code))
    loaded, at = 0, 0
    while True:
        what, yes, no, value = steps[at]
        at += 1
        if what == 0x20:
            loaded = {0: number, 4: architecture}[value]
        elif what == 0x06:
            assert isinstance(value, int)
            return value
        else:
            at += yes if {0x15: loaded == value, 0x35: loaded >= value}[what] else no


@pytest.mark.parametrize(
    ("machine", "architecture", "ptrace", "io_uring", "fine"),
    [
        ("x86_64", X86, 101, 425, (0, 1, 9, 41, 56, 57, 59, 186, 202, 435)),
        ("aarch64", ARM, 117, 425, (63, 64, 220, 221)),
    ],
)  # fmt: skip
def test_what_is_decided(machine: str, architecture: int, ptrace: int, io_uring: int, fine: tuple[int, ...]) -> None:
    """read, write, mmap, socket, clone, fork, exec, gettid, futex and clone3 are among what is fine."""
    code = program(machine)
    assert decide(code, number=ptrace, architecture=architecture) == REFUSED
    assert decide(code, number=io_uring, architecture=architecture) == UNKNOWN
    assert {decide(code, number=number, architecture=architecture) for number in fine} == {ALLOWED}
    for other in {X86, ARM, I386} - {architecture}:  # the same numbers mean other calls there
        assert {decide(code, number=number, architecture=other) for number in (ptrace, *fine)} == {UNKNOWN}
    refused = [n for n in range(600) if decide(code, number=n, architecture=architecture) != ALLOWED]
    assert 30 < len(refused) < 60


def test_the_other_numbers_of_x86_are_refused() -> None:
    assert decide(program("x86_64"), number=0x40000000 | 101, architecture=X86) == UNKNOWN


def test_other_machines_have_none() -> None:
    assert program("riscv64") == b""


def test_a_machine_that_cannot_filter_has_sandboxes_all_the_same(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tools.filtered or platform.machine() not in ("x86_64", "aarch64")
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    machine = look()
    assert machine.tools == replace(tools, filtered=False)
    (found,) = [one for one in machine.findings if one.what == "system calls"]
    assert not found.ok and "no filter for riscv64" in found.seen and machine.reason == ""
    assert os.uname().machine != "riscv64"
