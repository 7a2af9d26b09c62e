"""Ordering methods: members are added one after another, then vote."""
