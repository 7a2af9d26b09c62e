"""The methods' page of the documentation is the registry's."""

from __future__ import annotations

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.methods_table import PATH, methods_markdown


def test_the_file_is_what_the_registry_says():
    assert PATH.read_text(encoding="utf-8") == methods_markdown()


def test_every_method_stands_in_it_once():
    text = methods_markdown()
    for key, info in COMBINERS.items():
        assert text.count(f"`{key}` |") == 1
        assert info.work in text
