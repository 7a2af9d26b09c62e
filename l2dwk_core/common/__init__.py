"""What every part of the core uses: errors, checks of arguments, arrays, text."""
