"""Names of outcomes in languages of which few words are known: diagnosis, class, outcome, died or
survived, result, label, target."""

from __future__ import annotations

OUTCOMES = (
    # Greek, Romanian, Hungarian, Finnish, Turkish
    "διάγνωση έκβαση αποτέλεσμα θάνατος απεβίωσε επιβίωσε υποτροπή "
    "supraviețuit decedat recidivă rezultat diagnoză "
    "diagnózis kimenetel eredmény meghalt elhunyt túlélte halál kiújulás célváltozó "
    "diagnoosi lopputulos tulos kuollut kuoli kuolema selvisi elossa uusiutuma "
    "tanı tani teşhis sonuç öldü ölüm vefat yaşıyor hayatta nüks "
    # Polish, Czech, Slovak, Croatian, Serbian, Slovene
    "diagnoza rozpoznanie diagnóza výsledek výsledok přežil prežil zemřel zomrel úmrtí úmrtie smrt "
    "dijagnoza ishod preživio preživjela preživeo umro umrla "
    # Russian, Ukrainian, Bulgarian
    "диагноз исход результат выжил умер умерла смерть рецидив отток дефолт мошенничество "
    "діагноз наслідок вижив помер рецидив диагноза изход резултат оцелял починал "
    # Swedish, Norwegian
    "diagnos resultat avled överlevt overlevde overlevd dødd tilbakefall reinnleggelse "
    # Arabic, Persian, Hebrew, Hindi
    "تشخيص التشخيص نتيجة النتيجة وفاة الوفاة توفي نجا تشخیص نتیجه مرگ "
    "אבחנה תוצאה שרד נפטר פטירה निदान परिणाम मृत्यु जीवित "
    # Vietnamese, also without the stroke of đ; Indonesian
    "chẩn_đoán chẩn_doán kết_quả tử_vong sống_sót tái_phát "
    "diagnosa hasil luaran keluaran meninggal kematian selamat kambuh "
    # Chinese, Japanese, Korean
    "诊断 诊断结果 診斷 診斷結果 结局 結局 结果 結果 存活 是否存活 死亡 是否死亡 生存状态 复发 "
    "是否复发 流失 是否流失 是否违约 診断 診断名 診断結果 転帰 予後 生存 再発 けっか しんだん "
    "진단 진단명 진단결과 결과 예후 생존 생존여부 사망 사망여부 재발 재발여부 이탈여부"
).split()

AMOUNTS = (
    "επιβίωση θνησιμότητα supraviețuire mortalitate túlélés halálozás selviytyminen kuolleisuus "
    "sağkalım přežití prežitie preživljenje preživljavanje выживаемость выживание летальность "
    "виживаність летальність overlevelse dødelighet"
).split()
"""They may also be amounts."""

CLASSES = (
    "κλάση κατηγορία ετικέτα στόχος clasă etichetă țintă osztály címke luokka luokitus sınıf "
    "sinif etiket hedef klasa etykieta třída trieda štítek cíl oznaka cilj klass etikett "
    "målvariabel класс метка таргет целевая_переменная клас мітка فئة الفئة صنف الصنف "
    "تصنيف التصنيف هدف الهدف کلاس סיווג תווית מטרה वर्ग लेबल लक्ष्य lớp nhãn phân_loại kelas sasaran "
    "类别 類別 分类 分類 标签 標籤 目标 目標 クラス ラベル "
    "目的変数 ターゲット 클래스 분류 레이블 라벨 타겟 목표"
).split()
"""What a class, a label and a target are called: less sure than an outcome."""
