//! Weights of variables: which took part in contradictions, counted over a whole search (dom/wdeg: Boussemart, Hemery,
//! Lecoutre and Sais, 2004).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A weight for each variable, 1 at first. Clones share the weights. Contradictions count from the first time on that
/// somebody asks for a weight or makes a variable heavier.
#[derive(Debug, Clone, Default)]
pub struct Weights(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    are_used: bool,
    /// Of the variables with the first numbers; of others, 1.
    weights: Vec<f64>,
}

impl State {
    fn get(&self, x: usize) -> f64 {
        self.weights.get(x).copied().unwrap_or(1.0)
    }

    fn add(&mut self, x: usize, by: f64) {
        if self.weights.len() <= x {
            self.weights.resize(x + 1, 1.0);
        }
        if let Some(weight) = self.weights.get_mut(x) {
            *weight += by;
        }
    }
}

impl Weights {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn used(&self) -> MutexGuard<'_, State> {
        let mut state = self.state();
        state.are_used = true;
        state
    }

    /// The weights of the variables with these numbers.
    pub(crate) fn of(&self, variables: impl Iterator<Item = usize>) -> Vec<f64> {
        let state = self.used();
        variables.map(|x| state.get(x)).collect()
    }

    pub(crate) fn bump(&self, x: usize, by: f64) {
        self.used().add(x, by);
    }

    /// A contradiction among these variables.
    pub(crate) fn blame(&self, variables: impl Iterator<Item = usize>) {
        let mut state = self.state();
        if state.are_used {
            variables.for_each(|x| state.add(x, 1.0));
        }
    }

    pub(crate) fn fade(&self, factor: f64) {
        for weight in &mut self.used().weights {
            *weight = 1.0 + (*weight - 1.0) * factor;
        }
    }

    pub(crate) fn reset(&self) {
        *self.state() = State::default();
    }
}
