//! Expansion: from forms to nodes, which keep track of where they come from.
//!
//! [`super::syntax_form`] takes forms apart and makes the errors about them. [`super::scopes`] finds the meanings of
//! names, blocks and loops. [`super::special`] has the special operators, and [`super::lambda_list`] parameter lists.

use smallvec::{SmallVec, smallvec};

use super::inline_calls::Inlining;
use super::ir::{BlockId, Ir, Lambda, LambdaId, Node, NodeId, Nodes, Origin, VarId};
use super::scopes::{Binding, ControlContext, ControlScope, LocalMacros, Scopes};
use super::syntax_form::{Item, Items};
use super::syntax_rules::MacroOrigin;
use super::{Machine, special};
use crate::bytecode::{ExpansionSite, OperatorKind, SiteOperator};
use crate::fault::{Code, ErrorData, Result, Unwind, internal};
use crate::object::Macro;
use crate::reader::Spans;
use crate::runtime::dialect::Dialect;
use crate::source::Span;
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

/// A place that `go` can reach.
pub(crate) struct Tag {
    pub tag: Value,
    pub block: BlockId,
    /// The number of the part that begins there.
    pub part: i64,
}

/// The blocks around a form, outermost first.
pub(crate) type Blocks = SmallVec<[(Option<Symbol>, BlockId); 4]>;

/// Scope of a form: the meanings of its names, and the blocks that it can leave.
pub(crate) struct FormScope {
    pub module: ModuleId,
    pub dialect: Dialect,
    pub names: Scopes,
    pub blocks: Blocks,
    /// The tags that `go` can reach here, innermost last.
    pub tags: Vec<Tag>,
}

impl FormScope {
    /// Returns the scope of a top-level form.
    pub fn new(module: ModuleId, dialect: Dialect) -> FormScope {
        FormScope { module, dialect, names: Scopes::default(), blocks: Blocks::new(), tags: Vec::new() }
    }
}

/// Site of the form that is being expanded, for the places of errors.
pub(super) struct FormSite {
    /// The number of the expansion that made it; 0 for none.
    pub expansion: u32,
    /// The form of the special operator that is being expanded.
    pub operator_at: Span,
    /// The innermost form that has a place of its own, and its head. An expansion has the place of the macro's call.
    pub head: (Span, SiteOperator),
}

impl FormSite {
    const NONE: FormSite = FormSite { expansion: 0, operator_at: Span::NONE, head: (Span::NONE, SiteOperator::NONE) };

    #[inline(always)]
    fn origin(&self, span: Span) -> Origin {
        let operator = if span == self.head.0 { self.head.1 } else { SiteOperator::NONE };
        Origin { span, expansion: self.expansion, operator }
    }
}

pub(crate) struct Expander<'a> {
    pub vm: &'a mut dyn Machine,
    pub(crate) spans: &'a mut Spans,
    pub ir: Box<Ir>,
    pub(crate) scope: FormScope,
    pub(crate) local_macros: LocalMacros,
    pub(crate) control: ControlContext,
    pub(super) site: FormSite,
    pub(super) inlining: Inlining,
    /// Nodes that have been paid for.
    metered: usize,
    /// Whether each form of a program tells a debugger that it comes next.
    has_points: bool,
}

/// Nodes that are made for nothing: more than in nearly every form that a person writes.
const NODES_PER_CHARGE: usize = 1024;

/// Bytes that a node takes until its form is compiled, instructions and places included.
const BYTES_PER_NODE: usize = 160;

/// Bytes that a variable takes until then: its scope, its binder, its register.
const BYTES_PER_VARIABLE: usize = 160;

/// Bytes that a function takes besides its nodes, until then and as code.
const BYTES_PER_FUNCTION: usize = 640;

/// Bytes that an expansion takes until then and as a part of the code's table.
const BYTES_PER_EXPANSION: usize = 2 * size_of::<ExpansionSite>();

impl<'a> Expander<'a> {
    // It is large: inlined, it is made where it stays.
    #[inline(always)]
    pub fn new(vm: &'a mut dyn Machine, module: ModuleId, spans: &'a mut Spans) -> Self {
        let dialect = vm.dialect(module);
        let home = vm.program().modules[module].is_namespace.then_some(module);
        let has_points = vm.program().code.debug.points.is_some();
        let mut ir = vm.workshop().take_ir();
        ir.home = home;
        ir.has_false = dialect.has_false;
        Expander {
            vm,
            spans,
            ir,
            scope: FormScope::new(module, dialect),
            local_macros: LocalMacros::default(),
            control: ControlContext { frames: smallvec![ControlScope::Function], loops: Vec::new() },
            site: FormSite::NONE,
            inlining: Inlining::default(),
            metered: 0,
            has_points,
        }
    }

    /// Returns whether functions have a namespace of their own in this module.
    pub fn separates_functions(&self) -> bool {
        self.scope.dialect.separates_functions
    }

    pub fn top_level(&mut self, form: Value, span: Span) -> Result<LambdaId> {
        let id = self.add_lambda(span, form);
        // The form given to `eval` may be in tail position of a function.
        let tail = span.is_none() || self.vm.loader.keeps_values && self.separates_functions();
        let body = self.expand(Item { value: form, span }, tail)?;
        self.ir.lambda_mut(id).body = body;
        Ok(id)
    }

    // ---- building nodes

    #[inline(always)]
    pub fn origin(&self, span: Span) -> Origin {
        self.site.origin(span)
    }

    pub fn node(&mut self, node: Node, span: Span) -> NodeId {
        let origin = self.origin(span);
        self.ir.add_any(node, origin)
    }

    /// Expands a form, inlined, so that the node is made in its slot (see [`super::ir::Arena`]).
    #[inline(always)]
    pub fn node_in_place(&mut self, node: Node, span: Span) -> NodeId {
        let origin = self.origin(span);
        self.ir.add(node, origin)
    }

    pub fn constant(&mut self, v: Value, span: Span) -> NodeId {
        self.keep(v);
        self.node_in_place(Node::Const(v), span)
    }

    /// Keeps a value alive until this compilation ends: a macro that is expanded later may collect.
    pub fn keep(&mut self, v: Value) {
        if v.is_heap() {
            self.vm.roots.push(v);
        }
    }

    pub fn nil(&mut self, span: Span) -> NodeId {
        self.constant(Value::NIL, span)
    }

    /// The value of a condition that does not hold.
    pub fn false_value(&mut self, span: Span) -> NodeId {
        self.constant(self.ir.false_value(), span)
    }

    /// The value of what is there for its effect.
    pub fn nothing(&mut self, span: Span) -> NodeId {
        self.constant(self.ir.nothing(), span)
    }

    /// A function under construction: its body is set when it has been expanded.
    pub fn add_lambda(&mut self, span: Span, source: Value) -> LambdaId {
        let body = self.nil(span);
        let mut lambda = Lambda::new(body, span);
        lambda.definition.source = source;
        self.ir.lambdas.push(lambda);
        LambdaId(self.ir.lambdas.len() as u32 - 1)
    }

    /// Expands the body of a function.
    pub fn in_function<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.control.frames.push(ControlScope::Function);
        let result = f(self);
        self.control.frames.pop();
        result
    }

    /// A call of the core's own function `name`, whatever the name means to the program.
    pub fn call_core(&mut self, name: &str, args: &[NodeId], span: Span) -> Result<NodeId> {
        let mut f = self.vm.core_function(name)?;
        if self.ir.has_false {
            f = self.vm.with_distinct_false(f);
        }
        let f = self.constant(f, span);
        Ok(self.node(Node::Call(f, args.into()), span))
    }

    /// A call of a function of the library of the dialect.
    pub fn call_library(&mut self, name: &str, args: &[NodeId], span: Span) -> Result<NodeId> {
        let Some(f) = self.vm.function_for_dialect(self.scope.module, name)? else {
            return internal("a function that the library of a dialect lacks");
        };
        let f = self.constant(f, span);
        Ok(self.node(Node::Call(f, args.into()), span))
    }

    // ---- expressions

    /// Expands one expression. `tail` says whether its value becomes that of the innermost function or named `let`.
    pub fn expand(&mut self, item: Item, tail: bool) -> Result<NodeId> {
        self.meter()?;
        match item.value.kind() {
            Kind::SYMBOL => self.variable(item, tail),
            Kind::PAIR | Kind::DIGITS => self.deeper(item.span, |e| e.combination(item, tail)),
            _ => {
                let value = self.without_aliases(item.value)?;
                Ok(self.constant(value, item.span))
            }
        }
    }

    /// Pays for the nodes made since this was last asked, once they are many: data with shared parts can be an enormous
    /// program.
    pub fn meter(&mut self) -> Result<()> {
        let nodes = self.ir.len();
        if nodes - self.metered < NODES_PER_CHARGE {
            return Ok(());
        }
        self.vm.rt.charge(nodes - self.metered)?;
        self.metered = nodes;
        let ir = &self.ir;
        let bytes = nodes * BYTES_PER_NODE
            + ir.vars.len() * BYTES_PER_VARIABLE
            + ir.lambdas.len() * BYTES_PER_FUNCTION
            + ir.expansions.len() * BYTES_PER_EXPANSION;
        self.vm.rt.heap.reserve(bytes)
    }

    /// Runs `f` one level deeper in the native stack, within the limit on nesting.
    pub fn deeper<T>(&mut self, span: Span, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.levels_deeper(1, span, f)
    }

    /// Runs `f`, which takes as much native stack as `levels` nested forms.
    pub fn levels_deeper<T>(&mut self, levels: usize, span: Span, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.meter()?;
        if !self.vm.rt.budget.nest(levels) {
            let limit = self.vm.rt.budget.nesting;
            let c = ErrorData::new(Code::TooComplex, format!("code is nested deeper than {limit} forms"));
            return Err(self.located(c, span).into());
        }
        #[expect(
            clippy::needless_match,
            reason = "what has just been written in parts would have to arrive in memory to be copied as a whole"
        )]
        let result = match f(self) {
            Ok(made) => Ok(made),
            Err(fault) => Err(fault),
        };
        self.vm.rt.budget.unnest(levels);
        result
    }

    /// The sequence of `items`, which may be empty.
    pub fn body(&mut self, items: &[Item], span: Span, tail: bool) -> Result<NodeId> {
        if self.scope.dialect.has_local_definitions {
            self.body_with_definitions(items, span, tail)
        } else {
            self.sequence(items, span, tail)
        }
    }

    /// The body of `form`, which must have an expression where the language wants one.
    pub fn whole_body(&mut self, form: Item, items: &[Item], tail: bool) -> Result<NodeId> {
        if items.is_empty() && self.scope.dialect.is_strict {
            return self.syntax(form.span, "the body has no expression");
        }
        self.body(items, form.span, tail)
    }

    /// Returns whether the place is in a function or a loop, whose body may run at any time or many times.
    pub fn is_in_function_or_loop(&self) -> bool {
        let functions = self.control.frames.iter().filter(|f| matches!(f, ControlScope::Function)).count();
        let is_loop = || self.control.frames.iter().any(|f| matches!(f, ControlScope::Loop(..)));
        functions > 1 || is_loop() || self.scope.blocks.iter().any(|(name, _)| name.is_none())
    }

    /// A name is used that the program may have nowhere, or of two modules.
    pub fn note_use(&mut self, cell: u32, name: Symbol, span: Span) -> Result<()> {
        let program = self.vm.program_mut();
        if program.globals.value(cell) == Value::UNBOUND {
            program.note_unknown(cell, span);
        }
        program.warn_of_clash(self.scope.module, name, span)
    }

    /// A call of a global function, in a text that is checked. The arity check waits for the end of the text, because a
    /// later form may define the name.
    fn note_count(&mut self, cell: u32, span: Span, got: usize) -> Result<()> {
        let is_checked = self.vm.loader.checking.is_some() && !self.ir.in_library && self.vm.is_watched(span);
        if !is_checked || !self.expanders().all(|name| self.is_of_library(name)) {
            return Ok(());
        }
        // A definition of the library that nothing has used yet is compiled: it knows its parameters then.
        if self.vm.globals.value(cell).is(Kind::LAZY) {
            self.vm.force(cell)?;
        }
        let program = self.vm.program_mut();
        if program.globals.value(cell) == Value::UNBOUND || program.wrong_count(cell, got).is_some() {
            program.note_count(cell, got, span);
        }
        Ok(())
    }

    /// The macros whose expansions we are in.
    fn expanders(&self) -> impl Iterator<Item = Option<Symbol>> + '_ {
        let record = |number: u32| (number as usize).checked_sub(1).and_then(|i| self.ir.expansions.get(i));
        std::iter::successors(record(self.site.expansion), move |e| record(e.parent)).map(|e| e.name)
    }

    /// Returns whether the place is outside of every function and binding.
    pub fn at_top_level(&self) -> bool {
        self.scope.names.is_empty() && self.control.frames.len() == 1 && self.scope.blocks.is_empty()
    }

    /// The sequence of `items`, none of which is a local definition.
    pub fn sequence(&mut self, items: &[Item], span: Span, tail: bool) -> Result<NodeId> {
        match items {
            [] => Ok(self.nothing(span)),
            [one] => self.expand(*one, tail),
            [init @ .., last] => {
                let mut nodes = Nodes::with_capacity(items.len());
                for &i in init {
                    nodes.push(self.expand(i, false)?);
                }
                nodes.push(self.expand(*last, tail)?);
                Ok(self.node_in_place(Node::Seq(nodes), span))
            }
        }
    }

    pub fn expand_all(&mut self, items: &[Item]) -> Result<Nodes> {
        let mut nodes = Nodes::new();
        self.expand_all_into(items, &mut nodes)?;
        Ok(nodes)
    }

    /// Expands `items` and appends their nodes to `nodes` ([`Self::items_into`]).
    pub fn expand_all_into(&mut self, items: &[Item], nodes: &mut Nodes) -> Result<()> {
        nodes.reserve(items.len());
        for &item in items {
            nodes.push(self.expand(item, false)?);
        }
        Ok(())
    }

    fn variable(&mut self, item: Item, tail: bool) -> Result<NodeId> {
        let Some(name) = item.value.as_symbol() else { return Ok(self.constant(item.value, item.span)) };
        let binding = self.lookup(name);
        if binding.is_none()
            && !self.scope.dialect.has_keywords
            && let Some(keyword) = self.unbound_keyword(name)
        {
            return Ok(self.constant(keyword, item.span));
        }
        self.reference(item, name, binding, false, tail)
    }

    /// Returns the value of `:name` where there are no keywords. `:name` is then a symbol like others; if no variable
    /// has that name, its value is the keyword.
    fn unbound_keyword(&mut self, name: Symbol) -> Option<Value> {
        let (module, name) = self.vm.aliases.origin(self.scope.module, name);
        let keyword =
            self.vm.rt.name(name).strip_prefix(':').filter(|n| n.starts_with(char::is_alphabetic))?.to_string();
        let bound = self.vm.find_cell(module, name).is_some();
        (!bound).then(|| Value::keyword(self.vm.rt.symbols.intern(&keyword)))
    }

    /// The function that a name means, where it need not be what the variable of that name holds.
    pub fn function_value(&mut self, item: Item, name: Symbol) -> Result<NodeId> {
        let binding = self.lookup_function(name);
        self.reference(item, name, binding, true, false)
    }

    fn reference(
        &mut self,
        item: Item,
        name: Symbol,
        binding: Option<Binding>,
        function: bool,
        tail: bool,
    ) -> Result<NodeId> {
        match binding {
            Some(Binding::Var(v) | Binding::Function(v)) => {
                self.mention(v);
                Ok(self.node_in_place(Node::Var(v), item.span))
            }
            Some(Binding::Macro(_)) => {
                let message = format!("{} is a macro and has no value", self.vm.rt.name(self.vm.aliases.plain(name)));
                self.syntax(item.span, message)
            }
            Some(Binding::Loop(l)) => {
                self.use_loop(l, None, false);
                Ok(self.node(Node::LoopRef(l), item.span))
            }
            Some(Binding::Operator(m)) => Ok(self.constant(m, item.span)),
            Some(Binding::Alias(number)) => {
                let form = self.form_of_alias(number);
                self.deeper(item.span, |e| e.expand(form, tail))
            }
            Some(Binding::InPlace(f)) => self.value_in_place(f),
            None => {
                let cell = if function { self.function_global(name)? } else { self.global(name)? };
                self.note_use(cell, name, item.span)?;
                // A cell whose definition is not compiled yet is compiled when it is first read.
                Ok(self.node(Node::Global(cell), item.span))
            }
        }
    }

    /// The global cell that `name` means in this module, as a variable.
    pub fn global(&mut self, name: Symbol) -> Result<u32> {
        let program = self.vm.program_mut();
        // Mostly no macro has introduced a name, and the module has this one.
        if program.aliases.is_empty()
            && let Some(cell) = program.modules[self.scope.module].cell(name)
        {
            return Ok(cell);
        }
        let (module, name) = program.aliases.origin(self.scope.module, name);
        program.resolve(module, name)
    }

    /// Notes that a variable is used, if this is the first time.
    pub fn mention(&mut self, v: VarId) {
        let now = self.ir.len();
        self.ir.var_mut(v).mentioned.get_or_insert(now);
    }

    /// The global cell that `name` means in this module at the head of a form.
    pub fn function_global(&mut self, name: Symbol) -> Result<u32> {
        if self.separates_functions() { self.vm.resolve_function(self.scope.module, name) } else { self.global(name) }
    }

    /// A form that is a list with elements: its head says what becomes of it.
    fn combination(&mut self, form: Item, tail: bool) -> Result<NodeId> {
        let outer = self.site.head;
        let node = self.combination_inside(form, tail);
        self.site.head = outer;
        if self.has_points { self.with_point(form, node?, false) } else { node }
    }

    /// Puts a point before the body of a function. One that a macro has made without a name has none.
    pub fn with_entry(&mut self, form: Item, name: Option<Symbol>, body: NodeId) -> Result<NodeId> {
        let is_known = self.has_points && (name.is_some() || self.spans.list(form.value).is_some());
        if is_known { self.with_point(form, body, true) } else { Ok(body) }
    }

    /// Puts a point before a form that the program has written: a call by which it tells a debugger that the form, or
    /// the body of a function, comes next. Definitions of functions and atoms have none.
    #[cold]
    fn with_point(&mut self, form: Item, node: NodeId, is_entry: bool) -> Result<NodeId> {
        let is_silent = |node: &Node| {
            matches!(node, Node::Const(_) | Node::Var(_) | Node::Global(_) | Node::Lambda(_) | Node::LoopRef(_))
        };
        if !is_entry && (is_silent(self.ir.node(node)) || self.ir.is_definition(node)) {
            return Ok(node);
        }
        // Forms made by a macro have the place of the macro's call, but are not found by their own pairs.
        // The function that a defining macro makes has that place, too.
        let Some(span) = self.spans.list(form.value).or(is_entry.then_some(form.span).filter(|s| !s.is_none())) else {
            return Ok(node);
        };
        let program = self.vm.program_mut();
        let Some(text) =
            program.rt.sources.get(span.source()).filter(|_| !program.rt.sources.is_library(span.source()))
        else {
            return Ok(node);
        };
        if let Some(points) = &mut program.code.debug.points {
            points.note(span.source(), text, span.start());
        }
        let f = self.vm.core_function("%debug-point")?;
        let f = self.constant(f, span);
        // It captures no frames, and what it calls for a debugger does not either.
        self.ir.content.mark_leaf(f);
        let is_entry = self.constant(Value::truth(is_entry), span);
        let point = self.node(Node::Call(f, smallvec![is_entry]), span);
        Ok(self.node(Node::Seq(smallvec![point, node]), span))
    }

    /// The head of the form at `span` is this name, unless it is a form that has been made of that one.
    #[inline]
    pub(super) fn begin_form(&mut self, span: Span, name: Option<Symbol>) {
        if span != self.site.head.0 {
            let operator = |name| SiteOperator::new(self.vm.aliases.plain(name), OperatorKind::Other);
            self.site.head = (span, name.map_or(SiteOperator::NONE, operator));
        }
    }

    /// The name at the head of `form`, which is this one, names something of this kind.
    #[inline]
    pub(super) fn head_is(&mut self, name: Symbol, span: Span, kind: OperatorKind) {
        let (at, operator) = self.site.head;
        if at == span && operator.name() == Some(self.vm.aliases.plain(name)) {
            self.site.head.1 = SiteOperator::new(self.vm.aliases.plain(name), kind);
        }
    }

    fn combination_inside(&mut self, form: Item, tail: bool) -> Result<NodeId> {
        let heap = &self.vm.program().rt.heap;
        let (head, rest) = (heap.first(form.value), heap.rest(form.value));
        let rest = Item { value: rest, span: form.span };
        self.begin_form(form.span, head.as_symbol());
        let Some(name) = head.as_symbol() else {
            return self.headed_by_datum(form, rest, tail);
        };
        match self.lookup_function(name) {
            Some(Binding::Loop(l)) => {
                let args = self.items(rest)?;
                self.use_loop(l, Some(args.len()), tail);
                let args = self.expand_all(&args)?;
                Ok(self.node(Node::Again(l, args), form.span))
            }
            Some(Binding::Operator(m)) => self.apply_operator(m, form, rest, None, tail),
            Some(Binding::Macro(m)) => {
                let operator = self.local_macros.by_rules.get(m as usize).map_or(Value::NIL, |m| m.operator);
                self.apply_operator(operator, form, rest, Some(m), tail)
            }
            Some(Binding::Function(v)) => {
                let args = self.items(rest)?;
                self.call(Node::Var(v), self.first_item(form).span, &args, form.span)
            }
            Some(Binding::InPlace(f)) => {
                let args = self.items(rest)?;
                self.call_in_place(f, form, &args, tail)
            }
            Some(Binding::Var(_) | Binding::Alias(_)) => self.call_of_value(form, rest),
            None => self.headed_by_global(name, form, rest, tail),
        }
    }

    /// A form whose head is a name that nothing around it binds.
    fn headed_by_global(&mut self, name: Symbol, form: Item, rest: Item, tail: bool) -> Result<NodeId> {
        let cell = self.function_global(name)?;
        let globals = &self.vm.program().globals;
        let is_reserved = globals.info(cell).is_some_and(|i| i.reserved);
        let mut value = if is_reserved { Value::UNBOUND } else { globals.value(cell) };
        if value.is(Kind::LAZY) && self.vm.lazy_is_macro(value) {
            self.vm.force(cell)?;
            value = self.vm.globals.value(cell);
        }
        self.note_use(cell, name, form.span)?;
        if matches!(value.kind(), Kind::SPECIAL | Kind::MACRO) {
            if value.is(Kind::MACRO) && self.vm.is_library_macro(value) {
                self.head_is(name, form.span, OperatorKind::LibraryMacro);
            }
            return self.apply_operator(value, form, rest, None, tail);
        }
        let mut args = Items::new();
        self.items_into(rest, &mut args)?;
        let is_given = self.vm.is_given(cell);
        if is_given {
            let kind = if value.is(Kind::NATIVE) { OperatorKind::Native } else { OperatorKind::Library };
            self.head_is(name, form.span, kind);
        }
        let inlined = if value.is(Kind::NATIVE) && is_given {
            self.inline_native(value, form, &args, tail)?
        } else {
            match self.operator_with_methods(cell, value, form, &args)? {
                None => self.inline_call(cell, form, &args, tail)?,
                node => node,
            }
        };
        if let Some(node) = inlined {
            return Ok(node);
        }
        self.note_count(cell, form.span, args.len())?;
        if self.separates_functions() && self.vm.globals.value(cell) == Value::UNBOUND {
            self.vm.note_undefined(cell);
        }
        self.call(Node::Global(cell), self.first_item(form).span, &args, form.span)
    }

    /// A form whose head is no name: an operator or a function itself, or a form that yields one.
    fn headed_by_datum(&mut self, form: Item, rest: Item, tail: bool) -> Result<NodeId> {
        let head = self.first_item(form);
        match head.value.kind() {
            Kind::SPECIAL | Kind::MACRO => self.apply_operator(head.value, form, rest, None, tail),
            Kind::NATIVE => {
                let args = self.items(rest)?;
                match self.inline_native(head.value, form, &args, tail)? {
                    Some(node) => Ok(node),
                    None => self.call(Node::Const(head.value), head.span, &args, form.span),
                }
            }
            _ if self.special_head(head)? == Some("mlambda") => {
                // The macro is made now, before the program runs: it does not see local variables.
                let operator = self.evaluated_now(head)?;
                self.apply_operator(operator, form, rest, None, tail)
            }
            _ => self.call_of_value(form, rest),
        }
    }

    /// A call of what the head of a form evaluates to.
    fn call_of_value(&mut self, form: Item, rest: Item) -> Result<NodeId> {
        let head = self.first_item(form);
        let args = self.items(rest)?;
        let f = self.expand(head, false)?;
        self.call_of_node(f, &args, form.span)
    }

    /// A call of what `f` gives.
    pub fn call(&mut self, f: Node, f_span: Span, args: &[Item], span: Span) -> Result<NodeId> {
        let f = self.node(f, f_span);
        self.call_of_node(f, args, span)
    }

    fn call_of_node(&mut self, f: NodeId, args: &[Item], span: Span) -> Result<NodeId> {
        let called = self.ir.node(f);
        let value = match *called {
            Node::Const(v) => v,
            Node::Global(cell) => self.vm.globals.value(cell),
            _ => Value::NIL,
        };
        let program = self.vm.program();
        let given = !matches!(*called, Node::Global(cell) if !program.is_given(cell));
        let (is_leaf, captures) = (given && program.is_leaf(value), program.is_capturer(value));
        if is_leaf {
            self.ir.content.mark_leaf(f);
        }
        let mut nodes = Nodes::new();
        self.expand_all_into(args, &mut nodes)?;
        let call = self.node_in_place(Node::Call(f, nodes), span);
        if captures {
            self.ir.content.mark_capture(call);
        }
        Ok(call)
    }

    /// A special operator or macro at the head of `form`, applied to the unevaluated `rest`.
    /// (`local`: the number of its local binding, if it has one).
    pub(crate) fn apply_operator(
        &mut self,
        operator: Value,
        form: Item,
        rest: Item,
        local: Option<u32>,
        tail: bool,
    ) -> Result<NodeId> {
        if operator.is(Kind::SPECIAL) {
            let mut args = Items::new();
            self.items_into(rest, &mut args)?;
            return special::expand(self, operator, form, &args, tail);
        }
        let outer = self.site.expansion;
        let expanded = self.macro_call(operator, form, local)?;
        let node = self.expand(expanded, tail);
        self.site.expansion = outer;
        node
    }

    /// Expands a macro call. All nodes that are made from now on come from it, until [`Self::expansion`] is set
    /// back.
    pub(crate) fn macro_call(&mut self, operator: Value, form: Item, local: Option<u32>) -> Result<Item> {
        let value = self.expand_once(operator, form, local)?;
        let is_library = self.vm.is_library_macro(operator);
        let record =
            ExpansionSite { name: self.macro_name(operator), call: form.span, parent: self.site.expansion, is_library };
        self.ir.expansions.push(record);
        self.site.expansion = self.ir.expansions.len() as u32;
        let span = if value.is_pair() { self.spans.list(value).unwrap_or(form.span) } else { form.span };
        Ok(Item { value, span })
    }

    /// The special operator that a form begins with, by its own name, whatever it is called here.
    pub(crate) fn special_head(&mut self, form: Item) -> Result<Option<&'static str>> {
        if !form.value.is_pair() {
            return Ok(None);
        }
        let mut operator = self.vm.rt.heap.car(form.value);
        if let Some(name) = operator.as_symbol() {
            if self.lookup_function(name).is_some() {
                return Ok(None);
            }
            let cell = self.function_global(name)?;
            operator = self.vm.globals.value(cell);
        }
        Ok(self.vm.operator(operator).map(|o| o.name))
    }

    /// The value of a form that is evaluated while the program is compiled.
    pub fn evaluated_now(&mut self, form: Item) -> Result<Value> {
        let thunk = self.vm.compile(self.scope.module, form.value, self.spans, form.span)?;
        let value = self.vm.call(thunk, &[])?;
        self.keep(value);
        Ok(value)
    }

    fn macro_name(&self, m: Value) -> Option<Symbol> {
        self.vm.rt.heap.as_macro(m)?.name
    }

    /// Calls a macro's expander on the arguments of `form`.
    pub(crate) fn expand_once(&mut self, operator: Value, form: Item, local: Option<u32>) -> Result<Value> {
        let Some(&Macro { expander, rules, .. }) = self.vm.rt.heap.as_macro(operator) else {
            return self.syntax(form.span, "this is no macro");
        };
        if let Some(module) = rules {
            let value = self.expand_rules(expander, MacroOrigin { module, local }, form)?;
            self.keep(value);
            return Ok(value);
        }
        let args = self.vm.rt.heap.cdr(form.value);
        match self.vm.call(expander, &[args]) {
            Ok(v) => {
                let v = self.vm.primary_value(v);
                self.keep(v);
                Ok(v)
            }
            Err(mut fault) => {
                // An error inside the expander: say at which call of the macro it happened.
                let name = self.macro_name(operator).map_or("an anonymous macro", |n| self.vm.rt.name(n)).to_string();
                match &mut *fault {
                    Unwind::Error(c) => c.details_mut().expansion.push((name, form.span)),
                    Unwind::Throw { value, .. } => {
                        let value = *value;
                        let read = self.spans.list(form.value).filter(|_| form.span.is_none());
                        self.vm.locate_at_call(value, &name, read.unwrap_or(form.span));
                    }
                    Unwind::Limit(_) => {}
                }
                Err(fault)
            }
        }
    }

    /// `(expand-macro form)`.
    pub fn expand_macro(&mut self, form: Value, full: bool) -> Result<Value> {
        let mut form = form;
        loop {
            if !form.is_pair() {
                return Ok(form);
            }
            let head = self.vm.rt.heap.car(form);
            let operator = match head.as_symbol() {
                Some(name) => {
                    let cell = self.function_global(name)?;
                    let value = self.vm.globals.value(cell);
                    if value.is(Kind::LAZY) && !self.vm.is_stale(value) {
                        self.vm.force(cell)?;
                    }
                    self.vm.globals.value(cell)
                }
                None => head,
            };
            if !operator.is(Kind::MACRO) {
                return Ok(form);
            }
            form = self.expand_once(operator, Item { value: form, span: Span::NONE }, None)?;
            if !full {
                return Ok(form);
            }
            self.vm.rt.charge(1)?;
        }
    }
}
