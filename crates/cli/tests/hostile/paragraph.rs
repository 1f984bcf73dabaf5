//! The form of a file of hostile scripts.
//!
//! A file is a number of short scripts with empty lines between them. Each begins with a comment that says what is
//! hostile in it, and ends with what must come of it:
//!
//! ```text
//! ; limits: time=0.3 memory=64M          limits of all scripts of a file, or of one, where they stand in front of it
//! ; language: scheme                     so, too: a module that is loaded first
//!
//! ; A list grows at both ends.
//! (let ((l nil)) (while t (setq l (cons l l))))  ;!! out-of-memory
//! ```
//!
//! `;!!` names the error, or several of which any may come; `;=>` the value as it is printed, or nothing, if any will
//! do; `;??` says that either may come, because the script is only meant not to break anything.

use std::path::Path;
use std::time::Duration;

/// One script.
pub struct Hostile {
    /// File and line, for messages.
    pub place: String,
    pub text: String,
    pub language: Option<String>,
    pub limits: Bounds,
    pub end: End,
}

/// Bounds on the resources of a script.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub time: Duration,
    pub memory: u64,
    pub ticks: Option<u64>,
}

/// Expected end of a script.
#[derive(Debug)]
pub enum End {
    Any,
    Value(Option<String>),
    Error(Vec<String>),
}

/// Bounds of a script that states none.
const BOUNDS: Bounds = Bounds { time: Duration::from_millis(300), memory: 64 << 20, ticks: None };

/// The scripts of a file.
pub fn read(path: &Path) -> Vec<Hostile> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let (mut limits, mut language) = (BOUNDS, None);
    let (mut scripts, mut paragraph, mut first) = (Vec::new(), Vec::new(), 0);
    for (i, line) in text.lines().chain([""]).enumerate() {
        if !line.trim().is_empty() {
            first = if paragraph.is_empty() { i + 1 } else { first };
            paragraph.push(line);
            continue;
        }
        let lines = std::mem::take(&mut paragraph);
        let place = format!("{file}:{first}");
        if lines.iter().all(|l| l.starts_with(';')) {
            settings(&lines, &place, &mut limits, &mut language);
        } else {
            scripts.push(script(&lines, place, limits, language.clone()));
        }
    }
    scripts
}

fn script(lines: &[&str], place: String, limits: Bounds, language: Option<String>) -> Hostile {
    let (mut limits, mut language) = (limits, language);
    settings(lines, &place, &mut limits, &mut language);
    assert!(lines.first().is_some_and(|l| l.starts_with("; ")), "{place}: the script does not say what it is");
    let last = lines.last().copied().unwrap_or_default();
    let at = [";!!", ";=>", ";??"].iter().filter_map(|m| last.rfind(m)).max();
    let (before, expected) = last.split_at(at.unwrap_or_else(|| panic!("{place}: the script expects nothing")));
    let (kind, rest) = expected.split_at(3);
    let end = match (kind, rest.trim()) {
        (";!!", codes) => End::Error(codes.split_whitespace().map(str::to_string).collect()),
        (";=>", value) => End::Value((!value.is_empty()).then(|| value.to_string())),
        _ => End::Any,
    };
    let (_, body) = lines.split_last().expect("a paragraph has lines");
    let text = body.iter().filter(|l| !l.starts_with("; ")).chain([&before]).copied().collect::<Vec<_>>().join("\n");
    Hostile { place, text, language, limits, end }
}

/// Applies the comments that set something.
fn settings(lines: &[&str], place: &str, limits: &mut Bounds, language: &mut Option<String>) {
    for line in lines {
        if let Some(name) = line.strip_prefix("; language: ") {
            *language = (name.trim() != "core").then(|| name.trim().to_string());
        }
        for word in line.strip_prefix("; limits: ").unwrap_or_default().split_whitespace() {
            let number = |text: &str| -> u64 {
                let digits = text.trim_end_matches(['K', 'M']);
                let unit = if text.ends_with('K') {
                    1 << 10
                } else if text.ends_with('M') {
                    1 << 20
                } else {
                    1
                };
                digits.parse::<u64>().unwrap_or_else(|_| panic!("{place}: {text} is no number")) * unit
            };
            match word.split_once('=') {
                Some(("time", seconds)) => {
                    limits.time = Duration::from_secs_f64(seconds.parse().expect("a time in seconds"));
                }
                Some(("memory", bytes)) => limits.memory = number(bytes),
                Some(("ticks", ticks)) => limits.ticks = Some(number(ticks)),
                _ => panic!("{place}: there is no limit like {word}"),
            }
        }
    }
}
