//! The tests that stand in the library and in the program, each with the path that it has there (`build.rs`).

include!(concat!(env!("OUT_DIR"), "/units.rs"));
