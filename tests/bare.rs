//! The library without any of its features: what is left works as ever, and what is left out is told by name.
//!
//! `cargo test -p klammer --no-default-features` runs this; the other tests of the crate need features. It holds with
//! all of them, too.

#[path = "support/mod.rs"]
mod support;

use klammer::{Code, Engine};

use support::lisp_files;
use support::run::{Profile, mismatches};
use support::script::Script;
use support::settings::folder;

/// The modules that a build can lack, the feature of the crate that has each, and whether this build has that.
const MODULES: [(&str, &str, bool); 3] = [
    ("date", "date", cfg!(feature = "date")),
    ("json", "json", cfg!(feature = "json")),
    ("regex", "regex", cfg!(feature = "regex")),
];

/// Returns whether a program needs a module that this build lacks.
fn needs_more(program: &str) -> bool {
    let lacks = |&(module, _, built): &(&str, &str, bool)| !built && program.contains(&format!("(require '{module}"));
    MODULES.iter().any(lacks)
}

#[test]
fn a_module_without_its_feature_names_it() {
    for (module, feature, built) in MODULES {
        match Engine::new().require(module) {
            Ok(()) => assert!(built, "{module} is there"),
            Err(e) => {
                assert!(!built, "{e}");
                assert_eq!(e.code(), Code::File);
                assert!(e.to_string().contains(&format!("there is no module {module}")), "{e}");
                assert!(e.help().is_some_and(|help| help.contains(&format!("feature `{feature}`"))), "{e}");
            }
        }
    }
}

#[test]
fn core_programs_need_no_features() {
    let scripts = lisp_files(&folder("lang")).into_iter().flat_map(|file| Script::read(&file));
    let (more, bare): (Vec<_>, Vec<_>) = scripts.partition(|script| needs_more(&script.text));
    assert!(bare.len() > 300, "{} need no feature, {} do", bare.len(), more.len());
    let wrong: Vec<String> = bare.iter().flat_map(|script| mismatches(script, Profile::Plain)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
