"""All choices that L2DWK leaves open, in one frozen record with three named presets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.text import shown
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.setting_facts import SettingFacts, SweepRange, named, number

CHOICES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "kernel": {name: kernel.about for name, kernel in KERNELS.items()},
        "kernel_form": {
            "joint": "one kernel between two members' whole weighted output vectors",
            "scalar": "a weighted sum of one kernel value per row, as the paper prints it",
        },
        "diversity": {
            "disagreement": "share of rows on which exactly one of two members is right",
            "double_fault": "share of rows on which both are wrong, subtracted",
            "double_fault_printed": "double fault with the paper's sign, and 1/4 for its 1/(4N): "
            "for λ > 0 one member is returned",
            "double_fault_authors": "double fault as the authors' program computes it",
        },
        "lam_on": {
            "diversity": "λ multiplies the diversity, as the paper prints it",
            "accuracy": "λ multiplies the accuracy, as the authors' program does",
        },
        "terms": {
            "both": "accuracy and diversity",
            "accuracy": "accuracy alone (λ = 0)",
            "diversity": "diversity alone",
        },
        "update": {
            "hinge": "all new kernel weight goes to the error set",
            "exp": "new kernel weight decays exponentially with the margin",
            "none": "kernel weights stay equal: one quadratic program, no rounds",
        },
        "error_set": {
            "margin": "rows whose margin is not positive",
            "vote": "rows the weighted plurality vote gets wrong",
        },
        "error_mass": {
            "set": "1/|E| each: the target sums to one",
            "vote": "1/(Nε) each, as printed: the sum can exceed one",
            "authors": "1/ε each, without the 1/N, as the authors' program",
        },
        "damping": {
            "1/(t+1)": "keeps a share of the first weights",
            "1/t": "as printed: the first weights are discarded at once",
            "authors": "add target/t and normalise, as the authors' program",
        },
        "returned": {
            "best": "round with the fewest wrong votes; ties: fewest members, then the latest",
            "last": "the last round's weights",
            "latest_best": "round with the fewest wrong votes; ties: the latest",
        },
        "small_weights": {
            "renormalise": "≤ 1e-6 become 0 in every round and the rest is rescaled to sum 1",
            "authors": "≤ 1e-3 become 0 in the returned weights only, without rescaling",
        },
        "matrix_repair": {
            "none": "the matrix is used as it is",
            "authors": "eigenvalues ≤ 0 of the bordered matrix become 1e-6: authors' program",
        },
        "missing_votes": {
            "pairwise": "each entry averages the rows where both members were out of bag",
            "impute": "a missing entry becomes the row's mean over the members that have one",
        },
        "outputs": {
            "votes": "right or wrong, ±1",
            "probabilities": "2p(y|x) − 1 in [−1, 1]: beyond the paper",
        },
        "solver": {
            "active_set": "this project's exact active-set method",
            "cvxpy": "a general solver called each round: the slow reference",
        },
    }
)
"""Allowed values of each choice with a one-line explanation: menus and checks read this table."""

STOP_RULES: Mapping[str, str] = MappingProxyType(
    {
        "no_errors": "the error set is empty",
        "no_vote_errors": "no weighted vote is wrong, even where a margin is not positive",
        "settled": "‖α*−α‖₁ and the change of w stay below 1e-6 for three rounds",
        "cycle": "the error set repeats with a period of at most 10 and w has come to rest",
    }
)
"""Stop rules that can be chosen; ``max_rounds`` always applies too."""


_LEAST_LAMBDA = 1e-300


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


@dataclass(frozen=True)
class Settings(SettingFields):
    """What determines a self-training run, given its predictions.

    The problem solved in each round is ``min ½ λ wᵀKw − vᵀw`` on the simplex, with
    ``v_j = k_α(1, O_j)`` and ``K_ij = k_α(O_i, O_j)``. Defaults are the preset "recommended".

    Attributes
    ----------
    kernel, kernel_form
        Which kernel, and whether it acts on whole output vectors ("joint") or row by row
        ("scalar"). In the scalar form they are a + b·xy on ±1 outputs, and all with b > 0 share
        one minimiser.
    sigma
        Gaussian width, > 0.
    degree, constant
        Polynomial degree (whole number ≥ 1) and constant. The joint form needs ``constant ≥ 0``;
        the scalar form refuses an even degree with constant 0, where the objective is constant.
        The linear kernel's optional constant is left out: it cancels on the simplex.
    diversity
        "double_fault" equals "disagreement" at λ/(λ+2) for every kernel, at 2λ + 1 with
        ``lam_on="accuracy"``; see ``objective.equal_disagreement``. "double_fault_printed" has the
        paper's sign, with 1/4 where it prints 1/(4N), which is the same at N times the λ.
    lam, lam_on
        λ ≥ 0 and which of the two terms it multiplies.
    terms, update
        Leave out a term, or the reweighting: the paper's component experiment.
    error_set, error_mass, damping
        How mistakes determine the next kernel weights.
    max_rounds
        1 to 10,000.
    stop_on
        Subset of ``STOP_RULES``.
    returned
        Which round's classifier weights are the result.
    small_weights, matrix_repair, missing_votes, outputs, solver
        See ``CHOICES``.

    Raises
    ------
    InputError
        For a value outside these ranges, naming it, the range and the remedy.
    """

    _made_from: ClassVar[str] = "recommended"

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            found = getattr(self, name)
            if not isinstance(found, str) or found not in allowed:
                raise unknown_choice(name, found, allowed)
        for name, facts in SETTING_FACTS.items():
            if not facts.options:
                self._check_number(name, facts)
        if 0.0 < self.lam < _LEAST_LAMBDA:  # its reciprocal is infinite
            raise InputError(
                f"λ is {self.lam:g}; allowed is 0, or {_LEAST_LAMBDA:g} to 1e15; try 0.1 to 10."
            )
        self._check_kernel()
        self._check_stop_rules()

    def _check_number(self, name: str, facts: SettingFacts) -> None:
        found: Any = getattr(self, name)
        kind = Integral if facts.whole else Real
        right = isinstance(found, kind) and not isinstance(found, bool | np.bool_)
        if not right or not facts.low <= found <= facts.high:
            what, allowed = facts.word, facts.allowed
            if facts.whole:
                what = name
                allowed = f"a whole number from {facts.low:g} to {facts.high:g}"
            raise InputError(f"{what} is {found!r}; allowed is {allowed}; try {facts.remedy}.")
        object.__setattr__(self, name, int(found) if facts.whole else float(found) + 0.0)

    def _check_kernel(self) -> None:
        if self.kernel_form == "scalar" and self.diversity == "double_fault_authors":
            raise InputError(
                "diversity 'double_fault_authors' needs the joint kernel form, the only one the "
                "authors' program has; take kernel_form='joint' or diversity='double_fault'."
            )
        if self.kernel != "polynomial":
            return
        if self.kernel_form == "joint" and self.constant < 0:
            raise InputError(
                f"constant c is {self.constant:g}, but the joint polynomial kernel needs c ≥ 0, "
                "or the objective may be non-convex; take c = 0 or 1."
            )
        if self.degree * math.log10(1.0 + abs(self.constant)) > 15.0:
            raise InputError(
                f"constant c = {self.constant:g} with degree {self.degree} gives kernel values of "
                f"10^{self.degree * math.log10(1.0 + abs(self.constant)):.0f}, whose differences "
                "double precision cannot hold; allowed is (1 + |c|)^degree up to 1e15; take c = 1."
            )
        if self.kernel_form == "scalar" and self.degree % 2 == 0 and self.constant == 0:
            raise InputError(
                f"degree {self.degree} with c = 0 makes the scalar objective constant, because "
                "(±1)² is always 1; take an odd degree, c > 0, or the joint form."
            )

    def _check_stop_rules(self) -> None:
        rules: Any = self.stop_on
        if not isinstance(rules, tuple | list) or not all(isinstance(rule, str) for rule in rules):
            raise InputError(
                f"stop_on is {rules!r}, but must be a tuple of rules; "
                f"allowed are {', '.join(STOP_RULES)}."
            )
        object.__setattr__(self, "stop_on", tuple(rules))
        for rule in self.stop_on:
            if rule not in STOP_RULES:
                raise unknown_choice("stop rule", rule, STOP_RULES)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Settings:
        """Return the settings of a preset with some choices changed.

        "recommended": every defect repaired. "paper": as printed. "authors": what the authors'
        own program does. Raise ``InputError`` for an unknown preset or setting.
        """
        if not isinstance(name, str) or name not in PRESETS:
            raise unknown_choice("preset", name, PRESETS)
        return PRESETS[name].changed(**changes)

    @property
    def made_from(self) -> str:
        """Return the preset these settings started from, or "recommended" when they were made field
        by field.

        This is not a setting: equal settings give equal results. It only tells ``run`` which rows
        judge the members when the caller does not say so.
        """
        return self._made_from

    def changed(self, **changes: Any) -> Settings:
        """Return a copy with some choices replaced. It is checked like new settings."""
        known = [field.name for field in fields(self)]
        for name in changes:
            if name not in known:
                raise unknown_choice("setting", name, known)
        return replace(self, **changes)._of_preset(self._made_from)

    def _of_preset(self, name: str) -> Settings:
        # An attribute of the object and no field: it must count neither in comparisons nor in
        # tables of the settings.
        object.__setattr__(self, "_made_from", name)
        return self

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return asdict(self) | {"stop_on": list(self.stop_on)}


PRESETS: Mapping[str, Settings] = MappingProxyType(
    {
        "recommended": Settings(),
        "paper": Settings(
            kernel="linear",
            kernel_form="scalar",
            error_mass="vote",
            damping="1/t",
            stop_on=("no_errors",),
            returned="last",
        )._of_preset("paper"),
        "authors": Settings(
            lam_on="accuracy",
            error_mass="authors",
            damping="authors",
            stop_on=("no_vote_errors",),
            returned="latest_best",
            small_weights="authors",
            matrix_repair="authors",
        )._of_preset("authors"),
    }
)


def checked_settings(settings: Any) -> Settings:
    """Return *settings* as they are, or the preset "recommended" for None. Raise ``InputError`` for
    another type.

    An empty mapping is refused too, because it does not mean the same as None.
    """
    if settings is None:
        return PRESETS["recommended"]
    if isinstance(settings, Settings):
        return settings
    remedy = "Settings(lam=1.0)"
    if isinstance(settings, str) and settings in PRESETS:
        remedy = f"Settings.preset({settings!r})"
    elif isinstance(settings, Mapping):
        remedy = "Settings(**settings)"
    raise InputError(
        f"settings is {shown(settings)}; allowed is a Settings object; write {remedy}."
    )
