"""Whole numbers that are codes by their name, such as postal codes, and no quantities."""

from __future__ import annotations

import re

import numpy as np

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.notation import WORD
from l2dwk_core.datasets.tables.values import is_whole

_LEAST = 3
_ZIP_AND_FOUR = re.compile(r"[0-9]{5}-[0-9]{4}")
CODE_WORDS = frozenset(
    "code codes plz postleitzahl zip zipcode zip3 zip5 postcode postalcode codepostal naics sic "
    "nace naf ateco cnae noga isco isco08 isco88 isic icd icd9 icd10 atc cpt drg fips nuts lsoa "
    "msoa hs hscode "
    "codigo codice kode kod schlussel schlusselnummer berufscode gemeindeschlussel ags insee siret "
    "siren sku ean upc gtin isbn iso cep "
    "pincode postal codpostal postnummer postnr postinumero psc pocztowy kodpocztowy eircode "
    "iranyitoszam postakodu 邮编 邮政编码 郵便番号 우편번호".split()
)
"""Words that end the name of a column of codes."""
CLASSIFICATIONS = frozenset("nace naics naf ateco cnae noga isic sic isco icd".split())
"""Words, without digits, of classifications of industries, occupations and diseases, whose codes
may have a point: 01.1."""
# Of Italy; caps are also things that are counted.
_POSTCODES = frozenset({"cap"})
_LEAST_POSTCODE = 10_000
_MOST_POSTCODE = 99_999
_FIRST_WORDS = frozenset("code codigo codice postal".split())  # code postal
PLACES = frozenset(
    "station stations store shop branch sensor machine zone region district tract county country "
    "municipality location city state product item course route line operator vendor supplier "
    "campaign department filiale maschine standort artikel produkt".split()
)
"""Places and things of which each may have a number."""
_NUMBERS = frozenset("id nr no number nummer num".split())
_BESIDE = _NUMBERS | frozenset("four five three digit digits level version v".split())


def codes(column: Column) -> str:
    """Return why whole numbers are codes, or "" when nothing speaks for it."""
    many = len(column.levels)
    if (
        column.declared
        or column.sign
        or column.unit
        or many < _LEAST
        # Of some places the United States give four digits more.
        or not all(_ZIP_AND_FOUR.fullmatch(text) for text, _ in column.odd(WORD))
        or not is_whole(numbers := column.numbers[~np.isnan(column.numbers)])
        or bool((numbers < 0).any())
        or not (_names_codes(column.name) or _are_postcodes(column))
    ):
        return ""
    return f"By its name its {many} different numbers are codes, no quantities."


def are_few(column: Column) -> bool:
    """Return whether a column has few enough values, each in several rows, for categories."""
    many = len(column.levels)
    return many <= MAX_NUMERIC_CLASSES and bool(np.mean(column.counts) >= 2)


def _are_postcodes(column: Column) -> bool:
    """Return whether the name alone is one of postcodes, and the numbers have at most five digits,
    one of them five."""
    high = float(np.nanmax(column.numbers))
    return (
        column.name.strip().casefold() in _POSTCODES and _LEAST_POSTCODE <= high <= _MOST_POSTCODE
    )


def _names_codes(name: str) -> bool:
    words = [
        word if word in CODE_WORDS else without_accents(word)
        for word in words_of(name)
        if not word.isdecimal()
    ]
    if len(words) > 1 and words[-1] in _NUMBERS and words[-2] in PLACES:
        return True
    while len(words) > 1 and words[-1] in _BESIDE:
        words = words[:-1]
    # Of codes there may be a number: codes per hour.
    return bool(words) and (
        words[-1] in CODE_WORDS or (len(words) == 2 and words[0] in _FIRST_WORDS)
    )
