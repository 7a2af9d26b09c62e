"""What a column has behind its numbers and no list names: units, totals, flags.

A single cell cannot tell whether its words are a unit. A column can: nearly all of its cells are a
number with the same words behind it.
"""
