// At which lines of the program warps spend their time, and what they wait for there.

const HOT_LINE_HEIGHT = 38,
  HOT_LINES = 20;

function hotLine(line, i, box, scale, lines) {
  const y = box.top + i * HOT_LINE_HEIGHT;
  const share = percent(line.warps / lines.warps);
  let sum = 0;
  const parts = lines.reasons.map((reason, at) => {
    const value = line.reasons[at];
    if (value === 0) return null;
    const begin = scale(sum / lines.warps),
      end = scale((sum + value) / lines.warps);
    sum += value;
    return svg(
      "rect",
      {
        class: "part",
        x: begin.toFixed(2),
        y: y + 17,
        width: Math.max(0.1, end - begin).toFixed(2),
        height: 14,
        style: `fill:var(--${STALL_COLORS[reason] ?? reason})`,
      },
      hint(`${reasonLabel(reason)}: ${percent(value / line.warps)} of the line's`),
    );
  });
  return svg(
    "g",
    {},
    svg("text", { class: "muted", x: 0, y: y + 12 }, shortenedInside(line.place, 23)),
    line.text === ""
      ? svg("text", { class: "muted", x: 170, y: y + 12 }, "the text of this line is not known")
      : svg("text", { class: "mono", x: 170, y: y + 12 }, shortened(line.text, 116)),
    svg("text", { class: "muted", x: 0, y: y + 28 }, shortenedInside(line.name, 15)),
    svg("text", { class: "end", x: box.left - 10, y: y + 28 }, share),
    parts,
    hint(`${line.place} of ${line.name}: ${share}`),
  );
}

/** The lines with most warps, of all kernels of the run. */
function hottestLines(run, linesOf) {
  const names = new Map(run.kernels.map((kernel) => [kernel.symbol, kernel.name]));
  return run.lines.kernels
    .flatMap((kernel) =>
      linesOf(run.lines, kernel).map((line) => ({ ...line, name: names.get(kernel.kernel) ?? kernel.kernel })),
    )
    .filter((line) => line.warps > 0)
    .sort((left, right) => right.warps - left.warps);
}

/** `all`: the lines, hottest first. */
function hotLinesFigure(data, run, kind, title, all) {
  const lines = run.lines;
  const named = all.slice(0, HOT_LINES);
  const box = {
    left: 170,
    right: CHART_WIDTH - 24,
    top: 4,
    bottom: 8 + named.length * HOT_LINE_HEIGHT,
  };
  const most = roundSteps(Math.max(...named.map((line) => line.warps)) / lines.warps, 5);
  const scale = linear(0, most.at(-1), box.left, box.right);
  const seen = lines.reasons.filter((reason, i) => named.some((line) => line.reasons[i] > 0));
  const left = all.length - named.length;
  const label = `${title}${data.runs.length > 1 ? `, ${run.name}` : ""}`;
  const reasons = seen.map((reason) => lines.reasons.indexOf(reason));
  const columns = [
    { label: "line" },
    { label: "kernel" },
    { label: "text" },
    { label: "warps" },
    { label: "share", format: percent },
    ...seen.map((reason) => ({ label: reasonLabel(reason) })),
  ];
  const rowOf = (line) => [line.place, line.name, line.text, line.warps, line.warps / lines.warps, ...reasons.map((i) => line.reasons[i])];
  return figure({
    name: `hot-${kind}-${data.runs.indexOf(run) + 1}`,
    title: label,
    note:
      "Share of the warps that were looked at, by the line of the instruction that they execute next, and by what keeps them from issuing." +
      (left > 0 ? ` The ${grouped(named.length)} lines with most are shown; the file has ${grouped(left)} more.` : ""),
    entries: seen.map((reason) => ({ label: reasonLabel(reason), color: STALL_COLORS[reason] ?? reason })),
    picture: drawing(
      CHART_WIDTH,
      box.bottom + 20,
      `${label}: the table below has the numbers`,
      horizontalAxis(box, scale, most, percentSteps(most), ""),
      named.map((line, i) => hotLine(line, i, box, scale, lines)),
    ),
    columns,
    rows: named.map(rowOf),
    file: { columns, rows: all.map(rowOf) },
  });
}

/** The hottest lines of the source, or of PTX where the source is not known. */
function hottestFigure(data, run) {
  const ofSource = hottestLines(run, sourceLines);
  if (ofSource.length > 0) return hotLinesFigure(data, run, "source", "Hottest lines of the source", ofSource);
  return [
    html("p", {}, `${run.name}: the PTX does not say which lines of the source it is made from; heddle cc -lineinfo has it say so.`),
    hotLinesFigure(data, run, "ptx", "Hottest lines of PTX", hottestLines(run, ptxLines)),
  ];
}

function runLines(data, run) {
  const { processes, left_out: left } = run.lines;
  return [
    processes > 1 ? html("p", {}, `${run.name}: lines of the first of ${processes} processes.`) : null,
    left > 0
      ? html("p", {}, `${run.name}: ${counted(left, "instruction", "instructions")} with fewest warps are left out; source_lines.csv has all.`)
      : null,
    hottestFigure(data, run),
    sourceView(run, `Source and instructions${data.runs.length > 1 ? `, ${run.name}` : ""}`),
  ];
}

function linesSection(data) {
  const parts = data.runs
    .filter((run) => run.lines !== null && run.lines !== undefined)
    .map((run) => runLines(data, run));
  return parts.length === 0 ? null : section("lines", "Where warps spend their time", parts);
}
