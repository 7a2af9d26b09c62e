"""Parts that the whole core uses: errors, checks of arguments, arrays, text and types."""
