//! The model: what does not change while a search goes on. All copies of a store share it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use crate::propagate::Propagator;
use crate::variable::VariableInfo;
use crate::words::Words;
use klammer_space::Family;

#[derive(Debug)]
pub(crate) struct Posted {
    pub propagator: Propagator,
    pub priority: u8,
    /// Steps of a budget that a run takes.
    pub cost: u32,
    pub variables: Box<[u32]>,
}

/// What the copies of a store share, measured: each model has one of its own.
#[derive(Debug, Default)]
pub struct Account {
    bytes: AtomicUsize,
}

impl Account {
    /// Bytes of what is shared.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// The mark of the next model. Marks come again after four thousand million models, when hardly any variable is left
/// that could be taken for another one.
static NEXT_MARK: AtomicU32 = AtomicU32::new(0);

fn new_mark() -> u32 {
    NEXT_MARK.fetch_add(1, Ordering::Relaxed)
}

#[derive(Debug)]
pub(crate) struct Model {
    /// Tells variables that are made for this model from those of all others: no two models have the same.
    pub mark: u32,
    pub variables: Vec<VariableInfo>,
    pub posted: Vec<Arc<Posted>>,
    /// Variables that have one value from the start.
    pub constants: BTreeMap<i64, u32>,
    /// What a search chooses among first.
    pub decisions: Vec<u32>,
    /// What the program calls all of that.
    pub words: Arc<Words>,
    /// The same for a copy that gets further constraints.
    pub family: Family,
    pub account: Arc<Account>,
}

impl Default for Model {
    fn default() -> Model {
        Model {
            mark: new_mark(),
            variables: Vec::new(),
            posted: Vec::new(),
            constants: BTreeMap::new(),
            decisions: Vec::new(),
            family: Family::default(),
            words: Arc::default(),
            account: Arc::default(),
        }
    }
}

impl Clone for Model {
    /// A model of its own for a copy that gets further constraints.
    fn clone(&self) -> Model {
        let account = Account { bytes: AtomicUsize::new(self.account.bytes()) };
        Model {
            mark: new_mark(),
            variables: self.variables.clone(),
            posted: self.posted.clone(),
            constants: self.constants.clone(),
            decisions: self.decisions.clone(),
            words: self.words.clone(),
            family: self.family.clone(),
            account: Arc::new(account),
        }
    }
}

impl Model {
    pub fn pay(&self, bytes: usize) {
        self.account.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}
