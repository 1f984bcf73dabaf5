//! Where to branch: what a store answers to a search.

use klammer_space::{Contradiction, Space};

use crate::Variable;
use crate::store::Store;

impl Store {
    /// The variables that are not fixed, among which a search chooses: of those named by [`Store::set_decisions`]; when
    /// these are fixed, of those that the program made; at last of those made for expressions.
    fn choices(&self) -> Vec<usize> {
        let is_open = |x: &usize| self.state.domains.range(*x).size > 1;
        let decisions: Vec<usize> = self.model.decisions.iter().map(|&x| x as usize).filter(is_open).collect();
        if !decisions.is_empty() {
            return decisions;
        }
        let all = |auxiliary: bool| {
            let of_kind =
                self.model.variables.iter().enumerate().filter(move |(_, info)| info.is_auxiliary == auxiliary);
            of_kind.map(|(x, _)| x).filter(is_open).collect::<Vec<_>>()
        };
        let declared = all(false);
        if declared.is_empty() { all(true) } else { declared }
    }

    /// The variables that the program has made, and not those made for expressions.
    pub fn declared(&self) -> impl Iterator<Item = Variable> + '_ {
        let declared = self.model.variables.iter().enumerate().filter(|(_, info)| !info.is_auxiliary);
        declared.map(|(x, info)| Variable::from_parts(x as u32, info.mark))
    }

    /// These, and expressions with a name.
    pub fn declared_or_named(&self) -> impl Iterator<Item = Variable> + '_ {
        let all = self.model.variables.iter().zip(0..).map(|(info, x)| (info, Variable::from_parts(x, info.mark)));
        all.filter(|(info, x)| !info.is_auxiliary || self.name(*x).is_some()).map(|(_, x)| x)
    }
}

impl Space for Store {
    fn places(&self) -> usize {
        self.len()
    }

    fn size(&self, place: usize) -> u64 {
        self.state.domains.range(place).size
    }

    fn open(&self) -> Vec<usize> {
        self.choices()
    }

    /// How many constraints on this variable may still say something.
    fn degree(&self, place: usize) -> usize {
        let Some(info) = self.model.variables.get(place) else { return 0 };
        info.watches.iter().filter(|watch| !self.state.queue.is_finished(watch.propagator)).count()
    }

    fn is_solved(&self) -> bool {
        Store::is_solved(self)
    }

    /// The variables of the constraint that found out.
    fn involved(&self, contradiction: Contradiction) -> Vec<usize> {
        let posted = contradiction.group.and_then(|number| self.model.posted.get(number));
        let alone = contradiction.place.filter(|_| posted.is_none());
        let together = posted.into_iter().flat_map(|posted| posted.variables.iter().map(|&x| x as usize));
        alone.into_iter().chain(together).collect()
    }
}
