"""One entry in one file: a measure is found on the Diversity page, in tables, figures and studies.

The test puts it into a copy of the program; this file is then run there, as a script, and looks.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.copied_program import copied, run

TABLE = Path("l2dwk_core/diversity/registry.py")
LAST = '    LabelPairMeasure(\n        name="label_kappa",\n'
ENTRY = """    EnsembleMeasure(
        name="unanimity",
        title="Unanimity",
        symbol="U",
        formula=r"U = \\\\frac{1}{N} |\\\\{k : l_k \\\\in \\\\{0, L\\\\}\\\\}|",
        range=(0.0, 1.0),
        direction="down",
        undefined="one member",
        source="Nobody 1901",
        fixed_by_disagreement=False,
        compute=lambda sample: sample.mean((sample.n_right % sample.n_members == 0) * 1.0),
        guards=(one_member,),
    ),
""".replace("\\\\", "\\")
CONFORMANCE = ("test_registry.py", "test_checks.py")


def in_a_copy_with_the_measure(folder: Path, *arguments: str) -> str:
    copied(folder, "pyproject.toml", "tests")
    table = (folder / TABLE).read_text(encoding="utf-8")
    assert table.count(LAST) == 1
    (folder / TABLE).write_text(table.replace(LAST, ENTRY + LAST), encoding="utf-8")
    done = run(folder, *arguments)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    return done.stdout


@pytest.mark.slow
def test_one_entry_adds_a_measure(tmp_path: Path) -> None:
    said = in_a_copy_with_the_measure(tmp_path, f"tests/diversity/{Path(__file__).name}")
    assert said.endswith("All was found.\n")


@pytest.mark.slow
def test_the_conformance_tests_take_a_new_measure_up(tmp_path: Path) -> None:
    files = [f"tests/diversity/{name}" for name in CONFORMANCE]
    said = in_a_copy_with_the_measure(
        tmp_path, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", "unanimity", *files
    )
    found = re.search(r"(\d+) passed", said)
    assert found and int(found[1]) >= 15


def studies_and_figures_have_it() -> None:
    from l2dwk_core import run as l2dwk_run
    from l2dwk_core.diversity import MEASURES, measure_all
    from l2dwk_core.figures.diversity.good_bad_diversity import measures_in_disguise_figure
    from l2dwk_core.figures.diversity.measures import diversity_measures_figure, measures_table
    from l2dwk_core.figures.diversity.subensembles import (
        margins_diversity_figure,
        subensemble_scatter_figure,
    )
    from l2dwk_core.studies.diversity_report import diversity_report
    from l2dwk_core.studies.subensembles import predictions, study_subensembles

    done = l2dwk_run("zoo", n_members=9)
    right = (done.oracle.matrix > 0).sum(axis=1)
    expected = float(np.isin(right, (0, 9)).mean())
    assert 0 < expected < 1
    assert abs(measure_all(done.oracle.matrix)["unanimity"].value - expected) < 1e-12
    report = diversity_report(done)
    table = measures_table(report).set_index("measure")
    assert abs(table.loc["Unanimity", "value"] - expected) < 1e-12
    assert "Unanimity" in str(diversity_measures_figure(report).figure.layout.annotations)

    study = study_subensembles(done.oracle, done.oracle, size=3, n_subsets=50, seed=0)
    assert study.fixed["unanimity"].shape == study.accuracy.shape
    found = predictions(study)
    assert MEASURES["unanimity"].title in str(found)
    chart = measures_in_disguise_figure(study)
    assert "unanimity" in list(chart.tables["measures against each other"]()["measure"])
    assert "U" in str(chart.figure.layout.xaxis)
    scatter = subensemble_scatter_figure(study, "unanimity", found, "weighting")
    assert "Unanimity" in str(scatter.figure.layout.xaxis)
    assert margins_diversity_figure(study, "unanimity", "weighting").title


def pages_show_it() -> None:
    from l2dwk_core.diversity import MEASURES
    from pages.choices.query import from_query
    from pages.models.diversity import DiversityView
    from tests import page_apps as apps

    view, notes = from_query(DiversityView(), {"measure": "unanimity"})
    assert (view.measure, notes) == ("unanimity", [])
    opened = {"v": "1", "dataset": "zoo", "n_members": "21", "diversity.measure": "unanimity"}
    app = apps.open_page("diversity.py", **opened)
    assert f"{len(MEASURES)} measures side by side" in apps.said(app)
    app = apps.trained(app)
    apps.check(app)
    assert not app.error
    menu = app.selectbox(key="diversity.measure")
    assert menu.value == "unanimity" and "Unanimity" in menu.options
    assert apps.address(app)["diversity.measure"] == "unanimity"
    said = apps.said(app)
    assert "**Unanimity**" in said and "Nobody 1901" in said
    assert re.search(r"What tells something else: [^.]*Unanimity", said)


if __name__ == "__main__":
    studies_and_figures_have_it()
    pages_show_it()
    sys.stdout.write("All was found.\n")
