"""Ensemble methods that keep their own vote. They learn nothing from weighting rows."""
