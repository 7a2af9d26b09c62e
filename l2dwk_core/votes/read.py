"""The function ``read_votes``: it reads a file of the answers of models, in any of the formats."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePath
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import TableDraft, inspect_table
from l2dwk_core.datasets.tables.limits import MAX_BYTES
from l2dwk_core.datasets.tables.source import ZIP, Source, read_bytes
from l2dwk_core.votes.no_cases.row_of_names import names_of_the_columns
from l2dwk_core.votes.npz import read_archive
from l2dwk_core.votes.table import votes_in_table
from l2dwk_core.votes.votes import Votes

_NPY = b".npy"


def read_votes(
    path_or_buffer: Source,
    target: str | None = None,
    *,
    name: str | None = None,
    keep: Collection[str] = (),
    group: str | None = None,
    **reading: Any,
) -> Votes:
    """Return the answers of models on cases whose class is known, read from a file.

    The file is one of two kinds. It can be a NumPy archive (``.npz``) without pickles, as
    ``save_votes`` writes it: with the arrays ``predictions`` (N, L) or ``probabilities`` (N, L, C),
    ``labels`` (N,) and, optional, ``models`` (L,), ``classes`` (C,), ``available`` (N, L), ``part``
    (N,) and ``group`` (N,).

    Or it can be a table (CSV, TSV, Excel, Parquet, …, or a zip archive of one) with one row for
    each case and one column with the true label. It has one column for each model with its
    predicted labels, or one column for each model and class with probabilities, named by both
    ("svm_setosa", "svm: setosa", "svm|setosa", "svm.setosa", "prob_setosa_svm", or as R, caret,
    Orange, KNIME, RapidMiner and H2O write it). Where there are two classes, one column for each
    model is enough, with the probability of the second class; columns whose names seem to say the
    other class are refused; where each name ends with a class (``rf_no``, ``rf_prob_0``), each
    column is the probability of its own, whatever the true labels say. Columns that SPSS Modeler
    (``$N-Churn``), Azure ML (``Scored Labels``) and SAS (``I_BAD``, ``P_BAD1``) name as predictions
    are models. Columns named ``part`` ("weighting" or "test") and ``group`` are optional. An empty
    cell is a missing vote. Other columns are left out, also those whose names speak of something
    else than a model (fold, seed, is_test), describe the case (age, sex, stage, image quality) or
    speak of a summary of votes (agreement, rf_entropy) or of something else about one model
    (rf_time beside rf), and features that stand apart from two or more columns named as models or
    agree with the true label by chance only; a note names each. So are a first row of types
    (string, factor) and first and last rows of figures that sum up the others
    (``Accuracy,0.85,0.8,1``). Of true labels that each model brings (``y_true``, ``y_true.1``) one
    is read when they are equal; when they, or the names of the cases, differ between rows, the file
    is refused. A confusion matrix, counts of combinations of labels, a table of measures such as
    accuracy, rows for several models or settings one below the other, a row for each model, and
    texts whose quotes swallow lines are refused with what is needed.

    Parameters
    ----------
    path_or_buffer
        A path, the bytes of the file, or an open file (an upload).
    target
        The column of true labels in a table. Default: a column with a usual name; otherwise one
        whose values are the classes in the names of columns of probabilities, or whose values
        others predict and whose name speaks of a truth (consensus, vital_status), the last or the
        first column with such values that is not named as models are, or the only one.
        Where two columns may be it, or models agree more with another, the file is refused, and
        *target* has to name one.
    name
        The name of the votes. Default: the name of the file.
    keep
        Words that mean a missing value in other tables but are classes here, such as ``("NA",)``.
    group
        The column of a table whose rows with the same value are not separated, such as the patient.
        Default: a column named ``group``, if there is one.
    reading
        Options for reading a table, as in ``inspect_table``: encoding, delimiter, decimal, header,
        sheet, skip, units and trim.

    Returns
    -------
    Votes
        ``notes`` say how the file was understood.

    Raises
    ------
    InputError
        When the file or a choice cannot be used; the message has one line. The content of a file
        raises no other exception.
    """
    title, data = read_bytes(path_or_buffer)
    title = PurePath(name or title).name or "votes"
    if len(data) > MAX_BYTES:
        raise InputError(
            f"{title!r} has more than {MAX_BYTES:,} bytes; at most that many are read. Keep fewer "
            "rows or models."
        )
    if holds_arrays(title, data):
        asked = {"target": target, "keep": keep or None, "group": group, **reading}
        for option, value in asked.items():
            if value is not None:
                raise InputError(
                    f"{option} is {value!r}, but {title!r} is an archive of arrays, not a table; "
                    "leave it out."
                )
        return read_archive(title, data)
    if title.lower().endswith(".npz"):
        raise InputError(
            f"{title!r} is no NumPy archive; write it with numpy.savez_compressed or save_votes."
        )
    return votes_in_table(table_of_votes(data, title, **reading), target, keep, group)


def table_of_votes(data: bytes, name: str, **reading: Any) -> TableDraft:
    """Return the table in a file, as ``inspect_table``; its first row also holds the names when
    only the names of models, which are classes too, look like data."""
    draft = inspect_table(data, name=name, **reading)
    if (
        reading.get("header") is None
        and draft.detected.get("header") == "no"
        and names_of_the_columns(draft.cells)
    ):
        draft = inspect_table(data, name=name, **{**reading, "header": True})
    return draft


def holds_arrays(name: str, data: bytes) -> bool:
    """Return whether a file is a NumPy archive and not a table. Its content and its name decide."""
    return data.startswith(ZIP) and (_NPY in data or name.lower().endswith(".npz"))
