"""Many short visits, and many trainings: the server's memory must not grow beyond its caches."""

from __future__ import annotations

import asyncio

from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.trust import process_tree
from tests.trust.raw_session import raw_session

N_VISITS, N_TRAININGS = 300, 200
MOST_TRAINED = 50_000_000
"""Bytes of trained recipes that the server keeps here, so that they are exceeded several times."""
MOST_GROWTH = 50.0
"""Megabytes by which the second half may exceed the first."""


async def visits(address: str, pid: int) -> tuple[str, bool]:
    """Open and close so many sessions, eight at a time; return a line, and whether it holds."""
    turns, sizes = asyncio.Semaphore(8), []

    async def visit(number: int) -> None:
        page = ("lab", "", "data", "playground", "diversity", "paper")[number % 6]
        async with turns, raw_session(address, f"{page}?v=1") as session:
            await session.run()
        if number in (N_VISITS // 2, N_VISITS - 1):
            sizes.append(process_tree.megabytes(pid))

    await asyncio.gather(*(visit(number) for number in range(N_VISITS)))
    return _grown(f"{N_VISITS} sessions opened and closed", sizes)


async def distinct_trainings(address: str, pid: int) -> tuple[str, bool]:
    """Train so many base ensembles and move λ once on each; return a line, and whether it holds."""
    sizes = []
    async with raw_session(address, "lab?v=1&dataset=zoo") as session:
        await session.run()
        for number in range(N_TRAININGS):
            found = await session.go(
                "lab", f"v=1&dataset=zoo&n_members=51&seed={7000 + number}&lam=0.3"
            )
            if "Run" in found.buttons:
                pressed = WidgetState(id=found.buttons["Run"], trigger_value=True)
                found = await session.run(pressed)
            while "Cancel" in found.buttons:
                await asyncio.sleep(0.2)
                found = await session.run()
            if number in (N_TRAININGS // 2, N_TRAININGS - 1):
                sizes.append(process_tree.megabytes(pid))
    return _grown(f"{N_TRAININGS} trainings", sizes)


def _grown(what: str, sizes: list[float]) -> tuple[str, bool]:
    half, end = sizes
    line = f"{what}: {half:.0f} MB after half of them, {end:.0f} MB at the end"
    return line, end <= half + MOST_GROWTH
