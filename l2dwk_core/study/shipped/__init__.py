"""Studies that come with the package: what is asked, the analysis fixed before the first run, and
the records as far as they have been computed.

A study is ``KEY.toml``, with its records in ``KEY.csv.gz`` and their command and versions in
``KEY.csv.gz.json``. To add one is to add these files.
"""
