//! `klammer lsp`: the language server with the engines of the program.

use std::env;
use std::process::ExitCode;
use std::sync::Arc;

use klammer_hints::Hints;
use klammer_language_server::analysis::BufferHost;
use klammer_language_server::server::{self, Settings};

use crate::args::Options;
use crate::console::{self, FAILURE, print_message};

/// Answers until the editor leaves.
pub fn run(options: &Options) -> ExitCode {
    let (app, allowed, modules) = (options.app.clone(), options.allow.clone(), options.modules.clone());
    let make = move |host: BufferHost| {
        let hints = allowed.iter().fold(Hints::new(), Hints::allow);
        let mut engine = app.configure(console::engine_builder()).advisor(hints).host(host).build();
        // Programs get their arguments by this name.
        engine.set("*arguments*", ())?;
        app.set_up(&mut engine)?;
        modules.iter().try_for_each(|name| engine.require(name))?;
        Ok(engine)
    };
    let program = env::current_exe().unwrap_or_else(|_| options.app.name.into());
    let caches = dirs::cache_dir().unwrap_or_else(env::temp_dir);
    let words = |words: &[&str]| std::iter::once(program.clone().into()).chain(words.iter().map(Into::into)).collect();
    let settings = Settings {
        make: Arc::new(make),
        library: caches.join(options.app.name).join(options.app.version),
        test: words(&["test", "--timeout", "10"]),
        draw: words(&["draw", "--candidates", "-o"]),
    };
    match server::run(settings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_message(&format!("the language server ends: {error}"));
            ExitCode::from(FAILURE)
        }
    }
}
