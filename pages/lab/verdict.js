// Shows the verdict, and counts the settings whose test accuracy it has shown in this tab. Start,
// Sweep and other pages show more of them; the words say that those are not counted.

const LOOKED = "l2dwk looked at";  // in the tab's storage: settings by test rows
const REST = 1000;  // ms without a change after which the verdict is said
let show = null;
let place = null;
let width = 0;
let tallest = 0;  // the height that the lines have had at this width

// How many settings the Lab has shown on these test rows, with this one.
function looked({test_rows, settings}) {
  let all = {};
  try { all = JSON.parse(sessionStorage.getItem(LOOKED)) ?? {}; } catch { /* none are kept */ }
  const here = all[test_rows] ??= [];
  if (!here.includes(settings)) here.push(settings);
  try { sessionStorage.setItem(LOOKED, JSON.stringify(all)); } catch { /* storage is full or off */ }
  return here.length;
}

// A line that wraps at one value and not at the next would move all that is below.
function keepHeight() {
  if (place.clientWidth !== width) [width, tallest] = [place.clientWidth, 0];
  place.style.minHeight = "";
  tallest = Math.max(tallest, place.offsetHeight);
  place.style.minHeight = `${tallest}px`;
}

function counted(n) {
  return n === 1
    ? "These are the first settings looked at in the Lab on these test rows; other pages are not counted."
    : `Chosen by looking: ${n} settings were looked at in the Lab on these test rows, more perhaps on `
      + "other pages, and the best of them looks better than it is. See Sweep.";
}

function part(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

window.l2dwkWords = {
  seen: (name) => {
    const box = name === "verdict" && place?.isConnected && place.getBoundingClientRect();
    return Boolean(box) && box.bottom > 0 && box.top < window.innerHeight;
  },
  offer: (name, text) => { if (name === "verdict") show?.(JSON.parse(text)); },
};

export default function ({data, parentElement}) {
  place = parentElement.querySelector(".lines");
  const find = (name) => parentElement.querySelector(name);
  const count = find(".now"), said = find(".said");
  find(".longest").textContent = counted(888);
  show = (words) => {
    place.replaceChildren(...words.lines.flatMap(({colour, accuracy, name, words: told}) => {
      const number = part("b", accuracy), dot = part("span", "● ");
      dot.style.color = colour;
      number.prepend(dot);
      const line = part("span", `: ${told}`);
      line.prepend(part("strong", name));
      return [number, line];
    }));
    count.textContent = counted(looked(words));
    keepHeight();
    const last = parentElement.l2dwkSaid;
    clearTimeout(parentElement.l2dwkTimer);
    if (last === undefined) parentElement.l2dwkSaid = words.said;  // a new page is not read out
    else if (last !== words.said) {
      parentElement.l2dwkTimer = setTimeout(() => {
        said.textContent = parentElement.l2dwkSaid = words.said;
      }, REST);
    }
  };
  show(data);
  // This runs again on the same element whenever the page does.
  if (parentElement.l2dwkSized) return;
  parentElement.l2dwkSized = new ResizeObserver(() => {
    if (place.clientWidth !== width) keepHeight();
  });
  parentElement.l2dwkSized.observe(place);
}
