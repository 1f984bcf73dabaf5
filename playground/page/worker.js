// The engine's thread. It takes messages from the page between the steps of a program, so a program can be stopped.
import initialize, { Session } from "./klammer.js";

/** Ticks of a step: a few milliseconds. */
const TICKS = 200_000;

/** Milliseconds between two messages to the page. */
const PAUSE = 50;

/** Characters of output in a message at most; the page cannot show more. */
const PIECE = 20_000;

/** Nodes of a search that are recorded at most. */
const NODES = 20_000;

let session;
let current = 0;

const ready = initialize({ module_or_path: new URL("klammer_bg.wasm", import.meta.url) });

/** Lets messages in: a message to oneself comes after those that wait. */
const breath = () => new Promise((resolve) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => resolve();
  channel.port2.postMessage(null);
});

async function run(name, text, record) {
  const own = ++current;
  const begun = performance.now();
  let answer = JSON.parse(session.start(name, text, record ? NODES : 0));
  const nothing = () => ({ output: "", lost: 0, warnings: [], board: null });
  let held = nothing();
  let told = begun;
  for (;;) {
    held.output += answer.output;
    if (held.output.length > PIECE) {
      const lost = held.output.length - PIECE;
      held.lost += lost;
      held.output = held.output.slice(lost);
    }
    held.warnings.push(...answer.warnings);
    held.board = answer.board ?? held.board;
    const ended = answer.state !== "running";
    if (ended || performance.now() - told > PAUSE) {
      const milliseconds = performance.now() - begun;
      postMessage({ type: "progress", ...answer, ...held, milliseconds });
      held = nothing();
      told = performance.now();
      await breath();
    }
    if (ended) return;
    if (own !== current) {
      session.stop();
      postMessage({ type: "progress", state: "stopped", ...held, milliseconds: performance.now() - begun });
      return;
    }
    answer = JSON.parse(session.step(TICKS));
  }
}

const actions = {
  /** Runs a program in a new session. */
  async run({ dialect, name, text, record }) {
    session?.free();
    session = new Session(dialect);
    await run(name, text, record);
  },
  /** Evaluates an expression with what the last program has defined. */
  async evaluate({ dialect, text }) {
    session ??= new Session(dialect);
    await run("<prompt>", text, false);
  },
  /** Ends the program at its next step. */
  stop() {
    current++;
  },
  /** Finds errors and warnings of a text in a session of its own. */
  check({ dialect, name, text, number }) {
    const checker = new Session(dialect);
    postMessage({ type: "checked", number, found: JSON.parse(checker.check(name, text)) });
    checker.free();
  },
  /** Makes the page of the search tree. */
  tree({ title }) {
    postMessage({ type: "tree", page: session?.tree(title) ?? null });
  },
};

let queue = ready.then(() => postMessage({ type: "ready" }));

onmessage = ({ data }) => {
  if (data.type === "stop") {
    actions.stop();
    return;
  }
  // One after the other; what runs is stopped by a new program only on request.
  queue = queue.then(() => actions[data.type](data)).catch((error) => {
    // A trap of the machine leaves the session unusable.
    session = undefined;
    postMessage({ type: "broken", message: String(error) });
  });
};
