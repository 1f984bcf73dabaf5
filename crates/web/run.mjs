// Runs a program for `wasm32-unknown-unknown`, as a browser would: nothing is given to it.
import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
process.exit(instance.exports.main(0, 0));
