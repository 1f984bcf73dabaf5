//! Threads that solve: the main thread at first, later others beside it, each with an engine of its own.
//!
//! The main thread takes a batch, solves it and writes the results, until there are no more or some time has passed. A
//! thread that has waited for that writes from then on, and starts the others. All take their batches from one queue,
//! and hand their results to the one that writes; what is between them is bounded, so a file of any length needs no
//! more memory than a short one.

use std::io::{self, Read};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use crate::console;
use crate::solve::work_queue::WorkQueue;
use crate::solve::worker::{Work, Worker};
use crate::solve::writer::Writer;
use crate::solver::{Copies, Solver};

/// Native stack of the threads that solve: as much as a process has.
const STACK: usize = 8 << 20;
/// Time for which one thread does everything. Another engine, its thread and its cold memory take a millisecond or two.
/// If the work takes much longer than that, helpers pay off.
const ALONE: Duration = Duration::from_millis(50);

/// Those that help the main thread when it has much to do.
pub struct Helpers<'a> {
    /// Copies of the main thread's engine before its first puzzle.
    pub copies: Option<Copies<'a>>,
    /// Number of threads that solve; by default, one for each core.
    pub jobs: Option<usize>,
}

/// Lets Ctrl-C and SIGTERM stop this engine.
pub fn stop_with(solver: &Solver) {
    let _ = console::stop_by_signals(&solver.interrupt().flag());
}

/// Solves all puzzles of the queue; the status for the process.
pub fn solve_all<'a, R: Read + Send>(
    solver: Solver,
    work: &Work,
    queue: &WorkQueue<R>,
    writer: &Mutex<Option<Writer<'a>>>,
    helpers: Helpers<'a>,
) -> io::Result<u8> {
    // Nobody leaves it half changed.
    let writer = || writer.lock().unwrap_or_else(PoisonError::into_inner);
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let is_done = &is_done;
        let later = thread::Builder::new().name("write".into()).spawn_scoped(scope, move || {
            if has_ended_within(ALONE, is_done) {
                return None;
            }
            let writer = writer().take()?;
            queue.batch_size.hand_over();
            if !queue.is_empty() {
                helpers.start(scope, work, queue);
            }
            let status = writer.write_all();
            if !status.is_over {
                // The reader may wait for input for ever, and a puzzle may take as long: the process does not wait for
                // either.
                process::exit(status.code.into());
            }
            Some(status.code)
        })?;
        let mut worker = Worker::new(solver, work, queue);
        // Once the other thread writes, there is nothing to be done here.
        worker.run(|| writer().as_mut().is_none_or(|writer| writer.write_ready(queue.is_slow())));
        let own = writer().take().map(|writer| writer.write_all().code);
        is_done.store(true, Ordering::Release);
        later.thread().unpark();
        match own {
            Some(code) => Ok(code),
            None => match later.join() {
                Ok(code) => Ok(code.unwrap_or_default()),
                Err(_) => Err(io::Error::other("the one that writes has ended")),
            },
        }
    })
}

/// Waits for the end of what is under way; false if it takes longer than that.
fn has_ended_within(time: Duration, is_done: &AtomicBool) -> bool {
    let deadline = Instant::now() + time;
    while !is_done.load(Ordering::Acquire) {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        thread::park_timeout(left);
    }
    true
}

impl<'a> Helpers<'a> {
    /// Starts them all.
    fn start<'scope, 'env, R: Read + Send>(
        self,
        scope: &'scope Scope<'scope, 'env>,
        work: &'env Work,
        queue: &'env WorkQueue<R>,
    ) where
        'a: 'scope,
    {
        let Some(copies) = self.copies else { return };
        let jobs = self.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        for _ in 1..jobs {
            let copies = copies.clone();
            let help = move || match copies.one() {
                Ok(solver) => {
                    stop_with(&solver);
                    Worker::new(solver, work, queue).run(|| true);
                }
                Err(failure) => queue.fail(failure.to_string()),
            };
            let started = thread::Builder::new().stack_size(STACK).name("solve".into()).spawn_scoped(scope, help);
            if let Err(cause) = started {
                queue.fail(format!("cannot start a thread: {cause}"));
            }
        }
    }
}
