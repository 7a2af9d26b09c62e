"""A negative number in the first column and a word's ``;`` do not join to a formula."""

from __future__ import annotations

import csv
import io

import numpy as np
import pandas as pd

from l2dwk_core.common.csv_text import csv_text

WORD = "5+cmd|' /C calc'!A1;rest\tmore\nlast"


def test_first_cell_is_a_number_where_a_line_is_divided_at_semicolons():
    text = csv_text(pd.DataFrame({"feature": [-1, 2], "name": [WORD, "plain; text"]}))
    for line in csv.reader(text.splitlines(), delimiter=";", quoting=csv.QUOTE_NONE):
        assert len(line) == 1
    again = pd.read_csv(io.StringIO(text))
    assert again["feature"].tolist() == [-1, 2]
    assert again["name"].tolist() == ["5+cmd|' /C calc'!A1,rest more last", "plain, text"]


def test_words_keep_their_semicolons_where_no_line_begins_with_a_minus():
    table = pd.DataFrame({"feature": [1, np.nan], "name": ["a; b", "c"], "low": [-1.5, -2.0]})
    assert csv_text(table) == "feature,name,low\n1.0,a; b,-1.5\n,c,-2.0\n"
