"""The fields of ``Settings`` with what is said of each, wherever it is shown or set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.setting_choices import CHOICES, STOP_RULES
from l2dwk_core.method.setting_facts import SettingFacts, SweepRange, named, number


@dataclass(frozen=True)
class SettingFields:
    """The fields of ``Settings``, each with what is said of it anywhere, unchecked.

    A new field here is a parameter of ``L2DWKClassifier``, an option of the command line and a
    choice of a page. One that a kernel names among its ``parameters`` has a control beside the
    kernel's menu and can be swept.
    """

    kernel: str = named("gaussian", CHOICES["kernel"], "Kernel", "similarity of two members")
    kernel_form: str = named(
        "joint", CHOICES["kernel_form"], "Kernel form", "of whole output vectors, or row by row"
    )
    # σ² of a smaller width, or its reciprocal, leaves the range of floating point numbers; the
    # limit of equal members sharing weight is reached long before. A larger one makes all values of
    # the kernel equal up to rounding: the program is flat, and its solution takes seconds.
    sigma: float = number(
        1.0,
        1e-9,
        1e4,
        "σ, width of the kernel",
        symbol="σ",
        meaning="Gaussian width σ",
        explanation="Width of the Gaussian kernel. Small: only members that answer almost alike "
        "count as similar. Large: close to the linear kernel.",
        allowed="above 0 (1e-9 to 1e4)",
        remedy="0.5 to 2",
        slider=(
            0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0,
        ),
        sweep=SweepRange(0.1, 10.0, 1e-3, 1e3, "log"),
    )  # fmt: skip
    degree: int = number(
        2,
        1,
        20,
        "Degree d",
        symbol="degree",
        word="degree d",
        noun="the degree",
        meaning="polynomial degree d",
        explanation="Power of the polynomial kernel (s + c)ᵈ, with s for how alike two answers "
        "are. The larger d, the more the most alike members stand out.",
        remedy="2 or 3",
        sweep=SweepRange(1, 6, 1, 20, "linear"),
    )
    constant: float = number(
        1.0,
        -1e300,
        1e300,
        "Constant c",
        symbol="c",
        word="constant c",
        meaning="polynomial constant c",
        explanation="What the polynomial kernel (s + c)ᵈ adds before it takes the power. The "
        "larger c, the weaker the effect of d.",
        allowed="a finite number, 0 or more in the joint form",
        offered=(-100.0, 100.0),
        step=0.5,
        sweep=SweepRange(0.0, 5.0, -100.0, 100.0, "linear"),
    )
    diversity: str = named("disagreement", CHOICES["diversity"], "Diversity", "diversity term")
    lam: float = number(
        1.0,
        0.0,
        1e15,
        "λ",
        symbol="λ",
        meaning="λ, trade-off of accuracy and diversity",
        allowed="0 to 1e15",
        remedy="0.1 to 10",
        sweep=SweepRange(0.01, 100.0, 1e-6, 1e6, "log"),
    )
    lam_on: str = named("diversity", CHOICES["lam_on"], "λ multiplies", "which term λ multiplies")
    terms: str = named("both", CHOICES["terms"], "Terms of the objective", "terms of the objective")
    update: str = named(
        "hinge", CHOICES["update"], "Update of kernel weights", "how kernel weights move"
    )
    error_set: str = named(
        "margin", CHOICES["error_set"], "Rows that gain weight", "which rows count as errors"
    )
    error_mass: str = named(
        "set", CHOICES["error_mass"], "Weight they gain", "mass of the target on them"
    )
    damping: str = named(
        "1/(t+1)",
        CHOICES["damping"],
        "Damping β of round t",
        "step from kernel weights to target",
    )
    max_rounds: int = number(
        30,
        1,
        10_000,
        "Rounds at most",
        symbol="rounds",
        noun="the number of rounds",
        meaning="rounds at most",
        allowed="1 to 10000",
        # On a page each round costs memory and a line in every table.
        offered=(1, 500),
        sweep=SweepRange(1, 30, 1, 500, "log"),
    )
    stop_on: tuple[str, ...] = named(
        ("no_errors", "settled", "cycle"), STOP_RULES, "Stop rules", "stop rules"
    )
    returned: str = named("best", CHOICES["returned"], "Round returned", "which round's weights")
    small_weights: str = named(
        "renormalise",
        CHOICES["small_weights"],
        "Small weights",
        "what becomes of small weights",
    )
    matrix_repair: str = named(
        "none", CHOICES["matrix_repair"], "Matrix repair", "repair of the matrix"
    )
    missing_votes: str = named(
        "pairwise", CHOICES["missing_votes"], "Missing votes", "estimate with out-of-bag gaps"
    )
    outputs: str = named("votes", CHOICES["outputs"], "Members' outputs", "votes or probabilities")
    solver: str = named("active_set", CHOICES["solver"], "Solver", "solver of each round")


SETTING_FACTS: Mapping[str, SettingFacts] = MappingProxyType(
    {item.name: item.metadata["facts"] for item in fields(SettingFields)}
)
"""What is said of each field of ``Settings``, by its name."""

KERNEL_PARAMETERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        name: users
        for name in SETTING_FACTS
        if (users := tuple(key for key, kernel in KERNELS.items() if name in kernel.parameters))
    }
)
"""The kernels that read a field of ``Settings``, by its name, for those fields that some read."""
