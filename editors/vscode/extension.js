// Starts the language server and the debugger, and sends forms to a prompt in a terminal.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;
let terminal;

function settings() {
  return vscode.workspace.getConfiguration('klammer');
}

function start() {
  const run = { command: settings().get('path'), args: ['lsp', ...settings().get('arguments')] };
  client = new LanguageClient('klammer', 'Klammer', run, { documentSelector: [{ language: 'klammer' }] });
  return client.start();
}

function prompt() {
  if (!terminal || terminal.exitStatus !== undefined) {
    terminal = vscode.window.createTerminal({ name: 'Klammer', shellPath: settings().get('path') });
  }
  terminal.show(true);
  return terminal;
}

// Returns the selection, or the form in the first column that the cursor is in, which ends before the next one.
function form(editor) {
  const { document, selection } = editor;
  if (!selection.isEmpty) return document.getText(selection);
  const begins = line => /^[^\s;)]/.test(document.lineAt(line).text);
  let first = selection.active.line;
  while (first > 0 && !begins(first)) first--;
  let last = first;
  while (last + 1 < document.lineCount && !/^[^\s)]/.test(document.lineAt(last + 1).text)) last++;
  return document.getText(new vscode.Range(first, 0, last, document.lineAt(last).text.length)).trimEnd();
}

function activate(context) {
  const command = (name, run) => context.subscriptions.push(vscode.commands.registerTextEditorCommand(name, run));
  command('klammer.sendForm', editor => prompt().sendText(form(editor)));
  command('klammer.sendFile', async editor => {
    await editor.document.save();
    prompt().sendText(`,load ${editor.document.fileName}`);
  });
  context.subscriptions.push(
    vscode.commands.registerCommand('klammer.restart', async () => {
      if (client) await client.stop();
      await start();
    })
  );
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory('klammer', {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(settings().get('path'), ['debug', '--dap']),
    }),
    vscode.debug.registerDebugConfigurationProvider('klammer', {
      // F5 without a configuration debugs the file.
      resolveDebugConfiguration: (_, config) =>
        config.type ? config : { type: 'klammer', request: 'launch', name: 'Debug this file', program: '${file}' },
    })
  );
  return start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
