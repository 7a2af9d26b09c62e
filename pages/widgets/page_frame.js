// On every page: a new page begins at its top, and on a narrow screen the sidebar is folded at first.

const NARROW = 1000;  // px below which sidebar and figures do not fit side by side
const PATIENCE = 40;  // looks for the sidebar, one a frame
const frame = window.l2dwkFrame ??= {page: null, folded: false};

function fold(looks) {
  const sidebar = document.querySelector('[data-testid="stSidebar"]');
  const button = sidebar?.querySelector('[data-testid="stSidebarCollapseButton"] button');
  if (!button) return void (looks && requestAnimationFrame(() => fold(looks - 1)));
  frame.folded = true;
  if (sidebar.getAttribute("data-collapsed") === "false") button.click();
}

export default function ({data}) {
  if (frame.page !== null && frame.page !== data) {
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  }
  frame.page = data;
  if (!frame.folded && innerWidth < NARROW) fold(PATIENCE);
}
