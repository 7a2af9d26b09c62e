"""L2DWK Explorer: seeing, teaching and testing ensemble diversity."""
