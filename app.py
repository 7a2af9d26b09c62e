"""L2DWK Explorer: ``streamlit run app.py``."""

from __future__ import annotations

from streamlit.starlette import App

from pages.live import live_route
from pages.runtime import content_policy, plotly_route, request_origin, startup

startup.import_libraries()

# The script that runs for every page lies in pages/, not here: beside a folder named pages,
# Streamlit answers the first deep link to a fresh server with "Page not found".
app = App(
    "pages/shell.py",
    routes=[*plotly_route.routes(), *live_route.routes()],
    middleware=[
        *request_origin.middleware(),
        *content_policy.middleware(),
        *plotly_route.middleware(),
    ],
)
