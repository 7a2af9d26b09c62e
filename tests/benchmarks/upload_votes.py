"""How quickly votes of one's own models give a first figure, in a real Chromium.

    python tests/benchmarks/upload_votes.py            # 50 models, 20,000 rows
    python tests/benchmarks/upload_votes.py --models 20 --rows 5000

Two times are added: from the file chosen to the button *Use in Lab*, and from this button pressed
to the first figure drawn. Beside them stands what pandas needs to read the same file. The browser
reads the file from the disk, as a person's does. Each upload has other votes, because a run of the
same votes would be found again.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.browser.conftest import CHROMIUM_FLAGS, chromium_path, start_server

CLASSES = np.array(["low", "middle", "high"])
READY = 120_000
_RUNS = 3


def votes_file(n_models: int, n_rows: int, seed: int = 0) -> bytes:
    """A CSV of predicted labels: every model is right in 60 to 90 % of the rows."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(len(CLASSES), size=n_rows)
    right = rng.random((n_rows, n_models)) < np.linspace(0.6, 0.9, n_models)
    wrong = (labels[:, None] + rng.integers(1, len(CLASSES), right.shape)) % len(CLASSES)
    table = pd.DataFrame(
        CLASSES[np.where(right, labels[:, None], wrong)],
        columns=[f"model {j}" for j in range(n_models)],
    )
    return table.assign(label=CLASSES[labels]).to_csv(index=False).encode()


def _once(browser: Any, address: str, file: Path) -> tuple[float, float]:
    """Seconds until the button, and from it until the first figure."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(f"{address}/data?v=1&data.section=votes")
    page.wait_for_selector("input[type=file]", state="attached", timeout=READY)
    page.wait_for_timeout(4_000)  # the reading process is started when the page is opened
    begun = time.monotonic()
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector(".st-key-use_in_lab button", timeout=READY)
    read = time.monotonic() - begun
    page.wait_for_selector(
        '[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=READY
    )
    begun = time.monotonic()
    page.click(".st-key-use_in_lab button")
    page.wait_for_selector(".js-plotly-plot .main-svg", timeout=READY)
    shown = time.monotonic() - begun
    context.close()
    return read, shown


def main() -> int:
    """Print the times of each upload."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=int, default=50)
    parser.add_argument("--rows", type=int, default=20_000)
    options = parser.parse_args()
    path = chromium_path()
    if path is None:
        sys.stderr.write("No Chromium or Chrome on the PATH.\n")
        return 1
    from playwright.sync_api import sync_playwright

    content = votes_file(options.models, options.rows)
    begun = time.monotonic()
    pd.read_csv(io.BytesIO(content))
    pandas = time.monotonic() - begun
    print(f"{options.models} models × {options.rows:,} rows, {len(content) / 1e6:.1f} MB of CSV")
    print(f"pandas.read_csv alone: {pandas:.2f} s")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, address = start_server(Path(folder) / "server.log")
        try:
            browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
            for number in range(1, _RUNS + 1):
                file = Path(folder) / f"votes_{number}.csv"
                file.write_bytes(votes_file(options.models, options.rows, seed=number))
                read, shown = _once(browser, address, file)
                print(
                    f"upload {number}: {read:.1f} s until it is read, {shown:.1f} s until the "
                    f"first figure, together {read + shown:.1f} s",
                    flush=True,
                )
            browser.close()
        finally:
            server.terminate()
            server.wait(10)
    return 0


if __name__ == "__main__":
    sys.exit(main())
