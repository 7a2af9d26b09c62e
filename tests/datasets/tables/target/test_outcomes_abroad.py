"""Outcomes that are not the last column are found in many languages."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60
NAMES = {
    "Greek": ("Διάγνωση", "ΕΚΒΑΣΗ", "κλάση"),
    "Arabic": ("التشخيص", "الوفاة", "النتيجة"),
    "Hebrew": ("אבחנה", "נפטר", "סיווג"),
    "Hindi": ("निदान", "परिणाम", "मृत्यु"),
    "Vietnamese": ("Chẩn đoán", "chan_doan", "tử vong", "Kết quả"),
    "Indonesian": ("Diagnosa", "meninggal", "hasil", "Kelas"),
    "Turkish": ("Tanı", "tani", "Sonuç", "sonuc", "ölüm"),
    "Hungarian": ("Diagnózis", "kimenetel", "meghalt", "tulelte"),
    "Czech": ("Diagnóza", "vysledek", "zemřel", "Třída"),
    "Croatian": ("Dijagnoza", "ishod", "umro"),
    "Norwegian": ("Diagnose", "utfall", "død", "resultat"),
    "Finnish": ("Diagnoosi", "lopputulos", "kuollut", "luokka"),
    "Russian": ("Диагноз", "исход", "Умер", "класс", "Целевая переменная"),
    "Ukrainian": ("діагноз", "наслідок", "помер"),
    "Chinese": ("诊断", "是否死亡", "类别", "标签"),
    "Japanese": ("診断", "転帰", "クラス", "目的変数"),
    "Korean": ("진단", "사망여부", "레이블", "분류"),
    "Swedish": ("diagnos", "klass", "avled"),
    "Polish": ("rozpoznanie", "Zgon", "klasa"),
}


def target(name, values=("0", "1")):
    rows = (
        f"{i * 3 % 37}.5,{values[i * 7 % 11 % len(values)]},{i * 5 % 37}.5,{'pqr'[i % 3]}"
        for i in range(N)
    )
    return inspect_table((f"a,{name},b,region\n" + "\n".join(rows)).encode()).target


@pytest.mark.parametrize("language", NAMES)
def test_an_outcome_that_is_not_the_last_column(language):
    assert [target(name) for name in NAMES[language]] == list(NAMES[language])


@pytest.mark.parametrize("name", ["пол", "年龄", "yaş", "מין", "शहर", "giới tính", "věk"])
def test_other_words_say_nothing(name):
    assert target(name) == "region"


def test_a_survival_in_months_is_no_class():
    assert target("выживаемость", [str(month) for month in range(11)]) == "region"
