//! Re-entrant continuations: a copy of the stack and the handlers.

use crate::heap::Resident;
use crate::value::Value;

#[derive(Debug)]
pub(crate) struct Continuation {
    pub stack: Box<[Value]>,
}

impl Resident for Continuation {
    fn bytes(&self) -> usize {
        self.stack.len() * 8
    }

    fn trace(&self, gray: &mut Vec<Value>) {
        gray.extend(self.stack.iter().filter(|v| v.is_heap()));
    }
}
