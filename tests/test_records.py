"""Records of the core: nobody changes them, and those that hold arrays are compared by identity."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import re

from sklearn.base import BaseEstimator

import l2dwk_core

ARRAYS = re.compile(r"(np\.|pd\.)?(Floats|Bools|Indices|NDArray|ndarray|DataFrame|Series)\b")
IN_THE_MAKING = {"tables.grid.Grid", "tables.region.Region", "lessons.faults.Faults"}
"""What several functions fill in turn."""


def _records():
    """All dataclasses that are no scikit-learn estimators."""
    found = {}
    for info in pkgutil.walk_packages(l2dwk_core.__path__, "l2dwk_core."):
        if info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        for value in vars(module).values():
            if (
                isinstance(value, type)
                and dataclasses.is_dataclass(value)
                and value.__module__ == info.name
                and not issubclass(value, BaseEstimator)
            ):
                found[f"{info.name}.{value.__qualname__}"] = value
    return found


RECORDS = _records()


def test_records_are_frozen():
    changeable = {name for name, kind in RECORDS.items() if not kind.__dataclass_params__.frozen}
    assert {".".join(name.split(".")[-3:]) for name in changeable} == IN_THE_MAKING


def test_records_with_arrays_are_compared_by_identity():
    # The == of two arrays is an array, so an == of such a record would raise.
    for name, kind in RECORDS.items():
        arrays = [f.name for f in dataclasses.fields(kind) if ARRAYS.match(str(f.type))]
        assert not arrays or "__eq__" not in vars(kind), name
