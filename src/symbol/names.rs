//! Names that all engines share, numbered before there is an engine.

use std::sync::OnceLock;

use hashbrown::HashMap;

use super::{Symbol, well_known};

/// A set of names, numbered from 0 on, the [`well_known`] ones first.
pub(crate) struct NameSet {
    names: Vec<&'static str>,
    numbers: HashMap<&'static str, Symbol>,
}

impl NameSet {
    /// The names that Rust code names.
    pub fn well_known() -> &'static NameSet {
        static NAMES: OnceLock<NameSet> = OnceLock::new();
        NAMES.get_or_init(NameSet::new)
    }

    pub fn new() -> NameSet {
        let mut set = NameSet { names: Vec::new(), numbers: HashMap::new() };
        for name in well_known::NAMES {
            set.add(name);
        }
        set
    }

    /// Adds a name, unless it is there. Returns its number.
    pub fn add(&mut self, name: &'static str) -> Symbol {
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push(name);
            Symbol(self.names.len() as u32 - 1)
        })
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The name of this number.
    pub fn get(&self, number: Symbol) -> Option<&'static str> {
        self.names.get(number.0 as usize).copied()
    }

    /// The number of this name.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.numbers.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_found_under_its_number() {
        let mut names = NameSet::new();
        let number = names.add("map-with");
        assert_eq!((names.find("map-with"), names.get(number)), (Some(number), Some("map-with")));
        assert_eq!(names.find("quote"), Some(well_known::QUOTE));
        assert_eq!(names.find("no-such-name"), None);
        assert_eq!(names.get(Symbol(names.len() as u32)), None);
    }
}
