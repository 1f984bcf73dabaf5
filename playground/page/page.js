// The page: editor, output, links. The engine is in worker.js.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { StreamLanguage, bracketMatching, defaultHighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { commonLisp } from "@codemirror/legacy-modes/mode/commonlisp";
import { scheme } from "@codemirror/legacy-modes/mode/scheme";
import { linter, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { EXAMPLES } from "examples";

const NAME = "program";
const ENDINGS = { core: "lisp", scheme: "scm", "common-lisp": "cl" };

/** Characters of output that are kept on the page. */
const KEPT = 200_000;

const at = (id) => document.getElementById(id);
const [output, board, status] = [at("output"), at("board"), at("status")];
const dialect = () => at("dialect").value;
const fileName = () => `${NAME}.${ENDINGS[dialect()]}`;

// ---- the editor

const mode = new Compartment();
const modeOf = () => StreamLanguage.define(dialect() === "scheme" ? scheme : commonLisp);

const editor = new EditorView({
  parent: at("editor"),
  state: EditorState.create({
    extensions: [
      lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), lintGutter(),
      syntaxHighlighting(defaultHighlightStyle), mode.of(modeOf()), EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "Program", spellcheck: "false" }),
      keymap.of([{ key: "Ctrl-Enter", mac: "Cmd-Enter", run: () => (run(), true) }, indentWithTab, ...defaultKeymap, ...historyKeymap]),
      linter((view) => check(view.state.doc.toString()), { delay: 400 }),
    ],
  }),
});

const text = () => editor.state.doc.toString();

function load(program, language) {
  at("dialect").value = language;
  editor.dispatch({
    changes: { from: 0, to: editor.state.doc.length, insert: program },
    effects: mode.reconfigure(modeOf()),
    selection: { anchor: 0 },
    scrollIntoView: true,
  });
}

/** Returns an error of the engine as a mark in the editor, unless it lies elsewhere. */
function mark(error) {
  const doc = editor.state.doc;
  if (error.file !== fileName() || !error.line || error.line > doc.lines) return null;
  const position = (line, column) => {
    const found = doc.line(Math.min(line, doc.lines));
    // Columns count characters, positions UTF-16 units.
    return Math.min(found.from + [...found.text].slice(0, column - 1).join("").length, found.to);
  };
  const from = position(error.line, error.column);
  const to = Math.max(from, position(error.end_line, error.end_column));
  const message = error.help ? `${error.message}\n${error.help}` : error.message;
  return { from, to, severity: error.severity, message, source: error.code };
}

// ---- the engine

let worker;
let running = false;
const waiting = new Map();
let number = 0;

function start() {
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => answers[data.type](data);
  worker.onerror = (event) => answers.broken({ message: event.message });
}

const answers = {
  ready() {
    status.textContent = "ready";
    document.body.dataset.ready = "";
  },
  progress({ state, output: written, lost, warnings, value, error, board: picture, milliseconds }) {
    for (const warning of warnings) write("warning", warningText(JSON.parse(warning)));
    if (lost) write("warning", `${lost} characters of output are left out here`);
    if (written) write("text", written);
    if (picture) show(picture);
    const time = `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 0)} s`;
    status.textContent = state === "running" ? `running, ${time}` : `${state}, ${time}`;
    if (value != null) writeValue(value);
    if (error) {
      write("error", error.report);
      const found = mark(JSON.parse(error.json));
      if (found) editor.dispatch(setDiagnostics(editor.state, [found]));
    }
    if (state === "stopped") write("warning", "stopped");
    setRunning(state === "running");
  },
  checked({ number: asked, found }) {
    waiting.get(asked)?.(found.map(mark).filter((entry) => entry));
    waiting.delete(asked);
  },
  tree({ page }) {
    if (page === null) {
      write("warning", "There is no search of boards or stores to show.");
      return;
    }
    window.open(URL.createObjectURL(new Blob([page], { type: "text/html" })), "_blank");
  },
  broken({ message }) {
    write("error", `The engine has failed and starts again: ${message}`);
    worker.terminate();
    setRunning(false);
    start();
  },
};

const warningText = (warning) => {
  const place = warning.line ? `line ${warning.line}: ` : "";
  return `${place}${warning.message}${warning.help ? ` (${warning.help})` : ""}`;
};

function setRunning(now) {
  running = now;
  at("stop").disabled = !now;
  at("tree").disabled = now || !at("record").checked;
  if (!now) resolveIdle();
}

let resolveIdle = () => {};

/** Asks for the errors of a text, unless a program runs: the engine has one thread. */
function check(program) {
  if (running || program.length > 200_000) return [];
  const own = ++number;
  worker.postMessage({ type: "check", dialect: dialect(), name: fileName(), text: program, number: own });
  return new Promise((resolve) => waiting.set(own, resolve));
}

async function whenIdle() {
  if (!running) return;
  worker.postMessage({ type: "stop" });
  await new Promise((resolve) => { resolveIdle = resolve; });
}

async function run() {
  await whenIdle();
  output.replaceChildren();
  shown = 0;
  board.hidden = true;
  setRunning(true);
  status.textContent = "running";
  worker.postMessage({ type: "run", dialect: dialect(), name: fileName(), text: text(), record: at("record").checked });
}

// ---- what it prints

/** Characters on the page. */
let shown = 0;

function write(kind, content) {
  const follows = output.scrollHeight - output.scrollTop - output.clientHeight < 40;
  // Output goes on where the last line ended; all else has lines of its own.
  const part = document.createElement(kind === "text" ? "span" : "div");
  part.className = kind;
  part.textContent = content;
  output.append(part);
  shown += content.length;
  while (shown > KEPT && output.childElementCount > 1) {
    shown -= output.firstElementChild.textContent.length;
    output.firstElementChild.remove();
  }
  if (follows) output.scrollTop = output.scrollHeight;
}

/** An SVG as a picture: what is in an image runs nothing. */
function picture(svg, description) {
  const image = document.createElement("img");
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  image.alt = description;
  return image;
}

function show(svg) {
  board.replaceChildren(picture(svg, "The board of the search"));
  board.hidden = false;
}

function writeValue(value) {
  if (value.startsWith('"<svg')) {
    output.append(picture(JSON.parse(value.replaceAll("\n", "\\n")), "The value, a picture"));
  } else {
    write("value", value);
  }
}

// ---- links: the program is behind the `#`, so no server sees it

async function packed(program) {
  const stream = new Blob([program]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(word) {
  const bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

/** Loads the program of the address: `#example=NAME`, `#text=PROGRAM` or `#program=PACKED`, with `&dialect=`. */
async function loadAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  const language = words.get("dialect") in ENDINGS ? words.get("dialect") : "core";
  const example = EXAMPLES.find((one) => one.name === words.get("example"));
  try {
    if (words.has("program")) load(await unpacked(words.get("program")), language);
    else if (words.has("text")) load(words.get("text"), language);
    else if (example) load(example.text, example.dialect);
    else return false;
    return true;
  } catch {
    write("error", "The link holds no program: it may have been cut.");
    return false;
  }
}

// ---- controls

for (const { name, title } of EXAMPLES) at("example").append(new Option(title, name));

at("example").onchange = ({ target }) => {
  const example = EXAMPLES.find((one) => one.name === target.value);
  if (example) {
    load(example.text, example.dialect);
    setAddress(`#example=${example.name}`);
  }
};
const setAddress = (address) => window.history.replaceState(null, "", address);

at("dialect").onchange = () => editor.dispatch({ effects: mode.reconfigure(modeOf()) });
at("record").onchange = () => { at("tree").disabled = true; };
at("run").onclick = run;
at("stop").onclick = () => worker.postMessage({ type: "stop" });
at("tree").onclick = () => worker.postMessage({ type: "tree", title: fileName() });
at("link").onclick = async () => {
  setAddress(`#dialect=${dialect()}&program=${await packed(text())}`);
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = "link copied";
  } catch {
    status.textContent = "the link is in the address bar";
  }
};

const inputs = [];
let chosen = 0;
at("prompt").onsubmit = async (event) => {
  event.preventDefault();
  const expression = at("input").value;
  if (!expression.trim()) return;
  inputs.push(expression);
  chosen = inputs.length;
  at("input").value = "";
  await whenIdle();
  write("input", `> ${expression}`);
  setRunning(true);
  worker.postMessage({ type: "evaluate", dialect: dialect(), text: expression });
};
at("input").onkeydown = (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  chosen = Math.max(0, Math.min(inputs.length, chosen + step));
  at("input").value = inputs[chosen] ?? "";
  event.preventDefault();
};

window.addEventListener("hashchange", loadAddress);

start();
if (!(await loadAddress())) load(EXAMPLES[0].text, EXAMPLES[0].dialect);
