"""What a column is by its name together with its values: an output of a model, a time stored as a
number, codes, counts of cases; see `of_table` for what all columns tell together."""
