//! Errors about forms, with their places and the macros that led there.

use super::expand::Expander;
use crate::fault::{Code, Condition, Res};
use crate::object::Object;
use crate::source::Span;
use crate::symbol::{self, Symbol};
use crate::value::Kind;

impl Expander<'_> {
    /// A syntax error at `span`, with the macros that led there.
    #[cold]
    pub fn syntax<T>(&self, span: Span, message: impl Into<String>) -> Res<T> {
        let mut condition = self.located(Condition::new(Code::Syntax, message), span);
        if span == self.operator_at {
            self.blame_macro(&mut condition);
        }
        Err(condition.into())
    }

    /// A syntax error that this operator complains of.
    #[cold]
    pub fn misuse<T>(&self, operator: &str, span: Span, problem: impl Into<String>) -> Res<T> {
        let mut condition = self.located(Condition::by(operator, Code::Syntax, problem), span);
        self.blame_macro(&mut condition);
        Err(condition.into())
    }

    /// A macro of the library speaks for the operators that its expansion consists of: who has misused `push!` has not
    /// written `setq`.
    fn blame_macro(&self, condition: &mut Condition) {
        // The place of an expansion is that of its call.
        let of_library = |name: &str| self.is_of_library(self.vm.rt.symbols.find(name));
        while let Some((name, call)) = condition.details().expansion.first()
            && *call == self.operator_at
            && of_library(name)
        {
            condition.subject = Some(symbol::shown(name).to_string().into());
            condition.details_mut().expansion.remove(0);
        }
    }

    /// Returns whether the name belongs to a macro of the library.
    pub fn is_of_library(&self, name: Option<Symbol>) -> bool {
        let cell = name.and_then(|name| self.vm.find_cell(self.module, name));
        let expander = match cell.and_then(|cell| self.vm.rt.heap.as_object(self.vm.globals.value(cell))) {
            Some(Object::Macro(m)) => m.expander,
            _ => return false,
        };
        let proto = if expander.is(Kind::CLOSURE) { self.vm.code.proto(expander.meta()) } else { None };
        expander.is(Kind::NATIVE) || proto.is_some_and(|p| self.vm.rt.sources.is_library(p.span.source()))
    }

    pub fn located(&self, condition: Condition, span: Span) -> Condition {
        let mut condition = condition.at(span);
        let mut number = self.expansion;
        while let Some(e) = (number as usize).checked_sub(1).and_then(|i| self.ir.expansions.get(i)) {
            let name = e.name.map_or("an anonymous macro", |n| self.vm.rt.name(n));
            condition.details_mut().expansion.push((name.to_string(), e.call));
            number = e.parent;
        }
        condition
    }
}
