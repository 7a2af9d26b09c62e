"""From the bytes of a text to its characters.

`decode` takes what the caller, a mark at the beginning, or UTF-8 says. Other texts are judged by
their first part: `east_asian` by the most frequent characters of Chinese, Japanese and Korean,
`alphabets` by the letters of one language.

Not charset-normalizer: of the 33 small tables in ``tests/datasets/tables/decoding`` it reads 22 as
they were written, with the same encodings allowed; five in cp1252 it takes for cp1250.
"""
