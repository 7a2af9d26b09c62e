"""The command line: ``python -m l2dwk_core``, or ``l2dwk`` where the package is installed."""
