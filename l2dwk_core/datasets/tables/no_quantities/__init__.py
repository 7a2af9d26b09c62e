"""Columns that are written like decimals and are none: versions and sections, several choices."""
