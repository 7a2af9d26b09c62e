// Lets the reader drag the points of a figure, and add one with a click on an empty place.
//
// While a point is dragged, the figure comes from the server by the same way as under a slider
// (live/live_route.js); a ring shows at once where the point is. A figure in which nothing but the
// point moves needs no server. When the point is let go, the page runs.

const CLICK = 5;  // px; who moves less has clicked
const REACH = {mouse: 14, pen: 18, touch: 24};  // px from a point that still take hold of it

let editor = null;  // {figure, name, words, letter, side, most, ends, trace, send} of the last run
let held = null;    // the point that is dragged: its place in the list
let down = null;    // where the pointer went down on an empty place
let ring = null;

function plotUnder(event) {
  if (event.target.closest?.(".modebar")) return null;
  const place = event.target.closest?.(`.st-key-figure-${editor?.figure} .l2dwk-figure`);
  return place?._fullLayout ? place : null;
}

// A place on the screen, in steps of the two axes.
function inSteps(place, event) {
  const box = place.getBoundingClientRect();
  const {xaxis, yaxis} = place._fullLayout;
  const share = (value, [low, high]) => (value - low) / (high - low);
  const x = share(xaxis.p2d(event.clientX - box.left - xaxis._offset), editor.ends[0]);
  const y = share(yaxis.p2d(event.clientY - box.top - yaxis._offset), editor.ends[1]);
  const [across, up] = editor.side;
  return {x: x * across, y: y * up, inside: x >= 0 && x <= 1 && y >= 0 && y <= 1};
}

// The place of a point on the axes.
function onAxes(word) {
  return [word.slice(1, 3), word.slice(3, 5)].map((steps, i) => {
    const [low, high] = editor.ends[i];
    return low + (high - low) * Number(steps) / editor.side[i];
  });
}

function nearest(place, event, reach) {
  const box = place.getBoundingClientRect();
  const {xaxis, yaxis} = place._fullLayout;
  let best = null;
  editor.words.forEach((word, i) => {
    const [across, up] = onAxes(word);
    const x = xaxis.d2p(across) + xaxis._offset + box.left;
    const y = yaxis.d2p(up) + yaxis._offset + box.top;
    const far = Math.hypot(x - event.clientX, y - event.clientY);
    if (far <= reach) [best, reach] = [i, far];
  });
  return best;
}

function word(letter, at) {
  const two = (value, most) =>
    String(Math.round(Math.min(most, Math.max(0, value)))).padStart(2, "0");
  return letter + two(at.x, editor.side[0]) + two(at.y, editor.side[1]);
}

function follow(place) {
  if (editor.name) return void window.l2dwkLive?.change(editor.name, editor.words.join(","));
  const trace = place.data.findIndex(({name}) => name === editor.trace);
  const [x, y] = onAxes(editor.words[0]);
  if (trace >= 0) window.Plotly.restyle(place, {x: [[x]], y: [[y]]}, [trace]);
}

function showRing(event) {
  ring ??= Object.assign(document.createElement("div"), {className: "l2dwk-held-point"});
  ring.style.left = `${event.clientX}px`;
  ring.style.top = `${event.clientY}px`;
  document.body.append(ring);
}

function press(event) {
  const place = editor && event.isPrimary && event.button === 0 && plotUnder(event);
  if (!place) return;
  held = nearest(place, event, REACH[event.pointerType] ?? REACH.mouse);
  down = {place, x: event.clientX, y: event.clientY, moved: false, words: [...editor.words]};
  if (held !== null) showRing(event);
}

function drag(event) {
  if (!down || !event.isPrimary) return;
  down.moved ||= Math.hypot(event.clientX - down.x, event.clientY - down.y) > CLICK;
  if (held === null || !down.moved) return;
  showRing(event);
  // Numbers beside the figure are old until the page runs; so is the title of a figure of which the
  // browser moves nothing but the point.
  document.body.classList.add(editor.name ? "l2dwk-outdated" : "l2dwk-point-moves");
  editor.words[held] = word(editor.words[held][0], inSteps(down.place, event));
  follow(down.place);
}

function release(event) {
  if (!down || !event.isPrimary) return;
  const at = inSteps(down.place, event);
  const {moved, place} = down;
  let chosen = held;
  stop();
  if (chosen === null) {
    if (moved || !at.inside) return;
    if (editor.most === 1) {
      editor.words[chosen = 0] = word(editor.letter, at);
      follow(place);
    } else if (editor.words.length < editor.most) {
      chosen = editor.words.push(word(editor.letter, at)) - 1;
    } else {
      return;
    }
  }
  editor.send({words: editor.words, point: chosen + 1});
}

function stop() {
  held = down = null;
  ring?.remove();
  document.body.classList.remove("l2dwk-point-moves");
}

function cancel() {
  if (held !== null && editor) {
    document.body.classList.remove("l2dwk-outdated");
    editor.words = down.words;
    follow(down.place);
  }
  stop();
}

// A finger on a point moves the point; anywhere else it scrolls the page.
function keepPage(event) {
  const [touch] = event.touches;
  const place = editor && event.touches.length === 1 && plotUnder(event);
  if (place && nearest(place, touch, REACH.touch) !== null) event.preventDefault();
}

addEventListener("pointerdown", press, true);
addEventListener("pointermove", drag, true);
addEventListener("pointerup", release, true);
addEventListener("pointercancel", cancel, true);
addEventListener("touchstart", keepPage, {capture: true, passive: false});

export default function ({data, setTriggerValue}) {
  const words = held !== null && editor ? editor.words : [...data.words];
  editor = {...data, words, send: (value) => setTriggerValue("points", value)};
  return () => { editor = null; stop(); };
}
