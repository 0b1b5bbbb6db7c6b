// Several runs side by side, as `heddle compare` has them: the first one is the baseline.

function changeClass(change) {
  return change.endsWith("better") || change.endsWith("faster")
    ? "delta good"
    : change.endsWith("worse") || change.endsWith("slower")
      ? "delta bad"
      : "delta";
}

function withDelta(text, change) {
  return html(
    "td",
    { class: "number" },
    text,
    change === "" ? null : html("span", { class: changeClass(change) }, change),
  );
}

function captioned(title, heading, firstNumber, rows) {
  const cells = heading.map((label, i) =>
    html("th", { scope: "col", class: i < firstNumber ? null : "number" }, label),
  );
  const parts = [html("caption", {}, title), html("thead", {}, html("tr", {}, cells)), html("tbody", {}, rows)];
  return html("div", { class: "wide", tabindex: "0", role: "region", "aria-label": title }, html("table", {}, parts));
}

/** `name` is that of the file; `title` stands above the table. */
function comparedTable(data, part, name, title) {
  if (part.rows.length === 0) return null;
  const heading = ["measure", ...data.runs.map((run) => run.name)];
  const rows = part.rows.map((row) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, row.label),
      row.runs.map((value) => withDelta(value.text, value.change)),
    ),
  );
  const columns = [
    title,
    ...data.runs.flatMap((run, i) => (i === 0 ? [run.name] : [run.name, `${run.name}: change`])),
  ].map((label) => ({ label }));
  const lines = part.rows.map((row) => [
    row.label,
    ...row.runs.flatMap((value, i) => (i === 0 ? [value.text] : [value.text, value.change])),
  ]);
  return html("div", { class: "keep" }, captioned(title, heading, 1, rows), csvButton(name, title, columns, lines));
}

function comparedKernels(data) {
  const columns = ["kernel", "run", "launches", "cycles", "change", "share", "ipc"].map((label) => ({ label }));
  const rows = data.comparison.kernels.map((line) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, line.kernel),
      html("td", {}, line.run),
      html("td", { class: "number" }, line.launches),
      withDelta(line.cycles, line.change),
      html("td", { class: "number" }, line.share),
      html("td", { class: "number" }, line.ipc),
    ),
  );
  const lines = data.comparison.kernels.map((line) => columns.map((column) => line[column.label]));
  return html(
    "div",
    { class: "keep" },
    captioned("Kernels", ["kernel", "run", "launches", "cycles", "share", "IPC"], 2, rows),
    data.comparison.notes.map((note) => html("p", { class: "muted" }, note)),
    csvButton("kernels", "Kernels", columns, lines),
  );
}

function comparisonSection(data) {
  if (!data.comparison) return null;
  const [headline, slots, parameters] = data.comparison.sections;
  return section(
    "comparison",
    "The runs side by side",
    html(
      "p",
      {},
      `The baseline is ${data.runs[0].name}; pp: percentage points.${parameters.rows.length === 0 ? " No parameters differ." : ""}`,
    ),
    html(
      "div",
      { class: "tables" },
      comparedTable(data, parameters, "parameters-that-differ", "Parameters that differ"),
      comparedTable(data, headline, "total", "Total"),
      comparedTable(data, slots, "issue-slots", "Issue slots"),
      comparedKernels(data),
    ),
  );
}
