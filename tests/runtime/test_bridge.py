"""The bridge between trio and the helper thread's loop."""

from __future__ import annotations

import asyncio
import threading

import pytest
import trio

from referee.rpc.bridge import Bridge, Mailbox, open_bridge


def test_work_runs_in_the_helper_thread_and_its_result_comes_back() -> None:
    async def work(one: int, two: int) -> tuple[int, str]:
        await asyncio.sleep(0)
        return one + two, threading.current_thread().name

    async def main() -> None:
        async with open_bridge() as bridge:
            assert await bridge.run(work, 2, 3) == (5, "grpc")
        assert not any(thread.name == "grpc" for thread in threading.enumerate())

    trio.run(main)


def test_errors_come_back() -> None:
    async def work() -> None:
        raise LookupError("nothing here")

    async def main() -> None:
        async with open_bridge() as bridge:
            with pytest.raises(LookupError, match="nothing here"):
                await bridge.run(work)

    trio.run(main)


def test_cancelling_here_cancels_there_and_waits_for_it() -> None:
    seen: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(1000)
        except asyncio.CancelledError:
            seen.append("cancelled")
            await asyncio.sleep(0.05)
            seen.append("cleaned up")
            raise

    async def main() -> None:
        async with open_bridge() as bridge:
            with trio.move_on_after(0.05) as scope:
                await bridge.run(work)
            assert scope.cancelled_caught
            assert seen == ["cancelled", "cleaned up"]

    trio.run(main)


def test_what_is_posted_is_called_in_order_and_in_batches() -> None:
    calls: list[int] = []
    wakes = 0

    async def main() -> None:
        nonlocal wakes
        async with open_bridge() as bridge:
            inner = bridge.loop.call_soon_threadsafe

            def counted(*args: object) -> object:
                nonlocal wakes
                wakes += 1
                return inner(*args)  # type: ignore[arg-type]

            bridge.loop.call_soon_threadsafe = counted  # type: ignore[assignment, method-assign]
            for number in range(1000):
                bridge.post(calls.append, number)
            await bridge.run(asyncio.sleep, 0)
        assert calls == list(range(1000))

    trio.run(main)
    assert wakes < 500


@pytest.mark.parametrize("rounds", [3])
def test_no_item_is_lost_under_load_in_both_directions(rounds: int) -> None:
    """Ping-pong of many players through one mailbox and one queue of posts, with the thread switching often."""
    import sys

    players, turns = 50, 200

    async def main() -> None:
        counts = [0] * players
        done = trio.Event()

        async with open_bridge() as bridge:

            def handle(items: list[int]) -> None:
                for player in items:
                    counts[player] += 1
                    if counts[player] < turns:
                        bridge.post(mailbox.put, player)
                if min(counts) == turns:
                    done.set()

            mailbox: Mailbox[int] = Mailbox(bridge, handle)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(mailbox.serve)
                for player in range(players):
                    bridge.post(mailbox.put, player)
                with trio.fail_after(30):
                    await done.wait()
                nursery.cancel_scope.cancel()
        assert counts == [turns] * players

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for _ in range(rounds):
            trio.run(main)
    finally:
        sys.setswitchinterval(interval)


def test_what_came_before_serve_is_handled_then() -> None:
    async def main() -> None:
        got: list[str] = []
        async with open_bridge() as bridge:
            mailbox: Mailbox[str] = Mailbox(bridge, got.extend)
            bridge.post(mailbox.put, "early")
            await bridge.run(asyncio.sleep, 0.01)
            await trio.sleep(0.05)
            assert got == []
            async with trio.open_nursery() as nursery:
                nursery.start_soon(mailbox.serve)
                bridge.post(mailbox.put, "late")
                with trio.fail_after(5):
                    while len(got) < 2:  # noqa: ASYNC110 - two threads
                        await trio.sleep(0.01)
                nursery.cancel_scope.cancel()
            assert got == ["early", "late"]

    trio.run(main)


def test_a_handler_that_raises_ends_serve() -> None:
    def handle(_items: list[int]) -> None:
        raise ZeroDivisionError

    async def main() -> None:
        async with open_bridge() as bridge:
            mailbox: Mailbox[int] = Mailbox(bridge, handle)
            bridge.post(mailbox.put, 1)
            with pytest.raises(ZeroDivisionError), trio.fail_after(5):
                await mailbox.serve()

    trio.run(main)


def test_many_bridges_one_after_the_other_leave_nothing() -> None:
    async def once(bridge_of: list[Bridge]) -> None:
        async with open_bridge() as bridge:
            bridge_of.append(bridge)
            await bridge.run(asyncio.sleep, 0)

    before = threading.active_count()
    for _ in range(20):
        trio.run(once, [])
    assert threading.active_count() == before
