"""The run as a site for its owner's browser: the index, and the viewer's page of each game. Starlette on hypercorn.

Every address begins with a secret word that is drawn anew each time and printed only: a bot on this machine that is in
no sandbox could dial the port, and would not find anything there.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import trio
from hypercorn.config import Config
from hypercorn.trio import serve
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from arena.browse.index import index_page, wanted
from arena.browse.library import Library
from arena.viewer.data import ALL, PUBLIC
from arena.viewer.page import page
from referee.engine.errors import PitchError
from referee.variants.catalogue import resolve

LOOK_EVERY_S: Final = 2.0
_HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
    " img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Site:
    """What is served of one library. `word`: the secret beginning of every address."""

    def __init__(self, library: Library, *, now: Callable[[], float] = trio.current_time) -> None:
        self.word = secrets.token_urlsafe(16)
        self._library = library
        self._now = now
        self._looked: float | None = None
        self._lock = trio.Lock()

    def app(self, hosts: list[str]) -> Starlette:
        """Return the application. It answers to these host names only: no other site can lead a browser here."""
        routes = [
            Route(f"/{self.word}/", self._index),
            Route(f"/{self.word}/game/{{number:int}}", self._game),
        ]
        guard = Middleware(TrustedHostMiddleware, allowed_hosts=hosts)
        return Starlette(routes=routes, middleware=[guard], exception_handlers={PitchError: _told})

    async def _index(self, request: Request) -> Response:
        async with self._lock:
            await self._look()
            text = await trio.to_thread.run_sync(index_page, self._library, wanted(request.query_params))
        return HTMLResponse(text, headers=_HEADERS)

    async def _game(self, request: Request) -> Response:
        async with self._lock:
            await self._look()
            text = await trio.to_thread.run_sync(self._viewer, request.path_params["number"])
        if text is None:
            return PlainTextResponse("There is no such game, or it may not be looked at yet.\n", 404, _HEADERS)
        return HTMLResponse(text, headers=_HEADERS)

    async def _look(self) -> None:
        """See what has been played since, but not at every request."""
        now = self._now()
        if self._looked is None or now - self._looked >= LOOK_EVERY_S:
            await trio.to_thread.run_sync(self._library.look)
            self._looked = now

    def _viewer(self, number: int) -> str | None:
        """Return the page of a game of the plan; addresses count from 1, as `arena why` does."""
        found = self._library.record(number - 1)
        if found is None:
            return None
        sheet = resolve(found[0].sheet)
        eyes = ALL if self._library.all_cards else PUBLIC
        return page([found], title=f"{sheet.label}: {sheet.title}", eyes=eyes, back="../")


async def _told(_: Request, error: Exception) -> Response:
    """Say what is wrong with the run: its journal is damaged, or a record does not follow from its deals."""
    return PlainTextResponse(f"This cannot be shown: {error}\n", 500, _HEADERS)


def bound(listen: str) -> socket.socket:
    """Return a socket that is bound to HOST:PORT. OSError where that cannot be."""
    host, _, port = listen.rpartition(":")
    host = host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, int(port)), family=family)


async def serve_site(
    site: Site,
    bound_to: socket.socket,
    *,
    hosts: list[str],
    until: Callable[[], Awaitable[None]],
    ready: Callable[[str], None],
) -> None:
    """Serve on the socket, and close it, when `until` returns; `ready` is told the address of the index."""
    config = Config()
    config.bind = [f"fd://{bound_to.detach()}"]  # theirs from now on
    config.accesslog = None
    config.loglevel = "WARNING"
    config.include_server_header = False
    config.graceful_timeout = 1.0
    async with trio.open_nursery() as nursery:

        async def run(task_status: trio.TaskStatus[list[str]]) -> None:
            await serve(site.app(hosts), config, shutdown_trigger=until, task_status=task_status)  # type: ignore[arg-type]

        (address, *_) = await nursery.start(run)
        ready(f"{address}/{site.word}/")
