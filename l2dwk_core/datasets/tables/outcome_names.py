"""Names of columns that hold an outcome, so that they are likely the class: survived, churn,
Ergebnis."""

from __future__ import annotations

from l2dwk_core.common.text import without_accents, words_of

_OUTCOMES = (
    "survived churn churned exited attrition fraud fraudulent default defaulted loan_status stroke "
    "heart_disease outcome result diagnosis transported potability cover_type subscribed deposit "
    "readmitted death_event died deceased mortality malignant spam sentiment approved admitted "
    "ergebnis ziel zielvariable zielgröße zielwert diagnose ausgang überlebt verstorben gestorben "
    "kündigung gekündigt abwanderung betrug kreditausfall zahlungsausfall bestanden versetzt "
    "résultat cible diagnostic survécu décès décédé étiquette espèce résiliation fraude "
    "resultado objetivo diagnóstico etiqueta especie sobrevivió abandono fallecido aprobado "
    "risultato esito obiettivo diagnosi etichetta specie sopravvissuto abbandono frode "
    "alvo rótulo espécie sobreviveu uitkomst soort overleefd wynik utfall udfald "
    "phenotype phänotyp phénotype fenotipo"
).split()
"""In English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish and Danish, the
words of one name joined by "_"."""

# Words that may stand beside one of those: is_fraud, churn_flag, default.payment.next.month.
_BESIDE = frozenset(
    "is was has flag binary status value event indicator ind final reported found customer client "
    "employee loan credit card transaction payment next month yn cat category ist hat est es kunde "
    "passenger patient final finale".split()
)


# Many files lack accents.
_RANKS = {
    tuple(without_accents(part) for part in word.split("_")): at
    for at, word in reversed([*enumerate(_OUTCOMES)])
}
_LONGEST = max(map(len, _RANKS))


def rank_of_outcome(name: str) -> int | None:
    """Return the place of a name among those of outcomes, the most likely first; None for others.

    Its words are those of an outcome, perhaps beside words such as is, flag or customer.
    """
    words = [without_accents(word) for word in words_of(name) if not word.isdecimal()]
    for length in range(min(_LONGEST, len(words)), 0, -1):
        for at in range(len(words) - length + 1):
            rank = _RANKS.get(tuple(words[at : at + length]))
            if rank is not None and _BESIDE.issuperset(words[:at] + words[at + length :]):
                return rank
    return None
