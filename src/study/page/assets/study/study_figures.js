// Figures of a reproduction: what was measured, with the study's values as marks.

function distinctOf(points, at) {
  return [...new Set(points.map((point) => point[at]))];
}

const STUDY_BAR = 12,
  STUDY_GAP = 10;

function studyMark(x, y) {
  return svg("rect", { class: "study", x: pixel(x - 4), y: pixel(y - 4), width: 8, height: 8 });
}

function studyValues(points) {
  return points.flatMap((point) => [point[2], point[3]]).filter((value) => value !== null);
}

/** Lying bars in groups. */
function studyBars(chart) {
  const groups = distinctOf(chart.points, 0),
    series = distinctOf(chart.points, 1);
  const height = series.length * STUDY_BAR + STUDY_GAP;
  const box = { left: 230, right: CHART_WIDTH - 40, top: 4, bottom: 8 + groups.length * height };
  const steps = roundSteps(Math.max(chart.level ?? 0, ...studyValues(chart.points)), 7);
  const scale = linear(0, steps.at(-1), box.left, box.right);
  const bars = chart.points.map(([x, name, y, study]) => {
    const top = box.top + groups.indexOf(x) * height + series.indexOf(name) * STUDY_BAR + 2;
    const text = `${x}, ${name}: ${plain(y)}${study === null ? "" : `, the study ${plain(study)}`}`;
    return svg(
      "g",
      {},
      y === null
        ? null
        : svg("rect", {
            class: "part",
            x: box.left,
            y: top,
            width: pixel(Math.max(0.5, scale(Math.max(0, y)) - box.left)),
            height: STUDY_BAR - 1,
            style: `fill:var(--series${series.indexOf(name) % 8})`,
          }),
      study === null ? null : studyMark(scale(Math.max(0, study)), top + STUDY_BAR / 2),
      hint(text),
    );
  });
  const labels = groups.map((name, i) =>
    svg("text", { class: "end", x: box.left - 8, y: box.top + i * height + (height - STUDY_GAP) / 2 + 6 }, shortened(name, 34)),
  );
  return { box, scale, axis: horizontalAxis(box, scale, steps, plain, chart.y), marks: [bars, labels], vertical: true };
}

/** Lines over numbers, on a logarithmic axis where the figure says so. */
function studyLines(chart) {
  const series = distinctOf(chart.points, 1);
  const box = { left: 70, right: CHART_WIDTH - 40, top: 8, bottom: 260 };
  const places = chart.points.map((point) => Number(point[0]));
  const least = Math.min(...places),
    most = Math.max(...places);
  const x = (chart.logarithmic ? logarithmic : linear)(least, most === least ? least + 1 : most, box.left, box.right);
  const steps = roundSteps(Math.max(chart.level ?? 0, ...studyValues(chart.points)), 5);
  const scale = linear(0, steps.at(-1), box.bottom, box.top);
  const ticks = chart.logarithmic || new Set(places).size < 10 ? [...new Set(places)] : roundSteps(most, 8).filter((step) => step >= least && step <= most);
  const lines = series.map((name, i) => {
    let path = "";
    for (const [at, of, y] of chart.points)
      if (of === name && y !== null) path += `${path === "" ? "M" : "L"}${pixel(x(Number(at)))} ${pixel(scale(y))}`;
    return svg("path", { class: "line", d: path, style: `stroke:var(--series${i % 8})` }, hint(name));
  });
  const dots = chart.points.map(([at, name, y]) =>
    y === null
      ? null
      : svg(
          "circle",
          { cx: pixel(x(Number(at))), cy: pixel(scale(y)), r: 2.5, style: `fill:var(--series${series.indexOf(name) % 8})` },
          hint(`${name}, ${at}: ${plain(y)}`),
        ),
  );
  const marks = chart.points.map(([at, , , study]) => (study === null ? null : studyMark(x(Number(at)), scale(study))));
  const axis = svg("g", {}, horizontalAxis(box, x, ticks, plain, chart.x), verticalAxis(box, scale, steps, plain, chart.y));
  return { box, scale, axis, marks: [lines, dots, marks], vertical: false };
}

/** Dots of simulated over measured values, on logarithmic axes with a diagonal of equal values. */
function studyCorrelation(chart) {
  const series = distinctOf(chart.points, 1);
  const box = { left: 110, right: 610, top: 8, bottom: 508 };
  const values = chart.points.flatMap(([x, , y]) => [Number(x), y]);
  const least = 10 ** Math.floor(Math.log10(Math.min(...values)));
  const most = Math.max(10 * least, 10 ** Math.ceil(Math.log10(Math.max(...values))));
  const x = logarithmic(least, most, box.left, box.right),
    scale = logarithmic(least, most, box.bottom, box.top);
  const dots = chart.points.map(([at, of, y, , name]) => {
    const error = 100 * (y / Number(at) - 1);
    const text = `${name}, ${of}: ${plain(y)}, on the chip ${plain(Number(at))}: ${error < 0 ? "" : "+"}${error.toFixed(1)}%`;
    return svg("circle", { cx: pixel(x(Number(at))), cy: pixel(scale(y)), r: 4, style: `fill:var(--series${series.indexOf(of) % 8})` }, hint(text));
  });
  const diagonal = svg("path", { class: "axis dashed strongline", d: `M${box.left} ${box.bottom}L${box.right} ${box.top}` });
  const ticks = powers(least, most);
  const axis = svg("g", {}, horizontalAxis(box, x, ticks, plain, chart.x), verticalAxis(box, scale, ticks, plain, chart.y));
  return { box, scale, axis, marks: [diagonal, dots], vertical: false };
}

const STUDY_KINDS = { bars: studyBars, lines: studyLines, correlation: studyCorrelation };

/** The columns and rows of the table below a figure. */
function studyTable(chart, hasStudy) {
  if (chart.kind === "correlation")
    return {
      columns: [{ label: "row" }, { label: "chip" }, { label: chart.x }, { label: chart.y }],
      rows: chart.points.map(([x, of, y, , name]) => [name, of, Number(x), y]),
    };
  return {
    columns: [{ label: chart.x }, { label: "series" }, { label: chart.y }, ...(hasStudy ? [{ label: "the study" }] : [])],
    rows: chart.points.map((point) => point.slice(0, hasStudy ? 4 : 3)),
  };
}

function studyFigure(chart) {
  const { box, scale, axis, marks, vertical } = STUDY_KINDS[chart.kind](chart);
  const series = distinctOf(chart.points, 1);
  const hasStudy = chart.points.some((point) => point[3] !== null);
  const level =
    chart.level === null
      ? null
      : svg("path", {
          class: "axis dashed strongline",
          d: vertical ? `M${scale(chart.level)} ${box.top}V${box.bottom}` : `M${box.left} ${scale(chart.level)}H${box.right}`,
        });
  return figure({
    name: `study-${chart.name}`,
    title: chart.title,
    note: hasStudy ? "Open squares are the study's values." : null,
    entries: series.map((label, i) => ({ label, color: `series${i % 8}` })),
    picture: drawing(CHART_WIDTH, box.bottom + 38, `${chart.title}: the table below has the numbers`, axis, marks, level),
    ...studyTable(chart, hasStudy),
  });
}

function studyFiguresSection(data) {
  const figures = data.figures.filter((chart) => chart.kind !== "correlation" && chart.points.length > 0).map(studyFigure);
  return figures.length === 0 ? null : section("figures", "Figures", figures);
}
