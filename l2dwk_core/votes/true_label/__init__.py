"""Which column of a table of votes holds the true labels, where no name tells it."""
