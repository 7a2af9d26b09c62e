"""One entry in one file, and one field of ``Settings`` for a parameter of its own: a kernel is
found in the menus, the address, on the command line, in a run, in sweeps and in the words of pages.

The test puts it into a copy of the program; this file is then run there, as a script, and looks.
"""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import numpy as np
import pytest

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


SETTING_FIELDS = Path("l2dwk_core/method/setting_fields.py")
FIRST_FIELD = "    # σ² of a smaller width,"
FIELD = """    growth: float = number(1.0, 0.1, 10.0, "γ, growth of the kernel", symbol="γ")
"""
WITH_PARAMETER = (
    ENTRY.replace("exponential", "growing")
    .replace("Exponential", "Growing")
    .replace("grows growingly", "grows by γ")
    .replace("            (),\n", '            ("growth",),\n')
    .replace("lambda x, y, _: np.exp(x * y)", "lambda x, y, s: np.exp(s.growth * x * y)")
    .replace("lambda inner, _: np.exp(inner)", "lambda inner, s: np.exp(s.growth * inner)")
)
CONFORMANCE = ("tests/combiners/test_l2dwk.py", "tests/combiners/test_registry.py",
               "tests/method/test_settings.py", "tests/studies/test_sweeps.py")  # fmt: skip


@pytest.fixture(scope="module")
def with_two_kernels(tmp_path_factory):
    """A copy of the program with a kernel, and another with a parameter of its own."""
    folder = tmp_path_factory.mktemp("two_kernels")
    copied(folder, "pyproject.toml", "tests")
    added = ((TABLE, FIRST, ENTRY + WITH_PARAMETER), (SETTING_FIELDS, FIRST_FIELD, FIELD))
    for file, before, new in added:
        table = (folder / file).read_text(encoding="utf-8")
        assert table.count(before) == 1
        (folder / file).write_text(table.replace(before, new + before), encoding="utf-8")
    return folder


@pytest.mark.slow
def test_one_entry_adds_a_kernel_and_one_field_its_parameter(with_two_kernels):
    file = with_two_kernels / "tests" / "method" / Path(__file__).name
    done = run(with_two_kernels, file)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("All was found.\n")


@pytest.mark.slow
def test_the_conformance_tests_take_a_new_parameter_up(with_two_kernels):
    chosen = "mirror or presets or scikit_learns or every_entry or values_span"
    done = run(
        with_two_kernels, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", chosen,
        *CONFORMANCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
    # Among them one for each parameter that can be swept.
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 20


def core_solves_with_it() -> None:
    from l2dwk_core import run as l2dwk_run
    from l2dwk_core.figures.lab.margins import margin_target
    from l2dwk_core.figures.lab.rounds_margins import margins_figure
    from l2dwk_core.method.setting_choices import CHOICES
    from l2dwk_core.method.settings import Settings

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


def core_reads_the_parameter() -> None:
    from sklearn.base import clone

    from l2dwk_core import L2DWKClassifier
    from l2dwk_core import run as l2dwk_run
    from l2dwk_core.combiners.methods_table import methods_markdown
    from l2dwk_core.common.errors import InputError
    from l2dwk_core.method.kernels import JointKernel, Moments
    from l2dwk_core.method.settings import Settings

    settings = Settings(kernel="growing", growth=2, update="none", lam=2.0)
    assert settings.growth == 2.0 and settings.as_dict()["growth"] == 2.0
    with suppress(InputError):
        Settings(growth=11)
        raise AssertionError("a value out of range is taken")
    done = l2dwk_run("zoo", n_members=9, settings=settings)
    matrix = np.asarray(done.oracle.matrix, dtype=float)
    whole = np.column_stack([matrix, np.ones(len(matrix))])
    kernel = JointKernel(Moments.of_table(whole.T @ whole / len(matrix)), settings)
    expected = np.exp(2 * (matrix.T @ matrix) / len(matrix))
    np.testing.assert_allclose(kernel.block(np.arange(9)), expected, rtol=1e-12)

    model = L2DWKClassifier(kernel="growing", growth=2.0, n_members=5)
    assert model.get_params()["growth"] == 2.0
    assert clone(model).set_params(growth=3.0).settings.growth == 3.0
    assert "growth=2.0" in repr(model)
    rows, classes = matrix, done.oracle.label_codes
    assert set(model.fit(rows, classes).predict(rows)) <= set(classes)
    assert "`growth` γ, growth of the kernel, 0.1 to 10 (1.0)" in methods_markdown()


def studies_sweep_it() -> None:
    from l2dwk_core.figures.sweep.curves import sweep_accuracy_figure
    from l2dwk_core.method.settings import Settings
    from l2dwk_core.runs.prepare import prepare_run
    from l2dwk_core.studies.sweep_parameters import PARAMETERS, sweep_values
    from l2dwk_core.studies.sweeps import Sweep, parameter_plan, solve_plan

    kind = PARAMETERS["growth"]
    assert (kind.title, kind.kernels) == ("γ, Growing kernel", ("growing",))
    values = sweep_values("growth", kind.low, kind.high, 3)
    assert values == (0.1, 1.0, 10.0)
    plan = parameter_plan(Settings(kernel="growing"), 9, "growth", values)
    prepared = prepare_run("zoo", n_members=9)
    sweep = Sweep(plan, (0,), 70, 31, (solve_plan(prepared, plan),))
    assert "γ" in str(sweep_accuracy_figure(sweep).figure.layout.xaxis)


def command_line_takes_the_parameter() -> None:
    from l2dwk_core.__main__ import main

    with redirect_stdout(io.StringIO()) as text, suppress(SystemExit):
        main(["run", "--help"])
    assert "--growth" in text.getvalue() and "γ, growth of the kernel" in text.getvalue()
    words = ["run", "--dataset", "zoo", "--members", "5", "--kernel", "growing", "--growth"]
    assert main([*words, "2"]) == 0
    with redirect_stderr(io.StringIO()) as text:
        assert main([*words, "11"]) == 2
    assert text.getvalue() == "error: --growth is 11; allowed is 0.1 to 10; try 1.\n"


def pages_show_the_parameter() -> None:
    from pages.choices.choice import Choice, from_address, to_address
    from pages.choices.query import canonical_names
    from pages.lab.snippets import command_line
    from tests import page_apps as apps

    opened = {"v": "1", "dataset": "zoo", "kernel": "growing", "growth": "2.0"}
    choice, notes = from_address(opened)
    assert (choice.growth, notes) == (2.0, [])
    assert to_address(choice) == opened
    assert canonical_names({"γ": "3"}) == {"growth": ["3"]}
    _, notes = from_address({"v": "1", "growth": "11"})
    assert "γ, growth of the kernel (growth) is '11'" in notes[0]
    assert "--growth 2.0" in command_line(choice)

    app = apps.open_page("lab.py", **opened, n_members="21")
    apps.check(app)
    box = app.number_input(key="choice.growth")
    assert (box.value, box.min, box.max) == (2.0, 0.1, 10.0)
    assert (box.label, box.help) == ("γ, growth of the kernel", "Γ, growth of the kernel.")
    app = apps.trained(app)
    assert "Growing kernel** (γ = 2)" in apps.said(app)
    app.number_input(key="choice.growth").set_value(3.0).run()
    assert apps.address(app)["growth"] == "3.0" and not app.error
    app.selectbox(key="choice.kernel").set_value("linear").run()
    assert "choice.growth" not in [box.key for box in app.number_input]

    app = apps.open_page("sweep.py", **opened, **{"sweep.parameter": "growth"})
    apps.check(app)
    assert app.selectbox(key="sweep.parameter").value == "growth"
    assert app.number_input(key="sweep.growth_to").value == 10.0
    assert apps.address(app)["sweep.parameter"] == "growth"
    assert Choice().growth == 1.0


def main() -> None:
    core_solves_with_it()
    command_line_takes_it()
    pages_show_it()
    core_reads_the_parameter()
    studies_sweep_it()
    command_line_takes_the_parameter()
    pages_show_the_parameter()
    sys.stdout.write("All was found.\n")


if __name__ == "__main__":
    main()
