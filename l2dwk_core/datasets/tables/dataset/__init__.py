"""From the columns of a table to a dataset: rows, class labels and inputs, each with its notes."""
