"""Addresses that no page has written: random ones, crafted ones, and those that ask for most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, quote_plus, urlencode

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import DATASETS
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run_cost import check_run, weighting_rows
from pages.choices.choice import Choice
from pages.choices.field_rules import limits
from pages.lessons.lessons import LESSONS, View
from tests import injection, page_apps

PAGES = ["", *sorted(Path(view).stem for view in page_apps.VIEWS if view != "start.py")]
NUMBERS = (
    "0", "-1", "1", "2", "301", "5000", "1e308", "-1e308", "1e-308", "nan", "inf", "-inf", "0x10",
    "1_0", "٣", "9" * 400, "2147483648", "18446744073709551616", "1e", "+1", " 1", "0.1", "１",
)  # fmt: skip
WORDS = (
    "", "none", "yes", "no", "null", "True", "own-0123456789abcdef", "votes-0123456789abcdef",
    "moons_noise1e300", "moons_rows99999999999", "moons_noise_seed", "../../etc/passwd",
    "x" * 10_000, "\0", "a\0b", "\u202eabc", "\ud7ff\ue000", "{{7*7}}", "%s%n%d", "__class__",
    "'; drop table rows; --", "glass,zoo", ",".join(["a"] * 300), "\r\nSet-Cookie: a=b",
    injection.FILE,
    *injection.columns()[:16],
)  # fmt: skip
RAW = ("%", "%ff%fe", "%ED%A0%80", "%00", "&&&===", "?", "%C0%AF", "=", "a=b=c", "%2e%2e%2f")
"""Pieces of a query that no library would write."""


def parameters() -> dict[str, tuple[type, str]]:
    """By the name in the address: the record and its field."""
    found: dict[str, tuple[type, str]] = {f.name: (Choice, f.name) for f in fields(Choice)}
    for kind, (_, start) in page_apps.records().items():
        found |= {f"{start}{f.name}": (kind, f.name) for f in fields(kind)}
    return found


def random_places(random: Random, n: int) -> Iterator[str]:
    """Yield *n* places with one to six parameters: allowed, at a limit, beyond, or senseless."""
    known = parameters()
    names = [*known, *(f.name for f in fields(View)), "v", "lambda", "λ", "pin.kernel", "nonsense"]
    for _ in range(n):
        page = random.choice(PAGES)
        # Half of the parameters belong to the page itself, so that they count.
        own = [name for name in known if name.startswith(f"{page}.")] or names
        chosen = [
            random.choice(own if random.random() < 0.5 else names)
            for _ in range(random.randint(1, 6))
        ]
        parts = [f"{quote(name)}={quote_plus(_value(random, known.get(name)))}" for name in chosen]
        if random.random() < 0.15:
            parts.append(random.choice(RAW))
        if random.random() < 0.3:
            parts.append(f"dataset={random.choice(sorted(DATASETS))}")
        yield f"{page}?{'&'.join(parts)}"


def _value(random: Random, known: tuple[type, str] | None) -> str:
    if known is None or random.random() < 0.35:
        return random.choice((*NUMBERS, *WORDS, *LESSONS))
    rule: Any = limits(*known)
    if "allowed" in rule:
        return str(random.choice(tuple(rule["allowed"])))
    if "low" in rule:
        low, high = rule["low"], rule["high"]
        inside = random.uniform(low, high) if isinstance(low, float) else random.randint(low, high)
        return str(random.choice((low, high, inside, high + 1, low - 1)))
    return random.choice((*WORDS, "1,2,3", "3"))


MOST = "v=1&n_members=5000&max_rounds=500&seed=7"
"""Most members and most rounds."""
_MORE = (
    "",
    "&solver=cvxpy",
    "&outputs=probabilities",
    "&weighting=out_of_bag&missing_votes=pairwise",
)
GREEDY = (
    *(
        f"{page}?{MOST}&dataset={dataset}{more}"
        for page in ("lab", "diversity", "sweep", "noise", "compare")
        for dataset in ("wave40", "moons_rows5000")
        for more in _MORE
    ),
    "sweep?v=1&n_members=5000&sweep.splits=20&dataset=kr-vs-kp",
    "compare?v=1&n_members=5000&compare.folds=20&compare.repeats=20&dataset=wave40",
    "noise?v=1&n_members=5000&noise.levels=20&noise.repeats=20&dataset=wave40",
    "lab?v=1&pool=library&dataset=wave40&n_folds=20",
    "lab?v=1&update=exp&max_rounds=500&n_members=301&dataset=glass&solver=cvxpy",
    "playground?playground.points=600&playground.members=101&playground.depth=12&playground.rounds=40"
    "&playground.boundaries=yes",
)  # fmt: skip
"""Addresses that ask for the most work."""


TRAINED = (
    "lab?v=1&dataset=zoo&n_members=15&look.member=1&look.only=wrong",
    "sweep?v=1&dataset=zoo",
)
"""Pages whose members have to be trained before they show all their controls."""


def longest_runs() -> list[str]:
    """Return places in the Lab whose runs take as long as a page allows, by the estimate."""
    gaps = {"dataset": "wave40", "weighting": "out_of_bag", "missing_votes": "pairwise"}
    wanted: tuple[dict[str, Any], ...] = (
        gaps | {"update": "exp"},
        gaps | {"lam": 0.01},
        {"dataset": "glass", "weighting": "hold_out", "update": "exp", "solver": "cvxpy"},
        {"dataset": "wave40", "weighting": "hold_out", "update": "exp", "outputs": "probabilities"},
    )  # fmt: skip
    return [
        f"lab?{urlencode({'v': 1} | query)}&max_rounds={_most_rounds(query)}" for query in wanted
    ]


def _most_rounds(query: Mapping[str, Any]) -> int:
    """Return the largest limit of rounds that a page accepts for 301 members."""
    recipe = RunRecipe.of(query["dataset"], weighting=query["weighting"])
    names = query.keys() & {f.name for f in fields(Settings)}
    settings = Settings(**{name: query[name] for name in names})
    n_rows = weighting_rows(recipe, DATASETS[query["dataset"]].n_rows)
    for rounds in range(500, 0, -1):
        with suppress(InputError):
            missing = query["weighting"] == "out_of_bag"
            check_run(settings.changed(max_rounds=rounds), n_rows, 301, missing=missing)
            return rounds
    raise AssertionError("not one round is accepted")


def crafted() -> Iterator[str]:
    """Yield every page with each senseless word in a name and in a value, and with raw pieces."""
    for page in PAGES:
        for number, words in enumerate((*WORDS, *RAW)):
            piece = words if words in RAW else quote_plus(words, errors="surrogatepass")
            yield (
                f"{page}?{piece}=1&v=1"
                if number % 3 == 0
                else f"{page}?dataset={piece}&lesson={piece}"
            )
