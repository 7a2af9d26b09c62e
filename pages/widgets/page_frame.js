// On every page: a new page begins at its top, on a narrow screen the sidebar is folded at first,
// on a phone the menu is closed when it has led to a page, Escape closes a dialog, and what scrolls sideways can be reached by the Tab key.

const NARROW = 1000;  // px below which sidebar and figures do not fit side by side
const PATIENCE = 40;  // looks for the sidebar, one a frame
const PHONE = 768;  // px below which the menu is in the sidebar
const WAITS = [300, 1500, 5000];  // ms after a run, as figures come later than the page
const SIDEWAYS = '.katex-display, .l2dwk-frame.wide, [data-testid="stTable"] > div';
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

// The sidebar covers a phone, and what is right of it at 200 % zoom. Whoever has chosen a page in it
// wants to see that page; the button at its corner opens its controls.
function closeMenu() {
  document.querySelector('[data-testid="stSidebar"][data-collapsed="false"] '
    + '[data-testid="stSidebarCollapseButton"] button')?.click();
}

// While a file is made its button is disabled and loses the focus; Escape then went nowhere.
function closeDialog(event) {
  if (event.key !== "Escape" || document.activeElement !== document.body) return;
  document.querySelector('[role="dialog"] button[aria-label="Close"]')?.click();
}

// Formulas, wide figures and tables scroll where they do not fit; without a Tab stop only a pointer could.
function reach() {
  for (const box of document.querySelectorAll(SIDEWAYS)) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

export default function ({data}) {
  if (frame.page !== null && frame.page !== data) {
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
    if (innerWidth < PHONE) closeMenu();
  }
  frame.page = data;
  if (!frame.listens) document.addEventListener("keydown", closeDialog);
  frame.listens = true;
  for (const wait of WAITS) setTimeout(reach, wait);
  if (!frame.folded && innerWidth < NARROW) fold(PATIENCE);
}
