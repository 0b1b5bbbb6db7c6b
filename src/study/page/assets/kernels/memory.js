// Caches, interconnect and DRAM: shares by kernel, each measure in a column.

/** The share of a part in a sum of statistics; null where the sum is 0. */
function shareOf(kernel, part, names) {
  const all = names.reduce((sum, name) => sum + valueOf(kernel, name), 0);
  return all === 0 ? null : valueOf(kernel, part) / all;
}

const MEMORY_MEASURES = [
  {
    label: "L1 load hits",
    color: "series0",
    of: (kernel) => shareOf(kernel, "l1d.hits", ["l1d.hits", "l1d.misses", "l1d.merges"]),
  },
  {
    label: "L2 hits",
    color: "series0",
    of: (kernel) => shareOf(kernel, "l2.hits", ["l2.loads", "l2.stores", "l2.atomics"]),
  },
  { label: "L2 to SMs", color: "series3", of: (kernel) => valueOf(kernel, "noc.reply_utilization") },
  { label: "SMs to L2", color: "series3", of: (kernel) => valueOf(kernel, "noc.request_utilization") },
  { label: "DRAM of peak", color: "series1", of: (kernel) => valueOf(kernel, "dram.utilization") },
  {
    label: "DRAM row hits",
    color: "series1",
    of: (kernel) =>
      valueOf(kernel, "dram.bytes") > 0 ? Math.max(0, 1 - valueOf(kernel, "dram.activates_per_access")) : null,
  },
  { label: "shared banks", color: "series4", of: (kernel) => valueOf(kernel, "shared.utilization") },
];

function measureCell(measure, kernel, x, y, width) {
  const value = measure.of(kernel);
  if (value === null) return svg("text", { class: "muted", x, y: y + 15 }, "-");
  const length = (width - 62) * Math.min(1, value);
  return [
    svg("rect", { class: "track", x, y: y + 6, width: width - 62, height: LINE_HEIGHT - 12 }),
    svg("rect", {
      x,
      y: y + 6,
      width: length.toFixed(2),
      height: LINE_HEIGHT - 12,
      style: `fill:var(--${measure.color})`,
    }),
    svg("text", { class: "end", x: x + width - 12, y: y + 15 }, percent(value)),
  ];
}

function memoryPicture(data) {
  const lines = chartLines(data);
  const width = (CHART_WIDTH - LABEL_WIDTH) / MEMORY_MEASURES.length;
  const left = (i) => LABEL_WIDTH + i * width;
  return drawing(
    CHART_WIDTH,
    26 + lines.length * LINE_HEIGHT,
    "Caches and DRAM: the table below has the numbers",
    MEMORY_MEASURES.map((measure, i) => svg("text", { class: "strong", x: left(i), y: 15 }, measure.label)),
    lines.map((line, i) => {
      const y = 22 + i * LINE_HEIGHT;
      return svg(
        "g",
        {},
        lineLabel(line, y),
        line.isHeading
          ? null
          : MEMORY_MEASURES.map((measure, m) => measureCell(measure, line.kernel, left(m), y, width)),
      );
    }),
  );
}

function memorySection(data) {
  const rate = (kernel, run) =>
    ((valueOf(kernel, "dram.bytes") / valueOf(kernel, "cycles")) * run.peaks.core_mhz) / 1e3;
  const count = (label, name) => ({ label, of: (kernel) => valueOf(kernel, name), change: "ratio" });
  return section(
    "memory",
    "Caches and DRAM",
    memoryChart(data),
    figure({
      name: "memory",
      title: "Caches, interconnect and DRAM by kernel",
      note: "Hit rates, and what each part moved over what it could have moved.",
      picture: memoryPicture(data),
      ...kernelTable(data, [
        ...MEMORY_MEASURES.map((measure) => ({
          label: measure.label,
          of: measure.of,
          format: percent,
          change: "points",
        })),
        { label: "DRAM GB/s", of: rate, change: "ratio" },
        count("L1 loads", "l1d.loads"),
        count("L1 misses", "l1d.misses"),
        count("tried again", "l1d.reservation_failures"),
        count("lines an access", "global.transactions_per_access"),
        count("L2 loads", "l2.loads"),
        count("L2 stores", "l2.stores"),
        count("DRAM bytes", "dram.bytes"),
        count("bank cycles an access", "shared.conflict_degree"),
        count("cycles of a load that DRAM answers", "load_latency.dram.mean"),
      ]),
    }),
  );
}
