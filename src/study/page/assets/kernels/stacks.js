// Bars of stacked shares, a line for each kernel: issue slots and energy.

/** `parts`: { label, color, of(kernel) }; a bar is as long as their sum over `whole(kernel)`. */
function stackPicture(data, label, parts, whole, format) {
  const lines = chartLines(data);
  const box = { left: LABEL_WIDTH, right: CHART_WIDTH - 24, top: 4, bottom: 8 + lines.length * LINE_HEIGHT };
  const scale = linear(0, 1, box.left, box.right);
  const bars = lines.map((line, i) => {
    const y = box.top + i * LINE_HEIGHT;
    return line.isHeading
      ? lineLabel(line, y)
      : svg("g", {}, lineLabel(line, y), stackBar(line.kernel, y, scale, parts, whole, format));
  });
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1];
  return drawing(
    CHART_WIDTH,
    box.bottom + 20,
    label,
    horizontalAxis(box, scale, steps, (value) => `${Math.round(100 * value)}%`, ""),
    bars,
  );
}

function stackBar(kernel, y, scale, parts, whole, format) {
  let sum = 0;
  const all = whole(kernel);
  return parts.map((part) => {
    const value = part.of(kernel);
    if (!(value > 0) || !(all > 0)) return null;
    const begin = scale(sum / all),
      end = scale((sum + value) / all);
    sum += value;
    return svg(
      "rect",
      {
        class: "part",
        x: begin.toFixed(2),
        y: y + 3,
        width: Math.max(0.1, end - begin).toFixed(2),
        height: LINE_HEIGHT - 6,
        style: `fill:var(--${part.color})`,
      },
      hint(`${part.label}: ${format(value, all)}`),
    );
  });
}

function slotName(part) {
  return part.name.slice("slots.".length);
}

function slotLabel(part) {
  return (
    { useful: "issued, by active lane", lost_lanes: "issued, inactive lanes" }[slotName(part)] ??
    part.counter.slice("stall.".length)
  );
}

/** Parts of the issue slots that some kernel has a thousandth of. */
function visibleSlots(data) {
  return data.slot_parts.filter((part) =>
    data.runs.some((run) => run.kernels.some((kernel) => valueOf(kernel, part.name) >= 0.001)),
  );
}

function stallSection(data) {
  const parts = visibleSlots(data).map((part) => ({
    label: slotLabel(part),
    color: slotName(part),
    of: (kernel) => valueOf(kernel, part.name),
  }));
  const title = "Issue slots by kernel";
  const chart = figure({
    name: "stalls",
    title,
    note: "Every cycle of every scheduler is in one part: it issued, or what the warps waited for that came next.",
    entries: parts,
    picture: stackPicture(
      data,
      `${title}: the table below has the numbers`,
      parts,
      () => 1,
      (value) => percent(value),
    ),
    ...kernelTable(data, [
      { label: "cycles", of: (kernel) => valueOf(kernel, "cycles"), change: "ratio" },
      ...parts.map((part) => ({ label: part.label, of: part.of, format: percent, change: "points" })),
    ]),
  });
  return section("stalls", "Where the issue slots went", chart);
}
