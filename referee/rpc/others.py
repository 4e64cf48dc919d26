"""A limit on what is not play: health and reflection, which anybody may ask, and whose streams may stay open."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

import grpc
import grpc.aio

MOST_OTHERS: Final = 64  # streams of these services at once


class FewOthers(grpc.aio.ServerInterceptor):  # type: ignore[misc, unused-ignore]
    """Refuses streams of every service but `ours` beyond MOST_OTHERS, so that they are not in the way of players."""

    def __init__(self, ours: str) -> None:
        self._ours = f"/{ours}/"
        self._open = 0

    async def intercept_service(
        self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: grpc.HandlerCallDetails
    ) -> Any:
        """Return the handler of the call, with the limit where it has one."""
        handler = await continuation(handler_call_details)
        if handler is None or not handler.response_streaming or handler_call_details.method.startswith(self._ours):
            return handler
        field = "stream_stream" if handler.request_streaming else "unary_stream"
        return handler._replace(**{field: self._limited(getattr(handler, field))})

    def _limited(self, serve: Callable[..., Any]) -> Callable[..., Any]:
        yields = inspect.isasyncgenfunction(serve)

        async def limited(request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> AsyncIterator[Any]:
            if self._open >= MOST_OTHERS:
                await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{MOST_OTHERS} such streams are open already")
            self._open += 1
            try:
                if yields:
                    async for answer in serve(request, context):
                        yield answer
                else:
                    await serve(request, context)
            finally:
                self._open -= 1

        return limited
