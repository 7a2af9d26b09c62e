"""Whatever the bytes: a dataset that keeps its promises, or the one error type. Derandomised."""

from __future__ import annotations

import gzip
import io
import zipfile

import numpy as np
import pandas as pd
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import ROLES, inspect_table, read_table

FUZZ = settings(
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

TOKENS = st.sampled_from(
    ["", "?", "NA", "-", "+", "0", "1", "2.5", "1,5", "1.234,5", "1,234.5", "1e999", "-inf", "007",
     "a", "b", "a b", "ä", "\0", "\x1a", "\ufeff", '"', '""', "'", "'x", '"x"', "\\", "{", "}",
     "{0 1}", "%", "#", "2020-01-01", "12:30", "TRUE", "none", "=1+1", "1_0", "٣", "１", "½",
     "\u2028"]
)  # fmt: skip
SEPARATORS = st.sampled_from([",", ";", "\t", "|", " ", ", ", "\n", "\r", "\r\n", ",,", ""])
LINES = st.lists(st.tuples(TOKENS, SEPARATORS), max_size=80).map(
    lambda pairs: "".join(token + separator for token, separator in pairs)
)
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252"])


def refused(action) -> str | None:
    """The message when the action raises the one error type, else None."""
    try:
        action()
    except InputError as error:
        return str(error)
    return None


def attempt(data: bytes, **options) -> None:
    """Read, and check what comes out: an error of one line, or a usable dataset."""
    message = refused(lambda: inspect_table(data, **options))
    if message is not None:
        assert message
        assert "\n" not in message
        return
    draft = inspect_table(data, **options)
    assert draft.preview.columns.is_unique
    assert all(column.role in ROLES and column.reason for column in draft.columns)
    choices = [{}, {"roles": {c.name: "symbolic" for c in draft.columns}}]
    choices += [{"target": draft.columns[0].name, "bins": 3}, {"max_rows": 10}]
    for choice in choices:
        message = refused(lambda choice=choice: draft.to_dataset(**choice))
        if message is None:
            check(draft.to_dataset(**choice))
        else:
            assert "\n" not in message


def check(dataset) -> None:
    assert len(dataset.X) == len(dataset.y) >= 10
    assert len(dataset.classes) >= 2
    assert "" not in dataset.classes
    for column in dataset.X:
        values = dataset.X[column]
        assert values.dtype == np.float64 or isinstance(values.dtype, pd.CategoricalDtype)
        assert values.notna().any()
        if values.dtype == np.float64:
            assert not np.isinf(values).any()


@FUZZ
@given(st.binary(max_size=400))
def test_any_bytes(data):
    attempt(data)


@FUZZ
@given(LINES, ENCODINGS, st.booleans())
def test_any_mixture_of_tokens(text, encoding, packed):
    data = text.encode(encoding, "replace")
    attempt(gzip.compress(data) if packed else data)


@FUZZ
@given(
    st.integers(2, 5).flatmap(
        lambda width: st.lists(
            st.lists(TOKENS, min_size=width, max_size=width), min_size=8, max_size=30
        )
    ),
    st.sampled_from([",", ";", "\t", "|"]),
)
def test_tables_of_any_tokens(rows, delimiter):
    frame = pd.DataFrame(rows)
    attempt(frame.to_csv(index=False, sep=delimiter, escapechar="\\").encode("utf-8", "replace"))


@FUZZ
@given(
    st.lists(st.sampled_from(["numeric", "{a,b}", "{}", "{'x y',\"z\"}", "string", "date", "{a"])),
    LINES,
)
def test_any_arff(kinds, body):
    head = "".join(f"@attribute a{i} {kind}\n" for i, kind in enumerate(kinds))
    attempt(f"@relation r\n{head}@data\n{body}".encode("utf-8", "replace"))


def _workbook() -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for row in [["x", "s", "class"], *([i / 3, "pqr"[i % 3], "ab"[i % 2]] for i in range(20))]:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


WORKBOOK = _workbook()


@FUZZ
@given(st.integers(0, len(WORKBOOK) - 1), st.binary(min_size=1, max_size=8))
def test_any_damage_to_a_workbook(at, noise):
    attempt(WORKBOOK[:at] + noise + WORKBOOK[at + len(noise) :])


@FUZZ
@given(st.data())
def test_any_damage_inside_a_workbook(data):
    """The archive is whole, the XML of one part is not."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(WORKBOOK)) as old, zipfile.ZipFile(out, "w") as new:
        victim = data.draw(st.sampled_from(old.namelist()))
        for name in old.namelist():
            content = old.read(name)
            if name == victim:
                at = data.draw(st.integers(0, len(content)))
                cut = data.draw(st.integers(0, 40))
                noise = data.draw(
                    st.binary(max_size=6) | st.sampled_from([b"<c/>", b"&x;", b"9" * 30])
                )
                content = content[:at] + noise + content[at + cut :]
            new.writestr(name, content)
    attempt(out.getvalue())


@FUZZ
@given(st.text(max_size=60), st.sampled_from([None, ",", "a", "é", "\0", "\n", "'"]))
def test_any_delimiter(text, delimiter):
    attempt(("x,class\n" + text).encode("utf-8", "replace"), delimiter=delimiter)


def test_reading_twice_gives_the_same():
    data = b"x,s,class\n" + b"".join(
        b"%d.5,%d,%s\n" % (i, i % 3, b"uv"[i % 2 :][:1]) for i in range(30)
    )
    first, second = read_table(data), read_table(data)
    pd.testing.assert_frame_equal(first.X, second.X)
    assert first.notes == second.notes
