"""The encoding of a text: given, marked, UTF-8, or guessed with a note."""

from __future__ import annotations

import re
from collections.abc import Iterator

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables.decoding.alphabets import one_byte
from l2dwk_core.datasets.tables.decoding.east_asian import east_asian
from l2dwk_core.datasets.tables.grid import check_lines

ENCODINGS = (
    "utf-8", "utf-16", "cp1252", "latin-1", "cp1250", "iso8859_2", "cp1251", "cp1253", "cp1254",
    "cp850", "mac_roman", "gb18030", "big5", "cp932", "euc_jp", "cp949",
)  # fmt: skip
"""The usual ones, of many that can be named."""

_BOMS = (  # UTF-32 first: its mark begins with UTF-16's
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_HIGH = re.compile(rb"[\x80-\xff]")
# Of €, quotes, dashes, £, §, °, ±, ², ³, µ and fractions in cp1252.
_TYPOGRAPHIC = {bytes([at]) for at in (
    0x80, 0x84, 0x85, *range(0x91, 0x98), 0xA0, 0xA3, 0xA7, 0xAB, *range(0xB0, 0xB4), 0xB5, 0xBB,
    *range(0xBC, 0xBF)
)}  # fmt: skip
# Bytes by which an encoding is guessed, and how many of them stand before the first that is not
# ASCII.
_SAMPLE, _BEFORE = 100_000, 1_000
# Not guessed: a mark or the bytes themselves tell them.
_SURE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")


def decode(title: str, data: bytes, encoding: str | None) -> tuple[str, str, list[str]]:
    """Return the text, the encoding's name, and a warning when the encoding is a guess.

    Raises
    ------
    InputError
        For an unknown or wrong encoding, for bytes that are no text, and for too many lines.
    """
    text, used = _decoded(title, data, encoding)
    text = text.replace("\n\ufeff", "\n")  # of files that were joined
    control = _CONTROL.search(text)
    if control:
        what = "NUL bytes" if control.group() == "\0" else "control characters"
        raise InputError(
            f"{title!r} is not a text file: it holds {what} (the first at character "
            f"{control.start() + 1:,}); save the table as CSV, ARFF or .xlsx."
        )
    check_lines(title, text)
    if encoding is None and used not in _SURE:
        return (
            text,
            used,
            [
                f"The text is not UTF-8 and was read as {used}, which is a guess; if "
                "letters look wrong, name its encoding."
            ],
        )
    return text, used, []


def _decoded(title: str, data: bytes, encoding: str | None) -> tuple[str, str]:
    if encoding is not None:
        try:
            return data.decode(encoding), encoding
        except LookupError:
            raise InputError(
                f"Unknown encoding {encoding!r}; common ones are {', '.join(ENCODINGS)}."
            ) from None
        except (UnicodeError, ValueError) as problem:
            raise InputError(
                f"{title!r} is not written in {encoding} ({problem}); leave the encoding open."
            ) from problem
    for mark, name in _BOMS:
        if data.startswith(mark):
            try:
                return data.decode(name), name
            except UnicodeError as problem:
                raise InputError(
                    f"{title!r} begins like {name} but is damaged ({problem}); save it as UTF-8."
                ) from problem
    # UTF-16 without a mark shows as a zero in every other byte of plain letters.
    head = data[:1000]
    for name, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        if len(zeros) > 1 and zeros.count(0) > 0.8 * len(zeros):
            try:
                return data.decode(name), name
            except UnicodeError:
                break
    for name in ("utf-8", *_guessed(data)):
        try:
            return data.decode(name), name
        except UnicodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def _guessed(data: bytes) -> Iterator[str]:
    """Return the encodings to be tried on a text that is not UTF-8, the likelier first."""
    first = _HIGH.search(data)
    if first is None:
        return
    # What comes before is ASCII, so no character is cut in two.
    start = max(data.rfind(b"\n", 0, first.start()) + 1, first.start() - _BEFORE)
    sample = data[start : start + _SAMPLE]
    signs = set(_HIGH.findall(sample))
    if not signs <= _TYPOGRAPHIC and (found := east_asian(sample)):
        yield found
    yield one_byte(sample)
    yield "cp1252"
