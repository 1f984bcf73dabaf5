//! The value: one 8-byte word that every expression yields.
//!
//! Owns the encoding and nothing else: no other file looks at the bits. Knows no heap; what a
//! heap reference refers to is asked of [`crate::heap::Heap`].
//!
//! ```text
//! low 3 bits
//! 000        fixnum      61-bit signed integer in bits 3..63; sums and comparisons work on the tagged word
//! 001        pair        cell index in bits 32..63
//! 010        reference   bits 3..7 sub-kind (procedures, objects), 32..63 slot or cell, 8..31 function number, of a
//!                        record that of its type, of a vector in cells that of its elements; of a port whether
//!                        it is one to read from
//! 111        immediate   bits 3..7 sub-kind (nil, t, characters, symbols, ...), 32..63 payload; of a digit set
//!                        8..63 the members; of what is false 8..63 which of the two it is: nil, or the `#f`
//!                        of a dialect that has one; of a variable of a state 8..31 its number, 32..63 its mark
//! 011, 100   flonum      an f64 rotated left by 4: the top exponent bits fall on the tag, and these two are
//!                        |x| in [2^-255, 2^257), which is nearly all of practice
//! ```
//!
//! The low byte is the *kind*: every type test is a comparison of that byte and touches no memory. As 101 and 110 are
//! not used, "is it a float" is one bit of the word plus one. Floats that the rotation cannot hold but `f32`
//! can (zeros, infinities, NaN) are immediates; the few that remain are boxed. (Self-tagged floats: Melançon, Feeley,
//! Serrano, "Float Self-Tagging", 2024.)

use crate::symbol::Symbol;

/// One word: a number, a character, a symbol, or a reference into one engine's heap.
///
/// Comparing two with `==` is identity. A `Value` is meaningful only for the heap that made it and only
/// while something reachable from that heap's roots holds it.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Value(u64);

const TAG_MASK: u64 = 7;
const TAG_PAIR: u64 = 0b001;
const TAG_REFERENCE: u64 = 0b010;
const TAG_IMMEDIATE: u64 = 0b111;
const TAG_UNUSED: u64 = 0b101;
/// Set in floats, and only there, once 1 has been added to the word.
const FLONUM_BIT: u64 = 0b100;

const FIXNUM_SHIFT: u32 = 3;
const INDEX_SHIFT: u32 = 32;
const META_SHIFT: u32 = 8;
const META_MASK: u64 = 0xff_ffff;

/// The largest function or record-type number that fits a value.
pub(crate) const MAX_META: u32 = META_MASK as u32;

/// The low byte of a value: tag and sub-kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind(pub u8);

const fn kind(tag: u64, sub: u64) -> Kind {
    Kind((sub << 3 | tag) as u8)
}

impl Kind {
    /// Returns the name of the type that all values of the kind have, and a phrase for one of them.
    pub(crate) fn type_words(self) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Kind::PAIR | Kind::DIGITS => ("list", "a list"),
            Kind::SYMBOL => ("symbol", "a symbol"),
            Kind::KEYWORD => ("keyword", "a keyword"),
            Kind::STRING => ("string", "a string"),
            Kind::CHARACTER => ("character", "a character"),
            Kind::ARRAY => ("array", "an array"),
            Kind::TABLE => ("table", "a hash table"),
            Kind::NUMBERS => ("number", "a number"),
            Kind::BIGINT => ("integer", "an integer"),
            Kind::RATIO => ("ratio", "a ratio"),
            Kind::CONDITION => ("condition", "a condition"),
            Kind::PORT => ("port", "a port"),
            Kind::VARIABLE => ("variable", "a variable"),
            Kind::MACRO => ("macro", "a macro"),
            Kind::SPECIAL => ("special-operator", "a special operator"),
            Kind::VALUES => ("values", "multiple values"),
            Kind::RECORD => ("record", "a record"),
            _ => return None,
        })
    }
}

/// The kinds by name. Fixnums and flonums have no single kind byte: ask [`Value::is_fixnum`].
impl Kind {
    /// A pair.
    pub const PAIR: Kind = kind(TAG_PAIR, 0);

    // Procedures come first, so that "can it be called" is one comparison.
    /// A function of a program.
    pub const CLOSURE: Kind = kind(TAG_REFERENCE, 0);
    /// A function in Rust.
    pub const NATIVE: Kind = kind(TAG_REFERENCE, 1);
    /// A generic function.
    pub const GENERIC: Kind = kind(TAG_REFERENCE, 2);
    /// A continuation.
    pub const CONTINUATION: Kind = kind(TAG_REFERENCE, 3);

    /// A string.
    pub const STRING: Kind = kind(TAG_REFERENCE, 4);
    /// An array.
    pub const ARRAY: Kind = kind(TAG_REFERENCE, 5);
    /// A large integer.
    pub const BIGINT: Kind = kind(TAG_REFERENCE, 6);
    /// A ratio.
    pub const RATIO: Kind = kind(TAG_REFERENCE, 7);
    /// A float on the heap.
    pub const BOXED_FLOAT: Kind = kind(TAG_REFERENCE, 8);
    /// A hash table.
    pub const TABLE: Kind = kind(TAG_REFERENCE, 9);
    /// A condition.
    pub const CONDITION: Kind = kind(TAG_REFERENCE, 10);
    /// A macro.
    pub const MACRO: Kind = kind(TAG_REFERENCE, 11);
    /// Several values.
    pub const VALUES: Kind = kind(TAG_REFERENCE, 12);
    /// A record.
    pub const RECORD: Kind = kind(TAG_REFERENCE, 13);
    /// A port.
    pub const PORT: Kind = kind(TAG_REFERENCE, 14);
    /// An object of the host.
    pub const HOST: Kind = kind(TAG_REFERENCE, 15);

    /// Kind of the core's false values: nil, and the `#f` of a dialect where that is another value. So the core's test
    /// of truth is a comparison of kinds.
    pub const NIL: Kind = kind(TAG_IMMEDIATE, 0);
    /// A character.
    pub const CHARACTER: Kind = kind(TAG_IMMEDIATE, 1);
    /// A float inside the value.
    pub const SHORT_FLOAT: Kind = kind(TAG_IMMEDIATE, 2);
    /// A special operator.
    pub const SPECIAL: Kind = kind(TAG_IMMEDIATE, 3);
    /// Kind of the content of a global cell that cannot be read as it is. The content is unbound ([`Value::UNBOUND`]),
    /// forwarded to another cell (`FORWARDED`), or the number of a library definition that is not yet compiled.
    pub const LAZY: Kind = kind(TAG_IMMEDIATE, 4);
    /// A symbol.
    pub const SYMBOL: Kind = kind(TAG_IMMEDIATE, 5);
    /// A keyword.
    pub const KEYWORD: Kind = kind(TAG_IMMEDIATE, 6);
    /// A set of small integers, which every function that reads a list takes as the ascending list of its members.
    /// Never empty: that is nil.
    pub const DIGITS: Kind = kind(TAG_IMMEDIATE, 7);
    /// A constant.
    pub const CONSTANT: Kind = kind(TAG_IMMEDIATE, 8);
    /// A variable of a search state, by its number there and the mark of the state.
    pub const VARIABLE: Kind = kind(TAG_IMMEDIATE, 9);

    /// Kind of the words of a vector that has left its cells, with the number of its slot. No program sees one.
    pub(crate) const MOVED: Kind = kind(TAG_IMMEDIATE, 10);

    /// Kind that no value has: it stands for all kinds of numbers together.
    pub const NUMBERS: Kind = kind(TAG_UNUSED, 0);
}

const fn constant(n: u64) -> Value {
    Value(n << INDEX_SHIFT | Kind::CONSTANT.0 as u64)
}

impl Value {
    /// The empty list, the core's only false value.
    pub const NIL: Value = Value(Kind::NIL.0 as u64);
    /// The distinct false of a dialect (Scheme). Nothing in the core makes it. In
    /// the core it is false like nil.
    pub const FALSE: Value = Value(1 << META_SHIFT | Kind::NIL.0 as u64);
    /// The canonical true value.
    pub const T: Value = constant(1);
    /// The content of a global cell that has not been defined.
    pub const UNBOUND: Value = Value((u32::MAX as u64) << INDEX_SHIFT | Kind::LAZY.0 as u64);
    /// The content of a global cell whose place another one has taken.
    pub(crate) const FORWARDED: Value = Value((u32::MAX as u64 - 1) << INDEX_SHIFT | Kind::LAZY.0 as u64);
    /// An optional or keyword parameter that the caller left out.
    pub(crate) const MISSING: Value = constant(3);
    /// The value that reading returns at the end of its input.
    pub const EOF: Value = constant(4);
    /// The tag of the throw by which a program ends itself.
    pub(crate) const EXIT: Value = constant(5);
    /// The value of a form that is there for its effect, in a dialect with a distinct false. It is
    /// true.
    pub(crate) const UNSPECIFIED: Value = constant(10);
    /// The beginning of a mark among the handlers of the machine. There are three: handlers that are asked where
    /// something is signalled, restarts, and the note that some of the handlers are not in force
    /// (`vm/handler_stack.rs`).
    pub(crate) const HANDLERS: Value = constant(6);
    pub(crate) const RESTARTS: Value = constant(7);
    pub(crate) const MASK: Value = constant(8);
    /// The tag of an error that those handlers have been asked about.
    pub(crate) const SIGNALLED_TAG: Value = constant(9);
    /// Fixnum zero; what fresh stack slots hold.
    pub const ZERO: Value = Value(0);

    pub(crate) const FIXNUM_MAX: i64 = i64::MAX >> FIXNUM_SHIFT;
    pub(crate) const FIXNUM_MIN: i64 = i64::MIN >> FIXNUM_SHIFT;

    /// The fixnum `n`; wraps outside 61 bits, so only for numbers known to be small.
    #[inline(always)]
    pub const fn fix(n: i64) -> Value {
        Value((n as u64) << FIXNUM_SHIFT)
    }

    /// The fixnum `n` if it fits 61 bits.
    #[inline(always)]
    pub const fn fixnum(n: i64) -> Option<Value> {
        if n >= Self::FIXNUM_MIN && n <= Self::FIXNUM_MAX { Some(Self::fix(n)) } else { None }
    }

    /// Returns `t` or `nil`.
    #[inline(always)]
    pub const fn truth(b: bool) -> Value {
        if b { Value::T } else { Value::NIL }
    }

    /// The boolean of a dialect with a distinct false.
    #[inline(always)]
    pub const fn boolean(b: bool) -> Value {
        if b { Value::T } else { Value::FALSE }
    }

    /// Returns whether it is the empty list.
    #[inline(always)]
    pub const fn is_nil(self) -> bool {
        self.0 == Value::NIL.0
    }

    /// Returns whether it is false to the core: nil, or the value that is false elsewhere.
    #[inline(always)]
    pub const fn is_false(self) -> bool {
        self.0 as u8 == Kind::NIL.0
    }

    /// Returns the kind of the value.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind(self.0 as u8)
    }

    /// Returns whether the value is of this kind.
    #[inline(always)]
    pub const fn is(self, kind: Kind) -> bool {
        self.0 as u8 == kind.0
    }

    /// Returns whether this is a number of any kind.
    #[inline]
    pub fn is_number(self) -> bool {
        self.is_fixnum() || self.is_float() || self.is(Kind::BIGINT) || self.is(Kind::RATIO)
    }

    /// Returns the boxed float, out of line to keep the interpreter loop small.
    #[inline(never)]
    fn is_of_numbers(self) -> bool {
        self.is_number()
    }

    /// Returns whether the value is of this kind, or of one of these kinds.
    #[inline(always)]
    pub(crate) fn is_among(self, kinds: Kind) -> bool {
        self.is(kinds) || kinds == Kind::NUMBERS && self.is_of_numbers()
    }

    /// Returns whether it is an integer inside the value.
    #[inline(always)]
    pub const fn is_fixnum(self) -> bool {
        self.0 & TAG_MASK == 0
    }

    #[inline(always)]
    pub(crate) const fn both_fixnum(a: Value, b: Value) -> bool {
        (a.0 | b.0) & TAG_MASK == 0
    }

    /// The tagged word as a signed number: eight times the fixnum. Order and sums of tagged words are those of the
    /// fixnums.
    #[inline(always)]
    pub(crate) const fn raw(self) -> i64 {
        self.0 as i64
    }

    /// The fixnum whose tagged word is `raw`; `raw` must be a sum or difference of such words.
    #[inline(always)]
    pub(crate) const fn from_raw(raw: i64) -> Value {
        Value(raw as u64)
    }

    /// The number of a fixnum; meaningless for anything else.
    #[inline(always)]
    pub(crate) const fn untag(self) -> i64 {
        self.0 as i64 >> FIXNUM_SHIFT
    }

    /// The number of a fixnum that is not negative; for anything else a number that is no index of anything in memory, so
    /// that one comparison with a length tells both.
    #[inline(always)]
    pub(crate) fn as_index(self) -> usize {
        usize::try_from(self.0.rotate_right(FIXNUM_SHIFT)).unwrap_or(usize::MAX)
    }

    /// Returns the integer inside the value.
    #[inline(always)]
    pub const fn as_fixnum(self) -> Option<i64> {
        if self.is_fixnum() { Some(self.untag()) } else { None }
    }

    /// The float as a self-tagged word, unless it is zero, infinite, NaN or of extreme size.
    #[inline(always)]
    pub(crate) const fn flonum(x: f64) -> Option<Value> {
        let bits = x.to_bits().rotate_left(4);
        // 011 and 100 become 100 and 101.
        if bits.wrapping_add(1) & 0b110 == FLONUM_BIT { Some(Value(bits)) } else { None }
    }

    #[inline(always)]
    pub(crate) const fn is_flonum(self) -> bool {
        self.0.wrapping_add(1) & FLONUM_BIT != 0
    }

    #[inline(always)]
    pub(crate) const fn both_flonum(a: Value, b: Value) -> bool {
        a.0.wrapping_add(1) & b.0.wrapping_add(1) & FLONUM_BIT != 0
    }

    /// The float of a self-tagged word; meaningless for anything else.
    #[inline(always)]
    pub(crate) const fn untag_float(self) -> f64 {
        f64::from_bits(self.0.rotate_right(4))
    }

    /// The float of a self-tagged word.
    #[inline(always)]
    pub(crate) const fn as_flonum(self) -> Option<f64> {
        if self.is_flonum() { Some(self.untag_float()) } else { None }
    }

    /// A float as an immediate, if `f32` holds it exactly (bit for bit).
    #[inline]
    pub(crate) fn short_float(x: f64) -> Option<Value> {
        let short = x as f32;
        (f64::from(short).to_bits() == x.to_bits())
            .then(|| Value(u64::from(short.to_bits()) << INDEX_SHIFT | u64::from(Kind::SHORT_FLOAT.0)))
    }

    /// The float that [`Value::short_float`] or [`Value::flonum`] made; boxed floats are the heap's affair.
    #[inline]
    pub(crate) fn as_unboxed_float(self) -> Option<f64> {
        match self.as_flonum() {
            Some(x) => Some(x),
            None if self.is(Kind::SHORT_FLOAT) => Some(f64::from(f32::from_bits(self.index() as u32))),
            None => None,
        }
    }

    /// Returns whether this is a float of any representation.
    pub const fn is_float(self) -> bool {
        self.is_flonum() || self.is(Kind::SHORT_FLOAT) || self.is(Kind::BOXED_FLOAT)
    }

    #[inline(always)]
    pub(crate) const fn pair(cell: usize) -> Value {
        Value((cell as u64) << INDEX_SHIFT | Kind::PAIR.0 as u64)
    }

    /// Returns whether it is a pair.
    #[inline(always)]
    pub const fn is_pair(self) -> bool {
        self.is(Kind::PAIR)
    }

    /// The set of the digits whose bits are set in `mask`, of which the low [`Value::DIGIT_COUNT`] count; nil if there
    /// are none.
    #[inline(always)]
    pub(crate) const fn digits(mask: u64) -> Value {
        match mask << META_SHIFT {
            0 => Value::NIL,
            members => Value(members | Kind::DIGITS.0 as u64),
        }
    }

    /// Digits are the integers from 0 below this.
    pub(crate) const DIGIT_COUNT: u32 = u64::BITS - META_SHIFT;

    /// The members of a digit set, one bit each; nil is the empty set.
    #[inline(always)]
    pub(crate) const fn as_digits(self) -> Option<u64> {
        match self.kind() {
            Kind::DIGITS => Some(self.0 >> META_SHIFT),
            _ if self.is_nil() => Some(0),
            _ => None,
        }
    }

    /// The least member of a digit set; meaningless for anything else.
    #[inline(always)]
    pub(crate) const fn least_digit(self) -> Value {
        Value::fix((self.0 >> META_SHIFT).trailing_zeros() as i64)
    }

    /// A digit set without its least member; meaningless for anything else.
    #[inline(always)]
    pub(crate) const fn other_digits(self) -> Value {
        let mask = self.0 >> META_SHIFT;
        Value::digits(mask & mask.wrapping_sub(1))
    }

    /// Returns whether this is a list that is not empty: a pair, or a digit set.
    #[inline(always)]
    pub const fn has_elements(self) -> bool {
        self.is_pair() || self.is(Kind::DIGITS)
    }

    /// Returns the index of the thing: a cell, a slot, or the payload of an immediate.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        (self.0 >> INDEX_SHIFT) as usize
    }

    /// The place of the value in a table of `2^bits` constants: near ones for integers, characters and symbols that are
    /// near each other.
    #[inline(always)]
    pub const fn place(self, bits: u8) -> usize {
        ((self.0 >> INDEX_SHIFT) + (self.0 >> FIXNUM_SHIFT)) as usize & ((1 << bits) - 1)
    }

    /// Function number of a closure or native, type number of a record.
    #[inline(always)]
    pub const fn meta(self) -> u32 {
        (self.0 >> META_SHIFT & META_MASK) as u32
    }

    /// A vector of `len` elements, at least one, in a block of cells.
    #[inline(always)]
    pub(crate) const fn cell_vector(len: usize, cell: usize) -> Value {
        Value::reference(Kind::ARRAY, len as u32, cell)
    }

    /// Returns the number of elements of a vector in cells; 0 for everything else.
    #[inline(always)]
    pub(crate) const fn cell_vector_len(self) -> usize {
        if self.is(Kind::ARRAY) { self.meta() as usize } else { 0 }
    }

    /// Returns whether it is an array in the slab.
    #[inline(always)]
    pub(crate) const fn is_array_object(self) -> bool {
        self.0 as u32 == Kind::ARRAY.0 as u32
    }

    /// A reference of the given kind; `meta` must not exceed [`MAX_META`].
    #[inline(always)]
    pub(crate) const fn reference(kind: Kind, meta: u32, index: usize) -> Value {
        Value((index as u64) << INDEX_SHIFT | (meta as u64 & META_MASK) << META_SHIFT | kind.0 as u64)
    }

    #[inline(always)]
    pub(crate) const fn object(kind: Kind, slot: usize) -> Value {
        Self::reference(kind, 0, slot)
    }

    /// The port in a slot, to read from or to write to.
    #[inline]
    pub(crate) const fn port(is_input: bool, slot: usize) -> Value {
        Value::reference(Kind::PORT, is_input as u32, slot)
    }

    /// Returns whether this is a port to read from.
    #[inline]
    pub(crate) const fn is_input_port(self) -> bool {
        self.is(Kind::PORT) && self.meta() != 0
    }

    /// Returns whether this is a port to write to.
    #[inline]
    pub(crate) const fn is_output_port(self) -> bool {
        self.is(Kind::PORT) && self.meta() == 0
    }

    /// Returns whether this is something that can be called.
    #[inline(always)]
    pub const fn is_procedure(self) -> bool {
        self.0 & TAG_MASK == TAG_REFERENCE && self.0 as u8 <= Kind::CONTINUATION.0
    }

    /// Returns whether the value refers to memory that a collection must keep.
    #[inline(always)]
    pub(crate) const fn is_heap(self) -> bool {
        matches!(self.0 & TAG_MASK, TAG_PAIR | TAG_REFERENCE)
    }

    /// Returns a symbol as a value.
    #[inline(always)]
    pub const fn symbol(s: Symbol) -> Value {
        Value((s.0 as u64) << INDEX_SHIFT | Kind::SYMBOL.0 as u64)
    }

    /// Returns a keyword as a value.
    #[inline(always)]
    pub const fn keyword(s: Symbol) -> Value {
        Value((s.0 as u64) << INDEX_SHIFT | Kind::KEYWORD.0 as u64)
    }

    /// Returns the symbol that the value is.
    #[inline(always)]
    pub const fn as_symbol(self) -> Option<Symbol> {
        if self.is(Kind::SYMBOL) { Some(Symbol((self.0 >> INDEX_SHIFT) as u32)) } else { None }
    }

    /// Returns the symbol of the keyword that the value is.
    #[inline(always)]
    pub const fn as_keyword(self) -> Option<Symbol> {
        if self.is(Kind::KEYWORD) { Some(Symbol((self.0 >> INDEX_SHIFT) as u32)) } else { None }
    }

    /// Returns a character as a value.
    pub const fn character(c: char) -> Value {
        Value((c as u64) << INDEX_SHIFT | Kind::CHARACTER.0 as u64)
    }

    /// Returns the character that the value is.
    pub const fn as_character(self) -> Option<char> {
        if self.is(Kind::CHARACTER) { char::from_u32((self.0 >> INDEX_SHIFT) as u32) } else { None }
    }

    /// A variable of a state: its number, below [`MAX_META`], and the mark that tells it from those of other states.
    pub(crate) const fn variable(number: u32, mark: u32) -> Value {
        Value((mark as u64) << INDEX_SHIFT | (number as u64 & META_MASK) << META_SHIFT | Kind::VARIABLE.0 as u64)
    }

    /// Number and mark of a variable.
    pub(crate) const fn as_variable(self) -> Option<(u32, u32)> {
        if self.is(Kind::VARIABLE) { Some((self.meta(), (self.0 >> INDEX_SHIFT) as u32)) } else { None }
    }

    /// The word itself, for hashing by identity.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.as_fixnum() {
            Some(n) => write!(f, "{n}"),
            None => match self.as_unboxed_float() {
                Some(x) => write!(f, "{x:?}"),
                None => write!(f, "#<{:02x}:{}:{}>", self.kind().0, self.meta(), self.index()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixnums_keep_their_value_at_the_edges() {
        for n in [0, 1, -1, Value::FIXNUM_MAX, Value::FIXNUM_MIN] {
            assert_eq!(Value::fixnum(n).and_then(Value::as_fixnum), Some(n));
        }
        assert_eq!(Value::fixnum(Value::FIXNUM_MAX + 1), None);
        assert_eq!(Value::fixnum(Value::FIXNUM_MIN - 1), None);
    }

    #[test]
    fn only_small_integers_from_zero_are_indexes() {
        for n in [0, 1, 1 << 20] {
            assert_eq!(Value::fix(n).as_index(), n as usize);
        }
        let others = [Value::NIL, Value::T, Value::FALSE, Value::character('a'), Value::digits(6)];
        let floats = [1.0, -1.0, 1e70].map(|x| Value::flonum(x).unwrap());
        let negative = [-1, Value::FIXNUM_MIN].map(Value::fix);
        for v in others.iter().chain(&floats).chain(&negative) {
            assert!(v.as_index() > usize::MAX >> 5, "{v:?}");
        }
    }

    #[test]
    fn tagged_words_overflow_as_fixnums_do() {
        let top = Value::fix(Value::FIXNUM_MAX);
        assert!(top.raw().checked_add(Value::fix(1).raw()).is_none());
        assert!(Value::fix(Value::FIXNUM_MIN).raw().checked_sub(Value::fix(1).raw()).is_none());
    }

    #[test]
    fn every_float_has_one_unboxed_form_or_none() {
        for x in [1.0, -1.5, 1e-5, 3.25, 1e70, -1e70, 5e-76] {
            assert_eq!(Value::flonum(x).and_then(Value::as_flonum), Some(x), "{x}");
        }
        for x in [0.0, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(Value::flonum(x).is_none(), "{x}");
            assert_eq!(Value::short_float(x).and_then(Value::as_unboxed_float), Some(x), "{x}");
        }
        assert!(Value::short_float(-0.0).and_then(Value::as_unboxed_float).is_some_and(|z| z.is_sign_negative()));
        assert!(Value::short_float(1e300).is_none() && Value::flonum(1e300).is_none());
    }

    #[test]
    fn kinds_do_not_overlap() {
        let samples = [
            Value::NIL,
            Value::FALSE,
            Value::T,
            Value::UNSPECIFIED,
            Value::fix(7),
            Value::pair(3),
            Value::symbol(Symbol(3)),
            Value::keyword(Symbol(3)),
            Value::character('x'),
            Value::object(Kind::STRING, 3),
            Value::digits(0b1000),
            Value::reference(Kind::CLOSURE, 9, 3),
        ];
        for (i, a) in samples.iter().enumerate() {
            for b in &samples[i + 1..] {
                assert_ne!(a, b);
            }
        }
        assert_eq!(Value::reference(Kind::CLOSURE, MAX_META, 5).meta(), MAX_META);
        assert_eq!(Value::reference(Kind::CLOSURE, 9, u32::MAX as usize).index(), u32::MAX as usize);
    }

    #[test]
    fn nil_and_the_empty_list_are_false() {
        let values =
            [Value::NIL, Value::FALSE, Value::T, Value::UNSPECIFIED, Value::EOF, Value::ZERO, Value::digits(1)];
        assert_eq!(values.map(Value::is_false), [true, true, false, false, false, false, false]);
        assert_eq!(values.map(Value::is_nil), [true, false, false, false, false, false, false]);
        assert!(!Value::FALSE.is_heap() && !Value::FALSE.has_elements() && Value::FALSE.as_digits().is_none());
    }

    #[test]
    fn digit_sets_iterate_from_the_least_member() {
        let mut set = Value::digits(1 << 55 | 1 << 9 | 1);
        assert!(!set.is_heap() && set.has_elements() && !set.is_float() && !set.is_fixnum());
        for member in [0, 9, 55] {
            assert_eq!(set.least_digit(), Value::fix(member));
            set = set.other_digits();
        }
        assert_eq!(set, Value::NIL);
        assert_eq!(Value::digits(1 << 56), Value::NIL);
        assert_eq!(
            (Value::digits(5).as_digits(), Value::NIL.as_digits(), Value::T.as_digits()),
            (Some(5), Some(0), None)
        );
    }
}
