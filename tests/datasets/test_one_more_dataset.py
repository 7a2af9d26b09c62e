"""Two files more and nothing else: a dataset without sizes in the paper is found everywhere.

The test puts them into a copy of the program, so that whatever is made at import knows them too;
this file is then run there, as a script, and looks.
"""

from __future__ import annotations

import importlib.util
import io
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path

import pandas as pd
import pytest

from tests.copied_program import copied, run

NEEDED = ("tests/__init__.py", "tests/page_apps.py", "tests/copied_program.py",
          "tests/datasets/test_load.py", "tests/datasets/test_one_more_dataset.py")  # fmt: skip
DATA = Path("l2dwk_core/datasets")

ROWS = [(f"{place / 2}", "dry" if place % 3 else "wet", "fern" if place % 4 else "moss")
        for place in range(40)]  # fmt: skip
FACTS = """
title = "Plants of one Wood"
about = "Plants by height and ground."
target = "the kind of plant"
n_rows = 40
n_numeric = 1
n_symbolic = 1
n_missing = 1
donors = "A. Walker"
year = "1999"
source = "counted by hand"
licence = "free for all"
roles = "The height is numeric."
changes = ["One height is lost."]
sha256 = "{digest}"
[class_counts]
"fern" = 30
"moss" = 10
"""


@pytest.mark.slow
def test_two_files_add_a_dataset(tmp_path):
    from l2dwk_core.datasets.tabular import Table

    copied(tmp_path, *NEEDED)
    rows = (("", *ROWS[0][1:]), *ROWS[1:])
    table = Table(("height", "ground", "class"), ("numeric", "symbolic", "class"), rows)
    (tmp_path / DATA / "files" / "plants.csv.gz").write_bytes(table.compressed())
    facts = FACTS.format(digest=table.sha256())
    (tmp_path / DATA / "catalogue" / "facts" / "plants.toml").write_text(facts, encoding="utf-8")

    done = run(tmp_path, tmp_path / "tests" / "datasets" / Path(__file__).name)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("All was found.\n")


def core_knows_it() -> None:
    import l2dwk_core
    from l2dwk_core.datasets import DATASETS, catalogue_table, load_dataset
    from l2dwk_core.datasets.catalogue.credits import sources_markdown

    assert Path(l2dwk_core.__file__).is_relative_to(Path.cwd()), l2dwk_core.__file__
    assert DATASETS["plants"].paper_sizes is None
    facts = Path("l2dwk_core/datasets/catalogue/facts")
    assert len(DATASETS) == len(list(facts.glob("*.toml"))) > 32
    dataset = load_dataset("plants")
    assert dataset.X["height"].isna().tolist() == [True] + 39 * [False]
    assert dataset.X["ground"].tolist()[:3] == ["wet", "dry", "dry"]
    assert dataset.y.tolist() == [row[-1] for row in ROWS]

    table = catalogue_table()
    line = table.loc["plants"]
    assert line[["rows", "columns", "classes"]].tolist() == [40, 2, 2]
    assert line[["rows (paper)", "columns (paper)", "classes (paper)"]].isna().all()
    assert str(table.loc["zoo", ["rows (paper)", "columns (paper)"]].tolist()) == "[104, 17]"

    sources = sources_markdown()
    assert "## plants\n\nPlants by height and ground. Class: the kind of plant." in sources
    assert "| plants |" not in sources
    assert "| zoo | **104**, **17**, 7 | 101, 16, 7 |" in sources


def conformance_tests_take_it() -> None:
    spec = importlib.util.spec_from_file_location(
        "test_load", Path(__file__).with_name("test_load.py")
    )
    conformance = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(conformance)
    assert "plants" in conformance.OFFLINE_DATASETS
    conformance.test_declared_facts_are_counted("plants")
    conformance.test_shipped_files_are_the_pinned_ones_and_small()


def command_line_takes_it() -> None:
    from l2dwk_core.__main__ import main

    with redirect_stdout(io.StringIO()) as help_text, suppress(SystemExit):
        main(["run", "--help"])
    assert "plants" in help_text.getvalue()
    assert main(["run", "--dataset", "plants", "--members", "5"]) == 0


def pages_show_it() -> None:
    from l2dwk_core.datasets import DATASETS
    from pages.choices.choice import Choice
    from pages.state import session_tables
    from tests import page_apps as apps

    assert "plants" in session_tables.options(Choice().dataset)
    title = session_tables.title("plants")
    assert title == "plants: 40 rows, 2 classes"

    app = apps.open_page("data.py", v="1", **{"data.show": "plants"})
    apps.check(app)
    assert not app.error
    lines = next(f for f in app.dataframe if "reason" in f.value.columns)
    assert lines.proto.placeholder == "–"
    shown = lines.value
    assert list(shown.index) == list(DATASETS)
    assert shown.loc["plants", "reason"] == "The paper does not list it."
    assert pd.isna(shown.loc["plants", "rows (paper)"])
    said = apps.said(app)
    assert "33 of 33 datasets" in said
    assert "The paper's table names 32 datasets." in said
    assert "**The paper** does not list this dataset." in said
    assert "A. Walker" in said
    assert {m.label: m.value for m in app.metric}["Missing cells"] == "1"
    assert apps.address(app)["data.show"] == "plants"
    app.text_input(key="data.find").set_value("one wood").run()
    apps.check(app)
    assert list(next(f.value for f in app.dataframe if "reason" in f.value.columns).index) == [
        "plants"
    ]

    app = apps.open_page("lab.py", v="1", dataset="plants")
    apps.check(app)
    assert app.selectbox(key="choice.dataset").value == "plants"
    assert title in app.selectbox(key="choice.dataset").options

    app = apps.open_page("paper.py", v="1", show="reading")
    apps.check(app)
    assert any("of 32 lines of the data table are off" in s.value for s in app.subheader)


if __name__ == "__main__":
    core_knows_it()
    conformance_tests_take_it()
    command_line_takes_it()
    pages_show_it()
    sys.stdout.write("All was found.\n")
