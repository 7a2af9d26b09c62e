"""A comma or blanks in a line above the table do not decide on its delimiter."""

from __future__ import annotations

import itertools

import numpy as np

from l2dwk_core.datasets.tables import read_table

ROWS = 60


def _table(titles: str, mark: str, numbers: int) -> bytes:
    names = ["Ort", *(f"Wert {at}" for at in range(numbers)), "class"]
    rows = [
        ["AB"[i // 3 % 2], *(f"{i % 7 + at},{i % 9}" for at in range(numbers)), ("ja", "no")[i % 2]]
        for i in range(ROWS)
    ]
    return (titles + "\n".join(mark.join(row) for row in [names, *rows])).encode()


def test_a_comma_in_a_line_above_spoils_no_table_with_decimal_commas() -> None:
    titles = (
        "Messwerte, Wien\n",
        "Messwerte, Wien, 2021\n",
        "Messwerte, Wien\n\n",
        "Stand: 1. Mai 2021, 12:00 Uhr\n",
        "# Messwerte, Wien\n",
        "# Messwerte, Wien\n# Stand, Mai\n",
        "Messwerte Wien\n",
    )
    for title, mark, numbers in itertools.product(titles, ";\t|", (1, 2, 4)):
        told = (title, mark, numbers)
        dataset = read_table(_table(title, mark, numbers), "class")
        assert list(dataset.X) == ["Ort", *(f"Wert {at}" for at in range(numbers))], told
        assert len(dataset.y) == ROWS, told
        for at in range(numbers):
            meant = [i % 7 + at + i % 9 / 10 for i in range(ROWS)]
            np.testing.assert_allclose(dataset.X[f"Wert {at}"], meant, err_msg=str(told))


def test_words_of_a_title_are_no_names_of_columns_between_tabs() -> None:
    lines = ["Water quality 2021", "place\tn\tclass"]
    lines += [f"{'AB'[i // 3 % 2]}\t{i % 7}.5\t{'xy'[i % 2]}" for i in range(ROWS)]
    dataset = read_table("\n".join(lines).encode(), "class")
    assert list(dataset.X) == ["place", "n"]


def test_tables_between_commas_and_blanks_stay() -> None:
    tags = [f"a{i},x{i % 3};y;z{i % 2},{'uv'[i // 2 % 2]}" for i in range(ROWS)]
    lists = [f"{i % 7},{i % 5};{i % 3},{'uv'[i // 2 % 2]}" for i in range(ROWS)]
    tabs = [f"{'AB'[i // 3 % 2]}\t{i % 7}\t{'uv'[i // 2 % 2]}" for i in range(ROWS)]
    for what, first, rows in (
        ("tags", "id,tags,class", tags),
        ("lists", "n,list,class", lists),
        ("tabs below blanks", "place n class", tabs),
        (
            "a title with a semicolon",
            "Report; water\nplace,n,class",
            [t.replace("\t", ",") for t in tabs],
        ),
    ):
        dataset = read_table("\n".join([first, *rows]).encode(), "class")
        assert len(dataset.y) == ROWS and set(dataset.y) == {"u", "v"}, what
