// Copies the address as it is now, with the part behind #, which the server does not get.
const SHORT = 2000;
const LONG = 8000;
const WORDS = "Copy link";
const TITLE = "Copy the address of this page, with all its choices";
const WITHOUT = "without the table: who opens it is asked for the file";

export default function ({data, parentElement}) {
  const find = (selector) => parentElement.querySelector(selector);
  const button = find("button");
  if (button.onclick) return; // this runs again whenever the page does
  const label = find("span"), panel = find(".panel"), said = find("p"), address = find("input");
  const own = new RegExp(data.own);
  const isOwn = () => own.test(new URLSearchParams(location.search).get("dataset"));
  let timers = [];

  function rest() {
    timers.forEach(clearTimeout);
    label.textContent = WORDS;
    said.textContent = "";
    panel.classList.add("quiet");
    address.hidden = true;
  }

  function describe() {
    button.title = isOwn() ? `${TITLE}, but ${WITHOUT}` : TITLE;
  }

  button.onclick = async () => {
    rest();
    const without = isOwn();
    try {
      await navigator.clipboard.writeText(location.href);
      label.textContent = "Copied";
      said.textContent = without ? `The link is copied, ${WITHOUT}.` : "The link is copied.";
      const seen = label.offsetWidth > 0; // beside the menu there may be room for the icon only
      panel.classList.toggle("quiet", seen && !without);
      timers = [
        setTimeout(() => (label.textContent = WORDS), SHORT),
        setTimeout(rest, without ? LONG : SHORT),
      ];
    } catch { // refused, or the page did not come over https
      said.textContent = `Copy the address from here${without ? `, ${WITHOUT}` : ""}:`;
      address.value = location.href;
      panel.classList.remove("quiet");
      address.hidden = false;
      address.select();
      address.focus();
    }
  };
  button.onpointerenter = button.onfocus = describe;
  address.onblur = rest;
  address.onkeydown = (event) => {
    if (event.key === "Escape") button.focus();
  };
  describe();
}
