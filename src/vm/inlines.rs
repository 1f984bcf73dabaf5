//! Functions of the library whose calls are compiled as what stands in their definitions: `(definline (name parameter ...) ...)`.
//!
//! Where such a definition stands is known from the scan of the library; it is read when the first call of it is compiled.

use std::sync::Arc;

use hashbrown::HashMap;

use super::Vm;
use crate::fault::{Res, internal};
use crate::library::{self, Definition};
use crate::module::Module;
use crate::reader::{Reader, Spans};
use crate::source::{Source, Span};
use crate::symbol::{CORE, ModuleId, Symbol};
use crate::value::{Kind, Value};

/// All that can be compiled in place.
#[derive(Default)]
pub(crate) struct Inlines {
    all: Vec<Inlined>,
    /// By name: the module that has it under this name, the number of arguments, and its position among all.
    by_name: HashMap<Symbol, Vec<(ModuleId, usize, usize)>>,
}

struct Inlined {
    definition: Definition,
    /// Where its names mean what they mean.
    module: ModuleId,
    /// The definition, once it has been read.
    form: Value,
    template: Option<Arc<Template>>,
}

/// What a call becomes.
pub(crate) struct Template {
    pub module: ModuleId,
    pub params: Vec<Param>,
    pub body: Vec<Value>,
    /// Not where the value of the call is that of a function: something that it calls last must be called in its place.
    pub not_last: bool,
}

pub(crate) struct Param {
    pub name: Symbol,
    /// With how many arguments the body calls it, if that is all that happens to it, at one place: a function that is written as an argument can be
    /// compiled there.
    pub called_with: Option<usize>,
}

/// The uses of a name in a definition.
#[derive(Default)]
struct Uses {
    count: usize,
    called_with: Option<usize>,
}

impl Inlines {
    /// The definitions that have been read.
    pub fn forms(&self) -> impl Iterator<Item = &Value> {
        self.all.iter().map(|i| &i.form)
    }

    /// May a call of a function of that name have been compiled in place?
    pub fn has(&self, name: Symbol) -> bool {
        self.by_name.contains_key(&name)
    }

    fn find(&self, module: ModuleId, name: Symbol, argc: usize) -> Option<usize> {
        let places = self.by_name.get(&name)?;
        places.iter().find(|p| p.0 == module && p.1 == argc).map(|p| p.2)
    }
}

impl Vm {
    /// Notes that calls of what this definition defines are compiled in place, in the modules that see `module`.
    pub(super) fn note_inline(&mut self, module: ModuleId, definition: Definition) {
        let Some(arity) = definition.inline else { return };
        let name = self.rt.symbols.intern(definition.name);
        let place = (module, arity, self.inlines.all.len());
        self.inlines.by_name.entry(name).or_default().push(place);
        self.inlines.all.push(Inlined { definition, module, form: Value::NIL, template: None });
    }

    /// The definitions of the core that are compiled in place.
    pub(super) fn core_inlines(&self) -> Vec<Definition> {
        self.inlines.all.iter().filter(|i| i.module == CORE).map(|i| i.definition).collect()
    }

    /// `name` in `module` is another name of what `other` is in the module `of`.
    pub(super) fn note_inline_alias(&mut self, module: ModuleId, name: Symbol, of: ModuleId, other: Symbol) {
        let Some(places) = self.inlines.by_name.get(&other) else { return };
        let own = places.iter().filter(|p| p.0 == of).map(|&(_, arity, at)| (module, arity, at)).collect::<Vec<_>>();
        self.inlines.by_name.entry(name).or_default().extend(own);
    }

    /// The number of the template for calls with so many arguments of what a cell means, if it is what the library says.
    pub(crate) fn inline_for(&self, cell: u32, argc: usize) -> Option<usize> {
        let info = self.globals.info(cell)?;
        if !self.inlines.has(info.name) || !self.is_given(cell) {
            return None;
        }
        let of_layer = |m: &&Module| m.cell(info.name).or(m.function_cell(info.name)).is_some();
        let home = match self.modules.get(info.module.0 as usize)?.layer {
            Some(layer) if self.modules.get(layer.0 as usize).as_ref().is_some_and(of_layer) => layer,
            None if !info.from_core => info.module,
            _ => self.core_of(info.module),
        };
        self.inlines.find(home, info.name, argc)
    }

    /// The template of this number, which is read if nobody has needed it before.
    pub(crate) fn template(&mut self, number: usize) -> Res<Arc<Template>> {
        let Some(inlined) = self.inlines.all.get(number) else { return internal("a template that is not there") };
        if let Some(template) = &inlined.template {
            return Ok(Arc::clone(template));
        }
        let (definition, module) = (inlined.definition, inlined.module);
        // Its parts have no places of their own, as what is made of them has the place of the call: so its file need not be known as a source.
        let Some(text) = definition.text() else { return internal("a library text") };
        let text = Arc::new(Source::new(String::new(), text.to_string()));
        let mut reader = Reader::new(Span::NONE.source, text);
        reader.set_dialect(self.dialect(module));
        let Some(form) = reader.read(&mut self.rt, &mut Spans::new())? else { return internal("an empty definition") };
        if let Some(i) = self.inlines.all.get_mut(number) {
            i.form = form;
        }
        let template = Arc::new(self.read_template(module, form)?);
        if let Some(i) = self.inlines.all.get_mut(number) {
            i.template = Some(Arc::clone(&template));
        }
        Ok(template)
    }

    fn read_template(&mut self, module: ModuleId, form: Value) -> Res<Template> {
        let mut parts: Vec<Value> = self.rt.heap.iter(form).skip(1).collect();
        if parts.is_empty() {
            return internal("a definline without a signature");
        }
        let signature: Vec<Symbol> = self.rt.heap.iter(parts.remove(0)).skip(1).filter_map(Value::as_symbol).collect();
        if parts.len() > 1 && parts.first().is_some_and(|v| v.is(Kind::STRING)) {
            parts.remove(0);
        }
        let not_last = parts.first().and_then(|v| v.as_keyword()).is_some_and(|k| self.rt.name(k) == library::NOT_LAST);
        if not_last {
            parts.remove(0);
        }
        let mut params = Vec::with_capacity(signature.len());
        for name in signature {
            let mut uses = Uses::default();
            for &form in &parts {
                self.count_uses(module, form, name, &mut uses)?;
            }
            params.push(Param { name, called_with: uses.called_with.filter(|_| uses.count == 1) });
        }
        Ok(Template { module, params, body: parts, not_last })
    }

    /// Looks for a name in a definition of the library, which is small and binds no name twice.
    fn count_uses(&mut self, module: ModuleId, form: Value, name: Symbol, uses: &mut Uses) -> Res<()> {
        if form == Value::symbol(name) {
            uses.count += 1;
        }
        let items: Vec<Value> = self.rt.heap.iter(form).collect();
        let Some((head, args)) = items.split_first() else { return Ok(()) };
        if *head == Value::symbol(name) {
            uses.called_with = Some(args.len());
        }
        if let Some(at) = args.iter().position(|&a| a == Value::symbol(name))
            && let Some(function) = head.as_symbol()
            && let Some(cell) = self.find_cell(module, function)
            && let Some(number) = self.inline_for(cell, args.len())
        {
            // It is passed on to what is compiled in place itself.
            uses.called_with = self.template(number)?.params.get(at).and_then(|p| p.called_with);
        }
        items.into_iter().try_for_each(|item| self.count_uses(module, item, name, uses))
    }
}
