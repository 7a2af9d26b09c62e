"""A line for a shell passes every word on as it is, and shows every sign of it."""

from __future__ import annotations

import subprocess
import unicodedata

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.shell_text import shell_line
from tests import injection

WORDS = [
    "plain", "", "a b", "$(touch hit)", "`touch hit`", "'; touch hit; '", '"', "\\", "~", "*", "!x",
    "a\nb", "a\rb", "a\tb", "\x1b[2J", "\u202eright to left\u2066\u200f", "\ufeffx", "é ü 漢 🎉",
    "a\u2028b", "-n", "%s", "x" * 10_000, injection.FILE,
    *injection.columns(), *injection.classes(),
]  # fmt: skip


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_every_word_arrives_as_it_was(shell, tmp_path):
    line = f"printf '%s\\036' {shell_line(WORDS)}"
    said = subprocess.run([shell, "-c", line], cwd=tmp_path, capture_output=True, check=True).stdout
    assert said.decode().split("\x1e")[:-1] == WORDS
    assert not list(tmp_path.iterdir())


def test_no_sign_of_a_line_is_hidden():
    kinds = {unicodedata.category(sign) for sign in shell_line(WORDS) if sign != "\n"}
    assert not kinds & {"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize("word", ["a\0b", "a\ud800b"])
def test_what_no_shell_can_pass_on_is_refused(word):
    with pytest.raises(InputError, match="no shell can pass on"):
        shell_line(["ok", word])


def test_a_word_with_single_quotes_stays_readable():
    assert shell_line(["l2dwk(kernel='linear')"]) == "\"l2dwk(kernel='linear')\""
