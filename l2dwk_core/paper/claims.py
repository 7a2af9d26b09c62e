"""What the paper promises, claim by claim, and one claim of this project.

The results section of the paper is empty: its claims stand in the abstract, in the introduction and
in the section on the method.
"""

from __future__ import annotations

from l2dwk_core.paper.claim import Argument, Measured, PaperClaim

_TREES = {"dataset": "glass", "pool": "bagging", "kernel": "gaussian"}

_RIVALS = (
    (
        "bagging",
        "Bagging",
        "Bagging fits 301 trees, each to a random sample of the training rows, and lets all vote "
        "with equal weights.",
    ),
    (
        "adaboost",
        "AdaBoost",
        "AdaBoost fits one tree after another, each with more weight on the rows that the trees "
        "before it got wrong.",
    ),
    (
        "random_forest",
        "Random Forest",
        "A random forest is Bagging in which each split of a tree looks only at a few columns, "
        "chosen at random.",
    ),
    ("gasen", "GASEN", "GASEN weighs the members by a genetic algorithm and keeps the heavy ones."),
    (
        "rse",
        "RSE",
        "RSE (regularized selective ensemble) weighs the members by a quadratic program that wants "
        "large margins and similar answers on similar rows.",
    ),
    (
        "epsdp",
        "EPSDP",
        "EPSDP (ensemble pruning by semidefinite programming) keeps a fixed number of members that "
        "are seldom wrong, and seldom wrong together.",
    ),
)

_ACCURACY = (
    *(
        PaperClaim(
            key,
            "accuracy",
            f"L2DWK is more accurate than {name}",
            f"The abstract says that on 32 datasets it consistently outperforms {name}. {what}",
            Measured(("paper_table",), "rivals", key),
            _TREES,
        )
        for key, name, what in _RIVALS
    ),
    PaperClaim(
        "few_members",
        "accuracy",
        "L2DWK keeps only a part of the classifiers",
        "The introduction says that it produces a subset of important and diverse classifiers. We "
        "take this to mean fewer than half of the 301 trees.",
        Measured(("paper_table",), "few_members"),
        _TREES,
    ),
)

_OURS = (
    PaperClaim(
        "different_models",
        "ours",
        "Weighting pays when the members are different models",
        "Trees grown alike leave little to choose. A library of forty different models leaves "
        "more. L2DWK, with λ chosen by cross-validation and each model judged on rows it was not "
        "fitted on, should then be more accurate than the best single model, and than forward "
        "selection, which again and again adds the model that helps the vote most: plain, and the "
        "mean of many such selections (bagged).",
        Measured(("library",), "primary"),
        {"dataset": "glass", "pool": "library"},
    ),
    PaperClaim(
        "different_models_chosen",
        "ours",
        "Weighting different models pays in the best form of L2DWK",
        "The same, for the one of seven forms of L2DWK that is the most accurate on fifteen other "
        "datasets.",
        Measured(("library",), "chosen"),
        {"dataset": "glass", "pool": "library"},
    ),
)

_FORMULAS = (
    PaperClaim(
        "convex_weights",
        "formulas",
        "The classifier weights come from a convex problem",
        "With a general kernel and fixed kernel weights, the paper says, the criterion becomes a "
        "convex quadratic program. A convex problem has no false minimum where a solver can stop.",
        Argument(
            "depends",
            "It is convex for disagreement with the linear or the Gaussian kernel. It is not for "
            "every polynomial kernel (a negative constant can break it), and not for double fault "
            "with the printed sign.",
            "eq:polykernal",
        ),
        _TREES | {"kernel": "polynomial"},
    ),
    PaperClaim(
        "printed_kernels",
        "formulas",
        "Different kernels give different ensembles",
        "The method comes in three kinds: with a linear, a Gaussian and a polynomial kernel. "
        "Kernels are to make the diversity useful for different data.",
        Argument(
            "not defined",
            "The printed formula takes the kernel of single answers, row by row. An answer is only "
            "right or wrong, so each of the three kernels has two values, and all three give the "
            "same weights (unless a polynomial kernel of even degree has c ≤ 0). The three kinds "
            "are one method. They differ only if a kernel compares whole columns of answers, as "
            "the authors' program does.",
            "eq:weighted_kernel",
        ),
        _TREES | {"kernel_form": "scalar"},
    ),
    PaperClaim(
        "double_fault",
        "formulas",
        "Double fault can serve as the measure of diversity",
        "Double fault counts the rows on which two classifiers are wrong together. The paper "
        "offers it beside disagreement.",
        Argument(
            "not defined",
            "Double fault is large when classifiers are alike, and the printed formula rewards it. "
            "Its solution is one single classifier, so it defines no ensemble.",
            "eq:UnifiedCriterion4",
        ),
        _TREES | {"kernel": "linear", "diversity": "double_fault_printed"},
    ),
    PaperClaim(
        "joint_convexity",
        "formulas",
        "Both kinds of weights minimise one convex loss",
        "The paper says that classifier weights w and kernel weights α are found together, by "
        "minimising a convex loss function step by step.",
        Argument(
            "not supported",
            "The loss is not convex in w and α together: halfway between two points it can be "
            "larger than the mean of their values. And the printed step moves α to rows that the "
            "vote gets wrong, which does not minimise the loss over α.",
            "eq:UnifiedCriterion2",
        ),
        _TREES | {"kernel": "linear"},
    ),
    PaperClaim(
        "sum_of_alpha",
        "formulas",
        "The kernel weights always sum to 1",
        "The paper gives a proof that the kernel weights α sum to 1 in every round.",
        Argument(
            "not supported",
            "The proof takes for granted that the new weights sum to 1. As printed they do not: "
            "with three classes or more there can be more rows with a margin of 0 or less than "
            "wrong votes, and then the sum is above 1.",
            "eq:DSWL-tr",
        ),
        _TREES | {"error_mass": "vote"},
    ),
)

_PARTS = (
    PaperClaim(
        "both_terms",
        "parts",
        "Accuracy and diversity together beat either alone",
        "The weights reward classifiers that are often right and that differ from each other. Both "
        "rewards together are to give a better ensemble than one of them.",
        Measured(("components",), "both_terms"),
        _TREES | {"terms": "accuracy"},
    ),
    PaperClaim(
        "reweighting",
        "parts",
        "Learned kernel weights give a better ensemble",
        "After each round, rows that the vote gets wrong get more weight α. Diversity measured "
        "with these weights is to be more useful.",
        Measured(("components",), "reweighting"),
        _TREES | {"update": "none"},
    ),
    PaperClaim(
        "adaptive_diversity",
        "parts",
        "Adaptive diversity goes with accuracy",
        "Diversity measured with learned weights on the rows is said to be highly correlated with "
        "accuracy. We take this to mean: of many random sub-ensembles of the members, the more "
        "diverse are the more accurate.",
        Measured(("adaptive_diversity",), "with_accuracy"),
        _TREES,
    ),
    PaperClaim(
        "adaptive_against_fixed",
        "parts",
        "It goes with accuracy more closely than fixed diversity does",
        "Fixed measures of diversity, in which all rows count alike, are known to say little about "
        "accuracy. The learned weights are to change that.",
        Measured(("adaptive_diversity",), "against_fixed"),
        _TREES,
    ),
    PaperClaim(
        "more_diverse",
        "parts",
        "The chosen classifiers are more diverse than all of them",
        "The paper names this as the first task: the finally selected classifiers should be more "
        "diverse than the average of all.",
        Measured(("components",), "more_diverse"),
        _TREES,
    ),
    PaperClaim(
        "convergence",
        "parts",
        "The loop converges",
        "The two steps are repeated until convergence, or until the largest number of rounds. We "
        "take this to mean that in most runs nothing changes any more within 300 rounds.",
        Measured(("components",), "convergence"),
        _TREES | {"max_rounds": "100"},
    ),
    PaperClaim(
        "label_noise",
        "parts",
        "It is robust to wrong labels",
        "The weights on the rows are to make diversity robust for noise in the data. We take this "
        "to mean: with wrong labels among the training rows it is more accurate than the vote with "
        "equal weights.",
        Measured(("label_noise_10", "label_noise_20", "label_noise_30"), "robust"),
        _TREES | {"label_noise": "0.2"},
    ),
    PaperClaim(
        "two_updates",
        "parts",
        "Both ways to move the kernel weights give similar results",
        "The paper has two rules, called Hinge and Exp, and reports only the first, because the "
        "results are said to be very similar.",
        Measured(("components",), "two_updates", expects="equal"),
        _TREES | {"update": "exp"},
    ),
)

CLAIMS: tuple[PaperClaim, ...] = (*_ACCURACY, *_OURS, *_FORMULAS, *_PARTS)
"""In the order of ``GROUPS``."""
