// While the reader moves a slider, the page's figures in sight come straight from the server's
// route: under a drag the page does not run yet, and after a press of a key it takes longer.

const KEY = 300;    // ms within which a key shows on the slider

let page = null;    // {path, hand, query, figures, sliders}, as the page last ran
let busy = false;
let asked = "";     // the last question, which is not asked twice
let wanted = null;  // [name, words] of the slider that moved last
let shown = {};     // what each slider said when the page last ran
let hand = 0;       // until when a change is the reader's own: the pointer is down, or a key was

function moved(changes) {
  for (const {target} of changes) {
    const key = target.closest("[class*=st-key-]")?.className.match(/st-key-(\S+)/)[1];
    const slider = page?.sliders[key];
    // Only the reader's own hand: presets and lessons move sliders as well.
    if (!slider || performance.now() > hand || target !== document.activeElement) continue;
    ahead(target.getAttribute("aria-valuetext") !== shown[key]);
    wanted = [slider.name, value(target, slider)];
    ask();
  }
}

// While a slider is held, the page's other numbers are those of the value before.
function ahead(yes) {
  document.body.classList.toggle("l2dwk-ahead", yes && hand === Infinity);
}

async function ask() {
  if (busy || !page) return;
  busy = true;
  while (wanted && page) {
    const [change, then] = [wanted, page];
    const query = question(change);
    wanted = null;
    if (asked === query) continue;
    asked = query;
    // An answer the page has overtaken, with this change or another, would stay on the screen.
    const late = () => page !== then && (question(change) !== query || said(change[0]) !== change[1]);
    const inSight = Object.keys(page.figures).filter(window.l2dwkFigures.seen);
    await Promise.all(inSight.map((name) => bring(name, query, late)));
  }
  busy = false;
}

function question(change) {
  const query = new URLSearchParams(page?.query);
  query.set("hand", page?.hand);
  query.set(...change);
  return String(query);
}

// What the slider of this name says now.
function said(name) {
  const [key, slider] = Object.entries(page.sliders).find(([, one]) => one.name === name) ?? [];
  const input = document.querySelector(`.st-key-${key} input[type=range]`);
  return input && value(input, slider);
}

function value(input, slider) {
  return slider.shown ? input.getAttribute("aria-valuetext") : input.value;
}

async function bring(name, query, late) {
  try {
    const answer = await fetch(`${page.path}/${encodeURIComponent(page.figures[name])}?${query}`);
    if (answer.status !== 200) return;  // the page itself has something to say
    const text = await answer.text();
    if (!late()) window.l2dwkFigures.offer(name, text);
  } catch { /* the server is gone, which Streamlit tells */ }
}

const watch = new MutationObserver(moved);
addEventListener("pointerdown", () => { hand = Infinity; }, true);
addEventListener("pointerup", () => { hand = 0; }, true);
addEventListener("pointercancel", () => { hand = 0; }, true);
addEventListener("keydown", () => { hand = Math.max(hand, performance.now() + KEY); }, true);

export default function ({data}) {
  page = data;
  asked = "";
  for (const key of Object.keys(page.sliders)) {
    const slider = document.querySelector(`.st-key-${key} input[type=range]`);
    shown[key] = slider?.getAttribute("aria-valuetext");
  }
  ahead(false);
  const what = {attributes: true, attributeFilter: ["aria-valuetext"], subtree: true};
  watch.observe(document.body, what);
  return () => { page = null; ahead(false); };
}
