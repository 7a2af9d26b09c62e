"""Combiners that others are compared with."""
