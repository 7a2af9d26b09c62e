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


def test_more_ways_to_write_parts_of_years_are_said() -> None:
    ways = {
        "quarters": (
            "2019q3|2020q1 Q3-19|Q4-19 3Q19|4Q19 3Q2019|4Q2019 19Q3|20Q1 2019-III|2019-IV "
            "III/2019|IV/2019 FY19_Q1|FY19_Q2 1._Quartal_2019|2._Quartal_2020 "
            "2019-Q3|2019-Q4|unknown"
        ),
        "weeks": (
            "2019W05|2019W06 2019-W05-3|2019-W06-1 2019w5|2019w6 W05_2019|W06_2019 "
            "KW_5/2019|KW_6/2019 2019_week_5|2019_week_6"
        ),
        "months": "2019M05|2019M06 2019m5|2020m1",
        "half-years": "2019h1|2020h2 H1_2019|H2_2019",
    }
    for kind, texts in ways.items():
        for values in texts.split():
            cells = values.replace("_", " ").split("|")
            when = column(lambda i, cells=cells: cells[i % len(cells)]).columns[1]
            assert when.role == "date", f"{values}: {when.role}, {when.reason}"
            assert f"are {kind} of years, such as {cells[0]!r}" in when.reason, values


def test_codes_that_look_like_parts_of_years_stay() -> None:
    for values in ("3q21|4q22|3q26", "1q2|2q1", "M1|M2|M5", "2019-5|2019-6", "I/A|II/B"):
        cells = values.split("|")
        when = column(lambda i, cells=cells: cells[i % len(cells)]).columns[1]
        assert when.role == "symbolic", f"{values}: {when.role}, {when.reason}"
