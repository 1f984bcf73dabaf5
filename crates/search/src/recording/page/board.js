// The board of one node as a picture: digits, candidates, and what the last step did.

const CELL = 60;
const LEGIBLE = 9;
const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function makeBoard(model, container, goTo) {
  const { data } = model;
  const { rows, columns, digits } = data;
  const across = Math.ceil(Math.sqrt(digits));
  const down = Math.ceil(digits / across);
  const labelSize = Math.max(13, 1.3 * columns);
  const margin = 1.7 * labelSize;
  const svg = element("svg", {
    viewBox: `${-margin} ${-margin} ${columns * CELL + margin + 4} ${rows * CELL + margin + 4}`, role: "img", "aria-label": "board",
  });
  // Characters of fixed width are about 0.6 of their height wide.
  // A tenth of the cell stays free, or the candidates of neighbours would be read as one line.
  const lineSize = Math.min(0.9 * CELL / ((2 * across - 1) * 0.62), CELL / down * 0.92);
  // As wide as it takes for candidates of so many pixels; where there is less room, the board is scrolled.
  svg.style.setProperty("--legible", `${Math.ceil((columns * CELL + margin) * LEGIBLE / lineSize)}px`);
  const cells = [];
  const drawn = [];
  let now = START;

  const labels = element("g", { class: "labels", "font-size": labelSize });
  for (let c = 0; c < columns; c++) labels.append(element("text", { x: (c + 0.5) * CELL, y: -0.6 * labelSize }, String(c)));
  for (let r = 0; r < rows; r++) labels.append(element("text", { x: -0.9 * labelSize, y: (r + 0.5) * CELL + 0.36 * labelSize }, String(r)));
  svg.append(labels);

  const extra = new Set(data.groups.filter((group) => group.extra).flatMap((group) => group.cells));
  const holes = new Set(data.holes);
  for (let cell = 0; cell < rows * columns; cell++) {
    const x = cell % columns * CELL, y = Math.floor(cell / columns) * CELL;
    const group = element("g", { transform: `translate(${x} ${y})`, "data-cell": cell });
    group.addEventListener("click", () => {
      const step = model.settledBy(now, cell);
      if (step !== null) goTo(step);
    });
    // Why a cell has its digit is found out when somebody asks.
    group.addEventListener("pointerenter", () => {
      const masks = model.board(now), title = group.querySelector("title");
      if (!title || !isSingle(masks[cell])) return;
      const why = model.placements(now).has(cell) ? "put there by the search" : ruleOf(model, masks, cell);
      title.textContent = `${coordinates(data, cell)}: ${digitsOf(masks[cell])[0]}, ${why}`;
    });
    cells.push(group);
    svg.append(group);
  }
  svg.append(...clues(data.clues[0], "clues-below"), lines(data), ...clues(data.clues[1], "clues-above"));
  const outline = element("path", { class: "conflict-group" });
  svg.append(outline);
  container.append(svg);

  // Candidates keep away from the edge, where cages have their sums and outlines.
  const room = data.groups.some((group) => group.name.startsWith("cage")) ? 0.76 : 1;
  const inset = room < 1 ? { x: 0.12 * CELL, y: 0.16 * CELL } : { x: 0, y: 0 };

  function place(digit) {
    const column = (digit - 1) % across, row = Math.floor((digit - 1) / across);
    return { x: inset.x + (column + 0.5) * room * CELL / across, y: inset.y + (row + 0.5) * room * CELL / down };
  }

  function draw(id, withCandidates) {
    now = id;
    const { node, left: masks, before, placed, conflict } = momentOf(model, id);
    for (let cell = 0; cell < masks.length; cell++) {
      if (holes.has(cell)) continue;
      const single = isSingle(masks[cell]);
      const classes = ["cell"];
      if (extra.has(cell)) classes.push("extra");
      if (model.givens.has(cell)) classes.push("given");
      else if (placed.has(cell)) classes.push("placed");
      else if (single) classes.push("forced");
      const isNow = id !== START && cell === node.cell;
      if (isNow) classes.push("now");
      else if (single && !isSingle(before[cell])) classes.push("fresh");
      if (conflict.cells.includes(cell)) classes.push("conflict");
      const removed = isNow ? 0 : before[cell] & ~masks[cell];
      const impossible = isNow && !(masks[cell] >> node.digit & 1);
      const key = `${classes.join(" ")}|${masks[cell]}|${removed}|${withCandidates}|${impossible ? node.digit : ""}`;
      if (drawn[cell] === key) continue;
      drawn[cell] = key;
      const group = cells[cell];
      group.setAttribute("class", classes.join(" "));
      group.replaceChildren(element("rect", { width: CELL, height: CELL }));
      const title = element("title", {});
      title.textContent = `${coordinates(data, cell)}: ${digitsOf(masks[cell]).join(" ") || "no digit left"}`;
      group.append(title);
      if (impossible) {
        group.append(big(node.digit));
      } else if (single) {
        group.append(big(digitsOf(masks[cell])[0]));
      } else if (masks[cell] === 0) {
        group.append(element("path", { class: "none", d: "M12 12l36 36M48 12l-36 36" }));
      } else if (withCandidates) {
        group.append(...candidates(masks[cell]));
      }
      if (withCandidates && !single) for (const digit of digitsOf(removed)) group.append(...struck(digit));
    }
    if (digits > 9 && id !== START && container.scrollWidth > container.clientWidth) {
      const middle = (node.cell % columns + 0.5) / columns * container.scrollWidth;
      container.scrollLeft = middle - container.clientWidth / 2;
    }
    outline.setAttribute("d", conflict.group ? conflict.group.cells.map((cell) => {
      const x = cell % columns * CELL, y = Math.floor(cell / columns) * CELL;
      return `M${x + 3} ${y + 3}h${CELL - 6}v${CELL - 6}h${6 - CELL}z`;
    }).join("") : "");
    svg.setAttribute("aria-label", `board: ${plural(masks.filter(isSingle).length, "cell")} of ${masks.length - holes.size} with one digit`);
  }

  function big(text) {
    const size = String(text).length > 1 ? 30 : 38;
    return element("text", { class: "digit", x: CELL / 2, y: CELL / 2 + size * 0.36, "font-size": size }, String(text));
  }

  // Many digits come row by row, a character each: a browser is slow with tens of thousands of texts.
  function candidates(mask) {
    if (digits <= 9) return digitsOf(mask).map((digit) => small(digit, "candidate"));
    const texts = [];
    for (let first = 1; first <= digits; first += across) {
      let line = "";
      for (let digit = first; digit < first + across; digit++) line += (mask >> digit & 1 ? symbolOf(digit) : " ") + " ";
      if (line.trim() === "") continue;
      const y = place(first).y;
      texts.push(element("text", { class: "candidate line", x: CELL / 2, y: y + lineSize * 0.36, "font-size": room * lineSize }, line.slice(0, -1)));
    }
    return texts;
  }

  // Position of the character of a digit in its line.
  function onLine(digit) {
    const { x, y } = place(digit), middle = CELL / 2;
    return { x: middle + (x - middle) * 0.9, y };
  }

  function small(digit, name) {
    const { x, y } = digits > 9 ? onLine(digit) : place(digit);
    const size = digits > 9 ? room * lineSize : room * CELL / across * 0.78;
    return element("text", { class: name, x, y: y + size * 0.36, "font-size": size }, symbolOf(digit));
  }

  function struck(digit) {
    const { x, y } = digits > 9 ? onLine(digit) : place(digit);
    const half = room * CELL / across * 0.36;
    return [small(digit, "removed"), element("path", { class: "strike", d: `M${x - half} ${y + half}L${x + half} ${y - half}` })];
  }

  return { draw };
}

// Cages, thermometers and the like, which come as pieces of SVG.
function clues(text, name) {
  if (text === "") return [];
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  return [element("g", { class: name }, ...parsed.documentElement.children)];
}

// Thin lines between cells, thick ones between regions and around the board.
function lines(data) {
  const { rows, columns, regions } = data;
  let thin = "", thick = "";
  const holes = new Set(data.holes);
  const differ = (a, b) => regions.length > 0 && regions[a] !== regions[b];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const cell = r * columns + c, x = c * CELL, y = r * CELL;
      if (holes.has(cell)) {
        // The edges of the cells around it.
        if (c > 0 && !holes.has(cell - 1)) thick += `M${x} ${y}v${CELL}`;
        if (r > 0 && !holes.has(cell - columns)) thick += `M${x} ${y}h${CELL}`;
        continue;
      }
      if (c > 0) differ(cell, cell - 1) ? thick += `M${x} ${y}v${CELL}` : thin += `M${x} ${y}v${CELL}`;
      if (r > 0) differ(cell, cell - columns) ? thick += `M${x} ${y}h${CELL}` : thin += `M${x} ${y}h${CELL}`;
    }
  }
  if (holes.size === 0) thick += `M0 0h${columns * CELL}v${rows * CELL}H0z`;
  else for (let cell = 0; cell < rows * columns; cell++) {
    const c = cell % columns, r = Math.floor(cell / columns);
    if (holes.has(cell)) continue;
    if (c === 0 || c === columns - 1) thick += `M${(c && columns) * CELL} ${r * CELL}v${CELL}`;
    if (r === 0 || r === rows - 1) thick += `M${c * CELL} ${(r && rows) * CELL}h${CELL}`;
  }
  return element("g", { class: "lines" }, element("path", { class: "thin", d: thin }), element("path", { class: "thick", d: thick }));
}
