//! `cargo +nightly fuzz run programs`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| klammer_fuzz::programs::run(data));
