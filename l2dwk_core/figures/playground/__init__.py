"""Figures of small ensembles on points in the plane."""
