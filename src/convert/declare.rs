//! Declarations of the host about a function that it has defined: names of parameters, documentation, examples.

use std::sync::Arc;

use super::function::{Hosted, HostedAction};
use crate::builtins::Mode;
use crate::fault::{Code, ErrorData};
use crate::module::host_functions::{HostFacts, HostParameter, Owner};
use crate::module::native::{Action, Facts};
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::generic;

/// A function that the host has defined. It is there already; more can be said of it.
///
/// ```
/// use klammer::Engine;
///
/// let mut engine = Engine::new();
/// engine
///     .define("roll", |sides: u64, times: Option<u64>| sides * times.unwrap_or(1))
///     .parameters(["sides", "&key", "times"])
///     .doc("The most that so many dice show.")
///     .example("(roll 6 :times 2)", "12");
/// assert_eq!(engine.eval::<u64>("(roll 6 :times 3)")?, 18);
/// let documentation = engine.describe("roll").unwrap();
/// assert_eq!(documentation.usage, ["(roll sides [:times times])"]);
/// assert_eq!(documentation.examples[0].expression, "(roll 6 :times 2)");
/// # Ok::<(), klammer::Error>(())
/// ```
pub struct Definition<'a> {
    /// The number that the function has among the natives, if it is there.
    of: Option<(&'a mut Vm, u32)>,
    /// The cell of the generic function that it is a method of, if it is one.
    method: Option<u32>,
}

/// Gives a global name of a module a function of the host.
pub(crate) fn define<'a>(
    vm: &'a mut Vm,
    module: ModuleId,
    name: &str,
    hosted: impl FnOnce() -> Hosted,
) -> Definition<'a> {
    define_hosted(vm, module, name, hosted())
}

/// The same for what is no type of its own any more.
fn define_hosted<'a>(vm: &'a mut Vm, module: ModuleId, name: &str, hosted: Hosted) -> Definition<'a> {
    let Some(value) = add_hosted(vm, module, name, None, hosted) else {
        return Definition::NONE;
    };
    // In a copy, the program has determined the value of the name.
    if !vm.native_modules.refilling {
        vm.program.set_global(module, name, value);
    }
    Definition::of_function(vm, value.meta())
}

/// Makes a function of the host one of the engine, which has no name yet. `method` are its types if it is a method. In
/// a copy of an engine it takes the place that waits for it, and is made only if there is one.
pub(super) fn add_hosted(
    vm: &mut Vm,
    module: ModuleId,
    name: &str,
    method: Option<&str>,
    hosted: Hosted,
) -> Option<Value> {
    if vm.native_modules.refilling && vm.program.waiting_for(name, module, method).is_none() {
        return None;
    }
    if vm.native_modules.defining == Owner::Host && !vm.native_modules.refilling {
        vm.program.warn_of_name(module, name);
    }
    let Hosted { parameters, action } = hosted;
    let mut facts = HostFacts {
        name: name.into(),
        module,
        owner: vm.native_modules.defining,
        parameters,
        positional: None,
        doc: String::new(),
        misdeclared: None,
        method: method.map(Into::into),
        plain_count: None,
    };
    facts.settle();
    // A check runs nothing of the host's.
    let is_checked = vm.program.loader.checking.is_some() && vm.native_modules.defining == Owner::Host;
    let action = match action {
        _ if is_checked => Action::Absent,
        HostedAction::Plain(f) => Action::Host(f),
        HostedAction::CallsBack(f) => Action::Callback(vm.host.callbacks.add(f)),
    };
    // Sixteen million host functions would be needed for this to fail.
    vm.program.add_host_native(facts, action).ok()
}

impl<'a> Definition<'a> {
    /// Of what is not there.
    pub(super) const NONE: Definition<'a> = Definition { of: None, method: None };

    /// Of the function with this number.
    pub(super) fn of_function(vm: &'a mut Vm, number: u32) -> Definition<'a> {
        Definition { of: Some((vm, number)), method: None }
    }

    /// Of the function with this number, a method of the generic function in `cell`.
    pub(super) fn of_method(vm: &'a mut Vm, number: u32, cell: u32) -> Definition<'a> {
        Definition { of: Some((vm, number)), method: Some(cell) }
    }

    fn change(mut self, change: impl FnOnce(&mut HostFacts)) -> Self {
        if let Some((vm, number)) = &mut self.of
            && let Some(Facts::Host(facts)) = vm.program.natives.own.get_mut(*number).map(|n| &mut n.facts)
        {
            let facts = Arc::make_mut(facts);
            change(facts);
            facts.settle();
        }
        self
    }

    /// Tells what methods there are by their new names, and warns the host if what it has said is wrong.
    fn checked(mut self) -> Self {
        if let (Some((vm, number)), Some(cell)) = (&mut self.of, self.method) {
            generic::name_host_method(&mut vm.program, cell, *number);
        }
        if let Some((vm, number)) = &mut self.of
            && let Some(Facts::Host(facts)) = vm.program.natives.own.get(*number).map(|n| &n.facts)
            && let Some(wrong) = &facts.misdeclared
        {
            let warning = ErrorData::by(&facts.name, Code::Host, &**wrong).with_help("each call of it is an error");
            vm.program.warn_host(warning);
        }
        self
    }

    /// Names for the parameters, which errors and the documentation use. Those after `"&key"` are given by keyword;
    /// `"&optional"` and `"&rest"` may stand where they belong, and need not, as the types say it. When there are more
    /// or fewer names than parameters, that is a warning ([`Engine::warnings`](crate::Engine::warnings)), and each call
    /// of the function is an error that says so.
    pub fn parameters<T: AsRef<str>>(self, names: impl IntoIterator<Item = T>) -> Self {
        self.change(|facts| {
            let (mut own, mut positional) = (Vec::new(), None);
            for name in names {
                match name.as_ref() {
                    "&key" => positional = Some(own.len()),
                    "&optional" | "&rest" => {}
                    name => own.push(Box::<str>::from(name)),
                }
            }
            let rest_by_keyword = positional.and_then(|n| facts.parameters.get(n..)).unwrap_or(&[]);
            if facts.method.is_some() && positional.is_some() {
                let wrong = "the host gives arguments of a method by keyword: methods are chosen by their positions";
                facts.misdeclared = Some(wrong.into());
            } else if own.len() != facts.parameters.len() {
                let (names, parameters) = (own.len(), facts.parameters.len());
                facts.misdeclared =
                    Some(format!("the host has named {names} parameters, its function has {parameters}").into());
            } else if rest_by_keyword.iter().any(|p| p.mode == Mode::Rest) {
                facts.misdeclared = Some("the host lets a `Rest` be given by keyword".into());
            } else {
                facts.misdeclared = None;
                let old = std::mem::take(&mut facts.parameters).into_iter().zip(own);
                facts.parameters = old.map(|(p, name)| HostParameter { name, ..p }).collect();
                facts.positional = positional;
            }
        })
        .checked()
    }

    /// Documents the function, for `doc`, the prompt and completion.
    pub fn doc(self, text: &str) -> Self {
        self.change(|facts| facts.doc.insert_str(0, &format!("{text}\n")))
    }

    /// An expression and how its value prints. [`Documentation::examples`](crate::Documentation::examples) has them, so
    /// that a test can check them all.
    pub fn example(self, expression: &str, value: &str) -> Self {
        self.change(|facts| {
            let first = !facts.doc.contains(";=>");
            facts.doc.push_str(if first { "\n" } else { "" });
            facts.doc.push_str(&format!("{expression}  ;=> {value}\n"));
        })
    }
}
