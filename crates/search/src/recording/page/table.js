// The variables of one node as a table: what is left of each, what the last step took away.

// Values that have a column each, at most; where there are more, they are written as ranges.
const MOST_COLUMNS = 32;
const MOST_SQUARES = 8000;
// Ranges of a variable that are written.
const MOST_RANGES = 12;
// Length of the line on which they are drawn.
const BAR = 180;

function makeTable(model, container, goTo) {
  const { data } = model;
  const { variables } = data;
  const least = data.start.reduce((lo, runs) => Math.min(lo, runs[0][0]), Infinity);
  const greatest = data.start.reduce((hi, runs) => Math.max(hi, runs.at(-1)[1]), -Infinity);
  const span = greatest - least + 1;
  const hasColumns = span <= MOST_COLUMNS && span * variables.length <= MOST_SQUARES;
  const drawn = [];
  let now = START;

  const table = html("table", hasColumns ? "variables squares" : "variables");
  const head = html("tr", "");
  head.append(html("th", "", "Variable"));
  if (hasColumns) for (let value = least; value <= greatest; value++) head.append(html("th", "", value));
  else head.append(html("th", "", least === greatest ? least : `${least} to ${greatest}`), html("th", "", "Values"));
  head.append(html("th", "count", "Left"));
  const body = html("tbody", "");
  const rows = variables.map((name, place) => {
    const made = html("tr", "");
    made.dataset.variable = place;
    made.addEventListener("click", () => {
      const step = model.settledBy(now, place);
      if (step !== null) goTo(step);
    });
    body.append(made);
    return made;
  });
  const top = html("thead", "");
  top.append(head);
  table.append(top, body);
  container.classList.add("of-variables");
  container.append(table);

  // A square for each value: possible, taken away in this step, or before.
  function squares(runs, before, place) {
    const made = [];
    for (let value = least; value <= greatest; value++) {
      const is = has(runs, value), was = has(before, value), ever = has(data.start[place], value);
      made.push(html("td", is ? "left" : was ? "removed" : ever ? "gone" : "never", is || was ? value : ""));
    }
    return made;
  }

  function ranges(runs, before) {
    const made = html("td", "ranges");
    if (shown(runs) === shown(before)) made.append(shown(runs, MOST_RANGES));
    else made.append(html("s", "", shown(before, MOST_RANGES)), " ", html("b", "", shown(runs, MOST_RANGES)));
    const drawing = html("td", "bar");
    drawing.append(element("svg", { viewBox: `0 0 ${BAR} 12`, width: BAR, height: 12, "aria-hidden": true },
      element("path", { class: "all", d: `M0 6h${BAR}` }), element("path", { class: "removed", d: along(before) }), element("path", { class: "left", d: along(runs) })));
    return [drawing, made];
  }

  // Ranges as pieces of a line from the least value of all variables to the greatest; the least piece can still be seen.
  function along(runs) {
    return runs.map(([from, to]) => {
      const wide = Math.max((to - from + 1) / span * BAR, 3);
      return `M${Math.min((from - least) / span * BAR, BAR - wide).toFixed(1)} 6h${wide.toFixed(1)}`;
    }).join("");
  }

  function draw(id, withAll) {
    now = id;
    const { node, left: state, before, placed, conflict } = momentOf(model, id);
    const changed = new Set(node.changes.map(([place]) => place));
    let first = null;
    rows.forEach((row, place) => {
      const isNow = id !== START && place === node.cell, fails = conflict.cells.includes(place);
      const single = isSingle(state[place]);
      const classes = [];
      if (isNow) classes.push("now");
      if (fails) classes.push("conflict");
      if (changed.has(place)) classes.push("changed");
      if (single) classes.push(placed.has(place) ? "placed" : "forced");
      if (!withAll && !isNow && !fails && !changed.has(place)) classes.push("hidden");
      if (isNow || fails && first === null) first = row;
      const key = `${classes.join(" ")}|${state[place].join()}|${before[place].join()}`;
      if (drawn[place] === key) return;
      drawn[place] = key;
      row.className = classes.join(" ");
      const count = sizeOf(state[place]);
      const name = html("th", "", variables[place]);
      name.title = `${variables[place]}: ${shown(state[place]) || "no value left"}`;
      // The values of a variable that fails are those before the constraint failed.
      row.replaceChildren(name, ...(hasColumns ? squares(state[place], before[place], place) : ranges(state[place], before[place])),
        html("td", "count", fails ? "✕" : single ? `= ${state[place][0][0]}` : count.toLocaleString("en")));
    });
    bringIntoSight(first);
  }

  function bringIntoSight(row) {
    if (!row) return;
    const { offsetTop: y, offsetHeight: height } = row, room = 2 * height;
    if (y - room < container.scrollTop) container.scrollTop = y - room;
    else if (y + height + room > container.scrollTop + container.clientHeight) container.scrollTop = y + height + room - container.clientHeight;
  }

  return { draw };
}

function html(name, className, content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (content !== undefined) made.textContent = content;
  return made;
}
