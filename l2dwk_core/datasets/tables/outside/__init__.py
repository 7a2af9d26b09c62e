"""Rows and cells of a file that are no part of its table: other tables, sums, remarks."""
