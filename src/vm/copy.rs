//! The machine once more, as long as nothing runs; how it was before something ran: see
//! `docs/design/embedding.md`, "Copies".

use super::Vm;
use super::parking::Parking;
use crate::host::{ClosedHost, Host};
use crate::limits::InterruptHandle;
use crate::module::World;
use crate::value::{Kind, Value};

impl Vm {
    /// A copy with a host of its own, without handles, data of the host, and what objects of the host are to it.
    /// Nothing must be running.
    pub fn copy(&self, host: Box<dyn Host>, interrupt: InterruptHandle) -> Vm {
        Vm {
            max_depth: self.max_depth,
            callbacks: self.callbacks.clone(),
            block_on: self.block_on.clone(),
            release: self.release,
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
            library_parts: self.library_parts,
            ..Vm::idle(self.world.copy(host, interrupt), self.dialects.clone())
        }
    }
}

/// An engine as it was, to be put back.
pub(crate) struct Checkpoint {
    world: World,
    held: Vec<Value>,
    roots: usize,
    callbacks: usize,
    languages: usize,
    own_controls: usize,
    own_operators: usize,
    filled: usize,
    has_marks: bool,
    parking: Parking,
}

impl Vm {
    /// Remembers all that a program can change. [`Vm::keep`] or [`Vm::roll_back`] must follow.
    pub fn checkpoint(&mut self) -> Checkpoint {
        let world = self.world.copy(Box::new(ClosedHost::new()), InterruptHandle::default());
        let roots = self.roots.len();
        // None must be collected meanwhile: of some there is only one, and nothing else may come to lie where they lie.
        let objects: Vec<Value> = self.rt.heap.host_objects().collect();
        self.roots.extend(objects);
        Checkpoint {
            world,
            held: self.rt.host_roots.freeze(),
            roots,
            callbacks: self.callbacks.len(),
            languages: self.languages.len(),
            own_controls: self.own_controls.len(),
            own_operators: self.own_operators.len(),
            filled: self.filled.len(),
            has_marks: self.has_marks,
            parking: self.parking.clone(),
        }
    }

    /// Keeps what has been done since the checkpoint.
    pub fn keep(&mut self, checkpoint: &Checkpoint) {
        self.roots.truncate(checkpoint.roots);
        self.rt.host_roots.thaw(None, |_| None);
    }

    /// The values of handles that have been made since then, and the slot of the first.
    pub fn held_since(&self, checkpoint: &Checkpoint) -> (usize, Vec<Value>) {
        let first = checkpoint.held.len();
        (first, self.rt.host_roots.values().get(first..).unwrap_or_default().to_vec())
    }

    /// Everything is as it was. What handles hold that have been made since then is gone, except objects of the host.
    pub fn roll_back(&mut self, checkpoint: Checkpoint) {
        let mut undone = std::mem::replace(&mut self.world, checkpoint.world);
        let world = &mut self.world;
        undone.natives.own.truncate_to(&world.natives.own);
        world.natives.own = undone.natives.own;
        world.warner.inherit(undone.warner);
        let (rt, undone) = (&mut world.rt, &mut undone.rt);
        rt.heap.take_host_objects(&mut undone.heap);
        let recent = undone.host_roots.values().get(checkpoint.held.len()..).unwrap_or_default();
        let objects: Vec<Value> = recent.iter().copied().filter(|v| v.is(Kind::HOST)).collect();
        let moved = undone.heap.move_host_objects(&objects, &mut rt.heap);
        rt.heap.go_on_from(&undone.heap);
        std::mem::swap(&mut rt.host, &mut undone.host);
        std::mem::swap(&mut rt.budget, &mut undone.budget);
        std::mem::swap(&mut rt.host_roots, &mut undone.host_roots);
        rt.host_roots.thaw(Some(checkpoint.held), |v| Some(moved.iter().find(|(old, _)| *old == v)?.1));
        rt.search.keep_listener(&mut undone.search);
        // Input that has been read stays read, and output stays written.
        rt.column = undone.column;
        rt.ports.pending = std::mem::take(&mut undone.ports.pending);
        rt.ports.read = undone.ports.read;
        rt.ports.unwritten = std::mem::take(&mut undone.ports.unwritten);
        self.callbacks.truncate(checkpoint.callbacks);
        self.languages.truncate(checkpoint.languages);
        self.own_controls.truncate(checkpoint.own_controls);
        self.own_operators.truncate(checkpoint.own_operators);
        self.filled.truncate(checkpoint.filled);
        self.has_marks = checkpoint.has_marks;
        self.parking.roll_back(checkpoint.parking);
    }
}
