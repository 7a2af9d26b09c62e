// Keeps the place that the address names in sight while the page above it is still growing: the
// heading behind its #, or the container whose key the page gives.

const STEADY = 1200;  // ms without a change after which the page counts as complete
const LONGEST = 15000;  // ms after which the page is left alone in any case

export default function ({data, parentElement}) {
  const name = data || decodeURIComponent(location.hash.slice(1));
  // Once, when the page opens: it runs again after every choice.
  if (parentElement.opened || !name) return void (parentElement.opened = true);
  parentElement.opened = true;
  const find = () => data ? document.querySelector(`.st-key-${data}`) : document.getElementById(name);
  const until = performance.now() + LONGEST;
  let [at, since] = [null, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    const heading = find();
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
