"""Which column of a table is the class: `propose` decides, by names (`outcome_names`), place and
values."""
