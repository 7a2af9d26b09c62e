"""Sweeps of two choices at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.settings import Settings
from l2dwk_core.studies.sweep_parameters import PARAMETERS
from l2dwk_core.studies.sweeps import Plan, Sweep, point, training_of

MAX_GRID_VALUES = 11
"""Values along one side."""


@dataclass(frozen=True)
class Grid:
    """Every pair of the values of two keys of ``PARAMETERS``. x is horizontal and y vertical."""

    x: str
    y: str
    x_values: tuple[float, ...]
    y_values: tuple[float, ...]

    def plan(self, settings: Settings, n_members: int) -> Plan:
        """Return the plan in which only these two parameters differ from ``settings``, row by row
        from the lowest y.

        Raise ``InputError`` for twice the same choice, too many values, two choices that no kernel
        has both of, or a value that does not fit the other settings.
        """
        first, second = PARAMETERS[self.x], PARAMETERS[self.y]
        if self.x == self.y:
            raise InputError(f"Both choices are {first.noun}; choose two different ones.")
        if first.kernels and second.kernels and not {*first.kernels} & {*second.kernels}:
            names = [KERNELS[kind.kernels[0]].title.lower() for kind in (first, second)]
            raise InputError(
                f"{first.symbol} belongs to the {names[0]} kernel and {second.symbol} to the "
                f"{names[1]} one; choose two of the same kernel."
            )
        most = max(len(self.x_values), len(self.y_values))
        if most > MAX_GRID_VALUES:
            raise InputError(f"{most} values were asked for; a grid has up to {MAX_GRID_VALUES}.")
        changes = [{self.x: x, self.y: y} for y in self.y_values for x in self.x_values]
        trained = first.trained or second.trained
        return Plan(
            f"{self.x} and {self.y}",
            tuple(float(i) for i in range(len(changes))),
            tuple(point(settings, n_members, change) for change in changes),
            tuple(training_of(change) for change in changes) if trained else (),
        )

    @property
    def chosen(self) -> bool:
        """Return whether both values can be chosen."""
        return PARAMETERS[self.x].chosen and PARAMETERS[self.y].chosen

    def table(self, sweep: Sweep, name: str) -> Floats:
        """Return (splits, y values, x values) of what ``Sweep.grid`` gives by that name."""
        return sweep.grid(name).reshape(-1, len(self.y_values), len(self.x_values))

    def at(self, place: int) -> tuple[float, float]:
        """Return x and y of a position in the plan."""
        row, column = divmod(place, len(self.x_values))
        return self.x_values[column], self.y_values[row]

    def best(self, sweep: Sweep) -> int:
        """Return the position with the highest mean difference to the uniform vote; of tied ones
        the first.

        It is chosen on the same test rows that give its value, so that value is too optimistic.
        """
        difference = (sweep.grid("l2dwk") - sweep.grid("uniform")).mean(axis=0)
        return int(np.argmax(np.round(difference, 12)))
