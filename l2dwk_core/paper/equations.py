"""All equations of the paper in its order, each with what implements it and a verdict."""

from __future__ import annotations

from l2dwk_core.paper.conflicts import conflicts_sentence
from l2dwk_core.paper.equation import Equation

_KO = r"\Bbbk_\alpha(\mathbf{O}^T\mathbf{O})"
_KV = r"\Bbbk_\alpha(\mathbf{1}^T\mathbf{O})"
_BRACKET = (
    r"\left[\mathbf{1}_{L\times L}-\Bbbk_\alpha(\mathbf{1}_{L\times N}\mathbf{O})"
    r"-\Bbbk_\alpha(\mathbf{1}_{L\times N}\mathbf{O})^T+\Bbbk_\alpha(\mathbf{O}^T\mathbf{O})\right]"
)

_KERNELS = (
    Equation(
        "eq:linearkernal",
        "Linear kernel",
        r"\Bbbk_l(x,y)=x^Ty+c",
        "Similarity of two outputs as a product, plus an optional constant.",
        ("method.kernels:KERNELS",),
        "exact",
        "In the objective the constant adds the same number for all weights that sum to 1, so it "
        "is left out.",
    ),
    Equation(
        "eq:gausskernal",
        "Gaussian kernel",
        r"\Bbbk_g(x,y)=\exp\left(-\frac{(x-y)^2}{2\sigma^2}\right)",
        "Similarity falls off with the distance of two outputs.",
        ("method.kernels:KERNELS",),
        "exact",
        "Applied to single answers it changes no weight (see the weighted kernel); between whole "
        "columns it does, the more the smaller σ is.",
        "a",
    ),
    Equation(
        "eq:polykernal",
        "Polynomial kernel",
        r"\Bbbk_p(x,y)=(x^Ty+c)^d",
        "A power of the product plus a constant, c any real number.",
        ("method.kernels:KERNELS", "method.settings:Settings"),
        "defect",
        "Not every c is allowed: between whole columns c < 0 can make the objective non-convex, "
        "and row by row an even d with c = 0 makes it constant. Both are refused with a reason.",
        "h",
    ),
    Equation(
        "weighted Gaussian",
        "A kernel with weighted features",
        r"\Bbbk(x,y)=\exp\Big(-\sum_{i=1}^d\beta_i\,\lVert x_i-y_i\rVert^2\Big)",
        "The example from the literature with which the paper introduces weighted kernels: the "
        "weights are inside one kernel.",
        ("method.kernels:JointKernel",),
        "reading",
        "This joint form is not what the paper later defines (a weighted sum of kernels), but it "
        "is what the authors' program uses, and the form in which the kernel matters. It is the "
        "default here.",
        "a",
        labelled=False,
    ),
)

_NOTATION = (
    Equation(
        "eq:Oracle-Output",
        "Oracle output",
        r"O_{ij}=\begin{cases}1&h_j(x_i)=y_i\\-1&h_j(x_i)\neq y_i\end{cases}",
        "Only whether a member is right counts, not which class it predicts.",
        ("oracle.oracle:Oracle",),
        "exact",
        "The paper takes the rows from the training data. Each fully grown tree is right on the "
        "rows it was grown on, so the vote is wrong on none and the method stops in round 1, "
        "unless equal rows have different classes or most trees were not grown on a row. "
        f"{conflicts_sentence()} Here the rows are held out, out of bag, or, on request, the "
        "training rows.",
        "i",
    ),
    Equation(
        "eq:Margin",
        "Margin",
        r"m_i=\sum_{h_j(x_i)=y_i}w_j-\sum_{h_j(x_i)\neq y_i}w_j=\sum_{j=1}^Lw_jO_{ij}",
        "The weight of the members that are right on a row minus the weight of those that are "
        "wrong.",
        ("oracle.weighted_vote:WeightedVote",),
        "exact",
        "It counts all wrong classes together: with m > 0 a vote is right, but with three "
        "classes or more a vote can also be right with m < 0. The update of α does not allow for "
        "that.",
        "e",
    ),
    Equation(
        "eq:Accuracy",
        "Accuracy of the members",
        r"\mathbf{P}=\frac1N\mathbf{1}_{N\times1}^T\mathbf{O}",
        "The mean of ±1, which is twice the share of right answers minus 1. (Declared as a "
        "column, but the formula gives a row.)",
        ("method.kernels:Moments",),
        "reading",
        "Taking the usual share instead is the same problem with λ doubled. λ always belongs to "
        "this form here.",
        "g",
    ),
    Equation(
        "usual accuracy",
        "The usual accuracy",
        r"\mathbf{P}=\frac1{2N}\mathbf{1}_{N\times1}^T(\mathbf{O}+\mathbf{1}_{N\times L})",
        "The share of right answers, named only for comparison.",
        ("datasets.splits:Score",),
        "exact",
        "Used wherever an accuracy is shown to people.",
        labelled=False,
    ),
    Equation(
        "eq:diversity-1",
        "Diversity of a weighted ensemble",
        r"div(\mathbf{w})=\mathbf{w}^T\mathbf{D}\mathbf{w},\qquad"
        r"\mathbf{D}=f_D(\mathbf{O}^T\mathbf{O},\mathbf{1}^T\mathbf{O})",
        "A pairwise measure, averaged with the weights of both members.",
        ("diversity.pairs:disagreement_matrix", "diversity.pairs:double_fault_matrix"),
        "exact",
        "The average includes a member with itself, so it is a little smaller than the usual "
        "average over pairs: (L − 1)/L of it with equal weights and disagreement.",
    ),
    Equation(
        "eq:Dis",
        "Disagreement",
        r"\mathbf{D_{dis}}=\frac1{2N}(N\mathbf{1}_{L\times L}-\mathbf{O}^T\mathbf{O})",
        "Share of rows on which exactly one of two members is right.",
        ("diversity.pairs:disagreement_matrix", "diversity:MEASURES"),
        "exact",
        "With margins, wᵀDw = ½(1 − mean m²): more diversity means smaller squared margins, "
        "and nothing else.",
    ),
    Equation(
        "eq:Df",
        "Double fault",
        r"\mathbf{D_{df}}=\frac1{4N}(\mathbf{1}-\mathbf{O})^T(\mathbf{1}-\mathbf{O})"
        r"=\frac1{4N}\left[N\mathbf{1}_{L\times L}-\mathbf{1}_{L\times N}\mathbf{O}"
        r"-(\mathbf{1}_{L\times N}\mathbf{O})^T+\mathbf{O}^T\mathbf{O}\right]",
        "Share of rows on which both members are wrong.",
        ("diversity.pairs:double_fault_matrix", "diversity:MEASURES"),
        "exact",
        "The matrix is right, but it measures similarity, not diversity, and the later equations "
        "reward it. (Its 1/N is the mean over the rows; the weighted form below has α for that.)",
    ),
)

_CRITERION = (
    Equation(
        "eq:UnifiedCriterion",
        "The criterion",
        r"\min_{\mathbf{w},\alpha}\;loss(Y,\Bbbk_\alpha,\mathbf{w})"
        r"-\lambda\,div(Y,\Bbbk_\alpha,\mathbf{w})\quad"
        r"\text{s.t. }\mathbf{w}\succeq0,\;\mathbf{1}^T\mathbf{w}=1",
        "Be accurate and diverse, with weights that are not negative and sum to one.",
        ("method.self_training:self_train", "method.objective:program"),
        "defect",
        "Minimising over α as well would put all kernel weight on a row whose margin is nearest "
        "1/λ (with the linear kernel and disagreement). The algorithm moves α to rows with "
        "margin ≤ 0, which is no minimisation over α.",
        "k",
    ),
    Equation(
        "kernelled products",
        "Products become kernels",
        r"\Bbbk(\mathbf{1}^T\mathbf{O})_j=\Bbbk(\mathbf{1},\mathbf{O}_j),\qquad"
        r"\Bbbk(\mathbf{O}^T\mathbf{O})_{i,j}=\Bbbk(\mathbf{O}_i,\mathbf{O}_j)",
        "A kernel compares whole columns of answers.",
        ("method.kernels:JointKernel",),
        "reading",
        "Here a kernel compares whole columns, in the next equation single rows. The two agree "
        "for the linear kernel, and in general not for the others. Both are offered, as joint "
        "and scalar form.",
        "a",
        labelled=False,
    ),
    Equation(
        "eq:weighted_kernel",
        "Weighted kernel",
        r"\Bbbk_\alpha(\mathbf{1}^T\mathbf{O})_j=\sum_k\alpha_k\Bbbk(1,O_{kj}),\qquad"
        r"\Bbbk_\alpha(\mathbf{O}^T\mathbf{O})_{i,j}=\sum_k\alpha_k\Bbbk(O_{ki},O_{kj})",
        "One kernel value for each row, summed with the kernel weights.",
        ("method.kernels:scalar_coefficients",),
        "defect",
        "On answers that are +1 or −1 each of these three kernels is a + b·xy, because two right "
        "answers are as similar as two wrong ones. With weights that sum to 1, a adds a constant "
        "and b > 0 rescales the whole objective, so all have the same minimiser. (A polynomial "
        "of even degree has b = 0 at c = 0 and b < 0 below.)",
        "a",
    ),
    Equation(
        "plain loss",
        "Loss without a kernel",
        r"loss(Y,\mathbf{w})=-\mathbf{1}_{N\times1}^T\mathbf{O}\,\mathbf{w}",
        "Minus the sum of all margins.",
        ("method.kernels:Moments",),
        "defect",
        "The accuracy that it refers to has 1/N, but the loss has not: the same λ would have 1/N "
        "of its effect. Here it is divided by N.",
        "g",
        labelled=False,
    ),
    Equation(
        "eq:accuracy_loss",
        "Loss with the weighted kernel",
        r"loss(Y,\Bbbk_\alpha,\mathbf{w})=-\Bbbk_\alpha(\mathbf{1}^T\mathbf{O})\,\mathbf{w}",
        "The same with kernel values; α sums to 1, so this one is normalised.",
        ("method.objective:program",),
        "exact",
        "v = k_α(1, O_j) is the linear term of every program that is solved.",
    ),
    Equation(
        "plain diversity",
        "Diversity without a kernel",
        r"div(Y,\mathbf{w})=\mathbf{w}^Tf_D(\mathbf{O}^T\mathbf{O},\mathbf{1}^T\mathbf{O})\,\mathbf{w}",
        "The pairwise diversity once more.",
        ("method.trace:Round",),
        "exact",
        "Logged for every round as wᵀDw, on equally weighted rows.",
        labelled=False,
    ),
    Equation(
        "eq:div_loss",
        "Diversity with the weighted kernel",
        r"div(Y,\Bbbk_\alpha,\mathbf{w})=\mathbf{w}^Tf_D\big(\Bbbk_\alpha(\mathbf{O}^T\mathbf{O}),"
        r"\Bbbk_\alpha(\mathbf{1}^T\mathbf{O})\big)\mathbf{w}",
        "Both products inside the diversity are replaced by weighted kernels.",
        ("method.objective:program",),
        "exact",
        "As printed, for each f_D below.",
    ),
    Equation(
        "eq:UnifiedCriterion2",
        "The criterion with weighted kernels",
        rf"\min_{{\mathbf{{w}},\alpha}}\;-{_KV}\mathbf{{w}}"
        rf"-\lambda\,\mathbf{{w}}^Tf_D\big({_KO},{_KV}\big)\mathbf{{w}}",
        "Loss and diversity together. The paper calls it convex.",
        ("method.objective:program", "qp.simplex_qp:solve_simplex_qp"),
        "defect",
        "With disagreement and b > 0 it is convex in w alone. In w and α together it is not: "
        "halfway between two points it can be larger than the mean of their values.",
        "l",
    ),
    Equation(
        "eq:Dis-Omega",
        "Disagreement with the weighted kernel",
        rf"\mathbf{{D}}_{{dis,\Bbbk_\alpha}}=\frac12\left(\mathbf{{1}}_{{L\times L}}-{_KO}\right)",
        "α takes the place of the 1/N of the plain disagreement.",
        ("method.objective:program",),
        "defect",
        "Right only when a member's kernel with itself is 1. With unweighted rows, α = 1, a member "
        "would disagree with itself by (1 − N)/2.",
        "m",
    ),
    Equation(
        "eq:UnifiedCriterion3",
        "The program with disagreement",
        rf"\min_{{\mathbf{{w}},\alpha}}\;-{_KV}\mathbf{{w}}"
        rf"-\lambda\,\mathbf{{w}}^T\frac12\left(\mathbf{{1}}_{{L\times L}}-{_KO}\right)"
        r"\mathbf{w}",
        "What is solved in every round.",
        ("method.objective:program", "qp.active_set:solve", "method.self_training:self_train"),
        "reading",
        "−D is in general not positive semidefinite: where a member's kernel with itself is 1 its "
        "diagonal is 0, and then it is so only if all members answer alike. (The polynomial kernel "
        "between columns with c > 0 has larger diagonal entries and can be.) Because the weights "
        "sum to 1 this is convex all the same, when K is positive semidefinite. It is solved in "
        "the equal form −vᵀw + (λ/2)wᵀKw, which for the linear kernel is (λ/2)·Σ α(m − 1/λ)² up to "
        "a constant.",
    ),
    Equation(
        "eq:Df-Omega",
        "Double fault with the weighted kernel",
        rf"\mathbf{{D}}_{{df,\Bbbk_\alpha}}=\frac1{{4N}}{_BRACKET}",
        "The double fault with weighted kernels.",
        ("method.objective:program",),
        "defect",
        "α sums to 1, so the sum is a mean already and 1/(4N) divides by N twice: λ shrinks with "
        "the number of rows. Read as 1/4.",
        "c",
    ),
    Equation(
        "eq:UnifiedCriterion4",
        "The program with double fault",
        rf"\min_{{\mathbf{{w}},\alpha}}\;-{_KV}\mathbf{{w}}"
        rf"-\lambda\,\mathbf{{w}}^T\frac1{{4N}}{_BRACKET}\mathbf{{w}}",
        "Double fault is used as if it were a measure that grows with diversity.",
        ("method.objective:program",),
        "defect",
        "Double fault is a similarity. The printed sign rewards common mistakes and makes the "
        "objective concave, so the answer is one single member: the most accurate up to some λ, "
        "the least accurate beyond. With 1/(4N), as printed, this λ is 2N; with 1/4, as it was "
        "meant, it is 2. Here the sign is corrected; the printed sign, with 1/4, can be chosen.",
        "b",
    ),
    Equation(
        "eq:QPD",
        "QPD, without kernel weights",
        r"\mathbf{w}_{opt}=\arg\min_{\mathbf{w}}\;-\lambda\,\mathbf{w}^T\mathbf{D}\mathbf{w}"
        r"-\mathbf{P}\mathbf{w}\quad\text{s.t. }\mathbf{w}\succeq0,\;\mathbf{1}^T\mathbf{w}=1",
        "One program, no reweighting.",
        ("method.self_training:self_train", "qp.critical_line:CriticalLine"),
        "exact",
        "With update = none. Here P is divided by N, as it must be; the whole λ path is exact, "
        "piecewise linear in 1/λ.",
    ),
)

_LOOP = (
    Equation(
        "alg:l2dwk",
        "Algorithm I",
        r"\begin{aligned}&\alpha^1_i=1/N;\quad\text{for }t=1,\dots,T:\\"
        r"&\quad\mathbf{w}\leftarrow\arg\min f(\mathbf{w};\alpha^t),\quad"
        r"\epsilon_t\leftarrow\text{error of }\mathbf{w},\\"
        r"&\quad\alpha^{t*}\leftarrow\text{Hinge or Exp}(\epsilon_t),\quad"
        r"\alpha^{t+1}\leftarrow\beta_t\alpha^{t*}+(1-\beta_t)\alpha^t\end{aligned}",
        "Solve, find the rows that the vote gets wrong, give them more weight, and repeat.",
        ("method.self_training:SelfTraining", "method.stopping:StopRules"),
        "reading",
        "Left open: which w is returned, what happens at ε = 0, when to stop, how ties are "
        "broken, which of several minimisers is meant. Each is a setting or is explained where "
        "it is decided. On the paper's rows, with fully grown trees, the loop mostly stops in "
        "round 1.",
        "i",
    ),
    Equation(
        "eq:beta",
        "Damping",
        r"\beta_t=\frac1t,\qquad\beta_t\in[0,1],\;\beta_t\leq\beta_{t+1}",
        "How much of the new target enters.",
        ("method.self_training:SelfTraining",),
        "defect",
        "1/t falls, so the printed condition βₜ ≤ βₜ₊₁ does not hold; and β₁ = 1 discards the "
        "first, equal weights. 1/(t + 1) keeps them; both can be chosen.",
        "d",
    ),
    Equation(
        "eq:updating",
        "Blend of old and new",
        r"\alpha^{t+1}=\beta_t\alpha^{t*}+(1-\beta_t)\alpha^t",
        "A running mixture of targets.",
        ("method.self_training:SelfTraining",),
        "exact",
        "A small step proves nothing here: it is at most βₜ(Σα* + Σα), 2βₜ when both sum to 1, "
        "whatever α is. The distance to the target without β is recorded instead.",
    ),
    Equation(
        "eq:L2DWK-Hinge",
        "Target, Hinge",
        r"\alpha^{t*}_i=\begin{cases}\frac1{N\epsilon_t}&m_i\leq0\\0&\text{otherwise}\end{cases}",
        "All new weight goes to rows whose margin is not positive.",
        ("method.self_training:SelfTraining",),
        "defect",
        "With three classes or more, or a tie, there can be more rows with m ≤ 0 than wrong "
        "votes, and then the sum exceeds 1; with ε = 0 it divides by zero although such rows may "
        "remain. Here it is divided by the number of rows in the set. (It is a 0–1 indicator, no "
        "hinge.)",
        "e",
    ),
    Equation(
        "eq:L2DWK-Exp",
        "Target, Exp",
        r"\theta=\frac12\ln\frac{1-\epsilon_t}{\epsilon_t},\qquad"
        r"\alpha_i^{t+1,*}=\frac{\alpha_i^{t*}\exp(-\theta m_i)}{Z_{t+1}}",
        "Weights decay exponentially with the margin, as in boosting (when ε < ½).",
        ("method.self_training:SelfTraining",),
        "defect",
        "θ is infinite at ε = 0 and 1, and for ε > ½ it is negative: weight then moves from "
        "rows with low margins to rows with high ones. α¹* is not defined. Here ε is kept between "
        "1/(2N) and ½ − 1/(2N), and α starts from equal weights.",
        "f",
    ),
    Equation(
        "eq:DSWL-tr",
        "The sum of kernel weights",
        r"\sum_{i=1}^N\alpha_i^{t+1}=\beta_t\sum_{i=1}^N\alpha_i^{t*}"
        r"+(1-\beta_t)\sum_{i=1}^N\alpha_i^t=\dots=1",
        "Meant to show that α always sums to 1.",
        ("method.trace:Round",),
        "defect",
        "It assumes Σ α* = 1, which does not hold for the printed Hinge target. The sum of every "
        "round is recorded.",
        "e",
    ),
)

EQUATIONS: tuple[Equation, ...] = (*_KERNELS, *_NOTATION, *_CRITERION, *_LOOP)
"""In the order of the paper."""
