// The runs of a sweep: which measure is shown, which runs pass the filters, and what shows them.

const SERIES_COLORS = 8; // further values of an axis would repeat them
const SWEEP_BARS = 120; // of the chart; the table has further runs

/** Numbers of the runs: { label, format, of(run), better }. The first one is shown at first. */
function sweepMeasures(data) {
  const measures = data.measures.map((measure, i) => ({
    label: SHOWN_UNITS.includes(measure.unit) ? `${measure.label} (${measure.unit})` : measure.label,
    unit: measure.unit,
    fileLabel: measure.unit in UNIT_FORMATS ? `${measure.label} (${measure.unit})` : undefined,
    format: UNIT_FORMATS[measure.unit],
    of: (run) => run.measures?.[i] ?? null,
  }));
  if (data.settings.length > 1)
    measures.unshift({
      label: `speed-up over ${data.baseline}`,
      of: (run) => run.speedup,
      format: (value) => value.toFixed(3),
      level: 1,
    });
  return measures;
}

/** What is written of a run's number; "-": there is none. */
function measureText(measure, value) {
  return value === null ? "-" : (measure.format ?? plain)(value);
}

/** Whether the arguments say more than workload and size do. */
function hasOwnArguments(data) {
  const [workload, size, arguments_] = ["workload", "size", "arguments"].map((name) => data.axes.indexOf(name));
  const pairs = new Set(data.runs.map((run) => `${run.labels[workload]} ${run.labels[size]}`));
  const all = new Set(data.runs.map((run) => [workload, size, arguments_].map((i) => run.labels[i]).join(" ")));
  return all.size > pairs.size;
}

/** Axes on which runs differ; where there is one run, the workload. */
function sweepAxes(data) {
  const axes = data.axes
    .map((name, i) => ({ name, i, values: [...new Set(data.runs.map((run) => run.labels[i]))] }))
    .filter((axis) => axis.values.length > 1 && (axis.name !== "arguments" || hasOwnArguments(data)));
  return axes.length > 0 ? axes : [{ name: data.axes[0], i: 0, values: [data.runs[0]?.labels[0]] }];
}

/** What tells a run from the others: "bfs small gto". */
function sweptName(axes, run) {
  return axes.map((axis) => run.labels[axis.i] || "-").join(" ");
}

function runAddress(run) {
  return `#run-${run.run}`;
}

function sweepBar(state, run, i, box, scale, height) {
  const value = state.measure.of(run);
  const y = box.top + i * height;
  const name = sweptName(state.axes, run);
  const text = value === null ? run.status : measureText(state.measure, value);
  const color = state.colorAxis === null ? "series0" : `series${state.colorAxis.values.indexOf(run.labels[state.colorAxis.i])}`;
  const link = svg(
    "a",
    { href: runAddress(run) },
    svg("rect", { x: 0, y, width: CHART_WIDTH, height, fill: "transparent" }),
    svg("text", { class: "end link", x: box.left - 8, y: y + height - 5 }, shortened(name, 44)),
    value === null
      ? null
      : svg("rect", {
          class: "part",
          x: box.left,
          y: y + 2,
          width: Math.max(1, scale(value) - box.left).toFixed(1),
          height: height - 4,
          style: `fill:var(--${color})`,
        }),
    svg("text", { class: "muted halo", x: (value === null ? box.left : scale(value)) + 6, y: y + height - 5 }, text),
    hint(`Run ${run.run}, ${name}: ${text}`),
  );
  return link;
}

/** A bar for each run that is shown, which leads to the run. */
function sweepPicture(state) {
  const shown = state.rows.slice(0, SWEEP_BARS);
  const height = 18;
  const box = { left: 320, right: CHART_WIDTH - 90, top: 4, bottom: 8 + shown.length * height };
  const values = shown.map((run) => state.measure.of(run)).filter((value) => value !== null);
  const steps = roundSteps(Math.max(0, ...values), 6);
  const scale = linear(0, steps.at(-1), box.left, box.right);
  const level = state.measure.level;
  const picture = drawing(
    CHART_WIDTH,
    box.bottom + 36,
    `${state.measure.label}: the table below has the numbers`,
    horizontalAxis(box, scale, steps, UNIT_FORMATS[state.measure.unit] ?? plain, state.measure.label),
    shown.map((run, i) => sweepBar(state, run, i, box, scale, height)),
    level === undefined || level > steps.at(-1)
      ? null
      : svg("path", { class: "axis dashed strongline", d: `M${scale(level)} ${box.top}V${box.bottom}` }),
  );
  picture.setAttribute("role", "group");
  return picture;
}

function meanName(row) {
  const [setting, paper, size, machine, registers] = row;
  return [paper, size, machine, registers === "own" ? "" : registers, setting]
    .filter((word) => word !== "")
    .join(" ");
}

function meansSection(data) {
  const rows = data.means.filter((row) => row[8] !== null);
  if (data.settings.length < 2 || rows.length === 0) return null;
  const height = 20;
  const shown = rows.slice(0, SWEEP_BARS);
  const box = { left: 320, right: CHART_WIDTH - 90, top: 4, bottom: 8 + shown.length * height };
  const steps = roundSteps(Math.max(...shown.map((row) => row[8])), 6);
  const scale = linear(0, steps.at(-1), box.left, box.right);
  const title = `Mean speed-ups over ${data.baseline}`;
  const left = rows.length - shown.length;
  const picture = drawing(
    CHART_WIDTH,
    box.bottom + 36,
    `${title}: the table below has the numbers`,
    horizontalAxis(box, scale, steps, plain, "geometric mean of the speed-ups of workloads"),
    shown.map((row, i) => {
      const y = box.top + i * height;
      return svg(
        "g",
        {},
        svg("text", { class: "end", x: box.left - 8, y: y + height - 6 }, shortened(meanName(row), 44)),
        svg("rect", {
          class: "part",
          x: box.left,
          y: y + 2,
          width: Math.max(1, scale(row[8]) - box.left).toFixed(1),
          height: height - 4,
          style: `fill:var(--series${data.settings.length > SERIES_COLORS ? 0 : data.settings.indexOf(row[0])})`,
        }),
        svg("text", { class: "muted halo", x: scale(row[8]) + 6, y: y + height - 6 }, row[8].toFixed(3)),
        hint(`${meanName(row)}: ${row[8].toFixed(4)} of ${row[5]} workloads`),
      );
    }),
    svg("path", { class: "axis dashed strongline", d: `M${scale(1)} ${box.top}V${box.bottom}` }),
  );
  const missing = rows.some((row) => row[6] > 0)
    ? " Workloads that a setting has no result of are left out of its mean; the table says how many."
    : "";
  return section(
    "means",
    "Means",
    figure({
      name: "means",
      title,
      note: `More is faster.${missing}${left > 0 ? ` The first ${grouped(shown.length)} are drawn, the table has ${grouped(left)} more.` : ""}`,
      picture,
      columns: [
        "setting",
        "paper",
        "size",
        "machine",
        "registers",
        "workloads",
        "missing",
        "arithmetic",
        "geometric",
        "harmonic",
      ].map((label, i) => ({ label, format: i > 6 ? (value) => value.toFixed(4) : plain })),
      rows,
    }),
  );
}
