"""What a reader sees of a page, measured in the browser: words cut off, parts on each other."""

from __future__ import annotations

CLIPPED = """() => [...document.querySelectorAll('.l2dwk-figure.js-plotly-plot')]
  .filter(figure => figure.clientWidth)
  .flatMap(figure => {
    const whole = figure.getBoundingClientRect(), {xaxis} = figure._fullLayout;
    const plot = [whole.left + xaxis._offset, whole.left + xaxis._offset + xaxis._length];
    return [...figure.querySelectorAll('text')].filter(text => {
      const {left, right, width} = text.getBoundingClientRect();
      const {cliponaxis} = text.closest('.trace')?.__data__?.[0]?.trace ?? {};
      const cut = text.closest('.textpoint') && cliponaxis !== false;
      const [low, high] = cut ? plot : [whole.left, whole.right];
      return width && (left < low - 1.5 || right > high + 1.5);
    }).map(text => text.textContent);
  })"""
"""Words of figures that reach beyond the figure; points' words also beyond the plot, which hides
what is outside, unless they are drawn over its edge."""

ON_EACH_OTHER = """() => {
  // Of words, where they stand and not how wide their line is.
  const box = part => {
    if (!part.matches('p, label, h1, h3')) return part.getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(part);
    return words.getBoundingClientRect();
  };
  const parts = [...document.querySelectorAll(
    '[data-testid=stMain] :is(button, a, input, label, p, h1, h3, summary)')]
    // A slider's input is for the keyboard alone and not seen, but has a size.
    .filter(part => !part.closest('.l2dwk-figure') && !part.matches('.stSlider input')
      && part.checkVisibility({opacityProperty: true, visibilityProperty: true}))
    .map(part => [part, box(part)])
    .filter(([, box]) => box.width > 1 && box.height > 1);
  const about = part => (part.innerText || part.ariaLabel || part.tagName).slice(0, 40);
  return parts.flatMap(([one, a], i) => parts.slice(i + 1)
    .filter(([other, b]) => !one.contains(other) && !other.contains(one)
      && !(one.closest('.stSlider') && one.closest('.stSlider') === other.closest('.stSlider'))
      && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
    .map(([other]) => `${about(one)} | ${about(other)}`));
}"""
"""Controls and words of the main part that lie on each other; the parts of one slider are not
compared. Scroll to the top first: what stays in sight lies over what scrolls below it."""

WORDS_ON_EACH_OTHER = """() => [...document.querySelectorAll('.l2dwk-figure.js-plotly-plot')]
  .filter(figure => figure.clientWidth)
  .flatMap(figure => {
    // Turned words are left out: their upright boxes overlap where the words do not.
    const words = [...figure.querySelectorAll('text')]
      .filter(text => text.textContent.trim() && !text.closest('.modebar, .hoverlayer')
        && !/rotate\\((?!0)/.test(text.getAttribute('transform') ?? ''))
      .map(text => [text, text.getBoundingClientRect()])
      .filter(([, box]) => box.width > 1 && box.height > 1);
    return words.flatMap(([one, a], i) => words.slice(i + 1)
      .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4)
      .map(([other]) => `${one.textContent} | ${other.textContent}`));
  })"""
"""Words of one figure that lie on each other."""
