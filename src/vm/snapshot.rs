//! Copies of the machine while nothing runs: see `docs/design/embedding.md`, "Copies".

use super::Vm;
use super::host_call::HostState;
use crate::host::Host;
use crate::limits::InterruptHandle;

impl Vm {
    /// A copy with a host of its own, without handles, data of the host, and what objects of the host are to it.
    /// Nothing must be running.
    pub fn copy(&self, outside: Box<dyn Host>, interrupt: InterruptHandle) -> Vm {
        let host = HostState {
            callbacks: self.host.callbacks.clone(),
            block_on: self.host.block_on.clone(),
            ..HostState::default()
        };
        Vm {
            host,
            native_modules: self.native_modules.clone(),
            counters: self.counters,
            max_depth: self.max_depth,
            has_marks: self.has_marks,
            ..Vm::idle(self.program.copy(outside, interrupt), self.dialects.clone())
        }
    }
}
