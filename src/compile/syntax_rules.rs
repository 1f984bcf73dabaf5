//! `syntax-rules`: patterns, templates, and the names that macros introduce.
//!
//! A template may bind names and may refer to names that its macro sees. Neither must meet the names of the program
//! that uses the macro. So each expansion gets an alias for every name of the template, a fresh symbol. Nobody else can
//! name a binding under it. An alias without a binding means what the name meant at the definition of the macro.

use std::collections::{HashMap, HashSet};

use super::expand::Expander;
use super::scopes::Binding;
use super::syntax_form::{Item, Items};
use crate::fault::{Code, ErrorData, Result};
use crate::module::globals::Alias;
use crate::source::Span;
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

/// Match of a pattern variable.
#[derive(Debug)]
enum PatternMatch {
    One(Value),
    /// In a pattern with an ellipsis: one for each repetition.
    Many(Vec<PatternMatch>),
}

/// A variable of a pattern, the number of ellipses that it stands before, and what it stands for.
type PatternBindings = Vec<(Symbol, usize, PatternMatch)>;

/// Names of a macro that a tick pays for looking through.
const NAMES_PER_TICK: usize = 256;

/// Facts that the rules of one macro share.
struct Rules {
    /// The identifier that the macro has chosen, which is the ellipsis only as it stands there. `None`: whatever means
    /// the same as `...`.
    ellipsis: Option<Symbol>,
    literals: Vec<Symbol>,
    home: MacroOrigin,
}

/// A template that is being filled in.
struct TemplateFilling<'a> {
    rules: &'a Rules,
    bindings: &'a PatternBindings,
    /// The aliases of this expansion.
    fresh: Vec<(Symbol, Symbol)>,
    /// The repetition that each ellipsis around is at, the innermost last.
    turns: Vec<usize>,
    span: Span,
}

impl Expander<'_> {
    /// Checks the parts of `(syntax-rules [ellipsis] (literal...) (pattern template)...)` and makes a list of ellipsis
    /// (nil if none is given), literals and rules.
    pub(crate) fn parse_rules(&mut self, form: Item, args: &[Item]) -> Result<Value> {
        let (ellipsis, args) = match args {
            [first, rest @ ..] if first.value.as_symbol().is_some() => (first.value, rest),
            _ => (Value::NIL, args),
        };
        // A variable of that name is no ellipsis.
        let ellipsis = match self.vm.rt.symbol("...").as_symbol() {
            Some(dots) if ellipsis.is_nil() && matches!(self.lookup(dots), Some(Binding::Var(_))) => {
                Value::symbol(self.vm.rt.new_symbols(|s| s.gensym("..."))?)
            }
            _ => ellipsis,
        };

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
                [pattern, _] if pattern.value.is_pair() => {
                    if self.is_circular(rule.value)? {
                        return self.misuse("syntax-rules", rule.span, "a pattern or template that contains itself");
                    }
                }
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
    pub(crate) fn expand_rules(&mut self, parts: Value, home: MacroOrigin, form: Item) -> Result<Value> {
        let parts: Vec<Value> = self.vm.rt.heap.iter(parts).collect();
        let [ellipsis, literals, rules @ ..] = parts.as_slice() else {
            return crate::fault::internal("the rules of a macro");
        };
        let literals: Vec<Symbol> = self.vm.rt.heap.iter(*literals).filter_map(Value::as_symbol).collect();
        self.vm.rt.charge(literals.len() / NAMES_PER_TICK)?;
        let shared = Rules { ellipsis: ellipsis.as_symbol(), literals, home };
        for &rule in rules {
            let pattern = self.vm.rt.heap.car(rule);
            // The name of the macro is not compared.
            let (pattern, args) = (self.vm.rt.heap.cdr(pattern), self.vm.rt.heap.cdr(form.value));
            let mut bindings = PatternBindings::new();
            if self.matches(&shared, pattern, args, &mut bindings)? {
                let rest = self.vm.rt.heap.cdr(rule);
                let template = self.vm.rt.heap.car(rest);
                let (fresh, turns, span) = (Vec::new(), Vec::new(), form.span);
                let mut filling = TemplateFilling { rules: &shared, bindings: &bindings, fresh, turns, span };
                return self.fill(&mut filling, template, false);
            }
        }
        let shown = self.show(form.value);
        let c = ErrorData::new(Code::Syntax, format!("no rule of the macro matches {shown}"));
        Err(self.located(c, form.span).into())
    }

    /// Returns whether a datum is a part of itself.
    fn is_circular(&mut self, v: Value) -> Result<bool> {
        // Pairs and vectors: those that have been gone through, and (true) those whose parts are being gone through.
        let mut seen: HashMap<u64, bool> = HashMap::new();
        let mut pending = vec![(v, true)];
        while let Some((v, enters)) = pending.pop() {
            if !v.is_pair() && !v.is(Kind::ARRAY) {
                continue;
            }
            if !enters {
                seen.insert(v.bits(), false);
                continue;
            }
            match seen.insert(v.bits(), true) {
                Some(true) => return Ok(true),
                Some(false) => {
                    seen.insert(v.bits(), false);
                    continue;
                }
                None => {}
            }
            self.vm.rt.charge(1)?;
            pending.push((v, false));
            if v.is_pair() {
                pending.extend([(self.vm.rt.heap.cdr(v), true), (self.vm.rt.heap.car(v), true)]);
            } else {
                pending.extend(self.vector_items(v).unwrap_or_default().into_iter().map(|item| (item, true)));
            }
            let held = (pending.capacity() + 2 * seen.capacity()) * 2 * size_of::<Value>();
            self.vm.rt.heap.reserve(held)?;
        }
        Ok(false)
    }

    fn is_ellipsis(&self, rules: &Rules, v: Value) -> bool {
        v.as_symbol().is_some_and(|s| {
            let is_it = match rules.ellipsis {
                Some(own) => s == own,
                None => self.vm.rt.name(self.vm.aliases.plain(s)) == "...",
            };
            is_it && !rules.literals.contains(&s)
        })
    }

    fn is_blank(&self, name: Symbol) -> bool {
        self.vm.rt.name(self.vm.aliases.plain(name)) == "_"
    }

    // ---- patterns

    fn matches(&mut self, rules: &Rules, pattern: Value, form: Value, bindings: &mut PatternBindings) -> Result<bool> {
        self.vm.rt.charge(1 + rules.literals.len() / NAMES_PER_TICK)?;
        if let Some(name) = pattern.as_symbol() {
            if rules.literals.contains(&name) {
                return Ok(form.as_symbol().is_some_and(|s| self.means_the_same(s, name, rules.home.local)));
            }
            if !self.is_blank(name) {
                bindings.push((name, 0, PatternMatch::One(form)));
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

    fn matches_list(
        &mut self,
        rules: &Rules,
        pattern: Value,
        form: Value,
        bindings: &mut PatternBindings,
    ) -> Result<bool> {
        let (mut pattern, mut form) = (pattern, form);
        while pattern.is_pair() {
            let first = self.vm.rt.heap.car(pattern);
            let rest = self.vm.rt.heap.cdr(pattern);
            if rest.is_pair() && self.is_ellipsis(rules, self.vm.rt.heap.car(rest)) {
                let after = self.vm.rt.heap.cdr(rest);
                let (needed, available) = (self.pairs(after)?, self.pairs(form)?);
                let count = needed.zip(available).and_then(|(needed, available)| available.checked_sub(needed));
                let Some(count) = count else { return Ok(false) };
                let mut names = Vec::new();
                self.variables(rules, first, 0, false, &mut names)?;
                let mut all: Vec<Vec<PatternMatch>> = names.iter().map(|_| Vec::new()).collect();
                let mut held = 0;
                for _ in 0..count {
                    let mut own = PatternBindings::new();
                    let part = self.vm.rt.heap.car(form);
                    if !self.matches(rules, first, part, &mut own)? {
                        return Ok(false);
                    }
                    // Lists that grow have as much to spare.
                    held += 2 * own.len() * size_of::<PatternMatch>();
                    self.vm.rt.heap.reserve(held)?;
                    for (i, (.., bound)) in own.into_iter().enumerate() {
                        if let Some(list) = all.get_mut(i) {
                            list.push(bound);
                        }
                    }
                    form = self.vm.rt.heap.cdr(form);
                }
                let named = names.into_iter().zip(all);
                bindings.extend(named.map(|((name, depth), all)| (name, depth + 1, PatternMatch::Many(all))));
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

    /// Returns how many pairs a list has; `None` if it is circular.
    fn pairs(&mut self, list: Value) -> Result<Option<usize>> {
        let (items, tail) = self.vm.rt.list_parts(list)?;
        Ok((!tail.is_pair()).then_some(items.len()))
    }

    /// Variables of a pattern in matching order, or names of a template, each with its number of ellipses. `depth`
    /// counts the ellipses around. `literal` as for `fill`.
    fn variables(
        &mut self,
        rules: &Rules,
        pattern: Value,
        depth: usize,
        literal: bool,
        names: &mut Vec<(Symbol, usize)>,
    ) -> Result<()> {
        self.vm.rt.charge(1 + rules.literals.len() / NAMES_PER_TICK)?;
        if let Some(name) = pattern.as_symbol() {
            if !rules.literals.contains(&name) && !self.is_blank(name) && !self.is_ellipsis(rules, pattern) {
                self.vm.rt.heap.reserve(2 * names.len() * size_of::<(Symbol, usize)>())?;
                names.push((name, depth));
            }
            return Ok(());
        }
        if let Some(elements) = self.vector_items(pattern) {
            let list = self.vm.rt.heap.list(&elements)?;
            self.keep(list);
            return self.variables(rules, list, depth, literal, names);
        }
        if !pattern.is_pair() {
            return Ok(());
        }
        self.deeper(Span::NONE, |e| {
            let mut rest = pattern;
            let mut literal = literal;
            while rest.is_pair() {
                let first = e.vm.rt.heap.car(rest);
                rest = e.vm.rt.heap.cdr(rest);
                literal |= rest.is_pair() && e.is_ellipsis(rules, first);
                let mut ellipses = 0;
                while !literal && rest.is_pair() && e.is_ellipsis(rules, e.vm.rt.heap.car(rest)) {
                    ellipses += 1;
                    rest = e.vm.rt.heap.cdr(rest);
                }
                e.variables(rules, first, depth + ellipses, literal, names)?;
            }
            e.variables(rules, rest, depth, literal, names)
        })
    }

    // ---- templates

    /// A template filled in. `literal`: within `(... template)`, where an ellipsis is a name like others.
    fn fill(&mut self, filling: &mut TemplateFilling<'_>, template: Value, literal: bool) -> Result<Value> {
        let known = filling.bindings.len() + filling.fresh.len();
        self.vm.rt.charge(1 + known / NAMES_PER_TICK)?;
        if let Some(name) = template.as_symbol() {
            let Some((_, depth, bound)) = filling.bindings.iter().rev().find(|b| b.0 == name) else {
                return self.introduced(filling, name);
            };
            return match repetition(bound, *depth, &filling.turns) {
                Some(PatternMatch::One(v)) => Ok(*v),
                _ => {
                    let name = self.vm.rt.name(self.vm.aliases.plain(name));
                    let message = format!("{name} has an ellipsis in the pattern but none in the template");
                    self.misuse("syntax-rules", filling.span, message)
                }
            };
        }
        if let Some(elements) = self.vector_items(template) {
            let list = self.vm.rt.heap.list(&elements)?;
            self.keep(list);
            let filled = self.fill(filling, list, literal)?;
            let items = self.vm.rt.list_items("syntax-rules", filled)?;
            let vector = self.vm.rt.heap.vector(items)?;
            self.keep(vector);
            return Ok(vector);
        }
        if !template.is_pair() {
            return Ok(template);
        }
        self.deeper(filling.span, |e| e.fill_list(filling, template, literal))
    }

    fn fill_list(&mut self, filling: &mut TemplateFilling<'_>, template: Value, literal: bool) -> Result<Value> {
        let rules = filling.rules;
        let mut items = Vec::new();
        let mut rest = template;
        if !literal && self.is_ellipsis(rules, self.vm.rt.heap.car(rest)) {
            let after = self.vm.rt.heap.cdr(rest);
            if after.is_pair() {
                let escaped = self.vm.rt.heap.car(after);
                return self.fill(filling, escaped, true);
            }
        }
        while rest.is_pair() {
            let part = self.vm.rt.heap.car(rest);
            rest = self.vm.rt.heap.cdr(rest);
            let mut ellipses = 0;
            while !literal && rest.is_pair() && self.is_ellipsis(rules, self.vm.rt.heap.car(rest)) {
                ellipses += 1;
                rest = self.vm.rt.heap.cdr(rest);
            }
            if ellipses == 0 {
                items.push(self.fill(filling, part, literal)?);
            } else {
                let mut names = Vec::new();
                self.variables(rules, part, 0, false, &mut names)?;
                self.repeat(filling, part, &names, ellipses, &mut items)?;
            }
            self.vm.rt.heap.reserve(items.len() * size_of::<Value>())?;
        }
        let tail = if rest.is_nil() { rest } else { self.fill(filling, rest, literal)? };
        let list = self.vm.rt.heap.list_with_tail(&items, tail)?;
        self.keep(list);
        Ok(list)
    }

    /// Expands `part ...`, with `ellipses` ellipses; `names` are those in it, with the ellipses inside of it. A
    /// variable belongs to the innermost ellipses around it, as many as it stands before in the pattern.
    fn repeat(
        &mut self,
        filling: &mut TemplateFilling<'_>,
        part: Value,
        names: &[(Symbol, usize)],
        ellipses: usize,
        items: &mut Vec<Value>,
    ) -> Result<()> {
        let mut count = None;
        self.vm.rt.charge(names.len() * filling.bindings.len() / NAMES_PER_TICK)?;
        for &(name, inside) in names {
            let Some((_, depth, bound)) = filling.bindings.iter().rev().find(|b| b.0 == name) else { continue };
            let Some(outer) = depth.checked_sub(inside + ellipses) else { continue };
            let Some(PatternMatch::Many(all)) = repetition(bound, outer, &filling.turns) else { continue };
            if count.is_some_and(|count| count != all.len()) {
                let message = "the variables before this ellipsis match different numbers of forms";
                return self.misuse("syntax-rules", filling.span, message);
            }
            count = Some(all.len());
        }
        let Some(count) = count else {
            let message = "nothing before this ellipsis can be repeated";
            return self.misuse("syntax-rules", filling.span, message);
        };
        self.vm.rt.heap.reserve(2 * (items.len() + count) * size_of::<Value>())?;
        for i in 0..count {
            filling.turns.push(i);
            if ellipses > 1 {
                self.repeat(filling, part, names, ellipses - 1, items)?;
            } else {
                items.push(self.fill(filling, part, false)?);
            }
            filling.turns.pop();
        }
        Ok(())
    }

    /// The alias of a name of the template in this expansion.
    fn introduced(&mut self, filling: &mut TemplateFilling<'_>, name: Symbol) -> Result<Value> {
        if let Some((_, alias)) = filling.fresh.iter().find(|(n, _)| *n == name) {
            return Ok(Value::symbol(*alias));
        }
        let alias = self.alias(name, filling.rules.home)?;
        filling.fresh.push((name, alias));
        Ok(Value::symbol(alias))
    }

    /// A fresh alias.
    pub(crate) fn alias(&mut self, name: Symbol, home: MacroOrigin) -> Result<Symbol> {
        let shown = self.vm.rt.name(self.vm.aliases.plain(name)).to_string();
        let growth = self.vm.aliases.growth();
        self.vm.rt.heap.reserve(growth)?;
        let fresh = self.vm.rt.new_symbols(|s| s.gensym(&shown))?;
        self.vm.aliases.add(fresh, Alias { name, module: home.module, local: home.local });
        Ok(fresh)
    }

    /// Returns whether this is the word, as a macro or the program wrote it. In Scheme it means nothing special where
    /// it is the name of a variable.
    pub(crate) fn is_word(&self, v: Value, word: Symbol) -> bool {
        let written = v.as_symbol().filter(|&s| self.vm.aliases.plain(s) == word);
        written.is_some_and(|s| !self.scope.dialect.binds_words || self.lookup(s).is_none())
    }

    /// A datum with the names that were written in place of aliases.
    pub(crate) fn without_aliases(&mut self, v: Value) -> Result<Value> {
        if self.vm.aliases.is_empty() || !self.has_alias(v)? { Ok(v) } else { self.stripped(v) }
    }

    fn has_alias(&mut self, v: Value) -> Result<bool> {
        let mut pending = vec![v];
        let mut steps = 0usize;
        // A datum of a text can be circular.
        let mut seen = HashSet::new();
        while let Some(mut v) = pending.pop() {
            loop {
                self.vm.rt.charge(1)?;
                steps += 1;
                if steps > CYCLE_CHECK_AFTER && (v.is_pair() || v.is(Kind::ARRAY)) && !seen.insert(v.bits()) {
                    break;
                }
                match v.kind() {
                    Kind::SYMBOL if v.as_symbol().is_some_and(|s| self.vm.aliases.get(s).is_some()) => return Ok(true),
                    Kind::PAIR => {
                        pending.push(self.vm.rt.heap.car(v));
                        self.vm.rt.heap.reserve((pending.len() + 2 * seen.capacity()) * size_of::<Value>())?;
                        v = self.vm.rt.heap.cdr(v);
                        continue;
                    }
                    Kind::ARRAY => pending.extend(self.vector_items(v).unwrap_or_default()),
                    _ => {}
                }
                break;
            }
        }
        Ok(false)
    }

    /// The elements of a vector of values.
    pub(crate) fn vector_items(&self, v: Value) -> Option<Vec<Value>> {
        self.vm.rt.heap.as_array(v).filter(|a| a.is_vector())?.values().map(<[Value]>::to_vec)
    }

    fn stripped(&mut self, v: Value) -> Result<Value> {
        self.deeper(crate::source::Span::NONE, |e| {
            if let Some(s) = v.as_symbol() {
                return Ok(Value::symbol(e.vm.aliases.plain(s)));
            }
            if let Some(items) = e.vector_items(v) {
                let items = items.into_iter().map(|x| e.stripped(x)).collect::<Result<Vec<Value>>>()?;
                let vector = e.vm.rt.heap.vector(items)?;
                e.keep(vector);
                return Ok(vector);
            }
            if !v.is_pair() {
                return Ok(v);
            }
            let mut items = Vec::new();
            let mut rest = v;
            while rest.is_pair() {
                e.vm.rt.charge(1)?;
                let item = e.vm.rt.heap.car(rest);
                items.push(e.stripped(item)?);
                rest = e.vm.rt.heap.cdr(rest);
            }
            let tail = e.stripped(rest)?;
            let list = e.vm.rt.heap.list_with_tail(&items, tail)?;
            e.keep(list);
            Ok(list)
        })
    }
}

/// Returns what a variable stands for in the repetitions that the innermost `depth` ellipses are at; `None` if there
/// are fewer.
fn repetition<'b>(bound: &'b PatternMatch, depth: usize, turns: &[usize]) -> Option<&'b PatternMatch> {
    let turns = turns.get(turns.len().checked_sub(depth)?..)?;
    turns.iter().try_fold(bound, |bound, &i| match bound {
        PatternMatch::Many(all) => all.get(i),
        PatternMatch::One(_) => None,
    })
}

/// Place at which a macro was defined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroOrigin {
    pub module: ModuleId,
    /// The number of the macro, if it has a local name.
    pub local: Option<u32>,
}

/// A macro with a local name.
pub(crate) struct LocalMacro {
    pub operator: Value,
    /// Number of the bindings around it that its templates can mean.
    pub depth: usize,
}

/// Steps through a datum after which what has been seen is not gone through again: hardly any datum is so large.
const CYCLE_CHECK_AFTER: usize = 4096;
