"""The lessons that come with the package, each ``NUMBER_KEY.md``; the number gives their order."""
