"""Which lines of a table hold the names of its columns."""
