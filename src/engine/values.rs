//! Contents of handles: names, arities and documentation of functions.

use super::Engine;
use crate::error::Error;
use crate::handle::Handle;
use crate::vm::describe;

/// Number of arguments that a function can be called with. There is an example at [`Handle::name`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub struct Arity {
    /// Least number of arguments.
    pub least: usize,
    /// Largest number of arguments; `None` if there is no bound.
    pub most: Option<usize>,
}

impl Arity {
    /// Returns whether it can be called with `n` arguments.
    #[must_use]
    pub fn accepts(self, n: usize) -> bool {
        n >= self.least && self.most.is_none_or(|most| n <= most)
    }
}

impl Handle {
    /// The name of the function, macro or special operator that it holds, if that has one.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let f: klammer::Handle = engine.eval("(defproc half (n &optional rest?) \"The half of `n`.\" (/ n 2)) half")?;
    /// let arity = f.arity(&engine)?.unwrap();
    /// assert_eq!((f.name(&engine)?.as_deref(), arity.least, arity.most), (Some("half"), 1, Some(2)));
    /// assert_eq!(f.documentation(&engine)?.as_deref(), Some("The half of `n`."));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it belongs to another engine.
    pub fn name(&self, engine: &Engine) -> Result<Option<String>, Error> {
        let v = engine.held(self)?;
        Ok(engine.vm.program.rt.procedure_name(v).map(str::to_string))
    }

    /// Returns the arity of the function that it holds; of a generic function, the bounds of its methods. `None` if it
    /// holds no function.
    ///
    /// # Errors
    /// When it belongs to another engine.
    pub fn arity(&self, engine: &Engine) -> Result<Option<Arity>, Error> {
        let v = engine.held(self)?;
        Ok(engine.vm.program.arity(v).map(|(least, most)| Arity { least, most }))
    }

    /// The documentation of the function, macro or special operator that it holds.
    ///
    /// # Errors
    /// When it belongs to another engine.
    pub fn documentation(&self, engine: &Engine) -> Result<Option<String>, Error> {
        let v = engine.held(self)?;
        Ok(describe::documentation_of(&engine.vm, v))
    }
}
