//! The tests and puzzles that scripts are graded by.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::ops::Range;
use std::path::{Path, PathBuf};

use klammer::Error;
use klammer::docs::Outcome;
use klammer::syntax::{self, TokenKind, tokens};
use klammer_search::board::Board;
use klammer_search::puzzle::Reader;

use crate::files;
use crate::test::outcome::mark;
use crate::test::text::{self, Part};
use crate::variant::Kind;

/// Everything that each script is graded by.
pub struct Exam {
    pub files: Vec<TestFile>,
    /// In the order in which they run: those of a file of tests stand together, its examples first.
    pub items: Vec<Item>,
}

/// A file of tests.
pub struct TestFile {
    pub name: String,
    pub text: String,
    pub forms: Vec<Form>,
    /// The names in it, of which a script may define some.
    pub names: BTreeSet<String>,
}

/// A form at top level that is no test.
pub struct Form {
    /// Position in the text.
    pub start: usize,
    /// Index of the example among the items, if it is one.
    pub example: Option<usize>,
}

/// A test, an example or a puzzle.
pub struct Item {
    /// Place, and the test or example as written.
    pub name: String,
    pub points: u32,
    pub task: Task,
}

pub enum Task {
    /// The body of a test in one of the files.
    Test {
        file: usize,
        body: Range<usize>,
    },
    Example(Outcome),
    Puzzle(Board),
}

impl Exam {
    /// Reads the file, or the files of the folder: `endings` tell programs, which hold tests, from puzzles.
    pub fn read(path: &Path, endings: &[&str]) -> Result<Exam, String> {
        let mut exam = Exam { files: Vec::new(), items: Vec::new() };
        let found = if path.is_dir() { files::below(path, &[]) } else { Ok(vec![path.to_path_buf()]) };
        for file in found.map_err(|cause| format!("cannot read {}: {cause}", path.display()))? {
            if files::has_ending(&file, endings) {
                exam.add_tests(&file)?;
            } else {
                exam.add_puzzles(&file)?;
            }
        }
        if exam.items.is_empty() {
            return Err(format!(
                "{} has neither tests nor puzzles: (deftest sums (assert (= (sum '(1 2)) 3))) is a test",
                path.display()
            ));
        }
        Ok(exam)
    }

    fn add_tests(&mut self, path: &Path) -> Result<(), String> {
        let name = path.display().to_string();
        let text = fs::read(path).and_then(syntax::text_from_bytes);
        let text = text.map_err(|cause| Error::unreadable(&name, &cause).to_string())?;
        let (mut forms, mut tests) = (Vec::new(), Vec::new());
        for part in text::parts(&text) {
            match part {
                Part::Test(test) => {
                    let task = Task::Test { file: self.files.len(), body: test.body };
                    tests.push(Item {
                        name: format!("{name}:{}: {}", test.line, test.name),
                        points: test.points,
                        task,
                    });
                }
                Part::Example { form, line, outcome } => {
                    forms.push(Form { start: form.start, example: Some(self.items.len()) });
                    let expression = text.get(form).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
                    let (mark, expected) = mark(&outcome);
                    let name = format!("{name}:{line}: {expression} {mark} {expected}");
                    self.items.push(Item { name, points: 1, task: Task::Example(outcome) });
                }
                Part::Other { form } => forms.push(Form { start: form.start, example: None }),
            }
        }
        self.items.append(&mut tests);
        let symbols = tokens(&text).filter(|token| token.kind == TokenKind::Symbol);
        let names = symbols.filter_map(|token| text.get(token.range)).map(str::to_string).collect();
        self.files.push(TestFile { name, text, forms, names });
        Ok(())
    }

    fn add_puzzles(&mut self, path: &Path) -> Result<(), String> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|cause| Error::unreadable(&name, &cause).to_string())?;
        for placed in Reader::new(&*name, BufReader::new(file)) {
            let placed = placed.map_err(|error| error.to_string())?;
            let name = format!("{name}:{}", placed.line);
            let layout = Kind::Plain.layout_of(&placed).map_err(|cause| format!("{name}: {cause}"))?;
            let task = Task::Puzzle(placed.puzzle.board(&layout));
            self.items.push(Item { name, points: 1, task });
        }
        Ok(())
    }

    /// Returns the points of a script that passes everything.
    pub fn points(&self) -> u32 {
        self.items.iter().fold(0, |sum, item| sum.saturating_add(item.points))
    }
}

/// Returns the scripts: files, and those in folders whose names end in one of `endings`, but for the tests.
pub fn scripts(paths: &[PathBuf], tests: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let tests = fs::canonicalize(tests).unwrap_or_else(|_| tests.to_path_buf());
    let mut scripts = Vec::new();
    for path in paths {
        let unreadable = |cause| format!("cannot read {}: {cause}", path.display());
        if !fs::metadata(path).map_err(unreadable)?.is_dir() {
            scripts.push(path.clone());
            continue;
        }
        let mut found = files::below(path, endings).map_err(unreadable)?;
        found.retain(|path| !fs::canonicalize(path).is_ok_and(|path| path.starts_with(&tests)));
        if found.is_empty() {
            return Err(format!("no file in {} is a script", path.display()));
        }
        scripts.append(&mut found);
    }
    Ok(scripts)
}
