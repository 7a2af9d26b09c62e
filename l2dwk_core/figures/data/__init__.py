"""Figures of a dataset."""
