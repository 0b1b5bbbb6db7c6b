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
function stepPath(view, { begins, ends }, values, y) {
  const x = timeScale(view);
  let path = "",
    last = null;
  values.forEach((value, i) => {
    const shown = value === null ? null : shownSpan(view, begins[i], ends[i]);
    if (shown === null) {
      last = null;
      return;
    }
    path += `${last === shown[0] ? "L" : "M"}${pixel(x(shown[0]))} ${pixel(y(value))}H${pixel(x(shown[1]))}`;
    last = shown[1];
  });
  return path;
}

function timeBox(height) {
  return { left: TIME_LEFT, right: TIME_RIGHT, top: 8, bottom: height };
}

/** The stretch of time of all samples. */
function sampledView(all) {
  return timeView(
    Math.min(...all.map((samples) => samples.rows[0][0])),
    Math.max(...all.map((samples) => samples.rows.at(-1)[1])),
  );
}

/** The value of the sample that is painted at the cycle; null without one. */
function valueAt({ begins, ends }, values, cycle) {
  const i = begins.findIndex((begin, at) => begin <= cycle && cycle < ends[at]);
  return i < 0 ? null : values[i];
}

/** `series`: { label, color, run, column } each, with the values of a column of the run's samples. */
function linePicture(view, series, chart) {
  const box = timeBox(150);
  const values = series.map((one) => sampleColumns(one.run.samples)(one.column));
  const spans = series.map((one) => paintedSpans(one.run.samples));
  const greatest = Math.max(0, ...values.flat().filter((value) => value !== null));
  const steps = chart.most === 1 && greatest <= 1 ? [0, 0.25, 0.5, 0.75, 1] : roundSteps(greatest, 4);
  const y = linear(0, steps.at(-1), box.bottom, box.top);
  const lines = series.map((one, i) =>
    svg(
      "path",
      { class: "line", style: `stroke:var(--${one.color})`, d: stepPath(view, spans[i], values[i], y) },
      hint(one.label),
    ),
  );
  const picture = drawing(
    CHART_WIDTH,
    box.bottom + 38,
    `${chart.title}: the table below has the numbers`,
    timeAxis(view, box),
    verticalAxis(box, y, steps, chart.format, ""),
    lines,
  );
  const runs = [...new Set(series.map((one) => one.run))];
  const reads = (cycle) =>
    [
      ...runs.map((run) => kernelsAt(run, cycle)),
      ...series.map((one, i) => `${one.label} ${chart.format(valueAt(spans[i], values[i], cycle))}`),
    ]
      .filter((word) => word !== "")
      .join(", ");
  return { picture, box, reads };
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

function areaPicture(view, run, names) {
  const box = timeBox(220);
  const x = timeScale(view),
    y = linear(0, 1, box.bottom, box.top),
    column = sampleColumns(run.samples);
  const spans = paintedSpans(run.samples);
  const shown = spans.begins.map((begin, i) => shownSpan(view, begin, spans.ends[i]));
  const below = spans.begins.map(() => 0);
  const values = names.map((name) => column(`stall.${name}`));
  const areas = names.map((name, at) => {
    let path = "";
    values[at].forEach((value, i) => {
      if (!(value > 0)) return;
      if (shown[i] !== null) {
        const [left, right] = shown[i].map((cycle) => pixel(x(cycle)));
        path += `M${left} ${pixel(y(below[i]))}H${right}V${pixel(y(below[i] + value))}H${left}Z`;
      }
      below[i] += value;
    });
    return svg("path", { class: "area", d: path, style: `fill:var(--${STALL_COLORS[name] ?? name})` }, hint(name));
  });
  const picture = drawing(
    CHART_WIDTH,
    box.bottom + 38,
    "Issue slots over time: the table below has the numbers",
    timeAxis(view, box),
    verticalAxis(box, y, [0, 0.25, 0.5, 0.75, 1], (value) => `${100 * value}%`, ""),
    areas,
  );
  const reads = (cycle) => {
    const parts = names
      .map((name, at) => ({ name, value: valueAt(spans, values[at], cycle) ?? 0 }))
      .filter((part) => part.value >= 0.05)
      .sort((left, right) => right.value - left.value);
    return [kernelsAt(run, cycle), ...parts.map((part) => `${part.name} ${percent(part.value)}`)].filter((word) => word !== "").join(", ");
  };
  return { picture, box, reads };
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

function lineFigure(data, sampled, view, chart) {
  const series = sampled.flatMap((run) =>
    chart.columns.map((one, i) => ({
      label: [sampled.length > 1 ? run.name : "", one.label].filter((word) => word !== "").join(": "),
      color: `series${(sampled.length > 1 ? data.runs.indexOf(run) * chart.columns.length + i : chart.color + i) % 8}`,
      run,
      column: one.column,
    })),
  );
  return figure({
    name: chart.name,
    title: chart.title,
    note: chart.note,
    entries: series.length > 1 ? series : null,
    picture: timePicture(view, () => linePicture(view, series, chart)),
    ...sampleTable(
      sampled,
      chart.columns.map((one) => one.column),
      chart.format,
    ),
  });
}

function areaFigure(data, run, view) {
  const shown = SAMPLE_STALLS.filter((name) => sampleColumns(run.samples)(`stall.${name}`).some((value) => value > 0));
  const of = data.runs.length > 1 ? `, ${run.name}` : "";
  return figure({
    name: `stalls-over-time-${data.runs.indexOf(run) + 1}`,
    title: `Issue slots over time${of}`,
    note: sampleNote(run.samples),
    entries: shown.map((name) => ({ label: name, color: STALL_COLORS[name] ?? name })),
    picture: timePicture(view, () => areaPicture(view, run, shown)),
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
  const view = sampledView(sampled.map((run) => run.samples));
  const whole = (value) => percent(value).replace(".0%", "%");
  return section(
    "time",
    "Over time",
    html("p", {}, `${note} Cycles are of the device: where no kernel ran, charts have a gap.`.trim()),
    data.kind === "live" ? null : timeControls(view),
    sampled.filter((run) => run.spans).map((run) => spansFigure(data, run, view)),
    lineFigure(data, sampled, view, {
      name: "ipc-over-time",
      title: "IPC over time",
      note: "Warp instructions a cycle, whole GPU.",
      columns: [{ label: "IPC", column: "ipc.warp" }],
      format: plain,
      color: 0,
    }),
    sampled.map((run) => areaFigure(data, run, view)),
    lineFigure(data, sampled, view, {
      name: "caches-over-time",
      title: "Cache hits over time",
      columns: hits,
      format: whole,
      most: 1,
      color: 2,
    }),
    lineFigure(data, sampled, view, {
      name: "dram-over-time",
      title: "DRAM over time",
      columns: dram,
      format: whole,
      most: 1,
      color: 0,
    }),
    lineFigure(data, sampled, view, {
      name: "power-over-time",
      title: "Power over time",
      note: "Watts of GPU, memory and card.",
      columns: [{ label: "power", column: "power.total" }],
      format: plain,
      color: 4,
    }),
  );
}
