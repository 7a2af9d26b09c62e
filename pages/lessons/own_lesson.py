"""A lesson of somebody's own: a file, and its short form in the address.

The address holds the whole lesson, so a link to it is all that a class needs.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from functools import lru_cache

from l2dwk_core.common.errors import InputError
from l2dwk_core.lessons.lesson import Lesson
from l2dwk_core.lessons.reader import MAX_SIGNS, read_lesson
from pages.lessons.rules import RULES

OWN = "own"
"""What the lesson is called in the address."""
MAX_PACKED = 6_000
"""Characters of a packed lesson. Proxies refuse addresses above some 8,000."""


def packed(text: str) -> str:
    """Return a lesson file in the form that stands in the address.

    Raise InputError when it is too long for an address.
    """
    short = zlib.compress(text.encode("utf-8"), 9)
    words = base64.urlsafe_b64encode(short).decode("ascii").rstrip("=")
    if len(words) > MAX_PACKED:
        raise InputError(
            f"Packed for the address, this lesson has {len(words):,} characters; allowed are "
            f"{MAX_PACKED:,}. Make it shorter or two lessons of it."
        )
    return words


def unpacked(words: str) -> str:
    """Return the lesson file of an address. Raise InputError when it is damaged."""
    damaged = InputError(
        "The lesson in this link is damaged or cut off; copy the whole link, or open the file."
    )
    if len(words) > MAX_PACKED:
        raise damaged
    unpacker = zlib.decompressobj()
    # A character has at most four bytes.
    try:
        content = unpacker.decompress(
            base64.b64decode(words + "=" * (-len(words) % 4), altchars=b"-_", validate=True),
            4 * MAX_SIGNS,
        )
        if not unpacker.eof:
            raise damaged
        return content.decode("utf-8")
    except (binascii.Error, zlib.error, UnicodeDecodeError, ValueError) as problem:
        raise damaged from problem


@lru_cache(maxsize=64)
def own_lesson(words: str) -> Lesson:
    """Return the lesson of an address. Raise InputError for a damaged one, LessonFileError for a
    file with faults."""
    return read_lesson(unpacked(words), OWN, RULES)
