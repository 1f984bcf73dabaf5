//! Fuzz targets: functions from bytes to nothing, which panic when Klammer breaks one of its promises.
//!
//! Two drivers run them: libFuzzer (`fuzz_targets/`), and a plain one with fixed seeds that is a test of the main crate
//! (`tests/fuzz.rs`). So what a fuzzer finds can be replayed everywhere, and `cargo test` fuzzes a little each time.

pub mod embedding;
pub mod grammar;
pub mod programs;
pub mod subject;
