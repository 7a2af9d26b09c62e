"""The parser of all commands."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any, NoReturn

from l2dwk_core import __version__
from l2dwk_core.command_line.run_options import add_run_command
from l2dwk_core.command_line.study import add_study_command
from l2dwk_core.common.errors import InputError, unknown_choice

_PROGRAM = "l2dwk" if Path(sys.argv[0]).stem == "l2dwk" else "python -m l2dwk_core"
_DESCRIPTION = (
    f"L2DWK without a browser, for example: {_PROGRAM} run --dataset glass "
    "--kernel gaussian --lambda 1"
)


class _Parser(argparse.ArgumentParser):
    """A parser that reports a wrong option in one line, like every other error message."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}. Run '{self.prog} --help' for what there is.")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As in the library, but an option that does not exist is named before one that is missing,
        with the nearest that does."""
        options = [name for name in self._option_string_actions if name.startswith("--")]
        # The parser of all commands knows the options of none.
        for word in args or () if self._subparsers is None else ():
            name = str(word).partition("=")[0]
            if name == "--":
                break
            if re.fullmatch(r"--[A-Za-z][\w-]*", name) and not any(
                option.startswith(name) for option in options
            ):
                raise unknown_choice("option", name, options)
        return super().parse_known_args(args, namespace)


def command_parser() -> argparse.ArgumentParser:
    """Return the parser of the commands ``run``, ``study`` and ``app``."""
    parser = _Parser(prog=_PROGRAM, description=_DESCRIPTION)
    parser.add_argument("--version", action="version", version=f"l2dwk {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    add_run_command(commands)
    add_study_command(commands)
    app = commands.add_parser(
        "app",
        help="open the dashboard in a browser, from a checkout",
        epilog="Other options are those of 'streamlit run', such as --server.port 80.",
    )
    app.add_argument(
        "--classes",
        metavar="DIR",
        help="a folder of class files and lessons; ?class=NAME behind the address opens one",
    )
    return parser
