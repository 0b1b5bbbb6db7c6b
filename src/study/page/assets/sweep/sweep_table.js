// The table of a sweep's runs, which sorts and filters, and the chart of what it shows.

const TABLE_STEP = 200; // rows that are drawn at once

/** Runs that pass all filters, in the order of the sorted column. */
function chosenRows(state) {
  const words = state.words.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const rows = state.data.runs.filter((run) => {
    if (state.axes.some((axis) => axis.chosen !== null && run.labels[axis.i] !== axis.chosen)) return false;
    if (state.parts.some((part) => part.chosen !== null && part.of(run) !== part.chosen)) return false;
    if (state.status !== null && run.status !== state.status) return false;
    if (words.length === 0) return true;
    const text = `${sweptName(state.axes, run)} ${run.status} ${run.message}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (state.sorted === null) return rows;
  const of = state.columns[state.sorted].of;
  const sign = state.descending ? -1 : 1;
  return rows.sort((left, right) => {
    const a = of(left),
      b = of(right);
    return a === null || b === null ? compared(a, b) : sign * compared(a, b);
  });
}

function sweepColumns(state) {
  return [
    { label: "run", isNumber: true, of: (run) => run.run },
    ...state.axes.map((axis) => ({ label: axis.name, of: (run) => run.labels[axis.i] })),
    { label: "status", of: (run) => run.status },
    ...(state.data.runs.some((run) => run.message !== "")
      ? [{ label: "message", of: (run) => run.message.split("\n")[0] }]
      : []),
    ...state.measures.map((measure) => ({ ...measure, isNumber: true })),
  ];
}

function sweepRow(state, run) {
  return html(
    "tr",
    {},
    state.columns.map((column, i) => {
      const value = column.of(run);
      if (i === 0) return html("th", { scope: "row" }, html("a", { href: runAddress(run) }, String(value)));
      return column.isNumber
        ? html("td", { class: "number" }, measureText(column, value))
        : html("td", column.label === "message" ? { class: "message", title: run.message } : {}, value);
    }),
  );
}

/** Draws rows from `begin` on, and a button for those after them. */
function fillTable(state, body, more, begin) {
  const end = Math.min(begin + TABLE_STEP, state.rows.length);
  const rows = state.rows.slice(begin, end).map((run) => sweepRow(state, run));
  if (begin === 0) body.replaceChildren(...rows);
  else body.append(...rows);
  const left = state.rows.length - end;
  more.hidden = left === 0;
  more.textContent = `Show ${grouped(Math.min(left, TABLE_STEP))} more of ${grouped(left)}`;
  more.onclick = () => fillTable(state, body, more, end);
}

/** Where a setting is a choice on several axes, these stand in place of it. */
function filterAxes(state) {
  const axes = state.parts.length === 0 ? state.axes : state.axes.filter((axis) => axis.name !== "setting");
  return [...axes, ...state.parts];
}

function filterControls(state, update) {
  const search = html("input", { type: "search", placeholder: "words" });
  search.addEventListener("input", () => {
    state.words = search.value;
    update();
  });
  const statuses = [...new Set(state.data.runs.map((run) => run.status))];
  return html(
    "form",
    { class: "controls screen", role: "search", "aria-label": "Filter the runs" },
    selection(
      "measure",
      state.measures.map((measure) => measure.label),
      (i) => {
        state.measure = state.measures[i];
        update();
      },
    ),
    filterAxes(state).map((axis) =>
      selection(axis.name, ["all", ...axis.values.map((value) => value || "-")], (i) => {
        axis.chosen = i === 0 ? null : axis.values[i - 1];
        update();
      }),
    ),
    statuses.length > 1
      ? selection("status", ["all", ...statuses], (i) => {
          state.status = i === 0 ? null : statuses[i - 1];
          update();
        })
      : null,
    labelled("search", search),
  );
}

/** Colours tell settings apart where there are several, else workloads; null where both are too many to have one each. */
function colorAxis(axes) {
  const few = axes.filter((one) => one.values.length <= SERIES_COLORS);
  return few.find((one) => one.name === "setting") ?? few[0] ?? null;
}

/** A filter for each axis of the settings, where there are several. */
function settingParts(data) {
  return data.setting_axes
    .map((name, i) => {
      const of = (run) => run.choices?.[i] ?? "";
      return { name, of, chosen: null, values: [...new Set(data.runs.map(of))].sort(compared) };
    })
    .filter((axis) => axis.values.length > 1);
}

function sweepState(data) {
  const axes = sweepAxes(data).map((axis) => ({ ...axis, chosen: null }));
  const measures = sweepMeasures(data);
  const state = {
    data,
    axes,
    parts: settingParts(data),
    measures,
    measure: measures[0],
    words: "",
    status: null,
    sorted: null,
    descending: false,
    colorAxis: colorAxis(axes),
  };
  state.columns = sweepColumns(state);
  return state;
}

function sweepSection(data) {
  const state = sweepState(data);
  const count = html("p", { role: "status" });
  const holder = html("div", { class: "wide" });
  const title = html("figcaption", {});
  const colors = legend((state.colorAxis?.values ?? []).map((label, i) => ({ label: label || "-", color: `series${i}` })));
  const body = html("tbody", {});
  const more = html("button", { type: "button", class: "screen" });
  const update = () => {
    state.rows = chosenRows(state);
    const drawn = Math.min(SWEEP_BARS, state.rows.length);
    const thinned = drawn < state.rows.length ? ` The chart has the first ${grouped(drawn)} of them.` : "";
    count.textContent = `${grouped(state.rows.length)} of ${counted(data.runs.length, "run passes", "runs pass")} the filters.${thinned}`;
    title.textContent = `By run: ${state.measure.label}`;
    holder.replaceChildren(sweepPicture(state));
    for (const { heading, i } of headings) {
      if (i === state.sorted) heading.setAttribute("aria-sort", state.descending ? "descending" : "ascending");
      else heading.removeAttribute("aria-sort");
    }
    fillTable(state, body, more, 0);
  };
  const headings = state.columns.map((column, i) => sortHeading(state, column, i, update));
  const controls = filterControls(state, update);
  controls.addEventListener("submit", (event) => event.preventDefault());
  const csv = html("button", { type: "button", "aria-label": "Save as CSV: the runs that pass the filters" }, "Save as CSV");
  csv.addEventListener("click", () =>
    saved(
      "runs.csv",
      csvText(
        state.columns.map((column) => ({ ...column, label: column.fileLabel ?? column.label })),
        state.rows.map((run) => state.columns.map((column) => column.of(run))),
      ),
    ),
  );
  update();
  return section(
    "runs",
    "Runs",
    data.all_runs > data.runs.length
      ? html("p", { class: "warning", role: "note" }, `The page has the first ${grouped(data.runs.length)} of ${grouped(data.all_runs)} runs; the file has all.`)
      : null,
    controls,
    count,
    html("figure", { id: "figure-runs" }, title, html("p", { class: "muted" }, "A bar leads to its run."), colors, holder),
    html("h3", { id: "runs-table" }, "Table: runs"),
    html(
      "div",
      { class: "scroll tall", tabindex: "0", role: "region", "aria-label": "Table: runs" },
      html(
        "table",
        {},
        html("caption", {}, "A heading sorts the table and the chart; a run's number leads to the run."),
        html("thead", {}, html("tr", {}, headings.map((one) => one.heading))),
        body,
      ),
    ),
    html("p", { class: "behind" }, csv, more),
  );
}
