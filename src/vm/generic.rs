//! Generic functions: adding methods, and choosing one.
//!
//! For each number of arguments a generic function has one entry. Where there is one method without types and guard,
//! the entry is the method itself and a call costs hardly more than any other. Otherwise it is a small compiled
//! function, a dispatcher ([`crate::compile::dispatcher`]).

use super::Vm;
use super::controls::misused;
use crate::builtins::Mode;
use crate::compile::{self, Otherwise};
use crate::fault::{Code, Condition, Res, internal};
use crate::module::native::host_facts;
use crate::num;
use crate::object::Object;
use crate::object::generic::{Entry, Generic, Method, Operator};
use crate::symbol::Symbol;
use crate::value::{Kind, Value};
use klammer_syntax::suggest::nearest;

/// Most parameters of a method: types, guards and calls must fit one window.
const MAX_PARAMS: usize = 60;

impl Vm {
    /// `(%add-method cell name types guard body source)`; the last four are the method's parts.
    pub(super) fn add_method(&mut self, cell: Value, name: Value, parts: [Value; 4]) -> Res<Value> {
        let [types, guard, body, source] = parts;
        let (Some(cell), Some(name)) = (cell.as_fixnum(), name.as_symbol()) else { return misused("%add-method") };
        let cell = u32::try_from(cell).ok().filter(|&c| self.globals.info(c).is_some_and(|i| i.name == name));
        let (Some(cell), true) = (cell, body.is_procedure()) else { return misused("%add-method") };
        let types: Box<[Option<Symbol>]> =
            self.rt.heap.iter(types).take(MAX_PARAMS + 1).map(Value::as_symbol).collect();
        if types.len() > MAX_PARAMS {
            return crate::fault::fail(Code::TooComplex, format!("a method takes at most {MAX_PARAMS} parameters"));
        }
        for t in types.iter().flatten() {
            if self.type_depth(*t).is_none() {
                let name = self.rt.name(*t);
                let c = Condition::by("defmethod", Code::Syntax, format!("{name} is not the name of a type"));
                let records = self.rt.heap.record_types.iter().map(|r| self.rt.name(r.name));
                let near = nearest(name, TYPE_NAMES.iter().copied().chain(records));
                return Err(match near {
                    Some(near) => c.with_help(format!("did you mean `{near}`?")).into(),
                    None => c.into(),
                });
            }
        }
        let guard = (!guard.is_nil()).then_some(guard);
        self.charge_for_methods(cell)?;
        let method = Method { types, guard, body, source, fallback: false, reflection: None };
        self.add(cell, name, method)?;
        Ok(Value::symbol(name))
    }

    /// A `defproc` on the name of a generic function: a method with guard `t`.
    pub(super) fn add_plain_method(&mut self, cell: u32, f: Value) -> Res<()> {
        self.charge_for_methods(cell)?;
        let (Some(info), Some(proto)) = (self.globals.info(cell), self.code.proto(f.meta())) else {
            return internal("a generic function without a name");
        };
        if proto.params.is_variadic() {
            // Optional parameters have no place in dispatch: the definition replaces the fallback.
            return self.add(cell, info.name, Method::fallback(f));
        }
        let types = vec![None; usize::from(proto.params.required)].into_boxed_slice();
        let signature = proto.signature;
        let source = self.rt.heap.list(&[signature, Value::T, Value::NIL])?;
        let method = Method { types, guard: None, body: f, source, fallback: false, reflection: None };
        self.add(cell, info.name, method)
    }

    /// A method of the host's: a native whose parameters say which arguments it is for, and how many there may be.
    pub(crate) fn add_host_method(&mut self, cell: u32, f: Value) -> Res<()> {
        let Some(name) = self.globals.info(cell).map(|info| info.name) else { return internal("a cell") };
        let facts = host_facts(&self.natives, f.meta())?;
        if facts.parameters.iter().any(|p| p.mode == Mode::Rest) {
            let problem = "a method of the host takes a `Rest`, but is chosen by its number of arguments";
            return Err(Condition::by(&facts.name, Code::Host, problem).into());
        }
        let specializers: Vec<Option<&str>> = facts.parameters.iter().map(|p| p.specializer).collect();
        let (least, _) = facts.arity();
        let types: Vec<Option<Symbol>> =
            specializers.into_iter().map(|t| t.map(|t| self.rt.symbols.intern(t))).collect();
        for count in least..=types.len() {
            let source = self.host_method_source(f.meta(), count)?;
            let types = types.get(..count).unwrap_or_default().into();
            let method = Method { types, guard: None, body: f, source, fallback: false, reflection: None };
            self.add(cell, name, method)?;
        }
        Ok(())
    }

    /// A method of the host's as `defmethod` would have it, with `count` parameters and no body.
    fn host_method_source(&mut self, number: u32, count: usize) -> Res<Value> {
        let facts = host_facts(&self.natives, number)?;
        let parameters: Vec<(Box<str>, Option<&str>)> = (b'a'..=b'z')
            .zip(facts.parameters.iter().take(count))
            .map(|(letter, p)| match &*p.name {
                "" => (char::from(letter).to_string().into(), p.specializer),
                _ => (p.name.clone(), p.specializer),
            })
            .collect();
        let mut list = Vec::new();
        for (name, of) in parameters {
            let name = Value::symbol(self.rt.symbols.intern(&name));
            let of = of.map(|of| Value::symbol(self.rt.symbols.intern(of)));
            list.push(match of {
                Some(of) => self.rt.heap.list(&[name, of])?,
                None => name,
            });
        }
        let list = self.rt.heap.list(&list)?;
        self.rt.heap.list(&[list, Value::T, Value::NIL])
    }

    /// The host has given names to the parameters of a method.
    pub(crate) fn name_host_method(&mut self, cell: u32, number: u32) {
        let body = Value::reference(Kind::NATIVE, number, 0);
        for cell in [cell].into_iter().chain(self.reflected_cell(cell)) {
            let generic = self.globals.value(cell);
            let count = self.rt.heap.as_generic(generic).map_or(0, |g| g.methods.len());
            for i in 0..count {
                let method = self.rt.heap.as_generic(generic).and_then(|g| g.methods.get(i));
                let Some(method) = method.filter(|m| m.body == body) else { continue };
                let (parameters, reflection) = (method.types.len(), method.reflection);
                let source = self.host_method_source(number, parameters);
                // Without room it keeps the names that it has.
                let Ok(source) = source.and_then(|source| self.reflected_source(source, reflection)) else { return };
                self.rt.heap.update(generic, |o| {
                    if let Object::Generic(g) = o
                        && let Some(method) = g.methods.get_mut(i)
                    {
                        method.source = source;
                    }
                });
            }
        }
    }

    /// Charges for the dispatchers, which each definition makes again.
    fn charge_for_methods(&mut self, cell: u32) -> Res<()> {
        let count = self.rt.heap.as_generic(self.globals.value(cell)).map_or(0, |g| g.methods.len());
        self.rt.charge(count)
    }

    pub(super) fn add(&mut self, cell: u32, name: Symbol, method: Method) -> Res<()> {
        // The present meaning of the name remains the fallback, used before or not.
        let guard = method.guard.unwrap_or(Value::NIL);
        self.rooted(&[method.body, method.source, guard], |vm| vm.force_lazy(cell))?;
        let old = self.globals.value(cell);
        let mut methods = match self.rt.heap.as_generic(old) {
            Some(g) => g.methods.clone(),
            // A plain function that has the name already answers what no method does.
            _ if old.is_procedure() => vec![Method::fallback(old)],
            _ => Vec::new(),
        };
        let mut replaced = None;
        for (i, m) in methods.iter().enumerate() {
            let (old, new) = (self.guard_form(m), self.guard_form(&method));
            let same_guard = m.guard.is_none() && method.guard.is_none()
                || m.guard.is_some() && method.guard.is_some() && crate::equality::equal(&mut self.rt, old, new)?;
            let same_kind = m.fallback == method.fallback && m.reflection == method.reflection;
            if same_kind && m.types == method.types && same_guard {
                replaced = Some(i);
            }
        }
        if let Some(i) = replaced {
            methods.remove(i);
        }
        methods.push(method.clone());
        // The methods must stay reachable while the dispatchers are made.
        let generic =
            self.rt.heap.object(Object::Generic(Generic { name, methods, entries: Vec::new(), more: None }))?;
        let entries = self.dispatchers(generic, name)?;
        let more = self.more_dispatcher(generic, name, &entries)?;
        self.rt.heap.update(generic, |o| {
            if let Object::Generic(g) = o {
                (g.entries, g.more) = (entries, more);
            }
        });
        self.account_for_code(&[generic])?;
        self.set_cell(cell, generic);
        self.add_reflected(cell, &method)
    }

    fn guard_form(&self, m: &Method) -> Value {
        self.rt.heap.iter(m.source).nth(1).unwrap_or(Value::NIL)
    }

    fn dispatchers(&mut self, generic: Value, name: Symbol) -> Res<Vec<Entry>> {
        let methods = self.rt.heap.as_generic(generic).map(|g| g.methods.clone()).unwrap_or_default();
        let most = methods.iter().filter(|m| !m.fallback).map(|m| m.types.len()).max();
        let mut entries = Vec::new();
        for n in 0..most.map_or(0, |most| most + 1) {
            let mut candidates: Vec<(usize, &Method)> =
                methods.iter().enumerate().filter(|(_, m)| !m.fallback && m.types.len() == n).collect();
            let operator = self.operator(generic);
            let has_say: Vec<&Method> = methods.iter().filter(|m| m.is_of_operator_for(n)).collect();
            if candidates.is_empty() && (has_say.is_empty() || !operator.is_some_and(Operator::is_of_numbers)) {
                continue;
            }
            // Most specific types first, guarded before unguarded, latest first. Methods that follow from another
            // operator come after those of this one. A type that is not known yet is one of the host's.
            candidates.sort_by_key(|(i, m)| {
                let depths: Vec<u32> =
                    m.types.iter().map(|t| t.map_or(0, |t| self.type_depth(t).unwrap_or(RECORD_DEPTH))).collect();
                std::cmp::Reverse((m.reflection.is_none(), depths, m.guard.is_some(), *i))
            });
            let is_for_objects = has_say.iter().all(|m| m.types.iter().flatten().any(|&t| self.is_of_objects(t)));
            let procedure = match candidates.first() {
                Some((_, m)) if m.guard.is_none() && m.types.iter().all(Option::is_none) => m.body,
                _ => {
                    let candidates: Vec<&Method> = candidates.into_iter().map(|(_, m)| m).collect();
                    let fallback = methods.iter().find(|m| m.fallback);
                    let otherwise = match fallback {
                        Some(m) if operator.is_some_and(Operator::is_of_numbers) => {
                            Otherwise::Numbers { builtin: m.body, generic }
                        }
                        Some(m) => Otherwise::Call(m.body),
                        None => Otherwise::Complain(generic),
                    };
                    // It is flat, and must compile wherever the method is defined.
                    let outer = std::mem::take(&mut self.nested);
                    let entry = compile::dispatcher(self, name, n, &candidates, &otherwise);
                    self.nested = outer;
                    entry?
                }
            };
            entries.push(Entry { count: n, procedure, is_for_objects });
        }
        Ok(entries)
    }

    /// Returns the procedure that a call of generic function `f` with `n` arguments, from register `a`, enters.
    pub(super) fn generic_entry(&self, f: Value, a: usize, n: usize) -> Res<Value> {
        self.entry_for(f, n, (1..=n).map(|i| self.register(a + i)))
    }

    /// Returns the procedure that a call of generic function `f` with these `n` arguments enters.
    #[inline]
    pub(super) fn entry_for(&self, f: Value, n: usize, args: impl Iterator<Item = Value> + Clone) -> Res<Value> {
        let Some(g) = self.rt.heap.as_generic(f) else { return internal("a generic function") };
        let is_object = |v: Value| match v.kind() {
            Kind::HOST | Kind::RECORD => true,
            Kind::ARRAY => self.rt.heap.as_host_object(v).is_some(),
            _ => false,
        };
        if let Some(entry) = g.entries.iter().find(|e| e.count == n) {
            // Of an operator with methods, most calls are still the builtin's.
            let is_passed_over = entry.is_for_objects && !args.clone().any(is_object);
            let passed = if is_passed_over { g.builtin() } else { None };
            return Ok(passed.unwrap_or(entry.procedure));
        }
        if let Some(more) = g.more.filter(|_| n > 2) {
            let is_for_objects = g.is_for_objects();
            if args.clone().any(|v| if is_for_objects { is_object(v) } else { !v.is_number() }) {
                return Ok(more);
            }
        }
        if let Some(f) = g.builtin() {
            return Ok(f);
        }
        let args: Vec<Value> = args.collect();
        Err(self.no_method(f, &args).into())
    }

    /// `solve: no method for (1 2); there is (solve cells constraints), (solve constraints)`
    #[cold]
    pub(super) fn no_method(&self, generic: Value, args: &[Value]) -> Condition {
        let Some(g) = self.rt.heap.as_generic(generic) else {
            return Condition::new(Code::NoMethod, "no method");
        };
        let shown: Vec<String> = args.iter().map(|&v| crate::printer::brief(&self.rt, v)).collect();
        Condition::by(self.rt.name(g.name), Code::NoMethod, format!("no method fits the arguments {}", shown.join(" ")))
            .with_irritants(args)
            .with_help(self.methods_shown(g))
    }

    /// A builtin has complained that the program has given methods: those are for other arguments.
    #[cold]
    pub(crate) fn tell_methods(&self, c: &mut Condition) {
        let name = c.subject.as_deref().and_then(|name| self.rt.symbols.find(name));
        let cell = name.and_then(|name| self.find_cell(self.current_module(), name));
        let generic = cell.and_then(|cell| self.rt.heap.as_generic(self.globals.value(cell)));
        let is_of_builtin = |m: &Method| m.fallback && m.body.is(Kind::NATIVE);
        let Some(g) = generic.filter(|g| c.help().is_none() && g.methods.iter().any(is_of_builtin)) else { return };
        // An operator with methods has the builtin complain only of what none of them is for.
        c.details_mut().help = match g.operator(|f| self.rt.native_name(f)) {
            None => Some(self.methods_shown(g)),
            Some(_) => c.irritants.iter().any(|&v| self.has_operator_methods(g, v, 2)).then(|| {
                let name = self.rt.name(g.name);
                format!(
                    "this `{name}` means numbers: the call stands in the library, or was compiled before `{name}` had \
                     methods"
                )
            }),
        };
    }

    /// `the methods are: (solve cells constraints), (solve constraints)`
    pub(super) fn methods_shown(&self, g: &Generic) -> String {
        let name = self.rt.name(g.name);
        let methods: Vec<String> = g
            .methods
            .iter()
            .filter(|m| !m.fallback)
            .take(MOST_SHOWN)
            .map(|m| {
                let mut parts = self.rt.heap.iter(m.source);
                let params = parts.next().map_or(String::new(), |p| {
                    let text = crate::printer::brief(&self.rt, p);
                    text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or_default().to_string()
                });
                let guard = match (m.guard, parts.next()) {
                    (Some(_), Some(g)) => format!(" when {}", crate::printer::brief(&self.rt, g)),
                    _ => String::new(),
                };
                format!("({name} {params}){guard}")
            })
            .collect();
        format!("the methods are: {}", methods.join(", "))
    }

    /// Returns the depth of a type: a subtype is deeper than its supertype. `None` if there is no such type.
    fn type_depth(&self, t: Symbol) -> Option<u32> {
        let heap = &self.rt.heap;
        let of_record = || heap.record_types.iter().any(|r| r.name == t);
        let own = || (of_record() || heap.host_classes.values().any(|c| c.name == t)).then_some(RECORD_DEPTH);
        let searched = || SEARCHED.iter().find(|(name, _)| *name == self.rt.name(t)).map(|&(_, depth)| depth);
        type_named(self.rt.name(t)).map(|(depth, _)| depth).or_else(own).or_else(searched)
    }

    /// Returns whether the type is that of records of one kind, or of objects of the host.
    fn is_of_objects(&self, t: Symbol) -> bool {
        let name = self.rt.name(t);
        type_named(name).is_none() && SEARCHED.iter().all(|(searched, _)| *searched != name)
    }

    /// Returns whether `v` is of type `t`. Dispatchers call this test.
    pub(super) fn is_of_type(&self, v: Value, t: Symbol) -> bool {
        match type_named(self.rt.name(t)) {
            Some((_, test)) => test(v),
            None => match self.rt.heap.as_host_object(v) {
                Some(object) => object.class.name == t,
                _ if v.is(Kind::RECORD) => self.rt.heap.record_type(v).is_some_and(|r| r.name == t),
                _ => match self.rt.name(t) {
                    "variable" => v.is(Kind::VARIABLE),
                    _ => false,
                },
            },
        }
    }
}

/// Most methods that a message lists.
const MOST_SHOWN: usize = 8;

/// The depth of the types that programs define: below `record`.
const RECORD_DEPTH: u32 = 2;

/// Types that a search works on, with their depths. A program can have records of the same names, which come first.
const SEARCHED: [(&str, u32); 2] = [("store", 1), ("variable", 1)];

/// Test whether a value is of a type.
type Test = fn(Value) -> bool;

/// Types that methods name, for those who mistype one.
const TYPE_NAMES: [&str; 12] = [
    "number",
    "integer",
    "float",
    "list",
    "pair",
    "symbol",
    "keyword",
    "string",
    "character",
    "array",
    "table",
    "function",
];

/// The type of that name for methods: how deep it lies below the type of everything, and its test.
fn type_named(name: &str) -> Option<(u32, Test)> {
    Some(match name {
        "number" => (1, Value::is_number),
        "rational" => (2, num::is_exact),
        "integer" => (3, num::is_exact_integer),
        "fixnum" => (4, Value::is_fixnum),
        "ratio" => (3, |v| v.is(Kind::RATIO)),
        "float" => (2, Value::is_float),
        "list" => (1, |v| v.has_elements() || v.is_nil()),
        "pair" => (2, Value::has_elements),
        "null" => (2, Value::is_nil),
        "boolean" => (1, |v| v.is_false() || v == Value::T),
        "symbol" => (1, |v| v.is(Kind::SYMBOL)),
        "keyword" => (1, |v| v.is(Kind::KEYWORD)),
        "string" => (1, |v| v.is(Kind::STRING)),
        "character" => (1, |v| v.is(Kind::CHARACTER)),
        "array" => (1, |v| v.is(Kind::ARRAY)),
        "table" => (1, |v| v.is(Kind::TABLE)),
        "condition" => (1, |v| v.is(Kind::CONDITION)),
        "port" => (1, |v| v.is(Kind::PORT)),
        "macro" => (1, |v| v.is(Kind::MACRO)),
        "record" => (1, |v| v.is(Kind::RECORD)),
        "function" | "procedure" => (1, Value::is_procedure),
        "generic-function" => (2, |v| v.is(Kind::GENERIC)),
        _ => return None,
    })
}
