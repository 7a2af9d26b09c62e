"""Names of columns that name a case: what is named, times a word such as number, code or id.

The words are those of English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish and
Polish. Case, dots, accents and the order of the words do not matter: "Pat.-Nr.", "PatientenNr",
"N° patient" and "id_paciente" are names of one kind.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from l2dwk_core.common.text import words_of

CASE, ID, PERSON, GROUP, ROW = "case", "id", "person", "group", "row"
"""Kinds of names: the number of a person or thing; any other id; a person without a word for a
number; a thing or a group without one; the number of a row."""

_PERSONS = frozenset(
    # English
    "patient pat pt participant subject subj sub person user customer client student pupil "
    "respondent interviewee speaker individual indiv employee worker donor volunteer candidate "
    "applicant borrower passenger proband testperson player athlete driver "
    # German
    "patientin probandin teilnehmer teilnehmerin versuchsperson vpn vp kunde kundin mandant "
    "schuler schueler studentin studierende studierenden benutzer nutzer mitarbeiter sprecher "
    "sprecherin befragte versicherte klient bewohner spender "
    # French
    "patiente sujet personne individu cliente utilisateur usager etudiant etudiante eleve "
    "participante locuteur adherent repondant beneficiaire volontaire "
    # Spanish, Italian, Portuguese
    "paciente sujeto persona individuo usuario estudiante alumno hablante encuestado "
    "empleado paziente soggetto utente studente alunno partecipante parlante sujeito pessoa "
    "utilizador estudante aluno falante doente "
    # Dutch, Swedish, Polish
    "deelnemer proefpersoon persoon klant gebruiker leerling spreker deltagare kund pacjent "
    "pacjenta osoba osoby klienta studenta uczestnik uczestnika".split()
)
# Alone, these may also be what a row is, or its size: an order of animals, a household of two.
_THINGS = frozenset(
    "household haushalt menage hogar gezin "
    "sample specimen case record order member animal mouse rat rabbit fish file "
    "recording video clip image photo picture scan slide encounter admission chart account "
    "policy contract ticket claim loan invoice transaction interview questionnaire serial "
    "inventory asset device "
    "fall akte probe tier maus ratte kaninchen datei aufzeichnung "
    "bild foto auftrag bestellung rechnung vertrag matrikel versicherung versicherungs "
    "personal konto serien inventar fragebogen kranken aufnahme "
    "dossier cas echantillon commande facture contrat compte animale "
    "caso expediente muestra pedido factura contrato cuenta historia clinica cartella campione "
    "ordine fattura contratto conto prontuario processo amostra pedido conta "
    "geval monster bestelling dier probki "
    # A pupil in Swedish, and short for elevation.
    "elev".split()
)
# Of these, alone, numbers and codes are hardly sizes or kinds.
_SINGLE = frozenset(
    "animal mouse rat rabbit tier maus ratte kaninchen animale dier recording aufzeichnung file "
    "datei".split()
)
# Also what is taught, in words.
_LESSONS = frozenset("subject subj sub sujet soggetto".split())
_GROUPS = frozenset(
    "group cluster family site center centre clinic hospital ward school batch plate block litter "
    "herd village rater reader provider "
    "gruppe familie zentrum klinik krankenhaus schule charge platte herde dorf "
    "groupe famille ecole hopital lot grupo familia centro escuela escola gruppo famiglia scuola "
    "groep ziekenhuis grupp grupa".split()
)
_ROWS = frozenset(
    "row line obs observation sequence seq running lfd laufende fortlaufende zeile zeilen "
    "beobachtung ligne fila riga linha rij wiersz".split()
)
_NUMBERS = frozenset(
    "id ident identifier no nr nbr num number code key uid uuid guid index "
    "nummer kennung kennziffer kennnummer schlussel numero identifiant matricule codigo "
    "identificador codice identificativo numer kod identyfikator номер".split()
)
# With a group, these name its kind and not one of many: the code of a region.
_CODES = frozenset("code key codigo codice kod schlussel".split())
_IDS = frozenset("id uid uuid guid".split())
_BESIDE = frozenset(
    "the der des die du de del della do da di d la le el l il het van den unique anonymous "
    "anonymized anonymised anon pseudo study internal global local hashed encrypted".split()
)
_WHOLE_NAMES = frozenset(
    "mrn usubjid ptid pid rid iid sid eid seqn hhid ssn nhc ipp pesel bsn pseudonym pseudonyme "
    "aktenzeichen nhs respid studyid".split()
)
_TIMES = frozenset(
    "year years yr jahr jahre jahrgang annee ano anio anno jaar time times zeit temps tiempo tempo "
    "tijd date datum day days tag tage jour dia giorno dag week weeks woche semaine semana month "
    "months monat mois mes mese quarter quartal trimestre trimester hour minute second t period "
    "timestamp".split()
)
_LINKS = ("", "en", "n", "s", "es", "e")
# Beside a word for a number: Patienten-Nr. The English plural counts: number patients.
_PLURALS = ("en", "n")
_LEAST_LETTERS = 2
_NUMBER_SIGN = re.compile(r"№|#|\b[nN] ?[°º]")


@lru_cache(maxsize=4096)
def kind_of_name(name: str) -> str:
    """Return of which kind the name of a column is (``CASE``, ``ID``, ``PERSON``, ``GROUP`` or
    ``ROW``), or "" when it speaks of something else."""
    words = words_of(_plain(_NUMBER_SIGN.sub(" no ", name)))
    if not words or "of" in words:  # the number of patients counts them
        return ""
    if len(words) == 1 and words[0] in _WHOLE_NAMES:
        return CASE
    parts = [part for word in words if word not in _BESIDE for part in _parts(word)]
    known = _PERSONS | _THINGS | _GROUPS | _ROWS | _NUMBERS | _WHOLE_NAMES
    has_number = not _NUMBERS.isdisjoint(parts)
    if has_number:
        parts = [part if part in known else _stem(part, _PLURALS) or part for part in parts]
    if parts and known.issuperset(parts):
        if not (_PERSONS | _THINGS).isdisjoint(parts) and has_number:
            return CASE
        if not _WHOLE_NAMES.isdisjoint(parts):
            return CASE
        if not _ROWS.isdisjoint(parts) and has_number:
            return ROW
        if not _GROUPS.isdisjoint(parts):
            return ID if not (_NUMBERS - _CODES).isdisjoint(parts) else GROUP
        if len(parts) == 1 and parts[0] in _PERSONS:
            return PERSON
        if len(parts) == 1 and parts[0] in _THINGS:
            return GROUP
    if words[-1] in _IDS or (words[0] in _IDS and len(words) > 1):
        return ID
    return ""


def names_one(name: str) -> bool:
    """Return whether a column has the name of a person, an animal, a recording or another thing, or
    of the number of one, and not that of a group, such as a site or a batch."""
    kind = kind_of_name(name)
    parts = {part for word in words_of(_plain(name)) for part in _parts(word)} - _BESIDE
    if kind == GROUP:
        return parts <= _THINGS
    return kind in (CASE, PERSON) or (kind == ID and parts <= _NUMBERS)


def names_one_alone(name: str) -> bool:
    """Return whether the name is the one of an animal or a recording, without a word for a number,
    so that numbers under it are hardly a size or a kind."""
    return _SINGLE.issuperset(words_of(_plain(name)))


def names_a_lesson(name: str) -> bool:
    """Return whether the name, alone, is also that of what is taught, such as subject."""
    return _LESSONS.issuperset(words_of(_plain(name)))


def names_a_time(name: str) -> bool:
    """Return whether the name of a column is that of a time, such as a year or a week."""
    return not _TIMES.isdisjoint(words_of(_plain(name)))


def _plain(name: str) -> str:
    """Return a name without accents."""
    letters = unicodedata.normalize("NFKD", name.replace("ł", "l").replace("ø", "o"))
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


def _parts(word: str) -> list[str]:
    """Return the parts of a word that is written together, such as Patientennummer or idpaciente,
    or the word itself."""
    named = _PERSONS | _THINGS | _GROUPS | _ROWS
    if word in named or word in _NUMBERS or word in _WHOLE_NAMES:
        return [word]
    for cut in range(_LEAST_LETTERS, len(word) - _LEAST_LETTERS + 1):
        first, rest = word[:cut], word[cut:]
        if rest in _NUMBERS and (stem := _stem(first, _LINKS)):
            return [stem, rest]
        if first in _NUMBERS and rest in named:
            return [rest, first]
    return [word]


def _stem(word: str, links: tuple[str, ...]) -> str:
    """Return what is named in the first half of a compound, or ""."""
    stems = (word.removesuffix(link) for link in links if word.endswith(link))
    return next((stem for stem in stems if stem in _PERSONS | _THINGS | _GROUPS | _ROWS), "")
