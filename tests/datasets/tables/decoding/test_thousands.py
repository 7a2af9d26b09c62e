"""A blank that breaks no line between thousands does not mislead the guess of the encoding."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60
NO_BREAK = "\u00a0"

TABLES = {
    "French": ("Région,Montant,kind", ["Bretagne", "Normandie", "Île-de-France"], "cp1252"),
    "names in ASCII": ("Region,Amount,kind", ["Bretagne", "Normandie"], "cp1252"),
    "one letter": ("Région,Montant,kind", ["Bretagne", "Normandie"], "cp1252"),
    "Swedish": ("Region,Belopp,kind", ["Örebro", "Malmö"], "cp1252"),
    "German": ("Stadt,Betrag,kind", ["München", "Köln"], "cp1252"),
    "Polish": ("Miasto,Kwota,kind", ["Łódź", "Kraków", "Wąchock"], "cp1250"),
    "Czech": ("Kraj,Cena,kind", ["Žďár", "Třebíč", "Děčín", "Plzeň"], "cp1250"),
    "Russian": ("Region,Amount,kind", ["Москва", "Казань"], "cp1251"),
    "Greek": ("Region,Amount,kind", ["Αθήνα", "Πάτρα"], "cp1253"),
    "Turkish": ("Region,Amount,kind", ["Çiğli", "Iğdır", "Gümüşhane"], "cp1254"),
    "Spanish, DOS": ("Region,Importe,kind", ["Málaga", "Cáceres"], "cp850"),
    "French, Macintosh": ("Région,Montant,kind", ["Nîmes", "Orléans"], "mac_roman"),
}


@pytest.mark.parametrize("tail", ["", f"{NO_BREAK}%"])
@pytest.mark.parametrize(("head", "places", "encoding"), TABLES.values(), ids=TABLES)
def test_thousands_with_a_blank_that_breaks_no_line(head, places, encoding, tail):
    numbers = [100_000 + at * 7919 % 900_000 for at in range(N)]
    rows = [
        f"{places[at % len(places)]},{f'{value:,}'.replace(',', NO_BREAK)}{tail},{'ab'[at % 2]}"
        for at, value in enumerate(numbers)
    ]
    draft = inspect_table("\n".join([head, *rows]).encode(encoding))
    assert draft.detected["encoding"] == encoding
    assert [column.name for column in draft.columns] == head.split(",")
    assert draft.columns[1].role == "numeric", draft.columns[1].reason
    data = draft.to_dataset("kind")
    assert data.X[head.split(",")[1]].tolist() == numbers
    assert data.X[head.split(",")[0]].astype(str).tolist()[:2] == places[:2]


def test_letters_beside_digits_do_not_change_a_right_guess():
    rows = [f"Größe {at % 5},{at}.5,{'ab'[at % 2]}" for at in range(N)]
    draft = inspect_table("\n".join(["Maß,x,kind", *rows]).encode("cp850"))
    assert draft.detected["encoding"] == "cp850"
