//! A pseudo-terminal with the program at it: what is typed goes in, what is shown is waited for.

use std::io::{Read as _, Write as _};
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pty_process::Size;
use pty_process::blocking::{Command, Pty};

use crate::Sandbox;

/// The prompt, without colour.
pub(crate) const PROMPT: &str = "klammer> ";
/// More than ten times what anything takes that is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program, as it is seen at a terminal. It ends with it.
pub(crate) struct Terminal {
    pty: Arc<Pty>,
    program: Child,
    shown: Receiver<Vec<u8>>,
    /// Output that the test has not waited for yet.
    unseen: Vec<u8>,
}

impl Terminal {
    /// Starts `klammer` in a folder, with these variables as its environment, at a terminal of this many columns.
    pub(crate) fn start(sandbox: &Sandbox, arguments: &[&str], environment: &[(&str, &str)], width: u16) -> Terminal {
        let (pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(Size::new(50, width)).unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_klammer")).args(arguments).current_dir(sandbox.path());
        let program = command.env_clear().envs(environment.iter().copied()).spawn(pts).unwrap();
        let pty = Arc::new(pty);
        let (sender, shown) = channel();
        let screen = Arc::clone(&pty);
        thread::spawn(move || {
            let mut piece = [0; 4096];
            // If the other end of the terminal is closed, Linux reports an error.
            while let Ok(length @ 1..) = (&*screen).read(&mut piece) {
                if sender.send(piece[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { pty, program, shown, unseen: Vec::new() }
    }

    pub(crate) fn types(&self, keys: impl AsRef<[u8]>) {
        (&*self.pty).write_all(keys.as_ref()).unwrap();
    }

    /// Waits for a text; what was shown before it since the last one.
    #[track_caller]
    pub(crate) fn sees(&mut self, text: &str) -> String {
        loop {
            if let Some(place) = self.unseen.windows(text.len()).position(|shown| shown == text.as_bytes()) {
                let before = String::from_utf8_lossy(&self.unseen[..place]).into_owned();
                self.unseen.drain(..place + text.len());
                return before;
            }
            match self.shown.recv_timeout(PATIENCE) {
                Ok(piece) => self.unseen.extend(piece),
                Err(error) => panic!("waiting for {text:?}: {error}; {:?}", String::from_utf8_lossy(&self.unseen)),
            }
        }
    }

    /// Waits until the program has ended; what was shown since the last text that was waited for.
    #[track_caller]
    pub(crate) fn sees_the_end(&mut self) -> String {
        loop {
            match self.shown.recv_timeout(PATIENCE) {
                Ok(piece) => self.unseen.extend(piece),
                Err(RecvTimeoutError::Disconnected) => return String::from_utf8_lossy(&self.unseen).into_owned(),
                Err(error) => panic!("waiting for the end: {error}; {:?}", String::from_utf8_lossy(&self.unseen)),
            }
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The prompt as a page shows it, at a pseudo-terminal that only shows lines, so that the visible text is the text that
/// was written.
pub(crate) struct Transcript {
    terminal: Terminal,
}

impl Transcript {
    /// Starts `klammer` in a folder and waits for its prompt.
    pub fn begin(sandbox: &Sandbox) -> Transcript {
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
    pub fn ask(&mut self, line: &str) -> String {
        self.terminal.types(format!("{line}\n"));
        let shown = self.up_to_the_prompt();
        shown.strip_prefix(line).and_then(|rest| rest.strip_prefix('\n')).unwrap_or(&shown).to_string()
    }
}

#[test]
fn a_watched_program_runs_again_when_it_changes() {
    let sandbox = Sandbox::new(&[("a.lisp", b"(print 'first)")]);
    let path = sandbox.path().join("a.lisp");
    let mut terminal = Terminal::start(&sandbox, &["run", "--watch", "a.lisp"], &[], 80);
    terminal.sees(" a.lisp ");
    terminal.sees("first\r\n");
    std::fs::write(&path, "(print 'second-and-endless) (loop)").unwrap();
    terminal.sees(" a.lisp ");
    terminal.sees("second-and-endless");
    std::fs::write(&path, "(print 'third) (car 1)").unwrap();
    terminal.sees("third");
    terminal.sees("wrong-type");
    terminal.types("\x03");
    terminal.sees_the_end();
}
