//! Texts of stores for people: a line for messages, a table for prompts.

use klammer::{Context, Ref};
use klammer_constraints::{PostedConstraint, Variable};

use super::argument::Failure;
use super::{PART, Store};

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
    /// assert_eq!(table, format!("{variables}constraints\n  (< x y)  <program>:3:10\n"));
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
