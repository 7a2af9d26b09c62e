"""A quote in a text that stands in no quotes swallows rows: the table is refused."""

from __future__ import annotations

import csv

import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes.no_cases.test_foreign_rows import KEYS, cases


def frame(place, first, last):
    table = pd.DataFrame(cases(), columns=KEYS)
    texts = [f"a text of case {row}" for row in range(len(table))]
    texts[first] = '"Stop" he said'.replace('" ', " ") if first == last else '"begins so'
    texts[last] = 'and ends so"' if first != last else texts[last]
    table.insert(place, "text", texts)
    return table


@pytest.mark.parametrize("place", [0, 1, 4])
@pytest.mark.parametrize("mark", ["\t", ",", ";"])
@pytest.mark.parametrize(("first", "last"), [(5, 27), (0, 50), (40, 59)])
def test_a_cell_of_many_lines_of_the_table_is_refused(place, mark, first, last):
    table = frame(place, first, last)
    data = table.to_csv(index=False, sep=mark, quoting=csv.QUOTE_NONE).encode()
    with pytest.raises(InputError, match=f"'text' .* holds {last - first + 1} lines of the table"):
        read_votes(data)


def test_two_lines_between_tabs():
    data = frame(1, 6, 7).to_csv(index=False, sep="\t", quoting=csv.QUOTE_NONE).encode()
    with pytest.raises(InputError, match="holds 2 lines of the table"):
        read_votes(data)


@pytest.mark.parametrize("text", ["one, two,\nthree, four\nfive", "a\nb\nc", "1,2,3,4\n5,6,7,8"])
def test_a_text_of_several_lines_is_none(text):
    table = pd.DataFrame(cases(), columns=KEYS)
    table.insert(1, "text", [f"{text} {row}" for row in range(len(table))])
    assert read_votes(table.to_csv(index=False).encode()).n_rows == 60
