"""From records to figures: pure functions, one palette, each with its reading and its data.

Import a figure from the module that makes it, a folder for each page: importing this package alone
imports nothing else.
"""
