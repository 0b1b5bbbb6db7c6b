// Elements of the page and of drawings, and how numbers are written.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG_NAMESPACE, name), attributes, children);
}

/** A drawing of so many pixels, which is no wider than the page. `label` is for who cannot see it. */
function drawing(width, height, label, ...children) {
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label },
    ...children,
  );
}

/** A coordinate, to a tenth of a pixel. */
function pixel(value) {
  return value.toFixed(1);
}

/** What a pointer that rests on the element shows. */
function hint(text) {
  return svg("title", {}, text);
}

function grouped(value) {
  return value.toLocaleString("en-US");
}

/** "1 run", "2 runs". */
function counted(count, one, many) {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Three digits, and whole numbers below a million with all of theirs. */
function plain(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "-";
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return grouped(value);
  if (Math.abs(value) >= 1000) return grouped(Math.round(value));
  if (value !== 0 && Math.abs(value) < 1e-3) return value.toExponential(2);
  return String(Number(value.toPrecision(3)));
}

function percent(value) {
  return value === null || value === undefined || Number.isNaN(value) ? "-" : `${(100 * value).toFixed(1)}%`;
}

function secondsText(value) {
  if (!value) return "0 s";
  const [unit, scale] = value >= 1 ? ["s", 1] : value >= 1e-3 ? ["ms", 1e3] : ["us", 1e6];
  return `${Number((value * scale).toPrecision(3))} ${unit}`;
}

function joules(value) {
  if (!value) return "0";
  const [unit, scale] = value >= 1 ? ["J", 1] : value >= 1e-3 ? ["mJ", 1e3] : value >= 1e-6 ? ["uJ", 1e6] : ["nJ", 1e9];
  return `${Number((value * scale).toPrecision(3))} ${unit}`;
}

/** No longer than so many letters: what is left out is in the middle. */
function shortenedInside(text, letters) {
  if (text.length <= letters) return text;
  const end = Math.ceil((letters - 1) / 2);
  return `${text.slice(0, letters - 1 - end)}…${text.slice(text.length - end)}`;
}

/** No longer than so many letters. */
function shortened(text, letters) {
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}
