//! Objects of the host, and parts of such objects: what they are in Rust, and what their class says of that.

use super::Heap;
use crate::fault::{Result, internal};
use crate::object::Object;
use crate::object::host::{Ask, Data, HostObject, guarded};
use crate::value::Value;
#[cfg(feature = "search")]
use klammer_space::Searchable;

impl Heap {
    /// The object of the host that a value is.
    #[inline]
    pub(crate) fn as_host_object(&self, v: Value) -> Option<&HostObject> {
        match self.as_object(v) {
            Some(Object::Host(object)) => Some(object),
            _ => None,
        }
    }

    /// Returns the Rust value of an object of the host.
    #[inline]
    pub(crate) fn host_data<'a>(&'a self, object: &'a HostObject) -> Option<&'a Data> {
        object.data(|whole| self.as_host_object(whole))
    }

    /// Takes what an object of the host is out of it.
    pub(crate) fn take_host_data(&mut self, v: Value) -> Result<Box<Data>> {
        match self.as_object_mut(v) {
            Some(Object::Host(object)) => match object.take() {
                Some(data) => Ok(data),
                None => object.in_use(),
            },
            _ => internal("an object of the host"),
        }
    }

    /// Puts back what has been taken out of the object `v`, and counts what it takes now.
    pub(crate) fn put_host_data(&mut self, v: Value, data: Box<Data>) {
        self.update(v, |object| {
            if let Object::Host(object) = object {
                object.put(data);
            }
        });
    }

    /// A copy of an object of a class that has copies.
    pub(crate) fn copy_host_object(&mut self, v: Value) -> Result<Value> {
        let Some(object) = self.as_host_object(v) else { return internal("an object of the host") };
        let Some(data) = self.host_data(object) else { return object.in_use() };
        let Some(copy) = &object.class.copy else { return internal("an object that is copied") };
        let copy = guarded(object.class.title, || copy(data).map_or_else(|| internal("an object of its class"), Ok))?;
        let copy = object.copy_with(copy);
        self.object(Object::Host(Box::new(copy)))
    }

    /// An object of the host as what a search works on, if it is that.
    #[cfg(feature = "search")]
    #[inline]
    pub(crate) fn as_space(&self, v: Value) -> Option<&dyn Searchable> {
        let object = self.as_host_object(v)?;
        (object.class.space.as_ref()?.shared)(self.host_data(object)?)
    }

    /// Returns whether both are equal by the test of their class.
    pub(crate) fn host_equal(&self, a: &HostObject, b: &HostObject) -> Result<bool> {
        let (true, Some(equal)) = (a.class.of == b.class.of, &a.class.equal) else { return Ok(false) };
        guarded(a.class.title, || match (self.host_data(a), self.host_data(b)) {
            (Some(x), Some(y)) => Ok(equal(x, y)),
            _ => a.in_use(),
        })
    }

    /// The hash that goes with [`Heap::host_equal`], if objects of the class are compared.
    pub(crate) fn host_hash(&self, object: &HostObject) -> Result<Option<u64>> {
        let Some(hash) = &object.class.hash else { return Ok(None) };
        guarded(object.class.title, || match self.host_data(object) {
            Some(data) => Ok(Some(hash(data))),
            None => object.in_use(),
        })
    }

    /// Returns the text that is shown after its type, which is empty if the class has none.
    pub(crate) fn host_text(&self, object: &HostObject) -> String {
        let class = &object.class;
        class.print.as_ref().or(class.display.as_ref()).and_then(|text| self.said(object, text)).unwrap_or_default()
    }

    /// Returns the text that people read of it instead, if the class has one.
    pub(crate) fn host_display(&self, object: &HostObject) -> Option<String> {
        self.said(object, object.class.display.as_ref()?)
    }

    fn said(&self, object: &HostObject, text: &Ask<String>) -> Option<String> {
        guarded(object.class.title, || Ok(self.host_data(object).map(|data| text(data)))).ok().flatten()
    }

    // ---- what several of them have in common

    /// Counts what an object has in common with others, when it has come about or changed.
    pub(crate) fn count_host_shares(&mut self, v: Value) {
        let Some(object) = self.as_host_object(v) else { return };
        let (Some(data), Some(sharing)) = (self.host_data(object), &object.class.shared) else { return };
        let Ok(Some(part)) = guarded(object.class.title, || Ok(sharing(data))) else { return };
        let bytes = (part.bytes)().unwrap_or(0);
        let before = match self.host_shares.iter_mut().rev().find(|(known, _)| known.at == part.at) {
            Some((known, counted)) => {
                // Another one may lie where one lay that is gone.
                *known = part;
                std::mem::replace(counted, bytes)
            }
            None => {
                self.host_shares.push((part, bytes));
                0
            }
        };
        self.external_bytes += bytes.saturating_sub(before);
        self.pressed |= bytes > before && self.used() > self.limit;
    }

    /// Bytes of what objects of the host have in common, as long as there are any.
    pub(crate) fn host_shared_bytes(&mut self) -> usize {
        self.host_shares.retain_mut(|(part, counted)| match (part.bytes)() {
            Some(bytes) => {
                *counted = bytes;
                true
            }
            None => false,
        });
        self.host_shares.iter().map(|(_, counted)| counted).sum()
    }
}
