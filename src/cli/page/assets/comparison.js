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

function comparedTable(data, part, name) {
  if (part.rows.length === 0) return html("p", {}, `${part.title}: none.`);
  const heading = [part.title, ...data.runs.map((run) => run.name)];
  const rows = part.rows.map((row) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, row.label),
      row.runs.map((value) => withDelta(value.text, value.change)),
    ),
  );
  const columns = [
    part.title,
    ...data.runs.flatMap((run, i) => (i === 0 ? [run.name] : [run.name, `${run.name}: change`])),
  ].map((label) => ({ label }));
  const lines = part.rows.map((row) => [
    row.label,
    ...row.runs.flatMap((value, i) => (i === 0 ? [value.text] : [value.text, value.change])),
  ]);
  return html(
    "div",
    { class: "keep" },
    html(
      "div",
      { class: "wide" },
      html(
        "table",
        {},
        html("caption", {}, part.title),
        html(
          "thead",
          {},
          html(
            "tr",
            {},
            heading.map((label, i) => html("th", { scope: "col", class: i === 0 ? null : "number" }, label)),
          ),
        ),
        html("tbody", {}, rows),
      ),
    ),
    csvButton(name, part.title, columns, lines),
  );
}

function comparedKernels(data) {
  const columns = ["kernel", "run", "launches", "cycles", "share", "ipc"].map((label) => ({ label }));
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
    {},
    html(
      "div",
      { class: "wide" },
      html(
        "table",
        {},
        html("caption", {}, "kernels"),
        html(
          "thead",
          {},
          html(
            "tr",
            {},
            columns.map((column, i) => html("th", { scope: "col", class: i < 2 ? null : "number" }, column.label)),
          ),
        ),
        html("tbody", {}, rows),
      ),
    ),
    data.comparison.notes.map((note) => html("p", { class: "muted" }, note)),
    csvButton("kernels", "kernels", columns, lines),
  );
}

function comparisonSection(data) {
  if (!data.comparison) return null;
  const [headline, slots, parameters] = data.comparison.sections;
  return section(
    "comparison",
    "The runs side by side",
    html("p", {}, `The baseline is ${data.runs[0].name}; pp: percentage points.`),
    comparedTable(data, parameters, "parameters-that-differ"),
    comparedTable(data, headline, "total"),
    comparedKernels(data),
    comparedTable(data, slots, "issue-slots"),
  );
}
