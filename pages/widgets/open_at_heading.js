// Keeps the heading that the address names in its place while the page above it is still growing.

const STEADY = 1200;  // ms without a change after which the page counts as complete
const LONGEST = 15000;  // ms after which the page is left alone in any case

export default function () {
  const name = decodeURIComponent(location.hash.slice(1));
  if (!name || window.l2dwkOpenedAt === name) return;
  window.l2dwkOpenedAt = name;  // once: the page runs again after every choice
  const until = performance.now() + LONGEST;
  let [at, since] = [null, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    const heading = document.getElementById(name);
    const height = document.querySelector('[data-testid="stMain"]')?.scrollHeight;
    if (heading && height !== at) {
      [at, since] = [height, now];
      heading.scrollIntoView();
    }
    if (now > until || (heading && now - since > STEADY)) stop();
  }, 50);
  const signs = ["wheel", "touchmove", "pointerdown", "keydown", "popstate"];
  function stop() {
    clearInterval(timer);
    for (const sign of signs) removeEventListener(sign, stop, true);
  }
  for (const sign of signs) addEventListener(sign, stop, true);
}
