// Kernels of all runs in rows: one below the other, those of most cycles first, each in every run that has it.

function valueOf(kernel, name) {
  return kernel.values[name] ?? 0;
}

/** { name, symbol, anchor, runs: [{ run, kernel }] } of each kernel; the anchor leads to what limits the kernel. */
function kernelGroups(data) {
  const groups = new Map();
  const names = new Map();
  for (const run of data.runs) {
    for (const kernel of run.kernels) {
      if (!groups.has(kernel.symbol)) {
        const known = (names.get(kernel.name) ?? 0) + 1;
        names.set(kernel.name, known);
        groups.set(kernel.symbol, {
          name: known > 1 ? `${kernel.name} (${known})` : kernel.name,
          symbol: kernel.symbol,
          anchor: `kernel-${groups.size + 1}`,
          runs: [],
        });
      }
      groups.get(kernel.symbol).runs.push({ run, kernel });
    }
  }
  const most = (group) => Math.max(...group.runs.map(({ kernel }) => valueOf(kernel, "cycles")));
  return [...groups.values()].sort((left, right) => most(right) - most(left));
}

/** Lines of a chart: a kernel's name on a line of its own where there are several runs. */
function chartLines(data) {
  const lines = [];
  for (const group of kernelGroups(data)) {
    if (data.runs.length === 1) {
      lines.push({ label: group.name, ...group.runs[0] });
    } else {
      lines.push({ label: group.name, isHeading: true });
      for (const entry of group.runs) lines.push({ label: entry.run.name, ...entry });
    }
  }
  return lines;
}

const LINE_HEIGHT = 22,
  LABEL_WIDTH = 230;

function lineLabel(line, y) {
  const text = svg(
    "text",
    { class: line.isHeading ? "strong" : "end", x: line.isHeading ? 0 : LABEL_WIDTH - 10, y: y + 15 },
    shortened(line.label, line.isHeading ? 90 : 32),
  );
  text.append(hint(line.kernel?.signature ?? line.label));
  return text;
}

/** A table of kernels: `columns` are { label, of(kernel, run), format, change }. Rows of further runs have baselines. */
function kernelTable(data, columns) {
  const hasRuns = data.runs.length > 1;
  const heading = [{ label: "kernel" }, ...(hasRuns ? [{ label: "run" }] : []), ...columns];
  const rows = [],
    baselines = [];
  for (const group of kernelGroups(data)) {
    let baseline;
    for (const { run, kernel } of group.runs) {
      const row = [
        group.name,
        ...(hasRuns ? [run.name] : []),
        ...columns.map((column) => column.of(kernel, run) ?? null),
      ];
      rows.push(row);
      baselines.push(baseline);
      if (run === data.runs[0]) baseline = row;
    }
  }
  return { columns: heading, rows, baselines };
}
