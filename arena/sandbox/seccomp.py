"""The filter of system calls in a sandbox: doors into the kernel that no player of cards needs.

A program of classic BPF, as the kernel takes it (Documentation/userspace-api/seccomp_filter.rst). What is not named is
allowed: bots may be in any language. The calls that namespaces and missing rights refuse anyway are named too, so that
the code behind them is not reached.
"""

from __future__ import annotations

import errno
import struct
from typing import Final

# By name: the number on x86-64, and on 64-bit ARM; -1: there is none. From the kernel's tables.
_REFUSED: Final = {
    # others' memory and execution
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "pidfd_getfd": (438, 438),
    # parts of the kernel that attacks have come through
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "lookup_dcookie": (212, 18),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    # what is seen
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432),
    "fspick": (433, 433), "mount_setattr": (442, 442), "unshare": (272, 97), "setns": (308, 268),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264),
    # the machine
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89),
    "quotactl": (179, 60), "syslog": (103, 116), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "iopl": (172, -1), "ioperm": (173, -1),
}  # fmt: skip
# As if the kernel were older: programs that would like them do without.
_UNKNOWN: Final = {
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
}  # fmt: skip
_MACHINES: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7), "arm64": (1, 0xC00000B7)}
_X32: Final = 0x40000000  # numbers from here on are those of another ABI of x86-64

_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCHITECTURE = 0, 4  # where they stand in what is loaded from
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000


def program(machine: str) -> bytes:
    """Return the filter for a machine, as `uname -m` calls it; empty where there is none for it."""
    if machine not in _MACHINES:
        return b""
    column, architecture = _MACHINES[machine]
    no_such_call, refused = _ERROR | errno.ENOSYS, _ERROR | errno.EPERM
    steps = [(_LOAD, 0, 0, _ARCHITECTURE), (_IF_EQUAL, 1, 0, architecture), (_RETURN, 0, 0, no_such_call)]
    steps += [(_LOAD, 0, 0, _NUMBER)]
    steps += [(_IF_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, no_such_call)]
    for calls, answer in ((_REFUSED, refused), (_UNKNOWN, no_such_call)):
        for numbers in calls.values():
            if numbers[column] >= 0:
                steps += [(_IF_EQUAL, 0, 1, numbers[column]), (_RETURN, 0, 0, answer)]
    steps.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
