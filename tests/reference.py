"""Slow, obvious implementations of everything the engine does fast.

Written from the paper's equations and the project's conventions, one loop per sum, with no use of
the core: the tests compare the two. ``s`` is any record with the fields of ``Settings``.
"""

from __future__ import annotations

import itertools
import math
from types import SimpleNamespace

import numpy as np

from tests.reference_qp import every_support, least_norm_weights

# ---------------------------------------------------------------------------------------------
# Kernels (Eqs. linearkernal, gausskernal, polykernal, weighted_kernel)


KERNELS = ("gaussian", "linear", "polynomial")
"""The paper's kernels: those known here."""


def scalar_kernel(s, x, y):
    """k(x, y) of two numbers."""
    if s.kernel == "linear":
        return x * y
    if s.kernel == "gaussian":
        return math.exp(-((x - y) ** 2) / (2 * s.sigma**2))
    return (x * y + s.constant) ** s.degree


def weighted_kernel(s, alpha, x, y):
    """k_α(x, y) of two vectors, in the scalar or the joint form."""
    if s.kernel_form == "scalar":
        return sum(a * scalar_kernel(s, xk, yk) for a, xk, yk in zip(alpha, x, y, strict=True))
    if s.kernel == "gaussian":
        return math.exp(
            -sum(a * (xk - yk) ** 2 for a, xk, yk in zip(alpha, x, y, strict=True))
            / (2 * s.sigma**2)
        )
    inner = sum(a * xk * yk for a, xk, yk in zip(alpha, x, y, strict=True))
    return inner if s.kernel == "linear" else (inner + s.constant) ** s.degree


def kernel_tables(s, alpha, outputs):
    """``(K, v, k(1, 1))`` of members whose outputs are the columns of ``outputs``."""
    alpha = [float(a) for a in alpha]
    columns = [[float(x) for x in column] for column in np.asarray(outputs).T]
    ones = [1.0] * len(alpha)
    v = np.array([weighted_kernel(s, alpha, ones, x) for x in columns])
    if s.diversity == "double_fault_authors":
        columns = [[1.0 - x for x in column] for column in columns]
    n = len(columns)
    K = np.empty((n, n))
    for i in range(n):
        for j in range(i, n):
            K[i, j] = K[j, i] = weighted_kernel(s, alpha, columns[i], columns[j])
    return K, v, weighted_kernel(s, alpha, ones, ones)


def pairwise_tables(s, alpha, oracle, available):
    """The same from missing votes, by averages over the rows two members may both judge.

    Also returns S before its projection on the positive semidefinite matrices. A pair that shares
    no row counts as independent; a member without rows is as good as the mean of the others.
    """
    n_rows, n = oracle.shape
    mu, seen = np.zeros(n), np.zeros(n, dtype=bool)
    for j in range(n):
        weight = sum(alpha[k] for k in range(n_rows) if available[k, j])
        if weight > 0:
            seen[j] = True
            mu[j] = sum(alpha[k] * oracle[k, j] for k in range(n_rows) if available[k, j]) / weight
    mu[~seen] = mu[seen].mean()
    raw = np.eye(n)
    for i, j in itertools.permutations(range(n), 2):
        both = [k for k in range(n_rows) if available[k, i] and available[k, j]]
        weight = sum(alpha[k] for k in both)
        raw[i, j] = (
            sum(alpha[k] * oracle[k, i] * oracle[k, j] for k in both) / weight
            if weight > 0
            else mu[i] * mu[j]
        )
    values, vectors = np.linalg.eigh(raw)
    S = vectors @ np.diag(np.maximum(values, 0)) @ vectors.T
    mass = sum(alpha)

    def kernel(inner):
        if s.kernel_form == "scalar":
            same, opposite = scalar_kernel(s, 1, 1), scalar_kernel(s, 1, -1)
            return (same + opposite) / 2 * mass + (same - opposite) / 2 * mass * inner
        if s.kernel == "gaussian":
            return np.exp(-mass * (1 - inner) / s.sigma**2)
        return mass * inner if s.kernel == "linear" else (mass * inner + s.constant) ** s.degree

    return kernel(S), kernel(mu), float(kernel(np.ones(1))[0]), raw


def impute(oracle, available):
    """A missing vote becomes the mean of the row's votes; 0 in a row without any."""
    filled = oracle.astype(float)
    for k, row in enumerate(available):
        votes = [oracle[k, j] for j in range(len(row)) if row[j]]
        for j in range(len(row)):
            if not row[j]:
                filled[k, j] = sum(votes) / len(votes) if votes else 0.0
    return filled


# ---------------------------------------------------------------------------------------------
# Objective (Eqs. UnifiedCriterion3 and UnifiedCriterion4)


def term_weights(s):
    """What multiplies the accuracy and the diversity."""
    accuracy, diversity = (1.0, s.lam) if s.lam_on == "diversity" else (s.lam, 1.0)
    if s.terms == "diversity":
        accuracy = 0.0
    if s.terms == "accuracy":
        diversity = 0.0
    return accuracy, diversity


def double_fault_matrix(K, v, at_one):
    """D_df = ¼(k(1,1) 11ᵀ − 1vᵀ − v1ᵀ + K)."""
    ones = np.ones(len(v))
    return (at_one * np.outer(ones, ones) - np.outer(ones, v) - np.outer(v, ones) + K) / 4


def objective(s, w, K, v, at_one):
    """f(w; α), without the constant −λ/2 of disagreement."""
    accuracy, diversity = term_weights(s)
    f = -accuracy * (v @ w)
    if s.diversity in ("disagreement", "double_fault_authors"):
        return f + diversity / 2 * (w @ K @ w)
    fault = w @ double_fault_matrix(K, v, at_one) @ w
    return f + diversity * fault if s.diversity == "double_fault" else f - diversity * fault


def quadratic(s, K, v, at_one):
    """``(H, p, constant)`` with f = ½ wᵀHw − pᵀw + constant on the simplex."""
    accuracy, diversity = term_weights(s)
    if s.diversity in ("disagreement", "double_fault_authors"):
        H, p, constant = diversity * K, accuracy * v, 0.0
    else:
        sign = 1.0 if s.diversity == "double_fault" else -1.0
        H = 2 * sign * diversity * double_fault_matrix(K, v, at_one)
        p, constant = accuracy * v, 0.0
    if s.matrix_repair == "authors":
        # Their program sees the criterion as ½[1;w]ᵀ B [1;w] with the linear part on the border.
        if s.diversity in ("double_fault", "double_fault_printed"):
            p = p + sign * diversity * v / 2
            H = sign * diversity * K / 2
            constant = sign * diversity * at_one / 4
        B = np.block([[np.ones((1, 1)), -p[None, :]], [-p[:, None], H]])
        while True:
            try:
                np.linalg.cholesky(B)
                break
            except np.linalg.LinAlgError:
                values, vectors = np.linalg.eigh(B)
                B = vectors @ np.diag(np.where(values <= 0, 1e-6, values)) @ vectors.T
                B = (B + B.T) / 2
        H, p, constant = B[1:, 1:], -B[0, 1:], constant + (B[0, 0] - 1) / 2
    return H, p, constant


# ---------------------------------------------------------------------------------------------
# Concave programs


def lowest_vertex(H, p):
    """The best single member of ½ wᵀHw − pᵀw, the first among equals (to rounding)."""
    values = [0.5 * H[j, j] - p[j] for j in range(len(p))]
    size = max(1.0, np.abs(H).max(), np.abs(p).max())
    w = np.zeros(len(p))
    w[next(j for j, value in enumerate(values) if value <= min(values) + 1e-13 * size)] = 1.0
    return w


def is_concave(s):
    """Whether f is concave in w: the printed double fault or a scalar kernel with b < 0.

    The authors' repair leaves no concave program: what it returns is positive definite.
    """
    if s.matrix_repair == "authors":
        return False
    direction = -1 if s.diversity == "double_fault_printed" else 1
    if s.kernel_form == "scalar" and scalar_kernel(s, 1, 1) < scalar_kernel(s, 1, -1):
        direction = -direction
    return direction < 0 and term_weights(s)[1] > 0


# ---------------------------------------------------------------------------------------------
# Votes


def wrong_and_tied(w, codes, truth, n_classes, available=None, probabilities=None):
    """Per row: is the weighted plurality wrong, and was it a tie (lowest class wins)?"""
    wrong, tied = [], []
    for k in range(len(truth)):
        votes = [0.0] * n_classes
        total = 0.0
        for j in range(len(w)):
            if available is not None and not available[k, j]:
                continue
            total += w[j]
            if probabilities is None:
                votes[codes[k, j]] += w[j]
            else:
                for c in range(n_classes):
                    votes[c] += w[j] * probabilities[k, j, c]
        if total == 0:  # nobody who may judge this row has weight
            wrong.append(False)
            tied.append(False)
            continue
        leaders = [c for c in range(n_classes) if votes[c] >= max(votes) - 1e-12]
        wrong.append(leaders[0] != truth[k])
        tied.append(len(leaders) > 1)
    return np.array(wrong), np.array(tied)


def margins_of(w, outputs, available=None):
    """m_k = Σ w_j O_kj, over the members that may judge the row, as a share of their weight."""
    m = []
    for k in range(len(outputs)):
        allowed = [j for j in range(len(w)) if available is None or available[k, j]]
        weight = sum(w[j] for j in allowed)
        total = sum(w[j] * outputs[k, j] for j in allowed)
        if available is not None:
            total = total / weight if weight > 0 else math.nan
        m.append(total)
    return np.array(m)


# ---------------------------------------------------------------------------------------------
# Algorithm I


def self_train(predictions, labels, s, available=None, probabilities=None):
    """The whole loop. ``predictions``/``labels`` are class positions 0 … C − 1."""
    codes, truth = np.asarray(predictions), np.asarray(labels)
    n_rows, _ = codes.shape
    n_classes = int(max(codes.max(), truth.max())) + 1
    if probabilities is not None:
        n_classes = probabilities.shape[2]
    oracle = np.where(codes == truth[:, None], 1.0, -1.0)
    outputs = oracle
    if probabilities is not None:
        outputs = np.array([[2 * p[truth[k]] - 1 for p in probabilities[k]] for k in range(n_rows)])
    elif available is not None and s.missing_votes == "impute":
        outputs = impute(oracle, available)
    judged = np.ones(n_rows, dtype=bool) if available is None else available.any(axis=1)
    N = int(judged.sum())

    alpha = np.where(judged, 1.0 / N, 0.0)
    exp_target = alpha.copy()
    rounds, period = [], None
    while True:
        t = len(rounds) + 1
        smallest = None
        if available is not None and s.missing_votes == "pairwise":
            K, v, at_one, raw = pairwise_tables(s, alpha, oracle, available)
            smallest = np.linalg.eigvalsh(raw)[0]
        else:
            K, v, at_one = kernel_tables(s, alpha, outputs)
        H, p, constant = quadratic(s, K, v, at_one)
        solve = every_support if len(p) <= 9 else least_norm_weights
        exact = lowest_vertex(H, p) if is_concave(s) else solve(H, p)
        f = 0.5 * exact @ H @ exact - p @ exact + constant
        w = exact
        if s.small_weights == "renormalise":
            w = np.where(exact <= 1e-6, 0.0, exact)
            w = w / w.sum()

        m = margins_of(w, outputs if probabilities is not None else oracle, available)
        wrong, tied = wrong_and_tied(w, codes, truth, n_classes, available, probabilities)
        eps = wrong.sum() / N
        not_positive = np.array([bool(x <= 1e-12) for x in m])
        E = (not_positive if s.error_set == "margin" else wrong) & judged

        stop = None
        if s.update == "none":
            stop = "no_update"
        elif "no_vote_errors" in s.stop_on and eps == 0:
            stop = "no_vote_errors"
        elif ("no_errors" in s.stop_on or s.update == "hinge") and not E.any():
            stop = "no_errors"
        elif s.update == "hinge" and s.error_mass != "set" and eps == 0:
            stop = "undefined_update"
        elif t >= s.max_rounds:
            stop = "rounds"

        change = np.abs(w - rounds[-1].weights).sum() if rounds else math.nan
        residual, following = math.nan, None
        if stop is None:
            if s.update == "hinge":
                mass = {"set": 1 / E.sum(), "vote": 1 / (N * eps or 1), "authors": 1 / (eps or 1)}
                target = np.where(E, mass[s.error_mass], 0.0)
            else:
                if N > 1:
                    e = min(max(eps, 1 / (2 * N)), 0.5 - 1 / (2 * N))
                    theta = 0.5 * math.log((1 - e) / e)
                    factor = [1.0 if math.isnan(x) else math.exp(-theta * x) for x in m]
                    exp_target = exp_target * np.array(factor)
                    exp_target = exp_target / exp_target.sum()
                target = exp_target
            if s.damping == "authors":
                following = alpha + target / t
                following = following / following.sum()
                target = target / target.sum()
            else:
                beta = 1 / t if s.damping == "1/t" else 1 / (t + 1)
                following = (1 - beta) * alpha + beta * target
            residual = np.abs(target - alpha).sum()

        rounds.append(
            SimpleNamespace(
                index=t,
                alpha=alpha,
                weights=w,
                objective=f,
                margins=m,
                wrong=wrong,
                error_set=E,
                error=eps,
                n_ties=int((tied & not_positive).sum()),
                n_selected=int((w > 0).sum()),
                effective_number=1 / (w @ w),
                alpha_residual=residual,
                weight_change=change,
                smallest_eigenvalue=smallest,
            )
        )
        if stop is None and "settled" in s.stop_on and len(rounds) >= 3:
            last = rounds[-3:]
            if all(r.alpha_residual < 1e-6 and r.weight_change < 1e-6 for r in last):
                stop = "settled"
        if stop is None and "cycle" in s.stop_on:
            period = find_period(rounds)
            stop = "cycle" if period else None
        if stop is not None:
            break
        alpha = following

    chosen = rounds[0]
    for r in rounds[1:]:
        if (
            s.returned == "last"
            or r.error < chosen.error
            or (
                r.error == chosen.error
                and (s.returned == "latest_best" or r.n_selected <= chosen.n_selected)
            )
        ):
            chosen = r
    weights = chosen.weights
    if s.small_weights == "authors":
        weights = np.where(weights <= 1e-3, 0.0, weights)
    return SimpleNamespace(
        weights=weights,
        rounds=rounds,
        returned_round=chosen.index,
        stop_reason=stop,
        period=period,
    )


def find_period(rounds):
    """The shortest period ≤ 10 with which E repeated for three periods while w stood still."""
    for period in range(1, 11):
        if len(rounds) < 3 * period:
            return None
        last = rounds[-3 * period :]
        repeats = all(
            np.array_equal(last[i].error_set, last[i + period].error_set) for i in range(2 * period)
        )
        if repeats and all(r.weight_change < 1e-4 for r in last):
            return period
    return None
