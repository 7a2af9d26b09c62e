"""So many at once, and so many a second after them."""

from __future__ import annotations


class Pace:
    """So many at once, and so many a second after them; who asks first comes first."""

    def __init__(self, burst: int, a_second: int) -> None:
        self._burst, self._step = burst / a_second, 1 / a_second
        self._next = float("-inf")

    def wait(self, now: float) -> float:
        """Return the seconds until there is a place."""
        return max(0.0, max(self._next, now - self._burst) + self._step - now)

    def take(self, now: float) -> float:
        """Take a place. Return the seconds until its time."""
        self._next = max(self._next, now - self._burst) + self._step
        return max(0.0, self._next - now)
