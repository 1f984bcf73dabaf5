//! Inspection of engines and their programs, for tools: see [`Inspect`].

pub use crate::engine::Inspect;
pub use crate::inspection::ErrorFrame;
pub use crate::profile::{Profile, ProfileUnit, ProfiledFunction, ProfiledKind, ProfiledStack};
pub use crate::random::RandomState;
pub use crate::search::SearchStatistics;
