//! Extensions of an engine by dialects: state of their own, and comparisons of the keys of tables.

use std::any::Any;

use super::Runtime;
use crate::fault::{Result, internal};
use crate::object::table::Keys;
use crate::value::Value;

/// State of the dialects in use, one value of each type.
#[derive(Clone, Default)]
pub struct States(Vec<Box<dyn State>>);

/// State of a dialect in an engine. Copies of the engine have copies of it.
trait State: Send {
    fn copy(&self) -> Box<dyn State>;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Any + Send + Clone> State for T {
    fn copy(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl Clone for Box<dyn State> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

impl std::fmt::Debug for States {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("States")
    }
}

impl States {
    /// The state of this type, which there is from now on.
    pub fn get_mut<T: Any + Send + Clone + Default>(&mut self) -> &mut T {
        if self.get::<T>().is_none() {
            self.0.push(Box::<T>::default());
        }
        // There is one now.
        self.0.iter_mut().find_map(|s| (**s).as_any_mut().downcast_mut()).unwrap_or_else(|| Box::leak(Box::default()))
    }

    /// The state of this type, if anybody has asked to change it.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.iter().find_map(|s| (**s).as_any().downcast_ref())
    }
}

/// A way to compare the keys of tables.
#[derive(Debug)]
pub struct Comparison {
    /// Name, by which an engine knows it.
    pub name: &'static str,
    /// The same number for keys that are the same.
    pub hash: fn(&mut Runtime, Value) -> Result<u64>,
    /// Whether two keys are the same.
    pub same: fn(&mut Runtime, Value, Value) -> Result<bool>,
}

impl Runtime {
    /// Returns the key kind of tables that use this comparison.
    pub fn keys_by(&mut self, comparison: &'static Comparison) -> Keys {
        let known = self.comparisons.iter().position(|c| c.name == comparison.name);
        let number = known.unwrap_or_else(|| {
            self.comparisons.push(comparison);
            self.comparisons.len() - 1
        });
        Keys::Own(number as u8)
    }

    /// The comparison of that number.
    pub(crate) fn comparison(&self, number: u8) -> Result<&'static Comparison> {
        match self.comparisons.get(usize::from(number)) {
            Some(&comparison) => Ok(comparison),
            None => internal("a comparison that is not there"),
        }
    }
}
