"""Every measure by name: the one place a new one is added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from numpy.typing import ArrayLike

from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.diversity import ensembles, pairs
from l2dwk_core.diversity.ensembles import all_alike, no_failure, one_member
from l2dwk_core.diversity.labels import LabelSample, label_kappa
from l2dwk_core.diversity.measure import (
    EnsembleMeasure,
    LabelPairMeasure,
    Measure,
    MeasureDetail,
    OraclePairMeasure,
    Sample,
)
from l2dwk_core.diversity.samples import OracleSample

_CONSTANT = (
    "a pair with a member that is always right or always wrong (dropped from the average and "
    "counted); every pair so; one member"
)


def _kohavi_wolpert_bounds(n_members: int) -> tuple[float, float]:
    return 0.0, (n_members // 2) * ((n_members + 1) // 2) / n_members**2


def _agreement_bounds(n_members: int) -> tuple[float, float]:
    return (-1.0 / (n_members - 1) if n_members > 1 else -1.0), 1.0


def _disagreement_bounds(n_members: int) -> tuple[float, float]:
    # Kohavi–Wolpert variance is (L − 1)/(2L) times disagreement, so both have the same position in
    # their range.
    if n_members == 1:
        return 0.0, 1.0
    return 0.0, _kohavi_wolpert_bounds(n_members)[1] * 2 * n_members / (n_members - 1)


_ALL: tuple[Measure, ...] = (
    OraclePairMeasure(
        name="q_statistic",
        title="Q statistic",
        symbol="Q",
        formula=r"Q = \frac{ad - bc}{ad + bc}",
        range=(-1.0, 1.0),
        direction="down",
        undefined=_CONSTANT,
        source="Yule 1900",
        fixed_by_disagreement=False,
        compute=pairs.q_statistic,
    ),
    OraclePairMeasure(
        name="correlation",
        title="Correlation ρ",
        symbol="ρ",
        formula=r"\rho = \frac{ad - bc}{\sqrt{(a+b)(c+d)(a+c)(b+d)}}",
        range=(-1.0, 1.0),
        direction="down",
        undefined=_CONSTANT,
        source="Kuncheva & Whitaker 2003",
        fixed_by_disagreement=False,
        compute=pairs.correlation,
        tighter=_agreement_bounds,
    ),
    OraclePairMeasure(
        name="disagreement",
        title="Disagreement",
        symbol="Dis",
        formula=r"\mathrm{Dis} = \frac{b + c}{N}",
        range=(0.0, 1.0),
        direction="up",
        undefined="one member",
        source="Skalak 1996",
        fixed_by_disagreement=True,
        compute=pairs.disagreement,
        tighter=_disagreement_bounds,
    ),
    OraclePairMeasure(
        name="double_fault",
        title="Double fault",
        symbol="DF",
        formula=r"\mathrm{DF} = \frac{d}{N}",
        range=(0.0, 1.0),
        direction="down",
        undefined="one member",
        source="Giacinto & Roli 2001",
        fixed_by_disagreement=True,
        compute=pairs.double_fault,
    ),
    EnsembleMeasure(
        name="entropy",
        title="Entropy E",
        symbol="E",
        formula=r"E = \frac{1}{N} \sum_k \frac{\min(l_k, L - l_k)}{L - \lceil L/2 \rceil}",
        range=(0.0, 1.0),
        direction="up",
        undefined="one member",
        source="Kuncheva & Whitaker 2003, after Cunningham & Carney 2000",
        fixed_by_disagreement=False,
        compute=ensembles.entropy,
        guards=(one_member,),
    ),
    EnsembleMeasure(
        name="kohavi_wolpert",
        title="Kohavi–Wolpert variance",
        symbol="KW",
        formula=r"\mathrm{KW} = \frac{1}{N L^2} \sum_k l_k (L - l_k)",
        range=(0.0, 0.25),
        direction="up",
        undefined="never",
        source="Kohavi & Wolpert 1996",
        fixed_by_disagreement=True,
        compute=ensembles.kohavi_wolpert,
        tighter=_kohavi_wolpert_bounds,
    ),
    EnsembleMeasure(
        name="interrater_kappa",
        title="Interrater agreement κ",
        symbol="κ",
        formula=r"\kappa = 1 - \frac{\frac{1}{L} \sum_k l_k (L - l_k)}"
        r"{N (L - 1)\, \bar p (1 - \bar p)}",
        range=(-1.0, 1.0),
        direction="down",
        undefined="every vote right, or every vote wrong; one member",
        source="Fleiss 1981; Dietterich 2000",
        fixed_by_disagreement=True,
        compute=ensembles.interrater_kappa,
        guards=(one_member, all_alike),
        tighter=_agreement_bounds,
    ),
    EnsembleMeasure(
        name="difficulty",
        title="Difficulty θ",
        symbol="θ",
        formula=r"\theta = \frac{1}{N} \sum_k \left(\frac{l_k}{L} - \bar p\right)^2",
        range=(0.0, 0.25),
        direction="down",
        undefined="never",
        source="Hansen & Salamon 1990",
        fixed_by_disagreement=True,
        compute=ensembles.difficulty,
    ),
    EnsembleMeasure(
        name="generalized_diversity",
        title="Generalized diversity",
        symbol="GD",
        formula=r"\mathrm{GD} = 1 - \frac{\sum_i i(i-1)\, p_i / (L(L-1))}{\sum_i i\, p_i / L},"
        r"\quad p_i = \text{share of rows with } i \text{ failures}",
        range=(0.0, 1.0),
        direction="up",
        undefined="no vote wrong; one member",
        source="Partridge & Krzanowski 1997",
        fixed_by_disagreement=True,
        compute=ensembles.generalized_diversity,
        guards=(one_member, no_failure),
    ),
    EnsembleMeasure(
        name="coincident_failure_diversity",
        title="Coincident failure diversity",
        symbol="CFD",
        formula=r"\mathrm{CFD} = \frac{1}{1 - p_0} \sum_{i=1}^{L} \frac{L - i}{L - 1}\, p_i"
        r"\quad (0 \text{ if } p_0 = 1)",
        range=(0.0, 1.0),
        direction="up",
        undefined="one member (no vote wrong gives 0 by convention)",
        source="Partridge & Krzanowski 1997",
        fixed_by_disagreement=False,
        compute=ensembles.coincident_failure_diversity,
        guards=(one_member,),
    ),
    LabelPairMeasure(
        name="label_kappa",
        title="Pairwise κ on labels",
        symbol="κ labels",
        formula=r"\kappa_{ij} = \frac{T_1 - T_2}{1 - T_2},\quad T_1 = \sum_c \frac{n_{cc}}{N},"
        r"\quad T_2 = \sum_c \frac{n_{c\cdot}}{N} \frac{n_{\cdot c}}{N}",
        range=(-1.0, 1.0),
        direction="down",
        undefined="a pair that always predicts the same one label (dropped from the average and "
        "counted); every pair so; one member",
        source="Cohen 1960; Margineantu & Dietterich 1997",
        fixed_by_disagreement=False,
        compute=label_kappa,
        tighter=_agreement_bounds,
    ),
)

MEASURES: Mapping[str, Measure] = MappingProxyType({measure.name: measure for measure in _ALL})


def measure_all(
    oracle: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    codes: ArrayLike | None = None,
    names: Iterable[str] | None = None,
) -> dict[str, MeasureDetail]:
    """Return several measures of one ensemble. They share the work that they have in common.

    Parameters
    ----------
    oracle
        ``(n_samples, n_members)`` in {−1, +1}.
    weights
        ``(n_samples,)`` row weights α, divided by their sum; None for 1/N each.
    codes
        ``(n_samples, n_members)`` predicted labels, for the measures that need them.
    names
        Which ones; None for every measure whose input is given.

    Returns
    -------
    One :class:`MeasureDetail` a name, in registry order (or in the order of ``names``).

    Raises
    ------
    InputError
        An unknown name, a measure on labels without ``codes``, or inputs of another form.
    """
    outputs = OracleSample.read(oracle, weights)
    samples: dict[str, Sample] = {"oracle": outputs}
    if codes is not None:
        labels = LabelSample.read(codes, weights)
        if labels.codes.shape != outputs.signs.shape:
            raise InputError(
                f"The codes have shape {labels.codes.shape}, the oracle "
                f"{outputs.signs.shape}; give the labels that the same members predict "
                "on the same rows."
            )
        samples["labels"] = labels
    if names is None:
        names = [name for name, measure in MEASURES.items() if measure.needs in samples]
    details: dict[str, MeasureDetail] = {}
    for name in names:
        if name not in MEASURES:
            raise unknown_choice("measure", name, MEASURES)
        measure = MEASURES[name]
        if measure.needs not in samples:
            raise InputError(f"Measure {name!r} needs predicted labels; pass them as `codes`.")
        details[name] = measure.from_sample(samples[measure.needs])
    return details
