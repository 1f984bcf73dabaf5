//! The natives of the dialects that need the machine: dynamic contexts, handlers that are asked where something is
//! signalled, names as values, several values, libraries.

use std::path::{Path, PathBuf};

use super::Oracle;
use super::machine::{Frame, State};
use super::names::Module;
use super::unwind::links;
use crate::fault::{Code, Condition, Fault, Res, fail, internal};
use crate::num::{self, Rounding};
use crate::object::Object;
use crate::printer::{Style, print_as};
use crate::reader::Reader;
use crate::runtime::Runtime;
use crate::symbol::{self, CORE, ModuleId, PROGRAM, Symbol, well_known};
use crate::value::{Kind, Value};
use crate::vm::controls::misused;

type Divide = fn(&mut Runtime, Value, Option<Value>) -> Res<Value>;

impl Oracle {
    pub(super) fn call_control_of_dialect(&mut self, name: &str, args: &[Value]) -> Res<State> {
        let module = self.current_module();
        Ok(State::Return(match (name, args) {
            // ---- dynamic contexts
            ("%winds", []) => self.present.winds,
            ("%set-winds!", &[winds]) => {
                self.present.winds = winds;
                Value::NIL
            }
            ("%error", [message, irritants @ ..]) => return self.signal(*message, irritants),
            ("%push-swap!", &[swap]) => {
                self.present.swaps = self.rt.heap.pair(swap, self.present.swaps)?;
                Value::NIL
            }
            ("%drop-swap!", &[swap]) => {
                let mut at = self.present.swaps;
                while at.is_pair() {
                    let found = self.rt.heap.car(at) == swap;
                    at = self.rt.heap.cdr(at);
                    if found {
                        self.present.swaps = at;
                        break;
                    }
                }
                Value::NIL
            }
            ("%exchange!", &[binding, bind]) => self.exchange(binding, !bind.is_nil())?,

            // ---- libraries
            ("%new-module", []) => {
                let m = self.module(module);
                let new = Module { dialect: m.dialect, layer: m.layer, ..Module::default() };
                Value::fix(i64::from(self.add_module(new).0))
            }
            ("%evaluate-in", &[library, form]) => self.evaluate_in(library_number(library), form)?,
            ("%load-library", &[file]) => Value::boolean(self.load_library(file)?),
            ("%forms-of-file", &[file, folds_case]) => {
                self.forms_of_file(file, folds_case != Value::FALSE && !folds_case.is_nil())?
            }
            ("%visible-names", []) => {
                let layer = self.module(module).layer.map(|l| self.module(l).names.keys());
                let names = layer.into_iter().flatten().chain(self.module(CORE).names.keys());
                let mut names: Vec<Symbol> = names.copied().filter(|&n| !symbol::is_private(self.rt.name(n))).collect();
                names.sort_unstable();
                names.dedup();
                let names: Vec<Value> = names.into_iter().map(Value::symbol).collect();
                self.rt.heap.list(&names)?
            }
            ("%share-name", &[from, name, shown]) => {
                let (Some(name), Some(shown)) = (name.as_symbol(), shown.as_symbol()) else {
                    return misused("%share-name");
                };
                let from = if from.is_nil() { module } else { library_number(from) };
                let cell = match self.module(from).names.get(&name) {
                    Some(&cell) => cell,
                    None => {
                        let value = self.value_of(from, name)?;
                        let cell = self.own_cell(from, name);
                        self.set_cell(cell, value.unwrap_or(Value::UNBOUND));
                        cell
                    }
                };
                self.module_mut(module).names.insert(shown, cell);
                Value::NIL
            }

            // ---- names as values
            ("%macro-defined", &[name]) => {
                self.macro_defined(symbol_argument(name)?);
                Value::NIL
            }
            ("%binding-of-symbols", &[symbols, values]) => {
                let symbols = self.rt.list_items("progv", symbols)?;
                let mut values = self.rt.list_items("progv", values)?;
                values.resize(symbols.len(), Value::UNBOUND);
                let mut cells = Vec::new();
                for symbol in symbols {
                    let cell = self.own_cell(module, symbol_argument(symbol)?);
                    self.value_in(module, cell)?;
                    cells.push(Value::fix(cell as i64));
                }
                let (cells, values) = (self.rt.heap.list(&cells)?, self.rt.heap.list(&values)?);
                let parts = self.rt.heap.pair(cells, values)?;
                self.rt.heap.pair(Value::NIL, parts)?
            }
            ("%declare-dynamic", &[name]) => {
                self.make_dynamic(module, symbol_argument(name)?);
                name
            }
            ("%boundp", &[v]) => {
                Value::truth(is_constant(v) || self.variable_value(module, symbol_argument(v)?)?.is_some())
            }
            ("%symbol-value", &[v]) if is_constant(v) => v,
            ("%symbol-value", &[v]) => {
                let name = symbol_argument(v)?;
                match self.variable_value(module, name)? {
                    Some(value) => value,
                    None => return Err(self.unbound(name).into()),
                }
            }
            ("%set", &[name, value]) => {
                self.set_global(module, symbol_argument(name)?, value);
                value
            }
            ("%makunbound", &[v]) => {
                let name = symbol_argument(v)?;
                if self.module(module).names.contains_key(&name) {
                    self.set_global(module, name, Value::UNBOUND);
                }
                v
            }
            ("%fboundp", &[v]) => Value::truth(self.named_value(module, v)?.is_some()),
            ("%symbol-function", &[v]) => match self.named_value(module, v)? {
                Some(f) => f,
                None => {
                    let irritants = [v, Value::symbol(well_known::FUNCTION)];
                    let c = Condition::new(Code::UnboundVariable, "the function is not defined");
                    return Err(c.with_irritants(&irritants).into());
                }
            },
            ("%set-function", &[v, f]) => {
                let name = self.function_name(v)?;
                let named = match f.as_symbol() {
                    Some(other) => self.function_of(module, other)?.filter(|f| f.is_procedure()),
                    None => None,
                };
                let f = named.unwrap_or(f);
                if !f.is_procedure() && !f.is(Kind::MACRO) {
                    return Err(self.rt.wrong_type("(setf symbol-function)", "function", "a function", f));
                }
                self.set_function(module, name, f);
                if f.is(Kind::MACRO) {
                    self.macro_defined(name);
                }
                f
            }
            ("%fmakunbound", &[v]) => {
                let name = self.function_name(v)?;
                self.set_function(module, name, Value::UNBOUND);
                v
            }
            ("%file-to-load?", &[file]) => {
                let path = self.folder().join(self.rt.path_or_name("load", file)?);
                Value::truth(self.rt.host.file_exists(&path).unwrap_or(false))
            }
            ("%operator-kind", &[v]) => {
                let meaning = match v.as_symbol() {
                    Some(name) => self.function_of(module, name)?,
                    None => None,
                };
                match meaning {
                    None => Value::NIL,
                    Some(f) if f.is(Kind::MACRO) => self.rt.symbol("macro"),
                    Some(f) if f.is(Kind::SPECIAL) => self.rt.symbol("special"),
                    Some(_) => self.rt.symbol("function"),
                }
            }
            ("%dynamic?", &[v]) => {
                let name = v.as_symbol();
                Value::truth(name.is_some_and(|name| self.dynamic_cell(module, name).is_some()))
            }
            ("%function-doc", &[v]) => match self.named_value(module, v)? {
                Some(f) => self.documentation(f)?,
                None => Value::NIL,
            },

            // ---- several values
            ("%values", values) => self.several(values)?,
            ("%values-list", &[list]) => {
                let values = self.rt.list_items("values-list", list)?;
                self.several(&values)?
            }
            ("%%floor", _) => self.divide(args, num::floor, Rounding::Floor)?,
            ("%%ceiling", _) => self.divide(args, num::ceiling, Rounding::Ceiling)?,
            ("%%truncate", _) => self.divide(args, num::truncate, Rounding::Truncate)?,
            ("%%round", _) => self.divide(args, num::round, Rounding::Round)?,
            ("%%gethash", &[key, table, ref default @ ..]) => {
                if !table.is(Kind::TABLE) {
                    return Err(self.rt.wrong_type("gethash", "table", "a hash table", table));
                }
                let found = crate::equality::table::get(&mut self.rt, table, key)?;
                let value = found.or(default.first().copied()).unwrap_or(Value::NIL);
                self.several(&[value, Value::truth(found.is_some())])?
            }

            // ---- handlers
            ("%mark", &[kind, content]) => {
                let Some(kind) = self.kind_of_mark(kind) else { return misused(name) };
                self.has_marks = true;
                self.rt.heap.pair(kind, content)?
            }
            ("%next-mark", &[kind, inner, is_error]) => {
                let Some(kind) = self.kind_of_mark(kind) else { return misused(name) };
                self.next_mark(kind, inner, !is_error.is_nil())
            }
            ("%mark-content", &[mark]) if self.mark_kind(mark).is_some() => self.rt.heap.cdr(mark),
            ("%mark-content", _) => return misused(name),
            ("%throw-offered", &[message, object]) => {
                let value = match self.rt.heap.as_str(message).map(str::to_string) {
                    None => object,
                    Some(text) => self.condition(Condition::new(Code::User, text).with_irritants(&[object]))?,
                };
                return Err(Box::new(Fault::Throw { tag: Value::OFFERED, value }));
            }
            _ => return fail(Code::Internal, format!("{name} is not known to the oracle")),
        }))
    }

    // ---- dynamic contexts

    /// Scheme's `error`: asks the handlers of the dynamic context if there are any, or else is an error like others.
    fn signal(&mut self, message: Value, irritants: &[Value]) -> Res<State> {
        let dialect = self.dialect(PROGRAM);
        let mut text = print_as(&mut self.rt, message, Style::Display, dialect)?;
        for &irritant in irritants {
            text.push(' ');
            text.push_str(&print_as(&mut self.rt, irritant, Style::Readable, dialect)?);
        }
        let condition = Condition::of_program(Code::User, text).with_irritants(irritants);
        if self.present.winds.is_nil() {
            return Err(condition.into());
        }
        let object = self.condition(condition)?;
        let raise = self.layer_function(self.current_module(), "%raise-error")?;
        Ok(State::Apply(raise, vec![object]))
    }

    /// Exchanges the values of places, which are pairs or numbers of cells, with those in a list, unless that has been
    /// done.
    fn exchange(&mut self, binding: Value, bind: bool) -> Res<Value> {
        if !binding.is_pair() || !self.rt.heap.cdr(binding).is_pair() {
            return misused("%exchange!");
        }
        let parts = self.rt.heap.cdr(binding);
        if self.rt.heap.car(binding).is_nil() != bind {
            return Ok(Value::NIL);
        }
        self.rt.heap.set_car(binding, Value::truth(bind));
        let (places, mut values) = (self.rt.heap.car(parts), self.rt.heap.cdr(parts));
        for place in self.rt.list_items("%exchange!", places)? {
            let new = self.rt.heap.car(values);
            let old = match place.as_fixnum() {
                Some(cell) => {
                    let cell = cell as usize;
                    let owner = self.cells.get(cell).map_or(CORE, |c| c.owner);
                    let old = self.value_in(owner, cell)?.unwrap_or(Value::UNBOUND);
                    self.set_cell(cell, new);
                    old
                }
                None => {
                    let old = self.rt.heap.car(place);
                    self.rt.heap.set_car(place, new);
                    old
                }
            };
            self.rt.heap.set_car(values, old);
            values = self.rt.heap.cdr(values);
        }
        Ok(Value::NIL)
    }

    // ---- several values

    fn several(&mut self, values: &[Value]) -> Res<Value> {
        if let [one] = values {
            return Ok(*one);
        }
        let v = self.rt.heap.object(Object::Values(values.into()))?;
        self.several.insert(v.index());
        Ok(v)
    }

    fn divide(&mut self, args: &[Value], divide: Divide, how: Rounding) -> Res<Value> {
        let (x, divisor) = (args.first().copied().unwrap_or(Value::NIL), args.get(1).copied());
        let q = divide(&mut self.rt, x, divisor)?;
        let left = num::left(&mut self.rt, "floor", how, x, divisor.unwrap_or(Value::fix(1)))?;
        self.several(&[q, left])
    }

    // ---- names as values

    fn variable_value(&mut self, module: ModuleId, name: Symbol) -> Res<Option<Value>> {
        match self.module(module).names.get(&name) {
            Some(&cell) => self.value_in(module, cell),
            None => Ok(None),
        }
    }

    /// The symbol that a function is found by: the name itself, or that of the setter for `(setf place)`.
    fn function_name(&mut self, v: Value) -> Res<Symbol> {
        let parts: Vec<Value> = self.rt.heap.iter(v).take(3).collect();
        if let (&[setf, place], Some(places)) = (parts.as_slice(), self.dialect(self.current_module()).places)
            && let (Some(setf), Some(place)) = (setf.as_symbol(), place.as_symbol())
            && self.rt.name(setf) == places.operator
        {
            return Ok((places.setter)(&mut self.rt, place));
        }
        symbol_argument(v)
    }

    fn named_value(&mut self, module: ModuleId, v: Value) -> Res<Option<Value>> {
        if v.is_nil() || v == Value::T {
            return Ok(None);
        }
        let name = self.function_name(v)?;
        self.function_of(module, name)
    }

    // ---- handlers that are asked where something is signalled: marks are tags of `catch` that nothing is thrown to

    fn kind_of_mark(&self, name: Value) -> Option<Value> {
        match name.as_symbol().map(|s| self.rt.name(s)) {
            Some("handlers") => Some(Value::HANDLERS),
            Some("restarts") => Some(Value::RESTARTS),
            Some("mask") => Some(Value::MASK),
            _ => None,
        }
    }

    pub(super) fn mark_kind(&self, tag: Value) -> Option<Value> {
        let kind = if tag.is_pair() { self.rt.heap.car(tag) } else { Value::NIL };
        [Value::HANDLERS, Value::RESTARTS, Value::MASK].contains(&kind).then_some(kind)
    }

    /// The innermost mark of a kind outside of the mark `inner`; nil if there is none. A mask hides the marks from
    /// there to the one that it names. The way of an error ends where something else catches errors.
    fn next_mark(&self, kind: Value, inner: Value, is_error: bool) -> Value {
        let (mut passed, mut is_masked) = (inner, false);
        let outer = self.suspended.iter().rev().map(|s| &s.0);
        for link in std::iter::once(&self.frames).chain(outer).flat_map(links) {
            let Frame::Catch(tag, _) = link.frame else { continue };
            let catches_errors = tag.is_nil() || tag == Value::symbol(well_known::ERROR);
            if tag == passed && !passed.is_nil() {
                (passed, is_masked) = (Value::NIL, false);
            } else if is_error && catches_errors && (is_masked || passed.is_nil()) {
                return Value::NIL;
            } else if passed.is_nil() {
                if self.mark_kind(tag) == Some(kind) {
                    return tag;
                }
                if kind == Value::HANDLERS && self.mark_kind(tag) == Some(Value::MASK) {
                    (passed, is_masked) = (self.rt.heap.cdr(tag), true);
                }
            }
        }
        Value::NIL
    }

    pub(super) fn has_signal_handlers(&self) -> bool {
        self.has_marks && !self.next_mark(Value::HANDLERS, Value::NIL, true).is_nil()
    }

    // ---- libraries

    /// Evaluates the file that a library is looked for in, in a module of its own. Is there one?
    fn load_library(&mut self, file: Value) -> Res<bool> {
        let Some(name) = self.rt.heap.as_str(file).map(str::to_string) else { return misused("%load-library") };
        let mut folders: Vec<PathBuf> = self.active_folders();
        folders.push(PathBuf::new());
        folders.extend(self.rt.host.module_path());
        for path in folders.iter().flat_map(|f| ["sld", "scm"].map(|ending| f.join(format!("{name}.{ending}")))) {
            let Ok(text) = self.rt.host.read_file(&path) else { continue };
            let m = self.module(self.current_module());
            let module = Module { dialect: m.dialect, layer: m.layer, ..Module::default() };
            let module = self.add_module(module);
            let folder = path.parent().map(Path::to_path_buf);
            self.evaluate(module, &path.display().to_string(), &text, folder)?;
            return Ok(true);
        }
        Ok(false)
    }

    pub(super) fn text_to_include(&mut self, file: Value) -> Res<(String, String, PathBuf)> {
        if !file.is(Kind::STRING) {
            return Err(self.rt.wrong_type("include", "file", "a string", file));
        }
        let name = self.rt.path("include", file)?;
        let path = self.active_folders().into_iter().next().unwrap_or_default().join(name);
        let text = self.rt.read_file("include", &path)?;
        Ok((path.display().to_string(), text, path))
    }

    fn forms_of_file(&mut self, file: Value, folds_case: bool) -> Res<Value> {
        let (name, text, _) = self.text_to_include(file)?;
        let Some(source) = self.rt.sources.add(name, text) else { return internal("a text") };
        let Some(text) = self.rt.sources.get(source).cloned() else { return internal("a text") };
        let mut reader = Reader::new(source, text);
        reader.set_dialect(self.dialect(self.current_module()));
        reader.set_folding(folds_case);
        reader.read_all(&mut self.rt)
    }
}

fn library_number(v: Value) -> ModuleId {
    ModuleId(v.as_fixnum().unwrap_or(0) as u32)
}

fn is_constant(v: Value) -> bool {
    v.is_nil() || v == Value::T || v.is(Kind::KEYWORD)
}

fn symbol_argument(v: Value) -> Res<Symbol> {
    match v.as_symbol() {
        Some(name) => Ok(name),
        None => Err(Condition::new(Code::WrongType, "a symbol was expected").with_irritants(&[v]).into()),
    }
}
