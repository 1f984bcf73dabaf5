//! Dialects as the machine knows them: what each brings along, and what it does otherwise when a program is evaluated.
//!
//! The machine is handed all of them when it is made, and knows none by its name. One is put into use when a module
//! first requires it: until then it costs nothing.

use super::Vm;
use super::controls::Control;
use crate::compile::special::Special;
use crate::fault::{Res, internal};
use crate::module::dialect_modules::Layer;
use crate::module::native::{Action, Facts, Native};
use crate::reader::Spans;
use crate::source::Span;
use crate::symbol::{ModuleId, PackageId};
use crate::value::{Kind, Value};

/// The dialects that programs can be written in besides the core.
pub(crate) struct Dialects {
    pub languages: &'static [&'static Language],
    /// The names of those that the crate was built without, which are those of its features.
    pub left_out: &'static [&'static str],
}

impl Dialects {
    /// Returns whether a dialect has this name, or files with this ending.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The dialect that a file of this name is written in, as far as its ending tells.
    pub fn of_file(&self, name: &str) -> Option<&'static str> {
        let (_, ending) = name.rsplit_once('.')?;
        self.languages.iter().find(|l| l.layer.dialect.endings.contains(&ending)).map(|l| l.layer.name)
    }

    fn get(&self, name: &str) -> Option<&'static Language> {
        let ending = |l: &&Language| l.layer.dialect.endings.contains(&name);
        let named = self.languages.iter().copied().find(|l| l.layer.name == name);
        named.or_else(|| self.languages.iter().copied().find(ending))
    }
}

/// All that a dialect consists of.
pub(crate) struct Language {
    pub layer: Layer,
    /// Natives that it adds which need the machine.
    pub controls: &'static [&'static [Control]],
    /// Special operators that it adds.
    pub operators: &'static [Special],
    pub evaluation: &'static dyn Evaluation,
    /// The function of its library that goes on in another dynamic context: it gets a continuation, the context in
    /// which that was captured, and the list of values for it.
    pub enter_continuation: Option<&'static str>,
    /// The function of its library that gives a condition to the handlers that are asked before anything is left.
    pub offer: Option<&'static str>,
}

/// Treatment of a form at top level.
pub(crate) enum Turn {
    /// The treatment of the core.
    Plain,
    /// This form, a sequence, is to be evaluated in its place.
    Parts(Value),
    /// It has been compiled, to a function without parameters that is to be called.
    Compiled(Value),
    /// It has been evaluated, and this is its value.
    Done(Value),
}

/// Evaluation of texts in a dialect, where it differs from that of the core.
pub(crate) trait Evaluation: Sync {
    /// A text of the module begins. Returns the cells of the library that it will define: until then, and no longer
    /// than the text lasts, their names mean nothing of the library.
    fn begin_text(&self, _vm: &mut Vm, _module: ModuleId, _text: &str) -> Res<Vec<u32>> {
        Ok(Vec::new())
    }

    /// The next form of a text is going to be read.
    fn before_form(&self, _vm: &mut Vm, _module: ModuleId) {}

    /// A form of a text has had this value.
    fn after_form(&self, _vm: &mut Vm, _module: ModuleId, _value: Value) {}

    /// A form is going to be evaluated that is no sequence.
    fn form(&self, _vm: &mut Vm, _module: ModuleId, _form: Value, _spans: &mut Spans, _span: Span) -> Res<Turn> {
        Ok(Turn::Plain)
    }

    /// The sequence that `eval` evaluates instead of a form, if there is one.
    fn sequence_in_eval(&self, _vm: &mut Vm, _module: ModuleId, _form: Value) -> Res<Option<Value>> {
        Ok(None)
    }

    /// Compiles the definition at this place, which was read in this package, again. It sets the cell.
    fn renew(&self, _vm: &mut Vm, _cell: u32, _module: ModuleId, _span: Span, _package: PackageId) -> Res<()> {
        internal("a definition that is compiled anew")
    }
}

impl Vm {
    /// The dialect of that name.
    pub(super) fn language_named(&self, name: &str) -> Option<&'static Language> {
        self.dialects.get(name)
    }

    /// The dialect that a module is written in, if it is not the core's.
    pub(super) fn language(&self, module: ModuleId) -> Option<&'static Language> {
        let layer = self.layer_of(module)?.0;
        self.languages.iter().find(|l| l.0 == layer).map(|l| l.1)
    }

    /// From now on a module is written in that language, which is made ready if nobody has required it before.
    pub(super) fn use_language(&mut self, user: ModuleId, language: &'static Language) -> Res<()> {
        let known = self.languages.iter().find(|l| l.1.layer.name == language.layer.name);
        let module = match known {
            Some(&(module, _)) => module,
            None => {
                let own = self.install_natives(language)?;
                let module = self.install_layer(&language.layer, own)?;
                self.languages.push((module, language));
                module
            }
        };
        self.world.use_layer(user, &language.layer, module)
    }

    /// Makes the natives that need the machine and the special operators of a language; their names and values.
    fn install_natives(&mut self, language: &'static Language) -> Res<Vec<(&'static str, Value)>> {
        let mut made = Vec::new();
        for control in language.controls.iter().copied().flatten() {
            let action = Action::Machine(super::control::count() + self.own_controls.len());
            self.own_controls.push(control);
            made.push((control.row.name, self.add_native(Native { facts: Facts::Machine(&control.row), action })?));
        }
        for operator in language.operators {
            let number = self.rt.special_names.len() + self.own_operators.len();
            self.own_operators.push(operator);
            self.rt.own_special_names.push(operator.name);
            made.push((operator.name, Value::object(Kind::SPECIAL, number)));
        }
        Ok(made)
    }

    /// A function of a language in use, by what it is for.
    pub(super) fn function_for(&mut self, what: fn(&Language) -> Option<&'static str>) -> Res<Value> {
        let found = self.languages.iter().find_map(|&(_, l)| Some((l.layer.name, what(l)?)));
        match found {
            Some((layer, name)) => self.layer_function(layer, name),
            None => internal("a function that no library has"),
        }
    }
}
