"""What tests of pages share: few members are trained where their number is no matter."""

from __future__ import annotations

import pytest

from pages.choices import choice
from tests.trainings import FEW


@pytest.fixture(autouse=True)
def _few_members(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pages train ``FEW`` members instead of 301, but in a test marked ``all_members``."""
    if request.node.get_closest_marker("all_members") is None:
        monkeypatch.setattr(choice, "_RECIPE", choice._RECIPE.changed(n_members=FEW))
