"""L2DWK Explorer: solving, measuring, comparing and showing ensemble diversity.

The names below are the public interface; each is imported when first used, so that a script that
only wants a measure does not pay for the solver's or scikit-learn's import.
"""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "1.0.0"
"""The one place it stands in; ``pyproject.toml`` reads it from here."""

_HOME = {
    "DATASETS": "datasets",
    "Dataset": "datasets.dataset",
    "TEACHING_SETS": "datasets",
    "catalogue_table": "datasets",
    "inspect_table": "datasets",
    "load_dataset": "datasets",
    "read_table": "datasets",
    "teaching_set": "datasets",
    "POOL_KINDS": "pools.kinds",
    "Pool": "pools.pool",
    "pool_from_fitted": "pools.prefit",
    "train_pool": "pools.train_pool",
    "Oracle": "oracle.oracle",
    "KERNELS": "method.kernels",
    "PRESETS": "method.settings",
    "Settings": "method.settings",
    "Solution": "qp.simplex_qp",
    "vertex_solution": "qp.simplex_qp",
    "solve_simplex_qp": "qp.simplex_qp",
    "Round": "method.trace",
    "Trace": "method.trace",
    "LambdaChoice": "method.lambda_choice",
    "choose_lambda": "method.choose_lambda",
    "lambda_path": "method.self_training",
    "self_train": "method.self_training",
    "CriticalLine": "qp.critical_line",
    "exact_lambda_path": "qp.critical_line",
    "COMBINERS": "combiners",
    "L2DWKClassifier": "combiners.l2dwk",
    "L2DWKClassifierCV": "combiners.optimisation.l2dwk_cv",
    "MEASURES": "diversity",
    "ambiguity_decomposition": "diversity",
    "good_bad_diversity": "diversity",
    "kappa_error_pairs": "diversity",
    "measure_all": "diversity",
    "ORACLE_SOURCES": "oracle.weighting_rows",
    "PreparedRun": "runs.run",
    "Run": "runs.run",
    "kept_models": "runs.kept_models",
    "prepare_run": "runs.prepare",
    "run": "runs.prepare",
    "StudyRecipe": "study.recipe",
    "read_study": "study.run",
    "run_study": "study.run",
    "Votes": "votes.votes",
    "out_of_fold": "votes.estimator_votes",
    "read_votes": "votes.read",
    "save_votes": "votes.npz",
    "InputError": "common.errors",
}

__all__ = ["__version__", *sorted(_HOME)]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*(name for name in globals() if name.startswith("__")), *__all__]
