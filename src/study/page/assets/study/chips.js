// Simulated values beside a chip's: the errors of each counter, and plots.

function chipPlots(data) {
  return data.figures.filter((chart) => chart.kind === "correlation" && chart.points.length > 0).map(studyFigure);
}

/** A table whose first row has headings and whose first column names the rows. */
function chipTable(caption, [columns, ...rows]) {
  return html(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": `Table: ${caption}` },
    html(
      "table",
      {},
      html("caption", {}, caption),
      html("thead", {}, html("tr", {}, columns.map((name) => html("th", { scope: "col" }, name)))),
      html(
        "tbody",
        {},
        rows.map(([name, ...cells]) => html("tr", {}, html("th", { scope: "row" }, name), cells.map((cell) => html("td", {}, cell)))),
      ),
    ),
  );
}

function chipsSection(data) {
  if ((data.chip_tables ?? []).length === 0) return null;
  return section("chips", "Beside the chips", data.chip_tables.map(({ name, rows }) => chipTable(name, rows)), chipPlots(data));
}
