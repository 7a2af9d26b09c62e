// On every page: a new page begins at its top, on a narrow screen the sidebar is folded at first, and
// Escape closes a dialog.

const NARROW = 1000;  // px below which sidebar and figures do not fit side by side
const PATIENCE = 40;  // looks for the sidebar, one a frame
const frame = window.l2dwkFrame ??= {page: null, folded: false, listens: false};

function fold(looks) {
  // Streamlit itself folds it on a phone. Whoever opens it then wants it open.
  if (document.querySelector('[data-testid="stExpandSidebarButton"]')) return void (frame.folded = true);
  const sidebar = document.querySelector('[data-testid="stSidebar"]');
  const button = sidebar?.querySelector('[data-testid="stSidebarCollapseButton"] button');
  if (!button) return void (looks && requestAnimationFrame(() => fold(looks - 1)));
  frame.folded = true;
  if (sidebar.getAttribute("data-collapsed") === "false") button.click();
}

// While a file is made its button is disabled and loses the focus; Escape then went nowhere.
function closeDialog(event) {
  if (event.key !== "Escape" || document.activeElement !== document.body) return;
  document.querySelector('[role="dialog"] button[aria-label="Close"]')?.click();
}

export default function ({data}) {
  if (frame.page !== null && frame.page !== data) {
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  }
  frame.page = data;
  if (!frame.listens) document.addEventListener("keydown", closeDialog);
  frame.listens = true;
  if (!frame.folded && innerWidth < NARROW) fold(PATIENCE);
}
