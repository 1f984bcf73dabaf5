//! The model: what does not change while a search goes on. All copies of a store share it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize, Ordering};

use klammer_space::Family;

use crate::Variable;
use crate::domain::VariableInfo;
use crate::propagate::{Propagator, Task};

#[derive(Debug)]
pub(crate) struct PropagatorInfo {
    pub propagator: Propagator,
    pub priority: u8,
    /// Steps of a budget that a run takes.
    pub cost: u32,
    pub variables: Box<[u32]>,
    /// A variable occurs at several places. What a run takes away there may concern the same run, which cannot know
    /// that it has come to an end.
    pub is_aliased: bool,
    /// Number of contradictions that it has found, in all copies.
    pub failures: AtomicU32,
}

impl PropagatorInfo {
    pub fn failures(&self) -> u32 {
        self.failures.load(Ordering::Relaxed)
    }
}

/// The choice which of two tasks comes first.
#[derive(Debug)]
pub(crate) struct Order {
    /// The first comes first if this variable is 1, else the second.
    pub truth: u32,
    pub tasks: [Task; 2],
    /// Its value in the best solution; 2 as long as there is none.
    best: AtomicU8,
}

impl Order {
    pub fn new(truth: u32, tasks: [Task; 2]) -> Order {
        Order { truth, tasks, best: AtomicU8::new(2) }
    }

    pub fn best(&self) -> Option<i64> {
        Some(self.best.load(Ordering::Relaxed)).filter(|&best| best < 2).map(i64::from)
    }

    pub fn set_best(&self, value: Option<i64>) {
        self.best.store(value.and_then(|value| u8::try_from(value).ok()).unwrap_or(2), Ordering::Relaxed);
    }
}

/// Tasks that share resources: what a search chooses among first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Schedule {
    /// The variables of their starts.
    pub starts: BTreeSet<u32>,
    /// Orders of two tasks each that cannot run at once, by the variables of their starts and durations.
    pub orders: BTreeMap<[u32; 4], Arc<Order>>,
}

/// Memory that the copies of a store share. Each model has an account of its own.
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

fn new_model_id() -> u32 {
    NEXT_MARK.fetch_add(1, Ordering::Relaxed)
}

#[derive(Debug)]
pub(crate) struct Model {
    /// Tells variables that are made for this model from those of all others: no two models have the same.
    pub model_id: u32,
    pub variables: Vec<VariableInfo>,
    pub posted: Vec<Arc<PropagatorInfo>>,
    /// Variables that have one value from the start.
    pub constants: BTreeMap<i64, u32>,
    /// Variables among which a search chooses first.
    pub decisions: Vec<u32>,
    pub schedule: Schedule,
    /// Number of the propagator that found the last contradiction, in whichever copy; [`u32::MAX`] if none has.
    pub last_failed: AtomicU32,
    /// Names that the program gives to all of that.
    pub words: Arc<Labels>,
    /// The family, shared by copies that get further constraints.
    pub family: Family,
    pub account: Arc<Account>,
}

impl Default for Model {
    fn default() -> Model {
        Model {
            model_id: new_model_id(),
            variables: Vec::new(),
            posted: Vec::new(),
            constants: BTreeMap::new(),
            decisions: Vec::new(),
            schedule: Schedule::default(),
            last_failed: AtomicU32::new(u32::MAX),
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
            model_id: new_model_id(),
            variables: self.variables.clone(),
            posted: self.posted.clone(),
            constants: self.constants.clone(),
            decisions: self.decisions.clone(),
            schedule: self.schedule.clone(),
            last_failed: AtomicU32::new(self.last_failed.load(Ordering::Relaxed)),
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

/// Mark for a variable in a text.
const PLACEHOLDER: char = '\0';

/// Bytes after which a text goes on with dots.
const MAX_BYTES: usize = 240;

/// Expressions inside one another that are written out.
pub(crate) const MAX_DEPTH: usize = 3;

/// A text in which variables occur.
#[derive(Debug, Clone, Default)]
pub struct ConstraintText {
    text: String,
    variables: Vec<u32>,
    place: Option<Arc<str>>,
}

impl ConstraintText {
    /// Goes on with a text.
    pub fn push_str(&mut self, text: &str) {
        self.text.extend(text.chars().filter(|&c| c != PLACEHOLDER));
    }

    /// Goes on with what the variable will be called.
    pub fn push_variable(&mut self, x: Variable) {
        self.text.push(PLACEHOLDER);
        self.variables.push(x.0);
    }

    /// Goes on as another text does.
    pub fn push(&mut self, more: &ConstraintText) {
        self.text.push_str(&more.text);
        self.variables.extend_from_slice(&more.variables);
    }

    /// Sets the place of the program's text that posts the constraint.
    pub fn set_place(&mut self, place: Option<Arc<str>>) {
        self.place = place;
    }

    /// Returns the place of the program's text that has posted the constraint.
    pub(crate) fn place(&self) -> Option<Arc<str>> {
        self.place.clone()
    }

    /// Returns whether it is as long as anybody reads.
    pub fn is_long(&self) -> bool {
        self.text.len() > MAX_BYTES
    }

    /// Returns the memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        80 + self.text.len() + self.variables.len() * 4 + self.place.as_ref().map_or(0, |place| 16 + place.len())
    }
}

/// Names that the copies of a store share, until one of them learns more.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    pub names: BTreeMap<u32, Arc<str>>,
    /// Expression of each auxiliary variable, as written.
    pub meanings: BTreeMap<u32, Arc<ConstraintText>>,
    /// The numbers of the first propagators of constraints, ascending, and what the constraints say.
    pub constraints: Vec<(u32, Arc<ConstraintText>)>,
    /// The constraint that was found to be impossible when it was posted.
    pub refuted: Option<Arc<ConstraintText>>,
}

impl Labels {
    pub fn write(&self, wording: &ConstraintText, depth: usize, out: &mut String) {
        let mut variables = wording.variables.iter();
        for c in wording.text.chars() {
            if out.len() > MAX_BYTES {
                return;
            }
            match c {
                PLACEHOLDER => variables.next().into_iter().for_each(|&x| self.write_variable(x, depth, out)),
                c => out.push(c),
            }
        }
    }

    pub fn write_variable(&self, x: u32, depth: usize, out: &mut String) {
        match (self.names.get(&x), self.meanings.get(&x)) {
            (Some(name), _) => out.push_str(name),
            (None, Some(meaning)) if depth > 0 => self.write(meaning, depth - 1, out),
            _ => out.push_str(&format!("#{x}")),
        }
    }

    pub fn shown(&self, write: impl FnOnce(&mut String)) -> String {
        let mut text = String::new();
        write(&mut text);
        if text.len() > MAX_BYTES {
            let end = (0..=MAX_BYTES).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            text.truncate(end);
            text.push('…');
        }
        text
    }
}
