// The stretch of time that all charts over time show, and how a reader moves it: buttons, or a pointer on a chart.

const TIME_LEFT = 60,
  TIME_RIGHT = CHART_WIDTH - 24,
  LEAST_CYCLES = 10; // of a view

/** `first`, `last`: the cycles between which there is something to see; `from`, `to`: those that are shown. */
function timeView(first, last) {
  const view = { first, last, from: first, to: last, redraws: [] };
  view.show = (from, to) => {
    const span = Math.max(Math.min(to - from, last - first), Math.min(LEAST_CYCLES, last - first));
    view.from = Math.min(Math.max(from, first), last - span);
    view.to = view.from + span;
    for (const redraw of view.redraws) redraw();
  };
  view.zoom = (factor) => {
    const middle = (view.from + view.to) / 2,
      half = ((view.to - view.from) / 2) * factor;
    view.show(middle - half, middle + half);
  };
  view.move = (share) => {
    const by = (view.to - view.from) * share;
    view.show(view.from + by, view.to + by);
  };
  return view;
}

function timeScale(view) {
  return linear(view.from, view.to, TIME_LEFT, TIME_RIGHT);
}

/** The axis of cycles below a chart, counted from the first that there is to see. */
function timeAxis(view, box) {
  const offset = view.from - view.first;
  const step = roundSteps(view.to - view.from, 8)[1];
  const steps = [];
  for (let at = Math.ceil(offset / step) * step; at <= view.to - view.first; at += step) steps.push(at + view.first);
  return horizontalAxis(box, timeScale(view), steps, (cycle) => grouped(Math.round(cycle - view.first)), "cycles of the device");
}

/** The part of a span that the view shows; null if it shows none. */
function shownSpan(view, begin, end) {
  return end <= view.from || begin >= view.to ? null : [Math.max(begin, view.from), Math.min(end, view.to)];
}

function cycleAt(view, picture, event) {
  const edge = picture.getBoundingClientRect();
  const x = ((event.clientX - edge.left) * CHART_WIDTH) / edge.width;
  const share = (Math.min(Math.max(x, TIME_LEFT), TIME_RIGHT) - TIME_LEFT) / (TIME_RIGHT - TIME_LEFT);
  return view.from + share * (view.to - view.from);
}

/** Shows what is under the pointer, and lets a pointer choose a stretch of time. `reads` says what a chart shows at a cycle. */
function followPointer(view, picture, box, reads) {
  const line = svg("path", { class: "axis strongline", visibility: "hidden" });
  const text = svg("text", { class: "halo", y: box.top + 12, visibility: "hidden" });
  const chosen = svg("rect", { class: "chosen", y: box.top, height: box.bottom - box.top, width: 0 });
  picture.append(chosen, line, text);
  let start = null;
  const show = (event) => {
    const cycle = cycleAt(view, picture, event),
      x = timeScale(view)(cycle);
    line.setAttribute("d", `M${pixel(x)} ${box.top}V${box.bottom}`);
    const isRight = x > (TIME_LEFT + TIME_RIGHT) / 2;
    text.setAttribute("x", pixel(isRight ? x - 6 : x + 6));
    text.setAttribute("text-anchor", isRight ? "end" : "start");
    text.textContent = `${grouped(Math.round(cycle - view.first))}: ${reads(cycle)}`;
    for (const part of [line, text]) part.setAttribute("visibility", "visible");
    if (start === null) return;
    const from = timeScale(view)(start);
    chosen.setAttribute("x", pixel(Math.min(from, x)));
    chosen.setAttribute("width", pixel(Math.abs(x - from)));
  };
  picture.addEventListener("pointermove", show);
  picture.addEventListener("pointerleave", () => {
    for (const part of [line, text]) part.setAttribute("visibility", "hidden");
  });
  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target.closest("a") !== null) return;
    start = cycleAt(view, picture, event);
    picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointerup", (event) => {
    if (start === null) return;
    const end = cycleAt(view, picture, event);
    const [from, to] = [Math.min(start, end), Math.max(start, end)];
    start = null;
    chosen.setAttribute("width", 0);
    if (to - from > 0.005 * (view.to - view.from)) view.show(from, to);
  });
  picture.addEventListener("dblclick", () => view.show(view.first, view.last));
}

/** A chart that is drawn again when the view moves. `draws` returns { picture, box, reads }. */
function timePicture(view, draws) {
  const made = () => {
    const { picture, box, reads } = draws();
    picture.classList.add("timed");
    followPointer(view, picture, box, reads);
    return picture;
  };
  let current = made();
  view.redraws.push(() => {
    const next = made();
    current.replaceWith(next);
    current = next;
  });
  return current;
}

function timeControls(view) {
  const button = (label, act) => {
    const made = html("button", { type: "button" }, label);
    made.addEventListener("click", act);
    return made;
  };
  return html(
    "div",
    { class: "controls screen", role: "group", "aria-label": "Stretch of time that the charts show" },
    button("Zoom in", () => view.zoom(0.5)),
    button("Zoom out", () => view.zoom(2)),
    button("Earlier", () => view.move(-0.5)),
    button("Later", () => view.move(0.5)),
    button("Whole run", () => view.show(view.first, view.last)),
    html("span", { class: "muted" }, "A drag across a chart shows that stretch; a double click shows the whole run."),
  );
}
