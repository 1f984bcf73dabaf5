//! `cargo +nightly fuzz run puzzles`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| klammer_fuzz::programs::run_puzzles(data));
