//! Stores as objects of the language: variables, constraints, and what is carried out by functions.

use std::sync::Arc;

use super::Resident;
use super::board::Steps;
use crate::memory::allocated;
use crate::value::Value;
use klammer_constraints::Store;

/// A store and its place in the search that it came about in.
#[derive(Debug, Clone, Default)]
pub(crate) struct StoreObject {
    pub store: Store,
    /// Functions that propagate, by the numbers that the store knows them by.
    pub propagators: Arc<Vec<Value>>,
    /// Where it came about.
    pub steps: Steps,
}

impl Resident for StoreObject {
    fn bytes(&self) -> usize {
        size_of::<StoreObject>() + allocated(self.store.bytes()) + self.propagators.len() * size_of::<Value>()
    }

    fn trace(&self, gray: &mut Vec<Value>) {
        gray.extend(self.propagators.iter().filter(|v| v.is_heap()));
    }
}
