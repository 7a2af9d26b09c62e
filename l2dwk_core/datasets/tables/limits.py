"""How large a table may be, and why."""

from __future__ import annotations

# Of the file, and of what a .gz or .xlsx unpacks to. Reading that much takes a few seconds.
MAX_BYTES = 100_000_000

# A cell costs some 70 bytes while it is read, so this bounds memory well below 1 GB.
MAX_CELLS = 5_000_000

# openpyxl needs about 4 µs and 20 bytes of XML a cell; this keeps a workbook below ten seconds.
MAX_EXCEL_CELLS = 1_000_000

# More columns than that are a table lying on its side, or no table.
MAX_COLUMNS = 5_000

# Longer column names are cut: they have to fit into menus and figures.
MAX_NAME = 100

# One cell. Beyond it the file most likely has a quote that is never closed.
MAX_CELL_CHARACTERS = 131_072

# Rows kept by default: pools of 301 members still train in seconds.
MAX_ROWS = 20_000

# Fewer rows cannot be split into rows to train, to weigh and to test.
MIN_ROWS = 10

# A class with fewer rows is missing from at least one of the three parts of a split.
MIN_CLASS_ROWS = 3

# Above it the votes of an ensemble are spread too thin to be read off a figure.
MAX_CLASSES = 100

# A numeric target with more distinct values is a quantity, not a set of classes.
MAX_NUMERIC_CLASSES = 20
