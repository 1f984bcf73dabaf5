//! `cargo +nightly fuzz run reader`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| klammer_fuzz::programs::run_reader(data));
