"""Names of columns that name cases, in several languages and written in several ways."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables.cases.names import CASE, GROUP, ID, PERSON, ROW, kind_of_name

NAMES = {
    CASE: [
        *(
        "SUBJID USUBJID PATNO MRN Patientennummer Patienten-Nr. Fallnummer FallNr Matrikelnr "
        "Pat.-Nr. PatNr student_number patient_nbr patient_num idpaciente id_paciente "
        "numero_paciente codice_paziente Klantnummer pid seqn subject_code SampleNo person-nr "
        "Kundennummer Kunden-ID Probandennummer VpNr Teilnehmernummer Versichertennummer "
        "Aktenzeichen Versuchspersonennummer NumeroPaciente IDPAZIENTE numer_pacjenta"
        ).split(),
        "N° dossier", "Nº de paciente", "numéro de patient", "Patient #", "case no", "Schüler-Nr",
        "code du patient", "número de expediente", "patiëntnummer", "Study Subject ID",
    ],
    ID: ["id", "ID", "store id", "storeId", "school id", "site_id", "familyid", "id_vg"],
    PERSON: ["patient", "Proband", "Schüler", "élève", "sujeto", "speaker", "Pat", "paziente"],
    GROUP: ["Gruppe", "group", "site", "Familie", "case", "order", "sample", "group code"],
    ROW: ["RowNumber", "row_no", "Zeilennummer", "numéro de ligne", "obs_id", "lfd. Nr."],
    "": [
        *"fluid acid covid grid paid humidity valid patients age class weight number nr".split(),
        *"RAD note key code income person_age patient_weight casein patency subjective".split(),
        "number of patients", "house number", "number of id cards", "phone number", "room no",
        "index", "patients number", "order value", "visit number", "case type", "student grade", "",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for kind, names in NAMES.items() for name in names]
)
def test_the_kind_of_a_name(name, kind):
    assert kind_of_name(name) == kind
