"""One reader of many: moves λ, changes pages, pins, trains, uploads, and looks at every answer."""

from __future__ import annotations

import asyncio
import json
import re
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, BinaryIO
from urllib.parse import parse_qs, urlencode

import numpy as np
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from pages.choices.choice import Choice
from tests.trust.raw_http import raw_request
from tests.trust.raw_session import Answer, RawSession, raw_session
from tests.trust.raw_upload import upload

PAUSE = 2.0
"""Seconds between two actions of a reader."""
PAGES = ("playground", "diversity", "data", "sweep", "paper", "noise", "compare", "", "lessons")
MOVES_ON_OWN = 3
"""Moves of λ on a table or on votes that were uploaded."""
_POLL = 0.5
_PATIENCE = 600.0
_SECRET = re.compile(rb"secret[0-9a-f]{16}")
_LENGTH = 4


@dataclass
class Results:
    """What all readers found. Times are in seconds."""

    script: list[float] = field(default_factory=list)
    """From a moved λ to the end of the page's run with the new headline."""
    live: list[float] = field(default_factory=list)
    """From a moved λ to the headline that comes by the route of figures."""
    pages: list[float] = field(default_factory=list)
    trainings: list[float] = field(default_factory=list)
    uploads: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    headlines: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The headline of each choice, which must be the same for everybody."""


class KeptSession(RawSession):
    """A session that keeps every message in a file, to be searched later."""

    file: BinaryIO

    def received(self, words: bytes) -> None:
        """Append the message to the file."""
        self.file.write(len(words).to_bytes(_LENGTH, "little") + words)


def secrets_in(file: Path) -> set[bytes]:
    """Return the secret words in the messages that were kept, in packed figures too."""
    content, found, place = file.read_bytes(), set(), 0
    while place < len(content):
        start = place + _LENGTH
        place = start + int.from_bytes(content[place:start], "little")
        for words in _texts(content[start:place]):
            found.update(_SECRET.findall(words))
    return found


def _texts(words: bytes) -> Iterator[bytes]:
    yield words
    message = ForwardMsg()
    message.ParseFromString(words)
    packed = message.delta.new_element.bidi_component.bytes
    if packed:
        yield zlib.decompress(packed)


class Reader:
    """A reader with a choice, a secret word, and a plan of what to do when."""

    def __init__(self, number: int, address: str, choice: dict[str, str], folder: Path) -> None:
        self._number, self._address, self._home = number, address, choice
        self._random = Random(number)
        self.secret = f"secret{self._random.randbytes(8).hex()}"
        self.file = folder / f"messages_{number}"
        self.results = Results()
        self._expected = dict(choice)
        self._page: KeptSession
        self._shown: dict[str, tuple[str, Any]] = {}
        self._buttons: dict[str, str] = {}
        self._live: dict[str, Any] = {}
        self._fragment = ""
        self.has_uploaded = False

    async def stay(self, results: Results, warm: asyncio.Barrier, seconds: float) -> None:
        """Open the Lab, wait until all readers have, then act every two seconds."""
        self.results = results
        place = f"lab?{urlencode({'v': '1'} | self._home)}"
        try:
            with self.file.open("wb") as kept:
                async with raw_session(self._address, place, KeptSession) as self._page:
                    self._page.file = kept
                    self._look(await self._page.run())
                    await self._train()
                    await warm.wait()
                    await self._act(seconds)
        except Exception as problem:
            self._wrong(f"{type(problem).__name__}: {problem}")
            await warm.abort()

    async def _act(self, seconds: float) -> None:
        share = self._number / 30 * 0.15
        plan = [
            (0.08, self._pin), (0.2, self._change_page), (0.3 + share, self._other_seed),
            (0.5, self._change_page), (0.55 + share, self._own_table), (0.8, self._change_page),
        ]  # fmt: skip
        if self._number % 2 == 0:
            plan.append((0.78 + share, self._own_votes))
        plan.sort(key=lambda one: one[0])
        begun = time.monotonic()
        await asyncio.sleep(self._random.uniform(0, PAUSE))
        while (now := time.monotonic()) < begun + seconds:
            if plan and now - begun > plan[0][0] * seconds:
                await plan.pop(0)[1]()
            else:
                await self._move()
            await asyncio.sleep(max(0.0, now + PAUSE - time.monotonic()))

    async def _move(self) -> None:
        """Move λ as a key does: the route of figures is asked for the headline; the page runs."""
        slider = self._widget("slider", "λ")
        lam = self._random.choice([o for o in slider.options if o != self._expected.get("lam")])
        begun = time.monotonic()
        state = WidgetState(id=slider.id)
        state.string_array_value.data.append(lam)
        asked = asyncio.create_task(self._headline(lam))
        found = await self._page.run(state, limit=_PATIENCE)
        self.results.script.append(time.monotonic() - begun)
        if (seconds := await asked) is not None:
            self.results.live.append(seconds)
        self._expected["lam"] = lam
        self._look(found)
        self._check_choice()
        said = self._said(found)
        key = tuple(f"{k}={v}" for k, v in sorted(self._expected.items()) if k in _OF_RUN)
        if not said or self.results.headlines.setdefault(key, said) != said:
            self._wrong(f"another headline for {key}: {said[:200]!r}")

    async def _headline(self, lam: str) -> float | None:
        """Return the seconds until the headline for this λ came by the route of figures."""
        if not self._live:
            return None
        query = {k: v[-1] for k, v in parse_qs(self._live["query"]).items()}
        query |= {"lam": lam, "token": self._live["token"]}
        target = f"{self._live['path']}/verdict?{urlencode(query)}"
        begun = time.monotonic()
        answer = await raw_request(self._address, target, limit=_PATIENCE)
        if answer.status not in (200, 204):
            self._wrong(f"the route of figures answered {answer.status}")
        return time.monotonic() - begun if answer.status == 200 else None

    async def _change_page(self) -> None:
        place = PAGES[(self._number + len(self.results.pages)) % len(PAGES)]
        for page in (place, "lab"):
            begun = time.monotonic()
            found = await self._page.go(page, limit=_PATIENCE)
            self.results.pages.append(time.monotonic() - begun)
            self._look(found)
            await asyncio.sleep(PAUSE)

    async def _pin(self) -> None:
        lam = self._expected.get("lam", "")
        self._look(await self._page.run(self._pressed("Pin this run as A"), limit=_PATIENCE))
        if lam and _number(lam) != _number(Choice().lam):  # the address leaves out the default
            self._expected["pin.lam"] = lam

    async def _other_seed(self) -> None:
        """Train the members with another seed; two readers ask for the same one."""
        seed = self._widget("number_input", "Seed")
        value = 1000 + self._number // 2
        state = WidgetState(id=seed.id, double_value=value)
        self._look(await self._page.run(state, limit=_PATIENCE))
        self._expected["seed"] = str(value)
        begun = time.monotonic()
        await self._train()
        self.results.trainings.append(time.monotonic() - begun)

    async def _own_table(self) -> None:
        await self._use_own("own", "Your file", f"{self.secret} table.csv", self._table())

    async def _own_votes(self) -> None:
        await self._use_own(
            "votes", "Your models' votes", f"{self.secret} votes.csv", self._votes()
        )

    async def _use_own(self, section: str, uploader: str, name: str, content: bytes) -> None:
        """Upload a file, work on it in the Lab, and come back."""
        self._look(await self._page.go("data", f"v=1&data.section={section}", limit=_PATIENCE))
        begun = time.monotonic()
        box = self._widget("file_uploader", uploader)
        state = await upload(self._address, self._page, box.id, name, content)
        self._look(await self._page.run(state, limit=_PATIENCE))
        await self._until("Use in Lab")
        self.has_uploaded = True
        self.results.uploads.append(time.monotonic() - begun)
        found = await self._page.run(self._pressed("Use in Lab"), limit=_PATIENCE)
        self._look(found)
        await self._train()
        # The link to the Data page said nothing of members and seed, so they are as by default.
        pinned = {k: v for k, v in self._expected.items() if k.startswith("pin.")}
        own = parse_qs(self._page.query).get("dataset", ["none"])[0]
        self._expected = {"dataset": own, **pinned}
        if not re.fullmatch("(own|votes)-[0-9a-f]{16}", own):
            self._wrong(f"the Lab is not on the uploaded file: {self._page.query}")
        for _ in range(MOVES_ON_OWN):
            await self._move()
            await asyncio.sleep(PAUSE)
        self._expected = {**self._home, "lam": "1"}  # a link without a pin removes it
        home = urlencode({"v": "1", **self._expected})
        # On one page only Back and Forward bring another address.
        self._look(await self._page.go("data", limit=_PATIENCE))
        self._look(await self._page.go("lab", home, limit=_PATIENCE))
        await self._train()

    async def _train(self) -> None:
        """Press *Run* where the members are not trained, and wait until they are."""
        if "Run" in self._buttons:
            self._look(await self._page.run(self._pressed("Run"), limit=_PATIENCE))
        await self._until("Pin this run as A", "Remove pin")

    async def _until(self, *labels: str) -> None:
        """Wait until the page shows one of these buttons, as a browser does."""
        limit = time.monotonic() + _PATIENCE
        fragment = self._fragment
        while not any(label in self._buttons for label in labels):
            if time.monotonic() > limit:
                raise TimeoutError(f"no {labels[0]!r}, but {sorted(self._buttons)}")
            await asyncio.sleep(_POLL)
            found = await self._page.run(fragment=fragment, limit=_PATIENCE)
            self._look(found, whole=not fragment or "Cancel" not in found.buttons)
            fragment = found.fragment or fragment

    def _look(self, found: Answer, *, whole: bool = True) -> None:
        """Note what is wrong with an answer, and what the page shows now."""
        for text in (*found.exceptions, *found.errors):
            self._wrong(text)
        if not found.finished:
            self._wrong("a run of the page did not end")
        self._fragment = found.fragment
        if whole:
            self._shown, self._buttons, self._live = found.widgets, found.buttons, found.live

    def _check_choice(self) -> None:
        """The address must hold what this reader chose and pinned, and nothing of others."""
        query = {k: v[-1] for k, v in parse_qs(self._page.query).items()}
        default = vars(Choice())
        for name in ("dataset", "lam", "seed", "n_members", "pin.lam"):
            # The address leaves out what is as by default.
            shown, wanted = (
                known.get(name, default.get(name, "")) for known in (query, self._expected)
            )
            if _number(shown) != _number(wanted):
                self._wrong(f"{name} is {shown} instead of {wanted}")

    @staticmethod
    def _said(found: Answer) -> str:
        for kind, content in found.widgets.values():
            if kind == "bidi_component" and content.component_name == "l2dwk_verdict":
                return json.dumps(json.loads(content.json)["lines"])
        return ""

    def _widget(self, kind: str, label: str) -> Any:
        for name, content in self._shown.values():
            if name == kind and content.label.startswith(label):
                return content
        raise LookupError(f"no {kind} {label!r}; buttons: {sorted(self._buttons)}")

    def _pressed(self, label: str) -> WidgetState:
        if label not in self._buttons:
            raise LookupError(f"no button {label!r}, but {sorted(self._buttons)}")
        return WidgetState(id=self._buttons[label], trigger_value=True)

    def _wrong(self, text: str) -> None:
        self.results.wrong.append(f"reader {self._number}: {text}"[:300])

    def _table(self) -> bytes:
        """Return a table whose columns and classes have the secret word."""
        rng = np.random.default_rng(self._number)
        x = rng.normal(size=(150, 3))
        y = x.sum(axis=1) + rng.normal(size=150) > 0
        head = ",".join([*(f"{self.secret} {name}" for name in "abc"), "class"])
        lines = (
            ",".join([*(f"{v:.4f}" for v in row), f"{'yes' if good else 'no'} {self.secret}"])
            for row, good in zip(x, y, strict=True)
        )
        return "\n".join([head, *lines]).encode()

    def _votes(self) -> bytes:
        """Return votes of models that have the secret word in their names."""
        rng = np.random.default_rng(100 + self._number)
        labels = rng.integers(2, size=200)
        votes = np.where(rng.random((200, 12)) < 0.75, labels[:, None], 1 - labels[:, None])
        head = ",".join([*(f"{self.secret} model {j}" for j in range(12)), "label"])
        lines = (
            ",".join("ab"[v] for v in (*row, label))
            for row, label in zip(votes, labels, strict=True)
        )
        return "\n".join([head, *lines]).encode()


def _number(value: object) -> object:
    try:
        return float(str(value))
    except ValueError:
        return value


_OF_RUN = ("dataset", "seed", "n_members", "lam")
