//! What natives that go along lists keep when they pause in the middle ([`crate::runtime::unfinished`]).

use crate::equality::ValueSet;
use crate::fault::Res;
use crate::list::{Builder, Meter, Walk};
use crate::runtime::Runtime;
use crate::runtime::unfinished::{ENABLED, Work};
use crate::value::Value;

/// A walk along a list, and what has been made of it so far.
pub(crate) struct Along {
    pub walk: Walk,
    pub made: Builder,
    /// A value that the native needs besides.
    pub kept: Value,
    /// Which part of the work this is, or how much of it is left.
    pub part: usize,
}

impl Along {
    #[inline]
    pub fn new(function: &'static str, parameter: &'static str, list: Value) -> Along {
        let walk = Walk::pausing(function, parameter, list);
        Along { walk, made: Builder::new(), kept: Value::NIL, part: 0 }
    }
}

impl Work for Along {
    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.walk.each_value(look);
        self.made.each_value(look);
        look(&[self.kept]);
    }
}

/// The same with a set of the elements that have been seen.
pub(super) struct Seen {
    pub walk: Walk,
    pub made: Builder,
    pub set: ValueSet,
    /// Which of two lists this is.
    pub part: usize,
}

impl Seen {
    pub fn new(function: &'static str, parameter: &'static str, list: Value) -> Seen {
        let walk = Walk::pausing(function, parameter, list);
        Seen { walk, made: Builder::new(), set: ValueSet::default(), part: 0 }
    }

    /// The first list is done, and this one comes.
    pub fn begin_second(&mut self, parameter: &'static str, list: Value) {
        self.part = 1;
        self.walk.go_to(parameter, list);
    }
}

impl Work for Seen {
    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.walk.each_value(look);
        self.made.each_value(look);
        self.set.each_value(look);
    }
}

/// A list that is made of the elements of another, or of numbers.
pub(super) struct Counted {
    pub made: Builder,
    pub meter: Meter,
    /// How many numbers there are.
    pub next: usize,
    /// What has not been visited.
    pub at: Value,
}

impl Counted {
    pub fn new(at: Value) -> Counted {
        Counted { made: Builder::new(), meter: Meter::pausing(), next: 0, at }
    }
}

impl Work for Counted {
    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.made.each_value(look);
        look(&[self.at]);
    }
}

/// A tree, of which some parts wait.
pub(super) struct Deep {
    pub pending: Vec<Value>,
    pub made: Builder,
    pub meter: Meter,
}

impl Work for Deep {
    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.made.each_value(look);
        look(&self.pending);
    }
}

/// Elements that are put into a list between two payments.
const LISTED: usize = 1024;

/// A list that is made of elements that have been gathered, from the last one on.
pub(crate) struct Listing {
    /// What is not in the list yet: one after the other.
    parts: Vec<Vec<Value>>,
    list: Value,
    /// How many elements are listed for a tick.
    per_tick: usize,
}

impl Listing {
    pub fn new(parts: Vec<Vec<Value>>, per_tick: usize) -> Listing {
        Listing { parts, list: Value::NIL, per_tick }
    }

    /// The list; who calls it goes on with this work if it pauses.
    pub fn go_on(mut self, rt: &mut Runtime) -> Res<Value> {
        while let Some(items) = self.parts.last_mut() {
            let from = if ENABLED { items.len().saturating_sub(LISTED) } else { 0 };
            let ticks = (items.len() - from) / self.per_tick;
            self.list = rt.heap.list_with_tail(items.get(from..).unwrap_or_default(), self.list)?;
            items.truncate(from);
            if from == 0 {
                self.parts.pop();
            }
            if self.parts.is_empty() {
                rt.charge(ticks)?;
            } else if let Err(fault) = rt.pay_for_lot(ticks) {
                return Err(rt.interrupt_work(self, fault));
            }
        }
        Ok(self.list)
    }
}

impl Work for Listing {
    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.parts.iter().for_each(|items| look(items));
        look(&[self.list]);
    }
}

/// Lists that have been taken apart; the next one comes.
#[derive(Default)]
pub(super) struct Gathered(pub Vec<Vec<Value>>);

impl Work for Gathered {
    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.0.iter().for_each(|items| look(items));
    }
}

/// The work that this native has left, or it begins with this.
macro_rules! work {
    ($rt:ident, $new:expr) => {
        match $rt.take_up() {
            Some(work) => work,
            None => $new,
        }
    };
}

/// The next element of the list that `work` walks along; the native pauses here if a step is over.
macro_rules! next {
    ($rt:ident, $work:ident) => {
        match $work.walk.next($rt) {
            Ok(item) => item,
            Err(fault) => return Err($rt.interrupt_work($work, fault)),
        }
    };
}

/// Does `$x` equal the element to which `work` has come at `$at`? The native pauses here if a step is over.
macro_rules! equals {
    ($rt:ident, $work:ident, $at:ident, $x:expr, $item:expr) => {
        match crate::equality::equal_pausing($rt, $x, $item) {
            Ok(answer) => answer,
            Err(fault) => {
                $work.walk.go_back_to($at);
                return Err($rt.interrupt_work($work, fault));
            }
        }
    };
}

pub(crate) use {equals, next, work};
