"""What a stranger may send: addresses, requests for figures, and values of controls made by hand.

    python tests/trust/requests_of_a_stranger.py               # about ten minutes on 2 cores
    python tests/trust/requests_of_a_stranger.py --addresses 60 --seed 3

Against the real server: no page shows an exception, no request is answered by 500 or later than
after ten seconds, the server's log has no traceback, no value beyond the limits is taken, and
meanwhile a reader beside the stranger still gets answers. Exits with 1 when one of these fails.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import parse_qsl, quote, urlencode

from streamlit.proto.WidgetStates_pb2 import WidgetState

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pages.choices.choice import Choice, from_address
from tests.browser.conftest import start_server
from tests.trust import addresses, hand_made
from tests.trust.raw_http import raw_request
from tests.trust.raw_session import Answer, RawSession, raw_session

LONGEST = 10.0
"""Seconds after which an answer is too late."""
AT_ONCE = 4
"""Requests of the stranger that are open at a time."""
BESIDE = "lab?v=1&dataset=glass"
"""What the reader beside looks at."""


@dataclass
class Findings:
    """What was sent, how long the answers took, and what was wrong."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    log: str = ""
    """What the server has written."""

    def note(self, what: str, seconds: float, problem: str = "") -> None:
        """Note an answer; ``problem``: what is wrong with it."""
        self.seconds.setdefault(what.split()[0], []).append(seconds)
        if seconds > LONGEST:
            problem = f"{seconds:.1f} s {problem}"
        if problem:
            self.wrong.append(f"{what[:300]}: {problem[:300]}")


def page_problem(found: Answer) -> str:
    """Return what is wrong with the answer of a page; empty when nothing is."""
    if found.exceptions:
        return f"exception: {found.exceptions[0]}"
    return "" if found.finished else "no end"


async def visit(address: str, place: str, findings: Findings) -> None:
    """Open a page, and look whether it took a value beyond its limits."""
    async with raw_session(address, place) as page:
        found = await page.run(limit=3 * LONGEST)
        findings.note(f"address {place}", found.seconds, page_problem(found) or taken(page))


def taken(page: RawSession) -> str:
    """Return which part of the address that the server wrote is not allowed; empty when none is."""
    own = {k: v for k, v in parse_qsl(page.query) if k in vars(Choice())}
    own.pop("dataset", "")
    notes = from_address(own)[1]
    return f"took {notes[0]}" if notes and page.written else ""


async def press_run(address: str, place: str, findings: Findings) -> None:
    """Ask for the most work, press the button that begins it, and leave."""
    async with raw_session(address, place) as page:
        found = await page.run(limit=3 * LONGEST)
        findings.note(f"greedy {place}", found.seconds, page_problem(found))
        for label in hand_made.BEGIN:
            if label in found.buttons:
                state = WidgetState(id=found.buttons[label], trigger_value=True)
                found = await page.run(state, limit=3 * LONGEST)
                findings.note(f"run {place}", found.seconds, page_problem(found))
        findings.counts["refused" if found.errors else "begun"] += 1


async def solve_longest(address: str, place: str, findings: Findings) -> None:
    """Train the members, then ask for the longest run a page allows, with three values of λ."""
    async with raw_session(address, place) as page:
        found = await page.run(limit=3 * LONGEST)
        while "Run" in found.buttons or "Cancel" in found.buttons:
            pressed = (
                [WidgetState(id=found.buttons["Run"], trigger_value=True)]
                if ("Run" in found.buttons)
                else []
            )
            await asyncio.sleep(0 if pressed else 1)
            found = await page.run(*pressed, limit=3 * LONGEST)
        for lam in ("0.3", "2.0", "7.0"):
            async with raw_session(address, f"{place}&lam={lam}") as other:
                found = await other.run(limit=3 * LONGEST)
                findings.note(f"solve {place}&lam={lam}", found.seconds, page_problem(found))
                findings.counts["long runs " + ("refused" if found.errors else "solved")] += 1


async def ask_figures(address: str, random: Random, n: int, findings: Findings) -> None:
    """Ask the route of figures: without a token, with a wrong one, and with a page's own."""
    async with raw_session(address, "playground") as page:
        live = (await page.run()).live
        names = list(live["figures"].values())
        places = list(addresses.random_places(random, n))
        for number, place in enumerate(places):
            token = (live["token"], "", random.randbytes(16).hex(), "\0", "x" * 5_000)[
                0 if number % 2 else random.randrange(5)
            ]
            path = random.choice(
                ("playground", "lab", "start", "paper", "pair", "nonsense", "..", "%00", "a/b/c")
            )
            name = quote(random.choice((*names, *addresses.WORDS[:20])), safe="")
            query = place.partition("?")[2]
            if number % 3 == 0:
                most = {"points": "600", "members": str(random.randint(1, 101)), "rounds": "40",
                        "seed": str(random.randrange(2**31))}  # fmt: skip
                path, name = "playground", names[0]
                query = urlencode({f"playground.{k}": v for k, v in most.items()})
            url = f"/live/{path}/{name}?token={quote(token, safe='')}&{query}"
            begun = time.perf_counter()
            try:
                answer = await raw_request(address, url, limit=3 * LONGEST)
            except (TimeoutError, ConnectionError) as problem:
                findings.note(f"live {url}", time.perf_counter() - begun, repr(problem))
                continue
            findings.counts[f"live {answer.status}"] += 1
            # Any other path, such as /live/a/b, gives the page that every path gives.
            figure = answer.headers.get("content-type", "").startswith("application/json")
            wrong = answer.status >= 500 or (figure and token != live["token"])
            problem = f"status {answer.status}" if wrong else ""
            findings.note(f"live {url}", time.perf_counter() - begun, problem)


async def send_values(address: str, page: str, random: Random, n: int, findings: Findings) -> None:
    """Send values that no control offers, of the right type, to the controls of a page."""
    async with raw_session(address, page) as session:
        found = await session.run()
        for _ in range(n):
            states = hand_made.fitting_states(random, found.widgets)
            after = await session.run(*states, limit=3 * LONGEST)
            sent = " ".join(str(state).replace("\n", " ")[:90] for state in states)
            problem = page_problem(after) or taken(session)
            findings.note(f"value {page} {sent}", after.seconds, problem)
            if after.exceptions or not after.finished:
                return
            found = after if after.widgets else found


async def send_wrong_types(address: str, page: str, random: Random, findings: Findings) -> None:
    """Send a control a value of another type.

    Streamlit refuses most of them with an error in the sender's own session. None may be taken.
    """
    async with raw_session(address, page) as session:
        found = await session.run()
        after = await session.run(
            hand_made.state(random, random.choice(list(found.widgets))), limit=3 * LONGEST
        )
        findings.counts["wrong type " + ("refused" if after.exceptions else "ignored")] += 1
        problem = "" if after.finished else "no end"
        findings.note("wrong type", after.seconds, problem or taken(session))


async def send_noise(address: str, random: Random, n: int, findings: Findings) -> None:
    """Send what are no messages; the server may close the connection and must go on."""
    for _ in range(n):
        begun = time.perf_counter()
        async with raw_session(address, "") as page:
            await page.run()
            for _ in range(5):
                try:
                    await page.send(random.randbytes(random.choice((0, 1, 20, 70_000))))
                except Exception as closed:
                    findings.counts[f"noise {type(closed).__name__}"] += 1
                    break
        findings.note("noise", time.perf_counter() - begun)


@asynccontextmanager
async def reader_beside(address: str, findings: Findings) -> AsyncIterator[None]:
    """While this context is open, a reader moves λ every two seconds."""

    async def read() -> None:
        async with raw_session(address, BESIDE) as page:
            found = await page.run()
            if "Run" in found.buttons:
                found = await page.run(WidgetState(id=found.buttons["Run"], trigger_value=True))
            place = 0
            while True:
                slider = next((w for kind, w in found.widgets.values()
                               if kind == "slider" and w.label.startswith("λ")), None)  # fmt: skip
                state = []
                if slider is not None:
                    place += 1
                    moved = WidgetState(id=slider.id)
                    moved.string_array_value.data.append(
                        slider.options[place % len(slider.options)]
                    )
                    state = [moved]
                found = await page.run(*state, limit=3 * LONGEST)
                findings.note("reader", found.seconds, page_problem(found))
                await asyncio.sleep(2)

    task = asyncio.create_task(read())
    try:
        yield
    finally:
        task.cancel()
        if task.done() and not task.cancelled() and task.exception():
            findings.wrong.append(f"reader: {task.exception()}")


async def in_turns(work: Iterable) -> None:  # type: ignore[type-arg]
    """Await all of it, ``AT_ONCE`` at a time."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(piece) -> None:  # type: ignore[no-untyped-def]
        async with turns:
            await piece

    await asyncio.gather(*(one(piece) for piece in work))


async def everything(address: str, n: int, seed: int, log: Path) -> Findings:
    """Send everything; *n* is the number of random addresses, *log* the file the server writes."""
    findings, random = Findings(), Random(seed)
    live = asyncio.create_task(ask_figures(address, random, n // 2, findings))
    async with reader_beside(address, findings):
        places = [*addresses.random_places(random, n), *addresses.crafted()]
        await in_turns(visit(address, place, findings) for place in places)
        await live
        await in_turns(press_run(address, place, findings) for place in addresses.GREEDY)
        for place in addresses.longest_runs():
            await solve_longest(address, place, findings)
        pages = (*addresses.PAGES, *addresses.TRAINED)
        await in_turns(
            send_values(address, page, Random(f"{seed}{page}"), max(n // 20, 3), findings)
            for page in pages
        )
        findings.log = log.read_text(encoding="utf-8")  # what follows raises errors in Streamlit
        await send_noise(address, random, 5, findings)
        await in_turns(
            send_wrong_types(address, page, random, findings)
            for page in pages
            for _ in range(max(n // 60, 2))
        )
    return findings


def report(findings: Findings) -> bool:
    """Print what was found; return whether nothing was wrong."""
    log = findings.log
    if "Traceback" in log:
        findings.wrong.append(f"{log.count('Traceback')} tracebacks in the server's log")
        print(log[log.index("Traceback") :][:3_000])
    for what, seconds in findings.seconds.items():
        slow = sorted(seconds)
        print(
            f"{what}: {len(slow)} answers, median {statistics.median(slow):.2f} s, 95 % within "
            f"{slow[int(0.95 * (len(slow) - 1))]:.2f} s, longest {slow[-1]:.2f} s"
        )
    print("; ".join(f"{name} {n}" for name, n in sorted(findings.counts.items())))
    for line in findings.wrong[:40]:
        print("WRONG", line)
    print(f"{len(findings.wrong)} wrong")
    return not findings.wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--addresses", type=int, default=600, help="random addresses")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "server.log")
        server, address = start_server(log)
        try:
            findings = asyncio.run(everything(address, asked.addresses, asked.seed, log))
            if server.poll() is not None:
                findings.wrong.append("the server has ended")
        finally:
            server.terminate()
            server.wait(10)
        return 0 if report(findings) else 1


if __name__ == "__main__":
    sys.exit(main())
