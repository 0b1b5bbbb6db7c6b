// The whole GPU over time: lines and areas of the samples.

/** Columns of a run's samples by name. */
function sampleColumns(samples) {
  const index = new Map(samples.columns.map((name, i) => [name, i]));
  return (name) => samples.rows.map((row) => (index.has(name) ? row[index.get(name)] : null));
}

/** Where a sample is painted from and to: as wide as the cycles in which a kernel ran. */
function paintedSpans(samples) {
  const begins = sampleColumns(samples)("begin");
  return { begins, ends: begins.map((begin, i) => begin + samples.running[i]) };
}

/** A line of steps: a sample holds where it is painted; between samples that do not touch no kernel ran. */
function stepPath({ begins, ends }, values, x, y) {
  let path = "",
    last = null;
  values.forEach((value, i) => {
    if (value === null) {
      last = null;
      return;
    }
    const from = last === begins[i] ? "L" : "M";
    path += `${from}${pixel(x(begins[i]))} ${pixel(y(value))}H${pixel(x(ends[i]))}`;
    last = ends[i];
  });
  return path;
}

function timeBox(height) {
  return { left: 60, right: CHART_WIDTH - 24, top: 8, bottom: height };
}

function timeScale(all, box) {
  const from = Math.min(...all.map((samples) => samples.rows[0][0])),
    to = Math.max(...all.map((samples) => samples.rows.at(-1)[1]));
  const steps = roundSteps(to - from, 8)
    .map((step) => step + from)
    .filter((step) => step <= to);
  return { x: linear(from, to, box.left, box.right), steps, from };
}

/** `series`: { label, color, samples, column, of }, with the values of a column, or those that `of` makes. */
function linePicture(series, height, format, title, most) {
  const box = timeBox(height);
  const time = timeScale(
    series.map((one) => one.samples),
    box,
  );
  const values = series.map((one) => sampleColumns(one.samples)(one.column));
  const greatest = Math.max(0, ...values.flat().filter((value) => value !== null));
  const steps = most === 1 && greatest <= 1 ? [0, 0.25, 0.5, 0.75, 1] : roundSteps(greatest, 4);
  const y = linear(0, steps.at(-1), box.bottom, box.top);
  const lines = series.map((one, i) =>
    svg(
      "path",
      {
        class: "line",
        style: `stroke:var(--${one.color})`,
        d: stepPath(paintedSpans(one.samples), values[i], time.x, y),
      },
      hint(one.label),
    ),
  );
  return drawing(
    CHART_WIDTH,
    box.bottom + 38,
    `${title}: the table below has the numbers`,
    horizontalAxis(box, time.x, time.steps, (step) => grouped(Math.round(step - time.from)), "cycles of the device"),
    verticalAxis(box, y, steps, format, ""),
    lines,
  );
}

const SAMPLE_STALLS = [
  "issued",
  "scoreboard_memory",
  "pipeline",
  "scoreboard_compute",
  "barrier",
  "fetch",
  "memory_order",
  "service",
  "throttled",
  "drain",
  "stopped",
  "empty",
];
const STALL_COLORS = {
  issued: "useful",
  scoreboard_memory: "memory",
  scoreboard_compute: "compute",
  memory_order: "order",
};

/** `all`: the samples of all runs, which share the axis of time. */
function areaPicture(samples, all, names) {
  const box = timeBox(220);
  const time = timeScale(all, box),
    y = linear(0, 1, box.bottom, box.top),
    column = sampleColumns(samples);
  const { begins, ends } = paintedSpans(samples);
  const below = begins.map(() => 0);
  const areas = names.map((name) => {
    const values = column(`stall.${name}`);
    let path = "";
    values.forEach((value, i) => {
      if (!(value > 0)) return;
      const left = pixel(time.x(begins[i])),
        right = pixel(time.x(ends[i]));
      path += `M${left} ${pixel(y(below[i]))}H${right}V${pixel(y(below[i] + value))}H${left}Z`;
      below[i] += value;
    });
    return svg("path", { class: "area", d: path, style: `fill:var(--${STALL_COLORS[name] ?? name})` }, hint(name));
  });
  return drawing(
    CHART_WIDTH,
    box.bottom + 38,
    "Issue slots over time: the table below has the numbers",
    horizontalAxis(box, time.x, time.steps, (step) => grouped(Math.round(step - time.from)), "cycles of the device"),
    verticalAxis(box, y, [0, 0.25, 0.5, 0.75, 1], (value) => `${100 * value}%`, ""),
    areas,
  );
}

function sampleNote(samples) {
  const thinned =
    samples.rows.length < samples.lines
      ? `Thinned: ${grouped(samples.lines)} samples were merged into ${grouped(samples.rows.length)}; ` +
        "peaks that are shorter than a merged sample are flattened, gaps that are may stand at its end, and samples.csv has them all. "
      : "";
  const others = samples.processes > 1 ? `Of the first of ${samples.processes} processes. ` : "";
  return `${thinned}${others}`;
}

/** Columns of the samples behind a chart, for a table. */
function sampleTable(sampled, names, format) {
  const hasRuns = sampled.length > 1;
  const columns = [
    ...(hasRuns ? [{ label: "run" }] : []),
    { label: "begin" },
    { label: "end" },
    ...names.map((name) => ({ label: name, format })),
  ];
  const rows = sampled.flatMap((run) => {
    const index = ["begin", "end", ...names].map((name) => run.samples.columns.indexOf(name));
    return run.samples.rows.map((row) => [...(hasRuns ? [run.name] : []), ...index.map((i) => row[i] ?? null)]);
  });
  return { columns, rows };
}

function lineFigure(data, sampled, chart) {
  const series = sampled.flatMap((run) =>
    chart.columns.map((one, i) => ({
      label: [sampled.length > 1 ? run.name : "", one.label].filter((word) => word !== "").join(": "),
      color: `series${(sampled.length > 1 ? data.runs.indexOf(run) * chart.columns.length + i : chart.color + i) % 8}`,
      samples: run.samples,
      column: one.column,
    })),
  );
  return figure({
    name: chart.name,
    title: chart.title,
    note: chart.note,
    entries: series.length > 1 ? series : null,
    picture: linePicture(series, 150, chart.format, chart.title, chart.most),
    ...sampleTable(
      sampled,
      chart.columns.map((one) => one.column),
      chart.format,
    ),
  });
}

function areaFigure(data, sampled, run) {
  const shown = SAMPLE_STALLS.filter((name) => sampleColumns(run.samples)(`stall.${name}`).some((value) => value > 0));
  const of = data.runs.length > 1 ? `, ${run.name}` : "";
  return figure({
    name: `stalls-over-time-${data.runs.indexOf(run) + 1}`,
    title: `Issue slots over time${of}`,
    note: sampleNote(run.samples),
    entries: shown.map((name) => ({ label: name, color: STALL_COLORS[name] ?? name })),
    picture: areaPicture(
      run.samples,
      sampled.map((one) => one.samples),
      shown,
    ),
    ...sampleTable(
      [run],
      shown.map((name) => `stall.${name}`),
      percent,
    ),
  });
}

function samplesSection(data) {
  const sampled = data.runs.filter((run) => run.samples !== null);
  if (sampled.length === 0) return null;
  const note = [...new Set(sampled.map((run) => sampleNote(run.samples)))].join(" ").trim();
  const hits = [
    { label: "L1 load hits", column: "l1d.hit_rate" },
    { label: "L2 hits", column: "l2.hit_rate" },
  ];
  const dram = [
    { label: "DRAM of peak", column: "dram.utilization" },
    { label: "row hits", column: "dram.row_hit_rate" },
  ];
  const whole = (value) => percent(value).replace(".0%", "%");
  return section(
    "time",
    "Over time",
    html("p", {}, `${note} Cycles are of the device: where no kernel ran, charts have a gap.`.trim()),
    lineFigure(data, sampled, {
      name: "ipc-over-time",
      title: "IPC over time",
      note: "Warp instructions a cycle, whole GPU.",
      columns: [{ label: "IPC", column: "ipc.warp" }],
      format: plain,
      color: 0,
    }),
    sampled.map((run) => areaFigure(data, sampled, run)),
    lineFigure(data, sampled, {
      name: "caches-over-time",
      title: "Cache hits over time",
      columns: hits,
      format: whole,
      most: 1,
      color: 2,
    }),
    lineFigure(data, sampled, {
      name: "dram-over-time",
      title: "DRAM over time",
      columns: dram,
      format: whole,
      most: 1,
      color: 0,
    }),
    lineFigure(data, sampled, {
      name: "power-over-time",
      title: "Power over time",
      note: "Watts of GPU, memory and card.",
      columns: [{ label: "power", column: "power.total" }],
      format: plain,
      color: 4,
    }),
  );
}
