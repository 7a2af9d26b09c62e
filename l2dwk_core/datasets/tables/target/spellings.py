"""Classes and categories that may be one in two spellings (1 and yes, M and male), and classes that
say that the class is not known: they are noted, and stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from l2dwk_core.common.text import counted, without_accents
from l2dwk_core.datasets.tables.values import is_missing

# Two lines each hold the spellings of two opposite answers.
_OF_ONE_KIND = (
    frozenset(
        "1 1.0 yes y true t positive pos pos. + ja j wahr positiv oui vrai si sim tak".split()
    ),
    frozenset(
        "0 0.0 no n false f negative neg neg. - nein falsch negativ non faux nao nie".split()
    ),
    frozenset("male m man men boy mannlich mann homme masculin hombre maschio".split()),
    frozenset("female f w woman women girl weiblich frau femme feminin mujer femmina".split()),
    frozenset("dead died deceased death".split()),
    frozenset("alive survived living".split()),
)
_MOST = 60
_LONGEST = 40
_LONGEST_SHORT = 4
_MOST_ABBREVIATED = 12
_NAMED = 5

_WORDS = frozenset(
    "unknown unk unspecified undetermined undefined unclassified unassigned unlabeled unlabelled "
    "unclear uncertain indeterminate inconclusive missing pending tbd nd unbekannt unklar fehlend "
    "unbestimmt offen inconnu indetermine manquant desconocido indeterminado sconosciuto "
    "indeterminato mancante onbekend nieznany okand ukendt ukjent invalid error n/d s/d s/i "
    "nil sysmis desconhecido ignorado bilinmiyor неизвестно н/д 不明 不详 不詳 無 无 未知 未定 "
    "缺失 欠損 미상 모름".split()
) | {
    "not assessed", "not known", "not available", "not applicable", "not done", "not recorded",
    "not reported", "not specified", "not determined", "not tested", "not evaluated",
    "not classified", "not sure", "no answer", "no data", "no information", "no response",
    "no result", "don't know", "dont know", "do not know", "refused", "declined", "n.d.", "n.a",
    "missing value", "missing values", "missing data", "no value", "no label", "not labeled",
    "nicht bekannt", "nicht erhoben", "nicht beurteilbar", "nicht bestimmt", "keine angabe",
    "keine angaben", "keine daten", "weiss nicht", "ne sait pas", "non connu", "non renseigne",
    "non disponible", "no sabe", "no consta", "sin dato", "sin datos", "sin informacion",
    "non noto", "non disponibile", "nao informado", "sem informacao", "sem dados", "brak danych",
    "geen gegevens", "нет данных", "не указано", "не определено", "غير معروف",
    "lost to follow-up", "lost to follow up", "lost to followup",
    "(blank)", "(none)", "(empty)", "(leer)",
}  # fmt: skip
_UNKNOWN = frozenset(map(without_accents, _WORDS))
# Without + and <, which name classes; others may stand for a cell that is filled in later.
_MARKS = re.compile(r"[-–—_.…*/\\?#~·]+")
_IN_BRACKETS = re.compile(r"\((.*)\)|\[(.*)\]|<(.*)>")


def unknown_classes_note(target: str, counts: Mapping[str, int]) -> list[str]:
    """Return a note on classes beside at least two others whose name says that the class is not
    known. *counts* are the rows of each class."""
    found = [label for label in counts if _is_unknown(label) or _is_no_word(label, counts)]
    if not found or len(counts) - len(found) < 1 or len(counts) < 3:
        return []
    shown = ", ".join(f"{label[:40]!r} ({counted(counts[label], 'row')})" for label in found)
    one = len(found) == 1
    many = "is used as a class, though it" if one else "are used as classes, though they"
    return [
        f"The target {target!r}: {shown} {many} may mean that the class is not known. If so, leave "
        "these rows out: empty these cells in the file, or write NA into them."
    ]


def spellings_note(levels: Sequence[str], of: str = "") -> list[str]:
    """Return a note on classes, or the categories *of* a column, that may be one in two spellings:
    words and numbers for yes or no, and an abbreviation or plural of one other value."""
    if not 2 < len(levels) <= _MOST:
        return []
    groups = _same_answers(levels) or _abbreviated(levels)
    if not groups:
        return []
    shown = "; ".join(" and ".join(repr(word[:_LONGEST]) for word in group) for group in groups)
    what, one = (f"Categories of {of!r}", "category") if of else ("Classes", "class")
    return [
        f"{what} may be the same in two spellings, and are kept apart: {shown}. If they are one "
        f"{one}, write them alike in the file."
    ]


def _plain(label: str) -> str:
    return without_accents(label.strip().casefold())


def _is_unknown(label: str) -> bool:
    """Return whether a name says that the class is not known, also in brackets: [NA]."""
    plain = _plain(label)
    if plain in _UNKNOWN:
        return True
    brackets = _IN_BRACKETS.fullmatch(plain)
    if brackets is None:
        return False
    within = (brackets[brackets.lastindex or 0] or "").strip()
    return within in _UNKNOWN or is_missing(within)


def _is_no_word(label: str, others: Iterable[str]) -> bool:
    """Return whether a name is of marks alone where all others are words or numbers, or is Python's
    word for no value and begins with a capital letter as no other does: None beside mild is
    no grade."""
    words = [other.strip() for other in others if other != label]
    if label.strip() == "None":
        return not any(word[:1].isupper() for word in words)
    return bool(_MARKS.fullmatch(label.strip())) and all(any(map(str.isalnum, w)) for w in words)


def _same_answers(levels: Sequence[str]) -> list[list[str]]:
    """Return the values that mean the same answer, where all values are spellings of two answers
    or say that the answer is not known."""
    plain = {level: _plain(level) for level in levels}
    known = [level for level in levels if not _is_unknown(level)]
    for first, second in ((0, 1), (2, 3), (4, 5)):
        two = _OF_ONE_KIND[first], _OF_ONE_KIND[second]
        if all(plain[level] in two[0] or plain[level] in two[1] for level in known):
            groups = [[level for level in known if plain[level] in words] for words in two]
            return [group[:_NAMED] for group in groups if len({plain[x] for x in group}) > 1]
    return []


def _abbreviated(levels: Sequence[str]) -> list[list[str]]:
    """Return short values each with the only longer one that begins with it, and plurals, where
    these are more than half of a few values: M and malignant, neg and negative."""
    if len(levels) > _MOST_ABBREVIATED:
        return []
    words = {level: text for level in levels if (text := _plain(level).rstrip(".")).isalpha()}
    groups = []
    for short, text in words.items():
        longer = [level for level, other in words.items() if _is_longer(text, other)]
        if len(longer) == 1:
            groups.append([short, longer[0]])
    return groups if 4 * len(groups) > len(levels) else []


def _is_longer(short: str, other: str) -> bool:
    """Return whether the short word is an abbreviation or the singular of the other. I and III are
    steps, as low and lower and A and AAA are, and no is not an abbreviation of none."""
    if other == f"{short}s":
        return True
    if not other.startswith(short) or len(short) > _LONGEST_SHORT or len(other) < len(short) + 2:
        return False
    return short != "no" and other != f"{short}er" and not set(other) <= {*short, *"ivx"}
