// Uses the built page in a headless Chromium as a visitor would: `npm test` after `npm run build`. A word chooses the
// tests whose names contain it.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const dist = join(dirname(fileURLToPath(import.meta.url)), "dist");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  try {
    const file = path === "/" ? "/index.html" : path;
    const content = await readFile(join(dist, file));
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(content);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
});
const context = await browser.newContext({ viewport: { width: 1440, height: 760 } });
await context.grantPermissions(["clipboard-read", "clipboard-write"]);
const wrong = [];

async function open(hash = "") {
  const page = await context.newPage();
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  await page.goto(address + hash);
  await page.waitForSelector("body[data-ready]", { timeout: 60_000 });
  return page;
}

const program = (text, dialect = "core") => `#dialect=${dialect}&text=${encodeURIComponent(text)}`;
const output = (page) => page.locator("#output").innerText();
const status = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(document.getElementById("status").textContent), pattern, { timeout: 120_000 });

async function run(page, ends = "^(done|failed)") {
  await page.click("#run");
  await status(page, ends);
}

const tests = {
  async "the first program solves and draws"() {
    const page = await open();
    await run(page);
    assert.match(await output(page), /\d+ nodes, \d+ contradictions/);
    assert.equal(await page.locator("#output img").count(), 1);
    assert.equal(await page.locator("#board").isVisible(), false);
    assert.equal(await page.locator("#tree").isDisabled(), true);
    // The picture of the guide: `PICTURE=../docs/pictures/playground.png npm test first`.
    if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
  },
  async "a recorded search shows its board and opens its tree"() {
    const page = await open();
    await page.check("#record");
    await run(page);
    assert.equal(await page.locator("#board img").count(), 1);
    const popup = context.waitForEvent("page");
    await page.click("#tree");
    const tree = await popup;
    await tree.waitForSelector("#items .item");
    assert.match(await tree.locator("#caption").innerText(), /^Start\. 17 givens/);
  },
  async "an error is reported and marked at its place"() {
    const page = await open(program("(print 1)\n(defproc f (x) (car x))\n(+ 1 (f 5))"));
    await run(page, "^failed");
    assert.match(await output(page), /car: list must be a list, got 5[\s\S]*program\.lisp:2/);
    await page.waitForSelector(".cm-lintRange-error");
  },
  async "mistakes are marked while typing"() {
    const page = await open(program("(defproc f (x) (frist x))"));
    await page.waitForSelector(".cm-lintRange-warning, .cm-lint-marker-warning", { timeout: 30_000 });
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n(f");
    await page.waitForSelector(".cm-lintRange-error, .cm-lint-marker-error", { timeout: 30_000 });
  },
  async "a program prints while it runs and is stopped"() {
    const page = await open(program("(setq n 0)\n(print \"begun\")\n(while t (inc! n))"));
    await page.click("#run");
    await page.waitForFunction(() => document.getElementById("output").innerText.includes("begun"));
    await page.click("#stop");
    await status(page, "^stopped");
    // Its definitions stay.
    await page.fill("#input", "(> n 1000)");
    await page.press("#input", "Enter");
    await page.waitForFunction(() => /> \(> n 1000\)\s+t/.test(document.getElementById("output").innerText));
  },
  async "running again stops what runs"() {
    const page = await open(program("(while t)"));
    await page.click("#run");
    await status(page, "^running");
    await page.evaluate((hash) => { location.hash = hash; }, program("(print 'second)"));
    await page.click("#run");
    await status(page, "^done");
    assert.match(await output(page), /second/);
  },
  async "endless output and memory are limited"() {
    const page = await open(program("(setq l nil) (while t (push! (make-array 10000 0) l))"));
    await run(page, "^failed");
    assert.match(await output(page), /out-of-memory/);
    await page.evaluate((hash) => { location.hash = hash; }, program("(while t (print 'more))"));
    await page.click("#run");
    await status(page, "^running");
    await page.click("#stop");
    await status(page, "^stopped");
  },
  async "deep nesting and deep recursion are errors"() {
    const deep = "(".repeat(100_000) + ")".repeat(100_000);
    const page = await open();
    for (const text of [`(setq x '${deep})`, "(defproc f (n) (+ 1 (f n))) (f 1)", `(print (read-from-string (apply string-append (map-with (lambda (i) "(+ 1 ") (iota 50000)))))`]) {
      await page.evaluate((t) => { document.querySelector(".cm-content").cmView?.view ?? null; location.hash = t; }, program(text));
      await page.waitForTimeout(300);
      await run(page);
      assert.doesNotMatch(await output(page), /engine has failed/);
    }
  },
  async "dialects run"() {
    const scheme = await open(program("(define (f x) (* x x))\n(map f '(1 2 3))", "scheme"));
    await run(scheme);
    assert.match(await output(scheme), /\(1 4 9\)/);
    const lisp = await open(program("(loop for i from 1 to 3 collect (* i i))", "common-lisp"));
    await run(lisp);
    assert.match(await output(lisp), /\(1 4 9\)/);
  },
  async "a link holds the program"() {
    const page = await open(program("(print \"größer → λ\")"));
    await page.click("#link");
    await status(page, "link");
    const other = await open(new URL(page.url()).hash);
    await run(other);
    assert.match(await output(other), /größer → λ/);
  },
  async "every example runs to its end"() {
    const page = await open();
    const names = await page.locator("#example option").evaluateAll((all) => all.map((one) => one.value).filter(Boolean));
    for (const name of names) {
      await page.selectOption("#example", name);
      await run(page);
      assert.match(await page.locator("#status").innerText(), /^done/, `${name}: ${await output(page)}`);
      assert.ok((await output(page)).length > 0, name);
    }
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(process.argv[2] ?? ""))) {
  wrong.length = 0;
  try {
    await test();
    assert.deepEqual(wrong, []);
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n${error.stack}`);
  }
}
await browser.close();
server.close();
process.exitCode = failed ? 1 : 0;
