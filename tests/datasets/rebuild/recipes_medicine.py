"""Recipes of the tables whose rows are patients."""

from __future__ import annotations

from l2dwk_core.datasets.tabular import Table
from tests.datasets.rebuild.archives import wheel_bytes
from tests.datasets.rebuild.reading import NO_YES, Paths, cardio, codes, common, orange, table


def audiology(paths: Paths) -> Table:
    raw = wheel_bytes(paths["orange"], "Orange/datasets/audiology.tab").decode().splitlines()
    names = raw[0].split("\t")
    rows = orange(paths, "audiology")
    for row in rows:
        # Two cells of age_gt_60 are blank here (the other 317 are "?"). In UCI's standardised
        # file a Boolean property is false unless it is noted, so they are f.
        row[0] = row[0] or "f"
    return table(" ".join([f"{name}:s" for name in names[:-1]] + ["class:c"]), rows)


def breast_cancer(paths: Paths) -> Table:
    return table(
        "class:c age:s menopause:s tumor-size:s inv-nodes:s node-caps:s deg-malig:s breast:s "
        "breast-quad:s irradiat:s",
        orange(paths, "breast-cancer"),
    )


def colic(paths: Paths) -> Table:
    # `horse-colic.tab` itself shows words but lost the 28 cells of Age that say 9 (young).
    rows = orange(paths, "horse-colic_learn") + orange(paths, "horse-colic_test")
    return table(
        "surgery:s age:s hospital:- rectal_temperature:n pulse:n respiratory_rate:n "
        "extremities_temperature:s peripheral_pulse:s mucous_membranes:s capillary_refill:s "
        "pain:s peristalsis:s abdominal_distension:s nasogastric_tube:s nasogastric_reflux:s "
        "nasogastric_reflux_ph:n rectal_feces:s abdomen:s packed_cell_volume:n total_protein:n "
        "abdominocentesis_appearance:s abdominocentesis_protein:n outcome:s surgical_lesion:c "
        "lesion_1:- lesion_2:- lesion_3:- cp_data:-",
        rows,
        surgery=codes("yes", "no", first=1),
        age={"1": "adult", "9": "young"},
        extremities_temperature=codes("normal", "warm", "cool", "cold", first=1),
        peripheral_pulse=codes("normal", "increased", "reduced", "absent", first=1),
        mucous_membranes=codes(
            "normal_pink", "bright_pink", "pale_pink", "pale_cyanotic", "bright_red",
            "dark_cyanotic", first=1,
        ),
        # UCI's description has no third code; one horse has it.
        capillary_refill=codes("under_3_s", "3_s_or_more", "code_3", first=1),
        pain=codes("none", "depressed", "mild", "severe", "continuous_severe", first=1),
        peristalsis=codes("hypermotile", "normal", "hypomotile", "absent", first=1),
        abdominal_distension=codes("none", "slight", "moderate", "severe", first=1),
        nasogastric_tube=codes("none", "slight", "significant", first=1),
        nasogastric_reflux=codes("none", "over_1_litre", "under_1_litre", first=1),
        rectal_feces=codes("normal", "increased", "decreased", "absent", first=1),
        abdomen=codes(
            "normal", "other", "firm_feces", "distended_small_intestine",
            "distended_large_intestine", first=1,
        ),
        abdominocentesis_appearance=codes("clear", "cloudy", "serosanguinous", first=1),
        outcome=codes("lived", "died", "euthanized", first=1),
        surgical_lesion=codes("yes", "no", first=1),
    )  # fmt: skip


def diabetes(paths: Paths) -> Table:
    return table(
        "pregnancies:n glucose:n blood_pressure:n skin_thickness:n insulin:n bmi:n pedigree:n "
        "age:n class:c",
        common(paths, "classification/pima/pima.dat"),
        **{"class": {"positive": "tested_positive", "negative": "tested_negative"}},
    )


def echocardiogram(paths: Paths) -> Table:
    return table(
        "survival:n still_alive:c age_at_heart_attack:n pericardial_effusion:s "
        "fractional_shortening:n epss:n lvdd:n wall_motion_score:n wall_motion_index:n mult:- "
        "name:- group:- alive_at_1:-",
        [row for row in orange(paths, "echocardiogram") if row[1] != "?"],
    )


HEART = (
    "age:n sex:s {extra}cp:s trestbps:n chol:n fbs:s restecg:s thalach:n exang:s oldpeak:n "
    "slope:{slope} ca:n thal:s class:c"
)
FALSE_TRUE = codes("false", "true")
RESTECG = codes("normal", "st_t_abnormality", "left_ventricular_hypertrophy")
ABSENCE_PRESENCE = codes("absence", "presence")


def heart_c(paths: Paths) -> Table:
    return table(
        HEART.format(extra="", slope="s"),
        orange(paths, "heart_disease"),
        cp={
            "typical ang": "typical_angina",
            "atypical ang": "atypical_angina",
            "non-anginal": "non_anginal",
            "asymptomatic": "asymptomatic",
        },
        fbs=FALSE_TRUE,
        restecg={
            "normal": "normal",
            "ST-T abnormal": "st_t_abnormality",
            "left vent hypertrophy": "left_ventricular_hypertrophy",
        },
        exang=codes("no", "yes"),
        thal={
            "normal": "normal",
            "fixed defect": "fixed_defect",
            "reversable defect": "reversible_defect",
        },
        **{"class": ABSENCE_PRESENCE},
    )


def heart_h(paths: Paths) -> Table:
    # Row 304 carries the label Cleveland but is the first Hungarian row: Cleveland has 303.
    rows = [
        row for row in cardio(paths, "heart_disease_uci") if row[3] == "Hungary" or row[0] == "304"
    ]
    return table(
        "id:- " + HEART.format(extra="place:- ", slope="s"),
        rows,
        sex={"Male": "male", "Female": "female"},
        cp={
            "typical angina": "typical_angina",
            "atypical angina": "atypical_angina",
            "non-anginal": "non_anginal",
            "asymptomatic": "asymptomatic",
        },
        fbs={"FALSE": "false", "TRUE": "true"},
        restecg={
            "normal": "normal",
            "st-t abnormality": "st_t_abnormality",
            "lv hypertrophy": "left_ventricular_hypertrophy",
        },
        exang={"FALSE": "no", "TRUE": "yes"},
        thal={
            "normal": "normal",
            "fixed defect": "fixed_defect",
            "reversable defect": "reversible_defect",
        },
        **{"class": ABSENCE_PRESENCE},
    )


def heart_statlog(paths: Paths) -> Table:
    return table(
        HEART.format(extra="", slope="n"),
        cardio(paths, "Heart_Disease_Prediction_0"),
        sex=codes("female", "male"),
        cp=codes("typical_angina", "atypical_angina", "non_anginal", "asymptomatic", first=1),
        fbs=FALSE_TRUE,
        restecg=RESTECG,
        exang=codes("no", "yes"),
        thal={"3": "normal", "6": "fixed_defect", "7": "reversible_defect"},
        **{"class": {"Absence": "absence", "Presence": "presence"}},
    )


def hepatitis(paths: Paths) -> Table:
    findings = (
        "steroid:s antivirals:s fatigue:s malaise:s anorexia:s liver_big:s liver_firm:s "
        "spleen_palpable:s spiders:s ascites:s varices:s"
    )
    return table(
        f"class:c age:n sex:s {findings} bilirubin:n alk_phosphate:n sgot:n albumin:n protime:n "
        "histology:s",
        common(paths, "classification/hepatitis/hepatitis.data.txt"),
        sex=codes("male", "female", first=1),
        histology=NO_YES,
        **dict.fromkeys(findings.replace(":s", "").split(), NO_YES),
        **{"class": codes("die", "live", first=1)},
    )


def lymph(paths: Paths) -> Table:
    return table(
        "class:c lymphatics:s block_of_affere:s bl_of_lymph_c:s bl_of_lymph_s:s by_pass:s "
        "extravasates:s regeneration_of:s early_uptake_in:s lym_nodes_dimin:n lym_nodes_enlar:n "
        "changes_in_lym:s defect_in_node:s changes_in_node:s changes_in_stru:s special_forms:s "
        "dislocation_of:s exclusion_of_no:s no_of_nodes_in:n",
        orange(paths, "lymphography"),
    )
