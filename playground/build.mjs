// Builds the page into `dist/`: `npm ci && npm run build`. It needs Rust with the target wasm32-unknown-unknown, and
// wasm-bindgen of the version in Cargo.toml: `cargo install wasm-bindgen-cli --version ... --bin wasm-bindgen`.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const dist = join(here, "dist");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");

/** Programs of `examples/` that need no file and end within seconds. */
const EXAMPLES = [
  "queens", "maze", "hanoi", "shapes", "sudoku-amb", "backtracking", "common-lisp-search",
  "constraints/send-more-money", "constraints/zebra", "constraints/queens", "constraints/nonogram",
  "constraints/job-shop", "variants/jigsaw", "variants/map-colouring",
];

function examples() {
  // What a visitor sees first: a heuristic, and the puzzle that it solves.
  const first = readFileSync(join(here, "page", "first.lisp"), "utf8");
  const others = EXAMPLES.map((path) => ({
    name: path.replace("/", "-"),
    title: path.replace("/", ": ").replaceAll("-", " "),
    dialect: "core",
    text: readFileSync(join(root, "examples", `${path}.lisp`), "utf8"),
  }));
  return [{ name: "heuristic", title: "A heuristic of your own", dialect: "core", text: first }, ...others];
}

const run = (command, ...words) => execFileSync(command, words, { cwd: root, stdio: "inherit" });

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
run("cargo", "build", "--profile", "web", "--target", "wasm32-unknown-unknown", "-p", "klammer-playground");
run(
  "wasm-bindgen", "--target", "web", "--no-typescript", "--remove-name-section", "--remove-producers-section", "--out-name", "klammer", "--out-dir", dist,
  join(target, "wasm32-unknown-unknown", "web", "klammer_playground.wasm"),
);
await build({
  entryPoints: [join(here, "page", "page.js")],
  outdir: dist,
  bundle: true,
  minify: true,
  format: "esm",
  plugins: [{
    name: "examples",
    setup(build) {
      build.onResolve({ filter: /^examples$/ }, () => ({ path: "examples", namespace: "examples" }));
      build.onLoad({ filter: /.*/, namespace: "examples" }, () => ({
        contents: `export const EXAMPLES = ${JSON.stringify(examples())};`,
      }));
    },
  }],
});
for (const file of ["index.html", "style.css", "worker.js"]) cpSync(join(here, "page", file), join(dist, file));

const size = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
const files = ["index.html", "style.css", "page.js", "worker.js", "klammer.js", "klammer_bg.wasm"];
const sum = files.map(size).reduce((a, b) => a + b);
console.log(`${dist}: ${(sum / 1e6).toFixed(2)} MB compressed, ${(statSync(join(dist, "klammer_bg.wasm")).size / 1e6).toFixed(1)} MB of WebAssembly`);
if (sum > 2e6) throw new Error("the page is larger than 2 MB compressed");
writeFileSync(join(dist, ".nojekyll"), "");
