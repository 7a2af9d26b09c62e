"""Figures of diversity measures."""
