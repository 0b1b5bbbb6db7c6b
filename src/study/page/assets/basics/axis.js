// Scales, and the lines and numbers of axes.

/** Round numbers from 0 to at least `most`, about `count` of them. */
function roundSteps(most, count) {
  if (!(most > 0)) return [0, 1];
  const raw = most / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= raw);
  const steps = [];
  for (let i = 0; i * step < most + step * 0.999; ++i) steps.push(i * step);
  return steps;
}

/** Writes steps as percentages, with as many digits as tell them apart. */
function percentSteps(steps) {
  const step = 100 * (steps[1] - steps[0]);
  let digits = 0;
  while (digits < 9 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6) ++digits;
  return (value) => `${Number((100 * value).toFixed(digits))}%`;
}

function linear(from, to, begin, end) {
  const span = to === from ? 1 : to - from;
  return (value) => begin + ((value - from) / span) * (end - begin);
}

function logarithmic(from, to, begin, end) {
  const scale = linear(Math.log10(from), Math.log10(to), begin, end);
  return (value) => scale(Math.log10(value));
}

/** Powers of ten from `from` to `to`, which are such powers. */
function powers(from, to) {
  const values = [];
  for (let i = Math.round(Math.log10(from)); i <= Math.round(Math.log10(to)); ++i) values.push(10 ** i);
  return values;
}

/** `box`: { left, right, top, bottom } of the plot. */
function horizontalAxis(box, scale, values, format, title) {
  return svg(
    "g",
    {},
    values.map((value) => svg("path", { class: "grid", d: `M${scale(value)} ${box.top}V${box.bottom}` })),
    values.map((value) => svg("text", { class: "muted middle", x: scale(value), y: box.bottom + 15 }, format(value))),
    svg("path", { class: "axis", d: `M${box.left} ${box.bottom}H${box.right}` }),
    svg("text", { class: "muted middle", x: (box.left + box.right) / 2, y: box.bottom + 32 }, title),
  );
}

function verticalAxis(box, scale, values, format, title) {
  const middle = (box.top + box.bottom) / 2;
  return svg(
    "g",
    {},
    values.map((value) => svg("path", { class: "grid", d: `M${box.left} ${scale(value)}H${box.right}` })),
    values.map((value) => svg("text", { class: "muted end", x: box.left - 6, y: scale(value) + 4 }, format(value))),
    svg("text", { class: "muted middle", transform: `translate(14 ${middle}) rotate(-90)` }, title),
  );
}
