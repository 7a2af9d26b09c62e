"""Whole numbers that name things by the name of their column are no quantities without a word."""

from __future__ import annotations

import random

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 300
DRAW = random.Random(4)
SEVEN_DIGITS = DRAW.sample(range(1_000_025, 9_371_920), 276)
MOST_DIFFER = SEVEN_DIGITS + DRAW.choices(SEVEN_DIGITS, k=N - 276)
THIRTY = DRAW.choices(SEVEN_DIGITS[:30], k=N)
SMALL = DRAW.choices(range(1, 31), k=N)
COUNTS = [int(DRAW.lognormvariate(6, 2)) for _ in range(N)]

NAMES = (
    "Artikelnummer|Filialnummer|Belegnummer|Bestellnummer|Teilenummer|Betriebsnummer|Losnummer"
    "|Mitgliedsnummer|Lieferantennummer|Behandlungsnummer|Gerätenummer|Zimmernummer|Telefonnummer"
    "|Telefonnummer privat|Artikelnummer (alt)|Artikelnr|Pers.-Nr.|Teile-Nr.|Los-Nr|Nr|Nr.|No.|N°"
    "|Nummer|number|Barcode|Strichcode|Produktcode|part_number|phone_number|tracking_number"
    "|part_no|PartNo|partno|room_number|house number|Numéro de téléphone|numéro de série"
    "|n° de série|número de serie|número de teléfono|numer telefonu|huisnummer|puhelinnumero"
    "|電話番号|#|Los #|№ детали|номер телефона|Telefon|Tel.|fax|phone|mobile"
    "|distid|schid|countyid|GEOID|childid|idcode|ccode|dcode|bib_num|villnum|provnum"
).split("|")
QUANTITIES = (
    "number of rooms|num_rooms|no_of_rooms|Anzahl|Anzahl Telefonnummern|number|num|n|no|NO|index"
    "|body mass index|heat_index|price index|copy_number|rooms_no|Octane number|wave_number"
    "|cell number|egg_number|followers_num|child_num|people number|Besuchsnummer|Wochennummer"
    "|week number|visit_no|número de hijos|numero figli|SNR|psnr|FNR|casino|volcano|population"
    "|nr.employed|nr_siblings|phone hours|tel_minutes|barcode_count|phone|mobile|Zellzahl"
    "|mean_part_number|Schuhnummer|encode|#rooms|# rooms|N° enfants|1|2|humid|prepaid|thyroid|covid"
).split("|")


def draft_of(name: str, numbers: list[int]):
    rows = [f"{i % 11}.5,{number},{'ab'[i // 2 % 2]}" for i, number in enumerate(numbers)]
    return inspect_table("\n".join([f'x,"{name}",class', *rows]).encode())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rows", [40, N])
def test_numbers_of_things_that_mostly_differ_are_left_out(name: str, rows: int) -> None:
    draft = draft_of(name, MOST_DIFFER[N - rows :])
    column = draft.columns[1]
    assert column.role == "identifier"
    assert "By its name its numbers name things and are no quantities" in column.reason
    assert [p.role for p in draft.proposals if p.column == name] == ["numeric"]
    assert list(draft.to_dataset("class").X) == ["x"]


@pytest.mark.parametrize("name", NAMES)
def test_numbers_of_things_that_repeat_are_used_with_a_note(name: str) -> None:
    draft = draft_of(name, THIRTY)
    assert draft.columns[1].role == "numeric"
    assert [p.role for p in draft.proposals if p.column == name] == ["symbolic"]
    notes = draft.to_dataset("class").notes
    assert any(note.startswith("Used as quantities") and repr(name) in note for note in notes)


@pytest.mark.parametrize("numbers", [SMALL, COUNTS], ids=["small", "counts"])
@pytest.mark.parametrize("name", QUANTITIES)
def test_nothing_is_said_of_counts_and_other_quantities(name: str, numbers: list[int]) -> None:
    draft = draft_of(name, numbers)
    assert draft.columns[1].role == "numeric"
    assert not [p for p in draft.proposals if p.column == name]
    assert not [note for note in draft.to_dataset("class").notes if repr(name) in note]


@pytest.mark.parametrize("name", ["index", "Index", "idx"])
def test_an_index_is_left_out_where_it_runs_or_hardly_repeats(name: str) -> None:
    running = [5 * i // 8 for i in range(N)]
    assert draft_of(name, MOST_DIFFER).columns[1].role == "identifier"
    assert draft_of(name, running).columns[1].role == "identifier"
    shuffled = DRAW.sample(running, N)
    assert draft_of(name, shuffled).columns[1].role == "numeric"


def test_numbers_with_decimals_a_unit_or_a_sign_are_quantities() -> None:
    for form in ("{}.5", "{} kg", "-{}"):
        rows = [f"{i % 11}.5,{form.format(n)},{'ab'[i % 2]}" for i, n in enumerate(MOST_DIFFER)]
        draft = inspect_table("\n".join(["x,Losnummer,class", *rows]).encode())
        assert "name things" not in draft.columns[1].reason, form


@pytest.mark.parametrize("name", ["1", "2021", "====", "?"])
def test_a_name_without_words_says_nothing(name: str) -> None:
    assert "name things" not in draft_of(name, MOST_DIFFER).columns[1].reason
