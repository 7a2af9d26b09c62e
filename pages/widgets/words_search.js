// Shows only the words of the list in which, or in whose explanation, what is typed occurs.

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

export default function ({parentElement}) {
  const field = parentElement.querySelector("input");
  const found = parentElement.querySelector("output");

  field.oninput = () => {
    const asked = plain(field.value.trim());
    const entries = [...document.querySelectorAll(".st-key-words-list li")];
    let shown = 0;
    for (const entry of entries) {
      const fits = plain(entry.textContent).includes(asked);
      entry.style.display = fits ? "" : "none";
      shown += fits;
    }
    const words = shown === 1 ? "1 word" : `${shown} words`;
    found.textContent = asked ? (shown ? words : `No word has “${field.value.trim()}”.`) : "";
  };
  if (field.value) field.oninput();
}
