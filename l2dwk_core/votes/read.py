"""``read_votes``: a file of models' answers, whatever its format."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePath
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.limits import MAX_BYTES
from l2dwk_core.datasets.tables.source import ZIP, Source, read_bytes
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
    **reading: Any,
) -> Votes:
    """Read what models answered on cases whose class is known.

    Either a NumPy archive (``.npz``) without pickles, with the arrays ``predictions`` (N, L) or
    ``probabilities`` (N, L, C), ``labels`` (N,) and, optional, ``models`` (L,), ``classes`` (C,),
    ``available`` (N, L), ``part`` (N,) and ``group`` (N,): what ``save_votes`` writes. Or a table
    (CSV, TSV, Excel, Parquet, …): a row a case, a column a model with its predicted labels, or a
    column for each model and class with probabilities, named by both ("svm_setosa", "svm: setosa",
    "svm|setosa", "svm.setosa"), and one column with the true label. Columns named ``part``
    ("weighting" or "test") and ``group`` are optional. An empty cell is a missing vote.

    Parameters
    ----------
    path_or_buffer
        A path, the file's bytes, or an open file (an upload).
    target
        The table's column of true labels; by default one with a usual name, else the last or the
        first that holds what the others predict.
    name
        The votes' name; by default the file's.
    keep
        Words that count as missing in a table and are classes here, such as ``("NA",)``.
    reading
        encoding, delimiter, decimal, header, sheet, skip and units of a table, as in
        ``inspect_table``.

    Returns
    -------
    Votes
        ``notes`` say how the file was understood.

    Raises
    ------
    InputError
        Whatever is wrong with the file or the choice, in one line. No other exception comes from
        the content of a file.
    """
    title, data = read_bytes(path_or_buffer)
    title = PurePath(name or title).name or "votes"
    if len(data) > MAX_BYTES:
        raise InputError(
            f"{title!r} has more than {MAX_BYTES:,} bytes; at most that many are read. Keep fewer "
            "rows or models."
        )
    if holds_arrays(title, data):
        asked = {"target": target, "keep": keep or None, **reading}
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
    return votes_in_table(inspect_table(data, name=title, **reading), target, keep)


def holds_arrays(name: str, data: bytes) -> bool:
    """Return whether a file is a NumPy archive, by its content and its name, and no table."""
    return data.startswith(ZIP) and (_NPY in data or name.lower().endswith(".npz"))
