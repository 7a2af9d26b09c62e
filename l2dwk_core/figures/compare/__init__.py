"""Figures of a comparison of methods."""
