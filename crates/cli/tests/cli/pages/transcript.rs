//! The prompt as a page shows it: at a pseudo-terminal that can do nothing but show lines, so that what is seen is
//! what was written.

use crate::Sandbox;
use crate::terminal::Terminal;

pub(super) const PROMPT: &str = "klammer> ";

pub(super) struct Transcript {
    terminal: Terminal,
}

impl Transcript {
    /// Starts `klammer` in a folder and waits for its prompt.
    pub(super) fn begin(sandbox: &Sandbox) -> Transcript {
        let history = sandbox.path().join("history");
        // The shell of this editor shows lines and nothing else, but all characters.
        let environment = [("TERM", "emacs"), ("NO_COLOR", "1"), ("KLAMMER_HISTORY", history.to_str().unwrap())];
        let mut transcript = Transcript { terminal: Terminal::start(sandbox, &[], &environment, 80) };
        transcript.up_to_the_prompt();
        transcript
    }

    /// Returns the text up to the next prompt.
    fn up_to_the_prompt(&mut self) -> String {
        self.terminal.sees(PROMPT).replace('\r', "")
    }

    /// Types a line; what it is answered.
    pub(super) fn ask(&mut self, line: &str) -> String {
        self.terminal.types(format!("{line}\n"));
        let shown = self.up_to_the_prompt();
        shown.strip_prefix(line).and_then(|rest| rest.strip_prefix('\n')).unwrap_or(&shown).to_string()
    }
}
