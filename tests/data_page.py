"""The Data page as tests open it."""

from __future__ import annotations

from tests import page_apps as apps
from tests.pages.test_dataset_key import CSV


def open_data(**query: str):
    return apps.open_page("data.py", **{"v": "1"} | query)


def with_upload(name: str = "t.csv", content: bytes = CSV):
    app = open_data(**{"data.section": "own"})
    app.file_uploader[0].upload(name, content).run()
    apps.check(app)
    return app


def to_lab(app) -> None:
    """Press the button; a test's next run would begin on the old page again."""
    apps.button(app, "use_in_lab").click().run()
    apps.check(app)
    address = apps.address(app)
    app.switch_page("views/lab.py")
    for name, value in address.items():
        app.query_params[name] = value
    app.run()


def frame(app, column: str):
    return next(f.value for f in app.dataframe if column in f.value.columns)
