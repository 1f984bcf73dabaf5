//! The store: variables, their domains, and propagation to a fixpoint.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize, Ordering};

use klammer_space::{Contradiction, Family, Progress, Variable};

use crate::domain::{Error, Range, VariableInfo, Watch, shape};
use crate::propagate::{Outcome, Propagator, Task};
use crate::propagate::{State, Workspace};

/// Values are between this number and its negation, so that sums of a few of them fit into a word.
pub const MAX_VALUE: i64 = (1 << 60) - 1;

/// Variables, at most.
const MAX_VARIABLES: usize = 1 << 24;

/// Variables with domains, and constraints over them.
///
/// A clone shares the constraints and copies the domains: a search makes one for each branch. Copies that get further
/// constraints, or variables, have constraints of their own from then on.
#[derive(Debug, Clone, Default)]
pub struct Store {
    pub(crate) model: Arc<Model>,
    pub(crate) state: State,
    pub(crate) failed: Option<Contradiction>,
    /// The user propagator that is running.
    running_propagator: Option<u32>,
}

impl Store {
    /// A store without variables.
    pub fn new() -> Store {
        Store::default()
    }

    /// A variable with the values from `lo` to `hi`, both included.
    pub fn variable(&mut self, lo: i64, hi: i64) -> Result<Variable, Error> {
        self.new_variable(lo, hi, false)
    }

    pub(crate) fn new_variable(&mut self, lo: i64, hi: i64, is_auxiliary: bool) -> Result<Variable, Error> {
        if lo > hi {
            return Err(Error::EmptyRange(lo, hi));
        }
        if lo < -MAX_VALUE || hi > MAX_VALUE {
            return Err(Error::Overflow);
        }
        if self.state.domains.len() >= MAX_VARIABLES {
            return Err(Error::TooLarge("a store has at most 16777216 variables"));
        }
        let number = self.state.domains.len() as u32;
        let shape = self.state.domains.add(lo, hi);
        let model = Arc::make_mut(&mut self.model);
        let model_id = model.model_id;
        model.variables.push(VariableInfo {
            shape,
            initial_bounds: (lo, hi),
            is_auxiliary,
            model_id,
            watches: Vec::new(),
        });
        model.pay(size_of::<VariableInfo>());
        Ok(Variable(number, model_id))
    }

    /// The variable that has this value from the start.
    pub fn constant(&mut self, value: i64) -> Result<Variable, Error> {
        if let Some(&known) = self.model.constants.get(&value) {
            return Ok(self.named(known));
        }
        let variable = self.new_variable(value, value, true)?;
        Arc::make_mut(&mut self.model).constants.insert(value, variable.0);
        Ok(variable)
    }

    /// Returns the number of variables, those made for expressions included.
    pub fn len(&self) -> usize {
        self.state.domains.len()
    }

    /// Returns whether there is no variable.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of propagators.
    pub fn constraints(&self) -> usize {
        self.model.posted.len()
    }

    /// Bytes that a copy of the store takes, besides what all copies share.
    pub fn bytes(&self) -> usize {
        self.state.domains.bytes() + self.state.memory.len() * 8 + self.state.queue.bytes()
    }

    /// Bytes of what all copies share.
    pub fn shared_bytes(&self) -> usize {
        self.model.account.bytes()
    }

    /// Returns whether other copies share the constraints.
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.model) > 1
    }

    /// Returns the memory that this copy shares with others, for the account of its owner.
    pub fn account(&self) -> &Arc<Account> {
        &self.model.account
    }

    /// Returns whether the store has this variable.
    #[inline]
    pub fn has(&self, x: Variable) -> bool {
        self.model.variables.get(x.0 as usize).is_some_and(|info| info.model_id == x.1)
    }

    /// The variable with this number, counted from 0 in the order in which they were made.
    pub fn variable_at(&self, number: usize) -> Option<Variable> {
        let info = self.model.variables.get(number)?;
        Some(Variable(number as u32, info.model_id))
    }

    /// The variable with the number that a part of the model has for it.
    pub(crate) fn named(&self, number: u32) -> Variable {
        Variable(number, self.model.variables.get(number as usize).map_or(0, |info| info.model_id))
    }

    pub(crate) fn workspace(&mut self) -> Workspace<'_> {
        Workspace { variables: &self.model.variables, state: &mut self.state, culprit: None }
    }

    // ---- domains

    // A variable of another store has no values here, and whatever is said of it is a contradiction.

    fn range(&self, x: Variable) -> Range {
        if self.has(x) { self.state.domains.range(x.0 as usize) } else { Range::default() }
    }

    /// The least and the greatest value.
    pub fn bounds(&self, x: Variable) -> (i64, i64) {
        let range = self.range(x);
        (range.lo, range.hi)
    }

    /// Returns the number of values.
    pub fn size(&self, x: Variable) -> u64 {
        self.range(x).size
    }

    /// The value, if only one is left.
    pub fn value(&self, x: Variable) -> Option<i64> {
        let (lo, hi) = self.bounds(x);
        (lo == hi && self.has(x)).then_some(lo)
    }

    /// Returns whether this value is possible.
    pub fn contains(&self, x: Variable, value: i64) -> bool {
        self.has(x) && self.state.domains.contains(shape(&self.model.variables, x.0 as usize), x.0 as usize, value)
    }

    /// The values that are possible, ascending.
    pub fn values(&self, x: Variable) -> impl Iterator<Item = i64> + '_ {
        let mut next = self.has(x).then_some(-MAX_VALUE);
        std::iter::from_fn(move || {
            let value = self.state.domains.next(shape(&self.model.variables, x.0 as usize), x.0 as usize, next?)?;
            next = Some(value + 1);
            Some(value)
        })
    }

    // ---- changes

    fn change(
        &mut self,
        x: Variable,
        change: impl FnOnce(&mut Workspace<'_>) -> Result<(), crate::domain::Failure>,
    ) -> Result<(), Contradiction> {
        if let Some(contradiction) = self.failed {
            return Err(contradiction);
        }
        if !self.has(x) || change(&mut self.workspace()).is_err() {
            let place = self.has(x).then_some(x.0 as usize);
            if let Some(running) = self.running_propagator {
                self.model.last_failed.store(running, Ordering::Relaxed);
            }
            return self.fail(Contradiction { place, group: None });
        }
        Ok(())
    }

    pub(crate) fn fail(&mut self, contradiction: Contradiction) -> Result<(), Contradiction> {
        self.failed = Some(contradiction);
        self.state.queue.clear();
        Err(contradiction)
    }

    /// Leaves only one value. What follows from it is for [`Store::propagate`] to find out, here and below.
    pub fn assign(&mut self, x: Variable, value: i64) -> Result<(), Contradiction> {
        self.change(x, |work| work.fix(x.0, value))
    }

    /// Takes a value away.
    pub fn remove(&mut self, x: Variable, value: i64) -> Result<(), Contradiction> {
        self.change(x, |work| work.remove(x.0, value))
    }

    /// Takes away what is less than `value`.
    pub fn at_least(&mut self, x: Variable, value: i64) -> Result<(), Contradiction> {
        self.change(x, |work| work.set_lo(x.0, value))
    }

    /// Takes away what is greater than `value`.
    pub fn at_most(&mut self, x: Variable, value: i64) -> Result<(), Contradiction> {
        self.change(x, |work| work.set_hi(x.0, value))
    }

    // ---- propagation

    /// The contradiction that has been found: the store has no solution, and its domains mean nothing any more.
    pub fn contradiction(&self) -> Option<Contradiction> {
        self.failed
    }

    /// Returns whether every variable has one value and all constraints hold.
    pub fn is_solved(&self) -> bool {
        self.failed.is_none()
            && self.state.queue.is_empty()
            && (0..self.len()).all(|x| self.state.domains.range(x).size == 1)
    }

    /// Returns whether there is nothing to propagate.
    pub fn is_at_fixpoint(&self) -> bool {
        self.state.queue.is_empty()
    }

    /// Runs the propagators that changes have woken, the cheap ones first, until none has anything left to say or the
    /// budget is used up. A step of the budget is about what looking at 32 values takes; the last run may exceed it,
    /// which leaves it below 0.
    pub fn propagate(&mut self, budget: &mut i64) -> Result<Progress, Contradiction> {
        self.running_propagator = None;
        if let Some(contradiction) = self.failed {
            return Err(contradiction);
        }
        let Store { model, state, .. } = self;
        let mut work = Workspace { variables: &model.variables, state, culprit: None };
        loop {
            if *budget <= 0 && !work.state.queue.is_empty() {
                return Ok(Progress::OutOfBudget);
            }
            let Some(id) = work.state.queue.pop() else { return Ok(Progress::Fixpoint) };
            let Some(posted) = model.posted.get(id as usize) else { continue };
            if work.state.queue.is_subsumed(id) {
                continue;
            }
            if let Propagator::Script { .. } = posted.propagator {
                work.state.queue.put_back(id, posted.priority);
                return Ok(Progress::UserPropagators);
            }
            *budget = budget.saturating_sub(posted.cost.into());
            work.state.queue.set_running((posted.propagator.is_idempotent() && !posted.is_aliased).then_some(id));
            let result = posted.propagator.run(&mut work);
            work.state.queue.set_running(None);
            match result {
                Ok(Outcome::NoFix) => {}
                Ok(Outcome::Subsumed) if posted.is_aliased => {}
                Ok(Outcome::Subsumed) => work.state.queue.subsume(id),
                Ok(Outcome::Again) => work.state.queue.push(id, posted.priority),
                Err(_) => {
                    posted.failures.fetch_add(1, Ordering::Relaxed);
                    model.last_failed.store(id, Ordering::Relaxed);
                    let place = work.culprit.map(|x| x as usize);
                    let contradiction = Contradiction { place, group: Some(id as usize) };
                    return self.fail(contradiction).map(|()| Progress::Fixpoint);
                }
            }
        }
    }

    /// [`Store::propagate`] without a budget; propagators of the owner are passed over.
    pub fn propagate_all(&mut self) -> Result<(), Contradiction> {
        loop {
            match self.propagate(&mut i64::MAX.clone())? {
                Progress::Fixpoint => return Ok(()),
                Progress::UserPropagators => drop(self.next_user_propagator()),
                Progress::OutOfBudget => {}
            }
        }
    }

    /// Returns the number of the owner's propagator that runs next, if [`Store::propagate`] has left only such ones.
    /// The owner reports its conclusions with [`Store::assign`] and its kin, and then propagates again.
    pub fn next_user_propagator(&mut self) -> Option<u32> {
        let id = self.state.queue.pop()?;
        let posted = self.model.posted.get(id as usize)?;
        match posted.propagator {
            Propagator::Script { number, .. } => {
                self.running_propagator = Some(id);
                Some(number)
            }
            _ => {
                self.state.queue.put_back(id, posted.priority);
                None
            }
        }
    }

    /// The constraint of the propagator of the owner's that [`Store::next_user_propagator`] has told last, until the
    /// next propagation.
    pub fn running_propagator(&self) -> Option<u32> {
        self.running_propagator
    }

    // ---- the model

    /// The least and the greatest value that the variable was made with.
    pub fn initial_bounds(&self, x: Variable) -> (i64, i64) {
        self.model.variables.get(x.0 as usize).map(|info| info.initial_bounds).unwrap_or_default()
    }

    /// Sets the decision variables, on which a search branches first.
    pub fn set_decisions(&mut self, variables: &[Variable]) -> Result<(), Error> {
        self.check(variables)?;
        let model = Arc::make_mut(&mut self.model);
        model.decisions = variables.iter().map(|x| x.0).collect();
        model.pay(variables.len() * 4);
        Ok(())
    }

    pub(crate) fn check(&self, variables: &[Variable]) -> Result<(), Error> {
        if variables.iter().all(|&x| self.has(x)) { Ok(()) } else { Err(Error::NoSuchVariable) }
    }

    /// Words that a propagator remembers between runs. Returns where they begin.
    pub(crate) fn memory(&mut self, words: &[u64]) -> usize {
        let start = self.state.memory.len();
        self.state.memory.extend_from_slice(words);
        start
    }

    /// Posts a propagator of which one run costs `work` elementary steps.
    pub(crate) fn add(&mut self, propagator: Propagator, mut variables: Vec<u32>, priority: u8, work: usize) {
        let places = variables.len();
        variables.sort_unstable();
        variables.dedup();
        let is_aliased = variables.len() < places;
        let events = propagator.events();
        let model = Arc::make_mut(&mut self.model);
        let id = model.posted.len() as u32;
        for &x in &variables {
            if let Some(info) = model.variables.get_mut(x as usize) {
                info.watches.push(Watch { propagator: id, events, priority });
            }
        }
        model.pay(160 + variables.len() * (4 + 3 * size_of::<Watch>()));
        let cost = u32::try_from(1 + work / 32).unwrap_or(u32::MAX);
        model.posted.push(Arc::new(PropagatorInfo {
            propagator,
            priority,
            cost,
            variables: variables.into(),
            is_aliased,
            failures: AtomicU32::new(0),
        }));
        self.state.queue.add_propagator(id as usize);
        if self.failed.is_none() {
            self.state.queue.push(id, priority);
        }
    }

    /// The variables of a constraint, by the number that a contradiction tells.
    pub fn variables_of(&self, constraint: u32) -> Vec<Variable> {
        let posted = self.model.posted.get(constraint as usize);
        posted.map(|posted| posted.variables.iter().map(|&x| self.named(x)).collect()).unwrap_or_default()
    }

    /// Returns the identity that it shares with its copies.
    pub fn family(&self) -> &Family {
        &self.model.family
    }
}

// Names that a program gives to variables and constraints, and texts that use them.

/// A constraint for people who read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostedConstraint {
    /// The constraint as it was written.
    pub text: String,
    /// The place of the program's text that has posted it.
    pub place: Option<Arc<str>>,
}

/// State of a store before something is posted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before {
    constraints: usize,
    failed: bool,
}

impl Store {
    /// From now on, the variable is called so, in this store and in copies that are made of it.
    pub fn set_name(&mut self, x: Variable, name: &str) {
        if self.has(x) {
            self.pay_for(64 + name.len());
            self.words().names.insert(x.0, name.into());
        }
    }

    /// The name that was given to the variable.
    pub fn name(&self, x: Variable) -> Option<&Arc<str>> {
        self.model.words.names.get(&x.0)
    }

    /// Returns the name of the variable, the expression that it is the value of, or else `#` and its number.
    pub fn name_of(&self, x: Variable) -> String {
        let words = &self.model.words;
        words.shown(|out| words.write_variable(x.0, MAX_DEPTH, out))
    }

    /// Returns the state that [`Store::label_since`] begins with.
    pub fn before(&self) -> Before {
        Before { constraints: self.constraints(), failed: self.contradiction().is_some() }
    }

    /// Gives this wording to all that was posted since then. Constraints that one place of a program posts one after the
    /// other share its text.
    pub fn label_since(&mut self, before: Before, mut wording: ConstraintText) {
        let has_propagators = before.constraints < self.constraints();
        let is_refuted = !before.failed && self.contradiction().is_some();
        if !has_propagators && !is_refuted {
            return;
        }
        let last = self.model.words.constraints.last().and_then(|(_, last)| last.place());
        if wording.place() == last {
            wording.set_place(last);
        }
        self.pay_for(wording.bytes());
        let wording = Arc::new(wording);
        let words = self.words();
        if is_refuted {
            words.refuted = Some(Arc::clone(&wording));
        }
        if has_propagators {
            words.constraints.push((before.constraints as u32, wording));
        }
    }

    /// The constraint that has found the contradiction: that of a propagator, or one that was impossible when it was
    /// posted.
    fn contradicting(&self) -> Option<&ConstraintText> {
        let group = self.contradiction()?.group.and_then(|group| u32::try_from(group).ok());
        match group.or(self.running_propagator) {
            Some(group) => self.wording(group),
            None => self.model.words.refuted.as_deref(),
        }
    }

    /// The constraint that has found the contradiction, as it was written.
    pub fn contradiction_text(&self) -> Option<String> {
        self.contradicting().map(|wording| self.worded(wording))
    }

    /// The constraint that has found the contradiction, with its place.
    pub fn contradiction_constraint(&self) -> Option<PostedConstraint> {
        self.contradicting().map(|wording| self.posted(wording))
    }

    /// The constraint that has found the last contradiction, in this store or one of the copies that share its
    /// constraints: what a search without a solution has met last.
    pub fn last_failed(&self) -> Option<PostedConstraint> {
        let last = self.model.last_failed.load(Ordering::Relaxed);
        let wording = self.wording(Some(last).filter(|&last| (last as usize) < self.constraints())?)?;
        Some(self.posted(wording))
    }

    /// The variable was made as the value of this expression.
    pub fn label_variable(&mut self, x: Variable, wording: ConstraintText) {
        self.pay_for(wording.bytes());
        self.words().meanings.insert(x.0, Arc::new(wording));
    }

    /// Returns the wording of the constraint that the propagator with this number belongs to.
    pub fn constraint_text(&self, constraint: u32) -> Option<String> {
        self.wording(constraint).map(|wording| self.worded(wording))
    }

    /// Returns all constraints that have a wording, in the order in which they were posted.
    pub fn posted_constraints(&self) -> impl ExactSizeIterator<Item = PostedConstraint> + '_ {
        self.model.words.constraints.iter().map(|(_, wording)| self.posted(wording))
    }

    fn wording(&self, constraint: u32) -> Option<&ConstraintText> {
        let known = &self.model.words.constraints;
        let next = known.partition_point(|(first, _)| *first <= constraint);
        known.get(next.checked_sub(1)?).map(|(_, wording)| &**wording)
    }

    fn worded(&self, wording: &ConstraintText) -> String {
        let words = &self.model.words;
        words.shown(|out| words.write(wording, MAX_DEPTH, out))
    }

    fn posted(&self, wording: &ConstraintText) -> PostedConstraint {
        PostedConstraint { text: self.worded(wording), place: wording.place() }
    }

    fn words(&mut self) -> &mut Labels {
        Arc::make_mut(&mut Arc::make_mut(&mut self.model).words)
    }
}

// The model: what does not change while a search goes on. All copies of a store share it.

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
