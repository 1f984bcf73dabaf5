// The search tree as a picture: deeper is to the right, later tries of a choice are below. Only what is unfolded and in sight is drawn.

const ROW = 30, LEFT = 14, TOP = 12, HEIGHT = 22;
// More steps in a row than these are drawn as one.
const LONG_RUN = 2;
// A tree of at most so many nodes is shown whole at first.
const SMALL_TREE = 120;
// Characters of a label; the whole of it stands beside the board.
const MOST_LABEL = 30;

// Text of a step, in a few characters.
function named(data, node) {
  return node.cell < 0 ? node.change ?? "inferred" : `${coordinates(data, node.cell)} = ${node.digit}`;
}

function makeTree(model, { scroller, canvas, lines, items }, goTo) {
  const { nodes, data } = model;
  // Room for the longest label.
  const NODE = data.variables ? widthOfLabels() : 78 + 8 * ((data.rows > 10) + (data.columns > 10) + (data.digits > 9)) + 14, COLUMN = NODE + 26;
  canvas.style.setProperty("--node", `${NODE}px`);
  const folded = new Uint8Array(nodes.length);
  const spread = new Set();
  // Unfolded only because the shown step lies beneath.
  let opened = new Set();
  let shown = [];
  let current = START;
  let onPath = new Set([START]);
  let pending = false;

  const foldable = (id) => nodes[id].children.length > 1;

  function foldFailures() {
    for (const node of nodes) folded[node.id] = foldable(node.id) && node.solutions === 0 && node.id !== START ? 1 : 0;
  }

  function unfoldAll() {
    folded.fill(0);
    for (const node of nodes) if (node.children.length === 1) spread.add(node.id);
  }

  // The subtree is incomplete, because the search was stopped.
  const isCut = (node) => Boolean(data.stopped) && node.unfinished > 0 && node.solutions === 0;

  // A node with one child that is itself no start, solution or failure.
  const isStep = (id) => model.kind(id) === "step";

  function layout() {
    shown = [];
    let lastRow = 0;
    const todo = [{ id: START, column: 0, row: 0, parent: null }];
    while (todo.length > 0) {
      const { id, column, row, parent } = todo.pop();
      const run = [id];
      if (isStep(id) && !spread.has(id)) {
        let end = id;
        while (isStep(nodes[end].children[0]) && !spread.has(nodes[end].children[0])) run.push(end = nodes[end].children[0]);
      }
      const item = { id, run: null, last: id, column, row: row ?? ++lastRow, parent, bottom: 0 };
      item.bottom = item.row;
      if (run.length > LONG_RUN) {
        item.run = run;
        item.last = run[run.length - 1];
      }
      if (parent) parent.bottom = Math.max(parent.bottom, item.row);
      shown.push(item);
      if (folded[item.last]) continue;
      const children = nodes[item.last].children;
      for (let i = children.length - 1; i >= 0; i--) {
        todo.push({ id: children[i], column: column + 1, row: i === 0 ? item.row : undefined, parent: item });
      }
    }
    const width = shown.reduce((most, item) => Math.max(most, item.column), 0) * COLUMN + NODE + 90;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${(lastRow + 1) * ROW + 2 * TOP}px`;
    lines.setAttribute("width", width);
    lines.setAttribute("height", (lastRow + 1) * ROW + 2 * TOP);
  }

  const x = (item) => LEFT + item.column * COLUMN;
  const y = (item) => TOP + item.row * ROW;

  function render() {
    pending = false;
    const top = scroller.scrollTop - 3 * ROW, bottom = scroller.scrollTop + scroller.clientHeight + 3 * ROW;
    const left = scroller.scrollLeft - 2 * COLUMN, right = scroller.scrollLeft + scroller.clientWidth + COLUMN;
    const elements = [], edges = { past: "", future: "", path: "", cut: "" };
    for (const item of shown) {
      if (item.parent && y(item) >= top && y(item.parent) <= bottom && x(item) >= left && x(item.parent) <= right) {
        const from = x(item.parent) + NODE / 2, to = x(item);
        const middle = y(item) + HEIGHT / 2;
        const edge = item.row === item.parent.row
          ? `M${x(item.parent) + NODE} ${middle}H${to}`
          : `M${from} ${y(item.parent) + HEIGHT}V${middle - 6}q0 6 6 6H${to}`;
        const way = onPath.has(item.id) ? "path" : isCut(nodes[item.last]) ? "cut" : item.id > current ? "future" : "past";
        edges[way] += edge;
      }
      if (y(item) >= top && y(item) <= bottom && x(item) >= left && x(item) <= right) elements.push(drawn(item));
    }
    lines.replaceChildren(...Object.entries(edges).map(([name, d]) => element("path", { class: name, d })));
    const focused = document.activeElement?.closest?.("#items button")?.dataset.id;
    items.replaceChildren(...elements);
    if (focused !== undefined) items.querySelector(`button[data-id="${focused}"]`)?.focus({ preventScroll: true });
  }

  function drawn(item) {
    const node = nodes[item.last];
    const holdsCurrent = item.run ? item.run.includes(current) : item.id === current;
    const kind = item.run ? "run" : model.kind(item.id);
    const box = document.createElement("div");
    box.className = `item ${item.run ? "step run" : kind} ${result(node)}`;
    if (isCut(node)) box.classList.add("cut");
    if (item.id > current) box.classList.add("future");
    if (holdsCurrent) box.classList.add("current");
    if (onPath.has(item.id)) box.classList.add("path");
    box.style.left = `${x(item)}px`;
    box.style.top = `${y(item)}px`;

    const button = document.createElement("button");
    button.className = "node";
    button.dataset.id = item.id;
    const icon = element("svg", {}, element("use", { href: `#icon-${item.id === START && kind === "choice" ? "start" : kind}` }));
    button.append(icon, label(item, holdsCurrent));
    button.title = item.run ? `${item.run.length} nodes in a row` : `node ${item.id}: ${kind === "step" ? "forced" : kind}`;
    box.append(button);

    if (item.run || (isStep(item.id) && spread.has(item.id) && !isSpread(nodes[item.id].parent) && runLength(item.id) > LONG_RUN)) {
      box.append(toggle(item.id, item.run ? "+" : "−", item.run ? "Show these nodes one by one" : "Show these nodes as one"));
    } else if (foldable(item.id)) {
      const text = folded[item.id] ? `+${(node.size - 1).toLocaleString("en")}` : "−";
      box.append(toggle(item.id, text, folded[item.id] ? `Unfold ${plural(node.size - 1, "node")}` : "Fold"));
    }
    return box;
  }

  const isSpread = (id) => isStep(id) && spread.has(id);

  function runLength(id) {
    let length = 0;
    for (let at = id; isStep(at); at = nodes[at].children[0]) length++;
    return length;
  }

  function label(item, holdsCurrent) {
    if (item.run) return holdsCurrent ? `${item.run.indexOf(current) + 1} of ${item.run.length}` : `${item.run.length} nodes`;
    if (item.id === START) return "Start";
    const node = nodes[item.id];
    const said = named(data, node);
    return said.length > MOST_LABEL ? `${said.slice(0, MOST_LABEL - 1)}…` : said;
  }

  // For labels of nodes that are variables.
  function widthOfLabels() {
    const longest = nodes.reduce((most, node) => Math.max(most, node.id === START ? 0 : named(data, node).length), 8);
    return 30 + 7.7 * Math.min(longest, MOST_LABEL);
  }

  // Outcome of the subtree of a node.
  function result(node) {
    if (node.solutions > 0) return "won";
    return node.unfinished === 0 && node.failures > 0 ? "lost" : "";
  }

  function toggle(id, text, title) {
    const button = document.createElement("button");
    button.className = "toggle";
    button.dataset.fold = id;
    button.textContent = text;
    button.title = title;
    return button;
  }

  function fold(id) {
    if (foldable(id)) {
      folded[id] = folded[id] ? 0 : 1;
      opened.delete(id);
    } else if (isStep(id)) {
      let head = id;
      while (isStep(nodes[head].parent)) head = nodes[head].parent;
      const spreads = !spread.has(head);
      for (let at = head; isStep(at); at = nodes[at].children[0]) spreads ? spread.add(at) : spread.delete(at);
    } else {
      return;
    }
    layout();
    render();
  }

  // Shows a step: unfolds the way to it, and folds again what was unfolded only for the step before.
  function show(id, follow) {
    current = id;
    onPath = new Set(model.path(id));
    let changed = false;
    const stillOpened = new Set();
    for (const at of opened) {
      if (onPath.has(at)) stillOpened.add(at);
      else changed = folded[at] = 1;
    }
    opened = stillOpened;
    for (const at of onPath) {
      if (at === id || !folded[at]) continue;
      folded[at] = 0;
      opened.add(at);
      changed = true;
    }
    if (changed) layout();
    if (follow) bringIntoSight();
    render();
  }

  function itemOf(id) {
    return shown.find((item) => item.id === id || item.run?.includes(id));
  }

  function bringIntoSight() {
    const item = itemOf(current);
    if (!item) return;
    const roomY = Math.min(3 * ROW, scroller.clientHeight / 4), roomX = Math.min(COLUMN, scroller.clientWidth / 4);
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = scroller;
    if (y(item) < scrollTop + roomY) scroller.scrollTop = y(item) - roomY;
    else if (y(item) + HEIGHT > scrollTop + clientHeight - roomY) scroller.scrollTop = y(item) + HEIGHT - clientHeight + roomY;
    if (x(item) < scrollLeft + roomX) scroller.scrollLeft = x(item) - roomX;
    else if (x(item) + NODE > scrollLeft + clientWidth - roomX) scroller.scrollLeft = x(item) + NODE - clientWidth + roomX;
  }

  function later() {
    if (pending) return;
    pending = true;
    requestAnimationFrame(render);
  }

  scroller.addEventListener("scroll", later);
  new ResizeObserver(later).observe(scroller);
  items.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.fold) fold(Number(button.dataset.fold));
    else if (button?.dataset.id) goTo(Number(button.dataset.id));
  });
  items.addEventListener("dblclick", (event) => {
    const button = event.target.closest("button.node");
    if (button) fold(Number(button.dataset.id));
  });

  if (nodes.length > SMALL_TREE) foldFailures();
  layout();

  function refold(how) {
    spread.clear();
    opened.clear();
    how();
    layout();
    bringIntoSight();
    render();
  }

  return { show, fold, unfoldAll: () => refold(unfoldAll), foldFailures: () => refold(foldFailures) };
}
