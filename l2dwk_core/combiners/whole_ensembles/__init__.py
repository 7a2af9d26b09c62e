"""Ensembles with the vote of their own: nothing is learned from weighting rows."""
