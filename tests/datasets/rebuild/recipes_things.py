"""Recipes of the tables whose rows are affairs, objects, animals, games or sounds."""

from __future__ import annotations

from l2dwk_core.datasets.tabular import Table
from tests.datasets.rebuild.reading import (
    Paths,
    codes,
    common,
    fs,
    keel,
    orange,
    r_table,
    table,
)


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


def credit_a(paths: Paths) -> Table:
    return table(
        "A1:s A2:n A3:n A4:s A5:s A6:s A7:s A8:n A9:s A10:s A11:n A12:s A13:s A14:n A15:n class:c",
        orange(paths, "crx"),
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


def kr_vs_kp(paths: Paths) -> Table:
    names = (
        "bkblk bknwy bkon8 bkona bkspr bkxbq bkxcr bkxwp blxwp bxqsq cntxt dsopp dwipd hdchk "
        "katri mulch qxmsq r2ar8 reskd reskr rimmx rkxwp rxmsq simpl skach skewr skrxp spcop "
        "stlmt thrsk wkcti wkna8 wknck wkovl wkpos wtoeg "
    )
    return table(names.replace(" ", ":s ") + "class:c", keel(paths, "chess"))


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
