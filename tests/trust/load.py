"""Thirty readers at once: how long a moved λ takes, whose data they see, and what memory is kept.

    python tests/trust/load.py                    # three minutes, and as long for the rest
    python tests/trust/load.py --quick            # eight readers, one minute
    python tests/trust/load.py --memory           # 300 visits and 200 trainings instead, 10 minutes

Real clients of the real server: half of them work on one dataset, the others on one each. All move
λ every two seconds; between, each changes pages, pins a run, trains members with another seed, and
uploads a table and votes of its own. Exits with 1 when one of the checks fails that it prints.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.browser.conftest import start_server
from tests.trust import process_tree
from tests.trust.load_memory import MOST_TRAINED, distinct_trainings, visits
from tests.trust.load_reader import Reader, Results, secrets_in

LONGEST = 1.5
"""Seconds within which 95 % of moves of λ are answered."""
MOST_KEPT = 150.0
"""Megabytes above the plateau that may be used when all have left."""
MOST_IDLE = 0.01
"""Share of a processor core that an idle server may use."""
IDLE_SECONDS = 30.0
COMMON = {"dataset": "glass", "seed": "500"}
OTHERS = (
    "sonar", "zoo", "heart-statlog", "hepatitis", "lymph", "echocardiogram", "hayes-roth",
    "bridges2", "machine", "heart-c", "heart-h", "flag", "colic", "autos", "breast-cancer",
)  # fmt: skip


@dataclass
class Checks:
    """What was printed, and whether it is as it should be."""

    missed: list[str] = field(default_factory=list)

    def note(self, what: str, holds: bool = True) -> None:
        """Print a line; remember it when it does not hold."""
        print(f"{'ok    ' if holds else 'MISSED'} {what}", flush=True)
        if not holds:
            self.missed.append(what)


def choice_of(number: int) -> dict[str, str]:
    """Return the choice of a reader: the even ones have one dataset, the odd ones one each.

    Of those on one dataset every second one uses members of its own number.
    """
    if number % 2 == 0:
        own = {"n_members": str(299 - number)} if number % 4 == 0 else {}
        return {**COMMON, **own}
    return {"dataset": OTHERS[number // 2 % len(OTHERS)], "seed": str(501 + number // 30)}


async def all_readers(
    readers: list[Reader], pid: int, seconds: float
) -> tuple[Results, list[float]]:
    """Let all readers work; return what they found, and the server's memory every two seconds."""
    results, warm = Results(), asyncio.Barrier(len(readers) + 1)
    begun = time.monotonic()
    work = asyncio.gather(*(reader.stay(results, warm, seconds) for reader in readers))
    memory: list[float] = []
    try:
        await warm.wait()
    except asyncio.BrokenBarrierError:
        await work
        return results, [0.0]
    print(f"       {time.monotonic() - begun:.0f} s until all members were trained", flush=True)
    since, before = (
        time.monotonic(),
        [process_tree.processor_seconds(pid, alone=a) for a in (False, True)],
    )
    own_before = time.process_time()
    while not work.done():
        memory.append(process_tree.megabytes(pid))
        await asyncio.wait([work], timeout=5)
    after = [process_tree.processor_seconds(pid, alone=alone) for alone in (False, True)]
    spent = time.monotonic() - since
    every, own = ((b - a) / spent for a, b in zip(before, after, strict=True))
    readers_share = (time.process_time() - own_before) / spent
    print(
        f"       the server kept {every:.2f} cores busy, its pages {own:.2f}; this script, which "
        f"stands for other computers, {readers_share:.2f}",
        flush=True,
    )
    return results, memory


def quantile(values: list[float], share: float) -> float:
    """Return the smallest value that at least this share does not exceed; infinite for none."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else float("inf")


def times(values: list[float]) -> str:
    """Return the number, the median, the 95 % and the longest."""
    if not values:
        return "none"
    return (
        f"{len(values)}, median {statistics.median(values):.2f} s, 95 % within "
        f"{quantile(values, 0.95):.2f} s, longest {max(values):.2f} s"
    )


def check_answers(checks: Checks, results: Results) -> None:
    """Check times and errors."""
    for line in results.wrong[:20]:
        print("       ", line)
    checks.note(f"{len(results.wrong)} errors in {len(results.script)} moves", not results.wrong)
    for what, values in (
        ("page run, with the new headline", results.script), ("headline alone", results.live)
    ):  # fmt: skip
        holds = quantile(values, 0.95) <= LONGEST
        checks.note(f"λ moved → {what}: {times(values)}", holds)
    checks.note(f"another page: {times(results.pages)}")
    checks.note(f"members with another seed: {times(results.trainings)}")
    checks.note(f"a file uploaded and read: {times(results.uploads)}")


def check_trained_once(checks: Checks, file: Path, n_readers: int) -> None:
    """Check how often each base ensemble was trained."""
    counts = Counter(line for line in file.read_text("utf-8").splitlines() if "secret" not in line)
    again = {name: n for name, n in counts.items() if n > 1}
    asked = f"{COMMON['dataset']} seed {COMMON['seed']}"
    checks.note(
        f"{asked}, asked for by {(n_readers + 1) // 2} readers at once, was trained "
        f"{counts[asked]} time; {len(counts)} others, more than once: {again or 'none'}",
        counts[asked] == 1 and not again,
    )


def check_secrets(checks: Checks, readers: list[Reader]) -> None:
    """Check that nobody was sent a word of another reader's files."""
    missing, foreign = [], []
    for reader in readers:
        found, own = secrets_in(reader.file), reader.secret.encode()
        missing += [reader.secret] * (reader.has_uploaded and own not in found)
        foreign += [reader.secret] * bool(found - {own})
    checks.note(
        f"words of uploaded files seen by others: {len(foreign)}; {len(missing)} of "
        f"{sum(reader.has_uploaded for reader in readers)} readers did not see their own",
        not foreign and not missing,
    )


async def idle_share(pid: int) -> float:
    """Return the share of a core that the server uses while nobody is there."""
    before = process_tree.processor_seconds(pid)
    await asyncio.sleep(IDLE_SECONDS)
    return (process_tree.processor_seconds(pid) - before) / IDLE_SECONDS


async def everything(address: str, pid: int, asked: argparse.Namespace, folder: Path) -> list[str]:
    """Run all parts; return which checks were missed."""
    checks = Checks()
    empty = process_tree.megabytes(pid)
    readers = [Reader(n, address, choice_of(n), folder) for n in range(asked.sessions)]
    results, memory = await all_readers(readers, pid, asked.seconds)
    check_answers(checks, results)
    check_trained_once(checks, folder / "trainings", asked.sessions)
    check_secrets(checks, readers)
    await asyncio.sleep(20)  # a page that leaves is waited for, some seconds
    plateau, left = statistics.median(memory[-len(memory) // 3 :]), process_tree.megabytes(pid)
    checks.note(
        f"memory: {empty:.0f} MB empty, {plateau:.0f} MB with all readers, {left:.0f} MB when they "
        "have left",
        left <= plateau + MOST_KEPT,
    )
    share = await idle_share(pid)
    checks.note(f"an idle server uses {share:.2%} of a core", share < MOST_IDLE)
    return checks.missed


async def memory_only(address: str, pid: int) -> list[str]:
    """Run the part about many visits and trainings; return which checks were missed."""
    checks = Checks()
    checks.note(*await visits(address, pid))
    checks.note(*await distinct_trainings(address, pid))
    return checks.missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--sessions", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--quick", action="store_true", help="8 sessions, one minute")
    parser.add_argument("--memory", action="store_true", help="300 visits and 200 trainings")
    asked = parser.parse_args()
    if asked.quick:
        asked.sessions, asked.seconds = 8, 60
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log, counts = folder / "server.log", folder / "trainings"
        most = MOST_TRAINED if asked.memory else 0
        server, address = start_server(
            log, module=("tests.trust.counted_trainings", str(counts), str(most))
        )
        try:
            work = (
                memory_only(address, server.pid)
                if asked.memory
                else everything(address, server.pid, asked, folder)
            )
            missed = asyncio.run(work)
        finally:
            server.terminate()
            server.wait(10)
        if "Traceback" in (said := log.read_text("utf-8")):
            missed.append("the server's log has an error")
            print(said[said.index("Traceback") :][:2_000])
    print(f"{len(missed)} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
