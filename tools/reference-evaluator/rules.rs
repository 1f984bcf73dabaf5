//! `syntax-rules`, and the names that its templates introduce. Each expansion has an alias for every name of the
//! template: a symbol of its own, which means what the name meant where the macro was defined, unless the expansion
//! binds it.

use std::collections::HashSet;

use super::Oracle;
use super::expand::syntax;
use super::scope::Scope;
use crate::fault::{Res, internal};
use crate::object::array::Storage;
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

/// Origin of an introduced name.
#[derive(Clone, Copy)]
pub(super) struct Alias {
    pub name: Symbol,
    module: ModuleId,
    /// The number of the macro, if that has a local name.
    pub local: Option<usize>,
}

/// Binding of a pattern variable.
#[derive(Clone)]
enum Bound {
    One(Value),
    /// In a pattern with an ellipsis: one for each repetition.
    Many(Vec<Bound>),
}

impl Bound {
    /// Returns its part for the repetitions that the innermost `depth` ellipses have reached.
    fn at(&self, depth: usize, turns: &[usize]) -> Option<&Bound> {
        let turns = turns.get(turns.len().checked_sub(depth)?..)?;
        turns.iter().try_fold(self, |bound, &i| if let Bound::Many(all) = bound { all.get(i) } else { None })
    }
}

/// A variable of a pattern, the number of ellipses that it stands before, and what it stands for.
type Bindings = Vec<(Symbol, usize, Bound)>;

/// One expansion.
struct Rules {
    /// The one that the macro has chosen; whatever means the same as `...` without one.
    ellipsis: Option<Symbol>,
    literals: Vec<Symbol>,
    module: ModuleId,
    local: Option<usize>,
    /// The aliases of this expansion.
    fresh: Vec<(Symbol, Symbol)>,
}

impl Oracle {
    // ---- aliases

    /// The name that was written.
    pub(super) fn plain(&self, name: Symbol) -> Symbol {
        self.origin(crate::symbol::CORE, name).1
    }

    /// The name that was written, and the module in which it has its global meaning.
    pub(super) fn origin(&self, module: ModuleId, name: Symbol) -> (ModuleId, Symbol) {
        let (mut module, mut name) = (module, name);
        while let Some(alias) = self.aliases.get(&name) {
            (module, name) = (alias.module, alias.name);
        }
        (module, name)
    }

    /// The elements of a vector of values.
    pub(super) fn vector_items(&self, v: Value) -> Option<Vec<Value>> {
        let array = self.rt.heap.as_array(v).filter(|a| a.dimensions().len() == 1)?;
        if let Storage::Values(items) = &array.data { Some(items.to_vec()) } else { None }
    }

    /// A datum with the names that were written in place of aliases.
    pub(super) fn without_aliases(&mut self, v: Value) -> Res<Value> {
        if self.has_alias(v) { self.stripped(v) } else { Ok(v) }
    }

    fn has_alias(&self, v: Value) -> bool {
        let (mut pending, mut seen) = (vec![v], HashSet::new());
        while let Some(v) = pending.pop().filter(|_| !self.aliases.is_empty()) {
            if v.as_symbol().is_some_and(|name| self.aliases.contains_key(&name)) {
                return true;
            }
            if (v.is_pair() || v.is(Kind::ARRAY)) && seen.insert(v.bits()) {
                if v.is_pair() {
                    pending.extend([self.rt.heap.cdr(v), self.rt.heap.car(v)]);
                }
                pending.extend(self.vector_items(v).unwrap_or_default());
            }
        }
        false
    }

    fn stripped(&mut self, v: Value) -> Res<Value> {
        if let Some(name) = v.as_symbol() {
            return Ok(Value::symbol(self.plain(name)));
        }
        if let Some(items) = self.vector_items(v) {
            let items = items.into_iter().map(|x| self.stripped(x)).collect::<Res<Vec<Value>>>()?;
            return self.rt.heap.vector(items);
        }
        if !v.is_pair() {
            return Ok(v);
        }
        let (mut items, mut rest) = (Vec::new(), v);
        while rest.is_pair() {
            items.push(self.stripped(self.rt.heap.car(rest))?);
            rest = self.rt.heap.cdr(rest);
        }
        let tail = self.stripped(rest)?;
        self.rt.heap.list_with_tail(&items, tail)
    }

    // ---- rules

    /// Checks the parts of `(syntax-rules [ellipsis] (literal...) (pattern template)...)` and makes a list of ellipsis,
    /// literals and rules.
    pub(super) fn parse_rules(&mut self, s: &Scope, args: &[Value]) -> Res<Value> {
        let (ellipsis, args) = match args {
            [first, rest @ ..] if first.as_symbol().is_some() => (*first, rest),
            _ => (Value::NIL, args),
        };
        // A variable of that name is no ellipsis.
        let dots = self.rt.symbol("...").as_symbol();
        let is_variable = ellipsis.is_nil() && dots.is_some_and(|name| self.role(s, name).is_some());
        let ellipsis = if is_variable { Value::symbol(self.hidden()) } else { ellipsis };
        let Some((&literals, rules)) = args.split_first() else { return syntax("syntax-rules: no literals") };
        if self.items(literals)?.iter().any(|l| l.as_symbol().is_none()) {
            return syntax("syntax-rules: expected symbols");
        }
        for &rule in rules {
            let parts = if rule.is_pair() { self.items(rule)? } else { Vec::new() };
            if !matches!(*parts.as_slice(), [pattern, _] if pattern.is_pair()) {
                return syntax("syntax-rules: expected a rule");
            }
        }
        let rules = self.rt.heap.list(rules)?;
        self.rt.heap.list_with_tail(&[ellipsis, literals], rules)
    }

    /// Expands a form by rules. `module` and `local` tell the scope of their definition.
    pub(super) fn expand_rules(
        &mut self,
        s: &Scope,
        parts: Value,
        module: ModuleId,
        local: Option<usize>,
        form: Value,
    ) -> Res<Value> {
        let parts = self.items(parts)?;
        let [ellipsis, literals, rules @ ..] = parts.as_slice() else { return internal("the rules of a macro") };
        let literals = self.items(*literals)?.into_iter().filter_map(Value::as_symbol).collect();
        let mut shared = Rules { ellipsis: ellipsis.as_symbol(), literals, module, local, fresh: Vec::new() };
        for &rule in rules {
            let rule = self.items(rule)?;
            let &[pattern, template] = rule.as_slice() else { return internal("a rule") };
            // The name of the macro is not compared.
            let (pattern, args) = (self.rt.heap.cdr(pattern), self.rt.heap.cdr(form));
            let mut bindings = Bindings::new();
            if self.matches(s, &shared, pattern, args, &mut bindings)? {
                return self.fill(&mut shared, template, &bindings, &[], false);
            }
        }
        syntax("no rule of the macro matches")
    }

    fn is_ellipsis(&self, rules: &Rules, v: Value) -> bool {
        let is_it = |name| match rules.ellipsis {
            Some(own) => name == own,
            None => self.rt.name(self.plain(name)) == "...",
        };
        v.as_symbol().is_some_and(|name| is_it(name) && !rules.literals.contains(&name))
    }

    fn is_blank(&self, name: Symbol) -> bool {
        self.rt.name(self.plain(name)) == "_"
    }

    // ---- patterns

    fn matches(&mut self, s: &Scope, rules: &Rules, pattern: Value, form: Value, bound: &mut Bindings) -> Res<bool> {
        self.rt.charge(1)?;
        if let Some(name) = pattern.as_symbol() {
            if rules.literals.contains(&name) {
                return Ok(form.as_symbol().is_some_and(|used| self.means_the_same(s, used, name, rules.local)));
            }
            if !self.is_blank(name) {
                bound.push((name, 0, Bound::One(form)));
            }
            return Ok(true);
        }
        if let Some(pattern) = self.vector_items(pattern) {
            let Some(form) = self.vector_items(form) else { return Ok(false) };
            let (pattern, form) = (self.rt.heap.list(&pattern)?, self.rt.heap.list(&form)?);
            return self.matches(s, rules, pattern, form, bound);
        }
        if !pattern.is_pair() {
            return crate::equality::equal(&mut self.rt, pattern, form);
        }
        let (first, rest) = (self.rt.heap.car(pattern), self.rt.heap.cdr(pattern));
        if !rest.is_pair() || !self.is_ellipsis(rules, self.rt.heap.car(rest)) {
            if !form.is_pair() {
                return Ok(false);
            }
            let (part, others) = (self.rt.heap.car(form), self.rt.heap.cdr(form));
            return Ok(self.matches(s, rules, first, part, bound)? && self.matches(s, rules, rest, others, bound)?);
        }
        let after = self.rt.heap.cdr(rest);
        let Some(count) = self.pairs(form).checked_sub(self.pairs(after)) else { return Ok(false) };
        let (mut repetitions, mut form) = (Vec::new(), form);
        for _ in 0..count {
            let mut own = Bindings::new();
            let part = self.rt.heap.car(form);
            if !self.matches(s, rules, first, part, &mut own)? {
                return Ok(false);
            }
            repetitions.push(own);
            form = self.rt.heap.cdr(form);
        }
        for (name, depth) in self.variables(rules, first) {
            let of = |own: &Bindings| own.iter().find(|b| b.0 == name).map(|b| b.2.clone());
            bound.push((name, depth + 1, Bound::Many(repetitions.iter().filter_map(of).collect())));
        }
        self.matches(s, rules, after, form, bound)
    }

    /// Returns the number of pairs of a list.
    fn pairs(&self, list: Value) -> usize {
        let next = |&v: &Value| Some(self.rt.heap.cdr(v));
        std::iter::successors(Some(list), next).take_while(|v| v.is_pair()).count()
    }

    /// The names in a pattern or template, with the number of ellipses that each stands before.
    fn variables(&self, rules: &Rules, pattern: Value) -> Vec<(Symbol, usize)> {
        let (mut names, mut pending) = (Vec::new(), vec![(pattern, 0, false)]);
        while let Some((v, depth, literal)) = pending.pop() {
            match v.as_symbol() {
                Some(name) if rules.literals.contains(&name) || self.is_blank(name) => {}
                Some(name) if literal || !self.is_ellipsis(rules, v) => names.push((name, depth)),
                _ if v.is_pair() => {
                    let (first, mut rest, mut inside) = (self.rt.heap.car(v), self.rt.heap.cdr(v), depth);
                    let literal = literal || rest.is_pair() && self.is_ellipsis(rules, first);
                    while !literal && rest.is_pair() && self.is_ellipsis(rules, self.rt.heap.car(rest)) {
                        (inside, rest) = (inside + 1, self.rt.heap.cdr(rest));
                    }
                    pending.extend([(rest, depth, literal), (first, inside, literal)]);
                }
                _ => {
                    let items = self.vector_items(v).unwrap_or_default().into_iter().rev();
                    let mut inside = depth;
                    for item in items {
                        if !literal && self.is_ellipsis(rules, item) {
                            inside += 1;
                        } else {
                            pending.push((item, std::mem::replace(&mut inside, depth), literal));
                        }
                    }
                }
            }
        }
        names
    }

    // ---- templates

    /// A template filled in; `turns` says at which repetition each ellipsis around is. `literal`: within
    /// `(... template)`, where an ellipsis is a name like others.
    fn fill(
        &mut self,
        rules: &mut Rules,
        template: Value,
        bound: &Bindings,
        turns: &[usize],
        literal: bool,
    ) -> Res<Value> {
        self.rt.charge(1)?;
        if let Some(name) = template.as_symbol() {
            return match bound.iter().rev().find(|b| b.0 == name) {
                Some((_, depth, bound)) => match bound.at(*depth, turns) {
                    Some(Bound::One(v)) => Ok(*v),
                    _ => syntax("an ellipsis is missing in a template"),
                },
                None => Ok(Value::symbol(self.introduced(rules, name))),
            };
        }
        if let Some(elements) = self.vector_items(template) {
            let list = self.rt.heap.list(&elements)?;
            let filled = self.fill(rules, list, bound, turns, literal)?;
            let items = self.rt.list_items("syntax-rules", filled)?;
            return self.rt.heap.vector(items);
        }
        if !template.is_pair() {
            return Ok(template);
        }
        let (mut items, mut rest) = (Vec::new(), template);
        if !literal && self.is_ellipsis(rules, self.rt.heap.car(rest)) && self.rt.heap.cdr(rest).is_pair() {
            let escaped = self.rt.heap.car(self.rt.heap.cdr(rest));
            return self.fill(rules, escaped, bound, turns, true);
        }
        while rest.is_pair() {
            let part = self.rt.heap.car(rest);
            rest = self.rt.heap.cdr(rest);
            let mut ellipses = 0;
            while !literal && rest.is_pair() && self.is_ellipsis(rules, self.rt.heap.car(rest)) {
                ellipses += 1;
                rest = self.rt.heap.cdr(rest);
            }
            // Ellipsis by ellipsis, the outermost first: the repetitions so far, of which each becomes several.
            let mut all = vec![turns.to_vec()];
            for left in (1..=ellipses).rev() {
                let mut longer = Vec::new();
                for turns in all {
                    let count = self.count(rules, part, bound, &turns, left)?;
                    longer.extend((0..count).map(|i| turns.iter().copied().chain([i]).collect::<Vec<usize>>()));
                }
                all = longer;
            }
            for turns in all {
                items.push(self.fill(rules, part, bound, &turns, literal)?);
            }
        }
        let tail = if rest.is_nil() { rest } else { self.fill(rules, rest, bound, turns, literal)? };
        self.rt.heap.list_with_tail(&items, tail)
    }

    /// Returns the number of repetitions of a part before the outermost of `left` ellipses.
    fn count(&self, rules: &Rules, part: Value, bound: &Bindings, turns: &[usize], left: usize) -> Res<usize> {
        let mut counts = HashSet::new();
        for (name, inside) in self.variables(rules, part) {
            let Some((_, depth, bound)) = bound.iter().rev().find(|b| b.0 == name) else { continue };
            let Some(outer) = depth.checked_sub(inside + left) else { continue };
            if let Some(Bound::Many(all)) = bound.at(outer, turns) {
                counts.insert(all.len());
            }
        }
        match counts.len() {
            1 => Ok(counts.into_iter().sum()),
            _ => syntax("what an ellipsis stands behind cannot be repeated"),
        }
    }

    /// The alias of a name of the template in this expansion.
    fn introduced(&mut self, rules: &mut Rules, name: Symbol) -> Symbol {
        if let Some(known) = rules.fresh.iter().find(|f| f.0 == name) {
            return known.1;
        }
        let shown = self.rt.name(self.plain(name)).to_string();
        let alias = self.rt.symbols.uninterned(&shown);
        self.aliases.insert(alias, Alias { name, module: rules.module, local: rules.local });
        rules.fresh.push((name, alias));
        alias
    }
}
