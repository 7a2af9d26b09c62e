"""Votes that were cast elsewhere: the record, its file, and the dataset whose members are given."""
