"""A prepared run in a small file: the answers of the members without the members themselves.

Weights can be learned from the file exactly as after a new training, and without waiting for one.
But the members cannot answer new rows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import scipy
import sklearn
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.whole_file import whole_file
from l2dwk_core.datasets import load_dataset
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.pools.recorded import RecordedPool
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun

FORMAT = 1
_ROWS = ("training_rows", "weighting_rows", "test_rows", "flipped_rows")


@dataclass(frozen=True, eq=False)
class RecordedRun(PreparedRun):
    """A prepared run read from a file.

    ``versions`` are the versions of the libraries it was computed with. ``all_or_nothing``: every
    probability was 0 or 1, as with fully grown trees, so the probabilities follow from the answers.
    """

    versions: Mapping[str, str] = field(default_factory=dict)
    all_or_nothing: bool = False

    def _soft_oracles(self) -> tuple[Oracle, Oracle]:
        if not self.all_or_nothing:
            raise InputError(
                "Of these members only the answers were kept, not their probabilities; train them, "
                "or choose outputs='votes'."
            )
        return _one_hot(self.oracle), _one_hot(self.test_oracle)


def versions() -> dict[str, str]:
    """Return the versions of the libraries on which the answers of the members depend."""
    return {
        "scikit-learn": sklearn.__version__,
        "numpy": np.__version__,
        "scipy": scipy.__version__,
    }


def save_run(prepared: PreparedRun, path: Path) -> None:
    """Write a prepared run of a catalogue dataset to a file.

    The file has about 10 kB for 300 members and 100 rows. Raise ``InputError`` for out-of-bag
    votes, because the file cannot record which of them are missing.
    """
    if prepared.oracle.available is not None:
        raise InputError("Out-of-bag votes have gaps, which a record does not keep.")
    X = prepared.dataset.X
    test = prepared.pool.predict_proba(X.iloc[prepared.test_rows])
    weighting = prepared.weighting_probabilities
    if weighting is None:
        weighting = prepared.pool.predict_proba(X.iloc[prepared.weighting_rows])
    about = {
        "format": FORMAT,
        "recipe": prepared.recipe.as_dict(),
        "dataset": _fingerprint(prepared.dataset),
        "notes": prepared.notes,
        "names": prepared.pool.names,
        "versions": versions(),
        "all_or_nothing": all(
            bool(((proba == 0) | (proba == 1)).all()) for proba in (weighting, test)
        ),
    }
    arrays: dict[str, Any] = {name: _small(getattr(prepared, name)) for name in _ROWS}
    with whole_file(path) as part, part.open("wb") as file:
        np.savez_compressed(
            file,
            about=np.array(json.dumps(about)),
            labels=_small(np.searchsorted(prepared.dataset.classes, prepared.labels)),
            codes=_small(prepared.oracle.codes),
            test_codes=_small(prepared.test_oracle.codes),
            reference_codes=_small(prepared.reference_codes),
            **arrays,
        )


def load_run(path: Path) -> RecordedRun:
    """Return the prepared run in a file that ``save_run`` wrote.

    Raise ``InputError`` when the file has another format, or when its dataset has changed since.
    """
    with np.load(path) as kept:
        about = json.loads(str(kept["about"]))
        arrays = {name: kept[name].astype(np.intp) for name in kept.files if name != "about"}
    if about["format"] != FORMAT:
        raise InputError(
            f"{path.name} is of format {about['format']}, but this is format {FORMAT}; "
            "write it anew."
        )
    recipe = RunRecipe.of(**about["recipe"])
    data = load_dataset(recipe.dataset)
    if about["dataset"] != _fingerprint(data):
        raise InputError(
            f"{path.name} was computed on other rows than {recipe.dataset!r} has now; "
            "write it anew."
        )
    codes, test_codes, reference = (
        arrays[name].astype(np.int16) for name in ("codes", "test_codes", "reference_codes")
    )
    label_codes = arrays["labels"].astype(np.int16)
    weighting, test = arrays["weighting_rows"], arrays["test_rows"]
    pool = RecordedPool(
        recipe.pool.kind,
        (),
        (),
        data.classes,
        {},
        size=codes.shape[1],
        notes=tuple(about["notes"]),
        names=tuple(about.get("names", ())),  # older files hold no names
    )
    return RecordedRun(
        recipe,
        data,
        pool,
        pool,
        arrays["training_rows"],
        weighting,
        test,
        Oracle.from_codes(codes, label_codes[weighting], data.classes),
        Oracle.from_codes(test_codes, label_codes[test], data.classes),
        reference,
        tuple(about["notes"]),
        data.classes[label_codes],
        arrays["flipped_rows"],
        versions=about["versions"],
        all_or_nothing=about["all_or_nothing"],
    )


def answers_only(prepared: PreparedRun, *, soft: bool = False) -> PreparedRun:
    """Return the run without its members and with only the first row of its table.

    This is all that another process needs to learn weights and measure their accuracy. The
    probabilities of the members are left out too, unless ``soft`` is True; then the members compute
    them here.
    """
    data, kind = prepared.dataset, prepared.recipe.pool.kind
    pool = RecordedPool(
        kind, (), (), data.classes, {}, size=prepared.oracle.n_members, names=prepared.pool.names
    )
    answers = PreparedRun(
        **{f.name: getattr(prepared, f.name) for f in fields(PreparedRun)}
        | {
            "dataset": Dataset(data.name, data.X.iloc[:1], data.y[:1]),
            # The copies leave out the values computed from the records, which may be large.
            "oracle": replace(prepared.oracle),
            "test_oracle": replace(prepared.test_oracle),
            "pool": pool,
            "reference_pool": pool,
        }
    )
    answers.__dict__["test_row_numbers"] = prepared.test_row_numbers
    if soft:
        oracles = prepared.oracles("probabilities", prepared.oracle.n_members)
        answers.__dict__["soft_oracles"] = tuple(map(replace, oracles))
    return answers


def _one_hot(oracle: Oracle) -> Oracle:
    proba = np.eye(len(oracle.classes), dtype=np.float32)[oracle.codes]
    return Oracle.from_probabilities(proba, oracle.label_codes, oracle.classes)


def _small(values: NDArray[Any]) -> NDArray[Any]:
    return values.astype(np.min_scalar_type(int(values.max(initial=0))))


def _fingerprint(data: Dataset) -> str:
    content = data.X.to_csv() + "\n".join(data.y)
    return hashlib.sha256(content.encode()).hexdigest()
