"""Tables from a user's file: read it, propose what each column is, and make a dataset of it.

A file passes through these modules, called by `reading`: `source` (bytes; `other_formats` refuses
files of other programs) → `decoding` (characters) → `text`, `arff`, `libsvm`, `parquet` or `excel`
(a grid of cells; `delimiter` and `region` find the table in it) → `make_columns` (each `columns` as
its distinct values and codes; `notation` reads their numbers, `behind` finds units, totals and
factors beside them; `meaning` finds outputs of models, times, codes and counts of cases among them)
→ `roles` (what each column is, and why) and `target` (which is the class) → `draft` and `proposals`
(what a person may change) → `dataset` (what is learned from).
"""

from __future__ import annotations

from l2dwk_core.datasets.tables.draft import ColumnDraft, TableDraft
from l2dwk_core.datasets.tables.reading import TABLE_ENDINGS, inspect_table, read_table
from l2dwk_core.datasets.tables.roles import ROLES

__all__ = ["ROLES", "TABLE_ENDINGS", "ColumnDraft", "TableDraft", "inspect_table", "read_table"]
