//! `klammer test`: are the examples true that stand in the documentation of what programs define?

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use klammer::{Engine, Error, Example, Handle, Outcome, Snapshot};

use crate::args::{Options, Test};
use crate::console::{self, FAILURE, Output, Reporter, USAGE, complain};
use crate::similar::with_similar_file;

/// What the host has given its engines belongs to these subjects: its functions, and what it has evaluated.
const OF_HOST: [&str; 2] = ["host", "main"];

/// How many examples there were, and how many of them were not true.
#[derive(Default)]
struct Count {
    all: usize,
    wrong: usize,
}

/// Tries all examples, and says which are not true.
pub fn run(test: &Test) -> ExitCode {
    let (mut count, mut untried) = (Count::default(), Vec::new());
    let hosts = test.options.tool.has_own();
    if test.files.is_empty() && !hosts {
        complain("a file to test is missing; --help shows examples");
        return ExitCode::from(USAGE);
    }
    let mut failed = |error, subject: Subject<'_>| {
        untried.push(subject.to_string());
        Reporter::new(&test.options).error(&with_similar_file(error, subject.file()));
    };
    let mut modules = Vec::new();
    if hosts {
        match Trial::new(&test.options, Subject::Host).and_then(|mut trial| {
            modules = trial.engine.provided_modules().map(str::to_string).collect();
            trial.run(&mut count)
        }) {
            Ok(()) => {}
            Err(error) => failed(error, Subject::Host),
        }
    }
    let modules = modules.iter().map(|module| Subject::Module(module));
    let files = test.files.iter().map(|path| Subject::File(path));
    for subject in modules.chain(files) {
        let tested = Trial::new(&test.options, subject).and_then(|mut trial| trial.run(&mut count));
        if let Err(error) = tested {
            failed(error, subject);
        }
    }
    let Count { all, wrong } = count;
    let plural = if all == 1 { "" } else { "s" };
    let mut summary = format!("{all} example{plural}, {wrong} not true");
    if !untried.is_empty() {
        summary.push_str(&format!("; those of {} were not tried, for an error", untried.join(", ")));
    }
    summary.push('\n');
    // If it cannot be written there is nowhere to say so.
    let _ = console::write_out(&summary);
    if untried.is_empty() && wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) }
}

/// Whose examples are tried.
#[derive(Clone, Copy)]
enum Subject<'a> {
    /// Those of the functions that the host gives all its engines.
    Host,
    /// Those of a module that the host provides.
    Module(&'a str),
    File(&'a Path),
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Host => f.write_str("the host"),
            Subject::Module(name) => f.write_str(name),
            Subject::File(path) => path.display().fmt(f),
        }
    }
}

impl<'a> Subject<'a> {
    fn file(self) -> Option<&'a Path> {
        match self {
            Subject::File(path) => Some(path),
            Subject::Host | Subject::Module(_) => None,
        }
    }

    /// Evaluates the file, or requires the module.
    fn load(self, engine: &mut Engine) -> Result<(), Error> {
        match self {
            Subject::Host => Ok(()),
            Subject::Module(name) => engine.require(name),
            Subject::File(path) => engine.eval_file::<()>(path),
        }
    }
}

/// A trial of examples.
struct Trial<'a> {
    options: &'a Options,
    subject: Subject<'a>,
    engine: Engine,
    /// What an engine of the host has without the module: those are no names of the module's.
    others: HashSet<String>,
    /// The engine as it was when the file had been loaded; `None` if a copy would lack something of the host's.
    loaded: Option<Snapshot>,
}

/// What is written while an example is tried.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl io::Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Paper {
    /// What has been written, in the one line that an example has for it.
    fn line(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).trim_end_matches('\n').replace('\n', "\\n")
    }
}

impl<'a> Trial<'a> {
    fn new(options: &'a Options, subject: Subject<'a>) -> Result<Trial<'a>, Error> {
        let mut engine = console::engine(options, subject.file(), Vec::new(), Output::Errors)?;
        let others = match subject {
            Subject::Module(_) => engine.names().into_iter().collect(),
            Subject::Host | Subject::File(_) => HashSet::new(),
        };
        subject.load(&mut engine)?;
        let loaded = engine.snapshot().ok().filter(Snapshot::is_whole);
        Ok(Trial { options, subject, engine, others, loaded })
    }

    fn run(&mut self, count: &mut Count) -> Result<(), Error> {
        let file = self.subject.file().map(|path| path.display().to_string());
        for name in self.engine.names() {
            let Some(described) = self.engine.describe(&name).filter(|d| !d.examples.is_empty()) else { continue };
            let places = self.engine.definition(&name);
            let place = places.iter().find(|place| file.as_deref() == Some(place.file()));
            let (is_meant, at) = match (&file, place) {
                (Some(_), Some(place)) => (true, format!("{}:{}: {name}", place.file(), place.line())),
                (Some(_), None) => (false, name),
                (None, _) => {
                    let of = described.subject.as_str();
                    let is_own = OF_HOST.contains(&of) || matches!(self.subject, Subject::Module(m) if m == of);
                    (is_own && !self.others.contains(&name), name)
                }
            };
            for example in described.examples.iter().filter(|_| is_meant) {
                count.all += 1;
                if let Err(got) = self.check(example)? {
                    count.wrong += 1;
                    // If it cannot be written there is nowhere to say so.
                    let _ = console::write_out(&format!("{at}: {example}\n    {got}\n"));
                }
            }
        }
        Ok(())
    }

    /// An engine that has loaded the file, and in which nothing else has been done.
    fn fresh(&self, paper: &Paper) -> Result<Engine, Error> {
        let builder = console::builder(self.options, self.subject.file(), Vec::new(), paper.clone())?;
        if let Some(loaded) = &self.loaded {
            return Ok(builder.copy_of(loaded).build());
        }
        let mut engine = builder.build();
        console::furnish(&mut engine, self.options)?;
        self.subject.load(&mut engine)?;
        paper.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
        Ok(engine)
    }

    /// Tries an example; what came of it instead if it is not true.
    fn check(&self, example: &Example) -> Result<Result<(), String>, Error> {
        let paper = Paper::default();
        let mut engine = self.fresh(&paper)?;
        let value = engine.eval_named::<Handle>("<example>", &example.expression);
        let printed = value.and_then(|value| engine.repr(&value));
        Ok(match (&example.outcome, printed) {
            (Outcome::Value(expected), Ok(value)) if value == *expected => Ok(()),
            (Outcome::Error(expected), Err(error)) if error.code().as_str() == expected => Ok(()),
            (Outcome::Output(expected), Ok(_)) if paper.line() == *expected => Ok(()),
            (Outcome::Output(_), Ok(_)) => Err(format!("it writes {}", paper.line())),
            (_, Ok(value)) => Err(format!("its value is {value}")),
            (_, Err(error)) => Err(format!("error[{}]: {error}", error.code().as_str())),
        })
    }
}
