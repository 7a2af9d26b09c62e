"""Trainings that many tests ask for, and how few members do where their number is no matter."""

from __future__ import annotations

from functools import cache

from l2dwk_core.runner import prepare_run

FEW = 45
"""Members that pages train under the fixture ``few_members``."""

prepared_once = cache(prepare_run)
"""``prepare_run``, whose result follows from its arguments, once for all tests of a process."""
