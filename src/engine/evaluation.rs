//! Evaluations of which more is to be said than a text: whose names it means, what is lent, what errors call it.

use std::fmt;
use std::path::Path;

use super::{Checkup, Engine, Namespace, Program, Run};
use crate::convert::FromLisp;
use crate::convert::lending::{Lend, Lending};
use crate::error::Error;
use crate::fault::Res;
use crate::symbol::ModuleId;

/// An evaluation that is going to begin: [`Engine::evaluation`] makes one.
///
/// ```
/// use klammer::{Context, Engine};
///
/// struct World {
///     orcs: Vec<i64>,
/// }
///
/// let mut engine = Engine::new();
/// engine.define("hurt-orc!", |cx: &mut Context<'_>, number: usize, by: i64| {
///     cx.lent::<World>().and_then(|world| world.orcs.get_mut(number)).map(|health| {
///         *health -= by;
///         *health
///     })
/// });
/// let cheats = engine.namespace("cheats.lisp")?;
/// engine.eval_in::<()>(&cheats, "(defproc kill-all (n) (dotimes (i n) (hurt-orc! i 100)))")?;
///
/// // A line that a player types: the script's names, the world of this frame, a name for errors.
/// let mut world = World { orcs: vec![30, 40] };
/// let line = engine.evaluation().within(&cheats).lending(&mut world).named("console");
/// line.exec("(kill-all 2)")?;
/// assert_eq!(world.orcs, [-70, -60]);
/// # Ok::<(), klammer::Error>(())
/// ```
#[must_use = "nothing is evaluated yet"]
pub struct Evaluation<'e, L = ()> {
    engine: &'e mut Engine,
    namespace: Option<Namespace>,
    name: Option<String>,
    lent: L,
}

impl<L> fmt::Debug for Evaluation<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Evaluation { namespace, name, .. } = self;
        f.debug_struct("Evaluation").field("namespace", namespace).field("name", name).finish_non_exhaustive()
    }
}

impl Engine {
    /// An evaluation of which something is to be said before it begins: in which namespace it is, what is lent to the
    /// functions of the host that it calls, what errors call its text. [`Engine::eval`] and its kin are the short
    /// forms.
    pub fn evaluation(&mut self) -> Evaluation<'_> {
        Evaluation { engine: self, namespace: None, name: None, lent: () }
    }
}

impl<'e, L> Evaluation<'e, L> {
    /// With the names of a namespace. Errors call a text by its name, unless another is given.
    pub fn within(mut self, namespace: &Namespace) -> Self {
        self.namespace = Some(namespace.clone());
        self
    }

    /// Sets the name of the text in errors.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Lends something for as long as it takes: functions of the host that are called reach it by its type, as in
    /// [`Engine::call_with`]. It does not reach what macros evaluate while a form is expanded, and files that are
    /// loaded.
    pub fn lending<M: Lend>(self, lent: M) -> Evaluation<'e, M> {
        let Evaluation { engine, namespace, name, .. } = self;
        Evaluation { engine, namespace, name, lent }
    }

    fn module(&self) -> Res<ModuleId> {
        match &self.namespace {
            Some(namespace) => namespace.module(&self.engine.vm),
            None => Ok(self.engine.main),
        }
    }

    /// Returns the name of the text in errors.
    fn text_name(&self) -> String {
        let own = self.name.clone().or_else(|| self.namespace.as_ref().map(|n| n.name().to_string()));
        own.unwrap_or_else(|| "<eval>".to_string())
    }
}

impl<L: Lend> Evaluation<'_, L> {
    /// Evaluates all forms of a text, and converts the value of the last one.
    ///
    /// # Errors
    /// As for [`Engine::eval`]; also when the namespace belongs to another engine.
    pub fn eval<T: FromLisp>(self, text: &str) -> Result<T, Error> {
        let (module, name, lenient) = (self.module(), self.text_name(), self.engine.lenient);
        let Evaluation { engine, lent, .. } = self;
        engine.evaluated(|e| e.vm.evaluate_lending(module?, name.into(), text, None, lenient, &mut Lending::new(lent)?))
    }

    /// The same, where no value is wanted.
    ///
    /// # Errors
    /// As for [`Evaluation::eval`].
    pub fn exec(self, text: &str) -> Result<(), Error> {
        self.eval(text)
    }

    /// Evaluates a file, which the host reads. As for every file, names that it uses and nobody defines are warnings.
    ///
    /// # Errors
    /// As for [`Evaluation::eval`], and when the host cannot read the file.
    pub fn eval_file<T: FromLisp>(self, path: impl AsRef<Path>) -> Result<T, Error> {
        let path = path.as_ref();
        let (module, lenient) = (self.module(), self.engine.lenient);
        let name = self.name.unwrap_or_else(|| path.display().to_string());
        let (engine, lent) = (self.engine, self.lent);
        engine.evaluated(|e| {
            let text = e.text_of(path)?;
            let folder = path.parent().map(Path::to_path_buf);
            e.vm.evaluate_lending(module?, name.into(), text, folder, lenient, &mut Lending::new(lent)?)
        })
    }

    /// Runs a program, which has a name of its own: the value of its last form.
    ///
    /// # Errors
    /// As for [`Evaluation::eval`].
    pub fn run<T: FromLisp>(self, program: &Program) -> Result<T, Error> {
        let module = self.module();
        let (engine, lent) = (self.engine, self.lent);
        engine.evaluated(|e| e.run_lending(module?, program, &mut Lending::new(lent)?))
    }
}

impl Evaluation<'_> {
    /// Begins a program that is carried on step by step, as [`Engine::start_program`] does. A loan holds for
    /// each step ([`Run::step_with`]).
    ///
    /// # Errors
    /// When its text does not fit the memory limit; also when the namespace belongs to another engine.
    pub fn start<T: FromLisp>(self, program: &Program) -> Result<Run<T>, Error> {
        self.engine.begin();
        let started = self.module().and_then(|module| self.engine.start_in(module, program));
        started.map_err(|fault| self.engine.error(*fault))
    }

    /// All that is wrong with a text, and what cannot be meant in it, without running it: [`Engine::check`] with the
    /// names of a namespace.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let orc = engine.namespace("orc.lisp")?;
    /// engine.eval_in::<()>(&orc, "(defproc strength () 10)")?;
    /// let found = engine.evaluation().within(&orc).check("(defproc act () (+ (strength) (rol)))")?;
    /// assert_eq!(found.warnings.len(), 1);
    /// assert!(found.warnings[0].message().starts_with("rol is not defined"));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the namespace belongs to another engine.
    pub fn check(self, text: &str) -> Result<Checkup, Error> {
        self.engine.begin();
        let (module, name) = (self.module(), self.text_name());
        match module {
            Ok(module) => Ok(self.engine.check_text(module, &name, text, None)),
            Err(fault) => Err(self.engine.error(*fault)),
        }
    }
}
