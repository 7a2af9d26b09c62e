"""Evolutionary searches, and clusters of similar members."""
