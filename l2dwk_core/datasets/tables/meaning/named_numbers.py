"""Whole numbers that name things by the name of their column, such as Artikelnummer, part_no and
Telefon, and are no quantities."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.cases.names import kind_of_name
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.codes import PLACES
from l2dwk_core.datasets.tables.no_quantities.padded import QUANTITIES
from l2dwk_core.datasets.tables.values import is_whole

_LEAST = 3
# Fewer different numbers may be a quantity whose values hardly repeat.
_LEAST_LEFT_OUT = 20
_HALF = 0.5
# An index that repeats more often may be one of prices or of heat.
_ALMOST = 0.9
_SIGN = re.compile(r"№|#|\b[nN] ?[°º]")
# A # before things counts them.
_SIGNED = re.compile(r"(?:№|[nN] ?[°º]).*|.*(?:№|#|\b[nN] ?[°º])")
_POINTED = re.compile(r"no\.", re.IGNORECASE)
# German, Dutch, Scandinavian and Finnish write the thing before it: Artikelnummer, puhelinnumero.
_ENDS = ("nummer", "nr", "numero", "number", "番号", "号码", "號碼", "编号", "編號", "번호", "code")
# Psnr and fnr are a ratio and a rate; a ccode is one of countries.
_LEAST_BEFORE = 3
# Written together with id, idcode or num, as programs for statistics shorten it: distid, villnum.
# Other words that end so are none: humid, prepaid, thyroid.
_BEFORE_ID = frozenset(
    "child mother father parent teacher school sch district dist county cnty town townsh city "
    "village vill state country cntry region geo geog loc location zone area block tract street "
    "building bldg house hh hous household fam family pers person prov provider hosp physician "
    "doc doctor firm comp company corp org bank branch store shop prod product item brand vendor "
    "seller supplier buyer merchant agent user cust acct account order trans event session visit "
    "trip route vehicle veh driver flight device sensor station site plot tree plant animal cow "
    "team player game match movie film song track artist album post tweet page thread comment msg "
    "message video img image photo book course class grp group clust cluster int intv interview "
    "interviewer quest question study subj case job task project proj lot batch bib mic cik perm "
    "gvk vote voter precinct judge court".split()
)
_ID_ENDS = ("idcode", "idnum", "idno", "id")
_NO_COMPOUNDS = frozenset("encode decode recode unicode geocode opcode".split())
_ALONE = frozenset("nr nummer nbr numer номер".split())
# Also a count, a price index and an answer.
_ALONE_LONG = frozenset("no num number numero seq".split())
_INDEX = frozenset("index idx".split())
# Before or behind the thing: numéro de série, numer telefonu.
_FIRST = frozenset("nummer numer номер".split())
_LAST = frozenset("nr no nbr nummer numer".split())
# Behind a thing it is the number of one, or how many there are: room number, cell number.
_ALSO_COUNTS = frozenset("number num".split())
_OF_ROMANCE = frozenset("de del della do da du d di".split())
_CONTACTS = frozenset(
    "phone telephone telefon telefono telefone tel fax telefax mobile mobil handy cell msisdn imei "
    "serial serie barcode strichcode iban vin".split()
)
"""Words of things that have long numbers, without a word for a number too."""
_THINGS = (PLACES - frozenset("stations".split())) | frozenset(
    "part phone telephone mobile fax tracking serial model tag room house flight license licence "
    "plate registration reference ref document doc catalog catalogue stock article bill receipt "
    "passport security tax vat card badge locker bus tram train seat parcel permit telefono serie "
    "work project purchase delivery shipment voucher coupon certificate roll enrollment enrolment "
    "exam lab vin chassis engine frame cage tail street building apartment bib".split()
)
# Also numbers of steps and times, which are in order, and numbers that are quantities.
_IN_ORDER = frozenset(
    "week woche day tag month monat year jahr visit besuch visite session sitzung round runde page "
    "seite cycle zyklus phase step schritt trial versuch wave welle attempt lauf level stufe grade "
    "order rank rang octane cetane reynolds mach prandtl nusselt froude rayleigh atomic mass "
    "quantum semaine jour mois semana dia mes settimana giorno mese schuh".split()
)
_LINKS = ("", "s", "n", "en", "es", "e")
# End with s and are no plurals.
_ONE = frozenset("pers los vers gis haus series species".split())
_NO_PLURALS = ("ss", "us", "is")
_COUNTING = QUANTITIES | frozenset(
    "of per mean median average avg sum total share percent pct ratio n count density".split()
)
_LEAST_HIGHEST = 100
_LONG = 10_000


def why_named_numbers(column: Column) -> str:
    """Return why a column of whole numbers is left out, or "".

    By its name they name things, there are twenty different ones or more, and at least half as many
    as the rows; of those called index, nine in ten, or they grow from row to row.
    """
    many, rows = len(column.levels), column.n_present
    if many < _LEAST_LEFT_OUT or many < _HALF * rows or not _are_whole(column):
        return ""
    if (words := set(words_of(column.name))) and words <= _INDEX:
        values = column.numbers[column.codes[column.codes >= 0]]
        if many < _ALMOST * rows and not bool((np.diff(values) >= 0).all()):
            return ""
    elif not _name_things(column):
        return ""
    return (
        f"By its name its numbers name things and are no quantities: {many} different ones in "
        f"{rows} rows. Choose numeric if it is a quantity."
    )


def may_name_things(column: Column) -> bool:
    """Return whether whole numbers, three or more different ones, name things by the name of their
    column, and no cases and rows."""
    if len(column.levels) < _LEAST or kind_of_name(column.name) or not _are_whole(column):
        return False
    return _name_things(column)


def _are_whole(column: Column) -> bool:
    return bool(
        column.n_numbers == column.n_present
        and not (column.declared or column.sign or column.unit or any(column.behind))
        and is_whole(column.numbers)
        and (column.numbers >= 0).all()
    )


def _name_things(column: Column) -> bool:
    name = column.name.strip()
    words = [without_accents(word).rstrip("0123456789") for word in words_of(_SIGN.sub(" ", name))]
    words = [word for word in words if word]
    if not (_COUNTING | _IN_ORDER).isdisjoint(words):
        return False
    if _SIGNED.fullmatch(name) and not (words and _is_plural(words[-1])):
        return True
    if not words:
        return False
    if len(words) == 1 and words[0] in _ALONE:
        return True
    last, before = words[-1], words[:-1]
    if len(words) == 1 and last in _ALONE_LONG:
        return bool(_POINTED.fullmatch(name)) or _are_long(column.numbers)
    if last in _CONTACTS or (len(words) == 2 and words[0] in _CONTACTS - {"serial", "cell"}):
        return _are_contacts(column.numbers)
    if any(_is_compound(word) for word in words):
        return True
    # Small ones count: childnum.
    if last.endswith("num") and last.removesuffix("num") in _BEFORE_ID:
        return float(column.numbers.max()) >= _LEAST_HIGHEST
    if before and (words[0] in _FIRST or (last in _LAST and not _is_plural(before[-1]))):
        return True
    if before and last in _ALSO_COUNTS and not _is_plural(before[-1]):
        return _are_of(column.numbers, before)
    if before and words[0] == "numero":
        if "é" in name.casefold():
            return True  # in French, "nombre" counts
        things = [word for word in words[1:] if word not in _OF_ROMANCE]
        return bool(things) and _are_of(column.numbers, things)
    return False


def _is_compound(word: str) -> bool:
    """Return whether a word is one of a number and the thing before it, such as Artikelnummer and
    partno, and no number of a step or a time, such as Wochennummer."""
    if word.endswith("no") and word.removesuffix("no") in _THINGS:
        return True
    if word == "idcode" or any(
        word.endswith(end) and word.removesuffix(end) in _BEFORE_ID for end in _ID_ENDS
    ):
        return True
    end = next((end for end in _ENDS if word.endswith(end)), "")
    thing = word.removesuffix(end)
    if not end or word in _NO_COMPOUNDS:
        return False
    if len(thing) < (_LEAST_BEFORE if end.isascii() else 1) and not (
        end == "code" and len(thing) == 1
    ):
        return False
    return _IN_ORDER.isdisjoint(thing.removesuffix(link) for link in _LINKS)


def _is_plural(word: str) -> bool:
    """Return whether a word before one of a number is more than one thing, so that these are
    counted: rooms_no, children number."""
    if word in _ONE or word.endswith(_NO_PLURALS):
        return False
    return word.endswith("s") or word in ("children", "people", "men", "women")


def _are_of(numbers: np.ndarray, things: Sequence[str]) -> bool:
    """Return whether numbers are those of one of the *things*, or as long as such are, and not how
    many there are."""
    named = not _THINGS.isdisjoint(things) and float(numbers.max()) >= _LEAST_HIGHEST
    return named or _are_long(numbers)


def _are_long(numbers: np.ndarray) -> bool:
    """Return whether all numbers have as many digits, four or more, and few are rounded."""
    return bool(numbers.min() >= 1000 and np.ptp(np.floor(np.log10(numbers))) == 0) and _not_round(
        numbers
    )


def _are_contacts(numbers: np.ndarray) -> bool:
    """Return whether numbers have five digits or more, and few are rounded."""
    return bool(np.median(numbers) >= _LONG) and _not_round(numbers)


def _not_round(numbers: np.ndarray) -> bool:
    return bool(np.count_nonzero(numbers % 5 == 0) < _HALF * len(numbers))
