"""The LaTeX table, letter by letter."""

from __future__ import annotations

from l2dwk_core.study.latex import latex_table, latex_text
from l2dwk_core.study.ranked_methods import ranked_methods
from tests.three_methods import made_table


def test_datasets_are_rows_with_the_best_in_bold():
    right = {"kr-vs-kp": (40, 30, 40), "led_7": (10, 20, 30), "zoo": (30, 20, 10)}
    ranked = ranked_methods(made_table(right, lost={("zoo", "single_best")}))
    assert latex_table(ranked, ranked.table.methods, {"l2dwk(lam=0.3)": "L2DWK (λ = 0.3)"}) == (
        "% needs \\usepackage{booktabs}\n"
        "\\begin{tabular}{lrrr}\n"
        "\\toprule\n"
        "Dataset & uniform\\_vote & L2DWK ($\\lambda$ = 0.3) & single\\_best \\\\\n"
        "\\midrule\n"
        "kr-vs-kp & \\textbf{80.0} & 60.0 & \\textbf{80.0} \\\\\n"
        "led\\_7 & 20.0 & 40.0 & \\textbf{60.0} \\\\\n"
        "zoo & \\textbf{60.0} & 40.0 & -- \\\\\n"
        "\\midrule\n"
        "Mean rank & 2.25 & 2.50 & 1.25 \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
    )


def test_methods_are_rows_where_there_are_more_of_them():
    ranked = ranked_methods(made_table({"a": (40, 30, 20), "b": (40, 30, 45)}))
    assert latex_table(ranked, ranked.order("a")) == (
        "% needs \\usepackage{booktabs}\n"
        "\\begin{tabular}{lrrr}\n"
        "\\toprule\n"
        "Method & a & b & Mean rank \\\\\n"
        "\\midrule\n"
        "uniform\\_vote & \\textbf{80.0} & 80.0 & 1.50 \\\\\n"
        "l2dwk(lam=0.3) & 60.0 & 60.0 & 2.50 \\\\\n"
        "single\\_best & 40.0 & \\textbf{90.0} & 2.00 \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
    )


def test_every_sign_that_latex_reads_is_escaped():
    assert latex_text("50% of #1 & x_1^2 {~\\} $λ$\nnext") == (
        r"50\% of \#1 \& x\_1\textasciicircum{}2 "
        r"\{\textasciitilde{}\textbackslash{}\} \$$\lambda$\$ next"
    )
