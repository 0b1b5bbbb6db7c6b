// Speed of light: each unit and each level of the memory as a share of its peak.

/** `of` is the share of the peak, as a number from 0 to 1; null if the machine has no such unit. */
const LIGHT_PARTS = [
  {
    label: "issue",
    meaning: "issue slots that issue an instruction / all issue slots",
    of: (kernel) => valueOf(kernel, "slots.useful") + valueOf(kernel, "slots.lost_lanes"),
  },
  ...["sp", "integer", "dp", "sfu", "memory"].map((unit) => ({
    label: `${unit} units`,
    meaning: "busy cycles of the pipelines / all their cycles",
    of: (kernel) => valueOf(kernel, `unit.${unit}`) || null,
  })),
  {
    label: "L1",
    meaning: "line accesses / what the L1s take at most",
    of: (kernel) => valueOf(kernel, "l1d.utilization"),
  },
  {
    label: "shared memory",
    meaning: "cycles in which its banks are busy / all cycles",
    of: (kernel) => valueOf(kernel, "shared.utilization"),
  },
  {
    label: "SMs to L2",
    meaning: "flits / flits at most",
    of: (kernel) => valueOf(kernel, "noc.request_utilization"),
  },
  { label: "L2 to SMs", meaning: "flits / flits at most", of: (kernel) => valueOf(kernel, "noc.reply_utilization") },
  { label: "L2", meaning: "requests / what the slices take at most", of: (kernel) => valueOf(kernel, "l2.utilization") },
  { label: "DRAM", meaning: "bytes / peak bandwidth", of: (kernel) => valueOf(kernel, "dram.utilization") },
];

const LIGHT_KERNELS = 6; // drawn, those with most cycles

/** The part nearest to its peak. */
function nearestToPeak(kernel) {
  return LIGHT_PARTS.reduce((best, part) => ((part.of(kernel) ?? 0) > (best.of(kernel) ?? 0) ? part : best));
}

function lightBar(part, kernel, y, scale, isNearest) {
  const share = part.of(kernel);
  if (share === null) return null;
  const value = Math.min(1, share);
  return svg(
    "g",
    {},
    svg("text", { class: isNearest ? "strong end" : "end", x: LABEL_WIDTH - 10, y: y + 15 }, part.label),
    svg("rect", { class: "track", x: scale(0), y: y + 6, width: scale(1) - scale(0), height: LINE_HEIGHT - 12 }),
    svg(
      "rect",
      {
        x: scale(0),
        y: y + 6,
        width: pixel(scale(value) - scale(0)),
        height: LINE_HEIGHT - 12,
        style: `fill:var(--${isNearest ? "memory" : "useful"})`,
      },
      hint(`${part.label}: ${percent(share)} of its peak (${part.meaning})`),
    ),
    svg("text", { x: scale(1) + 8, y: y + 15 }, percent(share)),
  );
}

function lightPicture(kernel, label) {
  const parts = LIGHT_PARTS.filter((part) => part.of(kernel) !== null);
  const nearest = nearestToPeak(kernel);
  const box = { left: LABEL_WIDTH, right: CHART_WIDTH - 90, top: 4, bottom: 8 + parts.length * LINE_HEIGHT };
  const scale = linear(0, 1, box.left, box.right);
  return drawing(
    CHART_WIDTH,
    box.bottom + 20,
    label,
    horizontalAxis(box, scale, [0, 0.25, 0.5, 0.75, 1], (value) => `${Math.round(100 * value)}%`, ""),
    parts.map((part, i) => lightBar(part, kernel, box.top + i * LINE_HEIGHT, scale, part === nearest)),
  );
}

function lightSection(data) {
  const lines = chartLines(data).filter((line) => !line.isHeading);
  const pictures = lines.slice(0, LIGHT_KERNELS).map((line) => [
    lines.length > 1
      ? html("p", {}, html("strong", {}, data.runs.length > 1 ? `${line.kernel.name}, ${line.label}` : line.label))
      : null,
    lightPicture(line.kernel, `Shares of the peaks in ${line.label}: the table below has the numbers`),
  ]);
  return section(
    "light",
    "Speed of light",
    figure({
      name: "light",
      title: "Shares of the peaks",
      note:
        "How near each unit and each level of the memory is to the most that it can do. A kernel whose parts are all far " +
        "from their peaks waits for latencies.",
      picture: pictures,
      ...kernelTable(data, [
        ...LIGHT_PARTS.map((part) => ({ label: part.label, of: part.of, format: percent, change: "points" })),
        { label: "nearest to its peak", of: (kernel) => nearestToPeak(kernel).label },
      ]),
    }),
  );
}
