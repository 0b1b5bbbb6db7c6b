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
        paths[level] += `M${pixel(x(begin))} ${pixel(y(sm))}H${pixel(x(end))}v${pixel(height)}H${pixel(x(begin))}Z`;
      begin = end;
    }
  });
  return paths.map((path, level) =>
    path === ""
      ? null
      : svg("path", { d: path, style: `fill:var(--useful);fill-opacity:${(level / BLOCK_LEVELS).toFixed(3)}` }),
  );
}

/** Blocks on the SMs by span, or of so many spans together on average. */
function blocksTable(launch, spans, together) {
  const starts = Array.from({ length: Math.ceil(spans / together) }, (ignored, i) => i * together);
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    columns: [
      { label: "SM" },
      ...starts.map((start) => ({ label: `from ${grouped(Math.round((start * launch.cycles) / spans))}` })),
    ],
    rows: launch.resident.map((row, sm) => [
      `SM ${sm}`,
      ...starts.map((start) => mean(row.slice(start, start + together))),
    ]),
  };
}

function blocksFigure(data, run, launch, index) {
  const sms = launch.resident.length,
    spans = Math.max(...launch.resident.map((row) => row.length));
  const height = Math.max(4, Math.min(14, 420 / sms));
  const box = { left: 60, right: CHART_WIDTH - 24, top: 8, bottom: 8 + sms * height };
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
  return figure({
    name: `blocks-${index}`,
    title,
    picture,
    ...blocksTable(launch, spans, 10),
    file: blocksTable(launch, spans, 1),
    note:
      `Launch ${launch.launch}: ${counted(launch.blocks, "block", "blocks")} in ${grouped(launch.cycles)} cycles. The stronger, the more blocks: ` +
      `at most ${plain(most)} on an SM, on average over ${plain(span)} cycles. The file has these, the table ten of them together.`,
  });
}

/** Which of the launches are shown. */
function shownLaunches(blocks) {
  const shown = blocks.launches.length;
  if (shown === blocks.all_kernels) return "the longest launch of each kernel is shown";
  return `of ${counted(blocks.all_kernels, "kernel", "kernels")} the ${shown} with the longest launches are shown, each by its longest`;
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
              `${run.name}: ${shownLaunches(run.blocks)}; blocks.csv has ${counted(left, "more launch", "more launches")}.`,
            );
      const others =
        run.blocks.processes > 1
          ? html("p", {}, `${run.name}: blocks of the first of ${run.blocks.processes} processes.`)
          : null;
      return [note, others, run.blocks.launches.map((launch) => blocksFigure(data, run, launch, ++index))];
    });
  return parts.length === 0 ? null : section("blocks", "Blocks over time by SM", parts);
}
