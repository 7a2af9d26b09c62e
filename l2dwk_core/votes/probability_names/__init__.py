"""Names of columns of probabilities that say the model and the class in an unusual order."""
