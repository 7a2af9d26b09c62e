"""Names of columns that describe a case, such as sex, stage or image quality, and are no model.

The words are those of English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish
and Polish, without accents.
"""

from __future__ import annotations

from l2dwk_core.common.text import without_accents, words_of

_ABOUT_PERSONS = frozenset(
    "age agegroup sex gender male female race ethnicity nationality married marital smoker smoking "
    "education income occupation employment insurance bmi obese obesity pregnant menopausal "
    "alter altersgruppe altersklasse geschlecht mannlich weiblich raucher familienstand bildung "
    "bildungsgrad herkunft einkommen beruf "
    "sexe genre homme femme fumeur ethnie profession "
    "edad sexo genero hombre mujer fumador raza etnia educacion ocupacion "
    "eta sesso maschio femmina fumatore istruzione "
    "idade homem mulher fumante raca escolaridade "
    "leeftijd leeftijdsgroep geslacht vrouw roker opleiding "
    "alder aldersgrupp kon køn rokare ryger utbildning "
    "wiek plec płec palacz wyksztalcenie".split()
)
_ABOUT_ILLNESS = frozenset(
    "ecog karnofsky kps asa nyha gcs apgar charlson comorbidity comorbidities hypertension "
    "hypertensive stage staging grade grading severity laterality side treatment therapy arm "
    "stadium krankheitsstadium tumorstadium schweregrad seite behandlung therapie bluthochdruck "
    "stade gravite cote traitement "
    "estadio gravedad lado tratamiento "
    "stadio gravita lato trattamento "
    "estagio estadiamento gravidade tratamento "
    "ernst zijde behandeling svarighetsgrad allvarlighetsgrad sida behandling side leczenie".split()
)
_ABOUT_DATA = frozenset(
    "site centre center hospital clinic ward region country city town location language source "
    "domain device scanner vendor modality magnification quality difficulty hardness "
    "brightness blur noise resolution "
    "zentrum klinik krankenhaus station land stadt ort sprache quelle gerat bildqualitat qualitat "
    "schwierigkeit schwierigkeitsgrad auflosung "
    "hopital clinique pays ville langue appareil qualite difficulte "
    "centro pais ciudad idioma fuente dispositivo calidad dificultad "
    "ospedale paese citta lingua fonte qualita difficolta "
    "cidade lingua fonte qualidade dificuldade "
    "ziekenhuis taal bron kwaliteit moeilijkheid moeilijkheidsgraad "
    "sjukhus sprak kalla kvalitet svarighet sygehus sprog "
    "szpital jezyk jakosc trudnosc".split()
)
_DESCRIBING = _ABOUT_PERSONS | _ABOUT_ILLNESS | _ABOUT_DATA
_BESIDE = frozenset(
    "group grp category cat cls band bin range level code index score status ps tnm t n m ajcc "
    "figo who clinical at of in the years year months is was has image img picture photo slide "
    "scan sample case patient subject person tumor tumour cancer disease primary text task item "
    "question data study id no nr number "
    "gruppe klasse stufe bild fall bei in jahren "
    "groupe classe niveau tranche image ans de du d l grupo clase nivel imagen anos gruppo livello "
    "immagine anni nivel imagem groep niveau beeld jaar grupp niva bild ar grupa poziom".split()
)


def describes_the_case(name: str) -> bool:
    """Return whether all words of a name are such as describe a case: age_group, ECOG, image
    quality. A name with a number, as of models of two stages, does not."""
    words = {without_accents(word) for word in words_of(name)}
    return not words.isdisjoint(_DESCRIBING) and words <= _DESCRIBING | _BESIDE
