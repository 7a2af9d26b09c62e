"""Numbers that are used as quantities and by the name of their column may be codes are noted."""

from __future__ import annotations

from l2dwk_core.datasets.tables import inspect_table, read_table

# Names, as in published tables, above 6 and above 60 different whole numbers.
CODES = (
    "admission_type_id ward_id MSSubClass plant_id station store store_nbr Store shop site "
    "hospital dept vessel_type job_class soil_type Soil_Type item_type bed_no race race_cat "
    "marital_status channel cluster room_type_reserved type naics2 sic2 zipcode_prefix PLZ_Ort "
    "diag_1 dx1 payment_type ratecode_id Zone Postcode-area industry language pathogen "
    "Bundesland Familienstand Konfession Nationalität Staatsangehörigkeit Schultyp Studienfach "
    "Branche Rechtsform Beruf Partei Wahlkreis Blutgruppe Diagnosegruppe Tumorlokalisation "
    "Histologie Therapie Medikament Erreger Aufnahmeart Entlassungsart Zahlart Bodenart Baumart "
    "Muttersprache Marke Kanal Unfallart pays état_civil traitement estado_civil tratamiento "
    "nacionalidad regione stato_civile terapia provincie nationaliteit behandeling"
).split()
QUANTITIES = (
    "age no_of_rooms num_beds rooms_no pregnancies_no pages nyha_class visit_no type_count "
    "size_class income_group zip_population plant_count store_area distance_to_station "
    "cycle_no weight lot_area stations wards Altersgruppe Risikoklasse Einkommensgruppe heart "
    "start Therapiedauer Therapie_Dosis land_area anzahl_therapie Start chart_part Uniform"
).split()


def _table(names: list[str], many: int) -> bytes:
    lines = [",".join(["x", *names, "class"])]
    for at in range(300):
        number = 7 * at % many + 2
        lines.append(",".join([f"{at % 11}.5", *[str(number)] * len(names), "ab"[at // 2 % 2]]))
    return "\n".join(lines).encode()


def _noted(names: list[str], many: int) -> set[str]:
    found = set()
    for name in names:
        notes = " ".join(read_table(_table([name], many), "class").notes)
        if f"{name!r}" in notes and ("codes" in notes or "left out" in notes):
            found.add(name)
    return found


def test_numbers_under_the_name_of_a_kind_or_place_are_told_and_quantities_are_not() -> None:
    for many in (6, 60):
        assert set(CODES) - _noted(CODES, many) == set(), f"read in silence, {many} values"
        assert _noted(QUANTITIES, many) == set(), f"told without need, {many} values"


def test_one_note_names_all_columns_and_the_change_it_gives_is_possible() -> None:
    data = _table(CODES[:12], 6)
    dataset = read_table(data, "class")
    notes = [note for note in dataset.notes if note.startswith("Used as quantities")]
    assert len(notes) == 1
    assert "'admission_type_id' (6 values)" in notes[0] and "and 4 others" in notes[0]
    assert "roles={'admission_type_id': 'symbolic'}" in notes[0]
    symbolic = read_table(data, "class", roles=dict.fromkeys(CODES[:12], "symbolic"))
    assert symbolic.X["ward_id"].dtype == "category"
    assert not any(note.startswith("Used as quantities") for note in symbolic.notes)


def test_who_chose_numeric_is_not_told_again() -> None:
    dataset = read_table(_table(["ward_id"], 6), "class", roles={"ward_id": "numeric"})
    assert not any("ward_id" in note for note in dataset.notes)


def test_the_role_symbolic_is_offered() -> None:
    draft = inspect_table(_table(["ward_id"], 6))
    offered = [p for p in draft.proposals if p.column == "ward_id"]
    assert [p.role for p in offered] == ["symbolic"]
    assert "may be codes" in offered[0].text


def test_codes_of_diseases_beside_lettered_ones_are_categories() -> None:
    cases = {
        # Of the ICD, 9th revision: numbers, with up to two decimals, V and E codes.
        "250.83 428 V45 8 197 E909": "symbolic",
        "250.8 428.1 414 V45.89 E885.9": "symbolic",
        "250.83 428 V45": "",
        "100 200 300 V4": "",
        "1000 2000 3000 V45": "",
    }
    for values, role in cases.items():
        cells = values.split()
        rows = "".join(f"{i % 7},{cells[i % len(cells)]},{'ab'[i // 2 % 2]}\n" for i in range(120))
        column = inspect_table(f"x,finding,class\n{rows}".encode()).columns[1]
        found = column.role if "ICD-9" in column.reason else ""
        assert found == role, f"{values}: {column.role}, {column.reason}"


POINTED = {
    "one digit": "01.1 10.2 62.0 47.1 86.9",
    "two digits": "01.11 10.12 20.03 08.11 25.12 28.01 13.10 05.10 26.11 16.10 22.12 30.11",
    "mixed": "1.1 10.20 62 47.11 86.9",
    "whole": "11 102 620 471 869",
}
POINTED_NAMES = (
    "NACE nace_code NAICS NAF ATECO code_naf NACE2 nace_rev_2 CNAE icd9 industry_code Code"
).split()


def _pointed(name: str, values: str):
    cells = values.split()
    rows = "".join(f"{i % 7},{cells[i % len(cells)]},{'ab'[i // 2 % 2]}\n" for i in range(240))
    return inspect_table(f"x,{name},class\n{rows}".encode())


def test_codes_with_a_point_are_told_by_their_name() -> None:
    for name in POINTED_NAMES:
        for form, values in POINTED.items():
            draft = _pointed(name, values)
            (proposal,) = [p for p in draft.proposals if p.column == name]
            told = "code" in proposal.text
            assert told and proposal.role in ("symbolic", "numeric"), f"{name}, {form}: {proposal}"
            assert draft.columns[1].role in ("numeric", "symbolic"), f"{name}, {form}"


def test_decimals_under_other_names_and_amounts_are_not_told_as_codes() -> None:
    for name in ("crp", "naf_weight", "mean_nace", "Hs", "codes per hour", "industry", "encoded"):
        for values in (POINTED["one digit"], "1.2345 2.7182 3.1415"):
            assert not [p for p in _pointed(name, values).proposals if p.column == name], name
    measured = " ".join(f"{at * 37 % 101}.{at * 1237 % 9973:04d}" for at in range(1, 60))
    assert not [p for p in _pointed("code", measured).proposals if p.column == "code"]
