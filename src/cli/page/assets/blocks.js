// Blocks on each SM over the time of a launch.

const BLOCK_LEVELS = 8;

/** Cells of the same level are one path: so a large machine draws quickly. */
function levelPaths(launch, x, y, height, most) {
  const paths = Array.from({ length: BLOCK_LEVELS + 1 }, () => "");
  launch.resident.forEach((spans, sm) => {
    for (let begin = 0; begin < spans.length;) {
      const level = Math.ceil((spans[begin] / most) * BLOCK_LEVELS);
      let end = begin + 1;
      while (end < spans.length && Math.ceil((spans[end] / most) * BLOCK_LEVELS) === level) ++end;
      if (level > 0)
        paths[level] +=
          `M${x(begin).toFixed(1)} ${y(sm).toFixed(1)}H${x(end).toFixed(1)}v${height.toFixed(1)}H${x(begin).toFixed(1)}Z`;
      begin = end;
    }
  });
  return paths.map((path, level) =>
    path === ""
      ? null
      : svg("path", { d: path, style: `fill:var(--useful);fill-opacity:${(level / BLOCK_LEVELS).toFixed(3)}` }),
  );
}

function blocksFigure(data, run, launch, index) {
  const sms = launch.resident.length,
    spans = Math.max(...launch.resident.map((row) => row.length));
  const height = Math.max(4, Math.min(14, 420 / sms));
  const box = { left: 60, right: CHART_WIDTH - 12, top: 8, bottom: 8 + sms * height };
  const x = linear(0, spans, box.left, box.right),
    y = (sm) => box.top + sm * height;
  const cycles = linear(0, launch.cycles, box.left, box.right);
  const most = Math.max(1, ...launch.resident.flat());
  const every = Math.ceil(14 / height);
  const labels = launch.resident.map((row, sm) =>
    sm % every === 0
      ? svg("text", { class: "muted end", x: box.left - 6, y: y(sm) + height / 2 + 4 }, `SM ${sm}`)
      : null,
  );
  const title = `Blocks on SMs, ${launch.kernel}${data.runs.length > 1 ? `, ${run.name}` : ""}`;
  const picture = drawing(
    CHART_WIDTH,
    box.bottom + 38,
    `${title}: the table below has the numbers`,
    horizontalAxis(
      box,
      cycles,
      roundSteps(launch.cycles, 8).filter((step) => step <= launch.cycles),
      (step) => grouped(Math.round(step)),
      "cycles from the launch's beginning",
    ),
    levelPaths(launch, x, y, height - (height > 6 ? 1 : 0), most),
    labels,
  );
  const span = launch.cycles / spans;
  const columns = [
    { label: "SM" },
    ...Array.from({ length: spans }, (ignored, i) => ({ label: `from ${Math.round(i * span)}` })),
  ];
  return figure({
    name: `blocks-${index}`,
    title,
    picture,
    columns,
    rows: launch.resident.map((row, sm) => [`SM ${sm}`, ...row]),
    note:
      `Launch ${launch.launch}: ${grouped(launch.blocks)} blocks in ${grouped(launch.cycles)} cycles. The darker, the more blocks: at most ${plain(most)} on an SM, ` +
      `on average over ${plain(span)} cycles.`,
  });
}

function blocksSection(data) {
  let index = 0;
  const parts = data.runs
    .filter((run) => run.blocks !== null)
    .map((run) => {
      const left = run.blocks.all_launches - run.blocks.launches.length;
      const note =
        left === 0
          ? null
          : html(
              "p",
              {},
              `${run.name}: the longest launch of each kernel is shown; blocks.csv has ${grouped(left)} more launches.`,
            );
      return [note, run.blocks.launches.map((launch) => blocksFigure(data, run, launch, ++index))];
    });
  return parts.length === 0 ? null : section("blocks", "Blocks over time by SM", parts);
}
