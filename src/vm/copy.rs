//! Copies of the machine while nothing runs: see `docs/design/embedding.md`, "Copies".

use super::Vm;
use crate::io::Host;
use crate::limits::Interrupt;

impl Vm {
    /// A copy with a host of its own, without handles, data of the host, and what objects of the host are to it.
    /// Nothing must be running.
    pub fn copy(&self, host: Box<dyn Host>, interrupt: Interrupt) -> Vm {
        Vm {
            max_depth: self.max_depth,
            callbacks: self.callbacks.clone(),
            block_on: self.block_on.clone(),
            runs: self.runs,
            loads: self.loads,
            segments: self.segments,
            handler_numbers: self.handler_numbers,
            has_marks: self.has_marks,
            languages: self.languages.clone(),
            own_controls: self.own_controls.clone(),
            own_operators: self.own_operators.clone(),
            provided: self.provided.clone(),
            filled: self.filled.clone(),
            library: self.library.clone(),
            ..Vm::idle(self.world.copy(host, interrupt), self.dialects.clone())
        }
    }
}
