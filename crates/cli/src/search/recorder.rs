//! Bounded buffer for the events of a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use klammer::Interrupt;
use klammer::trace::{Event, Sink, State};
use klammer_search::trace::BoardEvent;

/// Domains of variables that are kept, at most: a few hundred megabytes.
const MOST_DOMAINS: usize = 2 << 20;

/// See the head of the file.
#[derive(Default)]
pub struct Recorder {
    kept: Mutex<Kept>,
    full: AtomicBool,
}

#[derive(Default)]
struct Kept {
    events: Vec<Event>,
    domains: usize,
}

impl Recorder {
    /// Keeps at most `most` of the wanted events; one more interrupts the search.
    pub fn sink(
        self: &Arc<Recorder>,
        most: usize,
        interrupt: Interrupt,
        is_wanted: impl Fn(&Event) -> bool + Send + 'static,
    ) -> Sink {
        let recorder = Arc::clone(self);
        Box::new(move |event| {
            if !is_wanted(&event) {
                return;
            }
            let mut kept = recorder.kept.lock().unwrap_or_else(PoisonError::into_inner);
            // The board on which a search begins is no node of its own.
            let begins_with_board = |first: &Event| first.parent == 0 && first.layout().is_some();
            let most = most + usize::from(kept.events.first().is_some_and(begins_with_board));
            if kept.events.len() < most && kept.domains < MOST_DOMAINS {
                if let State::Store { domains, .. } = &event.state {
                    kept.domains += domains.len();
                }
                kept.events.push(event);
            } else {
                recorder.full.store(true, Ordering::Relaxed);
                interrupt.interrupt();
            }
        })
    }

    /// Takes the recorded events. Returns also whether it dropped further ones.
    pub fn take(&self) -> (Vec<Event>, bool) {
        let kept = std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner));
        (kept.events, self.full.load(Ordering::Relaxed))
    }
}
