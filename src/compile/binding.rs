//! Meanings of names at the place of a form.

use super::expand::Expander;
use super::ir::{LoopId, VarId};
use super::parts::Item;
use crate::fault::Res;
use crate::source::Span;
use crate::symbol::{Symbol, well_known};
use crate::value::Value;

/// Meaning of a name at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Binding {
    Var(VarId),
    Loop(LoopId),
    /// A macro by rules with a local name (Scheme's `let-syntax`), by its number: what its templates mean depends on
    /// where it stands.
    Macro(u32),
    /// A local function, where functions have a namespace of their own.
    Function(VarId),
    /// Likewise a local macro (Common Lisp's `macrolet`), which is a function of forms and needs no more than itself.
    Operator(Value),
    /// A name that stands for a form (Common Lisp's `symbol-macrolet`), by the form's number.
    Alias(u32),
    /// A function that a call gives to the library, compiled where the library calls it.
    InPlace(u32),
}

impl Binding {
    /// Returns whether the name means this where functions have a namespace of their own and `function` asks for that
    /// one.
    pub(crate) fn is_in(self, function: bool) -> bool {
        match self {
            Binding::Loop(_) | Binding::InPlace(_) => true,
            Binding::Var(_) | Binding::Alias(_) => !function,
            Binding::Function(_) | Binding::Operator(_) | Binding::Macro(_) => function,
        }
    }
}

impl Expander<'_> {
    pub fn bind(&mut self, name: Symbol) -> VarId {
        let v = self.ir.add_var(name);
        self.scopes.push(name, Binding::Var(v));
        v
    }

    /// A variable that no program text can name.
    pub fn hidden(&mut self) -> VarId {
        self.ir.add_var(well_known::NIL)
    }

    pub fn show_binding(&mut self, name: Symbol, v: VarId) {
        self.scopes.push(name, Binding::Var(v));
    }

    pub fn show_as(&mut self, name: Symbol, binding: Binding) {
        self.scopes.push(name, binding);
    }

    /// From here on the name stands for a form.
    pub fn show_alias(&mut self, name: Symbol, form: Item) {
        self.scopes.push(name, Binding::Alias(self.symbol_macros.len() as u32));
        self.symbol_macros.push(form);
    }

    /// The form that a name stands for.
    pub fn form_of_alias(&self, number: u32) -> Item {
        let nothing = Item { value: Value::NIL, span: Span::NONE };
        self.symbol_macros.get(number as usize).copied().unwrap_or(nothing)
    }

    /// Runs `f` with what it binds visible, then forgets the bindings.
    pub fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let mark = self.scopes.len();
        #[expect(clippy::needless_match, reason = "copied in parts, as in `levels_deeper`")]
        let result = match f(self) {
            Ok(made) => Ok(made),
            Err(fault) => Err(fault),
        };
        self.scopes.truncate(mark);
        result
    }

    /// Returns the meaning of a name as a variable here, if a form around it binds it. A name that a macro introduced
    /// means what it meant where the macro was defined, unless the expansion itself binds it.
    pub fn lookup(&self, name: Symbol) -> Option<Binding> {
        self.lookup_in(false, name)
    }

    /// Returns the meaning of a name at the head of a form here.
    pub fn lookup_function(&self, name: Symbol) -> Option<Binding> {
        self.lookup_in(true, name)
    }

    #[inline]
    fn lookup_in(&self, function: bool, name: Symbol) -> Option<Binding> {
        let place = self.binding_place(function, name, self.scopes.len())?;
        self.scopes.get(place)
    }

    /// The number of the binding that a name has among the first `scopes`.
    #[inline]
    fn binding_place(&self, function: bool, name: Symbol, scopes: usize) -> Option<usize> {
        let fits = |b: Binding| !self.separates_functions() || b.is_in(function);
        match self.scopes.find(name, scopes, fits) {
            None if !self.vm.aliases.is_empty() => self.place_of_alias(function, name, scopes),
            place => place,
        }
    }

    /// The same for a name that a macro introduced.
    #[inline(never)]
    fn place_of_alias(&self, function: bool, name: Symbol, scopes: usize) -> Option<usize> {
        let fits = |b: Binding| !self.separates_functions() || b.is_in(function);
        let mut name = name;
        let mut scopes = scopes;
        loop {
            let alias = self.vm.aliases.get(name)?;
            scopes = self.depth_of(alias.local).min(scopes);
            name = alias.name;
            if let Some(place) = self.scopes.find(name, scopes, fits) {
                return Some(place);
            }
        }
    }

    /// Returns the number of bindings that the templates of a macro can mean.
    fn depth_of(&self, local: Option<u32>) -> usize {
        local.and_then(|m| self.local_macros.get(m as usize)).map_or(0, |m| m.depth)
    }

    /// Returns whether `used`, here, means the same as `literal` where the macro was defined. Two names that nothing
    /// binds mean the same if they are the same word.
    pub fn means_the_same(&self, used: Symbol, literal: Symbol, local: Option<u32>) -> bool {
        let here = self.binding_place(false, used, self.scopes.len());
        let there = self.binding_place(false, literal, self.depth_of(local));
        here == there && (here.is_some() || self.vm.aliases.plain(used) == self.vm.aliases.plain(literal))
    }
}
