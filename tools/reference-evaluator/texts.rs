//! Evaluation of texts in a dialect, in so far as it differs from the core's.

use super::Oracle;
use super::names::Content;
use super::scope::Scope;
use crate::fault::{Fault, Res, internal};
use crate::object::Object;
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};
use crate::vm::language::{Language, Turn};

/// Definition of a function that called an undefined name: it is evaluated again if that becomes a macro.
pub(super) struct Waiting {
    module: ModuleId,
    target: Symbol,
    form: Value,
    undefined: Vec<Symbol>,
}

/// The variables of Common Lisp for what was evaluated before: forms, values, lists of all values.
const HISTORY: [[&str; 3]; 3] = [["+", "++", "+++"], ["*", "**", "***"], ["/", "//", "///"]];

impl Oracle {
    /// The dialect of a module, if it is not the core's.
    pub(super) fn language(&self, module: ModuleId) -> Option<&'static Language> {
        let layer = self.module(module).layer?;
        self.languages.iter().find(|l| l.0 == layer).map(|l| l.1)
    }

    fn name_of_language(&self, module: ModuleId) -> &'static str {
        self.language(module).map_or("", |l| l.layer.name)
    }

    /// The next form of a text is going to be read. `begun` says whether the dialect has been told of the text.
    pub(super) fn before_form(&mut self, module: ModuleId, rest: &str, begun: &mut bool) -> Res<()> {
        let Some(language) = self.language(module) else { return Ok(()) };
        if !std::mem::replace(begun, true) && language.layer.name == "scheme" {
            self.reserve_definitions(module, rest);
        }
        if language.layer.name == "common-lisp" {
            let latest = self.rt.symbols.intern("-");
            if self.dynamic_cell(module, latest).is_none() {
                for name in HISTORY.into_iter().flatten().chain(["-"]) {
                    let name = self.rt.symbols.intern(name);
                    self.set_global(module, name, Value::NIL);
                    self.make_dynamic(module, name);
                }
            }
        }
        if let Some(notation) = language.layer.dialect.notation {
            let mut values = Vec::new();
            for name in notation.variables() {
                let name = self.rt.symbols.intern(name);
                let cell = self.module(module).names.get(&name).copied();
                // One that nobody has asked for has its first value.
                let cell = cell.filter(|&c| self.is_evaluated(c));
                values.push(cell.map_or(Ok(None), |c| self.value_in(module, c))?);
            }
            notation.heed(&mut self.rt, &values);
        }
        Ok(())
    }

    /// The names that a text defines in the first column mean nothing of the library before that.
    fn reserve_definitions(&mut self, module: ModuleId, text: &str) {
        for name in defined_in(text) {
            let name = self.rt.symbols.intern(name);
            if !self.module(module).names.contains_key(&name) && self.cell(module, name).is_some() {
                self.module_mut(module).reserved.insert(name);
            }
        }
    }

    /// Releases the reserved names at the end of a text: those that it has not defined have their former meaning again.
    pub(super) fn release_definitions(&mut self, module: ModuleId, text: &str) {
        for name in defined_in(text) {
            let name = self.rt.symbols.intern(name);
            if !self.module(module).names.contains_key(&name) {
                self.module_mut(module).reserved.remove(&name);
            }
        }
    }

    /// A form of a text has had this value.
    pub(super) fn after_form(&mut self, module: ModuleId, value: Value) {
        if self.name_of_language(module) != "common-lisp" {
            return;
        }
        let form = self.rt.symbols.intern("-");
        let form = self.value_of(module, form).ok().flatten().unwrap_or(Value::NIL);
        let all = match self.rt.heap.as_object(value) {
            Some(Object::Values(items)) if value.is(Kind::VALUES) => items.to_vec(),
            _ => vec![value],
        };
        let all = self.rt.heap.list(&all).unwrap_or(Value::NIL);
        for (names, mut value) in HISTORY.into_iter().zip([form, self.first_value(value), all]) {
            for name in names {
                let name = self.rt.symbols.intern(name);
                let old = self.value_of(module, name).ok().flatten();
                self.set_global(module, name, value);
                value = old.unwrap_or(Value::NIL);
            }
        }
    }

    /// Returns the treatment of a form at top level that is no sequence.
    pub(super) fn at_top_level(&mut self, module: ModuleId, form: Value) -> Res<Turn> {
        match self.name_of_language(module) {
            "scheme" => {
                if let Some(files) = self.files_to_include(module, form)? {
                    let mut last = Value::NIL;
                    for file in files {
                        let (name, text, path) = self.text_to_include(file)?;
                        let folder = path.parent().map(std::path::Path::to_path_buf);
                        last = self.evaluate(module, &name, &text, folder)?;
                    }
                    return Ok(Turn::Done(last));
                }
                // The expansion of a macro may be a sequence, whose parts define names that the later parts use.
                if self.operator_of(module, form)?.is_some_and(|v| v.is(Kind::MACRO)) {
                    let expanded = self.expand_macro(form, true)?;
                    if self.is_progn(module, expanded)? {
                        return Ok(Turn::Parts(expanded));
                    }
                }
                Ok(Turn::Plain)
            }
            "common-lisp" => {
                let name = self.rt.symbols.intern("-");
                self.set_global(module, name, form);
                match self.top_level_progn(module, form)? {
                    Some(parts) => Ok(Turn::Parts(parts)),
                    None => self.evaluate_renewable(module, form).map(Turn::Done),
                }
            }
            _ => Ok(Turn::Plain),
        }
    }

    /// The sequence that `eval` evaluates instead of a form, if there is one.
    pub(super) fn sequence_in_eval(&mut self, module: ModuleId, form: Value) -> Res<Option<Value>> {
        if self.name_of_language(module) == "common-lisp" { self.top_level_progn(module, form) } else { Ok(None) }
    }

    /// Returns the value of the name at the head of a form.
    fn operator_of(&mut self, module: ModuleId, form: Value) -> Res<Option<Value>> {
        let head = if form.is_pair() { self.rt.heap.car(form).as_symbol() } else { None };
        match head {
            Some(name) => self.head_now(&Scope::new(module, self.dialect(module)), name),
            None => Ok(None),
        }
    }

    fn files_to_include(&mut self, module: ModuleId, form: Value) -> Res<Option<Vec<Value>>> {
        let Some(operator) = self.operator_of(module, form)?.filter(|o| o.is(Kind::MACRO)) else { return Ok(None) };
        if self.macro_of_library(module, operator) != Some("include") {
            return Ok(None);
        }
        let files = self.rt.heap.cdr(form);
        self.rt.list_items("include", files).map(Some)
    }

    /// The name of a macro, if it is one of the library of the module's dialect.
    fn macro_of_library(&self, module: ModuleId, v: Value) -> Option<&str> {
        let Some(Object::Macro(m)) = self.rt.heap.as_object(v) else { return None };
        let (name, layer) = (m.name?, self.module(self.module(module).layer?));
        let cell = *layer.functions.get(&name).or_else(|| layer.names.get(&name))?;
        self.holds(cell, v).then(|| self.rt.name(name))
    }

    // ---- Common Lisp

    /// The sequence that a macro of the program, or `eval-when`, makes of a top-level form.
    fn top_level_progn(&mut self, module: ModuleId, form: Value) -> Res<Option<Value>> {
        let Some(operator) = self.operator_of(module, form)?.filter(|o| o.is(Kind::MACRO)) else { return Ok(None) };
        if self.macro_of_library(module, operator).is_some_and(|name| name != "eval-when") {
            return Ok(None);
        }
        match self.expand_macro(form, false) {
            Ok(expanded) => Ok(self.is_progn(module, expanded)?.then_some(expanded)),
            Err(fault) if matches!(*fault, Fault::Error(_)) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    fn evaluate_renewable(&mut self, module: ModuleId, form: Value) -> Res<Value> {
        self.undefined.clear();
        let tree = self.expand(&mut Scope::new(module, self.dialect(module)), form)?;
        let undefined = std::mem::take(&mut self.undefined);
        if let Some(target) = self.defined_by(module, form)? {
            self.waiting.retain(|w| (w.module, w.target) != (module, target));
            if !undefined.is_empty() {
                self.waiting.push(Waiting { module, target, form, undefined });
            }
        }
        self.run_form(tree)
    }

    /// The function that a form `(defun name ...)` defines.
    fn defined_by(&mut self, module: ModuleId, form: Value) -> Res<Option<Symbol>> {
        let name = self.rt.heap.iter(form).nth(1).and_then(Value::as_symbol);
        let operator = self.operator_of(module, form)?;
        Ok(name.filter(|_| operator.is_some_and(|o| self.macro_of_library(module, o) == Some("defun"))))
    }

    /// Marks functions that called a name as a function before it became a macro: they are defined again when they are
    /// used.
    pub(super) fn macro_defined(&mut self, name: Symbol) {
        let waiting = std::mem::take(&mut self.waiting);
        let (stale, waiting): (Vec<Waiting>, _) = waiting.into_iter().partition(|w| w.undefined.contains(&name));
        self.waiting = waiting;
        for w in stale {
            let cell = self.own_function_cell(w.module, w.target);
            self.set_content(cell, Content::Stale(self.stale.len()));
            self.stale.push(w);
        }
    }

    pub(super) fn define_anew(&mut self, number: usize) -> Res<()> {
        let Some(w) = self.stale.get(number) else { return internal("a definition") };
        let (module, form) = (w.module, w.form);
        self.evaluate_in(module, form).map(drop)
    }
}

/// The names that a text in Scheme defines in the first column.
fn defined_in(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let target = line.strip_prefix("(define ")?.trim_start().trim_start_matches('(');
        let end = target.find(klammer_syntax::lexer::is_delimiter).unwrap_or(target.len());
        target.get(..end).filter(|name| !name.is_empty())
    })
}
