"""Small examples that are quick enough to follow a slider."""
