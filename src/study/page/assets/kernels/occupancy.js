// How many warps an SM holds, how many it could, and what keeps it from more.

function occupancyBar(line, y, scale) {
  const { run, kernel } = line;
  const most = run.peaks.warps,
    could = valueOf(kernel, "occupancy.warps"),
    held = valueOf(kernel, "residency.warps");
  const bar = (value, style, height, text) =>
    svg(
      "rect",
      {
        x: scale(0),
        y: y + (LINE_HEIGHT - height) / 2,
        height,
        width: Math.max(0, scale(value / most) - scale(0)).toFixed(2),
        style,
      },
      hint(text),
    );
  return [
    svg("rect", { class: "track", x: scale(0), y: y + 4, width: scale(1) - scale(0), height: LINE_HEIGHT - 8 }),
    bar(could, "fill:var(--lost_lanes)", LINE_HEIGHT - 8, `an SM can hold ${plain(could)} warps of ${plain(most)}`),
    bar(held, "fill:var(--useful)", 8, `it held ${plain(held)} on average`),
    svg("text", { x: scale(1) + 10, y: y + 15 }, limitText(kernel)),
  ];
}

function limitText(kernel) {
  const blocks = counted(kernel.blocks_per_sm, "block", "blocks");
  if (kernel.limited_by === "blocks") return `${blocks}, an SM's most`;
  return kernel.limited_by === ""
    ? blocks
    : `${blocks}: ${shortened(kernel.limited_by.replaceAll("_", " "), 24)}`;
}

function occupancySection(data) {
  const lines = chartLines(data);
  const box = { left: LABEL_WIDTH, right: CHART_WIDTH - 210, top: 4, bottom: 8 + lines.length * LINE_HEIGHT };
  const scale = linear(0, 1, box.left, box.right);
  const title = "Warps on an SM";
  const picture = drawing(
    CHART_WIDTH,
    box.bottom + 20,
    `${title}: the table below has the numbers`,
    horizontalAxis(box, scale, [0, 0.25, 0.5, 0.75, 1], (value) => `${Math.round(100 * value)}%`, ""),
    lines.map((line, i) =>
      svg(
        "g",
        {},
        lineLabel(line, box.top + i * LINE_HEIGHT),
        line.isHeading ? null : occupancyBar(line, box.top + i * LINE_HEIGHT, scale),
      ),
    ),
  );
  return section(
    "occupancy",
    "Occupancy and what limits it",
    figure({
      name: "occupancy",
      title,
      picture,
      note: "Of the warps that the SM has places for. On the right: blocks that an empty SM takes, and what an SM would need more of to take another.",
      entries: [
        { label: "held, on average over time and SMs", color: "useful" },
        { label: "that an SM can hold", color: "lost_lanes" },
      ],
      ...kernelTable(data, [
        { label: "blocks an SM", of: (kernel) => kernel.blocks_per_sm, change: "ratio" },
        { label: "limited by", of: (kernel) => kernel.limited_by || "-" },
        { label: "warps an SM can hold", of: (kernel) => valueOf(kernel, "occupancy.warps"), change: "ratio" },
        { label: "held", of: (kernel) => valueOf(kernel, "residency.warps"), change: "ratio" },
        { label: "places", of: (kernel, run) => run.peaks.warps },
        { label: "registers a thread", of: (kernel) => kernel.registers },
        { label: "shared memory a block (B)", of: (kernel) => kernel.shared_bytes },
        {
          label: "registers without a block",
          of: (kernel) => valueOf(kernel, "occupancy.registers_unallocated"),
          format: percent,
        },
        {
          label: "grid, of the blocks that the machine holds",
          of: (kernel) => valueOf(kernel, "grid.fill"),
          format: percent,
        },
      ]),
    }),
  );
}
