//! A store as a state that a search goes on from. Places are the numbers of variables.

use klammer_space::{Contradiction, Domain, Family, Progress, Searchable, Variable};

use crate::store::Store;

impl Store {
    /// The variable with this number; one that no store has, if there is none.
    fn at(&self, place: usize) -> Variable {
        self.variable_at(place).unwrap_or(Variable(u32::MAX, 0))
    }

    /// The runs of a variable's values.
    fn runs(&self, x: Variable) -> Vec<(i64, i64)> {
        let (lo, hi) = self.bounds(x);
        // An interval without holes is told without looking at its values.
        if self.size(x) == hi.abs_diff(lo) + 1 { vec![(lo, hi)] } else { Domain::runs_of(self.values(x), hi) }
    }
}

impl Searchable for Store {
    fn variable(&self, place: usize) -> Option<Variable> {
        self.variable_at(place)
    }

    fn place(&self, x: Variable) -> Option<usize> {
        self.has(x).then_some(x.number() as usize)
    }

    fn values(&self, place: usize) -> Vec<i64> {
        Store::values(self, self.at(place)).collect()
    }

    fn branches(&self, place: usize) -> Vec<i64> {
        Store::branches(self, self.at(place))
    }

    fn contradiction(&self) -> Option<Contradiction> {
        Store::contradiction(self)
    }

    fn family(&self) -> &Family {
        Store::family(self)
    }

    fn assign(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        Store::assign(self, self.at(place), value)
    }

    fn remove(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        Store::remove(self, self.at(place), value)
    }

    fn at_least(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        Store::at_least(self, self.at(place), value)
    }

    fn at_most(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        Store::at_most(self, self.at(place), value)
    }

    fn propagate(&mut self, budget: &mut i64) -> Result<Progress, Contradiction> {
        Store::propagate(self, budget)
    }

    fn is_at_fixpoint(&self) -> bool {
        Store::is_at_fixpoint(self)
    }

    fn next_script(&mut self) -> Option<u32> {
        Store::next_script(self)
    }

    fn turn(&self) -> Option<u32> {
        Store::turn(self)
    }

    fn called(&self, place: usize) -> String {
        Store::called(self, self.at(place))
    }

    fn said_of(&self, group: u32) -> Option<String> {
        Store::said_of(self, group)
    }

    fn said_of_contradiction(&self) -> Option<String> {
        Store::said_of_contradiction(self)
    }

    fn values_left(&self) -> u64 {
        self.declared().map(|x| self.size(x)).fold(0, u64::saturating_add)
    }

    /// The variables that the program has made, and expressions that it has given names.
    fn domains(&self) -> Vec<Domain> {
        let domain = |x: Variable| Domain {
            variable: x.number(),
            name: self.name(x).cloned(),
            made_with: self.made_with(x),
            runs: self.runs(x),
        };
        self.declared_or_named().map(domain).collect()
    }
}
