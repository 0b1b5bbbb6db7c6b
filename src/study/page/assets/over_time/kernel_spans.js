// Which kernels ran when: a strip above the charts over time.

const SPAN_HEIGHT = 18,
  SPAN_LANES = 6;

/** Spans of { kernel, begin, end, lane }: launches that overlap are in different lanes. */
function lanedSpans(run) {
  const ends = [];
  return run.spans.rows.map(([kernel, begin, end]) => {
    let lane = ends.findIndex((last) => last <= begin);
    if (lane < 0) lane = Math.min(ends.length, SPAN_LANES - 1);
    ends[lane] = Math.max(end, ends[lane] ?? 0);
    return { kernel: run.spans.kernels[kernel], color: `series${kernel % 8}`, begin, end, lane };
  });
}

/** Names of the kernels of the run at the cycle, "no kernel" without one. */
function kernelsAt(run, cycle) {
  if (!run.spans) return "";
  const names = run.spans.rows
    .filter(([, begin, end]) => begin <= cycle && cycle < end)
    .map(([kernel]) => run.spans.kernels[kernel].name);
  return names.length === 0 ? "no kernel" : [...new Set(names)].join(", ");
}

function spanMark(view, box, span, address) {
  const shown = shownSpan(view, span.begin, span.end);
  if (shown === null) return null;
  const x = timeScale(view);
  const [left, right] = shown.map(x);
  const y = box.top + span.lane * SPAN_HEIGHT;
  const letters = Math.floor((right - left) / 7);
  const mark = [
    svg("rect", {
      class: "part",
      x: pixel(left),
      y,
      width: pixel(Math.max(right - left, 0.5)),
      height: SPAN_HEIGHT - 2,
      style: `fill:var(--${span.color})`,
    }),
    letters < 4
      ? null
      : svg("text", { class: "halo", x: pixel(left + 4), y: y + 12 }, shortened(span.kernel.name, letters - 1)),
    hint(`${span.kernel.signature}: cycles ${grouped(span.begin - view.first)} to ${grouped(span.end - view.first)}`),
  ];
  return address === undefined || letters < 4 ? svg("g", {}, mark) : svg("a", { href: address }, mark);
}

function spansPicture(view, run, spans, addresses) {
  const lanes = 1 + Math.max(...spans.map((span) => span.lane));
  const box = { left: TIME_LEFT, right: TIME_RIGHT, top: 4, bottom: 8 + lanes * SPAN_HEIGHT };
  const picture = drawing(
    CHART_WIDTH,
    box.bottom + 38,
    "Kernels over time: the table below has the numbers",
    timeAxis(view, box),
    spans.map((span) => spanMark(view, box, span, addresses.get(span.kernel.signature))),
  );
  picture.setAttribute("role", "group"); // it has links
  return { picture, box, reads: (cycle) => kernelsAt(run, cycle) };
}

function spansFigure(data, run, view) {
  const spans = lanedSpans(run);
  if (spans.length === 0) return null;
  const addresses = new Map(
    kernelGroups(data).flatMap((group) => group.runs.map(({ kernel }) => [kernel.signature, `#${group.anchor}`])),
  );
  const left = run.spans.left_out;
  return figure({
    name: `kernels-over-time-${data.runs.indexOf(run) + 1}`,
    title: `Kernels over time${data.runs.length > 1 ? `, ${run.name}` : ""}`,
    note:
      "From the launch to the end of the last block. A kernel leads to what limits it." +
      (left > 0 ? ` ${counted(left, "shorter launch is", "shorter launches are")} left out.` : ""),
    picture: timePicture(view, () => spansPicture(view, run, spans, addresses)),
    columns: [{ label: "kernel" }, { label: "begin" }, { label: "end" }, { label: "cycles" }],
    rows: spans.map((span) => [span.kernel.signature, span.begin, span.end, span.end - span.begin]),
  });
}
