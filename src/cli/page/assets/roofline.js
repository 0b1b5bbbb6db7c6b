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

/** The line of a bandwidth up to the ceiling, and its name along it. */
function bandwidthLine(box, bounds, x, y, bandwidth, ceiling, label, color, isDashed) {
  const from = Math.max(bounds.left, bounds.low / bandwidth),
    to = Math.min(bounds.right, ceiling / bandwidth);
  if (!(to > from)) return null;
  const angle = (Math.atan2(y(bandwidth * to) - y(bandwidth * from), x(to) - x(from)) * 180) / Math.PI;
  const at = Math.sqrt(from * to);
  return svg(
    "g",
    {},
    svg("path", {
      class: isDashed ? "line dashed" : "line",
      style: `stroke:var(--${color})`,
      d: `M${x(from)} ${y(bandwidth * from)}L${x(to)} ${y(bandwidth * to)}`,
    }),
    svg(
      "text",
      {
        class: "middle halo",
        transform: `translate(${x(at)} ${y(bandwidth * at)}) rotate(${angle}) translate(0 ${isDashed ? 14 : -5})`,
      },
      label,
    ),
  );
}

function ceilingLine(box, y, value, label, isDashed) {
  return svg(
    "g",
    {},
    svg("path", {
      class: isDashed ? "line dashed" : "line",
      style: "stroke:var(--ink)",
      d: `M${box.left} ${y(value)}H${box.right}`,
    }),
    svg("text", { class: "end halo", x: box.right - 4, y: y(value) + (isDashed ? 14 : -5) }, label),
  );
}

function kernelMarks(entry, x, y) {
  if (!(entry.point.rate > 0)) return null;
  const text = `${entry.number}: ${entry.name}${entry.runName ? ` (${entry.runName})` : ""}`;
  const mark = (intensity, what, shape) =>
    intensity === null
      ? null
      : svg(
          "g",
          { transform: `translate(${x(intensity)} ${y(entry.point.rate)})` },
          shape,
          hint(`${text}: ${plain(entry.point.rate)} G instructions/s, ${plain(intensity)} a byte of ${what}`),
        );
  const color = `var(--series${entry.series})`;
  const number =
    entry.number <= NUMBERED_KERNELS ? svg("text", { class: "halo", x: 8, y: 4 }, String(entry.number)) : null;
  return [
    mark(
      entry.point.l2,
      "the L2",
      svg("path", { d: "M0 -5L5 0L0 5L-5 0Z", style: `fill:var(--page);stroke:${color};stroke-width:1.5` }),
    ),
    mark(entry.point.dram, "DRAM", [svg("circle", { r: 5, style: `fill:${color}`, class: "part" }), number]),
  ];
}

function rooflinePicture(entries, peaks) {
  const ceiling = (peaks.issue * peaks.core_mhz) / 1e3;
  const bounds = rooflineBounds(
    entries.map((entry) => entry.point),
    ceiling,
  );
  const box = { left: 70, right: CHART_WIDTH - 12, top: 12, bottom: 400 };
  const x = logarithmic(bounds.left, bounds.right, box.left, box.right),
    y = logarithmic(bounds.low, bounds.high, box.bottom, box.top);
  const units = Object.entries(peaks.units).filter(([unit]) => unit !== "memory");
  return drawing(
    CHART_WIDTH,
    box.bottom + 40,
    "Roofline: the table below has the numbers",
    horizontalAxis(box, x, powers(bounds.left, bounds.right), plain, "warp instructions a byte"),
    verticalAxis(box, y, powers(bounds.low, bounds.high), plain, "10⁹ warp instructions a second"),
    bandwidthLine(
      box,
      bounds,
      x,
      y,
      peaks.reply_gb_s,
      ceiling,
      `L2 to SMs ${plain(peaks.reply_gb_s)} GB/s`,
      "series3",
      false,
    ),
    bandwidthLine(box, bounds, x, y, peaks.dram_gb_s, ceiling, `DRAM ${plain(peaks.dram_gb_s)} GB/s`, "series1", false),
    bandwidthLine(
      box,
      bounds,
      x,
      y,
      peaks.dram_sustainable_gb_s,
      ceiling,
      `sustainable ${plain(peaks.dram_sustainable_gb_s)} GB/s`,
      "series1",
      true,
    ),
    ceilingLine(box, y, ceiling, `issue ${plain(ceiling)}`, false),
    units.map(([unit, perCycle]) =>
      ceilingLine(
        box,
        y,
        (perCycle * peaks.core_mhz) / 1e3,
        `${unit} units ${plain((perCycle * peaks.core_mhz) / 1e3)}`,
        true,
      ),
    ),
    entries.map((entry) => kernelMarks(entry, x, y)),
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
      "Filled circles: bytes of DRAM; diamonds: bytes from the L2 to the SMs, with their headers. A kernel without such bytes has no mark. " +
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
