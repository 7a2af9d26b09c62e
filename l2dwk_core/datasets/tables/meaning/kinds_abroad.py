"""Words that name a kind, a place or a group of persons, of which each may have a number, without
accents, in German, French, Spanish, Italian and Dutch."""

from __future__ import annotations

_WORDS = frozenset(
    # German
    "bundesland land kreis landkreis wahlkreis gemeinde ort gebiet familienstand personenstand "
    "konfession religion nationalitat staatsangehorigkeit staatsburgerschaft ethnie herkunft "
    "herkunftsland geburtsland muttersprache sprache studienfach fach "
    "studiengang fakultat fachbereich fachrichtung abteilung branche beruf partei "
    "therapie behandlung medikament wirkstoff erreger keim lokalisation histologie diagnose "
    "versicherung krankenkasse kasse kanal vertriebsweg marke modell hersteller lieferant farbe "
    "material werkstoff sorte rasse station filiale geschlecht erwerbsstatus wetterlage "
    # French
    "pays departement commune ville quartier canton nationalite langue ethnie profession metier "
    "secteur branche parti traitement medicament germe localisation histologie diagnostic "
    "assurance marque modele fabricant fournisseur couleur service hopital filiere confession race "
    # Spanish
    "pais provincia municipio ciudad comunidad barrio nacionalidad idioma lengua etnia profesion "
    "ocupacion sector partido tratamiento farmaco medicamento germen localizacion histologia "
    "seguro marca modelo fabricante proveedor color raza religion canal servicio carrera facultad "
    # Italian
    "paese regione comune citta quartiere nazionalita lingua professione settore partito "
    "trattamento terapia farmaco germe localizzazione istologia assicurazione modello produttore "
    "fornitore colore razza religione reparto facolta canale "
    # Dutch
    "provincie gemeente stad wijk nationaliteit taal etniciteit beroep bedrijfstak partij "
    "behandeling geneesmiddel medicijn verwekker lokalisatie verzekering merk model fabrikant "
    "leverancier kleur ras godsdienst afdeling kanaal".split()
)
_PAIRS = frozenset(
    {
        ("etat", "civil"), ("situation", "familiale"), ("situation", "matrimoniale"),
        ("estado", "civil"), ("stato", "civile"), ("burgerlijke", "staat"),
    }
)  # fmt: skip
# Aufnahmeart, Blutgruppe, Schultyp, Rechtsform, Tumorlokalisation.
_ENDS = (
    "art",
    "gruppe",
    "typ",
    "form",
    "lokalisation",
    "kategorie",
    "klasse",
    "station",
    "sprache",
)
_LEAST_BEFORE = 3
_NO_COMPOUNDS = frozenset(
    "start restart heart chart flowchart smart part counterpart apart depart quart walmart "
    "gegenwart plattform platform uniform perform inform reform transform prototyp genotyp".split()
)
# Groups and classes that are in order.
_IN_ORDER = (
    "alter", "risiko", "einkommen", "gewicht", "grosse", "preis", "leistung", "steuer", "bmi",
    "lohn", "umsatz", "schul", "jahrgang", "dosis", "gute", "qualitat",
)  # fmt: skip


def names_kind_abroad(words: list[str]) -> bool:
    """Return whether the words of a name, without accents, are those of a kind or a place: one
    that is listed, perhaps behind another word, or a German compound such as Aufnahmeart."""
    if not words or len(words) > 2:
        return False
    last = words[-1]
    if last in _WORDS or tuple(words) in _PAIRS:
        return True
    end = next((end for end in _ENDS if last.endswith(end)), "")
    before = last.removesuffix(end) if end else ""
    if len(before) < _LEAST_BEFORE or last in _NO_COMPOUNDS:
        return False
    in_order = end in ("gruppe", "klasse", "kategorie") and before.startswith(_IN_ORDER)
    return not in_order
