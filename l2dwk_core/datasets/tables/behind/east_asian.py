"""Units behind numbers in Chinese, Japanese and Korean, which are written without a blank."""

from __future__ import annotations

EAST_ASIAN_UNITS = tuple(
    (
        "円 圓 圆 元 块 원 人 名 명 歳 才 岁 歲 세 살 年 年間 年间 년 ヶ月 か月 カ月 ヵ月 个月 "
        "個月 개월 週間 周 週 주 日 日間 天 일 小时 小時 時間 시간 分 分钟 分鐘 分間 분 秒 초 回 "
        "次 회 번 个 個 개 本 枚 台 대 件 건 点 點 점 米 公里 公斤 斤 千克 克 毫米 厘米 平米 "
        "平方米 坪 평 度 ℃ グラム メートル センチ 킬로 倍 杯 步 歩 株"
    ).split()
)
"""Of money, persons, age, times, counts, lengths and weights. The words for months and for numbers
of rooms, houses and school classes are not among them: their numbers are names."""
