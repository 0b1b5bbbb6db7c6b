// A reproduction: how claims came out, as a scoreboard and as a list that filters by verdict.

function verdictId(verdict) {
  return verdict.replaceAll(" ", "-");
}

const VERDICT_COLORS = {
  reproduced: "series2",
  near: "series3",
  "same sign": "series4",
  contradicted: "series1",
  given: "series6",
  "not measurable": "drain",
  missing: "empty",
};

function verdictCounts(data, claims) {
  return data.verdicts.map((verdict) => claims.filter((claim) => claim.verdict === verdict).length);
}

function reproductionHead(data) {
  return html("header", {}, html("h1", {}, data.title), html("p", {}, data.about));
}

function reproductionFoot(data) {
  return html(
    "footer",
    {},
    html("h2", { id: "source" }, "Where this is from"),
    html(
      "dl",
      {},
      data.groups
        .filter((group) => group.source !== "")
        .flatMap((group) => [html("dt", {}, group.name), html("dd", {}, html("code", {}, group.source))]),
      Object.entries(data.parameters ?? {}).map(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]),
      html("dt", {}, "page"),
      html("dd", {}, html("code", {}, data.command), `, by heddle ${data.heddle_version}, revision ${data.revision}`),
    ),
  );
}

/** Bars of claims by verdict: the headline claims of each group, and all of its claims. */
function scoreboardSection(data) {
  const lines = data.groups.flatMap((group) => [
    { name: `${group.name}${group.claims_of === "study" ? "" : ` (${group.claims_of})`}`, claims: group.claims },
    { name: "headline claims", isPart: true, claims: group.claims.filter((claim) => claim.headline) },
  ]);
  const height = 22;
  const box = { left: 330, right: CHART_WIDTH - 60, top: 4, bottom: 8 + lines.length * height };
  const most = Math.max(1, ...lines.map((line) => line.claims.length));
  const steps = roundSteps(most, 6);
  const scale = linear(0, steps.at(-1), box.left, box.right);
  const bars = lines.map((line, i) => {
    const y = box.top + i * height;
    let sum = 0;
    const parts = verdictCounts(data, line.claims).map((count, at) => {
      if (count === 0) return null;
      const begin = scale(sum);
      sum += count;
      const verdict = data.verdicts[at];
      return svg(
        "rect",
        {
          class: "part",
          x: pixel(begin),
          y: y + 3,
          width: pixel(scale(sum) - begin),
          height: height - 6,
          style: `fill:var(--${VERDICT_COLORS[verdict]})`,
        },
        hint(`${verdict}: ${count} of ${line.claims.length}`),
      );
    });
    return svg(
      "g",
      {},
      svg("text", { class: line.isPart ? "muted end" : "end", x: box.left - 10, y: y + 15 }, shortened(line.name, 48)),
      parts,
      svg("text", { class: "muted", x: scale(line.claims.length) + 6, y: y + 15 }, String(line.claims.length)),
    );
  });
  const title = "Claims by verdict";
  const seen = data.verdicts.filter((verdict) =>
    data.groups.some((group) => group.claims.some((claim) => claim.verdict === verdict)),
  );
  return section(
    "scoreboard",
    "Scoreboard",
    figure({
      name: "scoreboard",
      title,
      note: "Reproduced: the sign is right and the effect within a third of the study's. Near: a bound is missed by at most a third of the study's effect, or a simulated value is between half and twice the chip's. Same sign: the sign is right.",
      entries: seen.map((verdict) => ({ label: verdict, color: VERDICT_COLORS[verdict] })),
      picture: drawing(
        CHART_WIDTH,
        box.bottom + 36,
        `${title}: the table below has the numbers`,
        horizontalAxis(box, scale, steps, plain, "claims"),
        bars,
      ),
      columns: [{ label: "study" }, { label: "which" }, { label: "claims" }, ...data.verdicts.map((label) => ({ label }))],
      rows: data.groups.flatMap((group) =>
        [
          ["all", group.claims],
          ["headline", group.claims.filter((claim) => claim.headline)],
        ].map(([which, claims]) => [group.name, which, claims.length, ...verdictCounts(data, claims)]),
      ),
    }),
  );
}

function claimRow(group, claim, hasGroups) {
  const verdict = [claim.verdict, claim.reason, claim.runs === "" ? "" : `from ${claim.runs} runs`].filter((part) => part !== "");
  return html(
    "tr",
    {},
    html("th", { scope: "row", class: "claim" }, claim.id, claim.headline ? html("span", { class: "delta" }, "headline") : null),
    hasGroups ? html("td", { class: "study" }, group.name) : null,
    html("td", {}, claim.what),
    html("td", {}, claim.study),
    html("td", {}, claim.measured),
    html("td", {}, claim.effect),
    html("td", { class: `verdict ${verdictId(claim.verdict)}` }, verdict.join("; ")),
    html("td", {}, claim.where),
  );
}

function claimsSection(data) {
  const hasGroups = data.groups.length > 1;
  const all = data.groups.flatMap((group) => group.claims.map((claim) => ({ group, claim })));
  const state = { verdicts: new Set(data.verdicts), group: null, headlines: false, words: "" };
  const body = html("tbody", {});
  const count = html("p", { role: "status" });
  const chosen = () => {
    const words = state.words.toLowerCase().split(/\s+/);
    return all.filter(({ group, claim }) => {
      if (!state.verdicts.has(claim.verdict) || (state.headlines && !claim.headline)) return false;
      if (state.group !== null && group !== state.group) return false;
      const text = `${claim.id} ${claim.what} ${claim.where} ${claim.reason}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  };
  const update = () => {
    const rows = chosen();
    body.replaceChildren(...rows.map(({ group, claim }) => claimRow(group, claim, hasGroups)));
    count.textContent = `${grouped(rows.length)} of ${grouped(all.length)} claims are shown.`;
  };
  const counts = verdictCounts(data, all.map(({ claim }) => claim));
  const box = (label, checked, changed) => {
    const input = html("input", { type: "checkbox", checked });
    input.addEventListener("change", () => {
      changed(input.checked);
      update();
    });
    return html("label", { class: "control" }, input, label);
  };
  const search = html("input", { type: "search", placeholder: "words" });
  search.addEventListener("input", () => {
    state.words = search.value;
    update();
  });
  const controls = html(
    "form",
    { class: "controls screen", role: "search", "aria-label": "Filter the claims" },
    data.verdicts.map((verdict, i) =>
      counts[i] === 0
        ? null
        : box(`${verdict} (${counts[i]})`, true, (on) => (on ? state.verdicts.add(verdict) : state.verdicts.delete(verdict))),
    ),
    box("headline claims only", false, (on) => (state.headlines = on)),
    hasGroups
      ? selection("study", ["all", ...data.groups.map((group) => group.name)], (i) => {
          state.group = i === 0 ? null : data.groups[i - 1];
          update();
        })
      : null,
    labelled("search", search),
  );
  controls.addEventListener("submit", (event) => event.preventDefault());
  const names = ["claim", ...(hasGroups ? ["study"] : []), "what", "study's value", "measured", "effect", "verdict", "where"];
  const csv = html("button", { type: "button", "aria-label": "Save as CSV: the claims that are shown" }, "Save as CSV");
  csv.addEventListener("click", () =>
    saved(
      "claims.csv",
      csvText(
        ["claim", "headline", "group", "what", "study", "measured", "effect", "verdict", "reason", "runs", "where"].map((label) => ({ label })),
        chosen().map(({ group, claim }) => [
          claim.id,
          claim.headline,
          group.name,
          claim.what,
          claim.study,
          claim.measured,
          claim.effect,
          claim.verdict,
          claim.reason,
          claim.runs,
          claim.where,
        ]),
      ),
    ),
  );
  update();
  return section(
    "claims",
    "Claims",
    controls,
    count,
    html(
      "div",
      { class: "scroll tall", tabindex: "0", role: "region", "aria-label": "Table: claims" },
      html(
        "table",
        {},
        html("caption", {}, "Each claim beside what was measured"),
        html("thead", {}, html("tr", {}, names.map((name) => html("th", { scope: "col" }, name)))),
        body,
      ),
    ),
    html("p", {}, csv),
  );
}
