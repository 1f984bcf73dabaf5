//! The prompt as a page shows it: at a pseudo-terminal that can do nothing but show lines, so that what is seen is
//! what was written.

use std::process::Command;
use std::time::Duration;

use expectrl::session::OsSession;
use expectrl::{Expect, Session};

use crate::Sandbox;

pub(super) const PROMPT: &str = "klammer> ";

pub(super) struct Transcript {
    session: OsSession,
}

impl Transcript {
    /// Starts `klammer` in a folder and waits for its prompt.
    pub(super) fn begin(sandbox: &Sandbox) -> Transcript {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klammer"));
        command.current_dir(sandbox.path()).env_clear();
        // The shell of this editor shows lines and nothing else, but all characters.
        command.env("TERM", "emacs").env("NO_COLOR", "1");
        command.env("KLAMMER_HISTORY", sandbox.path().join("history"));
        let mut session = Session::spawn(command).unwrap();
        session.set_expect_timeout(Some(Duration::from_secs(60)));
        let mut transcript = Transcript { session };
        transcript.up_to_the_prompt();
        transcript
    }

    /// What is shown up to the next prompt.
    fn up_to_the_prompt(&mut self) -> String {
        let found = self.session.expect(PROMPT).unwrap_or_else(|error| panic!("waiting for the prompt: {error}"));
        String::from_utf8_lossy(found.before()).replace('\r', "")
    }

    /// Types a line; what it is answered.
    pub(super) fn ask(&mut self, line: &str) -> String {
        self.session.send_line(line).unwrap();
        let shown = self.up_to_the_prompt();
        shown.strip_prefix(line).and_then(|rest| rest.strip_prefix('\n')).unwrap_or(&shown).to_string()
    }
}
