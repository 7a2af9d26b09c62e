"""L2DWK Explorer: ``streamlit run app.py``."""

from __future__ import annotations

from streamlit.starlette import App

from pages.shared import live, one_host, plotly_script, warm

warm.up()

# The script that runs for every page lies in pages/, not here: beside a folder named pages,
# Streamlit answers the first deep link to a fresh server with "Page not found".
app = App(
    "pages/shell.py",
    routes=[*plotly_script.routes(), *live.routes()],
    middleware=[*one_host.middleware(), *plotly_script.middleware()],
)
