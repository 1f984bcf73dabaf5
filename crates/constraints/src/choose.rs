//! Where to branch: questions about a store whose answers a search chooses by.

use crate::random::Random;
use crate::store::{Store, Variable};

/// Which of several variables with the fewest values is taken.
#[derive(Debug)]
pub enum Tie<'a> {
    /// The first.
    First,
    /// The one with most constraints that may still say something; the first of those.
    Degree,
    /// The heaviest; the first of those.
    Weight,
    /// Any.
    Random(&'a mut Random),
}

impl Store {
    /// The variables that are not fixed, among which a search chooses: of those named by [`Store::set_decisions`]; when
    /// these are fixed, of those that the program made; at last of those made for expressions.
    pub fn open(&self) -> Vec<Variable> {
        let is_open = |x: &u32| self.state.domains.range(*x as usize).size > 1;
        let decisions: Vec<Variable> = self.model.decisions.iter().copied().filter(is_open).map(Variable).collect();
        if !decisions.is_empty() {
            return decisions;
        }
        let all = |auxiliary: bool| {
            let of_kind =
                self.model.variables.iter().enumerate().filter(move |(_, info)| info.is_auxiliary == auxiliary);
            of_kind.map(|(x, _)| x as u32).filter(is_open).map(Variable).collect::<Vec<_>>()
        };
        let declared = all(false);
        if declared.is_empty() { all(true) } else { declared }
    }

    /// An open variable with the fewest values; none if all are fixed.
    pub fn most_constrained(&self, tie: Tie<'_>) -> Option<Variable> {
        let best = self.best();
        match tie {
            Tie::First => best.first().copied(),
            Tie::Degree => first_greatest(&best, |&x| self.degree(x) as f64),
            Tie::Weight => {
                let weights = self.model.weights.of(best.iter().map(|x| x.0 as usize));
                let weighed: Vec<_> = best.iter().copied().zip(weights).collect();
                first_greatest(&weighed, |&(_, weight)| weight).map(|found| found.0)
            }
            Tie::Random(random) => best.get(random.below(best.len())).copied(),
        }
    }

    /// All open variables with the fewest values.
    pub fn best(&self) -> Vec<Variable> {
        let mut open = self.open();
        let fewest = open.iter().map(|&x| self.size(x)).min();
        open.retain(|&x| Some(self.size(x)) == fewest);
        open
    }

    /// The open variable with the fewest values in proportion to its weight, the first of several.
    pub fn lightest(&self) -> Option<Variable> {
        let open = self.open();
        let weights = self.model.weights.of(open.iter().map(|x| x.0 as usize));
        let scored: Vec<(Variable, f64)> = open.into_iter().zip(weights).collect();
        let score = |&(x, weight): &(Variable, f64)| self.size(x) as f64 / weight;
        scored.iter().min_by(|a, b| score(a).total_cmp(&score(b))).map(|found| found.0)
    }

    /// How many constraints on this variable may still say something.
    pub fn degree(&self, x: Variable) -> usize {
        let Some(info) = self.model.variables.get(x.0 as usize) else { return 0 };
        info.watches.iter().filter(|watch| !self.state.queue.is_finished(watch.propagator)).count()
    }

    /// The weight of a variable: 1, and 1 more for each contradiction that a constraint on it has found since weights
    /// were first asked for.
    pub fn weight(&self, x: Variable) -> f64 {
        self.model.weights.of([x.0 as usize].into_iter()).first().copied().unwrap_or(1.0)
    }

    /// Makes a variable heavier.
    pub fn bump(&self, x: Variable, by: f64) {
        if self.has(x) {
            self.model.weights.bump(x.0 as usize, by);
        }
    }

    /// Multiplies what exceeds 1 in all weights.
    pub fn fade_weights(&self, factor: f64) {
        self.model.weights.fade(factor);
    }

    /// All weights are 1 again.
    pub fn reset_weights(&self) {
        self.model.weights.reset();
    }
}

fn first_greatest<T: Copy>(variables: &[T], score: impl Fn(&T) -> f64) -> Option<T> {
    let mut best = None;
    for &x in variables {
        let of_x = score(&x);
        if best.is_none_or(|(_, greatest)| of_x > greatest) {
            best = Some((x, of_x));
        }
    }
    best.map(|(x, _)| x)
}
