"""Numbers that are used as quantities and may be names of kinds, places or things by the name of
their column, such as admission_type_id, ward and diag_1: they are noted."""

from __future__ import annotations

import re
from collections.abc import Iterable

from l2dwk_core.common.text import counted, without_accents, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.codes import CLASSIFICATIONS, CODE_WORDS, PLACES
from l2dwk_core.datasets.tables.meaning.kinds_abroad import names_kind_abroad
from l2dwk_core.datasets.tables.meaning.named_numbers import may_name_things
from l2dwk_core.datasets.tables.no_quantities.padded import QUANTITIES
from l2dwk_core.datasets.tables.values import is_whole

# With two values the role makes no difference.
_LEAST = 3
_NAMED = 8
_POINTED = re.compile(r"[0-9]{1,5}(?:[.,][0-9]{1,3})?")
_CODE = frozenset("code codes kode codigo codice kod schlussel".split())
_DIAGNOSES = frozenset("diag diagnosis diagnose diagnostic dx icd icd9 icd10".split())
# Behind another word; classes and types alone are often the class of the table.
_KINDS = frozenset(
    "id ids code codes type types typ class klasse classe clase subclass category categorie "
    "kategorie cat kind art sort group gruppe zone nr no nbr nummer".split()
)
_ALONE = (
    PLACES - frozenset("stations product item state course route line campaign".split())
) | frozenset(
    "ward site hospital clinic plant facility depot dept warehouse terminal airport "
    "port pool lot block borough neighborhood neighbourhood precinct county postcode stadtteil "
    "klinik krankenhaus stadt bezirk race ethnicity ethnic religion nationality occupation job "
    "profession marital channel cluster segment brand manufacturer make industry language party "
    "insurance pathogen histology drug medication browser".split()
)
# Of scales whose classes are in order, and of things that are counted one after another.
_ORDERED = frozenset(
    "nyha asa ccs killip child pugh ecog who social socioeconomic income risk severity size "
    "visit cycle phase step order round page level rank day week month year session trial wave "
    "attempt serial sequence seq stage grade".split()
)
_MANNERS = frozenset("type types typ class category categorie kategorie kind art group".split())
_ENDS_OF_COUNTS = frozenset("nr no nbr nummer".split())
_CODES_ANYWHERE = CODE_WORDS - frozenset("atc hs iso cep ags index isbn postal code codes".split())
_COUNTING = QUANTITIES | frozenset(
    "population density mean median average avg number num total sum share percent pct ratio "
    "n per of growth".split()
)
_WHY = "By its name its numbers may be codes. If they are, choose symbolic."


def may_be_codes(column: Column) -> str:
    """Return why numbers that are used as quantities may be codes, or "".

    They are whole, three or more different ones and none negative; codes of diagnoses, industries
    and other classifications, and those under a name that ends with code, may have decimals. The
    last word of the name is id, code, type, class, no or the like behind another
    word, or the name is that of a place or kind of persons, or a word of it is one of codes, or
    the numbers are those of things; see `may_name_things`.
    """
    if (
        column.declared
        or column.sign
        or column.unit
        or any(column.behind)
        or len(column.levels) < _LEAST
        or column.n_numbers < column.n_present
        or bool((column.numbers < 0).any())
    ):
        return ""
    if may_name_things(column):
        return _WHY
    words = [without_accents(word).rstrip("0123456789") for word in words_of(column.name)]
    words = [word for word in words if word]
    others = words[:-1] if words[-1:] == ["area"] else words
    if not words or not _COUNTING.isdisjoint(others) or not _ORDERED.isdisjoint(words):
        return ""
    if words[0] in _DIAGNOSES and len(words) == 1:
        return _WHY
    if not is_whole(column.numbers):
        return _WHY if _are_pointed(words, column.levels) else ""
    return _WHY if _names_kinds(words) else ""


def _are_pointed(words: list[str], levels: Iterable[str]) -> bool:
    """Return whether numbers such as 01.1 are codes by their name, which is the one of a
    classification or ends with code."""
    named = words[-1] in _CODE or not CLASSIFICATIONS.isdisjoint(words)
    return named and all(map(_POINTED.fullmatch, levels))


def _names_kinds(words: list[str]) -> bool:
    if not _CODES_ANYWHERE.isdisjoint(words) or (len(words) < 3 and words[-1] in _ALONE):
        return True
    if names_kind_abroad(words):
        return True
    if "marital" in words or not _MANNERS.isdisjoint((words[0], *words[-2:])):
        return True
    if len(words) < 2 or words[-1] not in _KINDS:
        return False
    # The number of rooms is a count, that of a room is a name.
    return words[-1] not in _ENDS_OF_COUNTS or not words[-2].endswith("s")


def codes_used_note(columns: Iterable[Column]) -> list[str]:
    """Return one note on the columns, used as numbers, that `may_be_codes`."""
    found = [column for column in columns if may_be_codes(column)]
    if not found:
        return []
    shown = ", ".join(f"{c.name!r} ({len(c.levels)} values)" for c in found[:_NAMED])
    more = len(found) - _NAMED
    if more > 0:
        shown += f" and {counted(more, 'other')}"
    them = "its numbers are" if len(found) == 1 else "their numbers are"
    return [
        f"Used as quantities, though by name they may be codes: {shown}. Where {them} names of "
        f"kinds, places or things, give the role symbolic: roles={{{found[0].name!r}: 'symbolic'}}."
    ]
