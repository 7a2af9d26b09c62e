"""How large a table may be, and why."""

from __future__ import annotations

# Of the file, and of what a .gz or .xlsx unpacks to. One letter outside Latin-1 makes Python store
# all text in four bytes a character, twice while it is read: 400 MB.
MAX_BYTES = 50_000_000

# Of all cells written out. In a CSV they are no more than its bytes; a workbook, a Parquet file or
# a sparse row says a long text once and repeats it in every cell.
MAX_CHARACTERS = MAX_BYTES

# Of a gzip file. Block gzip makes one of 64 kB; a file of millions of empty ones takes minutes.
MAX_GZIP_PARTS = 10_000

# Files in a workbook's archive; each costs a record that is made before anything is read.
MAX_ZIP_ENTRIES = 5_000

# Tags in a workbook's sheets, four or more a cell, and in all its other parts: openpyxl makes an
# object for each of those, ten to fifty thousand a second.
MAX_SHEET_TAGS = 8_000_000
MAX_OTHER_TAGS = 2_000_000

# Merged ranges in all sheets; openpyxl makes several objects for each.
MAX_MERGED_RANGES = 100_000

# Two million different numbers take about four seconds and 200 MB to read and interpret.
MAX_CELLS = 2_000_000

# openpyxl reads some 60 000 to 100 000 cells a second.
MAX_EXCEL_CELLS = 500_000

# More columns than that are a table lying on its side, or no table.
MAX_COLUMNS = 5_000

# Longer column names are cut: they have to fit into menus and figures.
MAX_NAME = 100

# One cell. Beyond it the file most likely has a quote that is never closed.
MAX_CELL_CHARACTERS = 131_072

# One line: 5 000 columns of 400 characters. A file of one endless line is no table.
MAX_LINE_CHARACTERS = 2_000_000

# A class name; each row's label takes four bytes for every character of the longest.
MAX_LABEL_CHARACTERS = 200

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

# Cells of a workbook with the empty ones up to the last of each row.
MAX_PADDED_CELLS = 10 * MAX_EXCEL_CELLS
