// Controls of the page: choices, and tables that sort.

function labelled(text, control) {
  return html("label", { class: "control" }, text, control);
}

/** A choice among texts; `changed` hears the place of the one that is chosen. */
function selection(label, texts, changed) {
  const select = html(
    "select",
    {},
    texts.map((text, i) => html("option", { value: i }, text)),
  );
  select.addEventListener("change", () => changed(Number(select.value)));
  return labelled(label, select);
}

/** A heading by which the table sorts. */
function sortHeading(state, column, i, update) {
  const button = html("button", { type: "button", class: "sort" }, column.label);
  button.addEventListener("click", () => {
    state.descending = state.sorted === i ? !state.descending : column.isNumber;
    state.sorted = i;
    update();
  });
  const heading = html("th", { scope: "col", class: column.isNumber ? "number" : null }, button);
  return { heading, button, i };
}

function compared(left, right) {
  if (left === right) return 0;
  if (left === null) return 1; // what is not known is last
  if (right === null) return -1;
  return typeof left === "number" ? left - right : String(left).localeCompare(String(right), "en", { numeric: true });
}

/** A table of `rows` with columns { label, note, format, of, cell }, which a click on a heading sorts. */
function sortableTable(view) {
  const body = html("tbody", {});
  const update = () => {
    const column = view.sorted === null ? null : view.columns[view.sorted];
    const sign = view.descending ? -1 : 1;
    const rows = [...view.rows()];
    if (column !== null) {
      rows.sort((left, right) => {
        const [a, b] = [column.of(left), column.of(right)];
        return a === null || b === null ? compared(a, b) : sign * compared(a, b);
      });
    }
    for (const { heading, i } of headings) {
      if (i === view.sorted) heading.setAttribute("aria-sort", view.descending ? "descending" : "ascending");
      else heading.removeAttribute("aria-sort");
    }
    body.replaceChildren(...rows.flatMap((row) => view.draw(row)));
  };
  const headings = view.columns.map((column, i) => sortHeading(view, column, i, update));
  for (const { button, i } of headings) if (view.columns[i].note) button.title = view.columns[i].note;
  const content = html(
    "table",
    {},
    html("caption", {}, view.caption),
    html("thead", {}, html("tr", {}, headings.map((one) => one.heading))),
    body,
  );
  return { content, update };
}
