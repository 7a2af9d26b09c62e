"""L2DWK itself: settings, weighted kernels, the objective of a round, Algorithm I."""
