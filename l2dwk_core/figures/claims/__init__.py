"""Figures of the Claims page."""
