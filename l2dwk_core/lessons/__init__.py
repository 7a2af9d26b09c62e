"""Lesson files: Markdown that asks before it tells, with answers computed from a run.

``reader`` turns a file into a ``Lesson``; ``quantities`` lists what a question can ask for.
"""
