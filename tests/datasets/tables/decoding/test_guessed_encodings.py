"""Texts that are not UTF-8: the encoding is guessed from the letters, and noted."""

from __future__ import annotations

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.decoding.alphabets import _ALPHABETS
from l2dwk_core.datasets.tables.decoding.decode import ENCODINGS
from l2dwk_core.datasets.tables.decoding.east_asian import _FREQUENT

N = 48


def written(head, words, end="\n"):
    rows = [[word[i % len(word)] for word in words] for i in range(N)]
    lines = [",".join([*row[:1], str(20 + i * 7 % 50), *row[1:]]) for i, row in enumerate(rows)]
    return end.join([head, *lines]) + end


def check(text, encoding, *, same=()):
    draft = inspect_table(text.encode(encoding))
    used = draft.detected["encoding"]
    assert used == encoding or used in same
    head, first = text.splitlines()[:2]
    assert [column.name for column in draft.columns] == head.split(",")
    assert draft.preview.iloc[0].tolist() == first.split(",")
    (note,) = [warning for warning in draft.warnings if "not UTF-8" in warning]
    assert f"was read as {used}" in note and "guess" in note


CHINESE = written(
    "城市,年龄,性别,诊断结果",
    [["北京", "上海", "广州", "深圳"], ["男", "女"], ["阳性", "阴性", "阴性"]],
)
CHINESE_NAMES = written(
    "姓名,成绩,班级,评价",
    [["王伟", "李娜", "张敏", "刘洋"], ["一班", "二班"], ["优秀", "良好", "及格"]],
)
CHINESE_WORDS = written(
    "Product,Price,Material,Quality",
    [["手机", "电脑", "桌子"], ["木头", "塑料", "金属"], ["合格", "不合格"]],
)
KOREAN = written(
    "도시,나이,성별,결과", [["서울", "부산", "대구", "광주"], ["남", "여"], ["합격", "불합격"]]
)
KOREAN_WORDS = written(
    "Region,Age,Job,Loan", [["강남구", "종로구"], ["회사원", "학생", "자영업"], ["승인", "거절"]]
)
JAPANESE = written(
    "都市,年齢,性別,判定", [["東京", "大阪", "名古屋", "札幌"], ["男性", "女性"], ["陽性", "陰性"]]
)
JAPANESE_KANA = written(
    "なまえ,とし,クラス,けっか",
    [["さくら", "ゆい", "はると"], ["アヤメ", "バラ"], ["はい", "いいえ"]],
)
TRADITIONAL = written(
    "城市,年齡,性別,結果", [["臺北", "高雄", "臺中", "臺南"], ["男", "女"], ["陽性", "陰性"]]
)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("text", [CHINESE, CHINESE_NAMES, CHINESE_WORDS])
@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "gb2312"])
def test_chinese(text, encoding, end):
    check(text.replace("\n", end), encoding, same=("gb18030",))


@pytest.mark.parametrize("text", [KOREAN, KOREAN_WORDS])
@pytest.mark.parametrize("encoding", ["cp949", "euc_kr"])
def test_korean(text, encoding):
    check(text, encoding, same=("cp949",))


@pytest.mark.parametrize("text", [JAPANESE, JAPANESE_KANA])
@pytest.mark.parametrize("encoding", ["shift_jis", "cp932", "euc_jp"])
def test_japanese(text, encoding):
    check(text, encoding, same=("cp932",) if encoding != "euc_jp" else ())


def test_chinese_in_traditional_characters():
    check(TRADITIONAL, "big5")


POLISH = (
    ["Łódź", "Kraków", "Gdańsk", "Poznań", "Wrocław"],
    ["mężczyzna", "kobieta"],
    ["żyje", "zmarł"],
)
CZECH = ["Plzeň", "Příbram", "Žďár", "Kladno"], ["žena", "muž"], ["zemřel", "přežil"]
HUNGARIAN = ["Győr", "Szentendre", "Pécs"], ["férfi", "nő"], ["élő", "elhunyt", "ismeretlen"]
CROATIAN = ["Đakovo", "Šibenik", "Čakovec"], ["muško", "žensko"], ["živ", "umro"]
ROMANIAN = ["Iaşi", "Timişoara", "Constanţa"], ["bărbat", "femeie"], ["viaţă", "deces"]
RUSSIAN = ["Москва", "Казань", "Самара"], ["мужчина", "женщина"], ["жив", "умер"]
GREEK = ["Αθήνα", "Πάτρα", "Βόλος"], ["άνδρας", "γυναίκα"], ["ναι", "όχι"]
TURKISH = ["İzmir", "Eskişehir", "Muğla", "Aydın"], ["kadın", "erkek"], ["sağ", "ölü"]
GERMAN = ["München", "Köln", "Gießen"], ["männlich", "weiblich"], ["genesen", "geschwächt"]
FRENCH = ["Orléans", "Nîmes", "Besançon"], ["femme", "homme"], ["décédé", "guéri"]
SPANISH = ["Málaga", "Logroño", "Cádiz"], ["niño", "niña"], ["sí", "no"]
PORTUGUESE = ["São Paulo", "Brasília", "Maceió"], ["mãe", "irmão"], ["não", "sim"]
SWEDISH = ["Malmö", "Västerås", "Göteborg"], ["kvinna", "man"], ["död", "återfall"]
DANISH = ["Ærø", "København", "Århus"], ["mand", "kvinde"], ["død", "levende"]
# As in tables of countries, players or authors.
SEVERAL = (
    ["Bjørn", "José", "García", "Jürgen", "François"],
    ["Côte", "Åland", "São Tomé"],
    ["a", "b"],
)
FEW = ["Bjørn", "José", "García"], ["a", "c"], ["yes", "no"]


@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        *((words, "cp1250") for words in (POLISH, CZECH, HUNGARIAN, CROATIAN, ROMANIAN)),
        *((words, "iso8859_2") for words in (POLISH, CZECH)),
        *((words, "cp1252") for words in (GERMAN, FRENCH, SPANISH, PORTUGUESE, SWEDISH, DANISH)),
        *((words, "cp1252") for words in (SEVERAL, FEW)),
        *((words, "mac_roman") for words in (GERMAN, FRENCH)),
        *((words, "cp850") for words in (GERMAN, SPANISH)),
        (RUSSIAN, "cp1251"),
        ((["x", "y"], ["да", "нет"], ["p", "q"]), "cp1251"),
        (GREEK, "cp1253"),
        (TURKISH, "cp1254"),
    ],
)
def test_one_byte_for_a_letter(words, encoding):
    check(written("a,b,c,d", words), encoding)


@pytest.mark.parametrize("unit", ["°C", "µg/l", "€", "m²", "±0.1", "‰", "£", "§", "½", "“x”", "–"])
def test_signs_of_the_western_encoding_stay(unit):
    draft = inspect_table(
        written(f"a,x [{unit}],c,d", [["p", "q"], ["r", "s"], "ab"]).encode("cp1252")
    )
    assert draft.detected["encoding"] == "cp1252"
    assert draft.columns[1].name == f"x [{unit}]"


@pytest.mark.parametrize("encoding", ["gb18030", "cp949", "cp932"])
def test_words_far_from_the_beginning_are_found(encoding):
    word = {"gb18030": "北京", "cp949": "서울", "cp932": "東京都"}[encoding]
    rows = [f"{i},{'xyz'[i % 3]},{'pq'[i % 2]}" for i in range(40_000)]
    rows[-30:] = [row.replace("x", word) for row in rows[-30:]]
    draft = inspect_table("\n".join(["a,s,class", *rows]).encode(encoding))
    assert draft.detected["encoding"] == encoding
    assert word in draft.cells[1].levels


def test_an_encoding_that_is_named_is_taken_without_a_note():
    draft = inspect_table(CHINESE.encode("gbk"), encoding="gbk")
    assert draft.detected["encoding"] == "gbk"
    assert not any("UTF-8" in warning for warning in draft.warnings)


def test_broken_bytes_fall_back_to_latin_1():
    data = CHINESE.encode("gbk")[:-9] + b"\xff\x81\n"
    assert inspect_table(data).detected["encoding"] == "latin-1"


def test_what_is_guessed_can_be_named():
    assert {*_ALPHABETS, *_FREQUENT, "latin-1"} <= set(ENCODINGS)
    for encoding in ENCODINGS:
        text = written("a,b,c,d", [["p", "q"], ["r", "s"], ["t", "u"]])
        assert inspect_table(text.encode(encoding), encoding=encoding).n_rows == N
    with pytest.raises(InputError, match=r"Unknown encoding 'gbx'.*gb18030"):
        inspect_table(CHINESE.encode("gbk"), encoding="gbx")
