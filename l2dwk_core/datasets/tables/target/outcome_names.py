"""Names of columns that hold an outcome, so that they are likely the class: survived, churn,
Ergebnis, vital_status, 30-day mortality."""

from __future__ import annotations

import re

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.target.outcomes_abroad import AMOUNTS, CLASSES, OUTCOMES

_OUTCOMES = (
    "survived churn churned exited attrition fraud fraudulent default defaulted loan_status stroke "
    "heart_disease outcome death_event death died dead deceased expired expire hospital_expire "
    "mortality all_cause_mortality all_cause_death survival survive survives survivor alive "
    "vital_status vitalstatus living_status "
    "primary_endpoint primary_outcome clinical_outcome treatment_outcome adverse_outcome "
    "relapse relapsed recurrence recurred readmission readmitted rehospitalization "
    "rehospitalisation rehospitalized rehospitalised treatment_response clinical_response "
    "complete_response therapy_response responder responders nonresponder treatment_failure "
    "graft_failure graft_loss machine_failure cured recovered disease_status case_control "
    "mace prognosis result diagnosis transported potability cover_type subscribed deposit "
    "creditability creditworthiness creditworthy credit_risk kreditwürdigkeit kreditrisiko "
    "malignant malignancy spam sentiment approved admitted icu_admission dropout bankrupt "
    "bankruptcy canceled cancelled purchased y_true ground_truth groundtruth gold_label "
    "gold_standard goldstandard "
    "ergebnis ziel zielvariable zielgröße zielwert ausgang überlebt überleben verstorben gestorben "
    "tod todesfall tot exitus mortalität letalität sterblichkeit vitalstatus rezidiv rückfall "
    "wiederaufnahme wiedereinweisung rehospitalisierung rehospitalisiert geheilt genesen "
    "therapieansprechen therapieerfolg therapieversagen endpunkt diagnose "
    "kündigung gekündigt abwanderung betrug kreditausfall zahlungsausfall bestanden versetzt "
    "résultat cible survécu survie décès décédé mort mortalité statut_vital rechute récidive "
    "réadmission réhospitalisation guéri guérison diagnostic étiquette espèce résiliation "
    "fraude "
    "resultado objetivo sobrevivió supervivencia muerte murió muerto fallecido fallecimiento "
    "fallecida falleció defunción mortalidad estado_vital recaída recidiva recurrencia reingreso "
    "readmisión rehospitalización curado curación desenlace diagnóstico etiqueta especie abandono "
    "aprobado "
    "risultato esito obiettivo sopravvissuto sopravvivenza morte morto decesso deceduto mortalità "
    "stato_vitale ricaduta riammissione riospedalizzazione ricovero_ripetuto guarito guarigione "
    "diagnosi etichetta specie abbandono frode "
    "alvo desfecho sobreviveu sobrevivência sobrevida óbito morreu mortalidade recorrência "
    "readmissão reinternação cura curado rótulo espécie "
    "uitkomst overleefd overleving overlijden overleden sterfte mortaliteit vitale_status recidief "
    "terugval heropname genezen soort "
    "wynik zgon śmierć zmarł śmiertelność przeżycie przeżył nawrót wznowa rehospitalizacja "
    "wyleczenie "
    "utfall överlevde överlevnad död avliden dödlighet återfall återinläggning tillfrisknad "
    "udfald overlevede overlevelse død døde dødsfald dødelighet tilbagefald genindlæggelse "
    "phenotype phänotyp phénotype fenotipo"
).split()
"""In English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish and Danish, the
words of one name joined by "_"; `outcomes_abroad` has those of other languages."""

_LAST = (
    "progression progressed remission event progresión progressão progressione progressie "
    "progresja progresjon remisión remissão rémission remissione remissie remisja "
    "ereignis evento événement gebeurtenis zdarzenie händelse hændelse"
).split()
"""The least likely ones."""

_ALSO_AMOUNTS = frozenset(
    "survival mortality relapse recurrence readmission rehospitalization rehospitalisation "
    "überleben tot mortalität letalität sterblichkeit rückfall wiederaufnahme rehospitalisierung "
    "survie mortalité rechute récidive réadmission réhospitalisation supervivencia mortalidad "
    "recaída recidiva recurrencia reingreso readmisión rehospitalización sopravvivenza mortalità "
    "ricaduta riammissione sobrevivência sobrevida mortalidade recorrência readmissão reinternação "
    "overleving sterfte mortaliteit heropname przeżycie śmiertelność rehospitalizacja överlevnad "
    "dödlighet återfall återinläggning overlevelse dødelighet tilbagefald genindlæggelse".split()
    + AMOUNTS
    + _LAST
)

_LAST_OUTCOMES = frozenset(
    "satisfaction satisfied dissatisfied passed pass failed fail return returned returns bought "
    "buy purchase clicked click converted conversion renewed renewal retained left promoted hired "
    "accepted rejected approved defective defect repaid paid won win graduated completed "
    "hospitalized sold recommended zufrieden zufriedenheit gekauft kauf retoure "
    "zuruckgegeben bestanden gewonnen befordert satisfait achete reussi satisfecho comprado "
    "comprou soddisfatto comprato".split()
)
# As a disease that a patient had before, or a loan that a customer has.
_ALSO_INPUTS = frozenset(
    "stroke heart default defaulted deposit diagnosis diagnose diagnostic diagnostico diagnosi "
    "admitted admission result resultado risultato ergebnis cover".split()
)
_GROUPS = frozenset(
    "group groups gruppe groupe grupo gruppo status condition state type outcome subtype "
    "cohort".split()
)

# Words that may stand beside one of those: is_fraud, churn_flag, default.payment.next.month.
_BESIDE = frozenset(
    "is was has had flag binary status value event indicator ind final reported found customer "
    "client employee loan credit card transaction payment next month yn yes no cat category label "
    "patient pat pt subject passenger in within at of during after post overall any "
    "hospital inhospital icu inpatient operative perioperative postoperative early late local "
    "distant disease tumor tumour cancer cardiac cardiovascular cv dead alive death "
    "ist hat est es kunde im nach krankenhaus klinik tumor ja nein finale hopital hospitalaria "
    "hospitalaire intrahospitalaria ospedaliera hospitalar".split()
)

# In how much time something comes about, as in 30-day mortality, death_1y and Rezidiv 5 Jahre.
_WITHIN = re.compile(
    r"(?<![a-z])(?:\d+|one|two|three|five|ten)[ _.-]*(?:days?|d|weeks?|wks?|w|months?|mo|mon|m"
    r"|years?|yrs?|y|hours?|hrs?|h|tagen?|t|wochen?|monaten?|jahren?|j|jours?|mois|ans?|anos?|años?"
    r"|dias?|días?|meses|giorni|mesi|anni|dagen|maanden|jaar|dni|lat)(?![a-z])",
    re.IGNORECASE,
)


# Many files lack accents.
_NAMES = _OUTCOMES + OUTCOMES + AMOUNTS + CLASSES + _LAST
_RANKS = {
    # Signs of Hindi are no letters to `words_of`: as in the names, they part words.
    tuple(without_accents(part) for part in words_of(word)): at
    for at, word in reversed([*enumerate(_NAMES)])
}
_LONGEST = max(map(len, _RANKS))


def rank_of_outcome(name: str) -> int | None:
    """Return the place of a name among those of outcomes, the most likely first; None for others.

    Its words are those of an outcome, perhaps beside words such as is, flag or customer, and beside
    a time such as 30-day.
    """
    plain = _WITHIN.sub(" ", name)
    words = [without_accents(word) for word in words_of(plain) if not word.isdecimal()]
    for length in range(min(_LONGEST, len(words)), 0, -1):
        for at in range(len(words) - length + 1):
            rank = _RANKS.get(tuple(words[at : at + length]))
            if rank is not None and _BESIDE.issuperset(words[:at] + words[at + length :]):
                return rank
    return None


def names_a_last_outcome(name: str, beside_many: bool) -> bool:
    """Return whether a last column of few values with this name is rather the class than another
    column that is called class or target: satisfaction, returned; or, where that has more values
    (*beside_many*), also group or status."""
    words = {without_accents(word) for word in words_of(name)} - _BESIDE
    return bool(words) and words <= (_LAST_OUTCOMES | _GROUPS if beside_many else _LAST_OUTCOMES)


def may_be_an_input(name: str) -> bool:
    """Return whether an outcome's name may also be that of something known before: stroke."""
    return not _ALSO_INPUTS.isdisjoint(without_accents(word) for word in words_of(name))


def may_be_amount(rank: int) -> bool:
    """Return whether a name of this rank may also be that of an amount or of a kind, such as
    survival or event: then only two to four different values are those of an outcome."""
    return _NAMES[rank] in _ALSO_AMOUNTS
