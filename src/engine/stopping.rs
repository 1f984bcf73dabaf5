//! Ends of runs, by their own or early; and the account of several steps together.

use std::time::Duration;

use super::{Engine, Run, Step};
use crate::convert::FromLisp;
use crate::error::Error;
use crate::vm::async_calls::is_given_up;
use crate::vm::fiber::Stepped;
use crate::vm::host_call::{Lent, Nothing};

/// Usage so far of a part of several steps, for the limits on fuel and on time that hold for all of them together.
pub(super) struct Account {
    /// The run's, when it began.
    ticks: u64,
    /// By the host's clock, if there is a limit on it.
    time: Duration,
}

/// Message for a run that asks and must not.
const STEPS_ASK: &str = "`Run::step` ends where it asks, and `Run::answer` gives the answer";

impl<T: FromLisp> Run<T> {
    /// Carries the run on to its end, also where it waits. The limits hold for it as for an evaluation.
    ///
    /// # Errors
    /// As for [`Run::step`]. Where it waits for an answer ([`Context::ask`](crate::Context::ask)), which nobody can
    /// give it any more, the call that asks is an error.
    pub fn finish(mut self, engine: &mut Engine) -> Result<T, Error> {
        let mut account = self.account();
        loop {
            let step =
                self.on_account(&mut account, engine, |run, engine, _| run.step_part(&mut Nothing, engine, None));
            if let Step::Done(value) = step? {
                return Ok(value);
            }
            self.check_answered(engine, STEPS_ASK)?;
            self.on_account(&mut account, engine, |run, engine, _| run.wait(engine))?;
        }
    }
}

impl<T> Run<T> {
    pub(super) fn account(&self) -> Account {
        Account { ticks: self.ticks, time: Duration::ZERO }
    }

    /// Carries the run on with what the account has left: `f` is told how many ticks that are.
    pub(super) fn on_account<R>(
        &mut self,
        account: &mut Account,
        engine: &mut Engine,
        f: impl FnOnce(&mut Run<T>, &mut Engine, Option<u64>) -> R,
    ) -> R {
        let limits = engine.limits.clone();
        let used = self.ticks.saturating_sub(account.ticks);
        let left = limits.fuel.map(|all| all.saturating_sub(used));
        (engine.limits.fuel, engine.limits.time) = (left, limits.time.map(|all| all.saturating_sub(account.time)));
        let begun = limits.time.map(|_| engine.vm.program.rt.host.now());
        engine.vm.program.rt.budget.before = used;
        let result = f(self, engine, left);
        engine.vm.program.rt.budget.before = 0;
        if let Some(begun) = begun {
            account.time = account.time.saturating_add(engine.vm.program.rt.host.now().saturating_sub(begun));
        }
        engine.limits = limits;
        result
    }
}

/// Ending a run early.
impl<T> Run<T> {
    /// Leads the run out of all that it is in: the cleanups of its `unwind-protect` run, from the inside out, nothing
    /// catches that, and futures that it waits for are dropped. It goes as under `(exit)`: what a cleanup throws to
    /// something outside of it is dropped, and the next cleanup runs. A cleanup that the run stands in is left like
    /// anything else. The limits hold for all of it as for an evaluation. A run that has not begun, or has ended, needs
    /// nothing.
    ///
    /// ```
    /// use klammer::{Engine, Error, Step};
    ///
    /// let mut engine = Engine::new();
    /// engine.run("(setq doors nil)
    ///              (defproc patrol (door) (push! door doors) (unwind-protect (while t) (setq doors (cdr doors))))")?;
    /// let mut run = engine.start::<()>("patrol", ("north",))?;
    /// assert!(matches!(run.step(&mut engine, 1_000)?, Step::OutOfTicks));
    /// assert_eq!(engine.get::<Vec<String>>("doors")?, ["north"]);
    /// run.close(&mut engine)?;
    /// assert!(engine.get::<Vec<String>>("doors")?.is_empty());
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When a cleanup fails, exceeds a limit, or ends the program ([`Error::exit_status`]). One that waits for an
    /// answer fails, because nobody gives it, and so does one that waits for a future, unless the host says how its
    /// thread waits ([`Engine::set_block_on`]); the cleanups around it run. Also when the run belongs to another
    /// engine.
    #[doc(alias = "cancel", alias = "reset")]
    pub fn close(self, engine: &mut Engine) -> Result<(), Error> {
        self.close_lending(&mut Nothing, engine)
    }

    pub(super) fn close_lending(mut self, lent: Lent<'_>, engine: &mut Engine) -> Result<(), Error> {
        engine.begin();
        self.futures().truncate(0);
        match engine.vm.parking.give_up_run(&self.ticket) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(fault) => return Err(engine.error(*fault)),
        }
        let mut account = self.account();
        loop {
            let left = self.on_account(&mut account, engine, |run, engine, _| {
                let left = match run.stepped(lent, engine, None) {
                    Ok(stepped) => Ok(matches!(stepped, Stepped::Done(_))),
                    Err(fault) if is_given_up(&fault) => Ok(true),
                    Err(fault) => Err(fault),
                };
                engine.ended(left)
            });
            if left? {
                return Ok(());
            }
            self.check_answered(engine, STEPS_ASK)?;
        }
    }
}
