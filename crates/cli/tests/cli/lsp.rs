//! `klammer lsp` as an editor drives it: the protocol on the pipes of the real binary.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::Sandbox;
use crate::support::script::files_ending_in;
use crate::support::settings::root;

struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: i64,
    /// Notifications that came while an answer was awaited.
    noted: Vec<Value>,
}

impl Client {
    fn new(sandbox: &Sandbox) -> Client {
        Client::of(sandbox, json!({}))
    }

    /// Starts a server for a client with these capabilities.
    fn of(sandbox: &Sandbox, capabilities: Value) -> Client {
        let mut command = sandbox.command(&["lsp"]);
        command.env("XDG_CACHE_HOME", sandbox.path()).env("HOME", sandbox.path()).stdin(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let input = server.stdin.take();
        let output = BufReader::new(server.stdout.take().unwrap());
        let mut client = Client { server, input, output, requests: 0, noted: Vec::new() };
        let answer =
            client.ask("initialize", json!({"processId": null, "rootUri": null, "capabilities": capabilities}));
        assert_eq!(answer["capabilities"]["textDocumentSync"]["change"], 2);
        client.note("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input.as_mut().unwrap(), "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
    }

    fn note(&mut self, method: &str, parameters: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}));
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has gone");
            match line.trim().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// Returns the result of a request, or the message of its error.
    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.requests += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": parameters}));
        loop {
            let message = self.receive();
            if message["id"] == self.requests {
                return message.get("result").unwrap_or(&message["error"]["message"]).clone();
            }
            self.noted.push(message);
        }
    }

    /// Waits for a notification.
    fn noted(&mut self, method: &str, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Some(at) = self.noted.iter().position(|n| n["method"] == method && is_meant(&n["params"])) {
                return self.noted.remove(at)["params"].clone();
            }
            let message = self.receive();
            self.noted.push(message);
        }
    }

    /// Waits for the mistakes in a version of a text: line, column and code of each.
    fn mistakes(&mut self, uri: &str, version: i64) -> Vec<(i64, i64, String)> {
        let found = self.noted("textDocument/publishDiagnostics", |p| p["uri"] == uri && p["version"] == version);
        let tell = |d: &Value| {
            let start = &d["range"]["start"];
            (start["line"].as_i64().unwrap(), start["character"].as_i64().unwrap(), d["code"].as_str().unwrap().into())
        };
        found["diagnostics"].as_array().unwrap().iter().map(tell).collect()
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "klammer", "version": 1, "text": text});
        self.note("textDocument/didOpen", json!({"textDocument": document}));
    }
}

fn range(line: i64, from: i64, to: i64) -> Value {
    json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}})
}

fn at(uri: &str, line: i64, column: i64) -> Value {
    json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": column}})
}

#[test]
fn a_session_of_an_editor_is_answered() {
    let program = "(defproc area (w h)\n  (* w hh))\n; 😀ä (area\n(area 2 3) ;=> 6\n";
    let sandbox = Sandbox::new(&[("shapes.lisp", program.as_bytes())]);
    let uri = format!("file://{}/shapes.lisp", sandbox.path().display());
    let uri = uri.as_str();
    let mut client = Client::new(&sandbox);
    client.open(uri, program);
    assert_eq!(client.mistakes(uri, 1), [(1, 7, "unbound-variable".to_string())]);

    // Columns count UTF-16 units: the smiley has two.
    let changes = json!([
        {"range": range(1, 7, 9), "text": "h"},
        {"range": range(2, 2, 4), "text": "x 😀"},
        {"range": range(2, 7, 8), "text": "\n"},
    ]);
    client
        .note("textDocument/didChange", json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes}));
    assert_eq!(client.mistakes(uri, 2), [(3, 0, "unclosed".to_string())]);
    let close = json!([{"range": range(3, 5, 5), "text": " 1 2)"}]);
    client.note("textDocument/didChange", json!({"textDocument": {"uri": uri, "version": 3}, "contentChanges": close}));
    assert_eq!(client.mistakes(uri, 3), []);

    let hover = client.ask("textDocument/hover", at(uri, 3, 2));
    assert_eq!(hover["contents"]["value"], "```lisp\n(area w h)\n```");
    assert_eq!(hover["range"], range(3, 1, 5));
    let signature = client.ask("textDocument/signatureHelp", at(uri, 3, 8));
    assert_eq!(
        (&signature["signatures"][0]["label"], &signature["activeParameter"]),
        (&json!("(area w h)"), &json!(1))
    );
    let completions = client.ask("textDocument/completion", at(uri, 3, 3));
    assert!(completions.as_array().unwrap().iter().any(|c| c["label"] == "area"), "{completions}");
    let definition = client.ask("textDocument/definition", at(uri, 4, 2));
    assert_eq!(definition, json!([{"uri": uri, "range": range(0, 9, 13)}]));
    let mut references = at(uri, 0, 10);
    references["context"] = json!({"includeDeclaration": true});
    let found = client.ask("textDocument/references", references);
    let lines: Vec<&Value> = found.as_array().unwrap().iter().map(|f| &f["range"]["start"]["line"]).collect();
    assert_eq!(lines, [0, 3, 4]);
    let mut rename = at(uri, 0, 15);
    rename["newName"] = "width".into();
    let edits = client.ask("textDocument/rename", rename.clone());
    assert_eq!(edits["changes"][uri].as_array().unwrap().len(), 2);
    rename["newName"] = "h".into();
    assert_eq!(client.ask("textDocument/rename", rename), "`h` has a meaning already where `w` stands");

    let document = json!({"textDocument": {"uri": uri}});
    let symbols = client.ask("textDocument/documentSymbol", document.clone());
    assert_eq!(symbols[0]["name"], "area");
    let folds = client.ask("textDocument/foldingRange", document.clone());
    assert_eq!((&folds[0]["startLine"], &folds[0]["endLine"]), (&json!(0), &json!(1)));
    let tokens = client.ask("textDocument/semanticTokens/full", document.clone());
    // `defproc`, an operator of the library, and `area`, a function that is defined here.
    assert_eq!(tokens["data"].as_array().unwrap()[..10], json!([0, 1, 7, 2, 2, 0, 8, 4, 0, 1]).as_array().unwrap()[..]);
    let lenses = client.ask("textDocument/codeLens", document);
    assert_eq!((&lenses[0]["command"]["title"], &lenses[0]["range"]), (&json!("try example"), &range(4, 0, 0)));
    client.ask("workspace/executeCommand", lenses[0]["command"].clone());
    let shown = client.noted("window/showMessage", |_| true);
    assert_eq!(shown["type"], 1, "the file has still its mistake: {shown}");
    assert!(shown["message"].as_str().unwrap().contains("hh is not defined"), "{shown}");

    // The library's text becomes a file.
    let scheme = "untitled:Untitled-1";
    client.open(scheme, "(require 'scheme)\n(define   (f x)\n(vector-map car x))\n(iota 3)\n(lenght 1)");
    assert_eq!(client.mistakes(scheme, 1), [(4, 1, "unbound-variable".to_string())]);
    let layout = json!({"textDocument": {"uri": scheme}, "options": {"tabSize": 2, "insertSpaces": true}});
    let edits = client.ask("textDocument/formatting", layout);
    assert_eq!(edits[0]["range"]["start"], json!({"line": 1, "character": 0}));
    assert_eq!(edits[0]["newText"], "(define (f x)\n  (vector-map car x))\n(iota 3)\n(lenght 1)\n");
    let definition = client.ask("textDocument/definition", at(scheme, 2, 4));
    let file = definition[0]["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
    assert!(std::fs::read_to_string(file).unwrap().contains("vector-map"));
    let message = "lenght is not defined anywhere\ndid you mean `length`?";
    let diagnostic = json!({"range": range(4, 1, 7), "code": "unbound-variable", "message": message});
    let actions =
        json!({"textDocument": {"uri": scheme}, "range": range(4, 1, 7), "context": {"diagnostics": [diagnostic]}});
    let actions = client.ask("textDocument/codeAction", actions);
    assert_eq!(actions[0]["edit"]["changes"][scheme][0]["newText"], "length");

    assert_eq!(client.ask("textDocument/typeDefinition", at(uri, 0, 0)), "textDocument/typeDefinition is not answered");
    assert_eq!(client.ask("textDocument/hover", json!(3)).as_str().map(str::is_empty), Some(false));
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    client.note("exit", Value::Null);
    drop(client.input.take());
    assert_eq!(client.server.wait().unwrap().code(), Some(0));
}

#[test]
fn a_lens_shows_the_board_of_a_puzzle() {
    let text = "(f 1) ;=> 1\n(setq p\n  (read-puzzle \"12..............\"))\n(read-puzzle \"no\")\n(read-puzzle p)\n";
    let sandbox = Sandbox::new(&[]);
    let uri = "untitled:Untitled-1";
    for shows in [true, false] {
        let mut client = Client::of(&sandbox, json!({"window": {"showDocument": {"support": shows}}}));
        client.open(uri, text);
        let lenses = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
        let told = |lens: &Value| (lens["command"]["title"].clone(), lens["range"]["start"]["line"].clone());
        let found: Vec<_> = lenses.as_array().unwrap().iter().map(told).collect();
        assert_eq!(
            found,
            [(json!("try example"), json!(0)), (json!("show board"), json!(2)), (json!("show board"), json!(3))]
        );
        client.ask("workspace/executeCommand", lenses[1]["command"].clone());
        let file = if shows {
            let asked = client.noted("window/showDocument", |_| true);
            assert_eq!(asked["external"], true);
            asked["uri"].as_str().unwrap().strip_prefix("file://").unwrap().to_string()
        } else {
            let shown = client.noted("window/showMessage", |_| true);
            shown["message"].as_str().unwrap().strip_prefix("the board is in ").unwrap().to_string()
        };
        assert!(std::fs::read_to_string(&file).unwrap().contains("<svg"));
        client.ask("workspace/executeCommand", lenses[2]["command"].clone());
        let shown = client.noted("window/showMessage", |_| true);
        assert_eq!(shown["type"], 1, "{shown}");
        let unknown = json!({"command": "klammer.other", "arguments": [uri, "x"]});
        assert_eq!(client.ask("workspace/executeCommand", unknown), "klammer.other is no command");
    }
}

// The grammar for tree-sitter, on all Lisp of the project. Skipped where there is no program `tree-sitter`.

/// Files that are malformed on purpose.
const MALFORMED: &[&str] = &[
    "tests/lang/modules.lisp",
    "tests/lang/reader.lisp",
    "tests/scheme/expressions/7-1-formal-syntax.scm",
    "tests/ui/other-languages.lisp",
    "tests/ui/syntax.lisp",
];

fn tree_sitter(folder: &Path, arguments: &[&str]) -> Output {
    Command::new("tree-sitter").current_dir(folder).args(arguments).env("XDG_CACHE_HOME", folder).output().unwrap()
}

#[test]
fn the_grammar_parses_all_files() {
    if Command::new("tree-sitter").arg("--version").output().is_err() {
        eprintln!("skipped: no tree-sitter");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let grammar = folder.path().join("grammar");
    for file in ["grammar.js", "tree-sitter.json", "src/scanner.c", "queries/highlights.scm", "test/corpus/data.txt"] {
        let target = grammar.join(file);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(root().join("editors/tree-sitter").join(file), target).unwrap();
    }
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let generated = tree_sitter(&grammar, &["generate"]);
    assert!(generated.status.success(), "{}", String::from_utf8_lossy(&generated.stderr));
    let tested = tree_sitter(&grammar, &["test"]);
    assert!(tested.status.success(), "{}", text(&tested));
    let example = root().join("examples/queens.lisp");
    let coloured = tree_sitter(&grammar, &["query", "queries/highlights.scm", example.to_str().unwrap()]);
    assert!(coloured.status.success() && text(&coloured).contains("keyword"), "{}", text(&coloured));

    let folders = ["crates", "examples", "lisp", "tests", "benches"].into_iter();
    let files: Vec<PathBuf> =
        folders.flat_map(|folder| files_ending_in(&root().join(folder), &["lisp", "scm", "cl"])).collect();
    assert!(files.len() > 200, "{}", files.len());
    let list = folder.path().join("files.txt");
    let lines: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    fs::write(&list, lines.join("\n")).unwrap();
    let parsed = text(&tree_sitter(&grammar, &["parse", "--quiet", "--paths", list.to_str().unwrap()]));
    let wrong: Vec<&str> = parsed.lines().filter(|line| line.contains("(ERROR") || line.contains("(MISSING")).collect();
    let unknown = |line: &&&str| !MALFORMED.iter().any(|file| line.contains(file));
    assert_eq!(wrong.iter().filter(unknown).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert_eq!(wrong.len(), MALFORMED.len(), "{wrong:?}");
}

/// The grammar for VS Code, on the same files. Skipped where `npm install` has not been run.
#[test]
fn the_grammar_of_vs_code_reads_all_files() {
    let folder = root().join("editors/vscode");
    if !folder.join("node_modules/vscode-textmate").is_dir() {
        eprintln!("skipped: no vscode-textmate");
        return;
    }
    let files = ["crates", "examples", "lisp", "tests", "benches"]
        .into_iter()
        .flat_map(|folder| files_ending_in(&root().join(folder), &["lisp", "scm", "cl"]))
        .filter(|file| !MALFORMED.iter().any(|malformed| file.ends_with(malformed)));
    let output = Command::new("node").arg("test.mjs").args(files).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
