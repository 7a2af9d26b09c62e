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
    wanted = [slider.name, slider.shown ? target.getAttribute("aria-valuetext") : target.value];
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
  while (wanted) {
    const query = new URLSearchParams(page.query);
    query.set("hand", page.hand);
    query.set(...wanted);
    wanted = null;
    if (asked === String(query)) continue;
    asked = String(query);
    const inSight = Object.keys(page.figures).filter(window.l2dwkFigures.seen);
    await Promise.all(inSight.map((name) => bring(name, query)));
  }
  busy = false;
}

async function bring(name, query) {
  try {
    const answer = await fetch(`${page.path}/${encodeURIComponent(page.figures[name])}?${query}`);
    if (answer.status !== 200) return;  // the page itself has something to say
    window.l2dwkFigures.offer(name, await answer.text());
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
