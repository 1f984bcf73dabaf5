//! Names and texts of a store's variables and constraints for people who watch a search. Names come from programs, and
//! constraints read as they were written. Also the words that stand for choices.

use klammer::{Context, ConvertError, FromContext, FromLisp, Handle, Ref, RefMut, Symbol, Value};
use klammer_constraints::{ConstraintText, PostedConstraint, Strength, Transition, Variable};

use super::condition::{Failure, Integer, Operand, State, StoreVariable, must, room};
use super::{PART, Store};

/// Elements of a list that are written; what follows is dots.
const SHOWN: usize = 6;

/// Lists inside one another that can have names.
const NAMED_DEPTH: usize = 8;

/// Bytes that a name may take.
const NAME: usize = 256;

/// An argument of a constraint.
pub(super) trait Describe {
    /// Writes it.
    fn say(&self, words: &mut ConstraintText);

    /// Returns the number of its parts, for the account.
    fn parts(&self) -> usize {
        1
    }

    /// Returns whether the argument is left out.
    fn is_nothing(&self) -> bool {
        false
    }
}

/// A constraint as it was written: the name of the function that posts it, and the arguments.
pub(super) fn call(function: &str, arguments: &[&dyn Describe]) -> ConstraintText {
    let mut words = ConstraintText::default();
    words.push_str(&format!("({function}"));
    for argument in arguments.iter().filter(|a| !a.is_nothing()) {
        words.push_str(" ");
        argument.say(&mut words);
    }
    words.push_str(")");
    words
}

impl Describe for Integer {
    fn say(&self, words: &mut ConstraintText) {
        words.push_str(&self.0.to_string());
    }
}

impl Describe for State {
    fn say(&self, words: &mut ConstraintText) {
        words.push_str(&self.0.to_string());
    }
}

impl Describe for Operand {
    fn say(&self, words: &mut ConstraintText) {
        match *self {
            Operand::Variable(x) => words.push_variable(x),
            Operand::Integer(n) => words.push_str(&n.to_string()),
        }
    }
}

/// As it is printed.
impl Describe for String {
    fn say(&self, words: &mut ConstraintText) {
        words.push_str(self);
    }
}

impl<T: Describe> Describe for Vec<T> {
    fn say(&self, words: &mut ConstraintText) {
        words.push_str("(");
        for (place, item) in self.iter().take(SHOWN + 1).enumerate() {
            words.push_str(if place > 0 { " " } else { "" });
            if place == SHOWN || words.is_long() {
                words.push_str("…");
                break;
            }
            item.say(words);
        }
        words.push_str(")");
    }

    fn parts(&self) -> usize {
        1 + self.iter().map(Describe::parts).sum::<usize>()
    }

    fn is_nothing(&self) -> bool {
        self.is_empty()
    }
}

/// An element of a table or an automaton: these are long, and nothing is written of them.
pub(super) struct Row(pub Vec<Integer>);

impl FromLisp for Row {
    const EXPECTED: &'static str = "a list of integers";

    fn from_lisp(given: FromContext<'_>) -> Result<Row, ConvertError> {
        given.get().map(Row)
    }
}

impl Describe for Row {
    fn say(&self, words: &mut ConstraintText) {
        words.push_str(if self.0.is_empty() { "nil" } else { "…" });
    }

    fn parts(&self) -> usize {
        1 + self.0.len()
    }
}

/// An element of an automaton.
#[derive(Clone, Copy)]
pub(super) struct TransitionArg(pub Transition);

impl FromLisp for TransitionArg {
    const EXPECTED: &'static str = "a list of a state, a value and the next state";

    fn from_lisp(mut given: FromContext<'_>) -> Result<TransitionArg, ConvertError> {
        match given.look::<(State, Integer, State)>() {
            Ok((from, value, to)) => Ok(TransitionArg(Transition { from: from.0, value: value.0, to: to.0 })),
            Err(e) => Err(if e.is_refusal() { given.unfit::<TransitionArg>() } else { e }),
        }
    }
}

impl Describe for TransitionArg {
    fn say(&self, words: &mut ConstraintText) {
        words.push_str("…");
    }

    fn parts(&self) -> usize {
        4
    }
}

/// Consistency that the propagator of all-different variables achieves.
#[derive(Clone, Copy)]
pub(super) struct StrengthArg(pub Strength);

impl FromLisp for StrengthArg {
    const EXPECTED: &'static str = "one of the symbols value, bounds and domain";

    fn from_lisp(mut given: FromContext<'_>) -> Result<StrengthArg, ConvertError> {
        match given.look::<Symbol>().as_ref().map(Symbol::name) {
            Ok("value") => Ok(StrengthArg(Strength::Value)),
            Ok("bounds") => Ok(StrengthArg(Strength::Bounds)),
            Ok("domain") => Ok(StrengthArg(Strength::Domain)),
            _ => Err(given.unfit::<StrengthArg>()),
        }
    }
}

impl Describe for StrengthArg {
    fn say(&self, words: &mut ConstraintText) {
        words.push_str(match self.0 {
            Strength::Value => "value",
            Strength::Bounds => "bounds",
            Strength::Domain => "domain",
        });
    }
}

/// When a propagator that is a function runs.
#[derive(Clone, Copy)]
pub(super) enum Event {
    Fixed,
    Bounds,
    Any,
}

impl FromLisp for Event {
    const EXPECTED: &'static str = "one of the symbols fixed, bounds and any";

    fn from_lisp(mut given: FromContext<'_>) -> Result<Event, ConvertError> {
        match given.look::<Symbol>().as_ref().map(Symbol::name) {
            Ok("fixed") => Ok(Event::Fixed),
            Ok("bounds") => Ok(Event::Bounds),
            Ok("any") => Ok(Event::Any),
            _ => Err(given.unfit::<Event>()),
        }
    }
}

// ---- names

/// Gives a variable a name, or those of a list names with places.
pub(super) fn name(
    cx: &mut Context<'_>,
    mut store: RefMut<'_, Store>,
    name: Handle,
    Nested(what): Nested,
) -> Result<(), Failure> {
    let text = match cx.get(&name)? {
        Value::Symbol(symbol) => Some(symbol.name().to_string()),
        Value::String(text) => Some(text),
        _ => None,
    };
    let Some(text) = text.filter(|text| text.len() <= NAME) else {
        return Err(must(cx, "name", "be a symbol or a string of at most 256 bytes", name).into());
    };
    room(cx, &store, NAME)?;
    give(cx, &mut store, &text, "", &what, NAMED_DEPTH)
}

/// The variables that get names.
pub(super) struct Nested(Value);

impl FromLisp for Nested {
    const EXPECTED: &'static str = "a variable, or a list of variables, in lists inside one another at most 8 times";

    fn from_lisp(mut given: FromContext<'_>) -> Result<Nested, ConvertError> {
        match given.data(NAMED_DEPTH + 1, 1 << 22) {
            Ok(what) => Ok(Nested(what)),
            Err(e) => Err(if e.is_refusal() { given.unfit::<Nested>() } else { e }),
        }
    }
}

/// `places`: those of what has been entered.
fn give(
    cx: &mut Context<'_>,
    store: &mut Store,
    name: &str,
    places: &str,
    what: &Value,
    depth: usize,
) -> Result<(), Failure> {
    match what {
        Value::Variable(x) => {
            let x = StoreVariable::from(*x).of(store, "what")?;
            cx.charge(1)?;
            cx.reserve(2 * NAME)?;
            let name = if places.is_empty() { name.to_string() } else { format!("{name}[{places}]") };
            store.set_name(x, &name);
            Ok(())
        }
        // A place of a list of variables may hold a number.
        Value::Nil | Value::Integer(_) => Ok(()),
        Value::List(items) if depth > 0 => {
            for (item, place) in items.iter().zip(0..) {
                let places = if places.is_empty() { format!("{place}") } else { format!("{places} {place}") };
                give(cx, store, name, &places, item, depth - 1)?;
            }
            Ok(())
        }
        _ => Err(must(cx, "what", &format!("be {}", Nested::EXPECTED), what.clone()).into()),
    }
}

// Texts of stores for people: a line for messages, a table for prompts.

/// Variables whose values a line has.
const MAX_VALUES: usize = 8;

/// Runs of values of a variable that a table has.
const MAX_RUNS: usize = 12;

/// Width of the column of constraints: places of longer ones follow them at once.
const MAX_WIDTH: usize = 60;

/// Variables that the table of a program has, and constraints.
const MAX_ROWS: usize = 1_000;

impl Store {
    /// Returns the text of a store in messages: the values of a solution, else the number of variables and the
    /// constraint that found a contradiction.
    pub(super) fn line(&self) -> String {
        let count = self.len();
        let variables = format!("{count} variable{}", if count == 1 { "" } else { "s" });
        if self.contradiction().is_some() {
            let reason = self.contradiction_text().map_or(String::new(), |reason| format!(": {reason}"));
            return format!("{variables}, contradiction{reason}");
        }
        if count == 0 || !self.is_solved() {
            return variables;
        }
        let value = |x: Variable| format!("{}={}", self.name_of(x), self.bounds(x).0);
        let mut values: Vec<String> = self.declared_or_named().take(MAX_VALUES + 1).map(value).collect();
        if values.len() > MAX_VALUES {
            values.truncate(MAX_VALUES);
            values.push(format!("… {variables}"));
        }
        if values.is_empty() { variables } else { values.join(" ") }
    }

    /// Returns the store as a table: each variable with the values that are left, the constraints as they were written,
    /// and the one that found a contradiction, in the store or, last, in a search of it. Each constraint has its place
    /// in the program's text. Of a solution it has the values only. It has at most `most` variables and as many
    /// constraints.
    ///
    /// ```
    /// use klammer::Handle;
    /// use klammer_search::Store;
    ///
    /// let mut engine = klammer_search::builder().build();
    /// let store: Handle = engine.eval(
    ///     "(require 'constraints)
    ///      (let* ((s (make-store)) (x (set-name! s 'x (variable s 0 9))) (y (set-name! s 'y (variable s 0 9))))
    ///        (post! s (/= x 5) (< x y))
    ///        s)",
    /// )?;
    /// let table = engine.with_object(&store, |store: &mut Store| store.text(100))?;
    /// let variables = "variable  values\nx         0..4 6..9\ny         0..9\n";
    /// assert_eq!(table, format!("{variables}constraints\n  (< x y)  <eval>:3:8\n"));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self, most: usize) -> String {
        let rows: Vec<(String, String)> =
            self.declared_or_named().take(most).map(|x| (self.name_of(x), self.left(x))).collect();
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max("variable".len());
        let mut text = format!("{:width$}  values\n", "variable");
        for (name, values) in &rows {
            text.push_str(&format!("{name:width$}  {values}\n"));
        }
        let more = |all: usize, noun: &str| match all.saturating_sub(most) {
            0 => String::new(),
            1 => format!("... and 1 more {noun}\n"),
            more => format!("... and {more} more {noun}s\n"),
        };
        text.push_str(&more(self.declared_or_named().count(), "variable"));
        if !self.is_empty() && self.is_solved() {
            return text;
        }
        let constraints: Vec<PostedConstraint> = self.posted_constraints().take(most).collect();
        if !constraints.is_empty() {
            text.push_str("constraints\n");
            let width = constraints.iter().map(|one| one.text.chars().count()).max().unwrap_or(0).min(MAX_WIDTH);
            constraints.iter().for_each(|one| text.push_str(&format!("  {}\n", placed(one, width))));
            text.push_str(&more(self.posted_constraints().len(), "constraint"));
        }
        if self.contradiction().is_some() {
            let reason = self.contradiction_constraint().map(|one| placed(&one, 0));
            text.push_str(&format!("contradiction: {}\n", reason.as_deref().unwrap_or("no value is left")));
        } else if let Some(failed) = self.last_failed() {
            text.push_str(&format!("failed last: {}\n", placed(&failed, 0)));
        }
        text
    }

    /// The values that are left of a variable, in runs.
    fn left(&self, x: Variable) -> String {
        let run = |&(from, to): &(i64, i64)| match to - from {
            0 => format!("{from}"),
            1 => format!("{from} {to}"),
            _ => format!("{from}..{to}"),
        };
        let runs = self.runs(x);
        let mut shown: Vec<String> = runs.iter().take(MAX_RUNS).map(run).collect();
        if runs.len() > MAX_RUNS {
            shown.push(format!("… {} values", self.size(x)));
        }
        shown.join(" ")
    }
}

/// The constraint in a column of this width, and its place.
fn placed(constraint: &PostedConstraint, width: usize) -> String {
    match &constraint.place {
        Some(place) => format!("{:width$}  {place}", constraint.text),
        None => constraint.text.clone(),
    }
}

/// The table of a store, for a program.
pub(super) fn table(cx: &mut Context<'_>, store: Ref<'_, Store>) -> Result<String, Failure> {
    let parts = store.len() + store.constraints();
    cx.charge(parts as u64)?;
    cx.reserve(parts.min(2 * MAX_ROWS).saturating_mul(PART))?;
    Ok(store.text(MAX_ROWS))
}
