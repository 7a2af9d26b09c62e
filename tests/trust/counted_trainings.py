"""``python -m tests.trust.counted_trainings FILE run app.py …``: the server, with a line in the
file for every base ensemble that it trains."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from streamlit.web import cli

from pages.jobs import votes_work

if __name__ == "__main__":
    _, file, *arguments = sys.argv
    prepare_run = votes_work.prepare_run

    def counted(dataset: Any, **choices: Any) -> Any:
        found = prepare_run(dataset, **choices)
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(f"{found.recipe.dataset} seed {found.recipe.pool.seed}\n")
        return found

    votes_work.prepare_run = counted
    sys.argv = ["streamlit", *arguments]
    cli.main()
