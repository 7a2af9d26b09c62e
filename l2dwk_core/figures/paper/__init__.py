"""Figures of the counter-examples to the paper's equations."""
