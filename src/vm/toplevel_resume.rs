//! Continuation of a program after a top-level form.
//!
//! Native code evaluates texts form by form, so the rest of a text after a form is on no stack. It still belongs to the
//! continuation: a form that is entered again from a later one has the forms after it evaluated again, too. So the
//! loader keeps its place where a continuation can be given it, and looks the place up when a form has ended. The form
//! that has ended may be another one than the loader began with.

use std::sync::Arc;

use super::{RUN_LEVELS, Vm};
use crate::module::loading::Progress;
use crate::object::continuation::RestOfText;

impl Vm {
    /// The evaluation of a text that begins now.
    pub(super) fn new_progress(&mut self) -> Progress {
        self.counters.loads += 1;
        Progress {
            load: self.counters.loads,
            runs: self.fiber.suspended.len(),
            nested: self.program.rt.budget.nested,
            ..Progress::default()
        }
    }

    /// The evaluation of a text whose top-level form is running, with no other native code waiting for it.
    fn present_progress(&mut self) -> Option<&mut Progress> {
        // A macro's expander runs inside a compiler, which takes its part of the native stack.
        let (runs, nested) = (self.fiber.suspended.len(), self.program.rt.budget.nested);
        self.program.loader.progress().filter(|p| p.runs + 1 == runs && p.nested + RUN_LEVELS == nested)
    }

    /// Returns the rest of the text after the running top-level form, for a continuation to remember.
    pub(super) fn present_place(&mut self) -> Option<Arc<RestOfText>> {
        let progress = self.present_progress()?;
        let Progress { load, position, parts, place, .. } = progress;
        let made = || Arc::new(RestOfText { load: *load, position: *position, parts: parts.clone() });
        Some(Arc::clone(place.get_or_insert_with(made)))
    }

    /// Returns whether the text of this place is the one whose top-level form is running.
    pub(super) fn is_present(&mut self, place: Option<&Arc<RestOfText>>) -> bool {
        let Some(place) = place else { return false };
        let load = place.load;
        self.present_progress().is_some_and(|p| p.load == load)
    }

    /// A form is entered again: when it ends, the text goes on where it did.
    pub(super) fn return_to_place(&mut self, place: &Arc<RestOfText>) {
        let Some(progress) = self.present_progress().filter(|p| p.load == place.load) else { return };
        if progress.place.as_ref().is_some_and(|p| Arc::ptr_eq(p, place)) {
            return;
        }
        progress.position = place.position;
        progress.parts.clone_from(&place.parts);
        progress.place = Some(Arc::clone(place));
    }
}
