"""Orderings: members join one after another, then vote."""
