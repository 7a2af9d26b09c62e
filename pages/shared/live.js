// While a slider of the Lab moves, its figures in sight come straight from the server's route.

const SLIDERS = ["lam", "sigma", "n_members"].map((name) => `.st-key-choice-${name}`).join(", ");

let page = null;    // {path, query, figures}, as the page last ran
let busy = false;
let wanted = null;  // [name, words] of the slider that moved last

function moved(changes) {
  for (const {target} of changes) {
    const slider = target.closest(SLIDERS);
    // Only the reader's own hand: presets and lessons move sliders as well.
    if (!slider?.contains(document.activeElement)) continue;
    wanted = [slider.className.match(/st-key-choice-(\w+)/)[1], target.getAttribute("aria-valuetext")];
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

export default function ({data}) {
  page = data;
  watch.observe(document.body, {attributes: true, attributeFilter: ["aria-valuetext"], subtree: true});
  return () => { page = null; };
}
