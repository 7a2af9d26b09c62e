"""Names of columns that tell the true label: what was found, what others decided, what happened.

The words are those of English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish
and Polish, without accents. The values of such a column have to fit too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.roles import CLASS_NAMES
from l2dwk_core.datasets.tables.target.outcome_names import rank_of_outcome

LABEL_NAMES = (
    "y_true", "true_y", "true_label", "true_labels", "label_true", "true_class", "true", "truth",
    "ground_truth", "groundtruth", "gt", "actual", "y_actual", "actual_label", "actual_class",
    "observed", "obs", "observed_class", "expected", "expected_label", "expected_class", "gold",
    "gold_label", "gold_standard", "correct_label", "corrected_label", "label_corrected",
    "wahrheit", "tatsächlich", "vérité", "label",
    "labels", "y", "y_test", "class", "target", "class_label", "target_class", *CLASS_NAMES,
    "reference", "diagnose", "target_y", "y_target", "class_name", "label_name", "klass", "klas",
    "klasa", "correct_answer", "right_answer", "correct_class", "polarity",
    "真实标签", "真實標籤", "真实类别", "真值", "金标准", "金標準", "标签",
    "正解", "正解ラベル", "真のラベル", "정답",
)  # fmt: skip
"""Usual names of a column of true labels, the most likely first: those that tell true labels from
predicted ones, then those of classes in any table. Upper and lower case do not matter."""

_FOUND = frozenset(
    "truth true groundtruth gold goldstandard reference actual observed expert histology "
    "histopathology pathology biopsy autopsy "
    "wahr wahrheit wahre wahrer tatsachlich tatsachliche tatsaechlich tatsaechliche beobachtet "
    "beobachtete wirklich echt echte referenz histologie biopsie befund soll "
    "verite vrai vraie reel reelle observe observee referentiel histopathologie "
    "verdad verdadero verdadera real referencia observado observada histologia biopsia "
    "verita vero vera reale riferimento osservato osservata istologia verdade "
    "werkelijk waar waarheid prawda sann facit истина эталон".split()
)  # fmt: skip
"""Words of which one is enough, as in histology and clase_real."""

_DECIDED = frozenset(
    "final consensus adjudicated adjudication adjudicator panel committee board jury human manual "
    "verdict annotation annotated confirmed criterion obs dx answer solution key answerkey "
    "losungsschlussel musterlosung corrige gabarito "
    "antwort losung reponse respuesta risposta resposta antwoord svar odpowiedz "
    "konsens konsensus gremium endgultig endgultige endgueltig endgueltige abschliessend finale "
    "adjudiziert experten mensch manuell bestatigt bestaetigt "
    "definitif definitive comite humain manuel confirme adjudique expertise "
    "consenso definitivo definitiva jurado humano confirmado adjudicado "
    "comitato giuria umano manuale confermato comissao "
    "definitief definitieve commissie menselijk bevestigd "
    "slutlig slutgiltig slutdiagnos endelig manuell bekraftad "
    "konsensus ostateczny ostateczna ostateczne koncowy koncowa komisja".split()
)
"""Words of a decision. Beside them stand only words of ``_BESIDE``: a final layer is none."""

_BESIDE = frozenset(
    "label labels class diagnosis diagnoses dx decision status outcome result rating grade "
    "code review read reading opinion assessment standard classification category y "
    "diagnose klasse urteil entscheidung ergebnis bewertung einstufung "
    "diagnostic classe etiquette jugement resultat avis "
    "diagnostico clase etiqueta resultado dictamen diagnosi etichetta risultato giudizio rotulo "
    "oordeel beslissing uitkomst diagnos beslut etikett diagnoza decyzja wynik "
    "of the by der des die du de la le il lo el di da do team group medical clinical "
    "expert experts".split()
)

_STATES = frozenset(
    "status statut statuts etat zustand estado stato estatus toestand tillstand stan".split()
)
_OF_STATES = frozenset(
    "vital case disease survival life final true event health infection clinical patient "
    "vitale vie maladie vida enfermedad vita malattia doenca leven ziekte "
    "of in at di de du da".split()
)
"""Words beside a status, as in vital_status. A marital or a smoking status describes the case."""

_HAPPENED = frozenset(
    "death dead died deceased mortality survived survival alive event endpoint relapse relapsed "
    "recurrence recurred progression progressed remission metastasis metastases malignancy "
    "malignant cancer carcinoma tumor tumour disease diseased infected infection sepsis covid "
    "readmission complication complications responder converted conversion purchased bankruptcy "
    "bankrupt failure defect anomaly "
    "tod tot todesfall verstorben gestorben uberleben uberlebt lebend rezidiv ruckfall ereignis "
    "endpunkt progress erkrankung erkrankt krank krankheit krebs infiziert infektion bosartig "
    "malignitat ausfall "
    "deces mort decede survie survecu rechute recidive evenement malade maladie infecte "
    "malignite faillite panne "
    "muerte muerto fallecido fallecimiento defuncion supervivencia recaida recidiva evento enfermo "
    "enfermedad infectado maligno malignidad desenlace "
    "morte morto decesso deceduto sopravvivenza malato malattia cancro tumore infetto "
    "obito morreu faleceu falecido sobrevida doenca desfecho "
    "dood overleden overlijden overleving terugval recidief ziek ziekte kanker kwaadaardig "
    "dod død dodsfall avliden overlevnad aterfall handelse sjuk sjukdom afdød tilbagefald syg "
    "zgon zmarl zmarł smierc przezyl przezył nawrot zdarzenie choroba chory rak".split()
)
_BESIDE_HAPPENED = frozenset(
    "is was has had flag yn binary within at in of any all cause hospital icu inhospital month "
    "months year years yr y day days d h hour hours week weeks overall os pfs dfs code "
    "nach im in tage jahre jahr jours ans dias anos giorni anni dagen dagar "
    "ja nein yes no".split()
)
_MODEL_WORDS = frozenset("model modell modele modelo modello".split())
_LINKED = ("", "s", "n", "en", "es")
_FIRST_PARTS = frozenset(
    "end entlassungs haupt schluss abschluss referenz konsens gold ziel wahr experten slut "
    "eind".split()
)
_LAST_PARTS = frozenset("diagnose diagnos diagnosen befund standard klasse urteil oordeel".split())
_FIRST_OF_STATE = frozenset("vital krankheit uberleben leben fall infektion sjukdom".split())


def named_as_truth(likely: Sequence[str], names: Sequence[str]) -> list[list[str]]:
    """Return which of the *likely* names are those of a truth, the most likely first; equally
    likely ones stand in one list.

    *names* are those of all columns. A word that several of them have tells nothing, nor do names
    that differ by a number alone: several experts are several models.
    """
    words = {name: _words(name) for name in names}
    shared = Counter(word for its in words.values() for word in set(its))
    alike = Counter(tuple(_without_numbers(its)) for its in words.values())
    ranks: dict[int, list[str]] = {}
    for name in likely:
        its = words[name]
        if not _MODEL_WORDS.isdisjoint(its):
            continue
        alone = {word for word in its if shared[word] == 1}
        rank = _rank(its, alone)
        if rank is None and alike[tuple(_without_numbers(its))] == 1:
            if (outcome := rank_of_outcome(name)) is not None:
                rank = 10 + outcome
            elif _happened(its):
                rank = 1000
        if rank is not None:
            ranks.setdefault(rank, []).append(name)
    return [ranks[rank] for rank in sorted(ranks)]


def _rank(words: Sequence[str], alone: set[str]) -> int | None:
    """Return 0 for what was found, 1 for what was decided, 2 for a status; None for others.
    *alone* are the words that stand in no other name."""
    if alone & _FOUND or any(_is_compound(word) for word in alone):
        return 0
    if alone & _DECIDED and set(_without_numbers(words)) <= _DECIDED | _BESIDE | _STATES:
        return 1
    of_state = alone & _STATES or any(_is_state(word) for word in alone)
    others = {w for w in _without_numbers(words) if not _is_state(w)} - _STATES
    return 2 if of_state and others <= _OF_STATES else None


def _happened(words: Sequence[str]) -> bool:
    left = set(_without_numbers(words))
    return bool(left & _HAPPENED) and left <= _HAPPENED | _BESIDE_HAPPENED | _BESIDE


def _is_compound(word: str) -> bool:
    """Return whether a word is one such as Enddiagnose or Referenzstandard."""
    return any(
        (word.endswith(last) and word.removesuffix(last).removesuffix("s") in _FIRST_PARTS)
        or (word.endswith(last) and word.removesuffix(last) in _FIRST_PARTS)
        for last in _LAST_PARTS
    )  # fmt: skip


def _is_state(word: str) -> bool:
    """Return whether a word is one such as Vitalstatus or Krankheitsstatus."""
    first = word.removesuffix("status")
    return first != word and any(
        first.endswith(link) and first.removesuffix(link) in _FIRST_OF_STATE for link in _LINKED
    )


def _words(name: str) -> list[str]:
    return [without_accents(word) for word in words_of(name)]


def _without_numbers(words: Sequence[str]) -> list[str]:
    """Return the words without digits, as of death_30d and death_1y."""
    return [word for word in (w.strip("0123456789") for w in words) if word]
