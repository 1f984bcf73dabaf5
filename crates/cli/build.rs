//! How the program is linked.
//!
//! On Linux it lies where the linker has put it. A program that may lie anywhere has ten thousand addresses in its
//! tables, and each start writes them all before anything else happens. And what unwinds the stack is part of it:
//! nothing else in the library of the compiler is used, and each library that is looked for and loaded is felt in so
//! short a time.

use std::env::var;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |what: &str| var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    let is_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    if target("OS") == "linux" && target("ENV") == "gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        if let Some(folder) = folder_of_library("libgcc_eh.a").filter(|_| var("HOST") == var("TARGET")) {
            println!("cargo::rustc-link-search=native={}", folder.display());
            println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
        }
    }
}

/// Where the compiler of C has a library of its own, if it has it.
fn folder_of_library(name: &str) -> Option<PathBuf> {
    let said = Command::new("cc").arg(format!("-print-file-name={name}")).output().ok()?.stdout;
    let path = String::from_utf8(said).ok()?;
    Path::new(path.trim()).parent().filter(|folder| folder.is_absolute()).map(Path::to_path_buf)
}
