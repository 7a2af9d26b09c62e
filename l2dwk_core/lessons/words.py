r"""Which words a lesson can hold.

A lesson can come with a link from anybody, and its words are shown as Markdown. So they hold
nothing that leads away from the page, that hides or turns words, or that the browser cannot draw.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence

MAX_QUOTED = 6
"""The largest number of quotes and lists within each other at the start of a line."""
MAX_NESTED = 40
"""The largest number of braces within each other."""
MAX_MARKS = 300
"""The largest number of one Markdown sign in a paragraph: each can be within the one before."""
MAX_COMMANDS = 400
"""The largest number of backslashes in the text of a step with a formula."""

NO_LINKS = "a lesson holds no links, pictures or HTML; write them as words"
_LONG_NUMBER = (
    "the number of a character, behind &#, has too many digits; at most 7 mean a character. Write "
    "the character itself"
)

_MARKDOWN = re.compile(r"\]\s*[(\[:]|<[a-z!/?]", re.IGNORECASE)
# A placeholder counts as a letter: its value may be one. It may also be the number of a character.
_ADDRESS = re.compile(r"[\w}]:/|www\.|\S@\S|&#\w*\{\{", re.IGNORECASE)
_MOST_DECODINGS = 5  # Markdown decodes once; words that need more hide something
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_COMMAND = re.compile(r"\\([a-zA-Z@]+)")
_SPACE_OF_LINE = re.compile(r"\\\\\s*(?:\*\s*)?\[")
_QUOTES = re.compile(r"\s*(?:(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s))\s*)+")
_QUOTE = re.compile(r">|[-+*](?=\s)|\d[.)]")
_FORMULA = re.compile(r"\$|```|~~~")
_HEADING = re.compile(r"\s*(#{1,6}(\s|$)|>|([-=_*]\s*){3,}$|```|~~~)")
_JOINERS = "\u200c\u200d"  # needed in words of Persian and Hindi, and in some emoji
_COMMANDS = frozenset(
    """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi
    rho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi
    Psi Omega ell hbar Re Im
    frac dfrac tfrac binom sqrt sum prod int min max arg argmin argmax log ln exp sin cos tan tanh
    lim limits nolimits sup inf det dim ker Pr gcd bmod mod operatorname
    left right big Big bigg Bigg bigl bigr Bigl Bigr middle lvert rvert lVert rVert vert Vert mid
    langle rangle lfloor rfloor lceil rceil lbrace rbrace
    text textbf textit textrm mathrm mathbf mathbb mathcal mathit mathsf mathtt boldsymbol bm
    displaystyle textstyle
    bar hat tilde vec dot ddot overline underline widehat widetilde overbrace underbrace overset
    underset
    cdot times div pm mp ast star circ odot oplus otimes
    le leq ge geq lt gt ne neq approx equiv sim simeq cong propto ll gg
    in notin ni subset subseteq supset supseteq cup cap setminus emptyset varnothing
    forall exists neg lnot land lor wedge vee not perp parallel
    to gets rightarrow leftarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow mapsto implies
    iff uparrow downarrow
    infty partial nabla prime top bot angle
    cdots ldots dots vdots ddots quad qquad colon
    begin end
    """.split()
)


def faults(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Return what is not allowed in a text of some lines: the index of a line and why, at most one
    for each line."""
    has_formula = any(_FORMULA.search(line) for line in lines)
    found: list[tuple[int, str]] = []
    nested = commands = 0
    marks: dict[str, int] = {}
    for i, line in enumerate(lines):
        if not line.strip():
            marks = {}
        depth = nested
        for sign in line:
            nested = max(nested + (sign == "{") - (sign == "}"), 0)
            depth = max(depth, nested)
            if sign in "*_~[":
                marks[sign] = marks.get(sign, 0) + 1
        if has_formula:
            commands += line.count("\\")
        try:
            why = _hidden(line) or _elsewhere(line)
        except ValueError:  # Python reads no number of more than 4,300 digits
            why = _LONG_NUMBER
        why = why or (_tex(line) if has_formula else "") or _nesting(line, depth, marks, commands)
        if why:
            found.append((i, why))
    return found


def faults_of_value(name: str, text: str) -> list[str]:
    """Return what is not allowed in the text of a key of the front matter, which is one line."""
    if len(text.splitlines()) > 1 or text.endswith(("\n", "\r")):
        return [f"{name} has a line break; write it in one line"]
    if name == "about" and _HEADING.match(text):
        mark = text.split()[0][:10]
        return [f"about begins with {mark!r}, a mark of Markdown; begin with a word"]
    return [why for _, why in faults([text])]


def _elsewhere(line: str) -> str:
    """Return that a line leads elsewhere: as it is, or once Markdown has read its entities and
    backslashes, after which the browser still looks for addresses."""
    if _MARKDOWN.search(line):
        return NO_LINKS
    for _ in range(_MOST_DECODINGS):
        if _ADDRESS.search(line):
            return NO_LINKS
        seen, line = line, html.unescape(_ESCAPE.sub(r"\1", line))
        if seen == line:
            return ""
    return NO_LINKS


def _hidden(line: str) -> str:
    for sign in html.unescape(line):
        if sign not in "\t" + _JOINERS and unicodedata.category(sign) in ("Cc", "Cf", "Cs"):
            return (
                f"the character U+{ord(sign):04X} cannot be seen or turns the direction of words; "
                "delete it"
            )
    return ""


def _tex(line: str) -> str:
    if _SPACE_OF_LINE.search(line):
        return r"a formula gives the height of a line with \\[…]; leave the brackets out"
    for name in _COMMAND.findall(line):
        if name not in _COMMANDS:
            return (
                rf"the command \{name[:30]} is not allowed in a text with formulas; allowed are "
                r"letters and signs of mathematics, such as \alpha, \frac, \sum and \text"
            )
    return ""


def _nesting(line: str, depth: int, marks: dict[str, int], commands: int) -> str:
    start = _QUOTES.match(line)
    quoted = len(_QUOTE.findall(start[0])) if start else 0
    if quoted > MAX_QUOTED:
        return (
            f"{quoted} quotes or lists are within each other; at most {MAX_QUOTED} are allowed. "
            "Delete some of the marks at the start of the line"
        )
    if depth > MAX_NESTED:
        return f"{depth} braces are within each other; at most {MAX_NESTED} are allowed"
    for sign, count in marks.items():
        if count > MAX_MARKS and sign in line:
            return (
                f"the paragraph has {count} signs {sign!r} up to here; at most {MAX_MARKS} are "
                "allowed. Part it by an empty line"
            )
    if commands > MAX_COMMANDS and "\\" in line:
        return (
            f"the text has {commands} backslashes up to here; at most {MAX_COMMANDS} are allowed "
            "in a text with formulas. Make two steps of it"
        )
    return ""
