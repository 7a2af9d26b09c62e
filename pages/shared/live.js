// While a slider of the Lab is dragged, its figures in sight come straight from the server's route.
// A press of a key runs the page at once, and two who ask would only hinder each other.

const SLIDERS = ["lam", "sigma", "n_members"].map((name) => `.st-key-choice-${name}`).join(", ");

let page = null;    // {path, query, figures}, as the page last ran
let busy = false;
let asked = "";     // the last question, which is not asked twice
let wanted = null;  // [name, words] of the slider that moved last
let held = false;   // whether the pointer is down

function moved(changes) {
  for (const {target} of changes) {
    const slider = target.closest(SLIDERS);
    // Only the reader's own hand: presets and lessons move sliders as well.
    if (!held || !slider?.contains(document.activeElement)) continue;
    const name = slider.className.match(/st-key-choice-(\w+)/)[1];
    wanted = [name, target.getAttribute("aria-valuetext")];
    ask();
  }
}

async function ask() {
  if (busy || !page) return;
  busy = true;
  while (wanted) {
    const query = new URLSearchParams(page.query);
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
    window.l2dwkFigures.offer(name, new Uint8Array(await answer.arrayBuffer()));
  } catch { /* the server is gone, which Streamlit tells */ }
}

const watch = new MutationObserver(moved);
addEventListener("pointerdown", () => { held = true; }, true);
addEventListener("pointerup", () => { held = false; }, true);
addEventListener("pointercancel", () => { held = false; }, true);

export default function ({data}) {
  page = data;
  asked = "";
  const what = {attributes: true, attributeFilter: ["aria-valuetext"], subtree: true};
  watch.observe(document.body, what);
  return () => { page = null; };
}
