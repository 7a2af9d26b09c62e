"""Months, quarters and weeks of years are left out like dates, and said to be such."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 72
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
GERMAN = (
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
)


def column(cell):
    rows = [f"{i % 9}.5,{cell(i)},{'pq'[i * 3 % 5 > 1]}" for i in range(N)]
    return inspect_table("\n".join(["x,when,class", *rows]).encode())


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        (lambda i: f"{MONTHS[i % 12]} {2018 + i % 4}", "months"),
        (lambda i: f"{MONTHS[i % 12]}-{18 + i % 4}", "months"),
        (lambda i: f"{GERMAN[i % 12]} {2018 + i % 4}", "months"),
        (lambda i: f"{2018 + i % 4} {MONTHS[i % 12]}", "months"),
        (lambda i: f"{2018 + i % 4}-{i % 12 + 1:02d}", "months"),
        (lambda i: f"{i % 12 + 1:02d}/{2018 + i % 4}", "months"),
        (lambda i: f"{2018 + i % 4}年{i % 12 + 1}月", "months"),
        (lambda i: f"{2018 + i % 4} Q{i % 3 + 1}", "quarters"),
        (lambda i: f"{2018 + i % 4}Q{i % 3 + 1}", "quarters"),
        (lambda i: f"{2018 + i % 4}-Q{i % 3 + 1}", "quarters"),
        (lambda i: f"Q{i % 3 + 1} {2018 + i % 4}", "quarters"),
        (lambda i: f"Q{i % 3 + 1}/{18 + i % 4}", "quarters"),
        (lambda i: f"H{i % 2 + 1} {2018 + i % 5}", "half-years"),
        (lambda i: f"2020-W{i % 50 + 1:02d}", "weeks"),
        (lambda i: f"2020 KW {i % 50 + 1}", "weeks"),
    ],
)
def test_a_part_of_a_year_is_left_out_and_can_be_kept(cell, kind):
    draft = column(cell)
    when = draft.columns[1]
    assert (when.role, f"are {kind} of years, such as" in when.reason) == ("date", True), (
        when.reason
    )
    assert [(p.column, p.role) for p in draft.proposals] == [("when", "symbolic")]
    assert list(draft.to_dataset().X) == ["x"]
    assert list(draft.to_dataset(roles={"when": "symbolic"}).X) == ["x", "when"]


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: MONTHS[i % 12],
        lambda i: f"Q{i % 4 + 1}",
        lambda i: f"{2008 + i % 5}-{(9 + i % 5) % 100:02d}",
        lambda i: f"{2018 + i % 4}-{19 + i % 4}",
        lambda i: f"A{i % 4}-2020",
        lambda i: ["Mar 2020", "Maria 20", "other"][i % 3],
        lambda i: f"T{i % 4 + 1}N{i % 3}",
        lambda i: f"T{i % 4 + 1}{10 + i % 5}",
        lambda i: f"Project {10 + i % 12}",
        lambda i: f"set {10 + i % 12}",
        lambda i: f"gen{10 + i % 12}",
        lambda i: f"{['Market', 'Product'][i % 2]}_{10 + i % 6}",
        lambda i: f"{i % 15 + 1}/2020",
    ],
)
def test_other_categories_stay(cell):
    assert column(cell).columns[1].role == "symbolic"
