"""The format of a file by its name and its first bytes, without reading it."""

from __future__ import annotations

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables.arff import looks_like_arff
from l2dwk_core.datasets.tables.libsvm import looks_like_libsvm
from l2dwk_core.datasets.tables.other_formats import is_other_text, refuse_other_formats
from l2dwk_core.datasets.tables.source import GZIP, PARQUET, ZIP

TEXT, EXCEL, ARFF, LIBSVM, ARCHIVE = "delimited text", "Excel", "ARFF", "libsvm", "zip archive"
_HEAD = 4_000
_WORKBOOKS = (".xlsx", ".xlsm")


def likely_format(name: str, data: bytes) -> str:
    """Return ``TEXT``, ``EXCEL``, ``ARFF``, ``LIBSVM`` or ``ARCHIVE``; "" for what is empty, no
    table, or a table whose format leaves nothing to say (Parquet).

    What is gzipped is not unpacked: it is a workbook or ARFF by its name, otherwise text.
    """
    title, head = name.lower(), data[:_HEAD]
    if head.startswith(GZIP):
        title = title.removesuffix(".gz")
        return EXCEL if title.endswith(_WORKBOOKS) else ARFF if title.endswith(".arff") else TEXT
    if head.startswith(ZIP):
        return ARCHIVE if title.endswith(".zip") else EXCEL
    if not head.strip() or head.startswith(PARQUET):
        return ""
    try:
        refuse_other_formats(name, head)
    except InputError:
        return ""
    text = head.decode("utf-8", "replace")
    if is_other_text(text):
        return ""
    if looks_like_arff(name, text):
        return ARFF
    return LIBSVM if looks_like_libsvm(text.rpartition("\n")[0]) else TEXT
