"""A program that waits for the arena's end and then removes its temporary folder: janitor.py FOLDER.

It does so also when the arena could not, because it was killed. It imports nothing of ours.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time

LONGEST_S = 10.0  # for the processes that still use it to end


def main(folder: str) -> None:
    """Read standard input to its end; then remove the folder."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 1):
        pass
    end = time.monotonic() + LONGEST_S
    while os.path.lexists(folder) and time.monotonic() < end:
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.05)


if __name__ == "__main__":
    main(sys.argv[1])
