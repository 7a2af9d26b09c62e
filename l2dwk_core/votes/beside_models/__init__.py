"""Columns that stand beside the votes of a model and are no model of their own."""
