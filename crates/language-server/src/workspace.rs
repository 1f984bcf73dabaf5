//! Answers about a text that need more than the text: the library, and the files that it requires.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use klammer::docs::{DefinitionKind, Documentation};
use klammer::{Engine, Error};
use klammer_syntax::complete::form_around;
use klammer_syntax::tree::NodeKind;

use crate::analysis::{Analysis, Buffers, EngineMaker, Text, canonical, engine_in};
use crate::input::{self, CompletionSource};
use klammer_syntax::scopes::{Definition, Name, NameKind};

/// Files that a text may require, those that they require included.
const MAX_FILES: usize = 32;

/// Engines that are kept, one for each dialect with certain modules.
const MAX_ENGINES: usize = 8;

/// Completions that are told.
const MAX_COMPLETIONS: usize = 200;

/// The library in a dialect, with some modules.
struct Library {
    engine: RefCell<Engine>,
    /// Its global names, in alphabetical order.
    names: Vec<String>,
    /// The documentation of those that were asked for.
    known: RefCell<HashMap<String, Option<Arc<Documentation>>>>,
}

impl Library {
    fn describe(&self, name: &str) -> Option<Arc<Documentation>> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let found = self.engine.borrow_mut().docs().describe(name).map(Arc::new);
        self.known.borrow_mut().insert(name.to_string(), found.clone());
        found
    }

    /// Returns whether a name is one of the library's, without compiling it.
    fn has(&self, name: &str) -> bool {
        self.names.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
    }
}

/// Knowledge beyond single texts.
#[expect(missing_debug_implementations, reason = "it holds a function")]
pub struct Workspace {
    make: EngineMaker,
    buffers: Buffers,
    /// An engine without dialects and modules, which knows which there are.
    base: Engine,
    /// The endings of programs' names, that of the core first.
    endings: Vec<&'static str>,
    libraries: HashMap<String, Library>,
    /// Files that texts require, with their texts of that time.
    files: HashMap<PathBuf, Arc<Analysis>>,
}

/// A completion of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// The name.
    pub name: String,
    /// Its kind.
    pub kind: TokenKind,
    /// Form of a call.
    pub usage: Option<String>,
    /// Its documentation as Markdown.
    pub doc: String,
}

/// The ways to call the function at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The ways, such as `(nth n list)`.
    pub usages: Vec<String>,
    /// Documentation of the function.
    pub doc: String,
    /// Number of the argument at the place, from 0.
    pub argument: usize,
}

/// Place of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The file, or the name of a text of the library.
    pub file: PathBuf,
    /// Whether it is a text of the library.
    pub is_library: bool,
    /// The text.
    pub text: Text,
    /// Range of the name in it, or of the definition.
    pub range: Range<usize>,
}

/// Kind of a piece of a text, for its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A function.
    Function,
    /// A macro.
    Macro,
    /// A special operator.
    Keyword,
    /// A variable.
    Variable,
    /// A parameter.
    Parameter,
    /// A type.
    Type,
    /// A string or a character.
    String,
    /// A number.
    Number,
    /// A comment.
    Comment,
    /// `:name`
    Property,
}

/// A piece of a text on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SemanticToken {
    /// Range of the piece.
    pub range: Range<usize>,
    /// Kind of the piece.
    pub kind: TokenKind,
    /// Whether a name is defined here.
    pub is_definition: bool,
    /// Whether the name is the library's.
    pub is_library: bool,
}

impl Workspace {
    /// Makes a workspace.
    ///
    /// # Errors
    /// If no engine can be made.
    pub fn new(make: EngineMaker, buffers: Buffers) -> Result<Workspace, Error> {
        let mut base = engine_in(&make, &buffers, "core")?;
        let mut endings: Vec<&str> = base.inspect().file_endings().collect();
        endings.reverse();
        Ok(Workspace { make, buffers, base, endings, libraries: HashMap::new(), files: HashMap::new() })
    }

    /// Returns the dialect of a text, from the ending of its file's name or from its forms.
    pub fn dialect(&mut self, path: &Path, text: &str) -> &'static str {
        self.base.inspect().dialect(&path.display().to_string(), text)
    }

    /// Analyses a text in its dialect.
    pub fn analyse(&mut self, path: &Path, text: Text) -> Analysis {
        let name = path.display().to_string();
        let inspect = self.base.inspect();
        let (dialect, grammar) = (inspect.dialect(&name, text.as_str()), inspect.grammar(&name, text.as_str()));
        Analysis::new(path, text, dialect, grammar)
    }

    /// The library as a text sees it.
    fn library(&mut self, text: &Analysis) -> Option<&Library> {
        let modules: BTreeSet<String> = self.base.docs().modules().map(str::to_string).collect();
        let required = text.required().iter().map(|(_, name)| name.as_str());
        let required: BTreeSet<&str> = required.filter(|name| modules.contains(*name)).collect();
        let key = std::iter::once(text.dialect()).chain(required.iter().copied()).collect::<Vec<_>>().join(" ");
        if !self.libraries.contains_key(&key) {
            let mut engine = engine_in(&self.make, &self.buffers, text.dialect()).ok()?;
            for module in required {
                let _ = engine.require(module);
            }
            if self.libraries.len() >= MAX_ENGINES {
                self.libraries.clear();
            }
            let names = engine.docs().names();
            let library = Library { engine: RefCell::new(engine), names, known: RefCell::default() };
            self.libraries.insert(key.clone(), library);
        }
        self.libraries.get(&key)
    }

    /// The files that a text requires or loads, and those that they do.
    fn files(&mut self, text: &Analysis) -> Vec<Arc<Analysis>> {
        let mut seen = HashSet::from([canonical(text.path())]);
        let mut found: Vec<Arc<Analysis>> = Vec::new();
        let mut next = 0;
        let mut waiting = self.beside(text);
        while let Some(path) = waiting.get(next).cloned().filter(|_| found.len() < MAX_FILES) {
            next += 1;
            if seen.insert(canonical(&path))
                && let Some(file) = self.file(&path)
            {
                waiting.extend(self.beside(&file));
                found.push(file);
            }
        }
        found
    }

    /// The paths of the files that a text names.
    fn beside(&self, text: &Analysis) -> Vec<PathBuf> {
        let folder = text.path().parent().unwrap_or(Path::new("."));
        text.required().iter().filter_map(|(_, name)| self.path_of(folder, name)).collect()
    }

    fn path_of(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        let with_endings = self.endings.iter().map(|ending| format!("{name}.{ending}"));
        let mut paths = std::iter::once(name.to_string()).chain(with_endings).map(|name| folder.join(name));
        paths.find(|path| self.buffers.get(path).is_some() || path.is_file())
    }

    fn file(&mut self, path: &Path) -> Option<Arc<Analysis>> {
        let text = match self.buffers.get(path) {
            Some(text) => text.to_string(),
            None => fs::read(path).and_then(klammer::syntax::text_from_bytes).ok()?,
        };
        if let Some(known) = self.files.get(path).filter(|known| known.text().as_str() == text) {
            return Some(Arc::clone(known));
        }
        let analysis = Arc::new(self.analyse(path, Text::new(text)));
        self.files.insert(path.to_path_buf(), Arc::clone(&analysis));
        Some(analysis)
    }

    /// The definition of a global name in the text or in a file that it requires.
    fn written<R>(
        &mut self,
        text: &Analysis,
        name: &str,
        tell: impl Fn(&Analysis, &Name, &Definition) -> R,
    ) -> Option<R> {
        let in_text = |file: &Analysis| {
            let is_same = |other: &&Name| match file.dialect() {
                "common-lisp" => other.name.eq_ignore_ascii_case(name),
                _ => other.name == name,
            };
            let found = file.names().defined().find(is_same)?;
            Some(tell(file, found, found.definitions.first()?))
        };
        in_text(text).or_else(|| self.files(text).iter().find_map(|file| in_text(file)))
    }

    /// Returns the text that a hover shows, as Markdown.
    pub fn hover(&mut self, text: &Analysis, at: usize) -> Option<(Range<usize>, String)> {
        let found = text.names().at(at)?;
        let name = text.names().all.get(found.name)?;
        let shown = if name.is_local {
            let kind = if name.kind == NameKind::Parameter { "parameter" } else { "local variable" };
            format!("`{}`: {kind}", name.name)
        } else if let Some(shown) = self.written(text, &name.name, described) {
            shown
        } else {
            let folded = folded(text, &name.name);
            markdown(&*self.library(text)?.describe(&folded)?)
        };
        Some((found.range.clone(), shown))
    }

    /// Returns the place where the name at an offset is defined, or the file that is required there.
    pub fn definition(&mut self, text: &Analysis, at: usize) -> Vec<Target> {
        if let Some((_, name)) = text.required().iter().find(|(range, _)| range.start <= at && at <= range.end) {
            let path = self.path_of(text.path().parent().unwrap_or(Path::new(".")), name);
            let target = path.and_then(|path| {
                let text = self.file(&path)?.text().clone();
                Some(Target { file: path, is_library: false, text, range: 0..0 })
            });
            return target.into_iter().collect();
        }
        let Some(found) = text.names().at(at) else { return Vec::new() };
        let Some(name) = text.names().all.get(found.name) else { return Vec::new() };
        let targets = |file: &Analysis, name: &Name, _: &Definition| {
            let target = |d: &Definition| Target {
                file: file.path().to_path_buf(),
                is_library: false,
                text: file.text().clone(),
                range: d.name.clone(),
            };
            name.definitions.iter().map(target).collect::<Vec<_>>()
        };
        if let Some(first) = name.definitions.first() {
            return targets(text, name, first);
        }
        if let Some(found) = self.written(text, &name.name, targets) {
            return found;
        }
        let folded = folded(text, &name.name);
        let Some(library) = self.library(text) else { return Vec::new() };
        // The definition is compiled first, if need be.
        let _ = library.describe(&folded);
        let places = library.engine.borrow_mut().docs().definition(&folded);
        let target = |place: klammer::Place| {
            let (range, text) = place.in_text();
            Target { file: place.file().into(), is_library: true, text: Text::new(text), range }
        };
        places.into_iter().map(target).collect()
    }

    /// Returns how the function is called in whose call an offset lies.
    pub fn signature(&mut self, text: &Analysis, at: usize) -> Option<Signature> {
        let form = form_around(text.text().as_str(), at);
        let call = input::call_at(text.text().slice(form.start..at))?;
        let of_text = |file: &Analysis, name: &Name, definition: &Definition| {
            let usages = name.definitions.iter().filter_map(|d| d.usage.clone()).collect();
            (usages, file.documentation(definition))
        };
        let (usages, doc): (Vec<String>, String) = match self.written(text, &call.head, of_text) {
            Some(found) => found,
            None => {
                let folded = folded(text, &call.head);
                let found = self.library(text)?.describe(&folded)?;
                (found.usage.clone(), found.text.clone())
            }
        };
        (!usages.is_empty()).then_some(Signature { usages, doc, argument: call.arguments })
    }

    /// Returns the completions of the word before an offset, and the range of that word.
    pub fn completions(&mut self, text: &Analysis, at: usize) -> Option<(Range<usize>, Vec<Completion>)> {
        let form = form_around(text.text().as_str(), at);
        let files = self.files(text);
        let mut modules: Vec<String> = self.base.docs().modules().map(str::to_string).collect();
        let entries = text.path().parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        modules.extend(entries.filter_map(|e| e.file_name().to_str()?.strip_suffix(".lisp").map(str::to_string)));
        let keywords = text.leaves().iter().filter(|(range, kind)| *kind == NodeKind::Keyword && range.end != at);
        let words = keywords.map(|(range, _)| text.text().slice(range.clone()).to_string()).collect();
        let own = std::iter::once(text).chain(files.iter().map(|file| &**file));
        let own: Vec<String> = own.flat_map(|file| file.names().defined().map(|name| name.name.clone())).collect();
        let (start, found, library) = {
            let library = self.library(text)?;
            let names: Vec<String> = library.names.iter().cloned().chain(own).collect();
            let keywords = |name: &str| library.describe(name).map(|found| input::keywords(&found)).unwrap_or_default();
            let known = CompletionSource { names: &names, modules: &modules, words: &words, keywords: &keywords };
            let (start, found) = input::complete(text.text().slice(form.clone()), at - form.start, &known)?;
            let described: HashMap<String, Option<Arc<Documentation>>> = found
                .iter()
                .take(MAX_COMPLETIONS)
                .map(|name| (name.clone(), if library.has(name) { library.describe(name) } else { None }))
                .collect();
            (start, found, described)
        };
        let own = |file: &Analysis, name: &Name, definition: &Definition| Completion {
            name: name.name.clone(),
            kind: token_kind(name.kind),
            usage: definition.usage.clone(),
            doc: file.documentation(definition),
        };
        let complete = |name: String| {
            let mut files = std::iter::once(text).chain(files.iter().map(|file| &**file));
            let written = files.find_map(|file| {
                let found = file.names().defined().find(|known| known.name == name)?;
                Some(own(file, found, found.definitions.first()?))
            });
            written.unwrap_or_else(|| match library.get(&name) {
                Some(Some(found)) => Completion {
                    kind: documented_kind(found.kind),
                    usage: found.usage.first().cloned(),
                    doc: markdown(found),
                    name,
                },
                _ => {
                    let kind = if name.starts_with(':') { TokenKind::Property } else { TokenKind::Variable };
                    Completion { name, kind, usage: None, doc: String::new() }
                }
            })
        };
        let found = found.into_iter().take(MAX_COMPLETIONS).map(complete).collect();
        Some((form.start + start..at, found))
    }

    /// Returns the places to be replaced when a name gets another: see [`Analysis::rename`].
    ///
    /// # Errors
    /// The reason for which it cannot.
    pub fn rename(&mut self, text: &Analysis, at: usize, new: &str) -> Result<Vec<Range<usize>>, String> {
        let places = text.rename(at, new)?;
        let is_local = text.names().at(at).and_then(|u| text.names().all.get(u.name)).is_some_and(|name| name.is_local);
        if !is_local && self.library(text).is_some_and(|library| library.has(new)) {
            return Err(format!("the library has `{new}`"));
        }
        Ok(places)
    }

    /// Returns the pieces of a text that have colours, in their order.
    pub fn semantic_tokens(&mut self, text: &Analysis) -> Vec<SemanticToken> {
        let files = self.files(text);
        let files: HashMap<&str, NameKind> =
            files.iter().flat_map(|file| file.names().defined().map(|name| (name.name.as_str(), name.kind))).collect();
        let Some(library) = self.library(text) else { return Vec::new() };
        let mut tokens = Vec::new();
        let mut leaves = text.leaves().iter().peekable();
        let leaf = |(range, kind): &(Range<usize>, NodeKind)| SemanticToken {
            range: range.clone(),
            kind: match kind {
                NodeKind::Number => TokenKind::Number,
                NodeKind::Keyword => TokenKind::Property,
                NodeKind::LineComment | NodeKind::BlockComment => TokenKind::Comment,
                _ => TokenKind::String,
            },
            is_definition: false,
            is_library: false,
        };
        for found in &text.names().uses {
            while let Some(before) = leaves.next_if(|leaf| leaf.0.start < found.range.start) {
                tokens.push(leaf(before));
            }
            let Some(name) = text.names().all.get(found.name) else { continue };
            let is_own = name.is_local || !name.definitions.is_empty();
            let (kind, is_library) = if is_own {
                (token_kind(name.kind), false)
            } else if let Some(&kind) = files.get(name.name.as_str()) {
                (token_kind(kind), false)
            } else {
                match library.describe(&folded(text, &name.name)) {
                    Some(known) => (documented_kind(known.kind), true),
                    None => (token_kind(name.kind), false),
                }
            };
            tokens.push(SemanticToken {
                range: found.range.clone(),
                kind,
                is_definition: found.is_definition,
                is_library,
            });
        }
        tokens.extend(leaves.map(leaf));
        tokens.retain(|token| !text.text().slice(token.range.clone()).contains('\n'));
        tokens
    }
}

/// Returns a name as the library of the text's dialect has it.
fn folded(text: &Analysis, name: &str) -> String {
    if text.dialect() == "common-lisp" { name.to_ascii_lowercase() } else { name.to_string() }
}

fn token_kind(kind: NameKind) -> TokenKind {
    match kind {
        NameKind::Function => TokenKind::Function,
        NameKind::Macro => TokenKind::Macro,
        NameKind::Variable => TokenKind::Variable,
        NameKind::Parameter => TokenKind::Parameter,
        NameKind::Type | NameKind::Test => TokenKind::Type,
    }
}

fn documented_kind(kind: DefinitionKind) -> TokenKind {
    match kind {
        DefinitionKind::Macro => TokenKind::Macro,
        DefinitionKind::SpecialOperator => TokenKind::Keyword,
        DefinitionKind::Constant | DefinitionKind::Variable => TokenKind::Variable,
        _ => TokenKind::Function,
    }
}

/// The documentation of a definition of a program.
fn described(file: &Analysis, name: &Name, definition: &Definition) -> String {
    let usages: Vec<&str> = name.definitions.iter().filter_map(|d| d.usage.as_deref()).collect();
    let call = if usages.is_empty() { name.name.clone() } else { usages.join("\n") };
    let doc = file.documentation(definition);
    let (examples, prose): (Vec<&str>, Vec<&str>) =
        doc.lines().map(str::trim).partition(|line| [";=>", ";!!", ";>>"].iter().any(|mark| line.contains(mark)));
    page(&call, &prose.join("\n"), &examples.join("\n"))
}

/// The documentation of a name of the library.
fn markdown(found: &Documentation) -> String {
    let call = if found.usage.is_empty() { found.name.clone() } else { found.usage.join("\n") };
    let examples = found.examples.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let subject = format!("\n\n*{}, {}*", found.kind.as_str(), found.subject);
    page(&call, &found.text, &examples) + &subject
}

fn page(call: &str, text: &str, examples: &str) -> String {
    let block = |code: &str| format!("```lisp\n{code}\n```");
    let parts =
        [block(call), text.trim().to_string(), if examples.is_empty() { String::new() } else { block(examples) }];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}
