// A run while it goes on: asks for new data every second, from where the page is from.

const LIVE_PERIOD = 1000; // milliseconds

function liveProgress(data) {
  const { progress } = data;
  const share = progress.blocks_total > 0 ? progress.blocks_done / progress.blocks_total : 0;
  const facts = [
    ["time left of this kernel", data.ended ? "-" : (progress.left ?? "not known yet")],
    ["blocks", progress.blocks_total === 0 ? "-" : `${grouped(progress.blocks_done)} of ${grouped(progress.blocks_total)}`],
    ["cycles", grouped(progress.cycles)],
    ["IPC (warp)", plain(progress.ipc)],
    ["warp instructions", grouped(progress.warp_instructions)],
    ["of these a second", plain(progress.instructions_per_second)],
    ["launches", grouped(progress.launches)],
    ["seconds so far", plain(progress.seconds)],
  ];
  const kernel = progress.kernel === "" || data.ended ? "no kernel runs" : progress.kernel;
  return section(
    "progress",
    "Progress",
    html("p", {}, html("code", {}, kernel), progress.unfinished > 1 ? ` and ${progress.unfinished - 1} more` : ""),
    html(
      "label",
      { class: "control" },
      "blocks that have ended",
      html("progress", { max: 1, value: share }),
      percent(share),
    ),
    html(
      "dl",
      { class: "headline" },
      facts.map(([label, value]) => html("div", {}, html("dt", {}, label), html("dd", {}, value))),
    ),
  );
}

/** What the warps of each SM wait for at the last look. */
function waitsSection(data) {
  const sms = data.warps.waits;
  if (sms.length === 0) return null;
  const states = SAMPLE_STALLS.filter((state) => sms.some((sm) => sm?.[state] > 0));
  const most = Math.max(1, ...sms.map((sm) => Object.values(sm ?? {}).reduce((sum, count) => sum + count, 0)));
  const height = Math.max(6, Math.min(16, 420 / sms.length));
  const box = { left: 60, right: CHART_WIDTH - 24, top: 4, bottom: 8 + sms.length * height };
  const scale = linear(0, most, box.left, box.right);
  const every = Math.ceil(14 / height);
  const bars = sms.map((sm, i) => {
    let sum = 0;
    return states.map((state) => {
      const count = sm?.[state] ?? 0;
      if (count === 0) return null;
      const begin = scale(sum);
      sum += count;
      return svg(
        "rect",
        {
          class: "part",
          x: pixel(begin),
          y: pixel(box.top + i * height + 1),
          width: pixel(scale(sum) - begin),
          height: pixel(height - 2),
          style: `fill:var(--${STALL_COLORS[state] ?? state})`,
        },
        hint(`SM ${i}, ${reasonLabel(state)}: ${count}`),
      );
    });
  });
  const labels = sms.map((sm, i) =>
    i % every === 0
      ? svg("text", { class: "muted end", x: box.left - 6, y: box.top + i * height + height / 2 + 4 }, `SM ${i}`)
      : null,
  );
  const title = "Warps on the SMs by what they wait for";
  return section(
    "waits",
    "What the SMs wait for",
    figure({
      name: "waits",
      title,
      note: "At the last look, which is at most a second old.",
      entries: states.map((state) => ({ label: reasonLabel(state), color: STALL_COLORS[state] ?? state })),
      picture: drawing(
        CHART_WIDTH,
        box.bottom + 36,
        `${title}: the table below has the numbers`,
        horizontalAxis(box, scale, roundSteps(most, 6).filter((step) => step <= most), plain, "warps"),
        bars,
        labels,
      ),
      columns: [{ label: "SM" }, ...states.map((state) => ({ label: reasonLabel(state) }))],
      rows: sms.map((sm, i) => [`SM ${i}`, ...states.map((state) => sm?.[state] ?? 0)]),
    }),
  );
}

function slowestSection(data) {
  const warps = data.warps.slowest;
  if (warps.length === 0) return null;
  const columns = ["SM", "block", "warp", "kernel", "waits for", "cycles in that", "cycles since it began", "instructions", "next line of PTX"];
  const rows = warps.map((warp) => [
    String(warp.sm),
    warp.block,
    warp.warp,
    warp.kernel,
    reasonLabel(warp.state),
    warp.waiting,
    warp.cycles,
    warp.instructions,
    warp.line,
  ]);
  const title = "Fewest instructions a cycle since they began";
  return section(
    "slowest",
    "Slowest warps",
    html(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table: slowest warps" },
      table(title, columns.map((label) => ({ label })), rows),
    ),
    html("p", {}, csvButton("slowest-warps", title, columns.map((label) => ({ label })), rows)),
  );
}

function liveHead(data) {
  return html(
    "header",
    {},
    html("h1", {}, data.name),
    html("p", {}, html("code", {}, data.command), ` on ${data.machine}`),
    data.ended
      ? html("p", { class: "warning" }, html("strong", {}, "The run has ended"), `: ${data.ended}. These are the last numbers.`)
      : null,
  );
}

function liveFoot() {
  return html("footer", {}, html("p", { class: "muted" }, "This page asks heddle for new numbers once a second, and changes nothing."));
}

/** What a reader has opened, and where the focus is, by words that stay the same. */
function viewState(content) {
  const opened = [...content.querySelectorAll("details[open] > summary")].map((one) => one.textContent);
  const focused = document.activeElement;
  const name = (one) => one.getAttribute("aria-label") ?? one.textContent;
  const key = content.contains(focused) ? `${focused.tagName}:${name(focused)}` : null;
  return () => {
    for (const summary of content.querySelectorAll("details > summary"))
      if (opened.includes(summary.textContent)) summary.parentElement.open = true;
    if (key === null) return;
    const all = content.querySelectorAll("a, button, summary, [tabindex]");
    [...all].find((one) => `${one.tagName}:${name(one)}` === key)?.focus({ preventScroll: true });
  };
}

/** Asks again and again, until the run has ended or heddle is gone. */
function follow(kind, data) {
  const pause = html("button", { type: "button", "aria-pressed": "false" }, "Pause");
  const status = html("p", { role: "status", class: "muted" }, "The run goes on.");
  let paused = false;
  pause.addEventListener("click", () => {
    paused = !paused;
    pause.setAttribute("aria-pressed", String(paused));
    status.textContent = paused ? "The page stands still; the run goes on." : "The run goes on.";
  });
  document.getElementById("content").before(html("div", { class: "live screen", role: "region", "aria-label": "Live" }, pause, status));
  const stop = (text) => {
    status.textContent = text;
    pause.disabled = true;
  };
  const ask = async () => {
    if (paused) return setTimeout(ask, LIVE_PERIOD);
    let next = null;
    try {
      const answer = await fetch("data", { cache: "no-store" });
      next = answer.ok ? await answer.json() : null;
    } catch {
      // heddle is gone
    }
    if (next === null) return stop("heddle no longer answers: the run has ended. These are the numbers of the last look.");
    const restore = viewState(document.getElementById("content"));
    drawContent(kind, next);
    restore();
    if (next.ended) return stop(`The run has ended: ${next.ended}.`);
    return setTimeout(ask, LIVE_PERIOD);
  };
  if (data.ended) stop(`The run has ended: ${data.ended}.`);
  else setTimeout(ask, LIVE_PERIOD);
}
