"""What the registry promises to pages and tables."""

from __future__ import annotations

from dataclasses import fields

import pytest

from l2dwk_core.combiners import COMBINERS, FAMILIES
from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.options import NEEDS
from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings


@pytest.mark.parametrize("key", COMBINERS)
def test_every_entry_is_complete(key):
    info = COMBINERS[key]
    assert info.key == key
    assert info.family in FAMILIES
    assert issubclass(info.estimator, Combiner)
    assert 1900 < info.year < 2100
    for text in (info.title, info.authors, info.work, info.complexity, info.confirmed):
        assert text.strip()
    assert str(info.year) in info.source
    assert info.needs <= set(NEEDS)
    assert info.estimator.__doc__.strip()
    for parameter in info.parameters:
        assert parameter.meaning.strip()
        assert parameter.allowed.strip()
        assert getattr(info.create(), parameter.name) == parameter.default


def test_titles_are_distinct_and_entries_follow_their_families():
    titles = [info.title for info in COMBINERS.values()]
    assert len(set(titles)) == len(titles)
    families = [info.family for info in COMBINERS.values()]
    assert families == sorted(families, key=list(FAMILIES).index)


def test_parameters_leave_out_those_of_the_pool():
    names = [parameter.name for parameter in COMBINERS["qpd"].parameters]
    assert names == ["lam", "diversity", "missing_votes"]


def test_presets_are_entries_with_the_presets_settings():
    for key, preset in (
        ("l2dwk", "recommended"),
        ("l2dwk_paper", "paper"),
        ("l2dwk_authors", "authors"),
    ):
        assert COMBINERS[key].create().settings == Settings.preset(preset)


def test_unknown_parameters_are_refused_with_the_nearest_name():
    with pytest.raises(InputError, match=r"Unknown parameter of qpd 'lamb'.*Did you mean 'lam'"):
        COMBINERS["qpd"].create(lamb=1)


@pytest.mark.parametrize("key", COMBINERS)
def test_refusals_follow_the_needs(key):
    info = COMBINERS[key]
    assert info.refusal(2, 5) is None
    assert (info.refusal(6, 5) is not None) == ("two_classes" in info.needs)
    gaps = info.refusal(2, 5, complete_votes=False)
    assert (gaps is not None) == ("complete_votes" in info.needs)
    assert "at least one member" in info.refusal(2, 0)


def test_pool_parameters_have_their_line_in_the_table_too():
    for item in fields(Combiner):
        assert item.metadata["meaning"] and item.metadata["allowed"]
