"""Last rows that are no cases but sums or means of the rows above them."""

from __future__ import annotations

import re

from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.row import Row

WORDS = frozenset(
    {
        "total", "totals", "grand total", "sub total", "subtotal", "sum", "sums", "mean", "means",
        "average", "averages", "avg", "summe", "gesamt", "gesamtsumme", "insgesamt", "mittelwert",
        "durchschnitt", "somme", "moyenne", "totale", "suma", "promedio", "mittel",
        "gesamtergebnis", "total général", "totale complessivo", "total general", "total geral",
        "suma total", "media", "média",
        # Of Excel's subtotals.
        "gesamtmittelwert", "gesamtanzahl", "gesamtmaximum", "gesamtminimum", "gesamtprodukt",
        "gesamtstandardabweichung", "gesamtstdabw", "gesamtvarianz", "gesamtdurchschnitt",
        "grand count", "grand max", "grand min", "grand product", "grand stddev", "grand var",
        "eindtotaal", "eindgemiddelde",
        # Of a part of the table.
        "sub-total", "sub totals", "subtotals", "sous-total", "soustotal", "subtotale", "subtotaal",
        "zwischensumme", "teilsumme", "block total", "group total", "block mean", "group mean",
        "delsumma", "delsum", "ara toplam", "mezisoučet", "promedios", "medias", "mittelwerte",
        # Turkish, Russian, Ukrainian, Polish, Czech, Slovak, Hungarian, Dutch, Swedish, Danish,
        # Norwegian, Finnish, Portuguese, Romanian, Greek, Indonesian, Vietnamese.
        "ortalama", "toplam", "genel toplam", "итого", "всего", "сумма", "среднее", "в среднем",
        "среднее значение", "всього", "разом", "середнє", "razem", "ogółem", "średnia", "łącznie",
        "celkem", "průměr", "součet", "spolu", "priemer", "súčet", "összesen", "átlag", "összeg",
        "totaal", "gemiddelde", "gem", "som", "totalt", "summa", "medelvärde", "medel",
        "genomsnitt",
        "i alt", "gennemsnit", "gjennomsnitt", "yhteensä", "keskiarvo", "soma", "medie",
        "σύνολο", "μέσος όρος", "jumlah", "rata-rata", "tổng", "tổng cộng", "trung bình",
        # Chinese, Japanese, Korean, Arabic, Hebrew.
        "合计", "合計", "总计", "總計", "总和", "小计", "小計", "平均", "平均值", "平均値", "均值",
        "総計", "합계", "총계", "평균", "المجموع", "المتوسط", 'סה"כ', "ממוצע",
        # σ is Σ in lower case.
        "σ", "∑", "ø", "⌀", "x̄", "x̅", "m ± sd",
    }
)  # fmt: skip
# Only beside one of the words above: Max is also a name.
BESIDE = frozenset(
    {
        "median", "std", "sd", "stdev", "std dev", "standard deviation", "min", "max", "minimum",
        "maximum", "count", "n", "anzahl", "standardabweichung", "stabw", "stdabw", "std.abw",
        "stddev", "std. dev", "écart-type", "écart type", "ecart-type", "desviación estándar",
        "desvio padrão", "deviazione standard", "médiane", "mediana", "nombre", "effectif",
        "25%", "50%", "75%", "mw", "std sapma", "standart sapma", "medyan",
        "стандартное отклонение",
        "ст. откл.", "ст.откл", "медиана", "минимум", "максимум", "odchylenie standardowe",
        "odch. std", "medián", "směrodatná odchylka", "standaardafwijking", "mediaan",
        "standardavvikelse", "standardafvigelse", "standardavvik", "keskihajonta", "mediaani",
        "szórás", "标准差", "標準偏差", "中位数", "中央値", "표준편차", "중앙값", "s.d.", "sem",
        "se", "cv", "cv%", "var", "variance", "st. dev", "st.dev", "std deviation", "std error",
        "std. err", "standard error", "standardfehler", "coefficient of variation", "cv (%)", "%cv",
        "rsd", "%rsd", "rsd (%)", "variationskoeffizient", "vk (%)", "desv. est",
        "desv. estándar", "desv. típica", "desvest", "desv. pad", "dev. st", "dev. std", "st. afw",
        "std. afw", "s.e.m", "s.e",
    }
)  # fmt: skip
# Of describe() in pandas.
_PER_CENTS = frozenset({"25%", "50%", "75%"})
# As many as describe() of pandas writes.
_MOST = 8
_LONGEST = 40
# Of which sums or means: Overall mean, Mean (n=48), Среднее арифметическое.
_QUALIFIERS = frozenset(
    "overall column columns group all grand arithmetic arithmetisches arithmetischer aritmética "
    "aritmetica arithmétique арифметическое общее общий общая genel aritmetik total of the values "
    "rows cases patients general générale n и und and et y e по группе всем".split()
)
_BETWEEN_WORDS = re.compile(r"[\s/=:()\[\]&+,±]+")
# Names of persons may be Max or MW, but beside them stands no standard deviation.
_SPREADS = frozenset({"sd", "s.d", "std", "stdev", "std dev", "stabw", "stdabw", "stddev", "sem"})


def without_totals(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows without last ones that begin with a word for a sum or a mean, or hold one
    among numbers alone.

    Beside the word stands a number, and the word does not come back in its column: there it would
    be a value like others. *what* is the word for a row.
    """
    end = len(rows)
    while end > 3 and len(rows) - end < _MOST and _place(rows[end - 1]) is not None:
        end -= 1
    left = rows[end:]
    words = [row.cells[at].strip() for row in left if (at := _place(row)) is not None]
    places = {at for row in left if (at := _place(row)) is not None}
    again = any(
        _plain(row.cells[at]) in WORDS | BESIDE
        for at in places
        for row in rows[1:end]
        if at < len(row.cells)
    )
    plain = {_plain(word) for word in words}
    sure = not WORDS.isdisjoint(plain) or (len(left) > 1 and not _SPREADS.isdisjoint(plain))
    if not sure or again or len(set(words)) < len(words):
        return rows
    shown = ", ".join(map(repr, words))
    first = all(not "".join(row.cells[: _place(row)]).strip() for row in left)
    begin = f"{what.capitalize()} {left[0].line:,} {'begins with' if first else 'holds'} {shown}; "
    begin += "it is taken for the total"
    if len(left) > 1:
        begin = f"The last {len(left)} {what}s {'begin with' if first else 'hold'} {shown}; "
        begin += "they are taken for totals"
    notes.append(f"{begin} or mean{'s' * (len(left) > 1)} of the other {what}s and left out.")
    return rows[:end]


def _plain(cell: str) -> str:
    """Return a cell in lower case, or of a word for a sum or mean with others that say of what, the
    word alone."""
    if len(cell) > _LONGEST:
        return ""
    plain = " ".join(cell.split()).rstrip(":.= ").casefold()
    if plain in WORDS | BESIDE:
        return plain
    words = [word for word in _BETWEEN_WORDS.split(plain) if word]
    found = [word for word in words if word in WORDS and word not in _QUALIFIERS]
    others = [word for word in words if word not in WORDS]
    of_which = all(word in _QUALIFIERS or word in BESIDE or word.isdecimal() for word in others)
    return found[0] if found and of_which else plain


def _place(row: Row) -> int | None:
    """Return the place of such a word: in the first cell that is not blank, with a number behind
    it, or as the only one that is no number."""
    filled = [at for at, cell in enumerate(row.cells) if cell.strip()]
    if filled[1:] and _plain(row.cells[filled[0]]) in _PER_CENTS:
        return filled[0]
    words = [at for at in filled if not is_written_number(row.cells[at].strip())]
    if not words or len(words) == len(filled):
        return None
    at = words[0]
    if _plain(row.cells[at]) not in WORDS | BESIDE:
        return None
    return at if at == filled[0] or len(words) == 1 else None
