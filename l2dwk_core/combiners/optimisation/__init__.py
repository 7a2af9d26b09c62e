"""Weights or subsets as the solution of an optimisation problem."""
