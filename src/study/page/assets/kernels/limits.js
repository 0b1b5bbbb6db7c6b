// What limits each kernel, in sentences, and the rules behind them.

const KERNELS_IN_FULL = 12; // further ones are folded

function launchText(run, kernel) {
  const size = (extents) =>
    extents.filter((extent, i) => i === 0 || extent !== 1 || extents.slice(i).some((other) => other !== 1)).join(" × ");
  const share = valueOf(kernel, "cycles") / run.kernels.reduce((sum, other) => sum + valueOf(other, "cycles"), 0);
  const launches =
    kernel.timed_launches === kernel.launches
      ? grouped(kernel.launches)
      : `${grouped(kernel.timed_launches)} timed of ${grouped(kernel.launches)}`;
  return (
    `${grouped(valueOf(kernel, "cycles"))} cycles (${percent(share)} of the kernels'), IPC ${plain(valueOf(kernel, "ipc.warp"))}, ` +
    `launches: ${launches}, grid ${size(kernel.grid)}, block ${size(kernel.block)}, ${grouped(kernel.registers)} registers a thread` +
    (kernel.shared_bytes === 0 ? "" : `, ${grouped(kernel.shared_bytes)} B of shared memory a block`)
  );
}

/** What heddle whatif found that the mending of a limit gains in the kernel; "" if it did not run. */
function gainText(run, kernel, limit) {
  if (!run.whatif) return "";
  const number = run.whatif.before.kernels.findIndex((other) => other.signature === kernel.signature);
  if (number < 0) return "";
  const before = run.whatif.before.kernels[number].cycles;
  const gains = run.whatif.rows
    .filter((row) => row.missing === "" && limit.mended_by.includes(row.name))
    .map((row) => `${row.title}: ${percent(savedOf(before, row.kernels[number].cycles))}`);
  return gains.length === 0 ? "" : `. Cycles saved with ${gains.join("; with ")}.`;
}

function limitItem(run, kernel, limit, isFirst) {
  return html(
    "li",
    { class: isFirst ? "first" : null },
    isFirst ? "limited by " : "also ",
    html("strong", {}, limit.title),
    `: ${limit.sentence}`,
    gainText(run, kernel, limit),
  );
}

function limitList(run, kernel) {
  if (kernel.limits.length === 0) return html("p", {}, "No rule of the table explains a twentieth of its issue slots.");
  return html(
    "ul",
    { class: "limits" },
    kernel.limits.map((limit, i) => limitItem(run, kernel, limit, i === 0)),
  );
}

function kernelLimits(data, group) {
  const parts = group.runs.map(({ run, kernel }) => [
    data.runs.length > 1 ? html("p", {}, html("strong", {}, run.name)) : null,
    html("p", { class: "muted" }, launchText(run, kernel)),
    limitList(run, kernel),
  ]);
  return html("article", { class: "keep", id: group.anchor }, html("h3", { title: group.runs[0].kernel.signature }, group.name), parts);
}

function ruleConditions(rule) {
  if (rule.margin > 0) return `these slots are at least ${rule.margin} times those of any other rule`;
  return rule.conditions.length === 0 ? "none: what no rule above explains" : rule.conditions.join(", and ");
}

function ruleTable(data) {
  const meaning = new Map(data.slot_parts.map((part) => [part.name, `${part.counter}: ${part.meaning}`]));
  const rows = data.rules.map((rule) => [
    rule.title,
    rule.slots.map((slots) => meaning.get(slots)).join("; "),
    ruleConditions(rule),
  ]);
  return html(
    "details",
    {},
    html("summary", {}, "The rules, with their counters and thresholds"),
    html(
      "p",
      {},
      "Every issue slot goes to the first rule that explains such slots and whose conditions hold. A kernel is " +
        "limited by the rule that has most of its slots; rules with less than a twentieth of them are not shown.",
    ),
    html(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Rules" },
      table(
        "Rules, in the order in which they are asked",
        [{ label: "limited by" }, { label: "issue slots that it explains" }, { label: "conditions" }],
        rows,
      ),
    ),
  );
}

function limitsSection(data) {
  const groups = kernelGroups(data);
  const full = groups.slice(0, KERNELS_IN_FULL).map((group) => kernelLimits(data, group));
  const rest = groups.slice(KERNELS_IN_FULL).map((group) => kernelLimits(data, group));
  const folded =
    rest.length === 0 ? null : html("details", {}, html("summary", {}, `${rest.length} more kernels`), rest);
  const none = groups.length === 0 ? html("p", {}, "The run has no timed kernel that could be told apart.") : null;
  return section("limits", "What limits each kernel", none, full, folded, ruleTable(data));
}
