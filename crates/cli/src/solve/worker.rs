//! The work of those that solve.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use klammer::Code;
use klammer::inspect::SearchStatistics;
use klammer_search::board::{Board, Layout};
use klammer_search::puzzle::{Placed, Shape};

use crate::args::Notation;
use crate::solve::outcome::{Outcome, judge};
use crate::solve::output::Report;
use crate::solve::work_queue::{Done, Entry, WorkQueue};
use crate::solver::Solver;
use crate::variant::Kind;

/// Request for each puzzle.
pub struct Work {
    /// Name of the source of the puzzles.
    pub file: String,
    pub notation: Notation,
    /// Number of solutions to look for.
    pub wanted: usize,
    /// All solutions are wanted: several are no failure.
    pub all: bool,
    /// Kind of board that the puzzles have.
    pub kind: Kind,
    /// Drawings have colours.
    pub colour: bool,
}

/// Worker on one of the threads that solve.
pub struct Worker<'a, R> {
    solver: Solver,
    work: &'a Work,
    queue: &'a WorkQueue<R>,
    /// Length of the text of the last results.
    text_length: usize,
    /// Those of the puzzles so far: few, and nearly always one.
    layouts: Vec<(Shape, Arc<Layout>)>,
}

impl<'a, R: Read> Worker<'a, R> {
    pub fn new(solver: Solver, work: &'a Work, queue: &'a WorkQueue<R>) -> Worker<'a, R> {
        Worker { solver, work, queue, text_length: 0, layouts: Vec::new() }
    }

    /// Takes batches and solves them until there are no more, or `after_each` returns false.
    pub fn run(&mut self, mut after_each: impl FnMut() -> bool) {
        // Batches come and go in one place: memory that one thread takes and another gives back costs both.
        let mut entries = Vec::new();
        while let Some(reply) = self.queue.take(&mut entries) {
            let begin = Instant::now();
            let done = self.solve_all(&entries);
            self.queue.batch_size.learn(entries.len(), begin.elapsed());
            let interrupted = done.interrupted;
            // If the writer has gone, nobody wants any more.
            if reply.send(done).is_err() || !after_each() || interrupted {
                return;
            }
        }
    }

    fn solve_all(&mut self, entries: &[Entry]) -> Done {
        let text = String::with_capacity(self.text_length);
        let mut done = Done { text, times: Vec::with_capacity(entries.len()), ..Done::default() };
        let mut begin = Instant::now();
        for entry in entries {
            if self.queue.stop.load(Ordering::Relaxed) {
                done.interrupted = true;
                return done;
            }
            match entry {
                Ok(placed) => {
                    let (outcome, statistics) = self.solve(placed);
                    if let Outcome::Interrupted(_) = outcome {
                        done.complaints.extend(outcome.complaint(&self.work.file, placed.line));
                        done.interrupted = true;
                        return done;
                    }
                    let end = Instant::now();
                    done.times.push(end - begin);
                    begin = end;
                    let time = done.times.last().copied().unwrap_or_default();
                    done.counts.nodes += statistics.nodes;
                    done.counts.failures += statistics.failures;
                    outcome.count(self.work.all, &mut done.counts);
                    done.complaints.extend(outcome.complaint(&self.work.file, placed.line));
                    let Work { notation, all, colour, ref kind, .. } = *self.work;
                    let report = Report { placed, outcome: &outcome, statistics, time, all, colour, kind };
                    notation.write(&report, &mut done.text);
                }
                Err(malformed) => {
                    done.counts.malformed += 1;
                    done.complaints.push(malformed.to_string().into());
                    self.work.notation.write_malformed(malformed, &mut done.text);
                }
            }
        }
        self.text_length = done.text.len();
        done
    }

    fn solve(&mut self, placed: &Placed) -> (Outcome, SearchStatistics) {
        let board = match self.board(placed) {
            Ok(board) => board,
            Err(message) => return (Outcome::Failed(message, None), SearchStatistics::default()),
        };
        self.solver.begin();
        let found = self.solver.solve_within(&board, self.work.wanted);
        let statistics = self.solver.engine().inspect().search_statistics();
        let outcome = match found {
            Ok(None) => Outcome::GivenUp,
            Ok(Some(solutions)) => judge(&board, solutions, statistics.nodes),
            Err(error) if error.code() == Code::Interrupted && self.queue.stop.load(Ordering::Relaxed) => {
                // A loop that does not end is worth a word.
                Outcome::Interrupted(error.help().is_some().then(|| Box::new(error)))
            }
            Err(error) if error.is_limit() => Outcome::Limit(error.to_string()),
            Err(error) => Outcome::Failed(error.to_string(), Some(Box::new(error))),
        };
        (outcome, statistics)
    }

    fn board(&mut self, placed: &Placed) -> Result<Board, String> {
        let puzzle = &placed.puzzle;
        let shape = puzzle.shape();
        if placed.layout.is_some() {
            return Ok(puzzle.board(&self.work.kind.layout_of(placed)?));
        }
        if let Some((_, layout)) = self.layouts.iter().find(|(known, _)| *known == shape) {
            return Ok(puzzle.board(layout));
        }
        let layout = self.work.kind.layout(shape)?;
        let board = puzzle.board(&layout);
        self.layouts.push((shape, layout));
        Ok(board)
    }
}
