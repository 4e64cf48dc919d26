"""The only room that imports grpc and asyncio; to the rest of the project it speaks trio."""

import os
from typing import Final

SETTING: Final = "GRPC_EXPERIMENTS"
# The thread pool of grpc's event engine may sleep for up to a second on a message that has come: whoever finds no work
# and goes to sleep misses a wake-up in between (docs/adr/0011). Without it messages cost less, too.
WITHOUT_POOL: Final = "-event_engine_client,-event_engine_listener"

_own = os.environ.get(SETTING)
os.environ.setdefault(SETTING, WITHOUT_POOL)

import grpc as _grpc  # noqa: E402, F401 - it is set as it is loaded

if _own is None:  # no program that we start inherits it: an older grpc complains of names that it does not know
    del os.environ[SETTING]
