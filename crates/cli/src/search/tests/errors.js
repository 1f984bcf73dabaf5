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
