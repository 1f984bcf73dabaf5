//! The names of a text: which definition or binding each of them means.
//!
//! The analysis evaluates nothing and expands no macro. Operators of the library that bind names have a `BindingForm`.
//! The arguments of all others, macros of a program included, are expressions.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::tree::{NodeId, NodeKind, Tree};

use crate::grammar::{BindingForm, Dialect, INNER, LOOP_WORDS, shape};

pub use crate::grammar::NameKind;

/// Lists inside one another in which names are looked for.
const MAX_NESTED: usize = 200;

/// Namespaces of a text. The core and Scheme have one for functions and variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Namespace {
    Value,
    Function,
    /// Tests and types.
    Other,
}

/// A name with one meaning.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name as it is first written.
    pub name: String,
    /// Its kind.
    pub kind: NameKind,
    /// Whether a form binds it. Otherwise it is global.
    pub is_local: bool,
    /// Whether a definition makes it of other names, as `defrecord` makes `point-x`.
    pub is_derived: bool,
    /// The definitions in this text; none if the name comes from elsewhere.
    pub definitions: Vec<Definition>,
}

/// A definition of a name.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Range of the name in it.
    pub name: Range<usize>,
    /// Range of the form.
    pub form: Range<usize>,
    /// Form of a call, such as `(nth n list)`.
    pub usage: Option<String>,
    /// Its documentation.
    pub doc: Option<String>,
}

/// A place where a name stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// Range of the name.
    pub range: Range<usize>,
    /// Index among [`Names::all`].
    pub name: usize,
    /// Whether it is defined or bound here.
    pub is_definition: bool,
}

/// The names of a text.
#[derive(Clone, Default, Debug)]
pub struct Names {
    /// All names, each once.
    pub all: Vec<Name>,
    /// The places where they stand, in the order of the text.
    pub uses: Vec<Use>,
    /// Nodes that were looked at, for tests of the cost.
    pub steps: usize,
}

impl Names {
    /// Finds the names of a text in a dialect: `core`, `scheme` or `common-lisp`.
    #[must_use]
    pub fn of(tree: &Tree<'_>, dialect: &str) -> Names {
        let dialect = match dialect {
            "scheme" => Dialect::Scheme,
            "common-lisp" => Dialect::CommonLisp,
            _ => Dialect::Core,
        };
        let mut finder = Finder {
            tree,
            dialect,
            found: Names::default(),
            globals: HashMap::new(),
            locals: HashMap::new(),
            bound: Vec::new(),
            templates: Vec::new(),
            depth: 0,
        };
        finder.forms(tree.elements(tree.root()));
        finder.finish()
    }

    /// Returns the use of a name at an offset, also right after the name.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<&Use> {
        let next = self.uses.partition_point(|u| u.range.start <= offset);
        let found = self.uses.get(next.checked_sub(1)?)?;
        (offset <= found.range.end).then_some(found)
    }

    /// Returns the places where a name stands.
    pub fn uses_of(&self, name: usize) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(move |u| u.name == name)
    }

    /// Returns the global names that the text defines.
    pub fn defined(&self) -> impl Iterator<Item = &Name> {
        self.all.iter().filter(|name| !name.is_local && !name.definitions.is_empty())
    }
}

type Key<'t> = (Cow<'t, str>, Namespace);

/// Treatment of a list within a list of parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inner {
    /// A name and its type.
    Typed,
    /// Names that a part is taken apart into.
    Pattern,
}

struct Finder<'t, 'a> {
    tree: &'a Tree<'t>,
    dialect: Dialect,
    found: Names,
    globals: HashMap<Key<'t>, usize>,
    /// The bindings of each name that can be seen, the innermost last.
    locals: HashMap<Key<'t>, Vec<usize>>,
    /// Bound names, in the order of the bindings.
    bound: Vec<Key<'t>>,
    /// Symbols in templates: they mean global names of the text, if there are such.
    templates: Vec<(Key<'t>, Range<usize>)>,
    depth: usize,
}

impl<'t, 'a> Finder<'t, 'a> {
    fn finish(mut self) -> Names {
        for (key, range) in std::mem::take(&mut self.templates) {
            let meant = [Namespace::Value, Namespace::Function].into_iter().find_map(|space| {
                let name = *self.globals.get(&(key.0.clone(), space))?;
                (!self.found.all.get(name)?.definitions.is_empty()).then_some(name)
            });
            self.found.uses.extend(meant.map(|name| Use { range, name, is_definition: false }));
        }
        self.found.uses.sort_by_key(|u| (u.range.start, !u.is_definition));
        self.found.uses.dedup_by_key(|u| u.range.start);
        self.found
    }

    fn symbol(&self, node: NodeId) -> Option<&'t str> {
        (self.tree.kind(node) == NodeKind::Symbol).then(|| self.tree.written(node))
    }

    fn key(&self, name: &'t str, space: Namespace) -> Key<'t> {
        match self.dialect {
            // Names are read in capitals there.
            Dialect::CommonLisp if name.bytes().any(|b| b.is_ascii_uppercase()) => {
                (name.to_ascii_lowercase().into(), space)
            }
            Dialect::CommonLisp => (name.into(), space),
            _ if space == Namespace::Function => (name.into(), Namespace::Value),
            _ => (name.into(), space),
        }
    }

    /// The elements of a list without a prefix.
    fn elements(&self, node: NodeId) -> &'a [NodeId] {
        let tree: &'a Tree<'t> = self.tree;
        if tree.kind(node) == NodeKind::List { tree.elements(node) } else { &[] }
    }

    fn global(&mut self, key: Key<'t>, written: &str, kind: NameKind) -> usize {
        let all = &mut self.found.all;
        *self.globals.entry(key).or_insert_with(|| {
            all.push(Name {
                name: written.to_string(),
                kind,
                is_local: false,
                is_derived: false,
                definitions: Vec::new(),
            });
            all.len() - 1
        })
    }

    fn local(&self, key: &Key<'t>) -> Option<usize> {
        self.locals.get(key).and_then(|all| all.last()).copied()
    }

    fn add_use(&mut self, node: NodeId, name: usize, is_definition: bool) {
        self.found.uses.push(Use { range: self.tree.range(node), name, is_definition });
    }

    /// A symbol that is evaluated.
    fn meant(&mut self, node: NodeId, space: Namespace) {
        let Some(written) = self.symbol(node) else { return };
        let key = self.key(written, space);
        let kind = if space == Namespace::Function { NameKind::Function } else { NameKind::Variable };
        let name = self.local(&key).unwrap_or_else(|| self.global(key, written, kind));
        self.add_use(node, name, false);
    }

    fn bind(&mut self, node: NodeId, space: Namespace, kind: NameKind) {
        let Some(written) = self.symbol(node) else { return };
        let key = self.key(written, space);
        let range = self.tree.range(node);
        let definition = Definition { name: range.clone(), form: range, usage: None, doc: None };
        self.found.all.push(Name {
            name: written.to_string(),
            kind,
            is_local: true,
            is_derived: false,
            definitions: vec![definition],
        });
        let name = self.found.all.len() - 1;
        self.locals.entry(key.clone()).or_default().push(name);
        self.bound.push(key);
        self.add_use(node, name, true);
    }

    fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        let before = self.bound.len();
        inside(self);
        for key in self.bound.drain(before..) {
            if let Some(all) = self.locals.get_mut(&key) {
                all.pop();
            }
        }
    }

    /// Defines a global name, or tells more about one that a body of Scheme has bound already.
    fn define(&mut self, node: NodeId, space: Namespace, kind: NameKind, form: NodeId, usage: Option<String>) {
        let Some(written) = self.symbol(node) else { return };
        let key = self.key(written, space);
        let (range, form) = (self.tree.range(node), self.tree.range(form));
        let own = self.local(&key).filter(|&name| {
            self.found.all.get(name).is_some_and(|name| name.definitions.iter().any(|d| d.name == range))
        });
        let name = own.unwrap_or_else(|| self.global(key, written, kind));
        let Some(known) = self.found.all.get_mut(name) else { return };
        if own.is_some() || known.definitions.is_empty() {
            known.kind = kind;
        }
        if own.is_some() {
            known.definitions.clear();
        }
        known.definitions.push(Definition { name: range, form, usage, doc: None });
        self.add_use(node, name, true);
    }

    /// Defines a name that is made of others, at the place of one of them.
    fn derive(&mut self, written: String, node: NodeId, form: NodeId, usage: String) {
        let key = match self.dialect {
            Dialect::CommonLisp => (Cow::Owned(written.to_ascii_lowercase()), Namespace::Function),
            _ => (Cow::Owned(written.clone()), Namespace::Value),
        };
        let name = self.global(key, &written, NameKind::Function);
        let (range, form) = (self.tree.range(node), self.tree.range(form));
        if let Some(known) = self.found.all.get_mut(name) {
            known.is_derived = true;
            known.kind = NameKind::Function;
            known.definitions.push(Definition { name: range, form, usage: Some(usage), doc: None });
        }
    }

    /// Notes the docstring of the definition that has been made last with this name.
    fn document(&mut self, node: NodeId, string: Option<&NodeId>) {
        let Some(&string) = string.filter(|&&s| self.tree.kind(s) == NodeKind::String) else { return };
        let text = self.tree.written(string);
        let text = text.get(1..text.len() - 1).unwrap_or("").replace("\\\"", "\"").replace("\\\\", "\\");
        let range = self.tree.range(node);
        let names = self.found.all.iter_mut().rev();
        let mut definitions = names.filter_map(|name| name.definitions.last_mut());
        if let Some(definition) = definitions.find(|d| d.name == range) {
            definition.doc = Some(text);
        }
    }

    fn forms(&mut self, nodes: &[NodeId]) {
        nodes.iter().for_each(|&node| self.form(node));
    }

    /// Looks at a body. In Scheme it may begin with definitions, whose names all of it sees.
    fn body(&mut self, nodes: &'a [NodeId]) {
        if self.dialect == Dialect::Scheme {
            nodes.iter().for_each(|&node| self.inner_definition(node));
        }
        self.forms(nodes);
    }

    fn inner_definition(&mut self, node: NodeId) {
        let [head, rest @ ..] = self.elements(node) else { return };
        let Some(head) = self.symbol(*head).filter(|head| INNER.contains(head)) else { return };
        match (head, rest) {
            ("begin", rest) => rest.iter().for_each(|&node| self.inner_definition(node)),
            ("define-values", [names, ..]) => self.bind_all(*names),
            ("define-record-type", [_, constructor, predicate, fields @ ..]) => {
                let constructor = self.elements(*constructor).first().unwrap_or(constructor);
                let parts = fields.iter().flat_map(|&field| self.elements(field).iter().skip(1));
                for &name in [constructor, predicate].into_iter().chain(parts).collect::<Vec<_>>() {
                    self.bind(name, Namespace::Function, NameKind::Function);
                }
            }
            (_, [target, ..]) => {
                let mut name = *target;
                while let Some(&inner) = self.elements(name).first() {
                    name = inner;
                }
                self.bind(name, Namespace::Value, NameKind::Variable);
            }
            _ => {}
        }
    }

    /// Binds all symbols of a list, or the one that stands in its place.
    fn bind_all(&mut self, list: NodeId) {
        self.bind(list, Namespace::Value, NameKind::Variable);
        self.elements(list).iter().for_each(|&part| self.bind_all(part));
    }

    /// Looks at an expression.
    fn form(&mut self, node: NodeId) {
        self.found.steps += 1;
        if self.depth >= MAX_NESTED {
            return;
        }
        self.depth += 1;
        match self.tree.kind(node) {
            NodeKind::Symbol => self.meant(node, Namespace::Value),
            NodeKind::List => self.list(node),
            NodeKind::Prefixed => self.prefixed(node),
            NodeKind::Conditional => {
                if let [_, datum] = *self.tree.elements(node) {
                    self.form(datum);
                }
            }
            _ => {}
        }
        self.depth -= 1;
    }

    fn prefixed(&mut self, node: NodeId) {
        let (Some(mark), Some(&datum)) = (self.tree.parts(node).next(), self.tree.elements(node).first()) else {
            return;
        };
        match self.tree.written(mark) {
            "`" => self.template(datum),
            "#'" if self.symbol(datum).is_some() => self.meant(datum, Namespace::Function),
            "#'" | "," | ",@" => self.form(datum),
            _ => {}
        }
    }

    /// Looks at data that a macro puts together: what follows a comma is code.
    fn template(&mut self, node: NodeId) {
        self.found.steps += 1;
        if self.depth >= MAX_NESTED {
            return;
        }
        self.depth += 1;
        if let Some(written) = self.symbol(node) {
            // Pattern variables of `syntax-rules` are bound; the locals around a backquote are not meant.
            let key = self.key(written, Namespace::Value);
            self.templates.push((key, self.tree.range(node)));
        } else {
            let mark = self.tree.parts(node).next().map_or("", |mark| self.tree.written(mark));
            let tree = self.tree;
            for &part in tree.elements(node) {
                match mark {
                    "," | ",@" => self.form(part),
                    _ => self.template(part),
                }
            }
        }
        self.depth -= 1;
    }

    fn list(&mut self, node: NodeId) {
        let [head, arguments @ ..] = self.elements(node) else { return };
        let Some(written) = self.symbol(*head) else { return self.forms(self.elements(node)) };
        let key = self.key(written, Namespace::Function);
        let is_local = self.local(&key).is_some();
        self.meant(*head, Namespace::Function);
        match shape(&key.0, self.dialect).filter(|_| !is_local) {
            Some(shape) => self.special(node, shape, arguments),
            None => self.forms(arguments),
        }
    }

    fn special(&mut self, node: NodeId, shape: BindingForm, arguments: &'a [NodeId]) {
        match (shape, arguments) {
            (BindingForm::Data, _) | (_, []) => {}
            (BindingForm::Exports, _) => arguments.iter().for_each(|&name| self.template(name)),
            (BindingForm::SkipFirst, [_, rest @ ..]) => self.forms(rest),
            (BindingForm::Clauses, _) => arguments.iter().for_each(|&clause| self.forms(self.elements(clause))),
            (BindingForm::Case, [key, clauses @ ..]) => {
                self.form(*key);
                clauses.iter().for_each(|&clause| self.forms(self.elements(clause).get(1..).unwrap_or_default()));
            }
            (BindingForm::Declare, _) => arguments.iter().for_each(|&part| self.declared(part)),
            (BindingForm::Function, [name, ..]) if self.symbol(*name).is_some() => {
                self.meant(*name, Namespace::Function)
            }
            (BindingForm::Function, _) => self.forms(arguments),
            (BindingForm::Lambda, [parameters, body @ ..]) => self.function(*parameters, Inner::Typed, body),
            (BindingForm::NamedLambda, [target, body @ ..]) => self.scope(|this| match this.elements(*target) {
                [name, parameters @ ..] => {
                    this.bind(*name, Namespace::Function, NameKind::Function);
                    this.parameter_list(parameters, Inner::Typed);
                    this.body(body);
                }
                [] => {
                    this.bind(*target, Namespace::Function, NameKind::Function);
                    this.forms(body);
                }
            }),
            (BindingForm::CaseLambda, _) => arguments.iter().for_each(|&clause| {
                if let [parameters, body @ ..] = self.elements(clause) {
                    self.function(*parameters, Inner::Typed, body);
                }
            }),
            (BindingForm::Define(kind), [name, parameters, body @ ..]) => {
                let usage = self.usage(*name, self.elements(*parameters), *parameters);
                self.define(*name, Namespace::Function, kind, node, Some(usage));
                self.document(*name, body.first().filter(|_| body.len() > 1));
                let inner = if kind == NameKind::Macro { Inner::Pattern } else { Inner::Typed };
                self.function(*parameters, inner, body);
            }
            (BindingForm::Method, [name, rest @ ..]) => {
                // Qualifiers may stand before the parameters.
                let first = rest.iter().position(|&part| self.tree.kind(part) == NodeKind::List);
                let Some([parameters, body @ ..]) = first.and_then(|first| rest.get(first..)) else { return };
                let usage = self.usage(*name, self.elements(*parameters), *parameters);
                self.define(*name, Namespace::Function, NameKind::Function, node, Some(usage));
                let string = body.iter().take(2).find(|&&part| self.tree.kind(part) == NodeKind::String);
                self.document(*name, string.filter(|_| body.len() > 2));
                self.function(*parameters, Inner::Typed, body);
            }
            (BindingForm::SchemeDefine(kind), [target, body @ ..]) => self.scheme_define(node, kind, *target, body),
            (BindingForm::DefineValues, [names, values @ ..]) => {
                for &name in std::iter::once(names).chain(self.elements(*names)) {
                    self.define(name, Namespace::Value, NameKind::Variable, node, None);
                }
                self.forms(values);
            }
            (BindingForm::Variable, [name, value @ ..]) => {
                self.define(*name, Namespace::Value, NameKind::Variable, node, None);
                self.document(*name, value.get(1));
                self.forms(value);
            }
            (BindingForm::Assign, _) => self.assign(node, arguments),
            (BindingForm::Let, [name, bindings, body @ ..]) if self.symbol(*name).is_some() => {
                let bindings = self.elements(*bindings);
                self.forms(&bindings.iter().flat_map(|&b| self.values(b)).copied().collect::<Vec<_>>());
                self.scope(|this| {
                    this.bind(*name, Namespace::Function, NameKind::Function);
                    bindings.iter().for_each(|&b| this.bind(this.variable(b), Namespace::Value, NameKind::Variable));
                    this.body(body);
                });
            }
            (BindingForm::Let, [bindings, body @ ..]) => {
                let bindings = self.elements(*bindings);
                bindings.iter().for_each(|&binding| self.forms(self.values(binding)));
                self.scope(|this| {
                    bindings.iter().for_each(|&b| this.bind(this.variable(b), Namespace::Value, NameKind::Variable));
                    this.body(body);
                });
            }
            (BindingForm::LetStar, [bindings, body @ ..]) => self.one_by_one(self.elements(*bindings), body),
            (BindingForm::LetOptionals, [list, bindings, body @ ..]) => {
                self.form(*list);
                self.one_by_one(self.elements(*bindings), body);
            }
            (BindingForm::Letrec, [bindings, body @ ..]) => self.scope(|this| {
                let bindings = this.elements(*bindings);
                bindings.iter().for_each(|&b| this.bind(this.variable(b), Namespace::Value, NameKind::Variable));
                bindings.iter().for_each(|&binding| this.forms(this.values(binding)));
                this.body(body);
            }),
            (BindingForm::LetValues, [bindings, body @ ..]) => self.scope(|this| {
                for &binding in this.elements(*bindings) {
                    this.forms(this.values(binding));
                    this.bind_all(this.variable(binding));
                }
                this.body(body);
            }),
            (BindingForm::Functions { recursive }, [functions, body @ ..]) => self.scope(|this| {
                let functions = this.elements(*functions);
                let bind = |this: &mut Self| {
                    functions
                        .iter()
                        .for_each(|&f| this.bind(this.variable(f), Namespace::Function, NameKind::Function));
                };
                if recursive {
                    bind(this);
                }
                for &function in functions {
                    if let [_, parameters, body @ ..] = this.elements(function) {
                        this.function(*parameters, Inner::Pattern, body);
                    }
                }
                if !recursive {
                    bind(this);
                }
                this.body(body);
            }),
            (BindingForm::Loop, [spec, body @ ..]) => {
                let parts = self.elements(*spec);
                // `(key value table . result)` has two names.
                let head = self.elements(node).first().map_or("", |&head| self.tree.written(head));
                let names = if head == "dotable" { 2 } else { 1 };
                let (names, values) = parts.split_at_checked(names).unwrap_or((parts, &[]));
                self.forms(values.get(..1).unwrap_or_default());
                self.scope(|this| {
                    names.iter().for_each(|&name| this.bind(name, Namespace::Value, NameKind::Variable));
                    this.forms(values.get(1..).unwrap_or_default());
                    this.body(body);
                });
            }
            (BindingForm::Do, [variables, end, body @ ..]) => {
                let variables = self.elements(*variables);
                variables.iter().for_each(|&v| self.forms(self.values(v).get(..1).unwrap_or_default()));
                self.scope(|this| {
                    variables.iter().for_each(|&v| this.bind(this.variable(v), Namespace::Value, NameKind::Variable));
                    variables.iter().for_each(|&v| this.forms(this.values(v).get(1..).unwrap_or_default()));
                    this.forms(this.elements(*end));
                    this.forms(body);
                });
            }
            (BindingForm::LoopWords, [first, ..]) if self.symbol(*first).is_none() => self.forms(arguments),
            (BindingForm::LoopWords, _) => self.loop_words(arguments),
            (BindingForm::Receive, [pattern, value, body @ ..]) => {
                self.form(*value);
                self.function(*pattern, Inner::Pattern, body);
            }
            (BindingForm::HandlerCase, [value, clauses @ ..]) => {
                self.form(*value);
                for &clause in clauses {
                    if let [_, parameters, body @ ..] = self.elements(clause) {
                        self.function(*parameters, Inner::Pattern, body);
                    }
                }
            }
            (BindingForm::Guard, [spec, body @ ..]) => {
                if let [name, clauses @ ..] = self.elements(*spec) {
                    self.scope(|this| {
                        this.bind(*name, Namespace::Value, NameKind::Variable);
                        clauses.iter().for_each(|&clause| this.forms(this.elements(clause)));
                    });
                }
                self.scope(|this| this.body(body));
            }
            (BindingForm::First, [name, body @ ..]) => self.scope(|this| {
                this.bind(*name, Namespace::Value, NameKind::Variable);
                this.body(body);
            }),
            (BindingForm::NameList, [names, body @ ..]) => self.scope(|this| {
                for &name in this.elements(*names) {
                    this.bind(this.variable(name), Namespace::Value, NameKind::Variable);
                }
                this.body(body);
            }),
            (BindingForm::SyntaxRules, _) => self.rules(arguments),
            (BindingForm::Record, [name, fields @ ..]) => self.record(node, *name, fields),
            (BindingForm::RecordType, [name, rest @ ..]) => self.record_type(node, *name, rest),
            (BindingForm::Class, [name, rest @ ..]) => self.class(node, *name, rest),
            (BindingForm::Test, [name, body @ ..]) => {
                self.define(*name, Namespace::Other, NameKind::Test, node, None);
                self.scope(|this| this.body(body));
            }
            (_, _) => self.forms(arguments),
        }
    }

    /// The name in `x` or `(x value)`.
    fn variable(&self, binding: NodeId) -> NodeId {
        self.elements(binding).first().copied().unwrap_or(binding)
    }

    /// The values in `(x value)`.
    fn values(&self, binding: NodeId) -> &'a [NodeId] {
        self.elements(binding).get(1..).unwrap_or_default()
    }

    fn one_by_one(&mut self, bindings: &'a [NodeId], body: &'a [NodeId]) {
        self.scope(|this| {
            for &binding in bindings {
                this.forms(this.values(binding));
                match this.elements(binding) {
                    // A mere test of `and-let*`.
                    [test] if this.tree.kind(*test) == NodeKind::List => this.form(*test),
                    _ => this.bind(this.variable(binding), Namespace::Value, NameKind::Variable),
                }
            }
            this.body(body);
        });
    }

    fn function(&mut self, parameters: NodeId, inner: Inner, body: &'a [NodeId]) {
        self.scope(|this| {
            this.parameters(parameters, inner);
            this.body(body);
        });
    }

    fn parameters(&mut self, list: NodeId, inner: Inner) {
        self.bind(list, Namespace::Value, NameKind::Parameter);
        self.parameter_list(self.elements(list), inner);
    }

    fn parameter_list(&mut self, parameters: &'a [NodeId], inner: Inner) {
        let mut is_marked = false;
        for &parameter in parameters {
            match self.elements(parameter) {
                [] if self.symbol(parameter).is_some_and(|name| name.starts_with('&')) => is_marked = true,
                [] => self.bind(parameter, Namespace::Value, NameKind::Parameter),
                [name, rest @ ..] if is_marked => {
                    self.forms(rest.get(..1).unwrap_or_default());
                    // `((:keyword name) default supplied?)`
                    let name = self.elements(*name).last().unwrap_or(name);
                    self.bind(*name, Namespace::Value, NameKind::Parameter);
                    if let Some(&supplied) = rest.get(1) {
                        self.bind(supplied, Namespace::Value, NameKind::Parameter);
                    }
                }
                parts if inner == Inner::Pattern => self.parameter_list(parts, inner),
                [name, ..] => self.bind(*name, Namespace::Value, NameKind::Parameter),
            }
        }
    }

    /// Returns the form of a call as manuals show it: `(f a [b] rest...)`.
    fn usage(&self, name: NodeId, parameters: &[NodeId], list: NodeId) -> String {
        let mut shown = vec![self.tree.written(name).to_string()];
        let mut marker = "";
        if let Some(all) = self.symbol(list) {
            shown.push(format!("{all}..."));
        }
        for &parameter in parameters {
            if self.tree.kind(parameter) == NodeKind::Dot {
                marker = "&rest";
                continue;
            }
            let written = self.tree.written(parameter);
            if written.starts_with('&') {
                marker = if written.eq_ignore_ascii_case("&body") { "&rest" } else { written };
                continue;
            }
            let name = self.tree.written(self.variable(parameter));
            shown.push(match marker {
                "&optional" => format!("[{name}]"),
                "&key" => format!("[:{name} {name}]"),
                "&rest" => format!("{name}..."),
                "&aux" => continue,
                _ => name.to_string(),
            });
        }
        format!("({})", shown.join(" "))
    }

    fn scheme_define(&mut self, node: NodeId, kind: NameKind, target: NodeId, body: &'a [NodeId]) {
        let is_rule = self.elements(node).first().is_some_and(|&head| self.symbol(head) == Some("define-syntax-rule"));
        if is_rule && let ([name, pattern @ ..], [template]) = (self.elements(target), body) {
            let usage = self.usage(*name, pattern, *name).replacen(&format!(" {}...", self.tree.written(*name)), "", 1);
            self.define(*name, Namespace::Function, kind, node, Some(usage));
            return self.template(*template);
        }
        if let [signature, parameters @ ..] = self.elements(target) {
            // `(define ((f a) b) ...)` returns a function.
            let mut all = vec![parameters];
            let mut name = *signature;
            while let [inner, parameters @ ..] = self.elements(name) {
                all.push(parameters);
                name = *inner;
            }
            let own = all.last().copied().unwrap_or_default();
            let usage = self.usage(name, own, target);
            self.define(name, Namespace::Function, kind, node, Some(usage));
            self.document(name, body.first().filter(|_| body.len() > 1));
            return self.scope(|this| {
                all.iter().rev().for_each(|parameters| this.parameter_list(parameters, Inner::Typed));
                this.body(body);
            });
        }
        let value = body.first().map_or(&[][..], |&value| self.elements(value));
        let (kind, usage) = match value {
            [head, parameters, ..] if self.symbol(*head) == Some("lambda") => {
                (kind, Some(self.usage(target, self.elements(*parameters), *parameters)))
            }
            _ if kind == NameKind::Macro => (kind, None),
            _ => (NameKind::Variable, None),
        };
        self.define(target, Namespace::Value, kind, node, usage);
        self.forms(body);
    }

    /// `(setq x 1 y 2)`: at top level, the first one defines.
    fn assign(&mut self, node: NodeId, arguments: &'a [NodeId]) {
        for pair in arguments.chunks(2) {
            let [variable, value @ ..] = pair else { continue };
            self.forms(value);
            let known = self.symbol(*variable).map(|written| self.key(written, Namespace::Value));
            let is_new = known.is_some_and(|key| {
                let name = self.globals.get(&key).and_then(|&name| self.found.all.get(name));
                self.local(&key).is_none() && name.is_none_or(|name| name.definitions.is_empty())
            });
            if is_new && self.depth == 1 && self.dialect != Dialect::Scheme {
                self.define(*variable, Namespace::Value, NameKind::Variable, node, None);
            } else {
                self.form(*variable);
            }
        }
    }

    /// Names in a declaration, which are uses of local variables.
    fn declared(&mut self, node: NodeId) {
        if let Some(written) = self.symbol(node)
            && self.local(&self.key(written, Namespace::Value)).is_some()
        {
            self.meant(node, Namespace::Value);
        }
        self.elements(node).iter().skip(1).for_each(|&part| self.declared(part));
    }

    /// `(loop for x in list collect (f x))`: all of it sees the variables.
    fn loop_words(&mut self, arguments: &'a [NodeId]) {
        let is_word = |this: &Self, node: NodeId, words: &[&str]| {
            this.symbol(node).is_some_and(|word| words.iter().any(|known| word.eq_ignore_ascii_case(known)))
        };
        self.scope(|this| {
            let mut patterns = Vec::new();
            for pair in arguments.windows(2) {
                if let [before, node] = *pair
                    && is_word(this, before, &["for", "as", "with", "and", "into"])
                    && !is_word(this, node, LOOP_WORDS)
                {
                    this.bind_all(node);
                    patterns.push(node);
                }
            }
            for &node in arguments {
                if !is_word(this, node, LOOP_WORDS) && patterns.binary_search(&node).is_err() {
                    this.form(node);
                }
            }
        });
    }

    /// `(syntax-rules (literal...) (pattern template)...)`
    fn rules(&mut self, arguments: &'a [NodeId]) {
        for &clause in arguments.iter().skip(1) {
            let [pattern, templates @ ..] = self.elements(clause) else { continue };
            let mut variables = Vec::new();
            self.pattern(*pattern, &mut variables);
            let before = self.templates.len();
            templates.iter().for_each(|&template| self.template(template));
            let new = self.templates.split_off(before);
            self.templates.extend(new.into_iter().filter(|((name, _), _)| !variables.contains(&name.as_ref())));
        }
    }

    fn pattern(&mut self, node: NodeId, variables: &mut Vec<&'t str>) {
        variables.extend(self.symbol(node));
        if variables.len() < MAX_NESTED && self.depth < MAX_NESTED {
            self.depth += 1;
            self.elements(node).iter().for_each(|&part| self.pattern(part, variables));
            self.depth -= 1;
        }
    }

    /// `(defrecord point x (y 0))` and its kin.
    fn record(&mut self, node: NodeId, name: NodeId, fields: &'a [NodeId]) {
        let name = self.variable(name);
        let Some(written) = self.symbol(name) else { return };
        self.define(name, Namespace::Other, NameKind::Type, node, None);
        self.document(name, fields.first());
        let fields: Vec<NodeId> = fields.iter().copied().filter(|&f| self.symbol(self.variable(f)).is_some()).collect();
        let names: Vec<&str> = fields.iter().map(|&f| self.tree.written(self.variable(f))).collect();
        let is_lisp = self.dialect == Dialect::CommonLisp;
        let parameters: String = names
            .iter()
            .map(|field| if is_lisp { format!(" [:{field} {field}]") } else { format!(" {field}") })
            .collect();
        self.derive(format!("make-{written}"), name, node, format!("(make-{written}{parameters})"));
        let predicate = if is_lisp { format!("{written}-p") } else { format!("{written}?") };
        self.derive(predicate.clone(), name, node, format!("({predicate} object)"));
        for (&field, shown) in fields.iter().zip(names) {
            let field = self.variable(field);
            self.derive(format!("{written}-{shown}"), field, node, format!("({written}-{shown} {written})"));
            if !is_lisp {
                let setter = format!("set-{written}-{shown}!");
                self.derive(setter.clone(), field, node, format!("({setter} {written} {shown})"));
            }
        }
        fields.iter().for_each(|&field| self.forms(self.values(field)));
    }

    /// `(define-record-type point (make-point x y) point? (x point-x set-point-x!)...)`
    fn record_type(&mut self, node: NodeId, name: NodeId, rest: &'a [NodeId]) {
        self.define(self.variable(name), Namespace::Other, NameKind::Type, node, None);
        let [constructor, predicate, fields @ ..] = rest else { return };
        let name = self.variable(*constructor);
        let usage = self.usage(name, self.values(*constructor), *predicate);
        let usage = usage.replacen(&format!(" {}...", self.tree.written(*predicate)), "", 1);
        self.define(name, Namespace::Function, NameKind::Function, node, Some(usage));
        self.define(*predicate, Namespace::Function, NameKind::Function, node, None);
        for &field in fields {
            for &accessor in self.values(field) {
                self.define(accessor, Namespace::Function, NameKind::Function, node, None);
            }
        }
    }

    /// `(defclass name (parents) ((slot :accessor f :initform e)...))`
    fn class(&mut self, node: NodeId, name: NodeId, rest: &'a [NodeId]) {
        self.define(name, Namespace::Other, NameKind::Type, node, None);
        for &slot in rest.get(1).map_or(&[][..], |&slots| self.elements(slots)) {
            for pair in self.values(slot).chunks(2) {
                let [option, value] = *pair else { continue };
                match self.tree.written(option).to_ascii_lowercase().as_str() {
                    ":accessor" | ":reader" | ":writer" => {
                        self.define(value, Namespace::Function, NameKind::Function, node, None);
                    }
                    ":initform" => self.form(value),
                    _ => {}
                }
            }
        }
    }
}
