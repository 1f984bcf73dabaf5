//! What might help with a name that is not defined, from what the program has defined elsewhere: macros, functions that
//! are called with it, modules that keep it to themselves.

use std::path::Path;

use crate::advice;
use crate::fault::Condition;
use crate::source::Source;
use crate::symbol::{ModuleId, PROGRAM, Symbol};
use crate::value::Value;
use crate::vm::Vm;

/// What might help with `name`, which the program in `module` has used at the place of the error.
pub(super) fn advice_on(vm: &Vm, module: ModuleId, c: &Condition, name: &str) -> Option<String> {
    let source = vm.rt.sources.get(c.span.source())?;
    defined_since(vm, module, name)
        .or_else(|| on_parameter(vm, module, c, name))
        .or_else(|| on_call(vm, module, c, source, name))
        .or_else(|| not_provided(vm, module, name))
}

/// It is defined where the host's programs are, but not in the namespace: it came later.
fn defined_since(vm: &Vm, module: ModuleId, name: &str) -> Option<String> {
    vm.modules[module].namespace?;
    value_of(vm, PROGRAM, name).filter(|&v| v != Value::UNBOUND)?;
    Some(format!(
        "`{name}` has been defined outside since: a namespace has what there was when it was made (`Engine::define_in` \
         defines in it)"
    ))
}

/// The value of a name.
fn value_of(vm: &Vm, module: ModuleId, name: &str) -> Option<Value> {
    let cell = vm.find_cell(module, vm.rt.symbols.find(name)?)?;
    Some(vm.globals.value(cell))
}

/// A macro has put the name of its parameter into what it returns, not the form that it got.
fn on_parameter(vm: &Vm, module: ModuleId, c: &Condition, name: &str) -> Option<String> {
    let (written, call) = c.expansion.first()?;
    let usage = vm.usage_of(module, written)?;
    let words = |text: &str| text.split([' ', '(', ')', '\n', '\'']).any(|word| word == name);
    let parameters = usage.split_once(' ')?.1;
    let call = vm.rt.sources.get(call.source())?.text.get(call.start() as usize..call.end() as usize)?;
    let span = vm.definition_spans(value_of(vm, module, written)?).first().copied()?;
    if !words(parameters) || words(call) || vm.rt.sources.is_library(span.source()) {
        return None;
    }
    let source = vm.rt.sources.get(span.source())?;
    let line = source.line_column(span.start()).line;
    Some(format!(
        "`{name}` is a parameter of the macro `{written}` ({}:{line}): what it stands for is put into the template by \
         a comma, ,{name}",
        source.name
    ))
}

/// The name is an argument. If what is called with it is not defined either, that is the mistake; if that function is
/// documented to take a symbol of the name, the symbol is meant.
fn on_call(vm: &Vm, module: ModuleId, c: &Condition, source: &Source, name: &str) -> Option<String> {
    let place = c.span.start() as usize..c.span.end() as usize;
    let form = source.text.get(place.clone())?;
    let is_called = form.strip_prefix('(').is_some_and(|inside| inside.starts_with(name));
    if form != name && !is_called {
        return None;
    }
    let calls = advice::calls_around(&source.text, &place);
    // A name that is bound around has no global variable, unless one of the same name is used elsewhere.
    let is_unknown = |head: &str| value_of(vm, module, head) == Some(Value::UNBOUND);
    if let Some((head, list)) = calls.iter().take_while(|(head, _)| is_unknown(head)).last().cloned() {
        let visible = || vm.visible_names(module);
        let help = advice::on_head(head, vm.dialect(module), &source.text, list, &visible);
        if is_called && help.is_none() {
            return None;
        }
        return Some(match help {
            Some(help) => format!("`{head}`, which is called with it, is not defined either: {help}"),
            None => format!("`{head}`, which is called with it, is not defined either"),
        });
    }
    if advice::is_of_other_language(name) {
        return None;
    }
    let head = calls.first().filter(|_| !is_called)?.0;
    let value = value_of(vm, module, head)?;
    let documentation = vm.documentation_of(value).or_else(|| vm.library_text(value))?;
    let is_told = |mark: &str| {
        documentation.match_indices(&format!("{mark}{name}")).any(|(at, found)| {
            let behind = documentation.get(at + found.len()..).unwrap_or("");
            !behind.starts_with(|c: char| c.is_alphanumeric() || "-!?*".contains(c))
        })
    };
    (is_told("'") || is_told("`")).then(|| format!("{head} takes a symbol there, which is quoted: '{name}"))
}

/// A file that the program has loaded defines the name, and keeps it to itself.
fn not_provided(vm: &Vm, module: ModuleId, name: &str) -> Option<String> {
    let symbol = vm.rt.symbols.find(name)?;
    let keeps = |other: ModuleId| {
        let list = vm.modules[other].provided.as_ref()?;
        let cell = vm.modules[other].cell(symbol).filter(|_| other != module && !list.contains(&symbol))?;
        let is_own = vm.globals.info(cell).is_some_and(|info| info.module == other && !info.from_core);
        (is_own && vm.globals.value(cell) != Value::UNBOUND && !vm.is_library_module(other)).then_some(symbol)
    };
    let mut loaded = vm.loader.loaded.iter().filter_map(|(file, module)| Some((file, (*module)?)));
    let file = loaded.find_map(|(file, other)| keeps(other).map(|_: Symbol| file))?;
    let file = Path::new(file).file_name()?.to_str()?;
    Some(format!("{file} defines {name} and does not provide it: (provide ... '{name}) in it makes it visible here"))
}
