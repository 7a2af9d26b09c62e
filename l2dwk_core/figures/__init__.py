"""Figures made from records, by pure functions. They share one palette, and each comes with a text
and its data.

Import a figure from the module that makes it, a folder for each page: importing this package alone
imports nothing else.
"""
