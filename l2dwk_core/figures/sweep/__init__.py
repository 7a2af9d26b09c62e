"""Figures of a choice that is swept over a range."""
