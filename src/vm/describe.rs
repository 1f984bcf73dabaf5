//! Global names for people and tools. It describes all bindings of a name (builtins, definitions, methods), searches
//! documentation without compiling, and gives advisors their names.

use std::path::Path;

use klammer_syntax::lexer::TokenKind;
use klammer_syntax::lexer::tokens;

use super::Vm;
use super::backtrace;
use super::bootstrap;
use super::call::function_name;
use super::vm_natives::join;
use crate::builtins::Param;
use crate::builtins::arg::Arg;
use crate::bytecode::{Proto, Referent};
use crate::compile::Machine;
use crate::documentation::{DefinitionKind, Documentation};
use crate::error::Error;
use crate::fault::{Code, ErrorData, Result};
use crate::hints::{Form, Meaning, MeaningKind, NameScope};
use crate::inspection::Found;
use crate::module::ProgramState;
use crate::module::definitions::LazyOrigin;
use crate::module::native::HostSignature;
use crate::module::native::NativeInfo;
use crate::object::generic::Method;
use crate::printer::brief;
use crate::runtime::dialect::Dialect;
use crate::source::Span;
use crate::symbol::{ModuleId, PROGRAM, Symbol, well_known};
use crate::value::{Kind, Value};
use crate::{documentation, library};

/// Expectation of a parameter that takes every value.
const ANY: &str = <Value as Arg>::EXPECTED;

/// The parameters of a host function that states none.
const ANYTHING: &str = "anything";

/// Parameters that a usage line shows at most: no program has more, but a list can be circular.
const MAX_SHOWN: usize = 256;

/// Returns the documentation of a name that is a value. In a dialect with a false value of its own, nil is true.
fn of_constant(name: Symbol, has_false: bool) -> Option<&'static str> {
    Some(match (name, has_false) {
        (well_known::NIL, false) => {
            "The empty list, which is the only false value: what predicates return for no, and what is returned where \
             there is nothing.\n\n(if nil 'yes 'no)  ;=> no\n(rest '(1))       ;=> nil\n(null? '())       ;=> t"
        }
        (well_known::NIL, true) => "The empty list. It is true, as all values but #f.",
        (well_known::T, false) => {
            "What predicates return for yes. Every value but nil is true.\n\n(< 1 2)          ;=> t\n\
             (if 0 'yes 'no)  ;=> yes"
        }
        _ => return None,
    })
}

/// Returns the documentation of `name` in a module, or `None` if it means nothing. Compiles the library's
/// definition if necessary.
pub(crate) fn describe(vm: &mut Vm, module: ModuleId, name: Symbol) -> Option<Documentation> {
    let shown = vm.program.rt.name(name).to_string();
    if let Some(text) = of_constant(name, vm.program.dialect(module).has_false) {
        let (text, examples) = documentation::parse(text);
        let (kind, subject) = (DefinitionKind::Constant, "value".to_string());
        let (usage, parameters) = (Vec::new(), Vec::new());
        return Some(Documentation { name: shown, kind, subject, usage, parameters, text, examples });
    }
    let cell = vm.program.find_cell(module, name)?;
    bootstrap::force_lazy(vm, cell).ok()?;
    let v = vm.program.globals.value(cell);
    if v == Value::UNBOUND {
        return None;
    }
    let text = documentation_of(vm, v).unwrap_or_default();
    let (text, examples) = documentation::parse(&text);
    let kind = match v.kind() {
        Kind::SPECIAL => DefinitionKind::SpecialOperator,
        Kind::MACRO => DefinitionKind::Macro,
        Kind::GENERIC => DefinitionKind::GenericFunction,
        _ if v.is_procedure() => DefinitionKind::Function,
        _ => DefinitionKind::Variable,
    };
    let usage = usage(vm, &shown, v);
    let mut subject = subject(&vm.program, cell, v);
    let original = vm.program.definitions.lazy.find(v).filter(|_| v.is_heap()).and_then(|l| match l.origin {
        LazyOrigin::Library(definition) => Some(definition.name),
        LazyOrigin::Program(..) => None,
    });
    if let Some(original) = original.filter(|&o| o != shown && vm.dialects.has(&subject)) {
        // One of the many names that other implementations have for the same thing.
        subject = format!("{subject}: other name of {original}");
    }
    let parameters = checked_parameters(&vm.program, v);
    Some(Documentation { name: shown, kind, subject, usage, parameters, text, examples })
}

/// The instructions that a function was compiled to, a line for each; paid for.
pub(crate) fn listing(program: &mut ProgramState, f: Value) -> Result<String> {
    if !f.is(Kind::CLOSURE) {
        return Err(program.rt.wrong_type("disassemble", "function", "a function written in Klammer", f));
    }
    let length = program.code.instructions(f.meta()).len();
    program.rt.charge(length)?;
    Ok(program.code.listing(f.meta(), |what| name_in_listing(program, what)))
}

/// Returns the name of an instruction's referent in a listing of code.
fn name_in_listing(program: &ProgramState, what: Referent) -> String {
    let named = |name: Option<Symbol>| name.map_or("?", |n| program.rt.name(n)).to_string();
    match what {
        Referent::Constant(v) => brief(&program.rt, v),
        Referent::Global(g) => named(program.globals.info(g).map(|i| i.name)),
        Referent::Function(f) => {
            program.code.proto(f).and_then(|p| p.name).map_or("lambda".to_string(), |n| named(Some(n)))
        }
        Referent::Leaf(f) => function_name(program, Value::reference(Kind::NATIVE, f, 0)),
        Referent::RecordType(t) => named(program.rt.heap.record_types.get(t as usize).map(|t| t.name)),
    }
}

/// The documentation text of what is bound to a name.
pub(crate) fn documentation_of(vm: &Vm, v: Value) -> Option<String> {
    match v.kind() {
        Kind::CLOSURE => proto_of(&vm.program, v)?.doc.as_deref().map(str::to_string),
        Kind::NATIVE => vm.program.natives.facts(v.meta()).map(|n| join(n.doc())).filter(|d| !d.is_empty()),
        Kind::SPECIAL => (vm as &dyn Machine).operator(v).map(|s| join(s.doc)),
        Kind::MACRO => macro_proto(&vm.program, v)?.doc.as_deref().map(str::to_string),
        Kind::GENERIC => {
            let methods = vm.program.rt.heap.as_generic(v)?.methods.iter();
            let mut texts: Vec<String> = methods.filter_map(|m| documentation_of(vm, m.body)).collect();
            // A method that is one for several numbers of arguments.
            texts.dedup();
            (!texts.is_empty()).then(|| texts.join("\n\n"))
        }
        _ => None,
    }
}

/// Returns the usage of a function, if there is a single one.
pub(crate) fn usage_of(vm: &Vm, module: ModuleId, name: &str) -> Option<String> {
    let value = vm.program.globals.value(vm.program.find_cell(module, vm.program.rt.symbols.find(name)?)?);
    match vm.program.definitions.lazy.get(value).map(|l| l.origin) {
        // Calls of it may have become its body without its ever being compiled.
        Some(LazyOrigin::Library(definition)) => {
            let text = definition.text()?;
            let parameters = match text.strip_prefix("(definline (") {
                Some(call) => call.split_once(' ')?.1,
                None => text.strip_prefix("(defproc ")?.split_once(" (")?.1,
            };
            Some(call(name, written_parameters(parameters)))
        }
        // A function with many methods has no one usage, and is asked for often.
        _ if vm.program.rt.heap.as_generic(value).is_some_and(|g| g.methods.len() > 1) => None,
        _ => match usage(vm, name, value).as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        },
    }
}

/// Returns the parameters of a list that is written up to its end, in the notation of the manual.
fn written_parameters(text: &str) -> Vec<String> {
    let (mut shown, mut marker, mut depth, mut is_first) = (Vec::new(), "", 0usize, false);
    for (kind, range) in tokens(text) {
        match (kind, depth) {
            (TokenKind::Open(_), _) => {
                depth += 1;
                is_first = true;
            }
            (TokenKind::Close(_), 0) => break,
            (TokenKind::Close(_), _) => depth -= 1,
            // A parameter, or the name before its default.
            (TokenKind::Word, 0 | 1) if depth == 0 || is_first => {
                is_first = false;
                let Some(name) = text.get(range) else { continue };
                match (name, marker) {
                    ("&optional" | "&rest" | "&body" | "&key", _) => marker = name,
                    (_, "") => shown.push(name.to_string()),
                    (_, "&optional") => shown.push(format!("[{name}]")),
                    (_, "&key") => shown.push(format!("[:{name} {name}]")),
                    _ => shown.push(format!("{name}...")),
                }
            }
            (TokenKind::Dot, 0) => marker = ".",
            _ => {}
        }
    }
    shown
}

/// Returns the usages of a function, macro or special operator, one line for each way to call it.
fn usage(vm: &Vm, name: &str, v: Value) -> Vec<String> {
    let from_signature = |signature| vec![call(name, parameters(&vm.program, signature))];
    match v.kind() {
        Kind::SPECIAL => (vm as &dyn Machine).operator(v).map(|s| s.usage.to_string()).into_iter().collect(),
        Kind::NATIVE => match vm.program.natives.facts(v.meta()) {
            Some(NativeInfo::Host(facts)) => host_function_usage(name, facts),
            Some(n) => vec![call(name, n.params().iter().map(native_parameter))],
            None => Vec::new(),
        },
        Kind::CLOSURE => proto_of(&vm.program, v).map(|p| from_signature(p.signature)).unwrap_or_default(),
        Kind::GENERIC => {
            let methods = vm.program.rt.heap.as_generic(v).map(|g| g.methods.as_slice()).unwrap_or_default();
            let of_method = |m: &Method| match m.fallback {
                true => usage(vm, name, m.body),
                false => vec![call(name, parameters(&vm.program, vm.program.rt.heap.car(m.source)))],
            };
            methods.iter().flat_map(of_method).collect()
        }
        Kind::MACRO => match macro_proto(&vm.program, v) {
            // A symbol in place of the parameter list gets the list of arguments.
            Some(p) if is_expander(&vm.program, v, p) => {
                vec![call(name, parameters(&vm.program, p.signature).iter().map(|all| format!("{all}...")))]
            }
            Some(p) => from_signature(p.signature),
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The parameters of a builtin that not every value will do for.
fn checked_parameters(program: &ProgramState, v: Value) -> Vec<(String, String)> {
    let native = if v.is(Kind::NATIVE) { program.natives.facts(v.meta()) } else { None };
    if let Some(NativeInfo::Host(facts)) = native {
        let checked = facts.parameters.iter().filter(|p| !p.name.is_empty() && p.expected != ANYTHING);
        return checked.map(|p| (p.name.to_string(), p.expected.to_string())).collect();
    }
    let checked = native.into_iter().flat_map(NativeInfo::params).filter(|p| p.expected != ANY);
    checked.map(|p| (p.name.to_string(), p.expected.to_string())).collect()
}

/// Returns the subject that a name belongs to.
fn subject(program: &ProgramState, cell: u32, v: Value) -> String {
    let from_library = program.definitions.lazy.find(v).and_then(|l| match l.origin {
        LazyOrigin::Library(definition) => Some(definition.subject()),
        LazyOrigin::Program(..) => None,
    });
    let from_row = || match v.kind() {
        Kind::SPECIAL => Some("special"),
        Kind::NATIVE => program.natives.facts(v.meta()).map(NativeInfo::module),
        _ => None,
    };
    let module = || program.globals.info(cell).map(|i| &program.modules[i.module]);
    match from_library.or_else(from_row) {
        Some(subject) => subject.to_string(),
        None => module().map(|m| m.name.clone()).unwrap_or_default(),
    }
}

/// The parameters of a parameter list as written in a program, in the notation of the manual: `[optional]`,
/// `rest...`.
fn parameters(program: &ProgramState, signature: Value) -> Vec<String> {
    let mut shown = Vec::new();
    let mut marker = None;
    let mut list = signature;
    while list.is_pair() && shown.len() < MAX_SHOWN {
        let parameter = program.rt.heap.car(list);
        list = program.rt.heap.cdr(list);
        let name = if marker.is_some() && parameter.is_pair() { program.rt.heap.car(parameter) } else { parameter };
        let name = brief(&program.rt, name);
        match (parameter.as_symbol(), marker) {
            (Some(m @ (well_known::OPTIONAL | well_known::REST | well_known::BODY | well_known::KEY)), _) => {
                marker = Some(m);
            }
            (_, Some(well_known::OPTIONAL)) => shown.push(format!("[{name}]")),
            (_, Some(well_known::KEY)) => shown.push(format!("[:{name} {name}]")),
            (_, Some(_)) => shown.push(format!("{name}...")),
            (_, None) => shown.push(name),
        }
    }
    if list.as_symbol().is_some() {
        shown.push(format!("{}...", brief(&program.rt, list)));
    }
    shown
}

/// A parameter list as written in a program, without the values that parameters have by default: these may be long.
pub(super) fn signature(program: &ProgramState, signature: Value) -> String {
    let mut names = Vec::new();
    let mut is_marked = false;
    let mut list = signature;
    while list.is_pair() && names.len() < MAX_SHOWN {
        let parameter = program.rt.heap.car(list);
        list = program.rt.heap.cdr(list);
        is_marked |= matches!(parameter.as_symbol(), Some(well_known::OPTIONAL | well_known::KEY));
        let name = if is_marked && parameter.is_pair() { program.rt.heap.car(parameter) } else { parameter };
        names.push(brief(&program.rt, name));
    }
    if list.is_pair() {
        names.push("...".to_string());
    } else if !list.is_nil() {
        names.extend([".".to_string(), brief(&program.rt, list)]);
    }
    if names.is_empty() { String::new() } else { format!("({})", names.join(" ")) }
}

/// The line on which the definition of a function begins.
pub(super) fn head_of_definition(program: &ProgramState, proto: &Proto) -> Span {
    let text = backtrace::text_at(program, proto.span).unwrap_or("");
    let line = text.lines().next().map_or(0, str::len);
    proto.span.up_to(proto.span.start() + line as u32)
}

/// Returns the places where a function or macro was defined: of a generic function, that of each method.
pub(crate) fn definition_spans(program: &ProgramState, v: Value) -> Vec<Span> {
    match v.kind() {
        Kind::CLOSURE => proto_of(program, v).map(|p| p.span).into_iter().collect(),
        Kind::MACRO => macro_proto(program, v).map(|p| p.span).into_iter().collect(),
        Kind::GENERIC => {
            let methods = program.rt.heap.as_generic(v).map(|g| g.methods.as_slice()).unwrap_or_default();
            methods.iter().filter_map(|m| proto_of(program, m.body).map(|p| p.span)).collect()
        }
        _ => Vec::new(),
    }
}

fn proto_of(program: &ProgramState, f: Value) -> Option<&Proto> {
    if f.is(Kind::CLOSURE) { program.code.proto(f.meta()) } else { None }
}

/// The function that holds a macro's docstring and parameter list: its expander, or the function that the expander
/// applies to the list of arguments.
fn macro_proto(program: &ProgramState, v: Value) -> Option<&Proto> {
    let m = program.rt.heap.as_macro(v)?;
    let inner = program.code.constants(m.expander.meta()).iter().find(|c| c.is(Kind::CLOSURE));
    match proto_of(program, m.expander) {
        Some(p) if p.doc.is_none() && p.signature.is_nil() => inner.and_then(|&f| proto_of(program, f)).or(Some(p)),
        other => other,
    }
}

fn is_expander(program: &ProgramState, v: Value, p: &Proto) -> bool {
    let own = program.rt.heap.as_macro(v).and_then(|m| proto_of(program, m.expander));
    own.is_some_and(|own| std::ptr::eq(own, p))
}

/// `(name parameter...)`
fn call(name: &str, parameters: impl IntoIterator<Item = String>) -> String {
    let mut line = format!("({name}");
    for p in parameters {
        line.push(' ');
        line.push_str(&p);
    }
    line.push(')');
    line
}

/// Returns the usage of a function of the host, or nothing if its parameters have no names.
fn host_function_usage(name: &str, facts: &HostSignature) -> Vec<String> {
    if facts.parameters.iter().any(|p| p.name.is_empty()) {
        return Vec::new();
    }
    let keywords = facts.parameters.len() - facts.keywords().len();
    let shown = facts.parameters.iter().enumerate().map(|(i, p)| match p.mode {
        _ if i >= keywords => format!("[:{0} {0}]", p.name),
        mode => mode.shown(&p.name),
    });
    vec![call(name, shown)]
}

fn native_parameter(p: &Param) -> String {
    p.mode.shown(&p.name.trim_start_matches("r#").replace('_', "-"))
}

/// Quality of a match. The best comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Name,
    BeginningOfName,
    PartOfName,
    Documentation,
}

/// Text that is searched for.
struct Query {
    whole: String,
    words: Vec<String>,
}

impl Query {
    fn new(text: &str) -> Query {
        let whole = text.trim().to_lowercase();
        let words = whole.split_whitespace().map(str::to_string).collect();
        Query { whole, words }
    }

    fn fit(&self, name: &str, text: &str) -> Option<Fit> {
        let name = name.to_lowercase();
        match name.find(&self.whole) {
            Some(0) if name == self.whole => return Some(Fit::Name),
            Some(0) => return Some(Fit::BeginningOfName),
            Some(_) => return Some(Fit::PartOfName),
            None => {}
        }
        let text = text.to_lowercase();
        let begins_word = |word: &str| {
            let before = |at: usize| text.get(..at).and_then(|t| t.chars().next_back());
            text.match_indices(word).any(|(at, _)| before(at).is_none_or(|c| !c.is_alphanumeric()))
        };
        let is_meant = |word: &String| name.contains(word.as_str()) || begins_word(word);
        self.words.iter().all(is_meant).then_some(Fit::Documentation)
    }
}

/// Visible names of a module, and names of modules that are not required, that match a part of a name or words of the
/// documentation. The best come first.
pub(crate) fn search_documentation(vm: &Vm, module: ModuleId, text: &str) -> Vec<Found> {
    let query = Query::new(text);
    if query.words.is_empty() {
        return Vec::new();
    }
    let mut names = vm.program.visible_names(module);
    names.sort_unstable();
    names.dedup();
    // Entries of another language come last, whatever their names.
    let mut found: Vec<((bool, Fit, bool), Found)> = Vec::new();
    let mut add = |name: &str, text: &str, module: Option<&str>, is_foreign: bool| {
        let (text, _) = documentation::parse(text);
        if let Some(fit) = query.fit(name, &text) {
            let summary = documentation::first_sentence(&text);
            let rank = (is_foreign, fit, module.is_some());
            found.push((rank, Found { name: name.into(), module: module.map(str::to_string), summary }));
        }
    };
    for name in &names {
        add(name, &text_of_name(vm, module, name), None, false);
    }
    let is_here = |name: &str| names.binary_search(&name).is_ok();
    // A program in another language cannot use the modules of the core's.
    let modules = vm.native_modules.library_modules().filter(|_| vm.program.dialect(module) == Dialect::CORE);
    for (module, texts) in modules {
        for (name, text) in library::provided(texts).filter(|(name, _)| !is_here(name)) {
            add(name, &docstring(text).unwrap_or_default(), Some(module), false);
        }
    }
    let used = vm.program.dialect(module);
    for library in vm.dialects.iter().map(|l| &l.library).filter(|l| l.dialect != used) {
        let is_private = |name: &str| crate::symbol::is_private(name);
        for d in library.definitions().filter(|d| !d.is_further && !is_private(d.name) && !is_here(d.name)) {
            add(d.name, &d.text().and_then(docstring).unwrap_or_default(), Some(library.name), true);
        }
    }
    found.sort_by(|a, b| (a.0, &a.1.name, &a.1.module).cmp(&(b.0, &b.1.name, &b.1.module)));
    found.into_iter().map(|(_, found)| found).collect()
}

/// Returns the documentation of a name; that of an unused definition is taken from its text.
fn text_of_name(vm: &Vm, module: ModuleId, name: &str) -> String {
    let cell = vm.program.rt.symbols.find(name).and_then(|symbol| vm.program.find_cell(module, symbol));
    let value = cell.map_or(Value::UNBOUND, |cell| vm.program.globals.value(cell));
    let text = match vm.program.definitions.lazy.get(value).filter(|_| value.is(Kind::LAZY)).map(|lazy| lazy.origin) {
        Some(LazyOrigin::Library(definition)) => definition.text().and_then(docstring),
        _ => documentation_of(vm, value),
    };
    text.unwrap_or_default()
}

/// Returns the docstring of a definition: the string after the name and the parameters, unless it is all that comes
/// there.
fn docstring(definition: &str) -> Option<String> {
    if definition.starts_with("(setq") {
        return None;
    }
    let mut depth = 0usize;
    let mut found = None;
    for (kind, range) in tokens(definition) {
        match kind {
            TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes => depth += 1,
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            TokenKind::String if depth == 1 => {
                found = definition.get(range.start + 1..range.end.saturating_sub(1));
                break;
            }
            _ => {}
        }
    }
    found.map(|text| text.replace("\\\"", "\"").replace("\\\\", "\\"))
}

/// The names of a module.
struct InModule<'a> {
    vm: &'a Vm,
    module: ModuleId,
}

impl InModule<'_> {
    /// The value of a name, as a function where functions have names of their own.
    fn value(&self, name: &str) -> Option<(u32, Value)> {
        let symbol = self.vm.program.rt.symbols.find(name)?;
        let variable = || self.vm.program.find_cell(self.module, symbol);
        let cell = self.vm.program.find_function(self.module, symbol).or_else(variable)?;
        let value = self.vm.program.globals.value(cell);
        (value != Value::UNBOUND).then_some((cell, value))
    }
}

impl NameScope for InModule<'_> {
    fn dialect(&self) -> &'static str {
        self.vm.program.dialect(self.module).name()
    }

    fn names(&self) -> Vec<&str> {
        self.vm.program.visible_names(self.module)
    }

    fn meaning(&self, name: &str) -> Option<Meaning> {
        let (cell, value) = self.value(name)?;
        let kind = match value.kind() {
            Kind::SPECIAL | Kind::MACRO => MeaningKind::Operator,
            Kind::LAZY if self.vm.program.lazy_is_macro(value) => MeaningKind::Operator,
            Kind::LAZY if self.vm.program.lazy_is_function(value) => MeaningKind::Function,
            _ if value.is_procedure() => MeaningKind::Function,
            _ => MeaningKind::Variable,
        };
        let in_library = |span: &Span| self.vm.program.rt.sources.is_library(span.source());
        let is_of_library = self.vm.program.is_given(cell)
            || value.is(Kind::LAZY)
            || value.is(Kind::CLOSURE) && definition_spans(&self.vm.program, value).first().is_some_and(in_library);
        Some(Meaning::new(kind, is_of_library))
    }

    fn usage(&self, name: &str) -> Option<String> {
        usage_of(self.vm, self.module, name)
    }

    fn modules_with(&self, name: &str) -> Vec<&'static str> {
        if self.vm.program.dialect(self.module) != Dialect::CORE {
            return Vec::new();
        }
        let modules = self.vm.native_modules.library_modules();
        modules.filter(|(_, texts)| library::provides(texts, name)).map(|(module, _)| module).collect()
    }

    fn names_of_modules(&self) -> Vec<&'static str> {
        if self.vm.program.dialect(self.module) != Dialect::CORE {
            return Vec::new();
        }
        self.vm
            .native_modules
            .library_modules()
            .flat_map(|(_, texts)| library::provided(texts))
            .map(|(name, _)| name)
            .collect()
    }

    fn elsewhere(&self, name: &str) -> Option<&'static str> {
        let table = self.vm.program.dialect(self.module).wording().elsewhere;
        table.iter().find(|(known, _)| *known == name).map(|(_, here)| *here)
    }

    fn language_of(&self, file: &str, text: &str) -> Option<&'static str> {
        if self.vm.program.dialect(self.module) != Dialect::CORE {
            return None;
        }
        let dialects = &self.vm.dialects;
        let signed =
            || dialects.iter().find(|l| l.library.dialect.wording().signs.iter().any(|sign| text.contains(sign)));
        dialects.of_file(file).or_else(|| signed().map(|l| l.library.name))
    }

    fn private_definer(&self, name: &str) -> Option<String> {
        let vm = self.vm;
        let symbol = vm.program.rt.symbols.find(name)?;
        let keeps = |other: ModuleId| {
            let list = vm.program.modules[other].provided.as_ref()?;
            let cell =
                vm.program.modules[other].cell(symbol).filter(|_| other != self.module && !list.contains(&symbol))?;
            let is_own = vm.program.globals.info(cell).is_some_and(|info| info.module == other && !info.from_core);
            (is_own && vm.program.globals.value(cell) != Value::UNBOUND && !vm.program.is_library_module(other))
                .then_some(symbol)
        };
        let mut loaded = vm.program.loader.loaded.iter().filter_map(|(file, module)| Some((file, (*module)?)));
        let file = loaded.find_map(|(file, other)| keeps(other).map(|_: Symbol| file))?;
        Some(Path::new(file).file_name()?.to_str()?.to_string())
    }

    fn files_beside(&self, file: &Path) -> Vec<String> {
        if self.vm.program.rt.host.file_exists(file).unwrap_or(true) {
            return Vec::new();
        }
        self.vm.program.rt.names_beside(file)
    }
}

/// The error that a condition is for the host, with the advisor's hint. `main` is the module of the program.
pub(crate) fn explained(vm: &Vm, main: ModuleId, mut c: ErrorData) -> Error {
    let module = c.details().unbound.and_then(|cell| vm.program.globals.info(cell)).map_or(main, |info| info.module);
    if c.help().is_none()
        && let Some(help) = defined_since(&vm.program, module, &c)
    {
        c.details_mut().help = Some(help);
    }
    let is_open = c.help().is_none();
    let error = vm.program.rt.error(c);
    let Some(advisor) = vm.program.warning_collector.advisor.as_ref().filter(|_| is_open) else { return error };
    match advisor.hint(&error, &InModule { vm, module }) {
        Some(help) => error.with_help(help),
        None => error,
    }
}

/// A name of a namespace that is defined where the host's programs are, but came later.
fn defined_since(program: &ProgramState, module: ModuleId, c: &ErrorData) -> Option<String> {
    let name = c.irritants.first().filter(|_| c.details().unbound.is_some())?.as_symbol()?;
    program.modules[module].is_namespace.then_some(())?;
    let cell = program.find_cell(PROGRAM, name).filter(|&cell| program.globals.value(cell) != Value::UNBOUND)?;
    let name = program.globals.info(cell).map(|info| program.rt.name(info.name))?;
    Some(format!(
        "`{name}` was defined after the scope was made: a scope sees earlier definitions only \
         (`engine.with().scope(&scope).define(...)` defines in it)"
    ))
}

/// The advisor's hint for a name that the program in `module` does not have.
pub(crate) fn hint_on_name(vm: &Vm, module: ModuleId, name: &str) -> Option<String> {
    let c = ErrorData::new(Code::UnboundVariable, format!("{name} is not defined"));
    let error = Error::from_condition(&vm.program.rt.sources, &vm.program.rt.symbols, vec![name.to_string()], c);
    vm.program.warning_collector.advisor.as_ref()?.hint(&error, &InModule { vm, module })
}

/// Gives the warnings that the advisor has about a form at the top level of a text.
pub(super) fn lint_form(vm: &mut Vm, module: ModuleId, span: Span) -> Result<()> {
    let Some(advisor) = vm.program.warning_collector.advisor.clone() else { return Ok(()) };
    if !vm.program.is_watched(span) || vm.program.is_warned_enough() {
        return Ok(());
    }
    let Some(source) = vm.program.rt.sources.get(span.source()).cloned() else { return Ok(()) };
    let is_file = vm.program.loader.active.last().is_some_and(|a| a.folder.is_some());
    let range = span.start() as usize..span.end() as usize;
    let form = Form { source: &source, range, is_file };
    let found = advisor.lint(&form, &InModule { vm, module });
    for lint in found {
        let place = Span::new(span.source(), lint.range.start as u32, lint.range.end as u32);
        let warning = ErrorData::new(Code::Lint(lint.name), lint.message).at(place);
        vm.program.warn(lint.help.into_iter().fold(warning, ErrorData::with_help))?;
    }
    Ok(())
}

/// The outermost text has been evaluated, to its end if `whole`; `rest` is what was not. Warns of names that it
/// never defines.
pub(crate) fn report_unresolved(vm: &mut Vm, whole: bool, rest: &str) -> Result<()> {
    for (module, warning) in vm.program.unresolved(whole, rest)? {
        if !vm.program.is_new_warning(&warning) {
            continue;
        }
        let mut plain = warning.clone();
        plain.details_mut().help = None;
        let help = vm
            .program
            .warning_collector
            .advisor
            .is_some()
            .then(|| explained(vm, module, plain))
            .and_then(|e| e.help().map(str::to_string));
        vm.program.warn(help.into_iter().fold(warning, ErrorData::with_help))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_docstring_is_found_without_reading_it() {
        let text = "(defproc f (x &optional (y \"no\"))\n  \"Says \\\"f\\\". Twice.\n\n(f 1)  ;=> 1\"\n  (g x))";
        assert_eq!(docstring(text).unwrap(), "Says \"f\". Twice.\n\n(f 1)  ;=> 1");
        assert_eq!(docstring("(defproc f (x) (g \"a\"))"), None);
        assert_eq!(docstring("(setq *a* \"text\")"), None);
    }

    #[test]
    fn names_fit_better_than_words() {
        let fit = |query: &str, name: &str, text: &str| Query::new(query).fit(name, text);
        assert!(fit("sort", "sort", "") < fit("sort", "sort-by", ""));
        assert!(fit("sort", "sort-by", "") < fit("sort", "stable-sort", ""));
        assert!(fit("sort", "stable-sort", "") < fit("sort", "order", "Sorts a list."));
        assert!(fit("list sorts", "order", "Sorts a list.").is_some());
        assert!(fit("orts", "x", "Sorts a list.").is_none());
    }
}
