"""Last rows that hold the mean of the class, with a word for it in many languages or without."""

from __future__ import annotations

import statistics

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 48
A = [40 + i * 37 % N for i in range(N)]
B = [i * 17 % 31 / 10 for i in range(N)]
Y = [int(i * 7 % 5 > 2) for i in range(N)]
MEANS = [statistics.mean(values) for values in (A, B, Y)]
ROWS = [f"P{i * 7 % 53:03d},{a},{b},{y}" for i, (a, b, y) in enumerate(zip(A, B, Y, strict=True))]


def draft(*last, rows=ROWS, names="who,a,b,diagnosis"):
    return inspect_table("\n".join([names, *rows, *last]).encode())


def is_left_out(read):
    return read.n_rows == N and sorted(read.to_dataset().classes) == ["0", "1"]


@pytest.mark.parametrize("form", ["{:.1f},{:.1f},{:.2f}", "{:.0f},{:.1f},{:.2f}"])
def test_means_without_a_word(form):
    read = draft("," + form.format(*MEANS))
    assert is_left_out(read)
    assert any("sums or means" in warning for warning in read.warnings)


def test_means_that_are_not_those_of_these_rows_but_lie_between_them():
    assert is_left_out(draft(",52.1,1.73,0.48"))
    assert not is_left_out(draft(",52.1,47.3,0.48"))


def test_means_in_every_column():
    rows = [row.split(",", 1)[1] for row in ROWS]
    read = draft("{:.1f},{:.1f},{:.2f}".format(*MEANS), rows=rows, names="a,b,diagnosis")
    assert is_left_out(read)
    assert not is_left_out(draft("52.1,1.73,0.48", rows=rows, names="a,b,diagnosis"))


@pytest.mark.parametrize(
    "word",
    [
        *("Ortalama", "Toplam", "Итого", "Всего", "Среднее", "Σ", "∑", "Ø", "Średnia", "Razem"),
        *("Průměr", "Celkem", "Átlag", "Összesen", "Totaal", "Gemiddelde", "Totalt", "Medelvärde"),
        *("Gennemsnit", "Keskiarvo", "Yhteensä", "Soma", "合计", "平均", "合計", "합계", "평균"),
        *("Jumlah", "Rata-rata", "المجموع", "Σύνολο", "Mean", "MITTELWERT"),
    ],
)
def test_words_for_sums_and_means(word):
    read = draft(f"{word},52.1,47.3,0.48")
    assert is_left_out(read)
    assert any(repr(word) in warning for warning in read.warnings)


@pytest.mark.parametrize(
    "word",
    [
        *("Overall mean", "Mean (n=48)", "Column mean", "Genel Ortalama", "Summe/Mittel", "Σ ="),
        *("Среднее арифметическое", "Всего по группе", "media aritmética"),
    ],
)
def test_words_beside_words_that_say_of_what(word):
    assert is_left_out(draft(f"{word},52.1,47.3,0.48"))


def test_means_and_standard_deviations_without_a_word():
    assert is_left_out(draft(",61.5,1.5,0.4", ",3.1,1.0,0.5"))
    assert is_left_out(draft("MW,61.5,1.5,0.4", "SD,3.1,1.0,0.5"))
    assert draft("MW,61.5,1.5,0").n_rows == N + 1
    assert draft("MW,61,1.5,0", "Max,62,1.7,1").n_rows == N + 2


def test_means_with_standard_deviations():
    assert is_left_out(draft("Ortalama,52.1,47.3,0.48", "Std Sapma,3.1,2.2,0.5"))
    assert is_left_out(draft("Среднее,52.1,47.3,0.48", "Медиана,52,1.3,0"))


def test_a_last_row_with_values_stays():
    assert draft(",52,1.3,1").n_rows == N + 1
    assert draft("Totalt,52,1.3,1", rows=["Totalt,41,1.1,0", *ROWS]).n_rows == N + 2
