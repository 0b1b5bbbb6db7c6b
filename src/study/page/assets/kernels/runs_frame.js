// What is around the charts of runs: the head of the page, and its foot.

function commandText(run) {
  return run.command.join(" ");
}

/** Words as a shell takes them. */
function shellText(words) {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

function runHeadline(run) {
  return html(
    "dl",
    { class: "headline" },
    run.headline.map((row) => html("div", {}, html("dt", {}, row.label), html("dd", {}, row.value))),
  );
}

function runWarnings(run) {
  const parts = [];
  if (run.status !== "complete") {
    parts.push(
      html(
        "p",
        { class: "warning", role: "note" },
        html("strong", {}, `${run.name} ${run.status === "failed" ? "has" : "is"} ${run.status}`),
        `: ${run.reason || "no reason is known"}. What follows is what was measured until then.`,
      ),
    );
  }
  for (const warning of run.warnings)
    parts.push(html("p", { class: "warning", role: "note" }, `${run.name}: ${warning}`));
  if (run.kernels_left_out > 0)
    parts.push(
      html(
        "p",
        { class: "warning", role: "note" },
        `${run.name}: the page leaves out ${counted(run.kernels_left_out, "kernel", "kernels")} of fewest cycles; stats.json has all.`,
      ),
    );
  if (run.kernels_not_timed > 0)
    parts.push(
      html(
        "p",
        { class: "muted" },
        `${run.name}: ${counted(run.kernels_not_timed, "kernel", "kernels")} ran without timing, so the page has nothing of them.`,
      ),
    );
  return parts;
}

function runsHead(data) {
  const one = data.runs[0];
  const isOne = data.runs.length === 1;
  // Of several runs `heddle compare` says what a reader must know, with their warnings.
  const caveats = isOne
    ? []
    : data.comparison.caveats.map((caveat) => html("p", { class: "warning", role: "note" }, caveat));
  const warnings = isOne
    ? runWarnings(one)
    : data.runs.flatMap((run) => runWarnings({ ...run, status: "complete", warnings: [] }));
  return html(
    "header",
    {},
    html("h1", {}, data.runs.map((run) => run.name).join(", ")),
    isOne || data.runs.every((run) => commandText(run) === commandText(one) && run.machine === one.machine)
      ? html("p", {}, html("code", {}, commandText(one)), ` on ${one.machine}${isOne ? `: ${one.status}` : ""}`)
      : null,
    caveats,
    warnings,
    isOne && one.kernels.length > 0 ? runHeadline(one) : null,
  );
}

function parameterTable(data) {
  const keys = [...new Set(data.runs.flatMap((run) => Object.keys(run.settings)))].sort();
  const columns = [{ label: "parameter" }, ...data.runs.map((run) => ({ label: run.name }))];
  const rows = keys.map((key) => [key, ...data.runs.map((run) => run.settings[key] ?? "-")]);
  return [
    html(
      "details",
      {},
      html("summary", {}, `All ${keys.length} parameters`),
      html(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Parameters" },
        table("Parameters", columns, rows),
      ),
    ),
    html("p", {}, csvButton("parameters", "parameters", columns, rows)),
  ];
}

/** All that is known of the kernels, for other programs. */
function statisticsButton(data) {
  const names = [
    ...new Set(data.runs.flatMap((run) => run.kernels.flatMap((kernel) => Object.keys(kernel.values)))),
  ].sort();
  const columns = ["run", "kernel", "symbol", ...names].map((label) => ({ label }));
  const rows = data.runs.flatMap((run) =>
    run.kernels.map((kernel) => [
      run.name,
      kernel.name,
      kernel.symbol,
      ...names.map((name) => kernel.values[name] ?? 0),
    ]),
  );
  return csvButton("kernel-statistics", "all statistics of the kernels", columns, rows);
}

function runsFoot(data) {
  const facts = data.runs.flatMap((run) => [
    html("dt", {}, run.name),
    html(
      "dd",
      {},
      html("code", {}, run.typed.length > 0 ? shellText(run.typed) : commandText(run)),
      ` on ${run.machine}, by heddle ${run.heddle_version}; ${counted(run.launches, "launch", "launches")}; ${run.status}`,
    ),
  ]);
  return html(
    "footer",
    {},
    html("h2", { id: "source" }, "Where this is from"),
    html(
      "dl",
      {},
      facts,
      html("dt", {}, "report"),
      html("dd", {}, `heddle ${data.heddle_version}, revision ${data.revision}`),
    ),
    html("p", { class: "screen" }, "All statistics of the kernels: ", statisticsButton(data)),
    parameterTable(data),
  );
}
