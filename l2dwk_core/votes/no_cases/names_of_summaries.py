"""Names of rows that sum up the votes: accuracy, F1 score, N, weight.

The words are those of English, German, French, Spanish, Italian, Portuguese and Dutch, without
accents.
"""

from __future__ import annotations

from l2dwk_core.common.text import without_accents, words_of

_MEASURES = frozenset(
    "acc accuracy balanced error errors err rate f f1 f2 fscore score kappa auc auroc roc prc "
    "auprc mcc precision recall sensitivity specificity sens spec ppv npv fpr tpr tnr fnr "
    "tp fp tn fn youden dice jaccard iou brier loss logloss nll ece rmse mae macro micro weighted "
    "overall correct wrong right hits misses n total totals sum count counts number cases rows all "
    "mean average avg median std sd min max minimum maximum var variance range weight weights "
    "threshold cutoff rank prevalence support result results summary ci lower upper p value "
    "genauigkeit treffer trefferquote richtig falsch fehler fehlerrate anzahl summe gesamt "
    "mittel mittelwert durchschnitt gewicht gewichte sensitivitat spezifitat ergebnis "
    "exactitude justesse sensibilite specificite erreur erreurs effectif somme moyenne poids "
    "exactitud precision sensibilidad especificidad aciertos media promedio suma peso "
    "accuratezza sensibilita specificita errore errori somma totale acuracia soma erro "
    "nauwkeurigheid gemiddelde totaal aantal gewicht of the in percent for model models".split()
)

_CODE = 2
"""Letters of a code such as P001 or SD12, at most."""


def names_a_measure(text: str) -> bool:
    """Return whether all words of a text are such as name a measure, a count or a weight. Numbers
    and signs beside them, as in precision1 and "Accuracy (%)", do not matter; but one or two
    letters with a number, as in P001, are a code (F1 and F2 are measures)."""
    words = [without_accents(word) for word in words_of(text)]
    plain = [word if word in _MEASURES else word.strip("0123456789") for word in words]
    if any(p != word and 0 < len(p) <= _CODE for p, word in zip(plain, words, strict=True)):
        return False
    words = [word for word in plain if word]
    return bool(words) and _MEASURES.issuperset(words)
