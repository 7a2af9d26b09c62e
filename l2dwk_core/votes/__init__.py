"""Votes of models fitted elsewhere: the record, its file, and the dataset made from the votes."""
