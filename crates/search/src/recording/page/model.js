// The recorded search: its nodes, the board or the variables at each, and where to go from one to another. Knows nothing of the page.
// Candidates of a cell are a mask, bit d for digit d; those of a variable are ascending ranges of least and greatest value.

const START = 0;
const OPEN = 0, SOLVED = 1, CONTRADICTION = 2;

function makeModel(data) {
  // Each node: [parent, cell, digit, outcome, cell of the conflict, group of the conflict, candidates left, [[cell, mask] ...], what else was done, what failed].
  const nodes = data.nodes.map(([parent, cell, digit, outcome, conflictCell, conflictGroup, candidates, changes, change, reason], id) => ({
    id, parent, cell, digit, outcome, conflictCell, conflictGroup, candidates, changes, change, reason, children: [], depth: 0,
    size: 1, solutions: 0, failures: 0, unfinished: 0,
  }));
  for (const node of nodes) {
    if (node.id === START) continue;
    const parent = nodes[node.parent];
    parent.children.push(node.id);
    node.depth = parent.depth + 1;
  }
  // Parents come before their children.
  for (let id = nodes.length - 1; id >= 0; id--) {
    const node = nodes[id];
    if (node.outcome === SOLVED) node.solutions++;
    else if (node.outcome === CONTRADICTION) node.failures++;
    else if (node.children.length === 0) node.unfinished++;
    if (id === START) break;
    const parent = nodes[node.parent];
    parent.size += node.size;
    parent.solutions += node.solutions;
    parent.failures += node.failures;
    parent.unfinished += node.unfinished;
  }

  const givens = new Map(data.givens ?? []);

  // A node from which only one digit was tried is a choice point too, if others were possible.
  function kindOf(node) {
    if (node.outcome === SOLVED) return "solution";
    if (node.outcome === CONTRADICTION) return "failure";
    if (node.children.length === 0) return "open";
    if (node.children.length > 1) return "choice";
    const { cell } = nodes[node.children[0]];
    if (cell >= 0 && !isSingle(candidates(node.id, cell))) return "choice";
    return node.id === START ? "start" : "step";
  }

  // From the start to the node itself.
  function path(id) {
    const result = [];
    for (let at = id; at !== -1; at = nodes[at].parent) result.push(at);
    return result.reverse();
  }

  function board(id) {
    const masks = data.start.slice();
    for (const at of path(id)) {
      for (const [place, left] of nodes[at].changes) masks[place] = left;
    }
    return masks;
  }

  // The digits that are possible in one cell.
  function candidates(id, cell) {
    for (let at = id; at !== -1; at = nodes[at].parent) {
      for (const [place, left] of nodes[at].changes) if (place === cell) return left;
    }
    return data.start[cell];
  }

  // For each cell where a digit was put on the way to the node: the step that did it.
  function placements(id) {
    const result = new Map();
    for (const at of path(id)) if (nodes[at].cell >= 0) result.set(nodes[at].cell, at);
    return result;
  }

  // The step on the way to the node in which the cell was left with one digit.
  function settledBy(id, cell) {
    const after = board(id)[cell];
    if (!isSingle(after)) return null;
    for (const at of path(id)) {
      for (const [place, left] of nodes[at].changes) if (place === cell && isSingle(left) && has(left, valueOf(after))) return at;
    }
    return START;
  }

  function find(id, direction, wanted) {
    for (let at = id + direction; at >= 0 && at < nodes.length; at += direction) if (wanted(at)) return at;
    return null;
  }

  const kinds = nodes.map(kindOf);
  const kind = (id) => kinds[id];

  return { data, nodes, givens, kind, path, board, candidates, placements, settledBy, find };
}

// Contents of a picture of a node: candidates there and before its step, the digits put, the conflict.
function momentOf(model, id) {
  const node = model.nodes[id];
  const left = model.board(id);
  const before = id === START ? left : model.board(node.parent);
  const conflict = node.outcome === CONTRADICTION ? explainConflict(model, id) : { cells: [], group: null };
  return { node, left, before, placed: model.placements(id), conflict };
}

function digitsOf(mask) {
  const result = [];
  for (let digit = 1; digit <= 30; digit++) if (mask >> digit & 1) result.push(digit);
  return result;
}

// As puzzles are written: digits beyond 9 are letters.
function symbolOf(digit) {
  return digit < 10 ? String(digit) : String.fromCharCode(55 + digit);
}

const isRanges = Array.isArray;

function isSingle(left) {
  if (isRanges(left)) return left.length === 1 && left[0][0] === left[0][1];
  return left !== 0 && (left & (left - 1)) === 0;
}

// The only value that is left.
function valueOf(left) {
  return isRanges(left) ? left[0][0] : digitsOf(left)[0];
}

function has(left, value) {
  return isRanges(left) ? left.some(([from, to]) => from <= value && value <= to) : Boolean(left >> value & 1);
}

function sizeOf(left) {
  return isRanges(left) ? left.reduce((sum, [from, to]) => sum + to - from + 1, 0) : digitsOf(left).length;
}

// The first values, ascending.
function valuesOf(left, most = 40) {
  if (!isRanges(left)) return digitsOf(left);
  const values = [];
  for (const [from, to] of left) for (let value = from; value <= to && values.length < most; value++) values.push(value);
  return values;
}

// Candidates for people: digits one by one, longer runs of values as ranges.
function shown(left, most = 8) {
  if (!isRanges(left)) return digitsOf(left).join(" ");
  const range = ([from, to]) => (to - from < 2 ? (from === to ? `${from}` : `${from} ${to}`) : `${from}..${to}`);
  return left.slice(0, most).map(range).join(" ") + (left.length > most ? " …" : "");
}

// Name of a cell (its coordinates) or of a variable.
function coordinates(data, cell) {
  if (data.variables) return data.variables[cell];
  // The space does not break a line.
  return `(${Math.floor(cell / data.columns)}\u00a0${cell % data.columns})`;
}

function plural(count, one, many) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many ?? one + "s"}`;
}

// The cells that may not have the digit of this one.
function peersOf(data, cell) {
  data.peers ??= [];
  if (!data.peers[cell]) {
    const all = new Set(data.groups.filter((group) => group.cells.includes(cell)).flatMap((group) => group.cells));
    all.delete(cell);
    data.peers[cell] = [...all];
  }
  return data.peers[cell];
}

// Places of the digits that an empty cell cannot have; nothing if they do not explain it.
function takenBy(data, masks, cell) {
  const peers = peersOf(data, cell);
  const places = [];
  for (let digit = 1; digit <= data.digits; digit++) {
    const at = peers.find((peer) => masks[peer] === 1 << digit);
    if (at === undefined) return "";
    places.push(`${digit} is at ${coordinates(data, at)}`);
  }
  return `: ${places.join(", ")}`;
}

// By which rule a cell has its digit, as the board shows it: all others are at cells that it sees, or the digit has no other place in a group.
function ruleOf(model, masks, cell) {
  const { data, givens } = model;
  if (givens.has(cell)) return "given";
  const digit = digitsOf(masks[cell])[0];
  const seen = (at, wanted, but) => peersOf(data, at).some((peer) => peer !== but && masks[peer] === 1 << wanted);
  const unit = data.groups.find((group) => group.cells.length === data.digits && group.cells.includes(cell)
    && group.cells.every((other) => other === cell || isSingle(masks[other]) || seen(other, digit, cell)));
  const alone = digitsOf((2 ** (data.digits + 1) - 2) & ~(1 << digit)).every((other) => seen(cell, other, cell));
  if (alone) return "the only digit left for the cell (naked single)";
  if (unit) return `the only place for ${digit} in ${unit.name} (hidden single)`;
  return "by locked candidates or more";
}

// Contradiction of a node: the cells and the group to mark, and a sentence.
function explainConflict(model, id) {
  const { data, nodes } = model;
  const node = nodes[id];
  if (data.variables) return explainFailure(model, node);
  const masks = model.board(id);
  if (node.parent >= 0 && node.cell >= 0 && !(model.candidates(node.parent, node.cell) >> node.digit & 1)) {
    return { cells: [node.cell], group: null, text: `${node.digit} is not possible in ${coordinates(data, node.cell)}.` };
  }
  const empty = masks.flatMap((mask, cell) => mask === 0 && !data.holes.includes(cell) ? [cell] : []);
  if (node.conflictCell >= 0 || empty.length > 0) {
    const cells = node.conflictCell >= 0 ? [node.conflictCell] : empty;
    return { cells, group: null, text: `No digit is left for ${coordinates(data, cells[0])}${takenBy(data, masks, cells[0])}.` };
  }
  // A step that is not made because a cell would be left with none.
  const robbed = node.cell < 0 ? undefined : peersOf(data, node.cell).find((cell) => masks[cell] === 1 << node.digit);
  if (robbed !== undefined && node.conflictGroup < 0) {
    return { cells: [robbed], group: null, text: `${coordinates(data, robbed)} would be left with none: ${node.digit} is all that it has.` };
  }
  const isUnit = (group) => group.cells.length === data.digits;
  const missing = (group) => digitsOf(group.cells.reduce((left, cell) => left & ~masks[cell], 2 ** (data.digits + 1) - 2));
  const named = data.groups[node.conflictGroup];
  const group = named ?? data.groups.find((g) => isUnit(g) && missing(g).length > 0);
  if (!group) return { cells: [], group: null, text: "That leads to a contradiction." };
  const homeless = isUnit(group) ? missing(group) : [];
  const text = homeless.length > 0
    ? `No place is left for ${homeless[0]} in ${group.name}.`
    : `The digits left in ${group.name} cannot all be different.`;
  return { cells: [], group, text };
}

// The same for variables: which constraint failed, and what it leaves with nothing.
function explainFailure({ data, candidates }, node) {
  const cells = node.conflictCell >= 0 ? [node.conflictCell] : [];
  if (node.cell >= 0 && !has(candidates(node.parent, node.cell), node.digit)) {
    return { cells: [node.cell], group: null, text: `${node.digit} is not possible for ${data.variables[node.cell]}.` };
  }
  const culprit = node.reason ?? node.change;
  const text = culprit === null ? "That leads to a contradiction."
    : cells.length > 0 ? `${culprit} leaves ${data.variables[cells[0]]} with no value.`
    : `${culprit} cannot hold any more.`;
  return { cells, group: null, text };
}
