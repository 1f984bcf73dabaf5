//! Mistakes that newcomers make, with all that the program says to them, and a grade for it.
//!
//! The files of `tests/mistakes` hold one after the other:
//!
//! ```text
//! === what is wrong [arguments of klammer, if they are not `run main.lisp`]
//! the program, main.lisp
//! --- before 1, now 3
//! exit status and output of the real binary
//! ```
//!
//! The grades: 3 one knows at once what to change; 2 place and cause are right; 1 place or cause; 0 silent or
//! misleading. `before` is the grade of what was said before this corpus was made; a mistake that came later has the
//! same twice. `UPDATE_MISTAKES=1` writes what has changed, with `?` for a grade: a new text is to be judged anew.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Sandbox;

/// The least mean of the grades.
const LEAST_MEAN: f64 = 2.8;
const LEAST_MISTAKES: usize = 80;

struct Mistake {
    title: String,
    arguments: Vec<String>,
    program: String,
    before: u32,
    /// `None` for what has not been judged.
    now: Option<u32>,
    said: String,
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mistakes");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Vec<Mistake> {
    let text = fs::read_to_string(path).unwrap();
    let paragraphs = text.strip_prefix("=== ").unwrap().split("\n=== ");
    paragraphs.map(|p| parse(p).unwrap_or_else(|| panic!("{}: {p}", path.display()))).collect()
}

fn parse(paragraph: &str) -> Option<Mistake> {
    let (title, rest) = paragraph.split_once('\n')?;
    let (program, rest) = rest.split_once("\n--- ")?;
    let (grades, said) = rest.split_once('\n').unwrap_or((rest, ""));
    let (before, now) = grades.strip_prefix("before ")?.split_once(", now ")?;
    let arguments = match title.split_once(" [") {
        Some((_, arguments)) => arguments.strip_suffix(']')?,
        None => "run main.lisp",
    };
    Some(Mistake {
        title: title.to_string(),
        arguments: arguments.split(' ').map(str::to_string).collect(),
        program: format!("{program}\n"),
        before: before.parse().ok()?,
        now: now.parse().ok(),
        said: said.trim_end().to_string(),
    })
}

impl Mistake {
    fn run(&self) -> String {
        let sandbox = Sandbox::new(&[("main.lisp", self.program.as_bytes())]);
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        sandbox.run(&arguments).trim_end().to_string()
    }

    fn written(&self) -> String {
        let now = self.now.map_or("?".to_string(), |grade| grade.to_string());
        format!("=== {}\n{}--- before {}, now {now}\n{}\n", self.title, self.program, self.before, self.said)
    }
}

/// What is said, but for the lines of the library, which are others after each change of it.
fn without_lines(said: &str) -> String {
    let line = |line: &str| match line.find("in the library, at ").and_then(|_| line.split(':').next()) {
        Some(place) => place.to_string(),
        None => line.to_string(),
    };
    said.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn mistakes_are_answered_as_they_were_judged() {
    let update = std::env::var_os("UPDATE_MISTAKES").is_some();
    let mut wrong = Vec::new();
    let mut mistakes = Vec::new();
    for path in files() {
        let mut these = read(&path);
        for mistake in &mut these {
            let said = mistake.run();
            if without_lines(&said) == without_lines(&mistake.said) {
                continue;
            }
            if update {
                (mistake.said, mistake.now) = (said, None);
            } else {
                wrong.push(format!("=== {}\n{}\n--- instead of\n{}\n", mistake.title, said, mistake.said));
            }
        }
        if update {
            fs::write(&path, these.iter().map(Mistake::written).collect::<String>()).unwrap();
        }
        mistakes.extend(these);
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE_MISTAKES=1 writes what has changed)", wrong.join("\n"));
    let unjudged: Vec<&str> = mistakes.iter().filter(|m| m.now.is_none()).map(|m| m.title.as_str()).collect();
    assert!(unjudged.is_empty(), "to be judged: {unjudged:#?}");
    let grades: Vec<u32> = mistakes.iter().filter_map(|m| m.now).collect();
    let mean = |grades: &[u32]| f64::from(grades.iter().sum::<u32>()) / grades.len() as f64;
    let before: Vec<u32> = mistakes.iter().map(|m| m.before).collect();
    println!("{} mistakes: {:.2} before, {:.2} now", grades.len(), mean(&before), mean(&grades));
    assert!(grades.len() >= LEAST_MISTAKES && grades.iter().all(|grade| (1..=3).contains(grade)), "{grades:?}");
    assert!(mean(&grades) >= LEAST_MEAN, "the mean is {:.2}", mean(&grades));
}
