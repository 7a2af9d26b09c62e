"""Many runs: comparisons of methods, sweeps of a choice, label noise, sub-ensembles."""
