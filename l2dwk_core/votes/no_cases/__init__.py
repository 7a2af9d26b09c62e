"""Rows of a table of votes that are no cases: summaries, counted combinations, swallowed lines."""
