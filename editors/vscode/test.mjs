// Reads programs by the grammar as VS Code does: `npm install && npm test`, or `node test.mjs FILE...` for more files, which
// must not end inside a string or comment.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const grammar = new URL('syntaxes/klammer.tmLanguage.json', import.meta.url);
await oniguruma.loadWASM(readFileSync(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm')));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
    createOnigString: text => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(readFileSync(grammar, 'utf8'), 'klammer.json'),
});
const klammer = await registry.loadGrammar('source.klammer');

// Returns the pieces of a text with their scopes, and whether it ends inside of one.
function read(text) {
  let state = textmate.INITIAL;
  const pieces = [];
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = klammer.tokenizeLine(line, state);
    for (const { startIndex, endIndex, scopes } of tokens) {
      const scope = scopes.slice(1).map(name => name.replace('.klammer', '')).join(' ');
      if (scope) pieces.push(`${line.slice(startIndex, endIndex)} ${scope}`);
    }
    state = ruleStack;
  }
  return { pieces, isOpen: state.depth > 1 };
}

const cases = {
  '(defproc f (x) ; y': ['defproc keyword.control.definition', 'f entity.name.function', '; y comment.line.semicolon'],
  '(f 2) ;=> 3': ['2 constant.numeric', ';=> comment.line.outcome keyword.operator.outcome', ' 3 comment.line.outcome'],
  '(list #\\" #\\; |a "b| 1)': [
    '#\\" constant.character', '#\\; constant.character', '| variable.other.quoted', 'a "b variable.other.quoted',
    '| variable.other.quoted', '1 constant.numeric',
  ],
  '#| a #| b |# |# :key': [
    '#| comment.block', ' a  comment.block', '#| comment.block comment.block', ' b  comment.block comment.block',
    '|# comment.block comment.block', '  comment.block', '|# comment.block', ':key constant.other.keyword',
  ],
};
for (const [text, expected] of Object.entries(cases)) {
  assert.deepEqual(read(text), { pieces: expected, isOpen: false }, text);
}
const open = process.argv.slice(2).filter(file => read(readFileSync(file, 'utf8')).isOpen);
console.log(`${Object.keys(cases).length} texts, ${process.argv.length - 2} files`);
open.forEach(file => console.log(`${file} ends inside a string or comment`));
process.exitCode = open.length ? 1 : 0;
