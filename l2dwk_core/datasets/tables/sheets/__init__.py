"""What a sheet of Excel holds beside the values of its cells: merged and hidden cells, and the
signs of number formats."""
