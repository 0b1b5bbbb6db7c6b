// What instructions did, summed by the lines of the source and of PTX.

const SOURCE_COUNTS = ["warps", "issues", "lanes", "requests", "sectors", "bank_requests", "bank_cycles"];

/** `issued` of a warp: nothing keeps it from issuing. */
function reasonLabel(reason) {
  return reason === "issued" ? "could issue" : reason;
}

function emptyWork(lines) {
  return { ...Object.fromEntries(SOURCE_COUNTS.map((name) => [name, 0])), reasons: lines.reasons.map(() => 0) };
}

function addWork(sum, row) {
  for (const name of SOURCE_COUNTS) sum[name] += row[name];
  row.reasons.forEach((warps, i) => (sum.reasons[i] += warps));
}

/** Sums of rows of the same key, in the order of the first of each. `made` makes the rest of a sum from its first row. */
function summedBy(lines, rows, key, made) {
  const sums = new Map();
  for (const row of rows) {
    const of = key(row);
    if (of === null) continue;
    if (!sums.has(of)) sums.set(of, { ...emptyWork(lines), ...made(row), rows: [] });
    addWork(sums.get(of), row);
    sums.get(of).rows.push(row);
  }
  return [...sums.values()];
}

/** The lines of a kernel's source in their order, each with the lines of inlined functions that it calls. */
function sourceLines(lines, kernel) {
  const spotted = (spot) => (spot === null ? { place: "", text: "", line: 0 } : { ...lines.spots[spot], place: lines.spots[spot].name });
  const sums = summedBy(
    lines,
    kernel.rows,
    (row) => row.calling,
    (row) => spotted(row.calling),
  );
  for (const sum of sums) {
    const inner = sum.rows.filter((row) => row.spot !== row.calling);
    sum.inlined = summedBy(
      lines,
      inner,
      (row) => row.spot,
      (row) => spotted(row.spot),
    );
  }
  return sums.sort((left, right) => left.line - right.line);
}

function ptxLines(lines, kernel) {
  return summedBy(
    lines,
    kernel.rows,
    (row) => row.ptx_line,
    (row) => ({ place: `PTX ${row.ptx_line}`, text: row.ptx, line: row.ptx_line }),
  );
}

/** The reason for which warps wait longest at the line; "" where no warp waits. */
function mainReason(lines, work) {
  const most = Math.max(...work.reasons);
  return most === 0 ? "" : reasonLabel(lines.reasons[work.reasons.indexOf(most)]);
}

function ratio(part, whole) {
  return whole === 0 ? null : part / whole;
}

/** The columns that all tables of lines and instructions have. */
function workColumns(lines) {
  return [
    { label: "time", note: "share of the time of all warps", format: percent, of: (work) => work.warps / lines.warps },
    { label: "main wait", of: (work) => mainReason(lines, work) },
    { label: "issues", of: (work) => work.issues },
    { label: "lanes", note: "active lanes of an issue", format: plain, of: (work) => ratio(work.lanes, work.issues) },
    { label: "sectors", note: "sectors of a cache request", format: plain, of: (work) => ratio(work.sectors, work.requests) },
    {
      label: "bank cycles",
      note: "cycles of an access of shared memory or of constants",
      format: plain,
      of: (work) => ratio(work.bank_cycles, work.bank_requests),
    },
  ];
}
