// Draws VS Code with the extension of `editors/vscode` into editor.png:
//
//   code-server --install-extension editors/vscode/klammer-0.1.0.vsix
//   code-server --auth none --bind-addr 127.0.0.1:8080 &
//   node docs/pictures/editor.mjs http://127.0.0.1:8080 FOLDER FILE
//
// It needs `npm ci` in the folder playground. FILE, in FOLDER, has a test, a puzzle and a mistake.
import { fileURLToPath } from "node:url";
import { chromium } from "../../playground/node_modules/playwright-core/index.mjs";

const [address, folder, file] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await (await browser.newContext({ viewport: { width: 1000, height: 500 } })).newPage();
await page.goto(`${address}/?folder=${folder}`);
const entry = page.locator(".explorer-folders-view .monaco-list-row", { hasText: file });
await entry.waitFor({ timeout: 180_000 });
await entry.dblclick();
for (const sign of [".squiggly-warning", ".codelens-decoration"]) await page.waitForSelector(sign, { timeout: 120_000 });
await page.locator(".view-line span", { hasText: /^area$/ }).last().hover();
await page.waitForSelector(".monaco-hover:visible", { timeout: 60_000 });
await page.waitForTimeout(2000);
console.log(await page.locator(".codelens-decoration").allInnerTexts());
await page.screenshot({ path: fileURLToPath(new URL("editor.png", import.meta.url)) });
await browser.close();
