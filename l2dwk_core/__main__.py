"""The command line: ``python -m l2dwk_core run --dataset glass --kernel gaussian --lambda 1``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from l2dwk_core.command_line.app import open_app
from l2dwk_core.command_line.option_names import as_options
from l2dwk_core.command_line.parser import command_parser
from l2dwk_core.command_line.run import run
from l2dwk_core.command_line.study import study
from l2dwk_core.common.errors import InputError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 0, or 2 after an error message of one line."""
    try:
        parser = command_parser()
        options, others = parser.parse_known_args(arguments)
        if options.command == "app":
            return open_app(options.classes, others)
        if others:
            raise InputError(
                f"Not understood: {' '.join(others)}. Run '{parser.prog} {options.command} --help' "
                "for what there is."
            )
        return study(options) if options.command == "study" else run(options)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except InputError as problem:
        print(f"error: {as_options(str(problem))}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
