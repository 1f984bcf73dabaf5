// In the book: a link at each block of code that opens it in the playground, after the blocks above it on the page.
// The playground stands beside the book (`playground/README.md`).
(() => {
  const playground = new URL("../playground/", new URL(path_to_root || "./", location.href));
  const dialects = { lisp: "core", scheme: "scheme" };
  const above = { core: [], scheme: [] };
  for (const code of document.querySelectorAll("pre > code")) {
    const language = Object.keys(dialects).find((name) => code.classList.contains(`language-${name}`));
    if (!language) continue;
    const dialect = dialects[language];
    above[dialect].push(code.textContent.trimEnd());
    const link = document.createElement("a");
    link.href = `${playground}#dialect=${dialect}&text=${encodeURIComponent(above[dialect].join("\n\n"))}`;
    link.textContent = "Open in the playground";
    link.target = "_blank";
    link.style.fontSize = "80%";
    code.parentElement.after(link);
  }
})();
