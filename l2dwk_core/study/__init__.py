"""The command ``l2dwk study``: datasets × base ensembles × methods by cross-validation, in one file
that may be interrupted at any moment and continued later."""
