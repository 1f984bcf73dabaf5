//! Inspection of engines and their programs, for tools: see [`Inspect`].

pub use crate::engine::{Debugger, Inspect, Pause};
pub use crate::inspection::{Breakpoints, ErrorBreaks, ErrorFrame, PauseReason, Resume};
pub use crate::profile::{Profile, ProfileUnit, ProfiledFunction, ProfiledKind, ProfiledStack};
pub use crate::random::RandomState;
pub use crate::search::SearchStatistics;
