"""What all pages share: title, menu, style, and the choice in the address."""

from __future__ import annotations

import streamlit as st

from pages.charts import layout
from pages.classes import class_menu, gate
from pages.live import live_route
from pages.live.request_priority import PRIORITY
from pages.runtime import client_address, menu, page_slots, startup
from pages.state import session_address
from pages.widgets import copy_link, glossary, page_frame

PRIORITY.wait_for_pending(live_route.page_token())
st.set_page_config(page_title="L2DWK Explorer", page_icon="🗳️", layout="wide")

startup.import_libraries()
pages = menu.pages()
page_note = session_address.unknown_page([page.url_path for page in pages if page.url_path])
page = st.navigation(pages, position="top")
layout.style()
page_frame.show(page.url_path)
with st.container(horizontal=True, wrap=False, key="corner"):
    copy_link.show()
    glossary.words()
    class_place = st.container(key="class-place")
session_address.read_address(page.url_path, page_note)
is_open = st.session_state.get("open page") == page.url_path
st.session_state["open page"] = page.url_path
address = client_address.address_of_this_run()
with page_slots.PAGE_SLOTS.turn(address, page_slots.OPEN_PAGE if is_open else 0.0):
    # One place in every run, also without a message: a page that moved up or down would be drawn
    # anew, and a control would lose the keyboard.
    with st.container(key="gate"):
        gate.show()
    with class_place:
        class_menu.show()
    page.run()
startup.freeze_page(page.url_path)
