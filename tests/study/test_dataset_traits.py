"""Traits from the facts of the catalogue are those of the tables, and filters divide datasets."""

from __future__ import annotations

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import OFFLINE_DATASETS, load_dataset
from l2dwk_core.study.dataset_traits import TRAIT_FILTERS, fitting_datasets, traits_of


@pytest.mark.parametrize("name", ["glass", "colic", "zoo"])
def test_facts_and_table_agree(name):
    facts, table = traits_of(name), traits_of(name, load_dataset(name))
    assert (facts.n_rows, facts.n_classes) == (table.n_rows, table.n_classes)
    assert facts.symbolic == pytest.approx(table.symbolic)
    assert facts.missing == pytest.approx(table.missing)


@pytest.mark.parametrize("key", TRAIT_FILTERS)
def test_every_dataset_is_in_exactly_one_range(key):
    traits = {name: traits_of(name) for name in OFFLINE_DATASETS}
    found = [fitting_datasets(traits, {key: part}) for part in TRAIT_FILTERS[key].ranges]
    assert sorted(name for part in found for name in part) == sorted(OFFLINE_DATASETS)
    assert fitting_datasets(traits, {key: "all"}) == OFFLINE_DATASETS


def test_filters_are_joined():
    traits = {name: traits_of(name) for name in OFFLINE_DATASETS}
    found = fitting_datasets(traits, {"rows": "few", "classes": "many", "symbolic": "none"})
    assert "glass" in found
    assert "sonar" not in found  # two classes


def test_unknown_names_are_told():
    traits = {"zoo": traits_of("zoo")}
    with pytest.raises(InputError, match="trait"):
        fitting_datasets(traits, {"weight": "few"})
    with pytest.raises(InputError, match="allowed are all"):
        fitting_datasets(traits, {"missing": "few"})
    with pytest.raises(InputError, match="dataset"):
        traits_of("nothing")
