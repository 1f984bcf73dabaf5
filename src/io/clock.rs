//! The process's clock, where there is one.

use std::time::{Duration, Instant};

/// The time since it was started. In a browser (`wasm32-unknown-unknown`), where the standard library has no clock and
/// asking for the time is a panic, it stands still: a host there brings a clock of its own.
#[derive(Debug)]
pub(super) struct Clock(Option<Instant>);

impl Clock {
    pub fn start() -> Clock {
        let has_clock = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        Clock(has_clock.then(Instant::now))
    }

    pub fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}
