"""One run: a dataset, its split, its members, their weights, the accuracy on test rows."""
