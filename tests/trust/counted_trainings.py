"""``python -m tests.trust.counted_trainings FILE run app.py …``: the server, with a line in the
file for every base ensemble that it trains."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from streamlit.web import cli

from pages.jobs import training_work

if __name__ == "__main__":
    _, file, *arguments = sys.argv
    train_beside = training_work.train_beside

    def counted(*arguments: Any, **choices: Any) -> Any:
        found = train_beside(*arguments, **choices)
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(f"{found.run.recipe.dataset} seed {found.run.recipe.seed}\n")
        return found

    training_work.train_beside = counted
    sys.argv = ["streamlit", *arguments]
    cli.main()
