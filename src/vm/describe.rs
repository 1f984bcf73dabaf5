//! Descriptions of global names, put together from all their bindings: rows, definitions, methods.

use super::Vm;
use super::vm_natives::join;
use crate::builtins::arg::Arg;
use crate::builtins::{Mode, Param};
use crate::bytecode::{Proto, Referent};
use crate::compile::Machine;
use crate::documentation::{self, DefinitionKind, Documentation};
use crate::fault::Result;
use crate::module::ProgramState;
use crate::module::host_functions::HostFacts;
use crate::module::lazy::LazyOrigin;
use crate::module::native::Facts;
use crate::object::generic::Method;
use crate::printer::brief;
use crate::source::Span;
use crate::symbol::{ModuleId, Symbol, well_known};
use crate::value::{Kind, Value};

/// Expectation of a parameter that takes every value.
const ANY: &str = <Value as Arg>::EXPECTED;

/// The same of a function of the host.
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

impl ProgramState {
    /// With how many arguments a function can be called, at least and at most.
    pub(crate) fn arity(&self, f: Value) -> Option<(usize, Option<usize>)> {
        match f.kind() {
            Kind::CLOSURE => self.code.proto(f.meta()).map(|p| (usize::from(p.params.required), p.params.most())),
            Kind::NATIVE => match self.natives.facts(f.meta())? {
                Facts::Host(facts) => Some(facts.arity()),
                Facts::Row(row) => Some((row.signature.required, row.signature.most)),
                Facts::Machine(row) => Some((row.signature.required, row.signature.most)),
            },
            Kind::GENERIC => {
                let methods = self.rt.heap.as_generic(f)?.methods.iter();
                let bounds = methods.filter_map(|m| self.arity(m.body));
                bounds.reduce(|(least, most), other| (least.min(other.0), most.zip(other.1).map(|(a, b)| a.max(b))))
            }
            Kind::CONTINUATION => Some((0, None)),
            _ => None,
        }
    }
}

impl Vm {
    /// Returns the documentation of `name` in a module, or `None` if it means nothing. Compiles the library's
    /// definition if necessary.
    pub(crate) fn describe(&mut self, module: ModuleId, name: Symbol) -> Option<Documentation> {
        let shown = self.program.rt.name(name).to_string();
        if let Some(text) = of_constant(name, self.program.dialect(module).has_false) {
            let (text, examples) = documentation::parse(text);
            let (kind, subject) = (DefinitionKind::Constant, "value".to_string());
            let (usage, parameters) = (Vec::new(), Vec::new());
            return Some(Documentation { name: shown, kind, subject, usage, parameters, text, examples });
        }
        let cell = self.program.find_cell(module, name)?;
        self.force_lazy(cell).ok()?;
        let v = self.program.globals.value(cell);
        if v == Value::UNBOUND {
            return None;
        }
        let text = self.documentation_of(v).unwrap_or_default();
        let (text, examples) = documentation::parse(&text);
        let kind = match v.kind() {
            Kind::SPECIAL => DefinitionKind::SpecialOperator,
            Kind::MACRO => DefinitionKind::Macro,
            Kind::GENERIC => DefinitionKind::GenericFunction,
            _ if v.is_procedure() => DefinitionKind::Function,
            _ => DefinitionKind::Variable,
        };
        let usage = self.usage(&shown, v);
        let mut subject = self.subject(cell, v);
        let original = self.program.definitions.lazy.find(v).filter(|_| v.is_heap()).and_then(|l| match l.origin {
            LazyOrigin::Library(definition) => Some(definition.name),
            LazyOrigin::Program(..) => None,
        });
        if let Some(original) = original.filter(|&o| o != shown && self.dialects.has(&subject)) {
            // One of the many names that other implementations have for the same thing.
            subject = format!("{subject}: other name of {original}");
        }
        let parameters = self.checked_parameters(v);
        Some(Documentation { name: shown, kind, subject, usage, parameters, text, examples })
    }

    /// The instructions that a function was compiled to, a line for each; paid for.
    pub(crate) fn listing(&mut self, f: Value) -> Result<String> {
        if !f.is(Kind::CLOSURE) {
            return Err(self.program.rt.wrong_type("disassemble", "function", "a function written in Klammer", f));
        }
        let length = self.program.code.instructions(f.meta()).len();
        self.program.rt.charge(length)?;
        Ok(self.program.code.listing(f.meta(), |what| self.name_in_listing(what)))
    }

    /// Returns the name of an instruction's referent in a listing of code.
    fn name_in_listing(&self, what: Referent) -> String {
        let named = |name: Option<Symbol>| name.map_or("?", |n| self.program.rt.name(n)).to_string();
        match what {
            Referent::Constant(v) => brief(&self.program.rt, v),
            Referent::Global(g) => named(self.program.globals.info(g).map(|i| i.name)),
            Referent::Function(f) => {
                self.program.code.proto(f).and_then(|p| p.name).map_or("lambda".to_string(), |n| named(Some(n)))
            }
            Referent::RecordType(t) => named(self.program.rt.heap.record_types.get(t as usize).map(|t| t.name)),
        }
    }

    /// The documentation text of what is bound to a name.
    pub(crate) fn documentation_of(&self, v: Value) -> Option<String> {
        match v.kind() {
            Kind::CLOSURE => self.proto_of(v)?.doc.as_deref().map(str::to_string),
            Kind::NATIVE => self.program.natives.facts(v.meta()).map(|n| join(n.doc())).filter(|d| !d.is_empty()),
            Kind::SPECIAL => (self as &dyn Machine).operator(v).map(|s| join(s.doc)),
            Kind::MACRO => self.macro_proto(v)?.doc.as_deref().map(str::to_string),
            Kind::GENERIC => {
                let methods = self.program.rt.heap.as_generic(v)?.methods.iter();
                let mut texts: Vec<String> = methods.filter_map(|m| self.documentation_of(m.body)).collect();
                // A method that is one for several numbers of arguments.
                texts.dedup();
                (!texts.is_empty()).then(|| texts.join("\n\n"))
            }
            _ => None,
        }
    }

    /// Returns the usage of a function, if there is a single one.
    pub(crate) fn usage_of(&self, module: ModuleId, name: &str) -> Option<String> {
        let value = self.program.globals.value(self.program.find_cell(module, self.program.rt.symbols.find(name)?)?);
        match self.program.definitions.lazy.get(value).map(|l| l.origin) {
            // Calls of it may have become its body without its ever being compiled.
            Some(LazyOrigin::Library(definition)) => {
                let text = definition.text()?;
                let parameters = match text.strip_prefix("(definline (") {
                    Some(call) => call.split_once(' ')?.1,
                    None => text.strip_prefix("(defproc ")?.split_once(" (")?.1,
                };
                Some(format!("({name} {}", parameters.split_inclusive(')').next()?))
            }
            _ => match self.usage(name, value).as_slice() {
                [one] => Some(one.clone()),
                _ => None,
            },
        }
    }

    /// Returns the usages of a function, macro or special operator, one line for each way to call it.
    fn usage(&self, name: &str, v: Value) -> Vec<String> {
        let from_signature = |signature| vec![call(name, self.parameters(signature))];
        match v.kind() {
            Kind::SPECIAL => (self as &dyn Machine).operator(v).map(|s| s.usage.to_string()).into_iter().collect(),
            Kind::NATIVE => match self.program.natives.facts(v.meta()) {
                Some(Facts::Host(facts)) => hosted_usage(name, facts),
                Some(n) => vec![call(name, n.params().iter().map(native_parameter))],
                None => Vec::new(),
            },
            Kind::CLOSURE => self.proto_of(v).map(|p| from_signature(p.signature)).unwrap_or_default(),
            Kind::GENERIC => {
                let methods = self.program.rt.heap.as_generic(v).map(|g| g.methods.as_slice()).unwrap_or_default();
                let of_method = |m: &Method| match m.fallback {
                    true => self.usage(name, m.body),
                    false => vec![call(name, self.parameters(self.program.rt.heap.car(m.source)))],
                };
                methods.iter().flat_map(of_method).collect()
            }
            Kind::MACRO => match self.macro_proto(v) {
                // A symbol in place of the parameter list gets the list of arguments.
                Some(p) if self.is_expander(v, p) => {
                    vec![call(name, self.parameters(p.signature).iter().map(|all| format!("{all}...")))]
                }
                Some(p) => from_signature(p.signature),
                None => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The parameters of a builtin that not every value will do for.
    fn checked_parameters(&self, v: Value) -> Vec<(String, String)> {
        let native = if v.is(Kind::NATIVE) { self.program.natives.facts(v.meta()) } else { None };
        if let Some(Facts::Host(facts)) = native {
            let checked = facts.parameters.iter().filter(|p| !p.name.is_empty() && p.expected != ANYTHING);
            return checked.map(|p| (p.name.to_string(), p.expected.to_string())).collect();
        }
        let checked = native.into_iter().flat_map(Facts::params).filter(|p| p.expected != ANY);
        checked.map(|p| (p.name.to_string(), p.expected.to_string())).collect()
    }

    /// Returns the subject that a name belongs to.
    fn subject(&self, cell: u32, v: Value) -> String {
        let from_library = self.program.definitions.lazy.find(v).and_then(|l| match l.origin {
            LazyOrigin::Library(definition) => Some(definition.subject()),
            LazyOrigin::Program(..) => None,
        });
        let from_row = || match v.kind() {
            Kind::SPECIAL => Some("special"),
            Kind::NATIVE => self.program.natives.facts(v.meta()).map(Facts::module),
            _ => None,
        };
        let module = || self.program.globals.info(cell).map(|i| &self.program.modules[i.module]);
        match from_library.or_else(from_row) {
            Some(subject) => subject.to_string(),
            None => module().map(|m| m.name.clone()).unwrap_or_default(),
        }
    }

    /// The parameters of a parameter list as written in a program, in the notation of the manual: `[optional]`,
    /// `rest...`.
    fn parameters(&self, signature: Value) -> Vec<String> {
        let mut shown = Vec::new();
        let mut marker = None;
        let mut list = signature;
        while list.is_pair() && shown.len() < MAX_SHOWN {
            let parameter = self.program.rt.heap.car(list);
            list = self.program.rt.heap.cdr(list);
            let name =
                if marker.is_some() && parameter.is_pair() { self.program.rt.heap.car(parameter) } else { parameter };
            let name = brief(&self.program.rt, name);
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
            shown.push(format!("{}...", brief(&self.program.rt, list)));
        }
        shown
    }

    /// A parameter list as written in a program, without the values that parameters have by default: these may be long.
    pub(super) fn signature(&self, signature: Value) -> String {
        let mut names = Vec::new();
        let mut is_marked = false;
        let mut list = signature;
        while list.is_pair() && names.len() < MAX_SHOWN {
            let parameter = self.program.rt.heap.car(list);
            list = self.program.rt.heap.cdr(list);
            is_marked |= matches!(parameter.as_symbol(), Some(well_known::OPTIONAL | well_known::KEY));
            let name = if is_marked && parameter.is_pair() { self.program.rt.heap.car(parameter) } else { parameter };
            names.push(brief(&self.program.rt, name));
        }
        if list.is_pair() {
            names.push("...".to_string());
        } else if !list.is_nil() {
            names.extend([".".to_string(), brief(&self.program.rt, list)]);
        }
        if names.is_empty() { String::new() } else { format!("({})", names.join(" ")) }
    }

    /// The line on which the definition of a function begins.
    pub(super) fn head_of_definition(&self, proto: &Proto) -> Span {
        let text = self.text_at(proto.span).unwrap_or("");
        let line = text.lines().next().map_or(0, str::len);
        proto.span.up_to(proto.span.start() + line as u32)
    }

    /// Returns the places where a function or macro was defined: of a generic function, that of each method.
    pub(crate) fn definition_spans(&self, v: Value) -> Vec<Span> {
        match v.kind() {
            Kind::CLOSURE => self.proto_of(v).map(|p| p.span).into_iter().collect(),
            Kind::MACRO => self.macro_proto(v).map(|p| p.span).into_iter().collect(),
            Kind::GENERIC => {
                let methods = self.program.rt.heap.as_generic(v).map(|g| g.methods.as_slice()).unwrap_or_default();
                methods.iter().filter_map(|m| self.proto_of(m.body).map(|p| p.span)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn proto_of(&self, f: Value) -> Option<&Proto> {
        if f.is(Kind::CLOSURE) { self.program.code.proto(f.meta()) } else { None }
    }

    /// The function that holds a macro's docstring and parameter list: its expander, or the function that the expander
    /// applies to the list of arguments.
    fn macro_proto(&self, v: Value) -> Option<&Proto> {
        let m = self.program.rt.heap.as_macro(v)?;
        let inner = self.program.code.constants(m.expander.meta()).iter().find(|c| c.is(Kind::CLOSURE));
        match self.proto_of(m.expander) {
            Some(p) if p.doc.is_none() && p.signature.is_nil() => inner.and_then(|&f| self.proto_of(f)).or(Some(p)),
            other => other,
        }
    }

    fn is_expander(&self, v: Value, p: &Proto) -> bool {
        let own = self.program.rt.heap.as_macro(v).and_then(|m| self.proto_of(m.expander));
        own.is_some_and(|own| std::ptr::eq(own, p))
    }
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
fn hosted_usage(name: &str, facts: &HostFacts) -> Vec<String> {
    if facts.parameters.iter().any(|p| p.name.is_empty()) {
        return Vec::new();
    }
    let keywords = facts.parameters.len() - facts.keywords().len();
    let shown = facts.parameters.iter().enumerate().map(|(i, p)| match p.mode {
        _ if i >= keywords => format!("[:{0} {0}]", p.name),
        Mode::Required => p.name.to_string(),
        Mode::Optional => format!("[{}]", p.name),
        Mode::Rest => format!("{}...", p.name),
    });
    vec![call(name, shown)]
}

fn native_parameter(p: &Param) -> String {
    let name = p.name.trim_start_matches("r#").replace('_', "-");
    match p.mode {
        Mode::Required => name,
        Mode::Optional => format!("[{name}]"),
        Mode::Rest => format!("{name}..."),
    }
}
