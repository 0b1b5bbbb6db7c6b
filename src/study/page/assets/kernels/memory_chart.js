// A diagram of the memory: what moves between its parts in a kernel, and how often it hits.

const SECTOR_BYTES = 32;
const DIAGRAM = { width: CHART_WIDTH, height: 230, box: { width: 150, height: 54 } };
const MEMORY_CHARTS = 4; // kernels with a diagram, those with most cycles

function bytesText(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let scale = 0;
  while (bytes >= 1024 && scale + 1 < units.length) {
    bytes /= 1024;
    scale += 1;
  }
  return `${plain(bytes)} ${units[scale]}`;
}

/** What the diagram shows of a kernel, as { label, value, format } by place. */
function memoryFlows(kernel) {
  const value = (name) => valueOf(kernel, name);
  const lines = value("l1d.loads") + value("l1d.stores") + value("l1d.atomics");
  return {
    global: { label: "accesses to global and local memory", value: value("global.accesses"), format: grouped },
    lines: { label: "line accesses of the L1", value: lines, format: grouped },
    shared: { label: "accesses to shared memory", value: value("shared.accesses"), format: grouped },
    passes: { label: "cycles of the banks", value: value("shared.cycles"), format: grouped },
    l1: {
      label: "hits of L1 loads",
      value: shareOf(kernel, "l1d.hits", ["l1d.hits", "l1d.misses", "l1d.merges"]),
      format: percent,
    },
    requests: { label: "requests to the L2", value: value("request_crossbar.packets"), format: grouped },
    read: { label: "bytes read from the L2", value: SECTOR_BYTES * value("l2.sectors_read"), format: bytesText },
    written: { label: "bytes written to the L2", value: SECTOR_BYTES * value("l2.sectors_written"), format: bytesText },
    l2: { label: "hits of the L2", value: shareOf(kernel, "l2.hits", ["l2.loads", "l2.stores", "l2.atomics"]), format: percent },
    filled: { label: "bytes read from DRAM", value: SECTOR_BYTES * value("l2.sectors_filled"), format: bytesText },
    stored: { label: "bytes written to DRAM", value: SECTOR_BYTES * value("l2.sectors_written_back"), format: bytesText },
  };
}

function flowText(flow) {
  return flow.value === null ? "-" : flow.format(flow.value);
}

function memoryBox(x, y, title, below) {
  const { width, height } = DIAGRAM.box;
  return svg(
    "g",
    {},
    svg("rect", { class: "unit", x, y, width, height, rx: 6 }),
    svg("text", { class: "strong middle", x: x + width / 2, y: y + 22 }, title),
    svg("text", { class: "muted middle", x: x + width / 2, y: y + 42 }, below),
  );
}

/** An arrow from one box to the next, with a text above and one below. */
function memoryArrow(from, to, y, above, below) {
  const middle = (from + to) / 2;
  const way = Math.sign(to - from);
  return svg(
    "g",
    {},
    svg("path", { class: "arrow", d: `M${from + 6 * way},${y} H${to - 6 * way} m${-7 * way},-4 l${7 * way},4 l${-7 * way},4`, fill: "none" }),
    svg("text", { class: "middle", x: middle, y: y - 8 }, above),
    below ? svg("text", { class: "muted middle", x: middle, y: y + 18 }, below) : null,
  );
}

function memoryDiagram(kernel, label) {
  const flows = memoryFlows(kernel);
  const text = (name) => flowText(flows[name]);
  const { box } = DIAGRAM;
  const columns = [0, 1, 2, 3].map((i) => i * ((DIAGRAM.width - box.width) / 3));
  const rows = [22, 150];
  const line = (row) => rows[row] + box.height / 2;
  return drawing(
    DIAGRAM.width,
    DIAGRAM.height,
    label,
    memoryBox(columns[0], rows[0], "SMs", `${grouped(valueOf(kernel, "warp_instructions"))} instructions`),
    memoryBox(columns[1], rows[0], "L1", `${text("l1")} of loads hit`),
    memoryBox(columns[2], rows[0], "L2", `${text("l2")} hit`),
    memoryBox(columns[3], rows[0], "DRAM", `${percent(valueOf(kernel, "dram.utilization"))} of its peak`),
    memoryBox(columns[1], rows[1], "shared memory", `${percent(valueOf(kernel, "shared.utilization"))} busy`),
    memoryArrow(columns[0] + box.width, columns[1], line(0), `${text("global")} accesses`, `${text("lines")} lines`),
    memoryArrow(columns[1] + box.width, columns[2], line(0) - 12, `${text("written")} written`, null),
    memoryArrow(columns[2], columns[1] + box.width, line(0) + 14, "", `${text("read")} read`),
    memoryArrow(columns[2] + box.width, columns[3], line(0) - 12, `${text("stored")} written`, null),
    memoryArrow(columns[3], columns[2] + box.width, line(0) + 14, "", `${text("filled")} read`),
    svg("path", {
      class: "arrow",
      d: `M${box.width / 2},${rows[0] + box.height + 4} V${line(1)} H${columns[1] - 6} m-7,-4 l7,4 l-7,4`,
      fill: "none",
    }),
    svg("text", { class: "middle", x: (box.width / 2 + columns[1]) / 2, y: line(1) - 8 }, `${text("shared")} accesses`),
    svg("text", { class: "muted middle", x: (box.width / 2 + columns[1]) / 2, y: line(1) + 18 }, `${text("passes")} cycles`),
  );
}

function memoryChart(data) {
  const lines = chartLines(data).filter((line) => !line.isHeading);
  const names = Object.keys(memoryFlows(lines[0].kernel));
  return figure({
    name: "memory-chart",
    title: "Memory chart",
    note: "What the kernel moves between the parts of the memory. The L1 is the data cache of all SMs together.",
    picture: lines.slice(0, MEMORY_CHARTS).map((line) => [
      lines.length > 1
        ? html("p", {}, html("strong", {}, data.runs.length > 1 ? `${line.kernel.name}, ${line.label}` : line.label))
        : null,
      memoryDiagram(line.kernel, `Memory chart of ${line.label}: the table below has the numbers`),
    ]),
    ...kernelTable(
      data,
      names.map((name) => {
        const flow = memoryFlows(lines[0].kernel)[name];
        return {
          label: flow.label,
          of: (kernel) => memoryFlows(kernel)[name].value,
          format: flow.format === percent ? percent : undefined,
          change: flow.format === percent ? "points" : "ratio",
        };
      }),
    ),
  });
}
