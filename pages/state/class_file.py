"""A class file as a session uses it: the table or votes, the address, and the lesson."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from l2dwk_core.bundles import DATA, BundledFile, read_bundle
from l2dwk_core.bundles.bundle import TABLE
from pages.choices.choice import VERSION
from pages.lessons.own_lesson import OWN, own_lesson, packed
from pages.state.own_table import OwnTable, Reading
from pages.state.own_votes import OwnVotes, read_draft

_ABOUT_VIEW = ("hide", "lock")
_DATASETS = ("dataset", "pin.dataset")
_OF_LESSON = re.compile(rf"(\bdataset\s*=\s*)([\"']){DATA}\2")
_READING = tuple(f.name for f in fields(Reading))


@dataclass(frozen=True, eq=False)
class ClassFile:
    """What a class file holds.

    Attributes
    ----------
    name
        What the class is called.
    own
        The table or the votes; None where a dataset of the catalogue is enough.
    address
        The parameters of the Lab's address.
    lesson
        The packed lesson file; empty without one.
    """

    name: str
    own: OwnTable | OwnVotes | None = None
    address: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    lesson: str = ""

    @property
    def has_run(self) -> bool:
        """Whether there is a run to open in the Lab."""
        return bool(self.address) or self.own is not None

    @property
    def page(self) -> str:
        """The page it opens: the lesson asks first."""
        return "lessons" if self.lesson else "lab"

    def query(self, page: str) -> dict[str, str]:
        """Return the address of the class on a page. Its lesson is on the page of lessons alone,
        and its pinned run on the Lab."""
        start = {"v": VERSION}
        if page == "lessons":
            shown = {k: v for k, v in self.address.items() if k in _ABOUT_VIEW}
            return start | shown | ({"lesson": OWN, "file": self.lesson} if self.lesson else {})
        own = {} if self.own is None else {"dataset": self.own.word}
        found = start | own | dict(self.address)
        return {k: v for k, v in found.items() if page == "lab" or "." not in k}


def read_class_file(data: bytes, *, name: str) -> ClassFile:
    """Return what a class file holds, with its table or votes ready to be used.

    Raise InputError when the file, or what it holds, cannot be used.
    """
    bundle = read_bundle(data, name)
    own = None if bundle.data is None else _own(bundle.data)
    word = DATA if own is None else own.word
    address = {
        name: word if name in _DATASETS and value == DATA else value
        for name, value in bundle.address.items()
    }
    lesson = ""
    if bundle.lesson:
        lesson = packed(about_dataset(bundle.lesson, word))
        own_lesson(lesson)
    return ClassFile(bundle.name, own, address, lesson)


def about_dataset(lesson: str, word: str) -> str:
    """Return the text of a lesson file with the dataset "data" replaced by the one it stands
    for."""
    return _OF_LESSON.sub(rf"\g<1>\g<2>{word}\g<2>", lesson)


def _own(held: BundledFile) -> OwnTable | OwnVotes:
    told: dict[str, Any] = dict(held.arguments)
    target, keep = told.pop("target", None), told.pop("keep", ())
    own: OwnTable | OwnVotes
    if held.kind == TABLE:
        reading = Reading(**{name: told.pop(name) for name in _READING if name in told})
        table = OwnTable.read(held.name, held.content, reading)
        told = {"bins": None, "target": target or table.target, "keep": keep, **told}
        own = replace(table, **told)
    else:
        group = told.pop("group", None)
        draft = read_draft(held.content, name=held.name, target=target, keep=keep, group=group)
        own = OwnVotes(held.name, held.content, draft, target, keep, group)
    # A table is put together here, where time and memory are limited, and found again by others.
    _ = own.dataset
    return own


def bundled(own: OwnTable | OwnVotes) -> BundledFile:
    """Return the table or the votes as a class file holds them."""
    kind = TABLE if isinstance(own, OwnTable) else "votes"
    return BundledFile(kind, own.file_name, own.data, own.arguments())
