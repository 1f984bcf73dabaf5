//! Regular expressions, compiled. Only with the feature `regex`.
//!
//! The matcher uses the lazy automata of `regex-automata` directly, byte by byte. A search must be charged and
//! interruptible, which `regex` does not allow. It is linear in the text; where the automata have to be built again and
//! again, that is paid for, too. Groups, and word boundaries in texts with other than ASCII characters, need the slower
//! simulation. Its steps are the states of the pattern times the bytes of the text, and very many are refused.

use std::error::Error;

use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{self, DFA};
use regex_automata::nfa::thompson::pikevm::{self, PikeVM};
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind, Span};

use crate::fault::{Code, ErrorData, Result, Unwind};

/// Bytes of an automaton, at most: a pattern that needs more is refused.
const MAX_STATES: usize = 1 << 20;

/// Bytes of the states of a lazy automaton that are kept.
const CACHE: usize = 1 << 18;

/// Brackets inside each other in a pattern: the parser's work on them takes native stack.
const MAX_NESTED: u32 = 96;

/// Bytes of text between two payments.
const PIECE: usize = 1024;

/// Bytes of text that are worth a tick, as long as the automaton has their states.
const SCANNED_PER_TICK: usize = 32;

/// Ticks for having lost all states of an automaton.
const TICKS_PER_CLEARING: usize = 1024;

/// Steps of the simulation that are worth a tick, and those of one search at most.
const STEPS_PER_TICK: usize = 256;
const MAX_STEPS: usize = 1 << 24;

/// Patterns that are kept.
const MAX_KEPT: usize = 16;

/// Takes ticks, or says that there are no more.
type Pay<'a> = &'a mut dyn FnMut(usize) -> Result<()>;

/// A lazy automaton with the states that it has got so far.
struct Lazy {
    automaton: DFA,
    cache: dfa::Cache,
}

/// Why an automaton has come to no end.
enum Stop {
    /// It cannot tell: the text is not ASCII, and the pattern asks for word boundaries.
    Unknown,
    Unwind(Box<Unwind>),
}

impl From<Box<Unwind>> for Stop {
    fn from(fault: Box<Unwind>) -> Stop {
        Stop::Unwind(fault)
    }
}

impl Lazy {
    fn new(nfa: NFA, kind: MatchKind) -> Result<Lazy, String> {
        let config = DFA::config().match_kind(kind).unicode_word_boundary(true);
        let config = config.cache_capacity(CACHE).skip_cache_capacity_check(true);
        let automaton = DFA::builder().configure(config).build_from_nfa(nfa).map_err(|e| reason(&e))?;
        let cache = automaton.create_cache();
        Ok(Lazy { automaton, cache })
    }

    /// Returns the end of a match that begins with the input.
    fn forward(&mut self, input: &Input<'_>, pay: Pay<'_>) -> Result<Option<usize>, Stop> {
        let start = self.automaton.start_state_forward(&mut self.cache, input).map_err(|_| Stop::Unknown)?;
        // The state after a byte tells whether the text before it is a match.
        let (found, state) = self.walk(start, input, input.start()..input.end(), |at| at, pay)?;
        let Some(state) = state else { return Ok(found) };
        let last = self.automaton.next_eoi_state(&mut self.cache, state).map_err(|_| Stop::Unknown)?;
        Ok(if last.is_match() { Some(input.end()) } else { found })
    }

    /// Returns the beginning of a match that ends with the input.
    fn backward(&mut self, input: &Input<'_>, pay: Pay<'_>) -> Result<Option<usize>, Stop> {
        let start = self.automaton.start_state_reverse(&mut self.cache, input).map_err(|_| Stop::Unknown)?;
        let (found, state) = self.walk(start, input, (input.start()..input.end()).rev(), |at| at + 1, pay)?;
        let Some(state) = state else { return Ok(found) };
        let before = input.start().checked_sub(1).and_then(|i| input.haystack().get(i));
        let last = match before {
            Some(&byte) => self.automaton.next_state(&mut self.cache, state, byte),
            None => self.automaton.next_eoi_state(&mut self.cache, state),
        };
        let last = last.map_err(|_| Stop::Unknown)?;
        Ok(if last.is_match() { Some(input.start()) } else { found })
    }

    /// Goes through the bytes at these places; the last match, and the state at the end, if there may be more.
    fn walk(
        &mut self,
        start: LazyStateID,
        input: &Input<'_>,
        places: impl Iterator<Item = usize>,
        matched: impl Fn(usize) -> usize,
        pay: Pay<'_>,
    ) -> Result<(Option<usize>, Option<LazyStateID>), Stop> {
        let Lazy { automaton, cache } = self;
        let (mut state, mut found) = (start, None);
        let (mut walked, mut clearings) = (0, cache.clear_count());
        for at in places {
            let Some(&byte) = input.haystack().get(at) else { break };
            state = automaton.next_state(cache, state, byte).map_err(|_| Stop::Unknown)?;
            walked += 1;
            if state.is_tagged() {
                if state.is_match() {
                    found = Some(matched(at));
                } else if state.is_dead() {
                    pay(walked / SCANNED_PER_TICK)?;
                    return Ok((found, None));
                } else if state.is_quit() {
                    return Err(Stop::Unknown);
                }
            }
            if walked == PIECE {
                let lost = cache.clear_count().saturating_sub(clearings);
                pay(walked / SCANNED_PER_TICK + TICKS_PER_CLEARING * lost)?;
                (walked, clearings) = (0, cache.clear_count());
            }
        }
        pay(walked / SCANNED_PER_TICK)?;
        Ok((found, Some(state)))
    }
}

/// A regular expression.
pub(crate) struct Pattern {
    text: String,
    forward: Lazy,
    backward: Lazy,
    simulation: PikeVM,
    threads: pikevm::Cache,
    /// States of the pattern.
    states: usize,
}

impl Pattern {
    /// Compiles a pattern. The error is its reason.
    pub fn new(text: &str) -> Result<Pattern, String> {
        let compile = |config: thompson::Config| {
            let mut compiler = thompson::Compiler::new();
            compiler.syntax(syntax::Config::new().nest_limit(MAX_NESTED));
            compiler.configure(config.nfa_size_limit(Some(MAX_STATES))).build(text).map_err(|e| match e.size_limit() {
                Some(_) => "the pattern is too large".to_string(),
                None => reason(&e),
            })
        };
        let nfa = compile(thompson::Config::new())?;
        let reversed = compile(thompson::Config::new().reverse(true).which_captures(WhichCaptures::None))?;
        let simulation = PikeVM::new_from_nfa(nfa.clone()).map_err(|e| reason(&e))?;
        Ok(Pattern {
            text: text.to_string(),
            states: nfa.states().len(),
            threads: simulation.create_cache(),
            simulation,
            forward: Lazy::new(nfa, MatchKind::LeftmostFirst)?,
            backward: Lazy::new(reversed, MatchKind::All)?,
        })
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        let lazy =
            |l: &Lazy| l.automaton.memory_usage() + l.automaton.get_nfa().memory_usage() + l.cache.memory_usage();
        self.text.len() + lazy(&self.forward) + lazy(&self.backward) + self.threads.memory_usage()
    }

    /// The first match that begins at byte `start` or later.
    pub fn find(&mut self, text: &str, start: usize, pay: Pay<'_>) -> Result<Option<Span>> {
        let mut start = start;
        loop {
            let found = match self.search(text, start, pay) {
                Ok(found) => found,
                Err(Stop::Unwind(fault)) => return Err(fault),
                Err(Stop::Unknown) => {
                    let input = Input::new(text).range(start..);
                    let mut slots = [None; 2];
                    self.simulate(&input, &mut slots, pay)?;
                    span(slots.first().copied().flatten(), slots.get(1).copied().flatten())
                }
            };
            match found {
                // Nothing is found between the bytes of a character.
                Some(m) if !text.is_char_boundary(m.end) => start = m.end + 1,
                found => return Ok(found),
            }
        }
    }

    fn search(&mut self, text: &str, start: usize, pay: Pay<'_>) -> Result<Option<Span>, Stop> {
        let Some(end) = self.forward.forward(&Input::new(text).range(start..), pay)? else { return Ok(None) };
        let input = Input::new(text).range(start..end).anchored(Anchored::Yes);
        let begin = self.backward.backward(&input, pay)?;
        Ok(begin.map(|start| Span { start, end }))
    }

    /// The groups of a match that was found: the first is all of it.
    pub fn groups(&mut self, text: &str, found: Span, pay: Pay<'_>) -> Result<Vec<Option<Span>>> {
        let count = self.simulation.get_nfa().group_info().group_len(regex_automata::PatternID::ZERO);
        if count <= 1 {
            return Ok(vec![Some(found)]);
        }
        let mut slots = vec![None; 2 * count];
        self.simulate(&Input::new(text).span(found).anchored(Anchored::Yes), &mut slots, pay)?;
        let pairs = slots.chunks(2).map(|pair| match *pair {
            [start, end] => span(start, end),
            _ => None,
        });
        Ok(pairs.collect())
    }

    fn simulate(&mut self, input: &Input<'_>, slots: &mut [Option<NonMaxUsize>], pay: Pay<'_>) -> Result<()> {
        let steps = self.states.saturating_mul(input.end() - input.start());
        if steps > MAX_STEPS {
            let message = "the text is too long to find the groups or word boundaries of so large a pattern in it";
            return Err(ErrorData::new(Code::TooComplex, message).into());
        }
        pay(1 + steps / STEPS_PER_TICK)?;
        self.simulation.search_slots(&mut self.threads, input, slots);
        Ok(())
    }
}

fn span(start: Option<NonMaxUsize>, end: Option<NonMaxUsize>) -> Option<Span> {
    Some(Span { start: start?.get(), end: end?.get() })
}

/// Describes the error in a pattern, in a line.
fn reason(e: &dyn Error) -> String {
    let message = e.source().map_or_else(|| e.to_string(), ToString::to_string);
    // A message of the parser has the pattern with a mark below it, and then this.
    message.rsplit("error: ").next().unwrap_or(&message).trim().to_string()
}

/// The patterns that an engine has used last, compiled.
#[derive(Default)]
pub(crate) struct Patterns(Vec<Pattern>);

/// A copy of an engine begins without compiled patterns.
impl Clone for Patterns {
    fn clone(&self) -> Patterns {
        Patterns::default()
    }
}

impl Patterns {
    /// Takes out the pattern of this text.
    pub fn take(&mut self, text: &str) -> Option<Pattern> {
        let at = self.0.iter().position(|p| p.text == text)?;
        Some(self.0.remove(at))
    }

    /// Puts a pattern back. Those that have not been used for longest go, until no more than `most` bytes are held.
    pub fn keep(&mut self, pattern: Pattern, most: usize) {
        self.0.push(pattern);
        while self.0.len() > MAX_KEPT || self.bytes() > most {
            self.0.remove(0);
        }
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(Pattern::bytes).sum()
    }
}
