"""Figures of label noise."""
