// The page: which step is shown, buttons and keys, the replay, and the step in words.

const $ = (id) => document.getElementById(id);

const model = makeModel(JSON.parse($("data").textContent));
const { data, nodes } = model;
const LAST = nodes.length - 1;

// Tries of a choice that are told one by one.
const MOST_TRIED = 9;

let current = START;
let playing = null;
// The address follows when the steps have come to rest: browsers do not let it change often.
let naming = null;

const board = (data.variables ? makeTable : makeBoard)(model, $("board"), go);
const tree = makeTree(model, { scroller: $("tree"), canvas: $("canvas"), lines: $("lines"), items: $("items") }, go);
const profile = makeProfile(model, $("profile"), go);

// Going about

function go(id, follow = true) {
  if (id === null) return;
  current = Math.min(Math.max(id, START), LAST);
  board.draw(current, $("candidates").checked);
  tree.show(current, follow);
  profile.draw(current);
  tell();
  clearTimeout(naming);
  naming = setTimeout(() => history.replaceState(null, "", `#${current}`), 300);
}

// The step that the address names.
function asked() {
  const step = Number(location.hash.slice(1));
  return Number.isInteger(step) ? step : START;
}

function byHand(id) {
  stop();
  go(id);
}

const ofKind = (kind) => (id) => model.kind(id) === kind && id !== START;
const nextOf = (kind, direction) => model.find(current, direction, ofKind(kind));
const parentOf = () => (current === START ? null : nodes[current].parent);

const ACTIONS = {
  first: () => byHand(START),
  back: () => byHand(current - 1),
  play: () => (playing ? stop() : play()),
  next: () => byHand(current + 1),
  last: () => byHand(LAST),
  parent: () => byHand(parentOf()),
  choice: () => byHand(nextOf("choice", 1)),
  failure: () => byHand(nextOf("failure", 1)),
  solution: () => byHand(nextOf("solution", 1)),
  fold: () => tree.fold(current),
  "unfold-all": tree.unfoldAll,
  "fold-failures": tree.foldFailures,
};

const KEYS = {
  Home: ACTIONS.first, End: ACTIONS.last, ArrowLeft: ACTIONS.back, ArrowRight: ACTIONS.next, " ": ACTIONS.play,
  ArrowUp: ACTIONS.parent, p: ACTIONS.parent, Enter: ACTIONS.fold,
  ArrowDown: () => byHand(nodes[current].children[0] ?? null),
  c: ACTIONS.choice, C: () => byHand(nextOf("choice", -1)),
  f: ACTIONS.failure, F: () => byHand(nextOf("failure", -1)),
  s: ACTIONS.solution, S: () => byHand(nextOf("solution", -1)),
  d: () => $("candidates").click(),
};

for (const [id, action] of Object.entries(ACTIONS)) $(id).addEventListener("click", action);
$("candidates").addEventListener("change", () => go(current, false));
$("seek").max = LAST;
$("seek").addEventListener("input", () => byHand(Number($("seek").value)));
$("speed").addEventListener("input", showRate);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A control that has the focus keeps the keys that work it.
  const target = event.target;
  if (target.matches("input[type=range]") && event.key.startsWith("Arrow")) return;
  if (target.matches("button, summary, input") && (event.key === " " || event.key === "Enter")) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

// The replay

const rate = () => 0.5 * 1.09 ** Number($("speed").value);

function showRate() {
  const speed = rate();
  $("rate").textContent = `${speed < 10 ? speed.toFixed(1) : Math.round(speed)} nodes/s`;
}

function play() {
  if (current === LAST) go(START);
  playing = { since: performance.now(), due: 0 };
  showPlaying();
  tick();
}

function tick() {
  if (!playing) return;
  const now = performance.now();
  playing.due += (now - playing.since) / 1000 * rate();
  playing.since = now;
  const steps = Math.floor(playing.due);
  if (steps > 0) {
    playing.due -= steps;
    go(current + steps);
    if (current === LAST) return stop();
  }
  setTimeout(tick, Math.max(16, (1 - playing.due) / rate() * 1000));
}

function stop() {
  playing = null;
  showPlaying();
}

function showPlaying() {
  $("play").replaceChildren(icon(playing ? "pause" : "play"), text("span", playing ? "Pause" : "Play"));
}

// The node in words

function text(name, content, className) {
  const made = document.createElement(name);
  made.textContent = content;
  if (className) made.className = className;
  return made;
}

function tell() {
  const node = nodes[current];
  const kind = model.kind(current);
  $("seek").value = current;
  $("back").disabled = $("first").disabled = current === START;
  $("next").disabled = $("last").disabled = current === LAST;
  $("parent").disabled = current === START;
  for (const name of ["choice", "failure", "solution"]) $(name).disabled = nextOf(name, 1) === null;
  $("fold").disabled = node.children.length < 2 && kind !== "step";
  $("caption").replaceChildren(text("b", current === START ? "Start. " : `Node ${current} of ${LAST}. `), ...sentences(node, kind));
  $("alternatives").replaceChildren(...alternatives(node));
  $("path").replaceChildren(...decisions());
  $("story").scrollTop = 0;
  showTotals();
}

function sentences(node, kind) {
  const said = [];
  const masks = model.board(node.id);
  if (data.variables && (node.id === START || node.cell < 0)) {
    said.push(node.id === START
      ? `${plural(data.variables.length, "variable")} with ${plural(node.candidates, "value")}, before anything is concluded. `
      : node.change ? `Taken away: ${node.change} from now on. ` : "What follows from the constraints. ");
  } else if (node.id === START) {
    said.push(`${plural(model.givens.size, "given")}; ${plural(node.candidates, "candidate")} on the board before the search. `);
  } else if (node.cell < 0) {
    said.push("Propagation alone, no new digit. ");
  } else {
    if (node.id > START + 1 && node.parent !== node.id - 1) said.push(wayBack(node));
    const before = model.candidates(node.parent, node.cell), count = sizeOf(before);
    said.push(text("b", named(data, node)), count > 1
      ? `, one of ${shown(before)}. `
      : count === 1 ? `, the only ${data.variables ? "value" : "digit"} left there. ` : ". ");
  }
  if (kind === "failure") {
    said.push(text("strong", "Contradiction. ", "failure"), explainConflict(model, node.id).text);
    return said;
  }
  if (kind === "solution") {
    said.push(text("strong", "Solution. ", "solution"), data.variables ? "Every variable has one value, and all constraints hold." : "Every cell has one digit, and none twice in a group.");
    return said;
  }
  if (node.id !== START) {
    const gone = node.parent >= 0 ? total(model.board(node.parent)) - total(masks) : 0;
    const what = data.variables ? ["value goes", "values go"] : ["candidate goes", "candidates go"];
    said.push(`${plural(gone, ...what)}, ${node.candidates.toLocaleString("en")} are left. `);
  }
  if (kind === "choice") said.push(text("strong", "Choice point: ", "choice"), whatIsTried(node));
  if (kind === "open") said.push("The search did not go on from here.");
  return said;
}

// The search did not go deeper: it tries another way from an earlier node.
function wayBack(node) {
  const from = node.parent === START ? "the start" : `node ${node.parent}`;
  return nodes[node.id - 1].parent === node.parent ? `Also from ${from}: ` : `Back at ${from}: `;
}

const total = (masks) => masks.reduce((sum, left) => sum + sizeOf(left), 0);

function whatIsTried(node) {
  const cells = new Set(node.children.map((id) => nodes[id].cell));
  const [cell] = cells;
  if (cells.size > 1 || cell < 0) return `${node.children.length} ways are tried.`;
  const digits = node.children.map((id) => nodes[id].digit), rest = digits.length - MOST_TRIED;
  const tried = digits.slice(0, MOST_TRIED).join(", then ") + (rest > 0 ? ` and ${rest} more` : "");
  return `${coordinates(data, cell)} may be ${shown(model.candidates(node.id, cell))}; the search tries ${tried}.`;
}

// Chips for the tries from here, or beside this one; also for digits that never had their turn.
function alternatives(node) {
  const rows = [];
  if (node.id !== START && model.kind(node.parent) === "choice") {
    rows.push(row("Tried here:", nodes[node.parent], node.id));
  }
  if (node.children.length > 0) rows.push(row("Goes on with:", node, null));
  return rows;
}

function row(title, parent, selected) {
  const made = text("div", "", "chips");
  made.append(text("span", title));
  for (const id of parent.children) made.append(chip(id, id === selected));
  const cells = new Set(parent.children.map((id) => nodes[id].cell));
  const [cell] = cells;
  if (cells.size === 1 && cell >= 0) {
    const tried = new Set(parent.children.map((id) => nodes[id].digit));
    for (const digit of valuesOf(model.candidates(parent.id, cell))) {
      if (!tried.has(digit)) made.append(text("span", `${digit} not tried`, "chip untried"));
    }
  }
  return made;
}

function chip(id, selected) {
  const node = nodes[id];
  const kind = model.kind(id);
  const fate = kind === "choice" || kind === "step" ? fateOf(node) : kind;
  const made = text("button", "", `chip ${fate}${selected ? " selected" : ""}`);
  made.append(icon(fate), named(data, node));
  if (node.size > 1) made.append(text("small", plural(node.size, "node")));
  made.title = { failure: "no solution beneath", solution: "leads to a solution", open: "not searched to the end" }[fate] ?? "";
  made.addEventListener("click", () => byHand(id));
  return made;
}

const fateOf = (node) => (node.solutions > 0 ? "solution" : node.unfinished === 0 ? "failure" : "open");

function icon(kind) {
  return element("svg", { class: kind }, element("use", { href: `#icon-${kind}` }));
}

// The choices that were made on the way, with the number of forced steps between them.
function decisions() {
  const made = [];
  let forced = 0;
  const flush = () => {
    if (forced > 0) made.push(text("span", plural(forced, "forced node"), "forced-steps"));
    forced = 0;
  };
  for (const id of model.path(current).slice(1)) {
    if (model.kind(nodes[id].parent) !== "choice") {
      forced++;
      continue;
    }
    flush();
    const link = text("button", named(data, nodes[id]), "decision");
    link.addEventListener("click", () => byHand(id));
    made.push(link);
  }
  flush();
  return made.length > 0 ? [text("span", "Decisions so far:"), ...made] : [];
}

// Totals

const KINDS = ["choice", "failure", "solution"];
const soFar = countSoFar();
const deepest = nodes.reduce((most, node) => Math.max(most, node.depth), 0);

function countSoFar() {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, new Uint32Array(nodes.length)]));
  for (let id = 0; id <= LAST; id++) {
    for (const kind of KINDS) counts[kind][id] = (counts[kind][id - 1] ?? 0) + (model.kind(id) === kind ? 1 : 0);
  }
  return counts;
}

function showTotals() {
  const tile = (name, value, of, kind) => {
    const made = text("div", "", kind);
    made.append(text("dt", name), text("dd", value));
    if (of !== undefined) made.lastChild.append(text("small", ` of ${of.toLocaleString("en")}`));
    return made;
  };
  const tiles = [
    tile("Nodes", current.toLocaleString("en"), LAST),
    ...[["Choice points", "choice"], ["Failures", "failure"], ["Solutions", "solution"]]
      .map(([name, kind]) => tile(name, soFar[kind][current].toLocaleString("en"), soFar[kind][LAST], kind)),
    tile("Depth", nodes[current].depth.toLocaleString("en"), deepest),
  ];
  if (data.milliseconds !== null) tiles.push(tile("Search", `${Number(data.milliseconds.toPrecision(3))} ms`));
  $("totals").replaceChildren(...tiles);
}

document.body.classList.toggle("large", data.digits > 9);
if (data.variables) {
  document.body.classList.add("store");
  $("candidates").nextSibling.textContent = " All variables";
}
$("title").textContent = data.title;
document.title = `Search tree of ${data.title}`;
$("subtitle").replaceChildren(...data.notes.flatMap((note) => [text("span", note)]));
if (data.stopped) $("subtitle").append(text("strong", data.stopped));
showRate();
showPlaying();
addEventListener("hashchange", () => byHand(asked()));
go(asked());
