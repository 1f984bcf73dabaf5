//! Empty arenas and lists that compiling leaves for the next form, so that a short form need not allocate and grow its
//! own.

use super::assembler::Assembly;
use super::ir::{Ir, LambdaId, Origin};

/// Functions inside each other whose lists are kept.
const MAX_ASSEMBLIES: usize = 4;

/// Belongs to the machine. Compilers inside one another (a macro that evaluates code) each take what is there.
#[derive(Default)]
pub(crate) struct Workshop {
    ir: Option<Box<Ir>>,
    #[expect(clippy::vec_box, reason = "they go in and out as they are: a list of them is large")]
    assemblies: Vec<Box<Assembly>>,
}

impl Workshop {
    /// An empty arena.
    pub(super) fn take_ir(&mut self) -> Box<Ir> {
        self.ir.take().unwrap_or_default()
    }

    /// The arena is no longer needed. (One that is not given back is dropped, and the next is a new one.)
    pub(super) fn give_ir(&mut self, mut ir: Box<Ir>) {
        if ir.is_small() {
            ir.clear();
            self.ir = Some(ir);
        }
    }

    /// A function without instructions: see [`Assembly::begin`].
    pub(super) fn take_assembly(&mut self, lambda: LambdaId, params: usize, origin: Origin) -> Box<Assembly> {
        let mut assembly = self.assemblies.pop().unwrap_or_default();
        assembly.begin(lambda, params, origin);
        assembly
    }

    /// The function has been linked.
    pub(super) fn give_assembly(&mut self, assembly: Box<Assembly>) {
        if assembly.is_small() && self.assemblies.len() < MAX_ASSEMBLIES {
            self.assemblies.push(assembly);
        }
    }
}
