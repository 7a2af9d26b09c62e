// Moves every figure of the page that follows the round, without asking the server.
//
// A figure follows in one of two ways, both written into it by the core: a trace with
// meta.round has a frame for each round; a shape named "round" is a cursor over all rounds. A frame
// whose first trace has meta.title gives the figure that title.
//
// The round stands behind the # of the address. The browser does not send that part to the server,
// and Back does not stop at it. A copied link opens at the round that its sender saw.

const JUMP = {mode: "immediate", transition: {duration: 0}, frame: {duration: 0, redraw: false}};
const PAUSE = 350;
const NOTE = 500;
const PLAY_SIGN = "M3 1v14l11-7z";
const PAUSE_SIGN = "M3 2h4v12H3zM9 2h4v12H9z";

// The round the address names; null when it names none.
function roundAsked() {
  const found = /^#round=(\d{1,9})$/.exec(location.hash);
  return found && Number(found[1]);
}

export default function (component) {
  const {data, parentElement} = component;
  const find = (selector) => parentElement.querySelector(selector);
  const buttons = {};
  for (const button of parentElement.querySelectorAll("button")) {
    buttons[button.dataset.go] = button;
  }
  const slider = find("input");
  const {rounds, facts, start, fromFirst} = data;
  const last = rounds.length - 1;

  // This runs again on the same element whenever the page does. The same rounds drawn again (other
  // rows, another figure) leave the reader where he was.
  const same = JSON.stringify(data);
  const before = parentElement.roundBar;
  before?.stop();
  const here = location.pathname;
  const asked = fromFirst ? null : roundAsked();
  const returned = fromFirst ? 0 : rounds.indexOf(start);
  let place = before?.same === same ? before.place : rounds.indexOf(asked);
  let unknown = asked !== null && !rounds.includes(asked);
  // Other rounds: a reader who went to a round stays there, or at the last one before it. Who was at
  // the returned round goes to the new one. After Back or Forward the address decides.
  const moved = before && before.same !== same && !before.walked
    && (asked === null || asked === before.round);
  if (moved && (fromFirst || !before.atReturned)) {
    place = Math.max(0, rounds.findLastIndex((round) => round <= before.round));
    unknown = false;
  } else if (place < 0 || moved) {
    place = returned;
  }
  let walked = false;
  let timer = null;
  let waiting = false;
  let stopped = false;

  function tell() {
    const round = rounds[place];
    // The bar lies over figures that scroll below it, so it needs the background of the theme.
    const page = getComputedStyle(document.querySelector(".stApp")).backgroundColor;
    document.querySelector(".st-key-round-bar").style.background = page;
    parentElement.roundBar = {same, place, round, walked, stop, atReturned: place === returned};
    slider.max = last;
    slider.value = place;
    const words = `round ${round} of ${rounds[last]}${round === start ? ", returned" : ""}`;
    slider.setAttribute("aria-valuetext", words);
    find("output").textContent = words;
    const missed = unknown ? `The address asks for round ${asked}, which is not here. ` : "";
    find(".facts").textContent = missed + facts[place];
    find(".why").textContent = data.why;
    buttons.first.disabled = buttons.back.disabled = place === 0;
    buttons.last.disabled = buttons.forward.disabled = place === last;
    find(".play path").setAttribute("d", timer ? PAUSE_SIGN : PLAY_SIGN);
    buttons.play.setAttribute("aria-label", timer ? "Pause" : "Play");
    buttons.play.title = timer ? "Pause (space)" : "Play (space)";
  }

  // Looks now and then, as Streamlit leaves the part behind the # out when it changes the address,
  // and browsers allow no more than a hundred changes in half a minute.
  function note() {
    if (fromFirst) return;
    const hash = place === returned ? "" : `#round=${rounds[place]}`;
    if (timer || location.pathname !== here || location.hash === hash) return;
    history.replaceState(history.state, "", here + location.search + hash);
  }

  // After Back, Forward or typing in the address bar, the address decides.
  function walk() {
    const at = rounds.indexOf(roundAsked() ?? start);
    if (fromFirst || stopped || location.pathname !== here || at < 0) return;
    halt();
    go(at);
    walked = true;
    tell();
  }

  // Brings one figure to the round, if it is not there.
  function follow(figure) {
    // A figure that is newer shows another run, at the round which that run returns.
    if (figure.l2dwkPlot?.isPreview) return;
    const round = rounds[place];
    const moving = (figure.data || []).find((trace) => trace.meta?.round !== undefined);
    if (moving && moving.meta.round !== round) {
      if (moving.type === "heatmap") restyle(figure, round);
      // A figure that is about to be replaced may not have this round.
      else window.Plotly.animate(figure, [String(round)], JUMP).catch(() => {});
    }
    const title = figure._transitionData?._frameHash[round]?.data[0].meta?.title;
    const heading = figure.l2dwkPlot?.title;
    // A title that is written again, even the same, would bring this here again.
    if (title && heading && heading.textContent !== title) heading.textContent = title;
    const drawn = figure._fullLayout.shapes || [];
    ((figure.layout && figure.layout.shapes) || []).forEach((shape, i) => {
      if (shape.name === "round" && drawn[i]) moveCursor(figure, shape, drawn[i], i, round);
    });
  }

  // Regions are an image, which Plotly.animate draws only with everything else: it first takes away
  // what is there, and the empty figure flashed at each round.
  function restyle(figure, round) {
    const frame = figure._transitionData?._frameHash[round];
    if (!frame) return;
    const changed = {};
    frame.data.forEach(({type, marker = {}, ...part}, k) => {
      for (const [name, value] of Object.entries(marker)) part[`marker.${name}`] = value;
      for (const [name, value] of Object.entries(part)) {
        changed[name] ??= Array(frame.data.length).fill(undefined);  // which changes nothing
        changed[name][k] = value;
      }
    });
    window.Plotly.restyle(figure, changed, frame.traces);
  }

  // Plotly.relayout would process the whole figure again, which took three quarters of a step. So the
  // mark is moved along its axis here, and stored so that Plotly's next drawing has it too.
  function moveCursor(figure, shape, drawn, i, round) {
    const now = (shape.x0 + shape.x1) / 2;
    const mark = figure.querySelector(`.shapelayer [data-index="${i}"]`);
    if (now === round || !mark) return;
    const axis = figure._fullLayout[shape.xref.replace("x", "xaxis")];
    mark.drawnAt ??= now;
    mark.setAttribute("transform", `translate(${axis.l2p(round) - axis.l2p(mark.drawnAt)},0)`);
    const half = (shape.x1 - shape.x0) / 2;
    for (const place of [shape, drawn]) {
      place.x0 = round - half;
      place.x1 = round + half;
    }
  }

  function followAll() {
    waiting = false;
    if (stopped || !window.Plotly) return;
    for (const figure of document.querySelectorAll(".js-plotly-plot")) {
      if (!figure.on || !figure._fullLayout) continue;
      figure.roundBar = later;
      // A figure made anew, which has lost its listeners, has another `on`.
      if (figure.heardBy !== figure.on) {
        figure.heardBy = figure.on;
        figure.on("plotly_afterplot", () => figure.roundBar());
        figure.on("l2dwk_caught_up", () => figure.roundBar());
      }
      follow(figure);
    }
  }

  function later() {
    if (waiting || stopped) return;
    waiting = true;
    requestAnimationFrame(followAll);
  }

  function go(to) {
    place = Math.min(last, Math.max(0, to));
    unknown = walked = false;
    tell();
    later();
  }

  function halt() {
    clearTimeout(timer);
    timer = null;
    tell();
  }

  function step() {
    go(place + 1);
    timer = place < last ? setTimeout(step, PAUSE) : null;
    tell();
  }

  function play() {
    if (timer) return halt();
    if (place === last) go(0);
    timer = setTimeout(step, PAUSE);
    tell();
  }

  const moves = {
    first: () => go(0),
    back: () => go(place - 1),
    forward: () => go(place + 1),
    last: () => go(last),
  };
  for (const [name, move] of Object.entries(moves)) {
    buttons[name].onclick = () => { halt(); move(); };
  }
  buttons.play.onclick = play;
  slider.oninput = () => {
    const to = Number(slider.value);
    halt();
    go(to);
  };
  // The slider knows the arrow keys, Home and End by itself; here the whole bar does.
  const keys = {ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last"};
  find(".bar").onkeydown = (event) => {
    const onButton = event.target.tagName === "BUTTON";
    if (event.key in keys && onButton) {
      event.preventDefault();
      halt();
      moves[keys[event.key]]();
    } else if (event.key === " " && !onButton) {
      event.preventDefault();
      play();
    }
  };

  // The choices of the page add and remove figures.
  const watch = new MutationObserver(later);
  watch.observe(document.body, {childList: true, subtree: true});
  addEventListener("popstate", walk);
  const noting = setInterval(note, NOTE);
  tell();
  later();

  function stop() {
    stopped = true;
    clearTimeout(timer);
    clearInterval(noting);
    removeEventListener("popstate", walk);
    watch.disconnect();
  }
  return stop;
}
