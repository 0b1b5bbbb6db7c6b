// What a run would gain if one thing at a time cost nothing, as `heddle whatif` measured it.

const WHATIF_KERNELS = 6; // columns of the table, those with most cycles

function whatifMeasured(whatif) {
  return whatif.rows.filter((row) => row.missing === "");
}

function savedOf(before, after) {
  return before > 0 ? 1 - after / before : 0;
}

/** Bars from 0 to the right for cycles that are saved, to the left for cycles that are added. */
function whatifPicture(whatif, label) {
  const rows = whatifMeasured(whatif).map((row) => ({ ...row, saved: savedOf(whatif.before.cycles, row.cycles) }));
  const least = Math.min(0, ...rows.map((row) => row.saved));
  const steps = [-1, -0.5, 0, 0.25, 0.5, 0.75, 1].filter((step) => step >= Math.floor(2 * least) / 2);
  const box = { left: LABEL_WIDTH, right: CHART_WIDTH - 24, top: 4, bottom: 8 + rows.length * LINE_HEIGHT };
  const scale = linear(steps[0], 1, box.left, box.right);
  const bars = rows.map((row, i) => {
    const y = box.top + i * LINE_HEIGHT;
    const saved = Math.max(steps[0], row.saved);
    const begin = scale(Math.min(0, saved)),
      end = scale(Math.max(0, saved));
    const bar = svg(
      "rect",
      {
        class: "part",
        x: pixel(begin),
        y: y + 3,
        width: pixel(Math.max(1, end - begin)),
        height: LINE_HEIGHT - 6,
        style: `fill:var(--${row.saved < 0 ? "memory" : "useful"})`,
      },
      hint(`${row.title}: ${percent(row.saved)} of the cycles saved (${row.meaning})`),
    );
    return svg("g", {}, lineLabel({ label: row.title }, y), bar);
  });
  return drawing(
    CHART_WIDTH,
    box.bottom + 20,
    label,
    horizontalAxis(box, scale, steps, (value) => `${Math.round(100 * value)}%`, ""),
    bars,
  );
}

function whatifFigure(run, number, ofSeveral) {
  const { before } = run.whatif;
  const kernels = before.kernels
    .map((kernel, i) => ({ ...kernel, i }))
    .sort((left, right) => right.cycles - left.cycles)
    .slice(0, WHATIF_KERNELS);
  const title = "Cycles saved if one thing cost nothing" + (ofSeveral ? `: ${run.name}` : "");
  return figure({
    name: ofSeveral ? `whatif-${number}` : "whatif",
    title,
    note: "Each bar is a run of its own, or computed from what a run records. The gains do not add up: what hides behind one delay shows when that is gone.",
    picture: whatifPicture(run.whatif, `${title}: the table below has the numbers`),
    columns: [
      { label: "if there were" },
      { label: "cycles" },
      { label: "saved", format: percent },
      ...kernels.map((kernel) => ({ label: `saved in ${kernel.name}`, format: percent })),
      { label: "that is" },
    ],
    rows: [before, ...run.whatif.rows].map((row) => {
      const isMeasured = row.missing === "";
      return [
        row.title,
        isMeasured ? row.cycles : null,
        isMeasured ? savedOf(before.cycles, row.cycles) : null,
        ...kernels.map((kernel) => (isMeasured ? savedOf(kernel.cycles, row.kernels[kernel.i].cycles) : null)),
        isMeasured ? row.meaning : `not measured: ${row.missing}`,
      ];
    }),
  });
}

function whatifSection(data) {
  const runs = data.runs.filter((run) => run.whatif);
  if (runs.length === 0) return null;
  const figures = runs.map((run, number) => whatifFigure(run, number, data.runs.length > 1));
  return section("whatif", "What would be gained", figures);
}
