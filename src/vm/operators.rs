//! Operators with methods: what follows from a method for two arguments, and who complains if there is none.
//!
//! A builtin such as `+` or `<` takes any number of numbers. A type has methods for two arguments, as that is what
//! there is to say: one alone and more are a matter of the operator, and `>` is `<` the other way round.

use super::Vm;
use super::controls::{Next, misused};
use crate::builtins::predicate::type_name;
use crate::compile;
use crate::fault::{Code, ErrorData, Result};
use crate::object::generic::{self, Alone, Entry, Generic, Method, Operator, Reflection};
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

impl Vm {
    /// The operator that a generic function is beside its methods, or that a builtin is.
    pub(super) fn operator(&self, f: Value) -> Option<&'static Operator> {
        match self.program.rt.heap.as_generic(f) {
            Some(g) => g.operator(|f| self.program.rt.native_name(f)),
            None => Operator::of(self.program.rt.native_name(f)?),
        }
    }

    /// Makes the procedure for calls with more arguments than any method takes.
    pub(super) fn more_dispatcher(&mut self, generic: Value, name: Symbol, entries: &[Entry]) -> Result<Option<Value>> {
        let Some(operator) = self.operator(generic).filter(|_| entries.iter().any(|e| e.count == 2)) else {
            return Ok(None);
        };
        let f = self.core_function(operator.more)?;
        let outer = std::mem::take(&mut self.program.rt.budget.nested);
        let entry = compile::over_more(self, name, f, generic);
        self.program.rt.budget.nested = outer;
        entry.map(Some)
    }

    /// The cell of the operator of which methods of the one in `cell` say something, if it is still an operator.
    pub(super) fn reflected_cell(&self, cell: u32) -> Option<u32> {
        let (name, _) = self.operator(self.program.globals.value(cell))?.reflected?;
        let module = self.program.globals.info(cell)?.module;
        let other = self.program.find_cell(module, self.program.rt.symbols.find(name)?)?;
        (self.operator(self.program.globals.value(other))?.builtin == name).then_some(other)
    }

    /// A method has been added to the operator in `cell`: adds what follows from it to the other one.
    pub(super) fn add_reflected(&mut self, cell: u32, method: &Method) -> Result<()> {
        if !method.has_reflection(|t| generic::is_numeric(self.program.rt.name(t))) {
            return Ok(());
        }
        let operator = self.operator(self.program.globals.value(cell));
        let reflected = operator.and_then(|o| o.reflected).filter(|_| self.reflected_cell(cell).is_some());
        let (Some((name, reflection)), Some(info)) = (reflected, self.program.globals.info(cell)) else {
            return Ok(());
        };
        let (module, defined) = (info.module, info.defined);
        let source = self.reflected_source(method.source, Some(reflection))?;
        let other = self.program.own_cell(module, name);
        self.program.globals.change(other, |info| info.defined = defined);
        let name = self.program.rt.symbols.intern(name);
        self.add(other, name, method.reflected(reflection, source))
    }

    /// Parameter list, guard and body of a method as those of what follows from it.
    pub(super) fn reflected_source(&mut self, source: Value, reflection: Option<Reflection>) -> Result<Value> {
        if reflection != Some(Reflection::Swapped) {
            return Ok(source);
        }
        let mut parts: Vec<Value> = self.program.rt.heap.iter(source).collect();
        if let Some(parameters) = parts.first_mut() {
            let mut swapped: Vec<Value> = self.program.rt.heap.iter(*parameters).collect();
            swapped.reverse();
            *parameters = self.program.rt.heap.list(&swapped)?;
        }
        self.program.rt.heap.list(&parts)
    }

    /// `(%no-operator-method generic argument...)`: no method fits, and not all of the arguments are numbers. If there
    /// are methods for what one of them is, it is those that are missing one, unless it is alone and the operator knows
    /// what that gives; else the builtin says what it takes.
    pub(super) fn without_operator_method(&self, function: Value, arguments: Vec<Value>) -> Result<Next> {
        let Some(g) = self.program.rt.heap.as_generic(function) else { return misused("%no-operator-method") };
        if arguments.iter().any(|&v| self.has_operator_methods(g, v, arguments.len())) {
            return match (self.operator(function).map(|o| o.alone), arguments.as_slice()) {
                (Some(Alone::Itself), &[v]) => Ok(Next::Return(v)),
                (Some(Alone::True), [_]) => Ok(Next::Return(Value::T)),
                _ => Err(self.no_operator_method(g, &arguments).into()),
            };
        }
        match g.builtin() {
            Some(builtin) => Ok(Next::Call(builtin, arguments)),
            None => misused("%no-operator-method"),
        }
    }

    /// Returns whether the operator has methods for the type of `v` in a call with `count` arguments. Numbers do not
    /// count.
    pub(super) fn has_operator_methods(&self, g: &Generic, v: Value, count: usize) -> bool {
        let of_count = g.methods.iter().filter(|m| m.is_of_operator_for(count));
        !v.is_number() && of_count.flat_map(|m| m.types.iter().flatten()).any(|&t| self.is_of_type(v, t))
    }

    /// `+: no method is for a money and an integer: #<money 5> 5`
    #[cold]
    fn no_operator_method(&self, g: &Generic, arguments: &[Value]) -> ErrorData {
        let kinds: Vec<String> = arguments.iter().map(|&v| self.kind_shown(v)).collect();
        let shown: Vec<String> = arguments.iter().map(|&v| crate::printer::brief(&self.program.rt, v)).collect();
        let problem = format!("no method is for {}: {}", kinds.join(" and "), shown.join(" "));
        ErrorData::by(self.program.rt.name(g.name), Code::NoMethod, problem)
            .with_irritants(arguments)
            .with_help(self.methods_shown(g))
    }

    /// "an integer"; of a record or an object of the host "a point"
    fn kind_shown(&self, v: Value) -> String {
        if !matches!(v.kind(), Kind::HOST | Kind::RECORD) {
            return self.program.rt.describe_kind(v).into();
        }
        let name = type_name(&self.program.rt, v);
        let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {name}")
    }
}
