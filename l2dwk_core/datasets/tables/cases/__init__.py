"""Columns that name the rows, or the case or group to which a row belongs."""
