"""Encodings of Chinese, Japanese and Korean, told apart by the characters they give."""

from __future__ import annotations

import codecs
from collections import Counter

# The most frequent characters of each language, and those of usual names and values in tables.
_SIMPLIFIED = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后"
    "作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因"
    "只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应"
    "战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿"
    "原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太"
    "量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界"
    "达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今"
    "切院让识候带导争运龄岁男城姓李刘陈杨赵黄周吴徐孙胡朱林郭罗京广州深圳杭武汉津苏沈病医药诊断症患血"
    "压糖尿低阳阴收价积编号型级否签评客订单职婚姻历育硕博士生死存活优良差中红绿蓝黑湿温热冷糖省县区"
)
_TRADITIONAL = (
    "這個們來為國說時會對於過發後裡經學現當沒動還進樣從實軍無與長機關點業將兩間問應戰頭體見產話內門"
    "給兒東聲員論處義條氣題爾別變總電數報結場計資許統區隊決馬書則聽卻達強難權設記類據該張規萬術領確"
    "傳師觀帶導爭運齡歲劉陳楊趙黃吳孫羅廣蘇臺灣北高雄南縣醫藥診斷壓陽陰價積編號級簽評訂單職歷碩優紅"
)
_JAPANESE = (
    "日一人国会年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者地合市業内相方四定今"
    "回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下"
    "意法不来作性的要用制治度務強気小七成期公野取都和統以機平総加山思家話世受区領多県続進正安設保改数"
    "記院女初北午指権心界支第産結百点教報書府活原先共得解名交資川向際面告文反元重近千考判認画海参売利"
    "組知案道信策集在件団別物側任使求所次水半品論計死官増係感特情示変打男基私各始島直両価式確村提運終"
    "果西減台広容必応電歳住能無再位置企真流格有口過局少放税検藤町常校料状工建語営空職土急止送供可役木"
    "身費付切由説転食比難補車優夫研収断井何南石足消境神番規護展態導備宅害配副算視条病農州武声質念試族"
    "象銀域例早張限親額験追商葉形景低医量白深型種類阪古屋札幌横浜福岡齢齢血圧良悪有無陽陰赤青緑黒"
)
_KOREAN = (
    "이다는을의에가고하지기사어로은자한리서인나아도대를라들시수그일해보정있으것부면장스주상제여전공구성원"
    "과조안동비우소세경선신유마오치발미문계관국적교용모내만거개분무었회학생영방연식양실물중입년간진남체형"
    "행결명당화단요러된되현재산통말금토월강김박최울광천별름업등급번호역병환혈압음예니높낮좋나쁨값량온습도"
    "종류색키몸게령층차품목고객점포매출군민임송윤권황홍허노심곽배백위험허가않없네직"
)
_KANA = "".join(map(chr, (*range(0x3041, 0x3097), *range(0x30A1, 0x30FD))))

_FREQUENT = {
    "gb18030": frozenset(_SIMPLIFIED),
    "cp949": frozenset(_KOREAN),
    "cp932": frozenset(_JAPANESE + _KANA),
    "euc_jp": frozenset(_JAPANESE + _KANA),
    "big5": frozenset(_SIMPLIFIED + _TRADITIONAL),
}
# First bytes of signs, kana and the frequent half of the characters, which are ordered by use.
_COMMON = {
    "gb18030": ("gb2312", ((0xA1, 0xA3), (0xB0, 0xD7))),
    "cp949": ("euc_kr", ((0xA1, 0xA3), (0xB0, 0xC8))),
    "cp932": ("shift_jis", ((0x81, 0x83), (0x88, 0x98))),
    "euc_jp": ("euc_jp", ((0xA1, 0xA5), (0xB0, 0xCF))),
    "big5": ("big5", ((0xA1, 0xA3), (0xA4, 0xC6))),
}
_LARGELY = 0.85
_PART = 0.25


def east_asian(sample: bytes) -> str:
    """Return the encoding in which a sample is likely Chinese, Japanese or Korean, or "".

    At least 85 % of its characters beyond ASCII are among the common ones of the encoding and 25 %
    are among the most frequent of the language; of several encodings it is the one with the
    largest share of these.
    """
    shares: dict[str, float] = {}
    for encoding, frequent in _FREQUENT.items():
        try:
            text = codecs.getincrementaldecoder(encoding)().decode(sample)
        except UnicodeError:
            continue
        signs = Counter(sign for sign in text if not sign.isascii())
        n = signs.total()
        if (
            not n
            or sum(k for sign, k in signs.items() if _is_common(sign, encoding)) < _LARGELY * n
        ):
            continue
        words = {sign: k for sign, k in signs.items() if sign.isalpha()}
        if words:
            found = sum(k for sign, k in words.items() if sign in frequent)
            shares[encoding] = found / sum(words.values())
    best = max(shares, key=lambda encoding: shares[encoding], default="")
    return best if best and shares[best] >= _PART else ""


def _is_common(sign: str, encoding: str) -> bool:
    codec, ranges = _COMMON[encoding]
    try:
        found = sign.encode(codec)
    except UnicodeError:
        return False
    return len(found) == 2 and any(low <= found[0] <= high for low, high in ranges)
