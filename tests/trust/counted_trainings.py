"""``python -m tests.trust.counted_trainings FILE BYTES run app.py …``: the server, counted.

It writes a line into the file for every base ensemble that it trains, and keeps so many bytes of
them; 0 for as many as always.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from streamlit.web import cli

from pages.jobs import prepared_runs, training_work

if __name__ == "__main__":
    _, file, most, *arguments = sys.argv
    prepared_runs.MAX_PREPARED = int(most) or prepared_runs.MAX_PREPARED
    train_beside = training_work.train_beside

    def counted(*arguments: Any, **choices: Any) -> Any:
        found = train_beside(*arguments, **choices)
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(f"{found.run.recipe.dataset} seed {found.run.recipe.seed}\n")
        return found

    training_work.train_beside = counted
    sys.argv = ["streamlit", *arguments]
    cli.main()
