"""One entry in one file: a kernel is found in the menus, the address, on the command line, in a run
and in the words of pages.

The test puts it into a copy of the program; this file is then run there, as a script, and looks.
"""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path

import numpy as np

from tests.copied_program import copied, run

TABLE = Path("l2dwk_core/method/kernels.py")
FIRST = '        "linear": Kernel(\n'
ENTRY = """        "exponential": Kernel(
            "Exponential",
            "grows exponentially with the inner product",
            r"\\\\exp\\\\left(\\\\sum_k \\\\alpha_k x_k y_k\\\\right)",
            (),
            lambda x, y, _: np.exp(x * y),
            lambda inner, _: np.exp(inner),
        ),
""".replace("\\\\", "\\")


def test_one_entry_adds_a_kernel(tmp_path):
    copied(tmp_path, "tests/__init__.py", "tests/page_apps.py", "tests/copied_program.py",
           "tests/method/test_one_more_kernel.py")  # fmt: skip
    table = (tmp_path / TABLE).read_text(encoding="utf-8")
    assert table.count(FIRST) == 1
    (tmp_path / TABLE).write_text(table.replace(FIRST, ENTRY + FIRST), encoding="utf-8")
    done = run(tmp_path, tmp_path / "tests" / "method" / Path(__file__).name)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("All was found.\n")


def core_solves_with_it() -> None:
    from l2dwk_core import run as l2dwk_run
    from l2dwk_core.figures.lab.margins import margin_target
    from l2dwk_core.figures.lab.rounds_margins import margins_figure
    from l2dwk_core.method.settings import CHOICES, Settings

    assert CHOICES["kernel"]["exponential"] == "grows exponentially with the inner product"
    settings = Settings(kernel="exponential", update="none", lam=2.0)
    done = l2dwk_run("zoo", n_members=9, settings=settings)
    matrix = np.asarray(done.oracle.matrix, dtype=float)
    from l2dwk_core.method.kernels import JointKernel, Moments

    n, size = matrix.shape
    whole = np.column_stack([matrix, np.ones(n)])
    kernel = JointKernel(Moments.of_table(whole.T @ whole / n), settings)
    expected = np.exp(matrix.T @ matrix / n)
    np.testing.assert_allclose(kernel.block(np.arange(size)), expected, rtol=1e-12)
    np.testing.assert_allclose(kernel.vector, np.exp(matrix.mean(axis=0)), rtol=1e-12)
    # The margins' target is known for three kernels; of another no target is claimed.
    assert margin_target(settings) is None
    assert margins_figure(done.trace).title


def command_line_takes_it() -> None:
    from l2dwk_core.__main__ import main

    with redirect_stdout(io.StringIO()) as help_text, suppress(SystemExit):
        main(["run", "--help"])
    assert "exponential" in help_text.getvalue()
    assert main(["run", "--dataset", "zoo", "--members", "5", "--kernel", "exponential"]) == 0


def pages_show_it() -> None:
    from pages.choices.choice import Choice, from_address, to_address
    from tests import page_apps as apps

    choice, notes = from_address({"v": "1", "kernel": "exponential"})
    assert (choice.kernel, notes) == ("exponential", [])
    assert to_address(Choice(kernel="exponential")) == {"v": "1", "kernel": "exponential"}

    app = apps.open_page("lab.py", v="1", dataset="zoo", kernel="exponential")
    apps.check(app)
    menu = app.selectbox(key="choice.kernel")
    assert menu.value == "exponential" and "Exponential" in menu.options
    app = apps.open_page("playground.py", v="1", **{"playground.kernel": "exponential"})
    apps.check(app)
    assert not app.warning and not app.error
    assert apps.address(app)["playground.kernel"] == "exponential"
    menu = next(m for m in app.get("button_group") if m.key == "playground.kernel")
    assert menu.value == "exponential"
    app = apps.trained(
        apps.open_page("lab.py", v="1", dataset="zoo", kernel="exponential", n_members="21")
    )
    apps.check(app)
    assert not app.error
    assert "exponential kernel" in apps.said(app).lower()


if __name__ == "__main__":
    core_solves_with_it()
    command_line_takes_it()
    pages_show_it()
    sys.stdout.write("All was found.\n")
