"""Registry entries of the evolutionary searches and the clustering methods."""

from __future__ import annotations

from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.searching import (
    AccuracyDiversitySearch,
    DoubleFaultClustering,
    Gasen,
    KMeansClustering,
    ParetoPruning,
)

SEARCHES: tuple[CombinerInfo, ...] = (
    CombinerInfo(
        key="gasen",
        title="GASEN",
        family="search",
        authors="Zhou, Wu & Tang",
        year=2002,
        work="Ensembling neural networks: many could be better than all, Artificial "
        "Intelligence 137",
        complexity="population · generations · N L C",
        confirmed="evolving weights and keeping those above a threshold; not confirmed: threshold "
        "0.05 (= 1/L for 20 members), the unweighted vote of the kept, the genetic algorithm's "
        "settings, and a bootstrap of the training rows for scoring, which is not followed",
        estimator=Gasen,
    ),
    CombinerInfo(
        key="accuracy_diversity_search",
        title="Genetic search on accuracy and diversity",
        family="search",
        authors="Trawiński, Quirin & Cordón",
        year=2009,
        work="On the combination of accuracy and diversity measures for genetic selection of "
        "bagging fuzzy rule-based multiclassification systems, ISDA",
        complexity="population · generations · (N L C + L²)",
        confirmed="in the spirit of the paper only: fitness, encoding and operators could not be "
        "confirmed",
        estimator=AccuracyDiversitySearch,
    ),
    CombinerInfo(
        key="pareto_pruning",
        title="Pareto ensemble pruning",
        family="search",
        authors="Qian, Yu & Zhou",
        year=2015,
        work="Pareto ensemble pruning, AAAI",
        complexity="iterations · N L C + local searches · L² N",
        confirmed="the two objectives, mutation, archive and local search; the limits on "
        "iterations and local searches are ours, as L² ln L iterations take too long for big pools",
        estimator=ParetoPruning,
    ),
)

CLUSTERINGS: tuple[CombinerInfo, ...] = (
    CombinerInfo(
        key="double_fault_clustering",
        title="Agglomerative clustering on double fault",
        family="clustering",
        authors="Giacinto, Roli & Fumera",
        year=2000,
        work="Design of effective multiple classifier systems by clustering of classifiers, ICPR",
        complexity="L² N + L³",
        confirmed="clustering members that fail together; not confirmed: the distance, the linkage "
        "and how the number of clusters is chosen",
        estimator=DoubleFaultClustering,
    ),
    CombinerInfo(
        key="kmeans_clustering",
        title="k-means on outputs",
        family="clustering",
        authors="Lazarevic & Obradovic",
        year=2001,
        work="Effective pruning of neural network classifier ensembles, IJCNN",
        complexity="clusters² · L N C",
        confirmed="clusters grown while they disagree more, then thinned from the least accurate "
        "on; not confirmed: how disagreement of clusters is measured, and their order",
        estimator=KMeansClustering,
    ),
)
