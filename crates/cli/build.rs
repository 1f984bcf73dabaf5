//! How the program is linked.
//!
//! On Linux it lies where the linker has put it. A program that may lie anywhere has ten thousand addresses in its
//! tables, and each start writes them all before anything else happens. And what unwinds the stack is part of it:
//! nothing else in the library of the compiler is used, and each library that is looked for and loaded is felt in so
//! short a time. What each start runs lies together (`start.ld`): the system maps a program piece by piece as it is
//! touched, and those functions would be in forty pieces instead of ten.

use std::env::var;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, iter};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=start.ld");
    let target = |what: &str| var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    if target("OS") != "linux" || target("ENV") != "gnu" {
        return;
    }
    let is_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    let is_own = var("HOST") == var("TARGET");
    if !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        if let Some(folder) = folder_of_library("libgcc_eh.a").filter(|_| is_own) {
            println!("cargo::rustc-link-search=native={}", folder.display());
            println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
        }
    }
    let script = Path::new(&expect("CARGO_MANIFEST_DIR")).join("start.ld");
    // Without optimisation there are other functions.
    if is_own && var("OPT_LEVEL").is_ok_and(|level| level != "0") && can_link_with(&script) {
        println!("cargo::rustc-link-arg-bins=-T");
        println!("cargo::rustc-link-arg-bins={}", script.display());
    }
}

/// Where the compiler of C has a library of its own, if it has it.
fn folder_of_library(name: &str) -> Option<PathBuf> {
    let said = Command::new("cc").arg(format!("-print-file-name={name}")).output().ok()?.stdout;
    let path = String::from_utf8(said).ok()?;
    Path::new(path.trim()).parent().filter(|folder| folder.is_absolute()).map(Path::to_path_buf)
}

/// Does the linker that is used understand a script that adds to its own? Those of GNU and LLVM do, others need not.
fn can_link_with(script: &Path) -> bool {
    let folder = PathBuf::from(expect("OUT_DIR"));
    let source = folder.join("probe.rs");
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let linker = var("RUSTC_LINKER").ok().map(|linker| format!("-Clinker={linker}"));
    let of_script = ["-T", &script.display().to_string()].map(|word| format!("-Clink-arg={word}"));
    fs::write(&source, "fn main() {}").is_ok()
        && Command::new(expect("RUSTC"))
            .args(flags.split('\x1f').filter(|flag| !flag.is_empty()))
            .args(iter::once(format!("--target={}", expect("TARGET"))).chain(linker).chain(of_script))
            .args(["--crate-type=bin".as_ref(), "-o".as_ref(), folder.join("probe").as_os_str(), source.as_os_str()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
}

fn expect(variable: &str) -> String {
    var(variable).unwrap_or_else(|_| panic!("cargo sets {variable}"))
}
