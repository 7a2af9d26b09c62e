// After a place was predicted, the comparison is above the button that was pressed. It is brought
// into sight, unless the reader does something else.

const LONGEST = 2000;  // ms in which the page may still grow
const HEADER = 60;  // px at the top that lie under the menu

export default function ({parentElement}) {
  if (parentElement.begun) return;
  parentElement.begun = true;
  const until = performance.now() + LONGEST;
  const timer = setInterval(() => {
    const box = document.querySelector(".st-key-lesson-compared");
    const {top, bottom} = box?.getBoundingClientRect() ?? {top: HEADER, bottom: 0};
    if (top < HEADER || bottom > innerHeight) box.scrollIntoView();
    if (performance.now() > until) stop();
  }, 100);
  const signs = ["wheel", "touchmove", "pointerdown", "keydown", "popstate"];
  function stop() {
    clearInterval(timer);
    for (const sign of signs) removeEventListener(sign, stop, true);
  }
  for (const sign of signs) addEventListener(sign, stop, true);
  return stop;
}
