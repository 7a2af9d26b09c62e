// Draws the page's figures, each under its title, with how to read it and a button for its data.
//
// Streamlit's own chart element builds a figure again whenever its data change. Here the figure
// stays, and Plotly changes it. Figures in sight are drawn first; the others when the browser has
// time, or when the reader scrolls near them.

const NEAR = "400px";
const IDLE = 30;  // ms without a change before figures out of sight are drawn
const BREATH = 4;  // ms between two such figures
const FILLED = 0.5;  // share of an axis that is enough for it to stay as it is
const REST = 1500;  // ms without a change after which such axes are fitted
// Parts of a trace that can change while the rest of the figure stays as it is.
const MOVING = new Set(["x", "y", "customdata", "text", "meta"]);
const AT_ONCE = {mode: "immediate", transition: {duration: 0}, frame: {duration: 0, redraw: false}};
const STOPS = 150;  // ms after a drawing until its tools are looked through
const PAPER = 680;  // px, the width of a sheet of A4 between its margins
const ON_PAPER = {color: "#1d2730", backgroundColor: "#ffffff"};  // as layout.css has it
const FULL_SCREEN = {
  width: 24, height: 24,
  path: "M4 9V4h5v2H6v3zM20 9V6h-3V4h3v5zM4 15h2v3h3v2H4zM18 15h2v5h-5v-2h3z",
};

const TOUCH = matchMedia("(hover: none)");

const plots = new Map();  // by the element that Streamlit gave
let timer = null;
let asked = false;
let idle = false;
let look = null;
let printing = false;

const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const plot = entry.target.l2dwkPlot;
    if (plot) plot.near = entry.isIntersecting;
  }
  soon();
}, {rootMargin: NEAR});

const sized = new ResizeObserver((entries) => {
  for (const entry of entries) {
    const plot = entry.target.l2dwkPlot;
    if (plot && Math.abs(widthOf(plot.place) - plot.width) > 1) plot.stale = true;
  }
  soon();
});

// The page's colours and fonts; a figure's own layout overrides them.
function theme() {
  const style = getComputedStyle(document.querySelector(".stApp"));
  // Before printing the style for paper does not hold yet.
  const {color: text, backgroundColor: page} = printing ? ON_PAPER : style;
  const font = {color: text, family: style.fontFamily};
  const axis = {tickfont: {size: 12}, title: {font: {size: 14}}};
  return {
    font,
    xaxis: axis,
    yaxis: axis,
    // A finger on a figure scrolls the page.
    dragmode: TOUCH.matches ? false : "zoom",
    legend: {font: {size: 12}},
    hoverlabel: {bgcolor: page, bordercolor: "rgba(138, 151, 163, 0.6)", font},
    modebar: {bgcolor: "rgba(0,0,0,0)", color: "rgba(138, 151, 163, 0.9)", activecolor: text},
  };
}

function themed(layout) {
  const template = layout.template || {};
  return {...layout, template: {...template, layout: {...look, ...template.layout}}};
}

function fullScreen(place) {
  if (document.fullscreenElement) document.exitFullscreen();
  else place.requestFullscreen();
}

function widthOf(place) {
  return printing ? Math.min(PAPER, place.clientWidth) : place.clientWidth;
}

// Before a page is printed every figure is drawn, no wider than the paper, and its text unfolded.
function print(yes) {
  printing = yes;
  const app = document.querySelector(".stApp");
  app.toggleAttribute("data-dark", yes && getComputedStyle(app).colorScheme === "dark");
  look = theme();
  for (const plot of plots.values()) {
    const text = plot.card.querySelector("details");
    if (yes) plot.folded = !text.open;
    if (plot.folded) text.open = yes;
    plot.room = widthOf(plot.place);
    if (plot.spec && window.Plotly && plot.room > 0) draw(plot, JSON.stringify(look));
  }
}

function soon() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(drawWaiting);
}

function drawWaiting() {
  look ??= theme();
  drawNext();
}

// Figures in sight that are drawn already change together, in one frame. Any other is drawn alone, so
// that the first is seen before the last is made. What needs a layout of the page is read before
// anything is drawn: after it, the browser would make the layout again.
function drawNext() {
  asked = false;
  clearTimeout(timer);
  if (!window.Plotly) return;  // its arrival calls this again
  const key = JSON.stringify(look);
  const waiting = [];
  for (const plot of plots.values()) {
    if (plot.look !== key) plot.stale = true;
    if (!plot.stale || !plot.spec) continue;
    plot.room = widthOf(plot.place);
    plot.seen = inSight(plot);
    if (plot.room > 0) waiting.push(plot);
  }
  if (waiting.length === 0) {
    idle = false;
    if ([...plots.values()].some(({loose}) => loose)) timer = setTimeout(fit, REST);
    return;
  }
  const inPlace = waiting.filter((plot) => plot.seen && plot.drawn);
  const next = waiting.find(({seen}) => seen) ?? waiting.find(({near}) => near);
  if (next) {
    const together = inPlace.length ? inPlace : [next];
    for (const plot of together) draw(plot, key);
    if (waiting.length > together.length) timer = setTimeout(drawNext);
    return;
  }
  timer = setTimeout(() => { idle = true; draw(waiting[0], key); soon(); },
                     idle ? BREATH : IDLE);
}

function inSight({place}) {
  const {top, bottom} = place.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

function draw(plot, key) {
  const {place, spec} = plot;
  // Two changes at the same time could undo each other.
  const still = plot.look === key && plot.width === plot.room
    && !place._transitionData?._animationRaf;
  const full = document.fullscreenElement === place;
  const ready = () => place.toggleAttribute("data-waiting", plot.stale);
  const before = plot.drawn;
  plot.stale = false;
  plot.drawn = spec;
  if (still && !full && before && before !== spec && before.fixed && before.fixed === spec.fixed) {
    move(plot, before, spec);
    return void requestAnimationFrame(() => { ready(); place.emit?.("plotly_afterplot"); });
  }
  plot.look = key;
  plot.width = plot.room;
  const layout = themed(spec.layout);
  layout.width = plot.width;
  if (full) layout.height = window.innerHeight;
  // A step to another round changes a trace deep inside; the figure as it was sent must stay.
  const data = structuredClone(spec.data);
  const whole = {data, layout, config: plot.config, frames: spec.frames || []};
  plot.loose = false;
  plot.ranges = Object.fromEntries(
    Object.entries(spec.layout).map(([name, part]) => [name, part?.range]));
  if (before && axesOf(before) !== axesOf(spec)) plot.zoomed = {};
  // Plotly changes the objects it gets.
  for (const [name, range] of Object.entries({...plot.ranges, ...plot.zoomed})) {
    if (range) layout[name] = {...layout[name], range: [...range]};
  }
  window.Plotly.react(place, whole).finally(ready);
  // A figure made anew, which has lost its listeners, has another `on`.
  if (plot.heardBy === place.on) return;
  plot.heardBy = place.on;
  place.on("plotly_afterplot", () => {
    clearTimeout(plot.stops);  // it needs a layout of the page, so not between two drawings
    plot.stops = setTimeout(() => oneStop(plot.card), STOPS);
  });
  place.on("plotly_relayout", (event) => zoomed(plot, event));
  place.on("plotly_click", (event) => {
    const value = event.points[0]?.customdata;
    if (plot.pick && value !== undefined) plot.pick(Array.isArray(value) ? value[0] : value);
  });
}

// When the reader has zoomed, the axis stays until the reader resets it. In Plotly's event, a zoom
// names the two ends of an axis; a reset names the whole range, as this file does.
function zoomed(plot, event) {
  const back = {};
  for (const name of Object.keys(event)) {
    const [, axis, what] = /^([xy]axis\d*)\.(range\[0\]|range|autorange)$/.exec(name) ?? [];
    const whole = plot.ranges[axis];
    if (what === "range[0]") {
      plot.zoomed[axis] = [...plot.place._fullLayout[axis].range];
    } else if (what) {
      delete plot.zoomed[axis];
      // Plotly goes back to the range of the first drawing.
      if (whole && String(event[name]) !== String(whole)) back[`${axis}.range`] = [...whole];
    }
  }
  if (Object.keys(back).length) window.Plotly.relayout(plot.place, back);
}

// What the axes are about.
function axesOf({layout}) {
  const axes = Object.entries(layout).filter(([name]) => /^[xy]axis\d*$/.test(name));
  return JSON.stringify(axes.map(([name, axis]) => [name, axis.title?.text]));
}

// All parts of a figure that stay when only points and ranges change, as text. Empty for other kinds
// of figures, and where a range depends on the points.
function fixedParts({data, layout, frames = []}) {
  const axes = Object.keys(layout).filter((name) => /^[xy]axis\d*$/.test(name));
  if (!data.every(({type}) => type === "scatter") || !axes.every((name) => layout[name].range)) return;
  const fixed = {...layout};
  for (const name of axes) fixed[name] = {...layout[name], range: 0};
  const traces = data.map((trace) => Object.entries(trace).map(
    ([name, value]) => (MOVING.has(name) ? name : [name, value])));
  return JSON.stringify([fixed, traces, frames.map(({name}) => name)]);
}

// The change as a step between rounds is one: a third of the work of Plotly.react. It is done before
// the next frame is painted; the promise of a step that another one replaces may stay open.
//
// A new range takes longer than all the rest. So an axis stays while the points fit into it, and the
// reader can compare two values of a slider; it is fitted when the slider rests.
function move(plot, before, {data, layout, frames = []}) {
  const {place, ranges} = plot;
  const differs = (one, other) => JSON.stringify(one) !== JSON.stringify(other);
  // A figure that follows the round may show another round than the one it came with.
  const following = new Set(frames.flatMap((frame) => frame.traces));
  const traces = [...data.keys()].filter((i) => following.has(i) || differs(data[i], before.data[i]));
  const changed = {};
  for (const [name, axis] of Object.entries(layout)) {
    if (!axis?.range || plot.zoomed[name]) continue;
    if (serves(ranges[name], axis.range)) {
      plot.loose ||= differs(ranges[name], axis.range);
      continue;
    }
    ranges[name] = axis.range;
    changed[`${name}.range`] = [...axis.range];
  }
  // Not as part of the step: a range that is not yet set goes back when the next step comes.
  if (Object.keys(changed).length) window.Plotly.relayout(place, changed);
  window.Plotly.addFrames(place, frames, [...frames.keys()]);
  const points = traces.map((i) => ({...data[i]}));
  window.Plotly.animate(place, {data: points, traces}, AT_ONCE).catch(() => {});
}

// The same address shows the same figure, however the reader came to it.
function fit() {
  const plot = [...plots.values()].find(({loose}) => loose);
  if (!plot) return;
  plot.loose = false;
  const changed = {};
  for (const [name, axis] of Object.entries(plot.drawn.layout)) {
    if (!axis?.range || plot.zoomed[name]) continue;
    if (String(axis.range) === String(plot.ranges[name])) continue;
    plot.ranges[name] = axis.range;
    changed[`${name}.range`] = [...axis.range];
  }
  if (Object.keys(changed).length) window.Plotly.relayout(plot.place, changed);
  timer = setTimeout(fit, BREATH);
}

// Whether an axis with this range can also show another range.
function serves([low, high], [from, to]) {
  return low <= from && to <= high && to - from >= FILLED * (high - low);
}

function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

// What the page sends.
function accept(plot, data) {
  const old = plot.sent;
  plot.sent = data;
  if (plot.isPreview) {
    plot.isPreview = false;
    plot.place.emit?.("l2dwk_caught_up");
  }
  if (old && old.length === data.length && old.every((byte, i) => byte === data[i])) return;
  const turn = ++plot.turn;
  unpacked(data).then((text) => {
    if (turn === plot.turn) take(plot, text);  // else a newer one has come
  });
}

// Takes a figure fetched while a slider moves. The rest of the page does not show its run yet.
function offer(plot, text) {
  plot.turn++;
  plot.sent = null;
  plot.isPreview = true;
  take(plot, text);
}

// Takes a figure that is to be shown; the same figure again changes nothing.
function take(plot, text) {
  if (text === plot.text) return;
  plot.text = text;
  const spec = JSON.parse(text);
  // Plotly draws everything again when the configuration is another object.
  const config = JSON.stringify(spec.config);
  if (plot.configured !== config) {
    plot.configured = config;
    plot.config = {...spec.config, modeBarButtonsToAdd: [
      {name: "Full screen", icon: FULL_SCREEN, click: fullScreen},
    ]};
  }
  plot.title.textContent = spec.title;
  plot.reading.textContent = spec.reading;
  plot.frame.classList.toggle("wide", spec.wide);
  const least = spec.wide ? spec.layout.meta?.least_width : 0;
  plot.place.style.minWidth = least ? `${least}px` : "";
  plot.place.setAttribute("aria-label", spec.alternative);
  plot.place.style.minHeight = `${spec.layout.height}px`;
  spec.fixed = fixedParts(spec);
  plot.spec = spec;
  plot.stale = true;
  plot.place.toggleAttribute("data-waiting", true);
  idle = false;
  soon();
}

// A figure is one stop of the Tab key; the arrow keys go through its tools.
function toolsOf(card) {
  const words = card.querySelectorAll(".l2dwk-words :is(summary, button)");
  return [...words, ...card.querySelectorAll(".modebar-btn")]
    .filter((tool) => tool.getClientRects().length);
}

function oneStop(card) {
  const tools = toolsOf(card);
  const stop = tools.includes(document.activeElement) ? document.activeElement : tools[0];
  for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1;
}

function toNextTool(event) {
  const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
  const card = event.currentTarget, tools = toolsOf(card);
  const place = tools.indexOf(document.activeElement);
  if (!step || place < 0) return;
  event.preventDefault();
  tools[(place + step + tools.length) % tools.length].focus();
  oneStop(card);
}

function plotOf(name) {
  const place = document.querySelector(`.st-key-figure-${name} .l2dwk-figure`);
  return place?.l2dwkPlot;
}

// Called when a figure comes and whenever its page runs again.
function show(component) {
  const {data, parentElement, setTriggerValue} = component;
  let plot = plots.get(parentElement);
  if (!plot) {
    const part = (name) => parentElement.querySelector(name);
    const place = part(".l2dwk-figure");
    plot = {
      place, title: part("h3"), reading: part("details p"), frame: part(".l2dwk-frame"),
      card: part(".l2dwk-card"),
      near: false, stale: false, width: 0, turn: 0, zoomed: {},
    };
    // Side by side, three figures and their texts would not fit on one screen.
    part("details").open = !parentElement.closest(".st-key-figure-rounds");
    place.l2dwkPlot = plot;
    plots.set(parentElement, plot);
    plot.rows = rowsAround(parentElement);
    for (const row of plot.rows) row.toggleAttribute("data-figures", true);
    seen.observe(place);
    sized.observe(place);
    plot.card.onkeydown = toNextTool;
    part("button").onclick = () => plot.ask();
    part("[data-do=picture]").onclick = () =>
      window.Plotly.downloadImage(place, plot.config.toImageButtonOptions);
    const full = part("[data-do=full]");
    full.onclick = () => fullScreen(place);
    full.hidden = !document.fullscreenEnabled;  // some phones allow it for videos only
    place.addEventListener("fullscreenchange", () => { plot.stale = true; soon(); });
  }
  plot.pick = (value) => setTriggerValue("picked", value);
  plot.ask = () => setTriggerValue("data", true);
  accept(plot, data);
}

// The rows of columns that a figure stands in. The style sheet asks for their attribute.
function rowsAround(element) {
  const column = element.closest(".stColumn");
  const row = column?.parentElement;
  return row ? [row, ...rowsAround(row)] : [];
}

// Called when a figure is removed, and sometimes when it is only shown again.
function drop(parentElement) {
  setTimeout(() => {
    const plot = plots.get(parentElement);
    if (!plot || parentElement.isConnected) return;
    plots.delete(parentElement);
    // React may use the same element for other columns.
    for (const row of plot.rows) {
      row.toggleAttribute("data-figures", Boolean(row.querySelector(".stColumn .l2dwk-figure")));
    }
    seen.unobserve(plot.place);
    sized.unobserve(plot.place);
    if (window.Plotly) window.Plotly.purge(plot.place);
  });
}

export default function () {
  if (window.l2dwkFigures?.show) return;
  const early = window.l2dwkFigures || [];
  window.l2dwkFigures = {
    show, push: show, drop,
    seen: (name) => Boolean(plotOf(name) && inSight(plotOf(name))),
    offer: (name, text) => plotOf(name) && offer(plotOf(name), text),
  };
  early.forEach(show);
  // The page's head asks for Plotly's script, which may come after the figures.
  addEventListener("plotly", drawWaiting);
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  // The reader may change to the dark theme.
  new MutationObserver(() => { look = null; soon(); })
    .observe(document.querySelector(".stApp"), {attributes: true});
}
