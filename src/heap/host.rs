//! Objects of the host, and parts of such objects: what they are in Rust, and what their class says of that.

use std::sync::Arc;

use super::Heap;
use crate::fault::Res;
use crate::object::Object;
use crate::object::host::{Data, HostObject, guarded};
use crate::value::Value;

impl Heap {
    /// The object of the host that a value is.
    #[inline]
    pub fn as_host_object(&self, v: Value) -> Option<&HostObject> {
        match self.as_object(v) {
            Some(Object::Host(object)) => Some(object),
            _ => None,
        }
    }

    /// What an object of the host is in Rust.
    #[inline]
    pub fn host_data<'a>(&'a self, object: &'a HostObject) -> Option<&'a Data> {
        object.data(|whole| self.as_host_object(whole))
    }

    /// Puts back what has been taken out of the object `v`, and counts what it takes now.
    pub fn put_host_data(&mut self, v: Value, data: Box<Data>) {
        self.update(v, |object| {
            if let Object::Host(object) = object {
                object.put(data);
            }
        });
    }

    /// Are both equal in the way of their class?
    pub fn host_equal(&self, a: &HostObject, b: &HostObject) -> Res<bool> {
        let (true, Some(equal)) = (Arc::ptr_eq(&a.class, &b.class), &a.class.equal) else { return Ok(false) };
        guarded(a.class.title, || match (self.host_data(a), self.host_data(b)) {
            (Some(x), Some(y)) => Ok(equal(x, y)),
            _ => a.in_use(),
        })
    }

    /// The hash that goes with [`Heap::host_equal`], if objects of the class are compared.
    pub fn host_hash(&self, object: &HostObject) -> Res<Option<u64>> {
        let Some(hash) = &object.class.hash else { return Ok(None) };
        guarded(object.class.title, || match self.host_data(object) {
            Some(data) => Ok(Some(hash(data))),
            None => object.in_use(),
        })
    }

    /// How it is shown behind its type; empty if nothing is said of that.
    pub fn host_text(&self, object: &HostObject) -> String {
        let Some(print) = &object.class.print else { return String::new() };
        guarded(object.class.title, || Ok(self.host_data(object).map(|data| print(data))))
            .ok()
            .flatten()
            .unwrap_or_default()
    }
}
