"""What a column has beside its numbers and no list names: units, totals, flags, factors such as K
and M, and the 1: of titres.

A single cell cannot tell whether its words are a unit. A column can: nearly all of its cells are a
number with the same words behind it.
"""
