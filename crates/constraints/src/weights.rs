//! Weights of variables: which took part in contradictions, counted over a whole search (dom/wdeg: Boussemart, Hemery,
//! Lecoutre and Sais, 2004).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A weight for each variable, 1 at first. Clones share the weights.
#[derive(Debug, Clone, Default)]
pub struct Weights(Arc<Mutex<Vec<f64>>>);

impl Weights {
    fn all(&self) -> MutexGuard<'_, Vec<f64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The weights of the variables with these numbers.
    pub(crate) fn of(&self, variables: impl Iterator<Item = usize>) -> Vec<f64> {
        let all = self.all();
        variables.map(|x| all.get(x).copied().unwrap_or(1.0)).collect()
    }

    pub(crate) fn get(&self, x: usize) -> f64 {
        self.all().get(x).copied().unwrap_or(1.0)
    }

    pub(crate) fn bump(&self, variables: impl Iterator<Item = usize>, by: f64) {
        let mut all = self.all();
        for x in variables {
            if all.len() <= x {
                all.resize(x + 1, 1.0);
            }
            if let Some(weight) = all.get_mut(x) {
                *weight += by;
            }
        }
    }

    pub(crate) fn fade(&self, factor: f64) {
        for weight in self.all().iter_mut() {
            *weight = 1.0 + (*weight - 1.0) * factor;
        }
    }

    pub(crate) fn reset(&self) {
        self.all().clear();
    }
}
