//! The form of a corpus file.
//!
//! A file is Lisp text about a subject. A line `;;;; title` begins a script, which runs in an engine of its own;
//! without such lines, the file is one script. Lines keep their numbers. Comments say what must happen, each on the
//! line that causes it, or on lines of its own right after:
//!
//! ```text
//! (list 1 2)     ;=> (1 2)                    its printed value
//! (car 5)        ;!! wrong-type @2:1 car:     its error: code, place (optional), a part of the message (optional)
//! (print 'a)     ;>> a                        what it prints; further lines of output: one comment each
//! ```
//!
//! An expectation covers all text since the one before it; of several forms, the last one's value is meant. Text after
//! the last expectation is evaluated too, and must not fail. What is not expected to be printed must not be printed.
//!
//! Comment lines at the beginning of a script may set limits, and exclude hostile profiles that would take too long,
//! with the reason: `; limits: ticks=1000 memory=1M depth=100 time=0.1 bits=1000 nesting=200`, `; not under: stress
//! ticks`.
//!
//! The last line of a script lists the warnings that it causes on purpose: `; warns: code...`.
//!
//! Text after a line `;; file: name.lisp` is a file that the script can load, up to the next such line or `;; main`.
//! Lines keep their numbers, in files too.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

use klammer::Limits;

/// A script of a corpus file, taken apart.
pub struct Script {
    pub path: PathBuf,
    /// Empty if the file is one script.
    pub title: String,
    /// The text, with as many newlines before it as in the file.
    pub text: String,
    /// Profiles under which it is not run.
    pub excluded: Vec<String>,
    pub limits: Vec<(String, String)>,
    /// Codes of the warnings that it gives.
    pub warnings: BTreeSet<String>,
    pub files: HashMap<PathBuf, String>,
    pub steps: Vec<Step>,
}

/// Some text and what must come of it.
pub struct Step {
    /// The line of its first expectation, or its last line.
    pub line: usize,
    /// The text, with as many newlines before it as in the file.
    pub text: String,
    pub value: Option<String>,
    pub error: Option<ExpectedError>,
    pub output: Vec<String>,
}

pub struct ExpectedError {
    pub code: String,
    /// Line and column, perhaps after the name of a file.
    pub place: Option<String>,
    pub message: String,
}

impl Script {
    /// Returns the scripts of a file.
    pub fn read(path: &Path) -> Vec<Script> {
        let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let parse = |(title, text): (&str, String)| Script::parse(path, title, text);
        let scripts: Result<Vec<Script>, String> = parts(&text).into_iter().map(parse).collect();
        scripts.unwrap_or_else(|e| panic!("{}:{e}", path.display()))
    }

    fn parse(path: &Path, title: &str, text: String) -> Result<Script, String> {
        let last = text.trim_end().lines().last();
        let warnings = last.and_then(|line| line.strip_prefix("; warns: ")).unwrap_or("");
        let mut script = Script {
            path: path.to_path_buf(),
            title: title.to_string(),
            text: String::new(),
            excluded: Vec::new(),
            limits: Vec::new(),
            warnings: warnings.split_whitespace().map(str::to_string).collect(),
            files: HashMap::new(),
            steps: Vec::new(),
        };
        let mut file: Option<PathBuf> = None;
        let mut step: Option<Step> = None;
        let mut code = String::new();
        for (i, line) in text.lines().enumerate() {
            let number = i + 1;
            let fail = |what: &str| Err(format!("{number}: {what}"));
            if let Some(name) = line.strip_prefix(";; file: ") {
                let name = PathBuf::from(name.trim());
                script.files.insert(name.clone(), "\n".repeat(number));
                file = Some(name);
                continue;
            }
            if line == ";; main" {
                file = None;
                continue;
            }
            if let Some(name) = &file {
                let content = script.files.entry(name.clone()).or_default();
                content.push_str(line);
                content.push('\n');
                continue;
            }
            if let Some(list) = line.strip_prefix("; limits: ") {
                for word in list.split_whitespace() {
                    let Some((name, value)) = word.split_once('=') else { return fail("expected limit=value") };
                    script.limits.push((name.to_string(), value.to_string()));
                }
            }
            if let Some(list) = line.strip_prefix("; not under: ") {
                let profiles = list.split(':').next().unwrap_or(list);
                script.excluded.extend(profiles.split_whitespace().map(str::to_string));
            }
            let (before, expectation) = split(line);
            if !before.trim().is_empty() {
                script.steps.extend(step.take());
            }
            if code.is_empty() {
                code = "\n".repeat(i);
            }
            let Some((kind, rest)) = expectation else {
                code.push_str(line);
                code.push('\n');
                continue;
            };
            code.push_str(before);
            if step.is_none() {
                let text = std::mem::take(&mut code);
                step = Some(Step { line: number, text, value: None, error: None, output: Vec::new() });
            }
            code.clear();
            let Some(s) = &mut step else { continue };
            match kind {
                ";=>" if s.value.is_none() && s.error.is_none() => s.value = Some(rest.trim().to_string()),
                ";!!" if s.value.is_none() && s.error.is_none() => s.error = Some(error(rest)),
                ";>>" => s.output.push(rest.strip_prefix(' ').unwrap_or(rest).to_string()),
                _ => return fail("two expectations for one expression"),
            }
        }
        script.steps.extend(step);
        if code.lines().any(|l| !l.trim().is_empty() && !l.trim_start().starts_with(';')) {
            let line = text.lines().count();
            script.steps.push(Step { line, text: code, value: None, error: None, output: Vec::new() });
        }
        if script.steps.is_empty() {
            return Err(format!("{}: the script expects nothing", text.lines().count()));
        }
        script.text = text;
        Ok(script)
    }

    /// Returns the title, or the name of the file without its ending.
    pub fn name(&self) -> String {
        let stem = || self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if self.title.is_empty() { stem() } else { self.title.clone() }
    }

    /// Returns the file name, as errors show it.
    pub fn file_name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Returns the place of a line in messages of tests.
    pub fn place(&self, line: impl std::fmt::Display) -> String {
        format!("{}:{line}", self.path.display())
    }

    /// The limits that the file sets, others as in `base`.
    pub fn limits(&self, base: Limits) -> Limits {
        let mut limits = base;
        for (name, value) in &self.limits {
            match name.as_str() {
                "ticks" => limits.ticks = Some(number(value) as u64),
                "memory" => limits.memory = number(value),
                "depth" => limits.depth = Some(number(value)),
                "bits" => limits.integer_bits = number(value),
                "nesting" => limits.nesting = number(value),
                "time" => limits.time = Some(Duration::from_secs_f64(value.parse().expect("a time in seconds"))),
                _ => panic!("{}: there is no limit called {name}", self.path.display()),
            }
        }
        limits
    }
}

/// Returns the scripts of a text: title, and text with as many newlines before it as in the file.
fn parts(text: &str) -> Vec<(&str, String)> {
    let mut parts = vec![("", String::new())];
    for (i, line) in text.lines().enumerate() {
        if let Some(title) = line.strip_prefix(";;;; ") {
            parts.push((title, "\n".repeat(i)));
        }
        if let Some((_, text)) = parts.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    if parts.len() > 1 {
        // Comments on the whole file.
        parts.remove(0);
    }
    for (_, text) in &mut parts {
        text.truncate(text.trim_end_matches('\n').len());
        text.push('\n');
    }
    parts
}

/// The lines that a program says it writes: its comments that begin with `;>>`.
pub fn output(text: &str) -> String {
    let lines = text.lines().filter_map(|line| line.strip_prefix(";>>"));
    lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
}

/// The line before its expectation; the expectation's kind and what follows.
fn split(line: &str) -> (&str, Option<(&str, &str)>) {
    let found = [";=>", ";!!", ";>>"].iter().filter_map(|m| line.find(m)).min();
    match found {
        Some(at) => {
            let (before, after) = line.split_at(at);
            (before, Some(after.split_at(3)))
        }
        None => (line, None),
    }
}

fn error(text: &str) -> ExpectedError {
    let (code, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let (place, message) = match rest.trim().strip_prefix('@') {
        Some(rest) => {
            let (place, message) = rest.split_once(' ').unwrap_or((rest, ""));
            (Some(place.to_string()), message)
        }
        None => (None, rest),
    };
    ExpectedError { code: code.to_string(), place, message: message.trim().to_string() }
}

/// `10`, `64K`, `4M`
fn number(text: &str) -> usize {
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'K') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M') => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    digits.parse::<usize>().unwrap_or_else(|_| panic!("{text} is no number")) * unit
}

/// All `.lisp` files below a folder, in alphabetical order; none if there is no such folder.
pub fn lisp_files(folder: &Path) -> Vec<PathBuf> {
    files_ending_in(folder, &["lisp"])
}

/// Returns the files with one of these endings in a folder and those inside, in order.
pub fn files_ending_in(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.map(|e| e.expect("the folder can be read").path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expectation_covers_text_since_the_last_one() {
        let text =
            "(setq a 1)\n(+ a\n   1) ;=> 2\n(print 'a)\n;=> a\n;>> a\n(car 5) ;!! wrong-type @7:1 car: list\n(f)\n";
        let s = Script::parse(Path::new("x"), "", text.to_string()).unwrap();
        assert_eq!(s.steps.len(), 4);
        assert_eq!(s.steps[0].text, "(setq a 1)\n(+ a\n   1) ");
        assert_eq!(s.steps[0].value.as_deref(), Some("2"));
        assert_eq!((s.steps[1].line, s.steps[1].text.trim()), (5, "(print 'a)"));
        assert_eq!(s.steps[1].output, ["a"]);
        let e = s.steps[2].error.as_ref().unwrap();
        assert_eq!((e.code.as_str(), e.place.as_deref(), e.message.as_str()), ("wrong-type", Some("7:1"), "car: list"));
        assert_eq!(s.steps[2].text, "\n\n\n\n\n\n(car 5) ");
        assert_eq!(s.steps[3].text.trim(), "(f)");
    }

    #[test]
    fn files_are_kept_apart_from_the_script() {
        let text = "; limits: memory=4M\n;; file: a.lisp\n(f)\n;; main\n1 ;=> 1";
        let s = Script::parse(Path::new("x"), "", text.to_string()).unwrap();
        assert_eq!(s.files[Path::new("a.lisp")], "\n\n(f)\n");
        assert_eq!(s.steps.len(), 1);
        assert_eq!(s.limits(Limits::default()).memory, 4 << 20);
    }

    #[test]
    fn a_title_begins_a_script_with_its_line_numbers() {
        let parts = parts("; of numbers\n\n;;;; sums\n(+ 1 2) ;=> 3\n;;;; products\n(* 1 2) ;=> 2\n");
        assert_eq!(parts[0], ("sums", "\n\n;;;; sums\n(+ 1 2) ;=> 3\n".to_string()));
        assert_eq!(parts[1], ("products", "\n\n\n\n;;;; products\n(* 1 2) ;=> 2\n".to_string()));
        assert_eq!(super::parts("1 ;=> 1\n"), [("", "1 ;=> 1\n".to_string())]);
    }
}
