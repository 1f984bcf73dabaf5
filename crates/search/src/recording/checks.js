// Scripts that operate the page and check the result, for the tests of the recording. Each begins with a line
// `//// name`. The first stands before the page's own script; one of the others follows it.

//// begin
// Before the page's own script: keeps what goes wrong.
window.begun = performance.now();
window.wrong = [];
addEventListener("error", (event) => wrong.push(event.message));
addEventListener("securitypolicyviolation", (event) => wrong.push(`policy: ${event.violatedDirective}`));
console.error = console.warn = (...words) => wrong.push(words.join(" "));
window.result = document.createElement("pre");
result.id = "result";
window.check = (name, fine) => result.append(`${fine ? "ok" : "WRONG"} ${name}\n`);
window.finish = () => {
  check(`no errors ${wrong.join("; ")}`, wrong.length === 0);
  document.body.append(result);
};
window.tryOut = (script) => {
  try {
    script();
  } catch (error) {
    wrong.push(error.stack);
    finish();
  }
};

//// clicks
const all = (selector) => [...document.querySelectorAll(selector)];
const click = (id) => document.getElementById(id).click();
const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const caption = () => document.getElementById("caption").textContent;
const step = () => Number(document.getElementById("seek").value);
const last = Number(document.getElementById("seek").max);
const shown = () => all("#items .item").length;
const cell = (row, column) => all("#board [data-cell]")[9 * row + column];

check("the title is text", document.getElementById("title").textContent === "a <test> & <\/script> “puzzle”");
check("it begins at the start", caption().startsWith("Start. 17 givens; ") && step() === 0);
check("givens are drawn", all("#board .cell.given").length === 17);
check("every open cell shows its candidates", all("#board .candidate").length > 200);
check("only a part is unfolded", shown() > 1 && shown() < last / 2);

const before = shown();
click("unfold-all");
check("unfolding shows more", shown() > before);
click("fold-failures");
check("folding shows as much as before", shown() === before);

key("ArrowRight");
check("a step on", step() === 1 && caption().startsWith(`Node 1 of ${last}. `));
check("the digit that was put is marked", all("#board .cell.now.placed").length === 1);
check("the node is marked", all("#items .current").length === 1);
check("candidates that go are struck", all("#board .strike").length > 0);
click("failure");
check("the next failure", caption().includes("Contradiction. No ") && all("#board .conflict").length + all("#board .conflict-group[d*=M]").length > 0);
check("its node is in sight", all("#items .current.failure").length === 1);
const failed = step();
key("f");
check("the failure after that", step() > failed && caption().includes("Contradiction."));
key("F");
check("and the one before", step() === failed);
click("parent");
check("the parent", step() < failed && caption().includes("Choice point: "));
check("what can be tried is offered", all("#alternatives .chip.failure").length > 0);
all("#alternatives .chips:last-child button.chip")[0].click();
check("a chip leads there", step() > 0);
key("s");
check("the solution", caption().includes("Solution.") && all("#board .digit").length === 81);
check("decisions are listed", all("#path .decision").length > 3);
check("the totals tell", document.getElementById("totals").textContent.includes("Solutions1 of 1"));
all("#path .decision")[0].click();
check("a decision leads back", step() < last && step() > 0);
key("End");
cell(0, 1).dispatchEvent(new MouseEvent("click", { bubbles: true }));
check("a cell leads to the step that settled it", step() < last);
key("d");
check("candidates can be hidden", all("#board .candidate").length === 0);
key("d");
check("and shown", step() === last || all("#board .candidate").length > 0);
key("Home");
key("c");
const unfolded = shown();
key("Enter");
check("a node is folded", shown() < unfolded && caption().includes("Choice point: "));
key("Enter");
check("and unfolded", shown() === unfolded);
const toggle = all("#items .toggle").find((button) => button.textContent.startsWith("+"));
const folded = shown();
toggle.click();
check("so it is by its own button", shown() > folded);
const run = all("#items .run .toggle")[0];
check("forced steps are one node", run === undefined || run.textContent === "+");
document.getElementById("seek").value = 7;
document.getElementById("seek").dispatchEvent(new Event("input"));
check("the slider leads anywhere", step() === 7 && caption().startsWith("Node 7 "));
finish();

//// replay
const step = () => Number(document.getElementById("seek").value);
const last = Number(document.getElementById("seek").max);
const play = document.getElementById("play");
document.getElementById("speed").value = 50;
document.getElementById("speed").dispatchEvent(new Event("input"));
check("the speed is told", document.getElementById("rate").textContent === "37 nodes/s");
play.click();
check("it can be stopped", play.textContent.includes("Pause"));
setTimeout(() => {
  check("it goes on by itself", step() > 2 && step() < last);
  play.click();
  check("it can be continued", play.textContent.includes("Play"));
  const stopped = step();
  setTimeout(() => {
    check("it stays where it was stopped", step() === stopped);
    play.click();
    setTimeout(() => {
      check("it ends at the end", step() === last && play.textContent.includes("Play"));
      check("the address names the step", location.hash === `#${last}`);
      location.hash = "#2";
      setTimeout(() => {
        check("and leads to one", step() === 2);
        finish();
      }, 100);
    }, 5000);
  }, 500);
}, 300);

//// loaded
// The test counts the parts that the page makes, and those that a jump changes. The clock is only for what would
// hang: its limits are more than ten times what is taken.
const loaded = performance.now();
const made = document.querySelectorAll("*").length;
const watch = new MutationObserver(() => {});
watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
document.getElementById("seek").value = 500;
document.getElementById("seek").dispatchEvent(new Event("input"));
document.body.offsetHeight;
const changed = watch.takeRecords().length;
const jumped = performance.now();
check(`${made} elements are made`, made < 8000);
check(`${changed} changes for a jump`, changed < 4000);
check(`loaded in ${Math.round(loaded - begun)} ms`, loaded - begun < 10000);
check(`a jump takes ${Math.round(jumped - loaded)} ms`, jumped - loaded < 10000);
finish();

//// variables
const all = (selector) => [...document.querySelectorAll(selector)];
const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const caption = () => document.getElementById("caption").textContent;
const names = () => all("#board tbody tr:not(.hidden) th").map((name) => name.textContent).join(" ");

check("all variables are there", names() === "x[0] x[1] x[2] x[3]");
check("with all their values", all("#board td.left").length === 16);
check("the start is told", caption() === "Start. 4 variables with 16 values, before anything is concluded. ");
key("c");
check(`a choice is told: ${caption()}`, caption().includes("x[0] may be 0..3; the search tries 0, then 1, then 2, then 3."));
key("ArrowRight");
check(`and what was tried: ${caption()}`, caption().includes("x[0] = 0, one of 0..3. "));
check("its row is marked", all("#board tr.now.placed")[0]?.dataset.variable === "0");
check("what goes is struck", all("#board td.removed").length > 2);
key("f");
check(`why it fails: ${caption()}`, /Contradiction. \(all-different! .*\) (leaves .* with no value|cannot hold any more)[.]/.test(caption()));
all("#board tr[data-variable='0']")[0].click();
check("a row leads to the step that settled it", caption().startsWith("Node 2 of "));
key("s");
check("the solution", caption().includes("Every variable has one value") && all("#board tr.forced, #board tr.placed").length === 4);
key("Home");
document.getElementById("candidates").click();
check("rows that do not change can be left out", names() === "");
check("labels are names", all("#items .node").some((node) => node.textContent === "x[0] = 1"));
finish();
