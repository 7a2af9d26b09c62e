// While the reader moves a slider, the page's figures come straight from the server's route: under a
// drag the page does not run yet, and after a press of a key it takes longer. First those in sight;
// the others follow when the slider rests for a moment.

const KEY = 300;    // ms within which a key shows on the slider

let page = null;        // {path, token, query, figures, sliders} of the page's last run
let asking = false;
let lastQuery = "";     // the last request; the same one is not sent twice
let nextChange = null;  // [name, value] of the slider that moved last
let shown = {};         // the value each slider showed when the page last ran
let inputUntil = 0;     // a change before this time is the reader's: a pointer or a key is down

function sliderMoved(changes) {
  for (const {target} of changes) {
    const key = target.closest("[class*=st-key-]")?.className.match(/st-key-(\S+)/)[1];
    const slider = page?.sliders[key];
    // Only changes by the reader count: presets and lessons change sliders too.
    if (!slider || performance.now() > inputUntil || target !== document.activeElement) continue;
    markOutdated(target.getAttribute("aria-valuetext") !== shown[key]);
    nextChange = [slider.name, value(target, slider)];
    askForFigures();
  }
}

// While a slider is held, the page's other numbers are those of the value before.
function markOutdated(yes) {
  document.body.classList.toggle("l2dwk-outdated", yes && inputUntil === Infinity);
}

async function askForFigures() {
  if (asking || !page) return;
  asking = true;
  let rest = null;
  while (nextChange && page) {
    const [change, then] = [nextChange, page];
    const query = queryWith(change);
    nextChange = null;
    if (lastQuery === query) continue;
    lastQuery = query;
    // When the page has run meanwhile, with this change or another, nothing would replace an old
    // figure again.
    const isOutdated = () => page !== then
      && (queryWith(change) !== query || sliderValue(change[0]) !== change[1]);
    const names = Object.keys(page.figures);
    const inSight = names.filter((name) => shows().some((of) => of.seen(name)));
    rest = () => names.filter((name) => !inSight.includes(name)).map(
      (name) => fetchFigure(name, query, () => lastQuery !== query || isOutdated()));
    await Promise.all(inSight.map((name) => fetchFigure(name, query, isOutdated)));
  }
  asking = false;
  rest?.();
}

// What shows figures, and what shows words that follow as they do.
function shows() {
  return [window.l2dwkFigures, window.l2dwkWords].filter((of) => of?.seen);
}

function queryWith(change) {
  const query = new URLSearchParams(page?.query);
  query.set("token", page?.token);
  query.set(...change);
  return String(query);
}

// The present value of the slider of this name.
function sliderValue(name) {
  const [key, slider] = Object.entries(page.sliders).find(([, one]) => one.name === name) ?? [];
  const input = document.querySelector(`.st-key-${key} input[type=range]`);
  return input && value(input, slider);
}

function value(input, slider) {
  return slider.shown ? input.getAttribute("aria-valuetext") : input.value;
}

async function fetchFigure(name, query, isOutdated) {
  try {
    const answer = await fetch(`${page.path}/${encodeURIComponent(page.figures[name])}?${query}`);
    if (answer.status !== 200) return;  // the page itself has something to say
    const text = await answer.text();
    if (!isOutdated()) shows().forEach((of) => of.offer(name, text));
  } catch { /* the server has ended; Streamlit says so */ }
}

// What is no slider, as a point that is dragged, changes a choice in the same way.
window.l2dwkLive = {
  change(name, value) {
    nextChange = [name, value];
    askForFigures();
  },
};

const watch = new MutationObserver(sliderMoved);
addEventListener("pointerdown", () => { inputUntil = Infinity; }, true);
addEventListener("pointerup", () => { inputUntil = 0; }, true);
addEventListener("pointercancel", () => { inputUntil = 0; }, true);
addEventListener("keydown", () => { inputUntil = Math.max(inputUntil, performance.now() + KEY); }, true);

export default function ({data}) {
  page = data;
  lastQuery = "";
  for (const key of Object.keys(page.sliders)) {
    const slider = document.querySelector(`.st-key-${key} input[type=range]`);
    shown[key] = slider?.getAttribute("aria-valuetext");
  }
  markOutdated(false);
  const options = {attributes: true, attributeFilter: ["aria-valuetext"], subtree: true};
  watch.observe(document.body, options);
  return () => { page = null; markOutdated(false); };
}
