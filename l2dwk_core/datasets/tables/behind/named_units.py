"""Units in the name of a column: Weight (kg), time_min, Preis in €. A cell with another unit is not
in that of the cells without one."""

from __future__ import annotations

import re

_BRACKETS = re.compile(
    r"[(\[{（【]\s*(?:in\s+)?(?P<unit>[^()\[\]{}（）【】]{1,15}?)\s*[)\]}）】]\s*$"
)
_IN = re.compile(r"[\s_](?:in|en|em)[\s_.](?P<unit>[^\s_]{1,15})$", re.IGNORECASE)
_AFTER_MARK = re.compile(r"(?:,\s*|\s/\s*)(?P<unit>[^\s,]{1,15})$")
# As R writes a name with brackets: weight..kg.
_DOTS = re.compile(r"\.\.(?P<unit>[^.]{1,12})\.$")
_PARTS = re.compile(r"[\s_./-]+|(?<=[a-z])(?=[A-Z])")
_LONGEST_NAME = 200

# Each line holds ways to write one unit; a blank line begins another quantity.
_UNITS = """
kg 公斤 千克 kilogram kilograms kilogramm kilo kilos kgs
g 克 gram grams gramm gr
mg milligram milligrams milligramm
µg ug mcg microgram micrograms
ng
lb lbs 磅 pound pounds
st stone stones
oz ounce ounces
t ton tons tonne tonnes tonnen

nm
µm um micron microns
mm millimeter millimeters millimetre millimetres
cm 厘米 centimeter centimeters centimetre centimetres zentimeter
dm
m 米 meter meters metre metres metro metros mtr
km kilometer kilometers kilometre kilometres kms
in inch inches zoll
ft foot feet
yd yard yards
mi mile miles meilen

s sec secs second seconds sekunde sekunden seconde secondes segundos
ms msec millisecond milliseconds
µs us microsecond microseconds
min mins 分 分钟 분 minute minutes minuten minutos
h 小时 時間 시간 hr hrs hour hours std stunde stunden heure heures hora horas ore
d 天 日 일 day days tag tage jour jours dia dias día días giorni
wk wks 周 週 주 week weeks woche wochen semaine semaines semanas
mo mos 个月 個月 ヶ月 か月 カ月 개월 mon month months monat monate monaten mois mes meses mesi
y 岁 歲 歳 才 세 살 yr yrs year years jahr jahre jahren j an ans año años anni a

pa
hpa
kpa
mpa
mbar
bar
psi
mmhg mm_hg torr
atm

b byte bytes
kb kib
mb mib
gb gib
tb tib

µl ul
ml milliliter milliliters millilitre
cl
dl
l liter liters litre litres ltr
gal gallon gallons

°c c celsius degc
°f f fahrenheit degf
k kelvin

w watt
kw
mw
hp ps

j joule
kj
mj
wh
kwh
mwh
cal
kcal

mv
v volt
kv

ma
a ampere
µa ua

hz
khz
mhz
ghz

m2 m² sqm qm
km2 km²
cm2 cm²
ha hectare hectares hektar
ft2 ft² sqft
acre acres

m3 m³ cbm
cm3 cm³ cc ccm

% percent pct prozent
‰
ppm
ppb

€ eur euro euros
$ usd us$ dollar dollars
£ gbp
¥ jpy cny yen rmb 元 円
chf fr.
₽ rub
₹ inr rs rs.
₩ krw 원
₺ try
zł pln
kr
sek
nok
dkk
czk
huf
aud a$
cad c$
nzd
brl r$
mxn
zar
hk$ hkd
nt$ twd
s$
₪
₫
฿
₴
₦
₱
¢ cent cents ct

km/h kmh kph
mph
m/s mps
kn knots
"""


def _table() -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    quantity = 0
    for place, line in enumerate(_UNITS.splitlines()):
        quantity += not line
        for word in line.split():
            found.setdefault(word, (quantity, place))
    return found


_KNOWN = _table()
# Amounts by amounts, such as mg/dl and mmol/L.
_CONCENTRATION = -1


def named_unit(name: str) -> tuple[str, bool]:
    """Return the unit in the name of a column ("" for none), and whether it stands in brackets or
    behind "in" or a mark. A word alone, as in time_min, may mean something else."""
    name = name.strip()
    if len(name) > _LONGEST_NAME:
        return "", False
    for form in (_BRACKETS, _DOTS, _IN, _AFTER_MARK):
        found = form.search(name)
        if found and _quantity(found["unit"]) is not None:
            return found["unit"].strip(), True
    _, *words = _PARTS.split(name)
    for at, word in enumerate(reversed(words)):
        # A single letter in the middle is hardly a unit.
        if _plain(word) in _KNOWN and (at == 0 or len(word) > 1):
            return word, False
    return "", False


def same_unit(unit: str, other: str) -> bool:
    """Return whether two units are the same, as far as they are known: kg and kilograms, years and
    Jahre, mg/dl and mg/dL."""
    return _one(unit) == _one(other)


def other_unit(unit: str, name: str, stated: str = "") -> bool:
    """Return whether a unit beside numbers is another one than the name of the column, or *stated*,
    gives. A word alone counts only for a unit of the same quantity."""
    own, sure = (stated, True) if stated else named_unit(name)
    if not own or not unit or _quantity(own) is None or same_unit(own, unit):
        return False
    return sure or _quantity(own) == _quantity(unit)


def _plain(unit: str) -> str:
    plain = unit.strip().strip(".").casefold().replace("μ", "µ").replace("\u00a0", " ")
    return "_".join(plain.split())


def _one(unit: str) -> object:
    plain = _plain(unit)
    if "/" in plain and plain not in _KNOWN:
        return tuple(str(_KNOWN.get(part.strip("_"), (0, part))[1]) for part in plain.split("/"))
    return _KNOWN[plain][1] if plain in _KNOWN else plain


def _quantity(unit: str) -> int | None:
    plain = _plain(unit)
    if plain in _KNOWN:
        return _KNOWN[plain][0]
    parts = plain.split("/")
    if len(parts) == 2 and all(parts) and not any(map(str.isspace, plain)):
        return _CONCENTRATION
    return None
