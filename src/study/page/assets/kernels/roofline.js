// The machine's roofline: warp instructions a second over warp instructions a byte, with the peaks of the parameters.

const NUMBERED_KERNELS = 15;

/** Where a kernel stands: 10^9 warp instructions a second, and warp instructions a byte by level; null: no bytes. */
function rooflinePoint(run, kernel) {
  const instructions = valueOf(kernel, "warp_instructions");
  const bytes = {
    dram: valueOf(kernel, "dram.bytes"),
    l2: valueOf(kernel, "noc.reply_flits") * Number(run.settings["interconnect.flit_bytes"] ?? 0),
  };
  const intensity = (count) => (count > 0 && instructions > 0 ? instructions / count : null);
  return {
    rate: ((instructions / valueOf(kernel, "cycles")) * run.peaks.core_mhz) / 1e3,
    dram: intensity(bytes.dram),
    l2: intensity(bytes.l2),
  };
}

function rooflineBounds(points, ceiling) {
  const x = points.flatMap((point) => [point.dram, point.l2]).filter((value) => value !== null);
  const y = points.map((point) => point.rate).filter((value) => value > 0);
  const below = (value) => 10 ** Math.floor(Math.log10(value)),
    above = (value) => 10 ** Math.ceil(Math.log10(value));
  return {
    left: below(Math.min(0.01, ...x)),
    right: above(Math.max(1, ...x)),
    low: below(Math.min(ceiling / 100, ...y)),
    high: above(ceiling * 1.2),
  };
}

/** The line of a bandwidth up to the ceiling, and its name along it. `plot`: { box, bounds, x, y, ceiling }. */
function bandwidthLine(plot, bandwidth, color, label) {
  const { bounds, x, y } = plot;
  const from = Math.max(bounds.left, bounds.low / bandwidth),
    to = Math.min(bounds.right, plot.ceiling / bandwidth);
  if (!(to > from)) return null;
  const line = svg("path", {
    class: label === null ? "line dashed" : "line",
    style: `stroke:var(--${color})`,
    d: `M${x(from)} ${y(bandwidth * from)}L${x(to)} ${y(bandwidth * to)}`,
  });
  if (label === null) return line;
  const angle = (Math.atan2(y(bandwidth * to) - y(bandwidth * from), x(to) - x(from)) * 180) / Math.PI;
  const at = from * (to / from) ** 0.3;
  const place = `translate(${x(at)} ${y(bandwidth * at)}) rotate(${angle}) translate(0 -5)`;
  return [line, svg("text", { class: "middle halo", transform: place }, `${label} ${plain(bandwidth)} GB/s`)];
}

function ceilingLine(plot, value, label, isDashed) {
  const { box, y } = plot;
  return [
    svg("path", {
      class: isDashed ? "line dashed" : "line",
      style: "stroke:var(--ink)",
      d: `M${box.left} ${y(value)}H${box.right}`,
    }),
    svg(
      "text",
      { class: "end halo", x: box.right - 4, y: y(value) + (isDashed ? 14 : -5) },
      `${label} ${plain(value)}`,
    ),
  ];
}

function kernelMarks(entry, plot) {
  const { name, number, runName, point } = entry;
  if (!(point.rate > 0)) return null;
  const text = `${number}: ${name}${runName ? ` (${runName})` : ""}: ${plain(point.rate)} G instructions/s`;
  const color = `var(--series${entry.series})`;
  const mark = (intensity, what, shape) => {
    if (intensity === null) return null;
    const label = number <= NUMBERED_KERNELS ? svg("text", { class: "halo", x: 8, y: 4 }, String(number)) : null;
    const place = `translate(${plot.x(intensity)} ${plot.y(point.rate)})`;
    return svg("g", { transform: place }, shape, label, hint(`${text}, ${plain(intensity)} a byte of ${what}`));
  };
  const diamond = { d: "M0 -5L5 0L0 5L-5 0Z", style: `fill:var(--page);stroke:${color};stroke-width:1.5` };
  return [
    mark(point.l2, "the L2", svg("path", diamond)),
    mark(point.dram, "DRAM", svg("circle", { r: 5, style: `fill:${color}`, class: "part" })),
  ];
}

function rooflinePicture(entries, peaks) {
  const perSecond = (perCycle) => (perCycle * peaks.core_mhz) / 1e3;
  const ceiling = perSecond(peaks.issue);
  const bounds = rooflineBounds(
    entries.map((entry) => entry.point),
    ceiling,
  );
  const box = { left: 70, right: CHART_WIDTH - 24, top: 12, bottom: 400 };
  const x = logarithmic(bounds.left, bounds.right, box.left, box.right);
  const y = logarithmic(bounds.low, bounds.high, box.bottom, box.top);
  const plot = { box, bounds, x, y, ceiling };
  const units = Object.entries(peaks.units).filter(([unit]) => unit !== "memory");
  return drawing(
    CHART_WIDTH,
    box.bottom + 40,
    "Roofline: the table below has the numbers",
    horizontalAxis(box, x, powers(bounds.left, bounds.right), plain, "warp instructions a byte"),
    verticalAxis(box, y, powers(bounds.low, bounds.high), plain, "10⁹ warp instructions a second"),
    bandwidthLine(plot, peaks.reply_gb_s, "series3", "L2 to SMs"),
    bandwidthLine(plot, peaks.dram_gb_s, "series1", "DRAM"),
    bandwidthLine(plot, peaks.dram_sustainable_gb_s, "series1", null),
    ceilingLine(plot, ceiling, "issue", false),
    units.map(([unit, perCycle]) => ceilingLine(plot, perSecond(perCycle), `${unit} units`, true)),
    entries.map((entry) => kernelMarks(entry, plot)),
  );
}

/** A figure for each machine: runs on the same one share it. */
function rooflineFigure(data, runs, index) {
  const entries = [];
  kernelGroups(data).forEach((group, i) => {
    for (const { run, kernel } of group.runs) {
      if (!runs.includes(run)) continue;
      entries.push({
        number: i + 1,
        name: group.name,
        runName: data.runs.length > 1 ? run.name : "",
        series: data.runs.indexOf(run) % 8,
        point: rooflinePoint(run, kernel),
      });
    }
  });
  const title = `Roofline of ${runs[0].machine}`;
  const columns = [
    { label: "number" },
    { label: "kernel" },
    ...(data.runs.length > 1 ? [{ label: "run" }] : []),
    { label: "10⁹ warp instructions/s" },
    { label: "of issue", format: percent },
    { label: "warp instructions a byte of DRAM" },
    { label: "a byte of the L2" },
  ];
  const ceiling = (runs[0].peaks.issue * runs[0].peaks.core_mhz) / 1e3;
  const rows = entries.map((entry) => [
    entry.number,
    entry.name,
    ...(data.runs.length > 1 ? [entry.runName] : []),
    entry.point.rate,
    entry.point.rate / ceiling,
    entry.point.dram,
    entry.point.l2,
  ]);
  return figure({
    name: `roofline-${index}`,
    title,
    columns,
    rows,
    note:
      "Filled circles: bytes of DRAM; diamonds: bytes from the L2 to the SMs, with their headers. A kernel without such bytes " +
      "has no mark. Dashed: DRAM's sustainable bandwidth, which streams can exceed, and units that take less than is issued. " +
      `Numbers are of the table, those of the first ${NUMBERED_KERNELS} kernels.`,
    entries:
      data.runs.length > 1
        ? runs.map((run) => ({ label: run.name, color: `series${data.runs.indexOf(run) % 8}` }))
        : null,
    picture: rooflinePicture(entries, runs[0].peaks),
  });
}

function rooflineSection(data) {
  const machines = new Map();
  for (const run of data.runs) {
    const key = JSON.stringify([run.machine, run.peaks]);
    machines.set(key, [...(machines.get(key) ?? []), run]);
  }
  return section(
    "roofline",
    "Roofline",
    [...machines.values()].map((runs, i) => rooflineFigure(data, runs, i + 1)),
  );
}
