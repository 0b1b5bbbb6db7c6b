// A run of a sweep, drawn when it is asked for by its address, #run-7: as the report of that run alone.

/** The run as the charts of runs take it: values by name, peaks, settings. */
function sweptRun(data, run, axes) {
  const configuration = data.configurations[run.configuration] ?? { settings: {}, peaks: null };
  const kernels = (run.kernels ?? []).map((kernel) => {
    const values = {};
    for (let i = 0; i < kernel.values.length; i += 2) values[data.names[kernel.values[i]]] = kernel.values[i + 1];
    return { ...kernel, values, signature: kernel.symbol };
  });
  const machine = run.labels[data.axes.indexOf("machine")];
  return { ...run, ...configuration, name: sweptName(axes, run), machine, kernels };
}

const SHOWN_UNITS = ["%", "GB/s", "W"]; // those that a measure's name does not say
const UNIT_FORMATS = { s: secondsText, J: joules }; // units that numbers are written with

function measuredText(measure, value) {
  if (value === null || value === undefined) return "-";
  const format = UNIT_FORMATS[measure.unit];
  if (format) return format(value);
  return `${plain(value)}${SHOWN_UNITS.includes(measure.unit) ? ` ${measure.unit}` : ""}`;
}

function sweptFacts(data, run) {
  const facts = [
    ...data.axes.map((axis, i) => [axis, run.labels[i]]).filter(([, value]) => value !== ""),
    ["status", run.status],
    ...(run.message === "" ? [] : [["message", run.message]]),
    ["seconds of the host", plain(run.host_seconds)],
    ...data.measures.map((measure, i) => [
      measure.label,
      run.measures ? measuredText(measure, run.measures[i]) : "-",
    ]),
  ];
  return html(
    "dl",
    { class: "headline" },
    facts.map(([label, value]) => html("div", {}, html("dt", {}, label), html("dd", {}, value))),
  );
}

function sweptParameters(data, run) {
  const rows = Object.entries(run.settings).map(([key, value]) => [key, value]);
  if (rows.length === 0) return null;
  return html(
    "details",
    {},
    html("summary", {}, `Parameters that differ among runs: ${rows.length}`),
    table("Parameters of this run", [{ label: "parameter" }, { label: "value" }], rows),
  );
}

/** Charts of a single run; the ones that need peaks only where the file has the parameters. */
const SWEPT_PARTS = [limitsSection, stallSection, rooflineSection, occupancySection, memorySection, energySection];

function sweptParts(data, run) {
  if (run.kernels.length === 0 && !(run.kernels_left_out > 0))
    return [html("p", {}, "Nothing was measured of this run's kernels.")];
  const shown = { ...data, runs: [run] };
  const parts = run.peaks === null ? SWEPT_PARTS.filter((part) => part !== rooflineSection && part !== occupancySection) : SWEPT_PARTS;
  const left = run.kernels_left_out > 0 ? [html("p", { class: "warning", role: "note" }, `The page leaves out the ${grouped(run.kernels_left_out)} kernels of fewest cycles; the file has them.`)] : [];
  if (run.kernels.length === 0) return left;
  return [...left, ...parts.map((part) => part(shown)).filter((part) => part !== null)];
}

function showRun(data, axes, holder) {
  const number = /^#run-(\d+)$/.exec(location.hash)?.[1];
  if (number === undefined) return;
  const found = data.runs.find((run) => run.run === Number(number));
  if (found === undefined) return;
  const run = sweptRun(data, found, axes);
  const heading = html("h2", { id: "run-heading", tabindex: "-1" }, `Run ${run.run}: ${run.name}`);
  holder.replaceChildren(
    heading,
    html("p", { class: "screen" }, html("a", { href: "#runs" }, "Back to the runs")),
    sweptFacts(data, run),
    sweptParameters(data, run) ?? "",
    ...sweptParts(data, run),
  );
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

function sweptRunSection(data) {
  const axes = sweepAxes(data);
  const holder = html(
    "section",
    { id: "run", "aria-labelledby": "run-heading" },
    html("h2", { id: "run-heading" }, "A run"),
    html("p", { class: "muted" }, "Choose a bar of the chart or a run's number in the table: its kernels are shown here."),
  );
  addEventListener("hashchange", () => showRun(data, axes, holder));
  queueMicrotask(() => showRun(data, axes, holder));
  return holder;
}

/** Many settings are folded: they would fill the first screen. */
function settingList(settings) {
  const names = settings.join(", ");
  if (names.length <= 300) return html("p", {}, `${settings.length === 1 ? "Setting" : "Settings"}: ${names}.`);
  return html("details", {}, html("summary", {}, `${grouped(settings.length)} settings`), html("p", {}, names));
}

function sweepHead(data) {
  const counts = new Map();
  for (const run of data.runs) counts.set(run.status, (counts.get(run.status) ?? 0) + 1);
  const text = [...counts].map(([status, count]) => `${grouped(count)} ${status}`).join(", ");
  return html(
    "header",
    {},
    html("h1", {}, data.file),
    html("p", {}, `${counted(data.all_runs, "run", "runs")}: ${text}.`),
    settingList(data.settings),
  );
}

function sweepFoot(data) {
  const rows = Object.entries(data.common);
  const columns = [{ label: "parameter" }, { label: "value" }];
  return html(
    "footer",
    {},
    html("h2", { id: "source" }, "Where this is from"),
    html("dl", {}, html("dt", {}, "results"), html("dd", {}, data.file), html("dt", {}, "report"), html("dd", {}, html("code", {}, data.command), `, by heddle ${data.heddle_version}, revision ${data.revision}`)),
    rows.length === 0
      ? html("p", {}, "The file is of an earlier heddle and has no parameters.")
      : [
          html("details", {}, html("summary", {}, `${rows.length} parameters that all runs share`), html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Parameters" }, table("Parameters", columns, rows))),
          html("p", {}, csvButton("parameters", "parameters that all runs share", columns, rows)),
        ],
  );
}
