"""A true label behind words that describe the cases is no model because another stands last."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes

TEAMS = {"home": ["Ajax", "PSV", "AZ"], "away": ["NEC", "Twente", "Utrecht"]}


def table(truth, models, *, last=False, beside=TEAMS):
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 3, 150)
    classes = np.array(["H", "D", "A"])
    frame = {name: rng.choice(words, 150) for name, words in beside.items()}
    if not last:
        frame[truth] = classes[codes]
    for model, right in zip(models, (0.8, 0.7, 0.65), strict=True):
        drawn = rng.integers(0, 3, 150)
        frame[model] = classes[np.where(rng.random(150) < right, codes, drawn)]
    if last:
        frame[truth] = classes[codes]
    return pd.DataFrame(frame)


@pytest.mark.parametrize("beside", [TEAMS, {}])
@pytest.mark.parametrize("truth", ["FTR", "kind"])
def test_the_first_behind_properties_is_asked_for(truth, beside):
    frame = table(truth, ("elo", "poisson", "bookmaker"), beside=beside)
    with pytest.raises(InputError, match=f"Columns 'bookmaker' and '{truth}' may be the true"):
        read_votes(frame.to_csv(index=False).encode())
    assert read_votes(frame.to_csv(index=False).encode(), target=truth).models[-1] == "bookmaker"


@pytest.mark.parametrize("beside", [TEAMS, {}])
def test_a_last_column_with_which_the_models_agree_is_taken(beside):
    frame = table("kind", ("GP", "J49", "LSTM"), last=True, beside=beside)
    assert read_votes(frame.to_csv(index=False).encode()).models == ("GP", "J49", "LSTM")
