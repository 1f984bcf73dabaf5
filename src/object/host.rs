//! Objects of the host: what the heap knows of them, and how code of the host is run.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::fault::{Code, Res, complain};
use crate::memory::allocated;
use crate::symbol::Symbol;

/// An object of the host: a Rust value with its class.
pub(crate) struct HostObject {
    pub class: Arc<HostClass>,
    /// Not there while a function of the host has it. If that panics, it is lost.
    data: Option<Box<dyn Any + Send>>,
    /// What it took when it was last put here, beside itself.
    bytes: usize,
}

type Compare = Box<dyn Fn(&dyn Any, &dyn Any) -> bool + Send + Sync>;
type Ask<T> = Box<dyn Fn(&dyn Any) -> T + Send + Sync>;

/// What all objects of a type have in common. What is not there is as for other things: they are equal if they are the
/// same one.
pub(crate) struct HostClass {
    pub name: Symbol,
    /// The same, for messages.
    pub title: &'static str,
    pub equal: Option<Compare>,
    pub hash: Option<Ask<u64>>,
    pub print: Option<Ask<String>>,
    pub size: Option<Ask<usize>>,
}

/// What the object is to the host there is only once: the copy is without it. See [`HostObject::take_from`].
impl Clone for HostObject {
    fn clone(&self) -> HostObject {
        HostObject { class: Arc::clone(&self.class), data: None, bytes: self.bytes }
    }
}

impl HostObject {
    pub fn new(class: Arc<HostClass>, data: Box<dyn Any + Send>) -> HostObject {
        let mut object = HostObject { class, data: None, bytes: 0 };
        object.put(data);
        object
    }

    pub fn data(&self) -> Option<&(dyn Any + Send)> {
        self.data.as_deref()
    }

    /// Takes the data out, to be put back.
    pub fn take(&mut self) -> Option<Box<dyn Any + Send>> {
        self.data.take()
    }

    /// The object, which was copied without its data, gets that of the original.
    pub fn take_from(&mut self, original: &mut HostObject) {
        (self.data, self.bytes) = (original.data.take(), original.bytes);
    }

    pub fn put(&mut self, data: Box<dyn Any + Send>) {
        let size = self.class.size.as_ref();
        // Who cannot tell its size takes as much as before.
        self.bytes = guarded(self.class.title, || Ok(size.map_or(0, |size| size(&*data)))).unwrap_or(self.bytes);
        self.bytes = self.bytes.saturating_add(allocated(size_of_val(&*data)));
        self.data = Some(data);
    }

    pub fn bytes(&self) -> usize {
        allocated(size_of::<HostObject>()).saturating_add(self.bytes)
    }

    /// Are both equal in the way of their class?
    pub fn equals(&self, other: &HostObject) -> Res<bool> {
        let (true, Some(equal)) = (Arc::ptr_eq(&self.class, &other.class), &self.class.equal) else { return Ok(false) };
        match (&self.data, &other.data) {
            (Some(a), Some(b)) => guarded(self.class.title, || Ok(equal(&**a, &**b))),
            _ => self.in_use(),
        }
    }

    /// The hash that goes with [`HostObject::equals`], if objects of the class are compared.
    pub fn hash(&self) -> Res<Option<u64>> {
        match (&self.class.hash, &self.data) {
            (Some(hash), Some(data)) => guarded(self.class.title, || Ok(Some(hash(&**data)))),
            (Some(_), None) => self.in_use(),
            (None, _) => Ok(None),
        }
    }

    /// How it is shown behind its type; empty if nothing is said of that.
    pub fn text(&self) -> String {
        match (&self.class.print, &self.data) {
            (Some(print), Some(data)) => guarded(self.class.title, || Ok(print(&**data))).unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// A function of the host has the object, or had it when it panicked.
    #[cold]
    pub fn in_use<T>(&self) -> Res<T> {
        let problem = "the object is in use by a function of the host, or was lost when one panicked";
        complain(self.class.title, Code::Host, problem)
    }

    /// The end of the object. It is the host's code that runs then.
    pub fn end(self) {
        let _ = catch_unwind(AssertUnwindSafe(|| drop(self)));
    }
}

impl fmt::Debug for HostObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HostObject({})", self.class.title)
    }
}

/// Runs code of the host. Its panic must not take the engine's user down: it becomes an error, of which `name`
/// complains.
#[inline]
pub(crate) fn guarded<T>(name: &str, f: impl FnOnce() -> Res<T>) -> Res<T> {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(result) => result,
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().copied();
            let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("");
            let colon = if text.is_empty() { "" } else { ": " };
            complain(name, Code::Host, format!("the host's function panicked{colon}{text}"))
        }
    }
}
