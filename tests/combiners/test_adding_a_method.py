"""A method is added by one file: nothing else is written, and it is found everywhere."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from l2dwk_core.combiners import COMBINERS, FAMILIES, ordering
from l2dwk_core.combiners.registry import found, registry_of

ROOT = Path(__file__).parents[2]

NEW_FILE = '''
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import check_number, option
from l2dwk_core.combiners.scores import accuracies, ordered


@dataclass(kw_only=True, eq=False, repr=False)
class AboveMedian(Combiner):
    """Members at least as accurate as the median, most accurate first."""

    slack: float = option(0.0, "accuracy below the median that is forgiven", "0 to 1")

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs, seed):
        slack = check_number("slack", self.slack, 0, 1)
        p = accuracies(inputs.oracle)
        order = np.argsort(-p, kind="stable")
        kept = order[p[order] >= np.median(p) - slack]
        return ordered(inputs.oracle, kept.tolist())


METHODS = (
    CombinerInfo(
        key="above_median",
        title="Above the median",
        family="ordering",
        authors="Nobody",
        year=1901,
        work="A test of this project",
        complexity="N L",
        confirmed="written for a test",
        estimator=AboveMedian,
    ),
)
'''

# The folder of the new file is one more place in which the family's modules are looked for.
WITH_NEW_FILE = """
import sys
import l2dwk_core.combiners.ordering as folder
folder.__path__.append(sys.argv[1])
"""

FOUND = """
from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.methods_table import methods_markdown, methods_table
from l2dwk_core.studies.comparison import compare
from l2dwk_core.figures.compare.comparison import method_differences_figure, standings_table
from l2dwk_core.studies.noise_records import CHOOSABLE as IN_NOISE
from pages.choices.query import from_query
from pages.models.compare import CHOOSABLE, CompareView

key, title = "above_median", "Above the median"
ordering = [k for k, info in COMBINERS.items() if info.family == "ordering"]
assert ordering[-2:] == ["drep", key], ordering  # last of its family, however old it is
table = methods_table().set_index("key")
assert table.loc[key, "method"] == title
assert table.loc[key, "parameters"] == "slack = 0.0"
line = "| Above the median `above_median` | Nobody 1901: A test of this project | `slack` accuracy "
assert line in methods_markdown()
assert key in CHOOSABLE and key in IN_NOISE
view, remarks = from_query(CompareView(), {"methods": "qpd,above_median"})
assert view.methods == ("qpd", key) and not remarks, (view, remarks)
result = compare("zoo", methods=[key], folds=2, n_members=5)
assert title in [trace.name for trace in method_differences_figure(result).figure.data]
assert title in standings_table(result).to_string()
"""

CONFORMS = """
import pytest
names = ["test_conformance", "test_registry", "ordering/test_ordering_properties"]
files = [f"tests/combiners/{name}.py" for name in names]
sys.exit(pytest.main(["-n", "0", "-p", "no:cacheprovider", "-k", "above_median", *files]))
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "above_median.py").write_text(NEW_FILE, encoding="utf-8")
    return tmp_path


def in_a_fresh_process(folder, script):
    return subprocess.run(
        [sys.executable, "-c", WITH_NEW_FILE + script, str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_new_file_is_found_in_registry_tables_menus_address_and_figures(folder):
    done = in_a_fresh_process(folder, FOUND)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_conformance_tests_take_a_new_file_up(folder):
    done = in_a_fresh_process(folder, CONFORMS)
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 40


def test_a_file_that_names_no_methods_is_no_silent_loss(tmp_path, monkeypatch):
    (tmp_path / "without_facts.py").write_text("")
    monkeypatch.setattr(ordering, "__path__", [*ordering.__path__, str(tmp_path)])
    with pytest.raises(
        AttributeError, match=r"ordering\.without_facts' has no attribute 'METHODS'"
    ):
        list(found())


def test_two_methods_of_one_key_are_refused():
    twin = replace(COMBINERS["drep"], title="Another")
    with pytest.raises(ValueError, match="key 'drep': 'DREP' and 'Another'; give one of them"):
        registry_of(iter([COMBINERS["drep"], twin]))


@pytest.mark.parametrize("key", COMBINERS)
def test_a_method_stands_in_the_folder_of_its_family(key):
    module = COMBINERS[key].estimator.__module__
    if not key.startswith("l2dwk"):
        assert module.split(".")[:3] == ["l2dwk_core", "combiners", COMBINERS[key].family]


def test_menus_and_tables_keep_their_order():
    expected = {
        "reference": "uniform_vote single_best accuracy_weighted_vote random_subset",
        "whole_ensembles": "bagging random_forest extra_trees adaboost",
        "optimisation": "epsdp rse rse_semi_supervised map_pruning l2dwk l2dwk_paper "
        "l2dwk_authors l2dwk_cv qpd sparse_convex_diversity",
        "search": "gasen accuracy_diversity_search pareto_pruning",
        "ordering": "kappa_pruning reduce_error reduce_error_backfitting margin_distance "
        "complementarity forward_selection orientation_ordering boosting_ordering "
        "margin_distance_moving diversity_share drep",
        "clustering": "double_fault_clustering kmeans_clustering",
        "learned": "stacking",
    }
    assert list(expected) == list(FAMILIES)
    keys = " ".join(expected.values()).split()
    assert [key for key in COMBINERS if key in keys] == keys
