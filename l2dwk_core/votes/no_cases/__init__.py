"""Rows of a table of votes that are no cases: summaries, counts, swallowed lines, names."""
