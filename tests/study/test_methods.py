"""Methods of a study are written as calls, and read back to the same."""

from __future__ import annotations

import pytest

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.common.errors import InputError
from l2dwk_core.study.methods import StudyMethod, parse_methods


def test_a_list_in_one_text_or_in_several():
    both = parse_methods("uniform_vote, l2dwk(kernel=linear, lam=0.3)")
    assert both == parse_methods(["uniform_vote", "l2dwk(lam=0.3, kernel='linear')"])
    assert both == (
        StudyMethod("uniform_vote"),
        StudyMethod("l2dwk", (("kernel", "linear"), ("lam", 0.3))),
    )


@pytest.mark.parametrize(
    "text",
    [
        *COMBINERS,
        "l2dwk_cv(kernels=('gaussian', 'linear'), rounds=(1, 30))",
        "l2dwk(kernel='linear', lam=0.3, max_rounds=None)".replace("None", "1"),
        "forward_selection(n_bags=1, n_initial=0)",
    ],
)
def test_the_text_of_a_method_is_read_back_to_it(text):
    [method] = parse_methods(text)
    assert parse_methods(method.text) == (method,)
    for name, value in method.parameters:
        assert getattr(method.create(seed=3), name) == value


def test_a_method_named_twice_counts_once():
    assert len(parse_methods("l2dwk(lam=1.0, kernel=linear), l2dwk(kernel='linear', lam=1.0)")) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("uniform_vot", "Did you mean 'uniform_vote'"),
        ("l2dwk(lamda=1)", "parameter of l2dwk"),
        ("l2dwk(lam=-1)", "λ"),
        ("l2dwk(pool=library)", "share their members"),
        ("uniform_vote; l2dwk", "commas between them"),
        ("uniform_vote) or (1", "commas between them"),
        ("__import__('os').system('true')", "commas between them"),
        ("l2dwk(lam=__import__('os'))", "commas between them"),
        ("l2dwk(**{})", "commas between them"),
        ("", "one or more"),
    ],
)
def test_what_cannot_be_read_is_said(text, said):
    with pytest.raises(InputError, match=said):
        parse_methods(text)
