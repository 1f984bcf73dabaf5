//! Generic functions: adding methods, and choosing one.
//!
//! For each number of arguments a generic function has one entry. Where there is one method without types and guard,
//! the entry is the method itself and a call costs hardly more than any other. Otherwise it is a small compiled
//! function, a dispatcher ([`crate::compile::dispatcher`]).
//!
//! A builtin such as `+` or `<` takes any number of numbers, and a type has methods of it for two arguments. From these
//! follow the calls with one argument and with more, and those of `>`, which is `<` with its arguments reversed.

use klammer_syntax::nearest;

use super::Vm;
use super::bootstrap;
use super::vm_natives::{Next, misused};
use crate::builtins::Mode;
use crate::builtins::predicate::type_name;
use crate::compile::Otherwise;
use crate::fault::{Code, ErrorData, Result, internal};
use crate::module::ProgramState;
use crate::module::native::host_signature;
use crate::object::generic::{ArityEntry, Generic, Method, NumericOperator, Reflection, UnaryResult};
use crate::object::{Object, generic};
use crate::runtime::with_article;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};
use crate::{compile, num};

/// Most parameters of a method: types, guards and calls must fit one window.
const MAX_PARAMS: usize = 60;

/// `(%add-method cell name types guard body source)`; the last four are the method's parts.
pub(super) fn add_method(vm: &mut Vm, cell: Value, name: Value, parts: [Value; 4]) -> Result<Value> {
    let [types, guard, body, source] = parts;
    let (Some(cell), Some(name)) = (cell.as_fixnum(), name.as_symbol()) else { return misused("%add-method") };
    let cell = u32::try_from(cell).ok().filter(|&c| vm.program.globals.info(c).is_some_and(|i| i.name == name));
    let (Some(cell), true) = (cell, body.is_procedure()) else { return misused("%add-method") };
    let types: Box<[Option<Symbol>]> =
        vm.program.rt.heap.iter(types).take(MAX_PARAMS + 1).map(Value::as_symbol).collect();
    if types.len() > MAX_PARAMS {
        return crate::fault::fail(Code::TooComplex, format!("a method takes at most {MAX_PARAMS} parameters"));
    }
    for t in types.iter().flatten() {
        if type_depth(&vm.program, *t).is_none() {
            let name = vm.program.rt.name(*t);
            let c = ErrorData::by("defmethod", Code::Syntax, format!("{name} is not the name of a type"));
            let records = vm.program.rt.heap.record_types.iter().map(|r| vm.program.rt.name(r.name));
            let near = nearest(name, TYPES.iter().map(|of| of.0).chain(records));
            return Err(match near {
                Some(near) => c.with_help(format!("did you mean `{near}`?")).into(),
                None => c.into(),
            });
        }
    }
    let guard = (!guard.is_nil()).then_some(guard);
    charge_for_methods(&mut vm.program, cell)?;
    let method = Method { types, guard, body, source, fallback: false, reflection: None };
    add(vm, cell, name, method)?;
    Ok(Value::symbol(name))
}

/// A `defproc` on the name of a generic function: a method with guard `t`.
pub(super) fn add_plain_method(vm: &mut Vm, cell: u32, f: Value) -> Result<()> {
    charge_for_methods(&mut vm.program, cell)?;
    let (Some(info), Some(proto)) = (vm.program.globals.info(cell), vm.program.code.proto(f.meta())) else {
        return internal("a generic function without a name");
    };
    if proto.params.is_variadic() {
        // Optional parameters have no place in dispatch: the definition replaces the fallback.
        return add(vm, cell, info.name, Method::fallback(f));
    }
    let types = vec![None; usize::from(proto.params.required)].into_boxed_slice();
    let signature = proto.signature;
    let source = vm.program.rt.heap.list(&[signature, Value::T, Value::NIL])?;
    let method = Method { types, guard: None, body: f, source, fallback: false, reflection: None };
    add(vm, cell, info.name, method)
}

/// A method of the host's: a native whose parameters say which arguments it is for, and how many there may be.
pub(crate) fn add_host_method(vm: &mut Vm, cell: u32, f: Value) -> Result<()> {
    let Some(name) = vm.program.globals.info(cell).map(|info| info.name) else { return internal("a cell") };
    let facts = host_signature(&vm.program.natives, f.meta())?;
    if facts.parameters.iter().any(|p| p.mode == Mode::Rest) {
        let problem = "a method of the host takes a `Rest`, but is chosen by its number of arguments";
        return Err(ErrorData::by(&facts.name, Code::Host, problem).into());
    }
    let specializers: Vec<Option<&str>> = facts.parameters.iter().map(|p| p.specializer).collect();
    let (least, _) = facts.arity();
    let types: Vec<Option<Symbol>> =
        specializers.into_iter().map(|t| t.map(|t| vm.program.rt.symbols.intern(t))).collect();
    for count in least..=types.len() {
        let source = host_method_source(&mut vm.program, f.meta(), count)?;
        let types = types.get(..count).unwrap_or_default().into();
        let method = Method { types, guard: None, body: f, source, fallback: false, reflection: None };
        add(vm, cell, name, method)?;
    }
    Ok(())
}

/// A method of the host's as `defmethod` would have it, with `count` parameters and no body.
fn host_method_source(program: &mut ProgramState, number: u32, count: usize) -> Result<Value> {
    let facts = host_signature(&program.natives, number)?;
    let parameters: Vec<(Box<str>, Option<&str>)> = (b'a'..=b'z')
        .zip(facts.parameters.iter().take(count))
        .map(|(letter, p)| match &*p.name {
            "" => (char::from(letter).to_string().into(), p.specializer),
            _ => (p.name.clone(), p.specializer),
        })
        .collect();
    let mut list = Vec::new();
    for (name, of) in parameters {
        let name = Value::symbol(program.rt.symbols.intern(&name));
        let of = of.map(|of| Value::symbol(program.rt.symbols.intern(of)));
        list.push(match of {
            Some(of) => program.rt.heap.list(&[name, of])?,
            None => name,
        });
    }
    let list = program.rt.heap.list(&list)?;
    program.rt.heap.list(&[list, Value::T, Value::NIL])
}

/// The host has given names to the parameters of a method.
pub(crate) fn name_host_method(program: &mut ProgramState, cell: u32, number: u32) {
    let body = Value::reference(Kind::NATIVE, number, 0);
    for cell in [cell].into_iter().chain(reflected_cell(program, cell)) {
        let generic = program.globals.value(cell);
        let count = program.rt.heap.as_generic(generic).map_or(0, |g| g.methods.len());
        for i in 0..count {
            let method = program.rt.heap.as_generic(generic).and_then(|g| g.methods.get(i));
            let Some(method) = method.filter(|m| m.body == body) else { continue };
            let (parameters, reflection) = (method.types.len(), method.reflection);
            let source = host_method_source(program, number, parameters);
            // Without room it keeps the names that it has.
            let Ok(source) = source.and_then(|source| reflected_source(program, source, reflection)) else { return };
            program.rt.heap.update(generic, |o| {
                if let Object::Generic(g) = o
                    && let Some(method) = g.methods.get_mut(i)
                {
                    method.source = source;
                }
            });
        }
    }
}

/// Ticks for a method of a function that gets another one: its part of the dispatchers is compiled again.
const TICKS_PER_METHOD: usize = 64;

/// Charges for the dispatchers, which each definition makes again.
fn charge_for_methods(program: &mut ProgramState, cell: u32) -> Result<()> {
    let count = program.rt.heap.as_generic(program.globals.value(cell)).map_or(0, |g| g.methods.len());
    program.rt.charge(count.saturating_mul(TICKS_PER_METHOD))
}

pub(super) fn add(vm: &mut Vm, cell: u32, name: Symbol, method: Method) -> Result<()> {
    // The present meaning of the name remains the fallback, used before or not.
    let guard = method.guard.unwrap_or(Value::NIL);
    vm.rooted(&[method.body, method.source, guard], |vm| bootstrap::force_lazy(vm, cell))?;
    let old = vm.program.globals.value(cell);
    let mut methods = match vm.program.rt.heap.as_generic(old) {
        Some(g) => g.methods.clone(),
        // A plain function that has the name already answers what no method does.
        _ if old.is_procedure() => vec![Method::fallback(old)],
        _ => Vec::new(),
    };
    let mut replaced = None;
    for (i, m) in methods.iter().enumerate() {
        let (old, new) = (guard_form(&vm.program, m), guard_form(&vm.program, &method));
        let same_guard = m.guard.is_none() && method.guard.is_none()
            || m.guard.is_some() && method.guard.is_some() && crate::equality::equal(&mut vm.program.rt, old, new)?;
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
        vm.program.rt.heap.object(Object::Generic(Generic { name, methods, entries: Vec::new(), more: None }))?;
    let entries = dispatchers(vm, generic, name)?;
    let more = more_dispatcher(vm, generic, name, &entries)?;
    vm.program.rt.heap.update(generic, |o| {
        if let Object::Generic(g) = o {
            (g.entries, g.more) = (entries, more);
        }
    });
    vm.account_for_code(&[generic])?;
    vm.program.set_cell(cell, generic);
    add_reflected(vm, cell, &method)
}

fn guard_form(program: &ProgramState, m: &Method) -> Value {
    program.rt.heap.iter(m.source).nth(1).unwrap_or(Value::NIL)
}

fn dispatchers(vm: &mut Vm, generic: Value, name: Symbol) -> Result<Vec<ArityEntry>> {
    let methods = vm.program.rt.heap.as_generic(generic).map(|g| g.methods.clone()).unwrap_or_default();
    let most = methods.iter().filter(|m| !m.fallback).map(|m| m.types.len()).max();
    let mut entries = Vec::new();
    for n in 0..most.map_or(0, |most| most + 1) {
        let mut candidates: Vec<(usize, &Method)> =
            methods.iter().enumerate().filter(|(_, m)| !m.fallback && m.types.len() == n).collect();
        let operator = operator(&vm.program, generic);
        let has_say: Vec<&Method> = methods.iter().filter(|m| m.is_of_operator_for(n)).collect();
        if candidates.is_empty() && (has_say.is_empty() || !operator.is_some_and(NumericOperator::is_of_numbers)) {
            continue;
        }
        // Most specific types first, guarded before unguarded, latest first. Methods that follow from another
        // operator come after those of this one. A type that is not known yet is one of the host's.
        candidates.sort_by_key(|(i, m)| {
            let depths: Vec<u32> =
                m.types.iter().map(|t| t.map_or(0, |t| type_depth(&vm.program, t).unwrap_or(RECORD_DEPTH))).collect();
            std::cmp::Reverse((m.reflection.is_none(), depths, m.guard.is_some(), *i))
        });
        let is_for_objects = has_say.iter().all(|m| m.types.iter().flatten().any(|&t| is_of_objects(&vm.program, t)));
        let procedure = match candidates.first() {
            Some((_, m)) if m.guard.is_none() && m.types.iter().all(Option::is_none) => m.body,
            _ => {
                let candidates: Vec<&Method> = candidates.into_iter().map(|(_, m)| m).collect();
                let fallback = methods.iter().find(|m| m.fallback);
                let otherwise = match fallback {
                    Some(m) if operator.is_some_and(NumericOperator::is_of_numbers) => {
                        Otherwise::Numbers { builtin: m.body, generic }
                    }
                    Some(m) => Otherwise::Call(m.body),
                    None => Otherwise::Complain(generic),
                };
                // It is flat, and must compile wherever the method is defined.
                let outer = std::mem::take(&mut vm.program.rt.budget.nested);
                let entry = compile::dispatcher(vm, name, n, &candidates, &otherwise);
                vm.program.rt.budget.nested = outer;
                entry?
            }
        };
        entries.push(ArityEntry { count: n, procedure, is_for_objects });
    }
    Ok(entries)
}

/// Returns the procedure that a call of generic function `f` with `n` arguments, from register `a`, enters.
pub(super) fn generic_entry(vm: &Vm, f: Value, a: usize, n: usize) -> Result<Value> {
    entry_for(&vm.program, f, n, (1..=n).map(|i| vm.fiber.register(a + i)))
}

/// Returns the procedure that a call of generic function `f` with these `n` arguments enters.
#[inline]
pub(super) fn entry_for(
    program: &ProgramState,
    f: Value,
    n: usize,
    args: impl Iterator<Item = Value> + Clone,
) -> Result<Value> {
    let Some(g) = program.rt.heap.as_generic(f) else { return internal("a generic function") };
    let is_object = |v: Value| match v.kind() {
        Kind::HOST | Kind::RECORD => true,
        Kind::ARRAY => program.rt.heap.as_host_object(v).is_some(),
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
    Err(no_method(program, f, &args).into())
}

/// `solve: no method for (1 2); there is (solve cells constraints), (solve constraints)`
#[cold]
pub(super) fn no_method(program: &ProgramState, generic: Value, args: &[Value]) -> ErrorData {
    let Some(g) = program.rt.heap.as_generic(generic) else {
        return ErrorData::new(Code::NoMethod, "no method");
    };
    let shown: Vec<String> = args.iter().map(|&v| crate::printer::brief(&program.rt, v)).collect();
    ErrorData::by(program.rt.name(g.name), Code::NoMethod, format!("no method fits the arguments {}", shown.join(" ")))
        .with_irritants(args)
        .with_help(methods_shown(program, g))
}

/// A builtin has complained that the program has given methods: those are for other arguments.
#[cold]
pub(crate) fn tell_methods(program: &ProgramState, c: &mut ErrorData) {
    let name = c.subject.as_deref().and_then(|name| program.rt.symbols.find(name));
    let cell = name.and_then(|name| program.find_cell(program.current_module(), name));
    let generic = cell.and_then(|cell| program.rt.heap.as_generic(program.globals.value(cell)));
    let is_of_builtin = |m: &Method| m.fallback && m.body.is(Kind::NATIVE);
    let Some(g) = generic.filter(|g| c.help().is_none() && g.methods.iter().any(is_of_builtin)) else { return };
    // An operator with methods has the builtin complain only of what none of them is for.
    c.details_mut().help = match g.operator(|f| program.rt.native_name(f)) {
        None => Some(methods_shown(program, g)),
        Some(_) => c.irritants.iter().any(|&v| has_operator_methods(program, g, v, 2)).then(|| {
            let name = program.rt.name(g.name);
            format!(
                "this call of `{name}` is arithmetic: it is in the library, or was compiled before `{name}` had \
                 methods"
            )
        }),
    };
}

/// `the methods are: (solve cells constraints), (solve constraints)`
pub(super) fn methods_shown(program: &ProgramState, g: &Generic) -> String {
    let name = program.rt.name(g.name);
    let methods: Vec<String> = g
        .methods
        .iter()
        .filter(|m| !m.fallback)
        .take(MAX_SHOWN)
        .map(|m| {
            let mut parts = program.rt.heap.iter(m.source);
            let params = parts.next().map_or(String::new(), |p| {
                let text = crate::printer::brief(&program.rt, p);
                text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or_default().to_string()
            });
            let guard = match (m.guard, parts.next()) {
                (Some(_), Some(g)) => format!(" when {}", crate::printer::brief(&program.rt, g)),
                _ => String::new(),
            };
            format!("({name} {params}){guard}")
        })
        .collect();
    format!("the methods are: {}", methods.join(", "))
}

/// Returns the depth of a type: a subtype is deeper than its supertype. `None` if there is no such type.
fn type_depth(program: &ProgramState, t: Symbol) -> Option<u32> {
    let heap = &program.rt.heap;
    let of_record = || heap.record_types.iter().any(|r| r.name == t);
    let own = || (of_record() || heap.host.classes.values().any(|c| c.name == t)).then_some(RECORD_DEPTH);
    let of_variables = || (program.rt.name(t) == VARIABLE).then_some(VARIABLE_DEPTH);
    type_named(program.rt.name(t)).map(|(depth, _)| depth).or_else(own).or_else(of_variables)
}

/// Returns whether the type is that of records of one kind, or of objects of the host.
fn is_of_objects(program: &ProgramState, t: Symbol) -> bool {
    let name = program.rt.name(t);
    type_named(name).is_none() && name != VARIABLE
}

/// Returns whether `v` is of type `t`. Dispatchers call this test.
pub(super) fn is_of_type(program: &ProgramState, v: Value, t: Symbol) -> bool {
    match type_named(program.rt.name(t)) {
        Some((_, test)) => test(v),
        None => match program.rt.heap.as_host_object(v) {
            Some(object) => object.class.name == t,
            _ if v.is(Kind::RECORD) => program.rt.heap.record_type(v).is_some_and(|r| r.name == t),
            _ => program.rt.name(t) == VARIABLE && v.is(Kind::VARIABLE),
        },
    }
}

/// Most methods that a message lists.
const MAX_SHOWN: usize = 8;

/// The depth of the types that programs define: below `record`.
const RECORD_DEPTH: u32 = 2;

/// The type of the variables of search states. A program can have records of the same name, which come first.
const VARIABLE: &str = "variable";
const VARIABLE_DEPTH: u32 = 1;

/// Test whether a value is of a type.
type Test = fn(Value) -> bool;

/// The types of values that methods name: the depth below the type of everything, and the test.
const TYPES: [(&str, u32, Test); 23] = [
    ("number", 1, Value::is_number),
    ("rational", 2, num::is_exact),
    ("integer", 3, num::is_exact_integer),
    ("fixnum", 4, Value::is_fixnum),
    ("ratio", 3, |v| v.is(Kind::RATIO)),
    ("float", 2, Value::is_float),
    ("list", 1, |v| v.has_elements() || v.is_nil()),
    ("pair", 2, Value::has_elements),
    ("null", 2, Value::is_nil),
    ("boolean", 1, |v| v.is_false() || v == Value::T),
    ("symbol", 1, |v| v.is(Kind::SYMBOL)),
    ("keyword", 1, |v| v.is(Kind::KEYWORD)),
    ("string", 1, |v| v.is(Kind::STRING)),
    ("character", 1, |v| v.is(Kind::CHARACTER)),
    ("array", 1, |v| v.is(Kind::ARRAY)),
    ("table", 1, |v| v.is(Kind::TABLE)),
    ("condition", 1, |v| v.is(Kind::CONDITION)),
    ("port", 1, |v| v.is(Kind::PORT)),
    ("macro", 1, |v| v.is(Kind::MACRO)),
    ("record", 1, |v| v.is(Kind::RECORD)),
    ("function", 1, Value::is_procedure),
    ("procedure", 1, Value::is_procedure),
    ("generic-function", 2, |v| v.is(Kind::GENERIC)),
];

/// Returns the depth and the test of the type of that name for methods.
fn type_named(name: &str) -> Option<(u32, Test)> {
    TYPES.iter().find(|of| of.0 == name).map(|of| (of.1, of.2))
}

/// The operator that a generic function is beside its methods, or that a builtin is.
pub(super) fn operator(program: &ProgramState, f: Value) -> Option<&'static NumericOperator> {
    match program.rt.heap.as_generic(f) {
        Some(g) => g.operator(|f| program.rt.native_name(f)),
        None => NumericOperator::of(program.rt.native_name(f)?),
    }
}

/// Makes the procedure for calls with more arguments than any method takes.
pub(super) fn more_dispatcher(
    vm: &mut Vm,
    generic: Value,
    name: Symbol,
    entries: &[ArityEntry],
) -> Result<Option<Value>> {
    let Some(operator) = operator(&vm.program, generic).filter(|_| entries.iter().any(|e| e.count == 2)) else {
        return Ok(None);
    };
    let f = bootstrap::core_function(vm, operator.more)?;
    let outer = std::mem::take(&mut vm.program.rt.budget.nested);
    let entry = compile::over_more(vm, name, f, generic);
    vm.program.rt.budget.nested = outer;
    entry.map(Some)
}

/// The cell of the operator of which methods of the one in `cell` say something, if it is still an operator.
pub(super) fn reflected_cell(program: &ProgramState, cell: u32) -> Option<u32> {
    let (name, _) = operator(program, program.globals.value(cell))?.reflected?;
    let module = program.globals.info(cell)?.module;
    let other = program.find_cell(module, program.rt.symbols.find(name)?)?;
    (operator(program, program.globals.value(other))?.builtin == name).then_some(other)
}

/// A method has been added to the operator in `cell`: adds what follows from it to the other one.
pub(super) fn add_reflected(vm: &mut Vm, cell: u32, method: &Method) -> Result<()> {
    if !method.has_reflection(|t| generic::is_numeric(vm.program.rt.name(t))) {
        return Ok(());
    }
    let operator = operator(&vm.program, vm.program.globals.value(cell));
    let reflected = operator.and_then(|o| o.reflected).filter(|_| reflected_cell(&vm.program, cell).is_some());
    let (Some((name, reflection)), Some(info)) = (reflected, vm.program.globals.info(cell)) else {
        return Ok(());
    };
    let (module, defined) = (info.module, info.defined);
    let source = reflected_source(&mut vm.program, method.source, Some(reflection))?;
    let other = vm.program.own_cell(module, name);
    vm.program.globals.change(other, |info| info.defined = defined);
    let name = vm.program.rt.symbols.intern(name);
    add(vm, other, name, method.reflected(reflection, source))
}

/// Parameter list, guard and body of a method as those of what follows from it.
pub(super) fn reflected_source(
    program: &mut ProgramState,
    source: Value,
    reflection: Option<Reflection>,
) -> Result<Value> {
    if reflection != Some(Reflection::Swapped) {
        return Ok(source);
    }
    let mut parts: Vec<Value> = program.rt.heap.iter(source).collect();
    if let Some(parameters) = parts.first_mut() {
        let mut swapped: Vec<Value> = program.rt.heap.iter(*parameters).collect();
        swapped.reverse();
        *parameters = program.rt.heap.list(&swapped)?;
    }
    program.rt.heap.list(&parts)
}

/// `(%no-operator-method generic argument...)`: no method fits, and not all of the arguments are numbers. If methods
/// exist for the type of one argument, the error says that a method is missing. A single argument with a known result
/// is no error; otherwise the builtin reports what it takes.
pub(super) fn without_operator_method(program: &ProgramState, function: Value, arguments: Vec<Value>) -> Result<Next> {
    let Some(g) = program.rt.heap.as_generic(function) else { return misused("%no-operator-method") };
    if arguments.iter().any(|&v| has_operator_methods(program, g, v, arguments.len())) {
        return match (operator(program, function).map(|o| o.alone), arguments.as_slice()) {
            (Some(UnaryResult::Identity), &[v]) => Ok(Next::Return(v)),
            (Some(UnaryResult::True), [_]) => Ok(Next::Return(Value::T)),
            _ => Err(no_operator_method(program, g, &arguments).into()),
        };
    }
    match g.builtin() {
        Some(builtin) => Ok(Next::Call(builtin, arguments)),
        None => misused("%no-operator-method"),
    }
}

/// Returns whether the operator has methods for the type of `v` in a call with `count` arguments. Numbers do not
/// count.
pub(super) fn has_operator_methods(program: &ProgramState, g: &Generic, v: Value, count: usize) -> bool {
    let of_count = g.methods.iter().filter(|m| m.is_of_operator_for(count));
    !v.is_number() && of_count.flat_map(|m| m.types.iter().flatten()).any(|&t| is_of_type(program, v, t))
}

/// `+: no method is for a money and an integer: #<money 5> 5`
#[cold]
fn no_operator_method(program: &ProgramState, g: &Generic, arguments: &[Value]) -> ErrorData {
    let kinds: Vec<String> = arguments.iter().map(|&v| kind_shown(program, v)).collect();
    let shown: Vec<String> = arguments.iter().map(|&v| crate::printer::brief(&program.rt, v)).collect();
    let problem = format!("no method is for {}: {}", kinds.join(" and "), shown.join(" "));
    ErrorData::by(program.rt.name(g.name), Code::NoMethod, problem)
        .with_irritants(arguments)
        .with_help(methods_shown(program, g))
}

/// "an integer"; of a record or an object of the host "a point"
fn kind_shown(program: &ProgramState, v: Value) -> String {
    if !matches!(v.kind(), Kind::HOST | Kind::RECORD) {
        return program.rt.describe_kind(v).into();
    }
    with_article(type_name(&program.rt, v))
}
