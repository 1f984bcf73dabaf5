//! Contents of handles: names and arities of functions, iteration over sequences.

use std::marker::PhantomData;

use super::Engine;
use crate::error::Error;
use crate::fault::Result;
use crate::handle::Handle;
use crate::host::FromLisp;
use crate::value::{Kind, Value};
use crate::vm::bootstrap;
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

    /// Returns an iterator over the values of a stream of solutions (module `amb`) or of a list. A function is called
    /// for each value, until it returns nil. Each value is computed on request, under limits of its own. After an error
    /// there is nothing more.
    ///
    /// ```
    /// use klammer::{Engine, Handle};
    ///
    /// let mut engine = Engine::new();
    /// engine.require("amb")?;
    /// let triples: Handle = engine.eval("
    ///     (solutions
    ///       (let* ((c (an-integer-above 1)) (b (an-integer-between 1 c)) (a (an-integer-between 1 b)))
    ///         (require-that (= (+ (* a a) (* b b)) (* c c)))
    ///         (list a b c)))")?;
    /// let first: Vec<(i64, i64, i64)> = triples.iter(&mut engine).take(2).collect::<Result<_, _>>()?;
    /// assert_eq!(first, [(3, 4, 5), (6, 8, 10)]);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn iter<'e, T: FromLisp>(&self, engine: &'e mut Engine) -> Iter<'e, T> {
        Iter { engine, source: Some(self.clone()), begun: false, types: PhantomData }
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

/// The values of something that yields one after the other, as Rust values. There is an example at
/// [`Handle::iter`].
#[derive(Debug)]
#[must_use = "nothing is searched for before it is asked for"]
pub struct Iter<'e, T> {
    engine: &'e mut Engine,
    /// Source of the next value; `None` at the end.
    source: Option<Handle>,
    /// Whether the source's first value has been taken.
    begun: bool,
    types: PhantomData<fn() -> T>,
}

/// Calls a function of the module `amb` on a stream.
fn stream_function(e: &mut Engine, name: &str, stream: Value) -> Result<Value> {
    if !e.vm.program.loader.loaded.iter().any(|(module, _)| module == "amb") {
        return Err(e.vm.program.rt.wrong_type("iter", "values", SOURCE, stream));
    }
    let f = bootstrap::dialect_function(&mut e.vm, "amb", name)?;
    e.vm.call_nested(f, &[stream])
}

impl<T: FromLisp> Iter<'_, T> {
    /// The next value, and what those after it come from; nothing at the end.
    fn advance(&mut self, source: &Handle) -> Result<Option<(Handle, T)>, Error> {
        let begun = std::mem::replace(&mut self.begun, true);
        self.engine.evaluated_to(|e| {
            let source = e.vm.program.rt.host_roots.value_of(source)?;
            let (rest, value) = match source.kind() {
                _ if source.is_nil() => return Ok(None),
                _ if source.is_procedure() => (source, e.vm.call_nested(source, &[])?),
                Kind::RECORD => {
                    let stream = if begun { stream_function(e, "stream-rest", source)? } else { source };
                    if stream.is_nil() {
                        return Ok(None);
                    }
                    // It remembers its first value.
                    (stream, stream_function(e, "stream-first", stream)?)
                }
                _ if source.has_elements() => (e.vm.program.rt.heap.rest(source), e.vm.program.rt.heap.first(source)),
                _ => return Err(e.vm.program.rt.wrong_type("iter", "values", SOURCE, source)),
            };
            if value.is_nil() && source.is_procedure() {
                return Ok(None);
            }
            let rest = e.vm.program.rt.host_roots.handle_of(rest);
            crate::host::guarded_result(&mut e.vm.program.rt, value).map(|value| Some((rest, value)))
        })
    }
}

/// Expected kinds of value that [`Handle::iter`] goes through.
const SOURCE: &str = "a stream of solutions, a function or a list";

impl<T: FromLisp> Iterator for Iter<'_, T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Result<T, Error>> {
        let source = self.source.take()?;
        match self.advance(&source) {
            Ok(Some((rest, value))) => {
                self.source = Some(rest);
                Some(Ok(value))
            }
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

impl<T: FromLisp> std::iter::FusedIterator for Iter<'_, T> {}
