"""The method L2DWK: settings, weighted kernels, the objective of a round, Algorithm I."""
