// Shows the words of the list in which what is typed occurs; words before explanations.

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

export default function ({parentElement}) {
  const field = parentElement.querySelector("input");
  const found = parentElement.querySelector("output");

  field.oninput = () => {
    const asked = plain(field.value.trim());
    const entries = [...document.querySelectorAll(".st-key-words-list li")];
    let shown = 0;
    for (const entry of entries) {
      const inWord = plain(entry.querySelector("strong").textContent).includes(asked);
      entry.hidden = !plain(entry.textContent).includes(asked);
      entry.style.order = asked && !inWord ? 1 : 0;
      shown += !entry.hidden;
    }
    const words = shown === 1 ? "1 word" : `${shown} words`;
    found.textContent = asked ? (shown ? words : `No word has “${field.value.trim()}”.`) : "";
  };
  if (field.value) field.oninput();
}
