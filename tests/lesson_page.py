"""The page of lessons as tests open it."""

from __future__ import annotations

from pathlib import Path

from pages.lessons import lessons as lessons_module
from tests import page_apps as apps

SHIPPED = Path(lessons_module.__file__).parents[2] / "l2dwk_core" / "lessons" / "shipped"
FEW = (SHIPPED / "5_few.md").read_text(encoding="utf-8")


def open_step(key, number, **more):
    app = apps.open_page("lessons.py", v="1", lesson=key, step=str(number), **more)
    apps.check(app)
    return app


def answer(app, place=0):
    """Answer the question: with the slider as it stands, or with an option."""
    key = f"option_{place}" if apps.button(app, f"option_{place}") else "predict"
    app.button(key=key).click().run()
    apps.check(app)
    return app
