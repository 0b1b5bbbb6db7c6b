// Tables, and their files. A column is { label, format, change }: `format` writes a number; `change` says how a run differs
// from the first one, where a table has several: "ratio", "points", or nothing.

function csvField(value) {
  if (value === null || value === undefined) return "";
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvText(columns, rows) {
  const lines = [columns.map((column) => column.label), ...rows];
  return lines.map((line) => line.map(csvField).join(",")).join("\r\n") + "\r\n";
}

function saved(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function csvButton(name, label, columns, rows) {
  const button = html("button", { type: "button", "aria-label": `Save as CSV: ${label}` }, "Save as CSV");
  button.addEventListener("click", () => saved(`${name}.csv`, csvText(columns, rows)));
  return button;
}

function changeText(column, value, baseline) {
  if (typeof value !== "number" || typeof baseline !== "number" || column.change === undefined) return null;
  const signed = (number, digits) => `${number >= 0 ? "+" : "−"}${Math.abs(number).toFixed(digits)}`;
  if (column.change === "points") return `${signed(100 * (value - baseline), 1)} pp`;
  return baseline === 0 ? null : `${signed(100 * (value / baseline - 1), 1)}%`;
}

function cellOf(column, value, baseline, isFirst) {
  if (typeof value !== "number") {
    const text = value === null || value === undefined ? "-" : value;
    return html(isFirst ? "th" : "td", isFirst ? { scope: "row" } : {}, text);
  }
  const change = baseline === undefined ? null : changeText(column, value, baseline);
  const delta = change === null ? null : html("span", { class: "delta" }, `(${change})`);
  return html("td", { class: "number" }, (column.format ?? plain)(value), delta);
}

/** `baselines`: for each row the one that it is compared with, or nothing. */
function table(caption, columns, rows, baselines = []) {
  const isNumber = columns.map((column, i) => rows.some((row) => typeof row[i] === "number"));
  const heading = columns.map((column, i) =>
    html("th", { scope: "col", class: isNumber[i] ? "number" : null }, column.label),
  );
  const lines = rows.map((row, line) =>
    html(
      "tr",
      {},
      row.map((value, i) => cellOf(columns[i], value, baselines[line]?.[i], i === 0)),
    ),
  );
  return html(
    "table",
    {},
    html("caption", {}, caption),
    html("thead", {}, html("tr", {}, heading)),
    html("tbody", {}, lines),
  );
}
