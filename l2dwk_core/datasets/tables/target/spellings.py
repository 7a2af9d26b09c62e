"""Classes and categories that may be one in two spellings (1 and yes, M and male), and classes that
say that the class is not known: they are noted, and stay as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from l2dwk_core.common.text import counted, without_accents

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

_UNKNOWN = frozenset(
    "unknown unk unspecified undetermined undefined unclassified unassigned unlabeled unlabelled "
    "unclear uncertain indeterminate inconclusive missing pending tbd nd unbekannt unklar fehlend "
    "unbestimmt offen inconnu indetermine manquant desconocido indeterminado sconosciuto "
    "indeterminato mancante onbekend nieznany okand ukendt ukjent invalid error".split()
) | {
    "not assessed", "not known", "not available", "not applicable", "not done", "not recorded",
    "not reported", "not specified", "not determined", "not tested", "not evaluated",
    "not classified", "not sure", "no answer", "no data", "no information", "no response",
    "no result", "don't know", "dont know", "do not know", "refused", "declined", "n.d.", "n.a",
    "nicht bekannt", "nicht erhoben", "nicht beurteilbar", "nicht bestimmt", "keine angabe",
    "keine angaben", "weiss nicht", "ne sait pas", "non connu", "non renseigne", "no sabe",
    "no consta", "non noto", "lost to follow-up", "lost to follow up", "lost to followup",
    "(blank)", "(missing)", "(none)", "(empty)", "(leer)",
}  # fmt: skip


def unknown_classes_note(target: str, counts: Mapping[str, int]) -> list[str]:
    """Return a note on classes beside at least two others whose name says that the class is not
    known. *counts* are the rows of each class."""
    found = [label for label in counts if _plain(label) in _UNKNOWN]
    if not found or len(counts) - len(found) < 1 or len(counts) < 3:
        return []
    shown = ", ".join(f"{label[:40]!r} ({counted(counts[label], 'row')})" for label in found)
    many = "is used as a class" if len(found) == 1 else "are used as classes"
    return [
        f"The target {target!r}: {shown} {many}, though the word may say that the class is not "
        "known. If so, leave these rows out: empty these cells in the file, or write NA into them."
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


def _same_answers(levels: Sequence[str]) -> list[list[str]]:
    """Return the values that mean the same answer, where all values are spellings of two answers
    or say that the answer is not known."""
    plain = {level: _plain(level) for level in levels}
    known = [level for level in levels if plain[level] not in _UNKNOWN]
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
