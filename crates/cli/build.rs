//! How the program is linked.
//!
//! On Linux it lies where the linker has put it. A program that may lie anywhere has ten thousand addresses in its tables, and each start writes them
//! all before anything else happens.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |what: &str| var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    let is_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    if target("OS") == "linux" && target("ENV") == "gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
