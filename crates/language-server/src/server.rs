//! The language server: the protocol on standard input and output, and nothing else.
//!
//! The main thread answers requests. A thread of its own looks for mistakes, so that a macro that takes long delays no
//! answer. A text is analysed once after a change, when somebody first asks about it.

use std::collections::HashMap;
use std::error::Error as StdError;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{fs, thread};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{Notification as _, PublishDiagnostics, ShowMessage};
use lsp_types::request::{Request as _, ShowDocument};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLens, CodeLensOptions, CodeLensParams,
    CompletionItem, CompletionItemKind, CompletionOptions, CompletionParams, CompletionResponse, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DocumentFormattingParams, DocumentHighlight, DocumentSymbol, DocumentSymbolParams,
    Documentation, ExecuteCommandOptions, ExecuteCommandParams, FoldingRange, FoldingRangeParams, GotoDefinitionParams,
    Hover, HoverContents, HoverParams, Location, MarkupContent, MarkupKind, MessageType, NumberOrString, OneOf,
    ParameterInformation, ParameterLabel, PrepareRenameResponse, PublishDiagnosticsParams, ReferenceParams,
    RenameOptions, RenameParams, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions, SemanticTokensParams, ServerCapabilities,
    ShowMessageParams, SignatureHelp, SignatureHelpOptions, SignatureHelpParams, SignatureInformation, SymbolKind,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextEdit,
    Uri, WorkspaceEdit,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json, to_value};

use crate::analysis::Analysis;
use crate::analysis::{Buffers, Checker, EngineMaker};
use crate::analysis::{Position, Text, units};
use crate::input;
use crate::workspace::{Target, TokenKind, Workspace};
use klammer_syntax::scopes::NameKind;

/// The command that runs a test or an example.
const TEST: &str = "klammer.test";

/// The command that shows the board of a puzzle.
const BOARD: &str = "klammer.board";

/// Characters of a test's output that a message shows.
const MAX_SHOWN: usize = 1000;

/// Kinds of tokens, by their numbers in the protocol.
const TOKENS: [(TokenKind, SemanticTokenType); 10] = [
    (TokenKind::Function, SemanticTokenType::FUNCTION),
    (TokenKind::Macro, SemanticTokenType::MACRO),
    (TokenKind::Keyword, SemanticTokenType::KEYWORD),
    (TokenKind::Variable, SemanticTokenType::VARIABLE),
    (TokenKind::Parameter, SemanticTokenType::PARAMETER),
    (TokenKind::Type, SemanticTokenType::TYPE),
    (TokenKind::String, SemanticTokenType::STRING),
    (TokenKind::Number, SemanticTokenType::NUMBER),
    (TokenKind::Comment, SemanticTokenType::COMMENT),
    (TokenKind::Property, SemanticTokenType::PROPERTY),
];

/// Parts of a server.
#[expect(missing_debug_implementations, reason = "it holds a function")]
#[derive(Clone)]
pub struct Settings {
    /// Makes the engines.
    pub make: EngineMaker,
    /// Folder into which texts of the library are written, for editors to show.
    pub library: PathBuf,
    /// The command that runs tests. `--filter NAME FILE` follows.
    pub test: Vec<OsString>,
    /// The command that draws a puzzle into a file. `FILE.svg -- PUZZLE` follows.
    pub draw: Vec<OsString>,
}

/// An error that ends the server.
type Failure = Box<dyn StdError + Send + Sync>;

/// Speaks on standard input and output until the client leaves.
///
/// # Errors
/// If the client breaks the protocol, or no engine can be made.
pub fn run(settings: Settings) -> Result<(), Failure> {
    let (connection, threads) = Connection::stdio();
    serve(connection, settings)?;
    Ok(threads.join()?)
}

fn capabilities() -> ServerCapabilities {
    let legend = SemanticTokensLegend {
        token_types: TOKENS.map(|(_, name)| name).into(),
        token_modifiers: vec![SemanticTokenModifier::DEFINITION, SemanticTokenModifier::DEFAULT_LIBRARY],
    };
    let tokens = SemanticTokensOptions {
        legend,
        full: Some(SemanticTokensFullOptions::Bool(true)),
        ..SemanticTokensOptions::default()
    };
    let triggers = |characters: &[&str]| Some(characters.iter().map(ToString::to_string).collect());
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(true.into()),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(true.into()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: triggers(&["(", ":", "-"]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: triggers(&[" ", "("]),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(true.into()),
        semantic_tokens_provider: Some(tokens.into()),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: None }),
        code_action_provider: Some(true.into()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![TEST.to_string(), BOARD.to_string()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// A text that has changed.
struct Job {
    uri: Uri,
    version: i32,
    path: PathBuf,
    text: Text,
    dialect: &'static str,
}

/// A text that the client has open.
struct Document {
    path: PathBuf,
    version: i32,
    text: Text,
    /// Its analysis, unless it has changed since.
    analysis: Option<Arc<Analysis>>,
}

struct Server {
    settings: Settings,
    sender: crossbeam_channel::Sender<Message>,
    workspace: Workspace,
    buffers: Buffers,
    documents: HashMap<Uri, Document>,
    jobs: Sender<Job>,
    /// Whether the client opens files in other programs.
    shows_documents: bool,
}

fn serve(connection: Connection, settings: Settings) -> Result<(), Failure> {
    let client = connection.initialize(to_value(capabilities())?)?;
    let shows_documents = client.pointer("/capabilities/window/showDocument/support") == Some(&Value::Bool(true));
    let buffers = Buffers::default();
    let (jobs, waiting) = channel();
    let checker = Checker::new(settings.make.clone(), buffers.clone());
    let sender = connection.sender.clone();
    thread::spawn(move || check(checker, &waiting, &sender));
    let workspace = Workspace::new(settings.make.clone(), buffers.clone())?;
    let sender = connection.sender.clone();
    let mut server = Server { settings, sender, workspace, buffers, documents: HashMap::new(), jobs, shows_documents };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                let response = server.answer(request);
                connection.sender.send(response.into())?;
            }
            Message::Notification(notification) => server.note(notification),
            Message::Response(_) => {}
        }
    }
    Ok(())
}

/// Looks for mistakes in what has changed: of several versions of a text that wait, in the last.
fn check(mut checker: Checker, waiting: &Receiver<Job>, sender: &crossbeam_channel::Sender<Message>) {
    while let Ok(first) = waiting.recv() {
        let mut jobs = vec![first];
        while let Ok(job) = waiting.try_recv() {
            jobs.retain(|other| other.uri != job.uri);
            jobs.push(job);
        }
        for Job { uri, version, path, text, dialect } in jobs {
            let found = checker.check(&path, text.as_str(), dialect).into_iter();
            let diagnostics = found.map(|found| {
                let related = found.related.map(|(range, message)| {
                    let location = Location { uri: uri.clone(), range: range_of(&text, &range) };
                    vec![DiagnosticRelatedInformation { location, message }]
                });
                let mut message = found.message;
                if let Some(help) = found.help {
                    let _ = write!(message, "\n{help}");
                }
                let severity = if found.is_error { DiagnosticSeverity::ERROR } else { DiagnosticSeverity::WARNING };
                Diagnostic {
                    range: range_of(&text, &found.range),
                    severity: Some(severity),
                    code: Some(NumberOrString::String(found.code.to_string())),
                    source: Some("klammer".to_string()),
                    message,
                    related_information: related,
                    ..Diagnostic::default()
                }
            });
            let parameters =
                PublishDiagnosticsParams { diagnostics: diagnostics.collect(), version: Some(version), uri };
            // A client that has gone needs no answers.
            let _ = sender.send(Notification::new(PublishDiagnostics::METHOD.to_string(), parameters).into());
        }
    }
}

impl Server {
    fn note(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                let Ok(DidOpenTextDocumentParams { text_document: opened }) = serde_json::from_value(params) else {
                    return;
                };
                let document = Document {
                    path: path_of(&opened.uri),
                    version: opened.version,
                    text: Text::new(opened.text),
                    analysis: None,
                };
                self.documents.insert(opened.uri.clone(), document);
                self.changed(&opened.uri);
            }
            "textDocument/didChange" => {
                let Ok(changed) = serde_json::from_value::<DidChangeTextDocumentParams>(params) else { return };
                let uri = changed.text_document.uri;
                let Some(document) = self.documents.get_mut(&uri) else { return };
                document.version = changed.text_document.version;
                for change in changed.content_changes {
                    match change.range {
                        Some(range) => document.text.replace(place(range.start), place(range.end), &change.text),
                        None => document.text = Text::new(change.text),
                    }
                }
                document.analysis = None;
                self.changed(&uri);
            }
            // Other texts may require this one.
            "textDocument/didSave" => {
                for uri in self.documents.keys().cloned().collect::<Vec<_>>() {
                    self.changed(&uri);
                }
            }
            "textDocument/didClose" => {
                let Ok(closed) = serde_json::from_value::<DidCloseTextDocumentParams>(params) else { return };
                if let Some(document) = self.documents.remove(&closed.text_document.uri) {
                    self.buffers.remove(&document.path);
                }
                let nothing = PublishDiagnosticsParams::new(closed.text_document.uri, Vec::new(), None);
                let _ = self.sender.send(Notification::new(PublishDiagnostics::METHOD.to_string(), nothing).into());
            }
            _ => {}
        }
    }

    /// Has a text checked that is new, or not what it was.
    fn changed(&mut self, uri: &Uri) {
        let Some(document) = self.documents.get(uri) else { return };
        let (path, text, version) = (document.path.clone(), document.text.clone(), document.version);
        self.buffers.set(&path, text.as_str());
        let dialect = self.workspace.dialect(&path, text.as_str());
        // The thread ends with the server only.
        let _ = self.jobs.send(Job { uri: uri.clone(), version, path, text, dialect });
    }

    fn analysis(&mut self, uri: &Uri) -> Result<Arc<Analysis>, String> {
        let document = self.documents.get_mut(uri).ok_or_else(|| format!("{} is not open", uri.as_str()))?;
        if let Some(known) = &document.analysis {
            return Ok(Arc::clone(known));
        }
        let analysis = Arc::new(self.workspace.analyse(&document.path, document.text.clone()));
        document.analysis = Some(Arc::clone(&analysis));
        Ok(analysis)
    }

    /// The text and the offset that a request is about.
    fn at(&mut self, at: &TextDocumentPositionParams) -> Result<(Arc<Analysis>, usize), String> {
        let text = self.analysis(&at.text_document.uri)?;
        let offset = text.text().offset(place(at.position));
        Ok((text, offset))
    }

    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let result = match method.as_str() {
            "textDocument/hover" => told(params, |p| self.hover(p)),
            "textDocument/completion" => told(params, |p| self.completion(p)),
            "textDocument/signatureHelp" => told(params, |p| self.signature(p)),
            "textDocument/definition" => told(params, |p| self.definition(p)),
            "textDocument/references" => told(params, |p| self.references(p)),
            "textDocument/documentHighlight" => told(params, |p| self.highlights(p)),
            "textDocument/prepareRename" => told(params, |p| self.prepare_rename(p)),
            "textDocument/rename" => told(params, |p| self.rename(p)),
            "textDocument/documentSymbol" => told(params, |p| self.symbols(p)),
            "textDocument/formatting" => told(params, |p| self.format(p)),
            "textDocument/foldingRange" => told(params, |p| self.folds(p)),
            "textDocument/semanticTokens/full" => told(params, |p| self.tokens(p)),
            "textDocument/codeLens" => told(params, |p| self.lenses(p)),
            "textDocument/codeAction" => told(params, |p| self.actions(p)),
            "workspace/executeCommand" => told(params, |p| self.execute(p)),
            _ => {
                return Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("{method} is not answered"));
            }
        };
        match result {
            Ok(value) => Response::new_ok(id, value),
            Err(message) => Response::new_err(id, ErrorCode::RequestFailed as i32, message),
        }
    }

    fn hover(&mut self, p: HoverParams) -> Result<Option<Hover>, String> {
        let (text, at) = self.at(&p.text_document_position_params)?;
        let found = self.workspace.hover(&text, at);
        Ok(found.map(|(range, shown)| Hover {
            contents: HoverContents::Markup(markdown(shown)),
            range: Some(range_of(text.text(), &range)),
        }))
    }

    fn completion(&mut self, p: CompletionParams) -> Result<Option<CompletionResponse>, String> {
        let (text, at) = self.at(&p.text_document_position)?;
        let Some((range, found)) = self.workspace.completions(&text, at) else { return Ok(None) };
        let range = range_of(text.text(), &range);
        let items = found.into_iter().map(|found| CompletionItem {
            kind: Some(match found.kind {
                TokenKind::Function => CompletionItemKind::FUNCTION,
                TokenKind::Macro | TokenKind::Keyword => CompletionItemKind::KEYWORD,
                TokenKind::Type => CompletionItemKind::STRUCT,
                TokenKind::Property => CompletionItemKind::PROPERTY,
                _ => CompletionItemKind::VARIABLE,
            }),
            detail: found.usage,
            documentation: Some(found.doc)
                .filter(|doc| !doc.is_empty())
                .map(|d| Documentation::MarkupContent(markdown(d))),
            text_edit: Some(TextEdit { range, new_text: found.name.clone() }.into()),
            label: found.name,
            ..CompletionItem::default()
        });
        Ok(Some(CompletionResponse::Array(items.collect())))
    }

    fn signature(&mut self, p: SignatureHelpParams) -> Result<Option<SignatureHelp>, String> {
        let (text, at) = self.at(&p.text_document_position_params)?;
        let Some(found) = self.workspace.signature(&text, at) else { return Ok(None) };
        let signatures = found.usages.into_iter().map(|usage| {
            let parts = input::parts(&usage);
            let last = parts.len().saturating_sub(1);
            let is_open = parts.last().is_some_and(|part| part.ends_with("..."));
            let argument = if is_open { found.argument.min(last) } else { found.argument };
            let parameters = parts.iter().map(|part| ParameterInformation {
                label: ParameterLabel::Simple(part.to_string()),
                documentation: None,
            });
            SignatureInformation {
                parameters: Some(parameters.collect()),
                documentation: Some(Documentation::String(found.doc.clone())),
                active_parameter: Some(argument as u32),
                label: usage,
            }
        });
        let signatures: Vec<SignatureInformation> = signatures.collect();
        // The first way to call it that has a place for the argument.
        let has_place = |s: &SignatureInformation| {
            s.active_parameter.is_some_and(|n| s.parameters.as_ref().is_some_and(|all| (n as usize) < all.len()))
        };
        let active = signatures.iter().position(has_place).unwrap_or(0);
        let active_parameter = signatures.get(active).and_then(|signature| signature.active_parameter);
        Ok(Some(SignatureHelp { active_signature: Some(active as u32), active_parameter, signatures }))
    }

    fn definition(&mut self, p: GotoDefinitionParams) -> Result<Vec<Location>, String> {
        let (text, at) = self.at(&p.text_document_position_params)?;
        let targets = self.workspace.definition(&text, at);
        Ok(targets.into_iter().filter_map(|target| self.location(target)).collect())
    }

    /// The place of a definition, for which a text of the library becomes a file.
    fn location(&self, target: Target) -> Option<Location> {
        let range = range_of(&target.text, &target.range);
        if !target.is_library {
            // The client's own name of a text counts.
            let known = self.documents.iter().find(|(_, document)| document.path == target.file);
            let uri = known.map(|(uri, _)| uri.clone()).or_else(|| uri_of(&target.file))?;
            return Some(Location { uri, range });
        }
        let inside: PathBuf = target.file.components().filter(|part| matches!(part, Component::Normal(_))).collect();
        let mut path = self.settings.library.join(inside);
        if path.extension().is_none() {
            path.set_extension("lisp");
        }
        if fs::read_to_string(&path).ok().as_deref() != Some(target.text.as_str()) {
            fs::create_dir_all(path.parent()?).ok()?;
            fs::write(&path, target.text.as_str()).ok()?;
        }
        Some(Location { uri: uri_of(&path)?, range })
    }

    fn references(&mut self, p: ReferenceParams) -> Result<Vec<Location>, String> {
        let (text, at) = self.at(&p.text_document_position)?;
        let uri = p.text_document_position.text_document.uri;
        let found = text.references(at).into_iter().filter(|u| p.context.include_declaration || !u.is_definition);
        Ok(found.map(|u| Location { uri: uri.clone(), range: range_of(text.text(), &u.range) }).collect())
    }

    fn highlights(&mut self, p: lsp_types::DocumentHighlightParams) -> Result<Vec<DocumentHighlight>, String> {
        let (text, at) = self.at(&p.text_document_position_params)?;
        let found = text.references(at).into_iter();
        Ok(found.map(|u| DocumentHighlight { range: range_of(text.text(), &u.range), kind: None }).collect())
    }

    fn prepare_rename(&mut self, p: TextDocumentPositionParams) -> Result<PrepareRenameResponse, String> {
        let (text, at) = self.at(&p)?;
        let found = text.names().at(at).ok_or("there is no name")?;
        // A name can be renamed if it could stay as it is.
        text.rename(at, text.text().slice(found.range.clone()))?;
        Ok(PrepareRenameResponse::Range(range_of(text.text(), &found.range)))
    }

    fn rename(&mut self, p: RenameParams) -> Result<WorkspaceEdit, String> {
        let (text, at) = self.at(&p.text_document_position)?;
        let places = self.workspace.rename(&text, at, &p.new_name)?;
        let edit = |range| TextEdit { range: range_of(text.text(), &range), new_text: p.new_name.clone() };
        let edits = places.into_iter().map(edit).collect();
        Ok(edit_of(p.text_document_position.text_document.uri, edits))
    }

    fn symbols(&mut self, p: DocumentSymbolParams) -> Result<Vec<DocumentSymbol>, String> {
        let text = self.analysis(&p.text_document.uri)?;
        let symbols = text.symbols().into_iter().map(|symbol| {
            #[expect(deprecated, reason = "the protocol's structure has the field")]
            DocumentSymbol {
                kind: match symbol.kind {
                    NameKind::Function => SymbolKind::FUNCTION,
                    NameKind::Macro => SymbolKind::OPERATOR,
                    NameKind::Type => SymbolKind::STRUCT,
                    NameKind::Test => SymbolKind::EVENT,
                    NameKind::Variable | NameKind::Parameter => SymbolKind::VARIABLE,
                },
                range: range_of(text.text(), &symbol.form),
                selection_range: range_of(text.text(), &symbol.range),
                name: symbol.name,
                detail: None,
                tags: None,
                deprecated: None,
                children: None,
            }
        });
        Ok(symbols.collect())
    }

    fn format(&mut self, p: DocumentFormattingParams) -> Result<Vec<TextEdit>, String> {
        let text = self.analysis(&p.text_document.uri)?;
        let new = text.formatted().ok_or("the text cannot be read: its mistakes are shown in it")?;
        Ok(difference(text.text(), &new).into_iter().collect())
    }

    fn folds(&mut self, p: FoldingRangeParams) -> Result<Vec<FoldingRange>, String> {
        let text = self.analysis(&p.text_document.uri)?;
        let fold = |range: &Range<usize>| FoldingRange {
            start_line: text.text().line(range.start) as u32,
            end_line: text.text().line(range.end.saturating_sub(1)) as u32,
            ..FoldingRange::default()
        };
        Ok(text.folds().iter().map(fold).collect())
    }

    fn tokens(&mut self, p: SemanticTokensParams) -> Result<SemanticTokens, String> {
        let text = self.analysis(&p.text_document.uri)?;
        let tokens = self.workspace.semantic_tokens(&text);
        let (mut last, mut end) = (Position::default(), 0);
        let encoded = tokens.into_iter().map(|token| {
            let start = token.range.start;
            let line = text.text().line(start) as u32;
            // Columns on the same line are counted on from the last token, because a line can be long.
            let at = if line == last.line {
                Position { line, column: last.column + units(text.text().slice(end..start)) }
            } else {
                text.text().position(start)
            };
            let delta_start = if line == last.line { at.column - last.column } else { at.column };
            let encoded = SemanticToken {
                delta_line: line - last.line,
                delta_start,
                length: units(text.text().slice(token.range.clone())),
                token_type: TOKENS.iter().position(|(kind, _)| *kind == token.kind).unwrap_or(0) as u32,
                token_modifiers_bitset: u32::from(token.is_definition) | u32::from(token.is_library) << 1,
            };
            (last, end) = (at, start);
            encoded
        });
        Ok(SemanticTokens { result_id: None, data: encoded.collect() })
    }

    fn lenses(&mut self, p: CodeLensParams) -> Result<Vec<CodeLens>, String> {
        let uri = p.text_document.uri;
        let text = self.analysis(&uri)?;
        let lens = |line, title: &str, command: &str, argument: &str| {
            let start = lsp_types::Position::new(line, 0);
            let (title, command) = (title.to_string(), command.to_string());
            let arguments = Some(vec![json!(uri.as_str()), json!(argument)]);
            let command = Some(lsp_types::Command { title, command, arguments });
            CodeLens { range: lsp_types::Range::new(start, start), command, data: None }
        };
        let cases = text.test_cases();
        let cases = cases.iter().map(|case| {
            let title = if case.is_test { "run test" } else { "try example" };
            lens(case.line, title, TEST, &case.name)
        });
        let board = |(form, puzzle): &(Range<usize>, String)| {
            lens(text.text().line(form.start) as u32, "show board", BOARD, puzzle)
        };
        Ok(cases.chain(text.puzzles().iter().map(board)).collect())
    }

    /// Offers the name that a hint tells in place of the one that nothing defines.
    fn actions(&mut self, p: CodeActionParams) -> Result<Vec<CodeActionOrCommand>, String> {
        let uri = p.text_document.uri;
        let unbound = Some(NumberOrString::String("unbound-variable".to_string()));
        let named = |diagnostic: Diagnostic| {
            let help = diagnostic.message.split_once('\n')?.1;
            let name = help.strip_prefix("did you mean `")?.strip_suffix("`?")?.to_string();
            let edit = TextEdit { range: diagnostic.range, new_text: name.clone() };
            Some(CodeActionOrCommand::CodeAction(CodeAction {
                title: format!("Replace by `{name}`"),
                kind: Some(CodeActionKind::QUICKFIX),
                edit: Some(edit_of(uri.clone(), vec![edit])),
                diagnostics: Some(vec![diagnostic]),
                is_preferred: Some(true),
                ..CodeAction::default()
            }))
        };
        Ok(p.context.diagnostics.into_iter().filter(|d| d.code == unbound).filter_map(named).collect())
    }

    /// Runs a test, or draws a board, in a process of its own. A message shows the end of a test.
    fn execute(&mut self, p: ExecuteCommandParams) -> Result<Value, String> {
        let [Value::String(uri), Value::String(subject)] = p.arguments.as_slice() else {
            return Err(format!("{} takes a file and a text", p.command));
        };
        let started = |words: &[OsString]| {
            let (program, first) = words.split_first().ok_or("nothing runs commands")?;
            let mut command = Command::new(program);
            command.args(first).stdin(Stdio::null());
            Ok::<_, String>(command)
        };
        let (mut command, picture) = match p.command.as_str() {
            TEST => {
                let path = path_of(&Uri::from_str(uri).map_err(|error| error.to_string())?);
                let mut command = started(&self.settings.test)?;
                command.arg("--filter").arg(subject).arg(path);
                (command, None)
            }
            BOARD => {
                let picture = self.settings.library.join("board.svg");
                fs::create_dir_all(&self.settings.library).map_err(|error| error.to_string())?;
                let mut command = started(&self.settings.draw)?;
                command.arg(&picture).arg("--").arg(subject);
                (command, Some(picture))
            }
            other => return Err(format!("{other} is no command")),
        };
        let (sender, shows_documents) = (self.sender.clone(), self.shows_documents);
        thread::spawn(move || {
            let output = command.output();
            let is_fine = output.as_ref().is_ok_and(|output| output.status.success());
            let picture = picture.filter(|_| is_fine);
            if let Some(uri) = picture.as_deref().and_then(uri_of).filter(|_| shows_documents) {
                let shown = json!({"uri": uri, "external": true});
                let id = RequestId::from(BOARD.to_string());
                let _ = sender.send(Request::new(id, ShowDocument::METHOD.to_string(), shown).into());
                return;
            }
            let message = match (picture, output) {
                (Some(picture), _) => format!("the board is in {}", picture.display()),
                (None, Ok(output)) => {
                    let shown =
                        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                    shown.concat().trim().chars().take(MAX_SHOWN).collect()
                }
                (None, Err(error)) => error.to_string(),
            };
            let typ = if is_fine { MessageType::INFO } else { MessageType::ERROR };
            let shown = ShowMessageParams { typ, message };
            let _ = sender.send(Notification::new(ShowMessage::METHOD.to_string(), shown).into());
        });
        Ok(Value::Null)
    }
}

/// Answers with what a handler says of the parameters.
fn told<P: DeserializeOwned, R: Serialize>(
    params: Value,
    answer: impl FnOnce(P) -> Result<R, String>,
) -> Result<Value, String> {
    let parameters = serde_json::from_value(params).map_err(|error| error.to_string())?;
    to_value(answer(parameters)?).map_err(|error| error.to_string())
}

fn place(position: lsp_types::Position) -> Position {
    Position { line: position.line, column: position.character }
}

fn range_of(text: &Text, range: &Range<usize>) -> lsp_types::Range {
    let position = |offset| {
        let Position { line, column } = text.position(offset);
        lsp_types::Position::new(line, column)
    };
    lsp_types::Range::new(position(range.start), position(range.end))
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

fn edit_of(uri: Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit { changes: Some(HashMap::from([(uri, edits)])), ..WorkspaceEdit::default() }
}

/// Returns the lines in which a new text differs: what is above and below them stays, and so does the cursor.
fn difference(old: &Text, new: &str) -> Option<TextEdit> {
    let before = old.as_str();
    if before == new {
        return None;
    }
    let lines = |a: &str, b: &str| -> usize {
        let same = a.split_inclusive('\n').zip(b.split_inclusive('\n')).take_while(|(a, b)| a == b);
        same.map(|(line, _)| line.len()).sum()
    };
    let start = lines(before, new);
    let (rest, new) = (before.get(start..)?, new.get(start..)?);
    let same = rest.rsplit('\n').zip(new.rsplit('\n')).take_while(|(a, b)| a == b);
    let most = rest.len().min(new.len());
    let end = same.map(|(line, _)| line.len() + 1).scan(0, |sum, line| {
        *sum += line;
        Some(*sum)
    });
    // Whole lines only: the newline before them stays, too.
    let end = end.take_while(|&end| end <= most).last().map_or(0, |end| end - 1);
    let range = range_of(old, &(start..before.len() - end));
    Some(TextEdit { range, new_text: new.get(..new.len() - end)?.to_string() })
}

/// Returns the path of a file's address. Any other address is a name that is no absolute path.
fn path_of(uri: &Uri) -> PathBuf {
    let Some(path) = uri.as_str().strip_prefix("file://") else { return uri.as_str().into() };
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let code = path.get(path.len() - after.len()..path.len() - after.len() + 2);
        match code.filter(|_| *first == b'%').and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    // `/c:/folder`
    let is_drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    PathBuf::from(if is_drive { path.trim_start_matches('/').to_string() } else { path })
}

fn uri_of(path: &Path) -> Option<Uri> {
    let path = std::path::absolute(path).ok()?;
    let mut text = String::from("file://");
    let path = path.to_str()?.replace('\\', "/");
    if !path.starts_with('/') {
        text.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_turn_into_one_another() {
        for path in ["/a b/ä%20.lisp", "/x/(1).scm"] {
            assert_eq!(path_of(&uri_of(Path::new(path)).unwrap()), Path::new(path));
        }
        assert!(!path_of(&Uri::from_str("untitled:Untitled-1").unwrap()).is_absolute());
    }

    #[test]
    fn a_layout_changes_only_lines_that_differ() {
        let edited = |old: &str, new: &str| {
            let mut text = Text::new(old);
            let edit = difference(&text, new)?;
            text.replace(place(edit.range.start), place(edit.range.end), &edit.new_text);
            assert_eq!(text.as_str(), new, "{old:?}");
            Some((edit.range.start.line, edit.range.end.line, edit.new_text))
        };
        assert_eq!(edited("a\nb\nc\n", "a\nb\nc\n"), None);
        assert_eq!(edited("a\nb\nc\nd\n", "a\nB\nc\nd\n"), Some((1, 2, "B\n".into())));
        for (old, new) in [("a\na\n", "a\n"), ("a\n", "a\na\n"), ("", "x\n"), ("x", ""), ("ab\n", "b\n"), ("b", "a\nb")]
        {
            assert!(edited(old, new).is_some());
        }
    }
}
