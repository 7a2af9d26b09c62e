"""The recipe of a study that is made on the Compare page.

This module does not import Streamlit: its record goes through a thread of a queue (``job_queue``).
"""

from __future__ import annotations

from dataclasses import dataclass

from l2dwk_core.study.recipe import StudyRecipe

MOST_DATASETS = 12
"""Most datasets of one study on a page."""


@dataclass(frozen=True)
class StudyWork:
    """A study, and the file it is stored in.

    ``own``: what the study calls the session's table or votes; then ``dataset`` is their word.
    Without them ``own`` is empty and ``dataset`` the first name of the study.
    """

    dataset: str
    study: StudyRecipe
    own: str
    file: str
