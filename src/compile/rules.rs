//! `syntax-rules`: matching a form with patterns, and filling in templates.

use super::binding::Binding;
use super::expand::Expander;
use super::hygiene::Home;
use super::parts::{Item, Items};
use crate::fault::{Code, Condition, Res};
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::Value;

/// What a pattern variable stands for.
#[derive(Clone, Debug)]
enum Bound {
    One(Value),
    /// In a pattern with an ellipsis: one for each repetition.
    Many(Vec<Bound>),
}

type Bindings = Vec<(Symbol, Bound)>;

/// What the rules of one macro have in common.
struct Rules {
    ellipsis: Symbol,
    literals: Vec<Symbol>,
    home: Home,
}

impl Expander<'_> {
    /// Checks the parts of `(syntax-rules [ellipsis] (literal...) (pattern template)...)` and makes a list of ellipsis,
    /// literals and rules.
    pub(crate) fn parse_rules(&mut self, form: Item, args: &[Item]) -> Res<Value> {
        let (ellipsis, args) = match args {
            [first, rest @ ..] if first.value.as_symbol().is_some() => (first.value, rest),
            _ => (self.vm.rt.symbol("..."), args),
        };
        // A variable of that name is no ellipsis.
        let variable = ellipsis.as_symbol().is_some_and(|s| matches!(self.lookup(s), Some(Binding::Var(_))));
        let ellipsis = if variable { Value::symbol(self.vm.rt.new_symbols(|s| s.gensym("..."))?) } else { ellipsis };

        let Some((literals, rules)) = args.split_first() else {
            return self.misuse(
                "syntax-rules",
                form.span,
                "expected (syntax-rules (literal...) (pattern template)...)",
            );
        };
        for literal in self.items(*literals)? {
            if literal.value.as_symbol().is_none() {
                let message = format!("expected a symbol among the literals, found {}", self.show(literal.value));
                return self.misuse("syntax-rules", literal.span, message);
            }
        }
        for rule in rules {
            let parts = if rule.value.is_pair() { self.items(*rule)? } else { Items::new() };
            match parts.as_slice() {
                [pattern, _] if pattern.value.is_pair() => {}
                _ => {
                    let message = format!("expected a rule (pattern template), found {}", self.show(rule.value));
                    return self.misuse("syntax-rules", rule.span, message);
                }
            }
        }
        let rules = self.list_value(rules)?;
        let parts = self.vm.rt.heap.list_with_tail(&[ellipsis, literals.value], rules)?;
        self.keep(parts);
        Ok(parts)
    }

    /// The expansion of `form` by rules as [`Self::parse_rules`] made them.
    pub(crate) fn expand_rules(&mut self, parts: Value, home: Home, form: Item) -> Res<Value> {
        let parts: Vec<Value> = self.vm.rt.heap.iter(parts).collect();
        let [ellipsis, literals, rules @ ..] = parts.as_slice() else {
            return crate::fault::internal("the rules of a macro");
        };
        let literals = self.vm.rt.heap.iter(*literals).filter_map(Value::as_symbol).collect();
        let Some(ellipsis) = ellipsis.as_symbol() else { return crate::fault::internal("an ellipsis") };
        let shared = Rules { ellipsis, literals, home };
        for &rule in rules {
            let pattern = self.vm.rt.heap.car(rule);
            // The name of the macro is not compared.
            let (pattern, args) = (self.vm.rt.heap.cdr(pattern), self.vm.rt.heap.cdr(form.value));
            let mut bindings = Bindings::new();
            if self.matches(&shared, pattern, args, &mut bindings)? {
                let rest = self.vm.rt.heap.cdr(rule);
                let template = self.vm.rt.heap.car(rest);
                let mut fresh = Vec::new();
                return self.fill(&shared, template, &bindings, &mut fresh, false, form.span);
            }
        }
        let shown = self.show(form.value);
        let c = Condition::new(Code::Syntax, format!("no rule of the macro matches {shown}"));
        Err(self.located(c, form.span).into())
    }

    fn is_ellipsis(&self, rules: &Rules, v: Value) -> bool {
        v.as_symbol().is_some_and(|s| {
            (s == rules.ellipsis || self.vm.aliases.plain(s) == self.vm.aliases.plain(rules.ellipsis))
                && !rules.literals.contains(&s)
        })
    }

    // ---- patterns

    fn matches(&mut self, rules: &Rules, pattern: Value, form: Value, bindings: &mut Bindings) -> Res<bool> {
        self.vm.rt.charge(1)?;
        if let Some(name) = pattern.as_symbol() {
            if rules.literals.contains(&name) {
                return Ok(form.as_symbol().is_some_and(|s| self.means_the_same(s, name, rules.home.local)));
            }
            if self.vm.rt.name(self.vm.aliases.plain(name)) != "_" {
                bindings.push((name, Bound::One(form)));
            }
            return Ok(true);
        }
        if pattern.is_pair() {
            return self.deeper(Span::NONE, |e| e.matches_list(rules, pattern, form, bindings));
        }
        if let Some(elements) = self.vector_items(pattern) {
            let Some(parts) = self.vector_items(form) else { return Ok(false) };
            let pattern = self.vm.rt.heap.list(&elements)?;
            let form = self.vm.rt.heap.list(&parts)?;
            self.keep(pattern);
            self.keep(form);
            return self.matches(rules, pattern, form, bindings);
        }
        let (a, b) = (pattern, form);
        crate::equality::equal(&mut self.vm.rt, a, b)
    }

    fn matches_list(&mut self, rules: &Rules, pattern: Value, form: Value, bindings: &mut Bindings) -> Res<bool> {
        let (mut pattern, mut form) = (pattern, form);
        while pattern.is_pair() {
            let first = self.vm.rt.heap.car(pattern);
            let rest = self.vm.rt.heap.cdr(pattern);
            if rest.is_pair() && self.is_ellipsis(rules, self.vm.rt.heap.car(rest)) {
                let after = self.vm.rt.heap.cdr(rest);
                let needed = self.pairs(after)?;
                let available = self.pairs(form)?;
                let Some(count) = available.checked_sub(needed) else { return Ok(false) };
                let mut names = Vec::new();
                self.variables(rules, first, &mut names)?;
                let mut all: Vec<Vec<Bound>> = names.iter().map(|_| Vec::new()).collect();
                let mut held = 0;
                for _ in 0..count {
                    let mut own = Bindings::new();
                    let part = self.vm.rt.heap.car(form);
                    if !self.matches(rules, first, part, &mut own)? {
                        return Ok(false);
                    }
                    // Lists that grow have as much to spare.
                    held += 2 * own.len() * size_of::<Bound>();
                    self.vm.rt.heap.reserve(held)?;
                    for (i, (_, bound)) in own.into_iter().enumerate() {
                        if let Some(list) = all.get_mut(i) {
                            list.push(bound);
                        }
                    }
                    form = self.vm.rt.heap.cdr(form);
                }
                bindings.extend(names.into_iter().zip(all.into_iter().map(Bound::Many)));
                pattern = after;
                continue;
            }
            if !form.is_pair() {
                return Ok(false);
            }
            let part = self.vm.rt.heap.car(form);
            if !self.matches(rules, first, part, bindings)? {
                return Ok(false);
            }
            (pattern, form) = (rest, self.vm.rt.heap.cdr(form));
        }
        if pattern.is_nil() { Ok(form.is_nil()) } else { self.matches(rules, pattern, form, bindings) }
    }

    fn pairs(&mut self, list: Value) -> Res<usize> {
        let (mut n, mut rest) = (0, list);
        while rest.is_pair() {
            self.vm.rt.charge(1)?;
            n += 1;
            rest = self.vm.rt.heap.cdr(rest);
        }
        Ok(n)
    }

    /// The variables of a pattern, in the order in which matching binds them.
    fn variables(&mut self, rules: &Rules, pattern: Value, names: &mut Vec<Symbol>) -> Res<()> {
        self.vm.rt.charge(1)?;
        if let Some(name) = pattern.as_symbol() {
            let is_blank = self.vm.rt.name(self.vm.aliases.plain(name)) == "_";
            if !rules.literals.contains(&name) && !is_blank && !self.is_ellipsis(rules, pattern) {
                names.push(name);
            }
            return Ok(());
        }
        if let Some(elements) = self.vector_items(pattern) {
            return self.deeper(Span::NONE, |e| elements.iter().try_for_each(|&x| e.variables(rules, x, names)));
        }
        if !pattern.is_pair() {
            return Ok(());
        }
        self.deeper(Span::NONE, |e| {
            let mut rest = pattern;
            while rest.is_pair() {
                let first = e.vm.rt.heap.car(rest);
                e.variables(rules, first, names)?;
                rest = e.vm.rt.heap.cdr(rest);
            }
            e.variables(rules, rest, names)
        })
    }

    // ---- templates

    /// A template filled in. `literal`: within `(... template)`, where an ellipsis is a name like others.
    fn fill(
        &mut self,
        rules: &Rules,
        template: Value,
        bindings: &Bindings,
        fresh: &mut Vec<(Symbol, Symbol)>,
        literal: bool,
        span: Span,
    ) -> Res<Value> {
        self.vm.rt.charge(1)?;
        if let Some(name) = template.as_symbol() {
            return match bindings.iter().rev().find(|(n, _)| *n == name) {
                Some((_, Bound::One(v))) => Ok(*v),
                Some((_, Bound::Many(_))) => {
                    let name = self.vm.rt.name(self.vm.aliases.plain(name));
                    self.misuse(
                        "syntax-rules",
                        span,
                        format!("{name} has an ellipsis in the pattern but none in the template"),
                    )
                }
                None => self.introduced(rules, name, fresh),
            };
        }
        if let Some(elements) = self.vector_items(template) {
            let list = self.vm.rt.heap.list(&elements)?;
            self.keep(list);
            let filled = self.fill(rules, list, bindings, fresh, literal, span)?;
            let items = self.vm.rt.list_items("syntax-rules", filled)?;
            let vector = self.vm.rt.heap.vector(items)?;
            self.keep(vector);
            return Ok(vector);
        }
        if !template.is_pair() {
            return Ok(template);
        }
        self.deeper(span, |e| e.fill_list(rules, template, bindings, fresh, literal, span))
    }

    fn fill_list(
        &mut self,
        rules: &Rules,
        template: Value,
        bindings: &Bindings,
        fresh: &mut Vec<(Symbol, Symbol)>,
        literal: bool,
        span: Span,
    ) -> Res<Value> {
        let mut items = Vec::new();
        let mut rest = template;
        if !literal && self.is_ellipsis(rules, self.vm.rt.heap.car(rest)) {
            let after = self.vm.rt.heap.cdr(rest);
            if after.is_pair() {
                let escaped = self.vm.rt.heap.car(after);
                return self.fill(rules, escaped, bindings, fresh, true, span);
            }
        }
        while rest.is_pair() {
            let part = self.vm.rt.heap.car(rest);
            rest = self.vm.rt.heap.cdr(rest);
            let mut depth = 0;
            while !literal && rest.is_pair() && self.is_ellipsis(rules, self.vm.rt.heap.car(rest)) {
                depth += 1;
                rest = self.vm.rt.heap.cdr(rest);
            }
            if depth == 0 {
                items.push(self.fill(rules, part, bindings, fresh, literal, span)?);
            } else {
                self.repeat(rules, part, bindings, fresh, depth, span, &mut items)?;
            }
            self.vm.rt.heap.reserve(items.len() * size_of::<Value>())?;
        }
        let tail = if rest.is_nil() { rest } else { self.fill(rules, rest, bindings, fresh, literal, span)? };
        let list = self.vm.rt.heap.list_with_tail(&items, tail)?;
        self.keep(list);
        Ok(list)
    }

    /// `part ...`, with as many ellipses as `depth` says.
    #[expect(clippy::too_many_arguments, reason = "one step of a recursion")]
    fn repeat(
        &mut self,
        rules: &Rules,
        part: Value,
        bindings: &Bindings,
        fresh: &mut Vec<(Symbol, Symbol)>,
        depth: usize,
        span: Span,
        items: &mut Vec<Value>,
    ) -> Res<()> {
        let mut names = Vec::new();
        self.variables(rules, part, &mut names)?;
        let repeated: Vec<(Symbol, &[Bound])> = bindings
            .iter()
            .filter_map(|(n, b)| match b {
                Bound::Many(list) if names.contains(n) => Some((*n, list.as_slice())),
                _ => None,
            })
            .collect();
        let Some(count) = repeated.iter().map(|(_, list)| list.len()).max() else {
            return self.misuse("syntax-rules", span, "before this ellipsis stands nothing that could be repeated");
        };
        self.vm.rt.heap.reserve(2 * (items.len() + count) * size_of::<Value>())?;
        for i in 0..count {
            let mut own: Bindings =
                bindings.iter().filter(|(n, b)| names.contains(n) && matches!(b, Bound::One(_))).cloned().collect();
            for (name, list) in &repeated {
                match list.get(i) {
                    Some(bound) => own.push((*name, bound.clone())),
                    None => {
                        let message = "what is repeated together has not the same number of repetitions";
                        return self.misuse("syntax-rules", span, message);
                    }
                }
            }
            if depth > 1 {
                self.repeat(rules, part, &own, fresh, depth - 1, span, items)?;
            } else {
                items.push(self.fill(rules, part, &own, fresh, false, span)?);
            }
        }
        Ok(())
    }

    /// The alias of a name of the template in this expansion.
    fn introduced(&mut self, rules: &Rules, name: Symbol, fresh: &mut Vec<(Symbol, Symbol)>) -> Res<Value> {
        if let Some((_, alias)) = fresh.iter().find(|(n, _)| *n == name) {
            return Ok(Value::symbol(*alias));
        }
        let alias = self.alias(name, rules.home)?;
        fresh.push((name, alias));
        Ok(Value::symbol(alias))
    }
}
