// The source view: the lines of a kernel's source, and beside them the instructions of the chosen line with their PTX.

function workCell(column, work) {
  const value = column.of(work);
  const share = column.label === "time" ? `--share:${(100 * value).toFixed(1)}%` : null;
  if (!column.isNumber) return html("td", {}, value);
  return html("td", { class: share ? "number share" : "number", style: share }, value === null ? "" : (column.format ?? plain)(value));
}

/** Numbers sort downwards first. */
function numbered(columns) {
  return columns.map((column) => ({ ...column, isNumber: column.label !== "main wait" }));
}

/** Cells: the share of time, `texts` as [text, class], and the other columns of work. */
function codeAndWork(state, texts, work) {
  const [time, ...others] = state.work.map((column) => workCell(column, work));
  return [time, ...texts.map(([text, kind]) => html("td", { class: kind }, text.replaceAll("\t", " "))), ...others];
}

/** The rows of a line of the source: the line itself, and the inlined lines if it is chosen. */
function sourceLineRows(state, line) {
  const isChosen = state.chosen === line.place;
  const choose = html("button", { type: "button", class: "line", "aria-pressed": isChosen ? "true" : "false" }, line.place || "unknown line");
  choose.addEventListener("click", () => state.choose(isChosen ? null : line.place));
  const rowOf = (kind, head, work) =>
    html("tr", { class: kind }, html("th", { scope: "row" }, head), codeAndWork(state, [[work.text, "code"]], work));
  const own = rowOf(isChosen ? "chosen" : null, choose, line);
  return isChosen ? [own, ...line.inlined.map((inner) => rowOf("inlined", `↳ ${inner.place}`, inner))] : [own];
}

function instructionRow(state, row) {
  return html(
    "tr",
    {},
    html("th", { scope: "row", class: "number" }, String(row.pc)),
    codeAndWork(
      state,
      [
        [row.instruction, "code"],
        [String(row.ptx_line), "number"],
        [row.ptx, "code"],
      ],
      row,
    ),
  );
}

function sourceTable(state) {
  return sortableTable({
    caption: "Lines of the source. A line's number shows its instructions, and the lines of inlined functions below it.",
    columns: [
      { label: "line", isNumber: true, of: (line) => line.line },
      state.work[0],
      { label: "source", of: (line) => line.text },
      ...state.work.slice(1),
    ],
    sorted: null,
    descending: false,
    rows: () => state.lines,
    draw: (line) => sourceLineRows(state, line),
  });
}

function instructionTable(state) {
  return sortableTable({
    caption: "Instructions of heddle's program, and the PTX from which they were compiled.",
    columns: [
      { label: "pc", isNumber: true, of: (row) => row.pc },
      state.work[0],
      { label: "instruction", of: (row) => row.instruction },
      { label: "PTX line", isNumber: true, of: (row) => row.ptx_line },
      { label: "PTX", of: (row) => row.ptx },
      ...state.work.slice(1),
    ],
    sorted: null,
    descending: false,
    rows: () => state.kernel.rows.filter((row) => state.chosen === null || state.placeOf(row) === state.chosen),
    draw: (row) => instructionRow(state, row),
  });
}

function scrolled(label, content) {
  return html("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": label }, content);
}

function instructionsButton(run, state) {
  const columns = ["kernel", "pc", "instruction", "ptx_line", "ptx", "line", ...SOURCE_COUNTS, ...run.lines.reasons].map((label) => ({ label }));
  const rows = run.lines.kernels.flatMap((kernel) =>
    kernel.rows.map((row) => [
      kernel.kernel,
      row.pc,
      row.instruction,
      row.ptx_line,
      row.ptx,
      state.placeOf(row),
      ...SOURCE_COUNTS.map((name) => row[name]),
      ...row.reasons,
    ]),
  );
  return csvButton("instructions", "instructions of all kernels", columns, rows);
}

/** The view of one run: a choice of its kernels, and two tables of the chosen one. */
function sourceView(run, title) {
  const lines = run.lines;
  const names = new Map(run.kernels.map((kernel) => [kernel.symbol, kernel.name]));
  const state = { kernel: lines.kernels[0], chosen: null, work: numbered(workColumns(lines)) };
  state.placeOf = (row) => (row.calling === null ? "" : lines.spots[row.calling].name);
  const summed = () => sourceLines(lines, state.kernel);
  state.lines = summed();
  const source = sourceTable(state),
    instructions = instructionTable(state);
  const update = () => {
    source.update();
    instructions.update();
  };
  state.choose = (place) => {
    state.chosen = place;
    update();
  };
  const kernels = selection(
    "kernel",
    lines.kernels.map((kernel) => names.get(kernel.kernel) ?? kernel.kernel),
    (i) => {
      state.kernel = lines.kernels[i];
      state.chosen = null;
      state.lines = summed();
      sourcePart.hidden = state.lines.length === 0;
      update();
    },
  );
  const sourcePart = scrolled(`Lines of the source: ${title}`, source.content);
  sourcePart.hidden = state.lines.length === 0;
  update();
  return [
    html("h3", {}, title),
    html("div", { class: "controls screen" }, kernels),
    html("div", { class: "beside" }, sourcePart, scrolled(`Instructions: ${title}`, instructions.content)),
    html("p", { class: "behind" }, instructionsButton(run, state)),
  ];
}
