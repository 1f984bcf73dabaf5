//! `cargo +nightly fuzz run embedding`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    klammer_fuzz::embedding::run(data);
});
