"""Files of votes: written and read without loss, and nothing in them is trusted."""

from __future__ import annotations

import contextlib
import io
import pickle
import zipfile

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes import npz
from l2dwk_core.votes.read import read_votes
from tests.votes import answers

FIELDS = (
    "models",
    "predictions",
    "labels",
    "classes",
    "probabilities",
    "available",
    "part",
    "group",
)


def archive(**arrays):
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def with_header(name, header, content=b""):
    """An archive with one entry more, whose header says what it likes."""
    out = io.BytesIO(archive(labels=np.array([0, 1, 0])))
    with zipfile.ZipFile(out, "a") as file:
        text = header.encode() + b" " * (63 - (len(header) + 10) % 64) + b"\n"
        start = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little")
        file.writestr(f"{name}.npy", start + text + content)
    return out.getvalue()


def header_of(dtype, shape):
    return repr({"descr": dtype, "fortran_order": False, "shape": shape})


@pytest.mark.parametrize("kind", [str, int], ids=["text", "numbers"])
def test_nothing_is_lost_on_the_way(tmp_path, kind):
    codes = np.searchsorted(answers.classes(), answers.labels())
    predicted = np.searchsorted(answers.classes(), answers.predictions())
    given = answers.votes(
        labels=answers.labels() if kind is str else codes,
        predictions=answers.predictions() if kind is str else predicted,
        probabilities=answers.probabilities(),
        available=answers.gaps(),
        part=np.where(np.arange(150) % 2, "test", "weighting"),
        group=np.arange(150) // 3,
    )
    npz.save_votes(tmp_path / "votes.npz", given)
    read = read_votes(tmp_path / "votes.npz")
    assert read.name == "votes"
    for field in FIELDS:
        before, after = np.asarray(getattr(given, field)), np.asarray(getattr(read, field))
        if field == "probabilities":
            before, after = before[given.available], after[given.available]
        assert before.dtype.kind == after.dtype.kind
        np.testing.assert_array_equal(after, before)


def test_arrays_as_they_are_at_hand():
    read = read_votes(
        archive(probabilities=answers.probabilities(), labels=answers.labels()), name="a.npz"
    )
    assert read.models == ("model 0", "model 1", "model 2")
    np.testing.assert_array_equal(read.predictions, answers.predictions())


def test_probabilities_may_have_their_classes_in_any_order():
    order = [2, 0, 1]
    data = archive(
        probabilities=answers.probabilities()[:, :, order],
        classes=answers.classes()[order],
        labels=answers.labels(),
    )
    read = read_votes(data)
    assert read.classes.tolist() == answers.classes().tolist()
    np.testing.assert_allclose(read.probabilities, answers.probabilities(), atol=1e-6)


def test_nan_and_empty_text_are_missing_votes():
    numbers = np.array([[0.0, 1.0], [np.nan, 1.0], [0.0, np.nan]])
    read = read_votes(archive(predictions=numbers, labels=np.array([0, 1, 0])))
    assert read.available.tolist() == [[True, True], [False, True], [True, False]]
    assert read.classes.tolist() == [0, 1]
    texts = np.array([["a", "b"], ["", "b"], ["a", ""]])
    read = read_votes(archive(predictions=texts, labels=np.array(["a", "b", "a"])))
    assert read.available.tolist() == [[True, True], [False, True], [True, False]]
    assert read.classes.tolist() == ["a", "b"]


def test_arrays_by_columns_and_of_other_byte_order_are_read():
    predicted = np.asfortranarray(np.array([[0, 1], [1, 1], [0, 0]], dtype=">i4"))
    read = read_votes(archive(predictions=predicted, labels=np.array([0, 1, 0])))
    assert read.predictions.tolist() == [[0, 1], [1, 1], [0, 0]]
    assert read.predictions.dtype.isnative


def test_other_arrays_are_left_alone_and_named():
    data = archive(predictions=np.array([[0], [1]]), labels=np.array([0, 1]), X=np.zeros((2, 5)))
    assert read_votes(data).notes == ("Arrays that are not used: ['X'].",)


def test_a_pickle_is_never_opened(tmp_path):
    class Harmful:
        def __reduce__(self):
            return (open, (str(tmp_path / "touched"), "w"))

    objects = np.array([Harmful(), Harmful()], dtype=object)
    data = archive(labels=objects, predictions=np.array([[0], [1]]))
    with pytest.raises(InputError, match=r"labels is of type 'object'; allowed are numbers"):
        read_votes(data)
    assert not (tmp_path / "touched").exists()
    assert pickle.dumps(Harmful())  # the object would have done it


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (archive(predictions=np.array([[0], [1]])), "holds no array 'labels'"),
        (archive(labels=np.array([0, 1])), "neither predictions nor probabilities"),
        (
            archive(labels=np.array([0.5, 1]), predictions=np.array([[0], [1]])),
            "Labels hold the value 0.5; this is a numeric target, and combining regressions",
        ),
        (
            archive(labels=np.array([0, 1]), predictions=np.array([[0.5], [1]])),
            "Predictions hold the value 0.5; give predicted classes here",
        ),
        (
            archive(labels=np.array([0, 1]), predictions=np.array([["a"], ["b"]])),
            "none would ever be right",
        ),
        (
            archive(labels=np.array([0, 1, 1]), predictions=np.array([[0], [1]])),
            r"Labels have shape \(3,\), but there are predictions for 2 rows",
        ),
        (
            archive(
                labels=np.array([0, 1]),
                probabilities=np.full((2, 1, 2), 0.5),
                available=np.array([[1], [0]]),
            ),
            "available has shape .* and type int64",
        ),
        (
            archive(
                labels=np.array([0, 1]),
                predictions=np.array([[0.0], [np.nan]]),
                available=np.array([True, False]),
            ),
            r"available has shape \(2,\) and type bool",
        ),
        (archive(labels=np.array(0.0), predictions=np.array([[0]])), r"Labels have shape \(\)"),
        (
            archive(
                labels=np.array([0, 1]),
                predictions=np.array([[0], [1]]),
                classes=np.eye(2, dtype=int),
            ),
            r"Classes have shape \(2, 2\)",
        ),
        (
            archive(labels=np.array([0, 1, 1]), probabilities=np.full((2, 1, 2), 0.5)),
            "probabilities for 2 rows but 3 labels",
        ),
        (
            archive(labels=np.array([0, 1]), probabilities=np.full((2, 1, 3), 1 / 3)),
            "given for 3 classes, but 2 occur as labels; name the classes",
        ),
        (
            archive(labels=np.array([0, 1]), probabilities=np.full((2, 1, 2), 0.6)),
            r"of model 'model 0' in row 1 \(row 1 is the first\) sum to 1.2",
        ),
        (
            archive(labels=np.array([0, 1, np.nan]), predictions=np.zeros((3, 1), dtype=int)),
            r"1 of 3 labels is missing \(first in row 3; row 1 is the first\)",
        ),
        (
            archive(labels=np.array([0, 1]), predictions=np.zeros((2, 0), dtype=int)),
            r"Predictions have shape \(2, 0\)",
        ),
        (
            archive(labels=np.arange(200), predictions=np.arange(200)[:, None]),
            "has 200 classes; at most 100",
        ),
        (
            archive(
                labels=np.array([0, 1]),
                predictions=np.array([[0, 1], [1, 1]]),
                models=np.array(["same", "same"]),
            ),
            "'same' is the name of 2 models",
        ),
        (
            archive(labels=np.array([0, 1]), predictions=np.array([[0], [1]]), models=np.eye(2)),
            r"models has shape \(2, 2\)",
        ),
        (
            archive(labels=np.array(["x" * 300, "b"]), predictions=np.array([["a"], ["b"]])),
            "texts of up to 300 characters; names have at most 200",
        ),
        (
            archive(labels=np.array([0, 1], dtype="M8[s]"), predictions=np.array([[0], [1]])),
            "labels is of type 'datetime64",
        ),
        (
            archive(labels=np.array([0, 1j]), predictions=np.array([[0], [1]])),
            "labels is of type 'complex128'",
        ),
        (
            with_header("predictions", header_of("<i8", (10**9, 10**9))),
            r"predictions has shape \(1000000000, 1000000000\).*may take 400,000,000",
        ),
        (
            with_header("predictions", header_of("<i8", (3, 1)), b"\0" * 8),
            "should have 24 bytes by its header but has 8",
        ),
        (
            with_header("predictions", header_of("<i8", (3, 1)), b"\0" * 80),
            "should have 24 bytes by its header but has more",
        ),
        (with_header("predictions", header_of("<i8", (-3, -1)), b"\0" * 24), "shape"),
        (with_header("predictions", header_of("<U1", (1, 1, 1, 1)), b"\0" * 4), "3 dimensions"),
        (with_header("predictions", header_of("<U0", (3, 1))), "predictions is of type '<U0'"),
        (
            with_header("predictions", header_of("<U1", (3, 1)), b"\xff" * 12),
            "predictions holds no valid text",
        ),
        (with_header("predictions", "{'descr': '<i8'"), "no NumPy array that can be read"),
        (
            with_header("predictions", header_of("<i8", (0, 99999999999999))),
            r"shape \(0, 99999999999999\), so it is empty; fill it",
        ),
        (with_header("predictions", "__import__('os')"), "no NumPy array that can be read"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_archives_are_refused_with_their_reason(data, message):
    with pytest.raises(InputError, match=message) as problem:
        read_votes(data, name="bad.npz")
    assert "\n" not in str(problem.value)


def test_a_small_file_that_unpacks_to_much_is_refused(monkeypatch):
    zeros = archive(labels=np.zeros(60_000, dtype=int), predictions=np.zeros((60_000, 9), int))
    assert len(zeros) < 20_000
    monkeypatch.setattr(npz, "MAX_UNPACKED", 3_000_000)
    with pytest.raises(InputError, match="4,320,000 bytes; all arrays together may take 3,000,000"):
        read_votes(zeros)


def test_too_many_entries_and_unusual_packing_are_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for number in range(101):
            file.writestr(f"a{number}.npy", b"")
    with pytest.raises(InputError, match="more than 100 files"):
        read_votes(out.getvalue())
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_BZIP2) as file:
        file.writestr("labels.npy", b"")
    with pytest.raises(InputError, match=r"packs labels\.npy in a way NumPy does not"):
        read_votes(out.getvalue())


def test_damaged_archives_are_refused_in_one_line():
    whole = archive(labels=np.arange(50) % 2, predictions=np.arange(100).reshape(50, 2) % 2)
    rng = np.random.default_rng(0)
    for cut in rng.integers(4, len(whole), 40):
        with pytest.raises(InputError):
            read_votes(whole[:cut], name="cut.npz")
    for place in rng.integers(4, len(whole), 200):
        spoiled = bytearray(whole)
        spoiled[place] ^= 0xFF
        with contextlib.suppress(InputError):  # nothing else may come of it
            read_votes(bytes(spoiled), name="spoiled.npz")


def test_what_only_calls_itself_an_archive():
    with pytest.raises(InputError, match=r"'a\.npz' is no NumPy archive"):
        read_votes(b"a,b\n1,2\n", name="a.npz")


def test_options_of_tables_are_refused_for_an_archive():
    data = archive(labels=np.array([0, 1]), predictions=np.array([[0], [1]]))
    with pytest.raises(InputError, match=r"target is 'y', but 'v\.npz' is an archive of arrays"):
        read_votes(data, "y", name="v.npz")


@pytest.mark.parametrize("name", ["labels", "predictions"])
def test_numbers_too_large_to_be_classes_are_refused_and_not_made_equal(name):
    arrays = {"labels": np.array([0.0, 1.0]), "predictions": np.array([[0.0], [1.0]])}
    arrays[name] = arrays[name] * 1e300
    with pytest.raises(
        InputError, match=r"A class is 1e\+300; .* whole numbers \(int64\) or as text"
    ):
        read_votes(archive(**arrays), name="v.npz")


def test_where_votes_cannot_be_saved(tmp_path):
    with pytest.raises(InputError, match=r"give a name that ends in \.npz"):
        npz.save_votes(tmp_path / "votes.csv", answers.votes())
    with pytest.raises(InputError, match="cannot be written"):
        npz.save_votes(tmp_path / "nowhere" / "votes.npz", answers.votes())


@pytest.mark.parametrize("named", [False, True])
def test_an_order_of_classes_that_is_assumed_is_noted(named):
    file = io.BytesIO()
    given = {"classes": answers.classes()} if named else {}
    np.savez(file, probabilities=answers.probabilities(), labels=answers.labels(), **given)
    notes = "\n".join(read_votes(file.getvalue(), name="v.npz").notes)
    assert ("alphabetical order of the labels, which begins with ['setosa'" in notes) != named
