// A chart with its caption, its legend, the table behind it and that table's file.

const CHART_WIDTH = 1060;

function swatch(color) {
  return svg(
    "svg",
    { viewBox: "0 0 12 12", "aria-hidden": "true" },
    svg("rect", { width: 12, height: 12, rx: 2, style: `fill:var(--${color})` }),
  );
}

/** `entries`: { label, color }, the name of a colour of the style. */
function legend(entries) {
  return html(
    "ul",
    { class: "legend" },
    entries.map((entry) => html("li", {}, swatch(entry.color), entry.label)),
  );
}

/**
 * `chart`: { name, title, note, entries, picture, columns, rows, baselines, file }. The name is that of the file, and of no other
 * chart of the page. `file` has other columns and rows for that, where the table would be long.
 */
function figure(chart) {
  const caption = html("figcaption", {}, chart.title, chart.note ? html("span", { class: "note" }, chart.note) : null);
  const behind = html(
    "details",
    {},
    html("summary", {}, `Table: ${chart.title}`),
    html(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": `Table: ${chart.title}` },
      table(chart.title, chart.columns, chart.rows, chart.baselines),
    ),
  );
  return html(
    "figure",
    { id: `figure-${chart.name}` },
    caption,
    chart.entries ? legend(chart.entries) : null,
    html("div", { class: "wide" }, chart.picture),
    html(
      "div",
      { class: "behind" },
      behind,
      csvButton(chart.name, chart.title, (chart.file ?? chart).columns, (chart.file ?? chart).rows),
    ),
  );
}

/** A part of the page with a heading. */
function section(id, title, ...children) {
  return html(
    "section",
    { id, "aria-labelledby": `${id}-heading` },
    html("h2", { id: `${id}-heading` }, title),
    ...children,
  );
}

/** Links to the parts of the page. */
function navigation(sections) {
  const links = sections.map((part) =>
    html("li", {}, html("a", { href: `#${part.id}` }, part.querySelector("h2").textContent)),
  );
  return html("nav", { "aria-label": "Parts of the page" }, html("ul", {}, links));
}
