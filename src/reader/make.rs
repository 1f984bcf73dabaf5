//! The two makers: one builds data on the heap, the other builds nothing.

use super::common_lisp::{self, Name};
use super::labels::Labels;
use super::lexer::Prefix;
use super::literal::{self, Atom, Bad};
use super::number;
use super::parser::{Complaint, Maker};
use super::spans::{NO_ENTRY, Spans};
use crate::dialect::{self, Dialect};
use crate::fault::{Code, Condition, Res};
use crate::num::Number;
use crate::object::array::{Array, Shape, Storage};
use crate::package::{KEYWORD, Status};
use crate::runtime::Runtime;
use crate::source::Span;
use crate::symbol::{PackageId, Symbol, well_known};
use crate::value::Value;

/// Builds lists, vectors and atoms on the heap, and notes where the pairs were written, if anyone wants to know.
pub(super) struct HeapMaker<'a> {
    rt: &'a mut Runtime,
    spans: Option<&'a mut Spans>,
    dialect: Dialect,
    /// Elements of the vectors that are open, those of the innermost last.
    items: Vec<Value>,
    labels: Labels,
    /// What the symbols took when reading began: the heap's account learns of new ones only later.
    symbol_bytes: usize,
}

impl<'a> HeapMaker<'a> {
    pub fn new(rt: &'a mut Runtime, spans: Option<&'a mut Spans>, dialect: Dialect) -> HeapMaker<'a> {
        let symbol_bytes = rt.symbols.bytes();
        HeapMaker { rt, spans, dialect, items: Vec::new(), labels: Labels::default(), symbol_bytes }
    }

    /// A word of a text in Common Lisp.
    fn common_lisp_word(&mut self, word: &str) -> Result<Value, Complaint> {
        let bad = |message| Complaint::Token(Bad::new(0..word.len(), message));
        match common_lisp::name(word).map_err(bad)? {
            Name::Symbol { name, protected } => {
                if !protected && let Some(n) = self.common_lisp_number(word)? {
                    return Ok(n.into_value(&mut self.rt.heap)?);
                }
                self.rt.check_name(name.len())?;
                let package = self.rt.reading.package;
                Ok(self.interned(&name, package))
            }
            Name::Keyword(name) => {
                self.rt.check_name(name.len())?;
                Ok(self.interned(&name, KEYWORD))
            }
            Name::Qualified { package, internal, name } => {
                self.rt.check_name(package.len() + name.len())?;
                let Some(id) = self.rt.packages.find(&package) else {
                    return Err(bad(format!("there is no package {package}")));
                };
                if internal || id == KEYWORD {
                    return Ok(self.interned(&name, id));
                }
                let plain = self.rt.symbols.intern(&name);
                match self.rt.packages.lookup(&mut self.rt.symbols, id, plain) {
                    Some((s, Status::External)) => Ok(constant_or_symbol(s)),
                    _ => {
                        let name = dialect::common_lisp::inverted(&name).into_owned();
                        Err(bad(format!(
                            "the package {package} does not export {name}: `{package}::{name}` is what it has inside"
                        )))
                    }
                }
            }
        }
    }

    fn common_lisp_number(&mut self, word: &str) -> Res<Option<Number>> {
        let base = self.rt.reading.base;
        if base != 10 && dialect::common_lisp::is_in_base(word, base) {
            return number::prefixed(self.rt, word, base, None);
        }
        match common_lisp::number(word) {
            Some(number) => number::plain(self.rt, &number),
            None => Ok(None),
        }
    }

    /// The symbol that a name means in a package.
    fn interned(&mut self, name: &str, package: PackageId) -> Value {
        let plain = self.rt.symbols.intern(name);
        if self.rt.packages.read_plain(package, plain) {
            return if package == KEYWORD { Value::keyword(plain) } else { constant_or_symbol(plain) };
        }
        let (s, _) = self.rt.packages.intern(&mut self.rt.symbols, package, plain);
        if package == KEYWORD { Value::keyword(s) } else { constant_or_symbol(s) }
    }
}

/// What is there of a list or vector.
pub(super) enum Partial {
    /// `entry` is what [`Spans::pair`] said of `last`.
    List { first: Value, last: Value, entry: u32 },
    /// Number of the vector's first element among [`HeapMaker::items`].
    Vector { first: usize, bytes: bool },
}

impl Maker for HeapMaker<'_> {
    type Datum = Value;
    type Partial = Partial;

    fn tick(&mut self, bytes: usize, stack: usize) -> Res<()> {
        self.rt.charge(1 + bytes / 64)?;
        let held = self.items.capacity().saturating_mul(2 * size_of::<Value>())
            + self.spans.as_ref().map_or(0, |s| s.bytes().saturating_mul(2))
            + self.rt.symbols.bytes().saturating_sub(self.symbol_bytes);
        self.rt.heap.reserve(held.saturating_add(stack).saturating_add(bytes))
    }

    fn atom(&mut self, atom: Atom<'_>, token: &str) -> Result<Value, Complaint> {
        Ok(match atom {
            Atom::LispWord(word) => self.common_lisp_word(word)?,
            Atom::Uninterned(word) => match common_lisp::name(word) {
                Ok(Name::Symbol { name, .. }) => {
                    self.rt.check_name(name.len())?;
                    Value::symbol(self.rt.symbols.uninterned(&name))
                }
                _ => {
                    return Err(Complaint::Token(Bad::new(
                        0..token.len(),
                        format!("`{}` is not a symbol", literal::shorten(token)),
                    )));
                }
            },
            Atom::Word(name) => match number::plain(self.rt, name)? {
                Some(n) => n.into_value(&mut self.rt.heap)?,
                None if self.dialect.has_complex_numerals() && number::is_complex(self.rt, name)? => {
                    return Err(Complaint::Token(literal::complex(token)));
                }
                None => self.symbol(name)?,
            },
            Atom::Symbol(name) => self.symbol(&name)?,
            Atom::Keyword(name) if !self.dialect.has_keywords() => self.symbol(&format!(":{name}"))?,
            Atom::Keyword(name) => self.keyword(&name)?,
            Atom::Number { digits, radix, exactness } => match number::prefixed(self.rt, digits, radix, exactness)? {
                Some(n) => n.into_value(&mut self.rt.heap)?,
                None => return Err(Complaint::Token(literal::not_a_number(token, radix))),
            },
            Atom::String(text) => self.rt.heap.string(text)?,
            Atom::Bits(bits) => {
                let data = Storage::Bits(bits.bytes().map(|b| b == b'1').collect());
                self.rt.heap.array(Array { shape: Shape::Vector, data })?
            }
            Atom::Character(c) => Value::character(c),
            Atom::True => Value::T,
            Atom::False if self.dialect.has_false() => Value::FALSE,
            Atom::False => Value::NIL,
            Atom::EndOfFile => Value::EOF,
        })
    }

    fn list(&mut self) -> Partial {
        Partial::List { first: Value::NIL, last: Value::NIL, entry: NO_ENTRY }
    }

    fn vector(&mut self, bytes: bool) -> Partial {
        Partial::Vector { first: self.items.len(), bytes }
    }

    fn append(&mut self, to: &mut Partial, datum: Value, span: Span) -> Res<()> {
        let Partial::List { first, last, entry } = to else {
            self.items.push(datum);
            return Ok(());
        };
        let pair = self.rt.heap.pair(datum, Value::NIL)?;
        if last.is_nil() {
            *first = pair;
        } else {
            self.rt.heap.set_cdr(*last, pair);
        }
        *last = pair;
        if let Some(spans) = &mut self.spans {
            *entry = spans.pair(pair, span, *entry);
        }
        Ok(())
    }

    fn set_tail(&mut self, of: &mut Partial, datum: Value) {
        if let Partial::List { last, .. } = of {
            self.rt.heap.set_cdr(*last, datum);
        }
    }

    fn finish(&mut self, partial: Partial, span: Span) -> Res<Value> {
        match partial {
            Partial::List { first, entry, .. } => {
                if first.is_pair()
                    && let Some(spans) = &mut self.spans
                {
                    spans.finish(first, entry, span);
                }
                Ok(first)
            }
            Partial::Vector { first, bytes } => {
                let elements = self.items.get(first..).unwrap_or(&[]);
                self.rt.heap.reserve(size_of_val(elements))?;
                let vector =
                    if bytes { bytes_from(self.rt, elements, span)? } else { self.rt.heap.vector(elements)? };
                self.items.truncate(first);
                Ok(vector)
            }
        }
    }

    fn begin_label(&mut self, label: u32) -> Res<()> {
        self.labels.begin(self.rt, label)
    }

    fn labelled(&mut self, label: u32) -> Option<Value> {
        self.labels.find(label)
    }

    fn end_label(&mut self, label: u32, datum: Value) -> Res<Option<Value>> {
        self.labels.end(self.rt, label, datum)
    }

    fn array(&mut self, rank: u8, rows: Value, span: Span) -> Res<Value> {
        let (mut dimensions, mut elements) = (Vec::new(), vec![rows]);
        for _ in 0..rank {
            let mut inner = Vec::new();
            let mut size = None;
            for row in elements {
                let items: Vec<Value> = self.rt.heap.iter(row).collect();
                self.rt.charge(1 + items.len() / 16)?;
                if *size.get_or_insert(items.len()) != items.len() {
                    let message = "the rows of an array must be of the same length";
                    return Err(Condition::new(Code::BadToken, message).at(span).into());
                }
                inner.extend(items);
            }
            dimensions.push(size.unwrap_or(0));
            elements = inner;
        }
        self.rt.heap.reserve(size_of_val(elements.as_slice()))?;
        match Shape::new(&dimensions) {
            Some((shape, _)) => self.rt.heap.array(Array { shape, data: Storage::Values(elements) }),
            None => crate::fault::internal("an array without a shape"),
        }
    }

    fn skips(&mut self, wanted: bool, expression: Value, span: Span) -> Res<bool> {
        Ok(self.has_feature(expression, span, 0)? != wanted)
    }

    fn nothing(&self) -> Value {
        Value::NIL
    }

    fn prefixed(&mut self, prefix: Prefix, mark: Span, datum: Value, span: Span) -> Res<Value> {
        let name = match prefix {
            Prefix::Quote => Value::symbol(well_known::QUOTE),
            Prefix::QuasiQuote => Value::symbol(self.dialect.quasi_quote()),
            Prefix::Unquote => Value::symbol(well_known::UNQUOTE),
            Prefix::UnquoteSplicing => Value::symbol(well_known::UNQUOTE_SPLICING),
            Prefix::Function => self.rt.symbol("function"),
        };
        let mut list = self.list();
        self.append(&mut list, name, mark)?;
        self.append(&mut list, datum, span)?;
        self.finish(list, Span { start: mark.start, ..span })
    }
}

impl HeapMaker<'_> {
    /// `nil` and `t` are no symbols but constants, in bars or not: a name means one thing. (In Scheme they are names like others.)
    fn symbol(&mut self, name: &str) -> Result<Value, Complaint> {
        self.rt.check_name(name.len())?;
        Ok(match self.rt.symbols.intern(name) {
            symbol if self.dialect.has_plain_constants() => Value::symbol(symbol),
            well_known::NIL => Value::NIL,
            well_known::T => Value::T,
            symbol => Value::symbol(symbol),
        })
    }

    fn keyword(&mut self, name: &str) -> Result<Value, Complaint> {
        self.rt.check_name(name.len())?;
        Ok(Value::keyword(self.rt.symbols.intern(name)))
    }
}

/// Features of a program that are looked at: the list may be circular.
const MOST_FEATURES: usize = 1000;

/// How deep expressions about features may be nested.
const DEEPEST_FEATURE: usize = 50;

impl HeapMaker<'_> {
    /// Is this expression about the features of the program true?
    fn has_feature(&mut self, expression: Value, span: Span, depth: usize) -> Res<bool> {
        let name = |rt: &Runtime, v: Value| match v {
            Value::NIL => Some("nil".to_string()),
            Value::T => Some("t".to_string()),
            v => v.as_symbol().or(v.as_keyword()).map(|s| rt.name(s).to_string()),
        };
        if let Some(wanted) = name(self.rt, expression) {
            let features = self.rt.reading.features;
            if !features.is_pair() && !features.is_nil() {
                return Ok(dialect::common_lisp::FEATURES.contains(&wanted.as_str()));
            }
            let mut known = self.rt.heap.iter(features).take(MOST_FEATURES).filter_map(Value::as_keyword);
            return Ok(known.any(|s| self.rt.name(s) == wanted));
        }
        let wrong = || {
            Condition::new(
                Code::BadToken,
                "after `#+` and `#-` stands a feature, or `(and ...)`, `(or ...)` or `(not ...)` of features",
            )
            .at(span)
        };
        if !expression.is_pair() || depth > DEEPEST_FEATURE {
            return Err(wrong().into());
        }
        let operator = name(self.rt, self.rt.heap.car(expression));
        let parts: Vec<Value> = self.rt.heap.iter(self.rt.heap.cdr(expression)).collect();
        match (operator.as_deref(), parts.as_slice()) {
            (Some("not"), &[part]) => Ok(!self.has_feature(part, span, depth + 1)?),
            (Some(operator @ ("and" | "or")), parts) => {
                for &part in parts {
                    if self.has_feature(part, span, depth + 1)? == (operator == "or") {
                        return Ok(operator == "or");
                    }
                }
                Ok(operator == "and")
            }
            _ => Err(wrong().into()),
        }
    }
}

/// What a symbol is where `nil` and `t` are constants.
fn constant_or_symbol(s: Symbol) -> Value {
    match s {
        well_known::NIL => Value::NIL,
        well_known::T => Value::T,
        s => Value::symbol(s),
    }
}

/// The vector of bytes with these elements.
fn bytes_from(rt: &mut Runtime, elements: &[Value], span: Span) -> Res<Value> {
    let byte = |v: &Value| v.as_fixnum().and_then(|n| u8::try_from(n).ok());
    let Some(bytes) = elements.iter().map(byte).collect::<Option<Box<[u8]>>>() else {
        let message = "a vector of bytes has integers from 0 to 255 as its elements";
        return Err(Condition::new(Code::BadToken, message).at(span).into());
    };
    match Shape::new(&[bytes.len()]) {
        Some((shape, _)) => rt.heap.array(Array { shape, data: Storage::Bytes(bytes) }),
        None => crate::fault::internal("a vector without a shape"),
    }
}

/// Builds nothing: for texts of which only the shape matters.
pub(super) struct Nothing;

impl Maker for Nothing {
    type Datum = ();
    type Partial = ();

    fn tick(&mut self, _: usize, _: usize) -> Res<()> {
        Ok(())
    }

    fn atom(&mut self, _: Atom<'_>, _: &str) -> Result<(), Complaint> {
        Ok(())
    }

    fn list(&mut self) {}

    fn vector(&mut self, _: bool) {}

    fn append(&mut self, _: &mut (), _: (), _: Span) -> Res<()> {
        Ok(())
    }

    fn set_tail(&mut self, _: &mut (), _: ()) {}

    fn finish(&mut self, _: (), _: Span) -> Res<()> {
        Ok(())
    }

    fn begin_label(&mut self, _: u32) -> Res<()> {
        Ok(())
    }

    fn labelled(&mut self, _: u32) -> Option<()> {
        Some(())
    }

    fn end_label(&mut self, _: u32, (): ()) -> Res<Option<()>> {
        Ok(Some(()))
    }

    fn array(&mut self, _: u8, _: (), _: Span) -> Res<()> {
        Ok(())
    }

    fn skips(&mut self, _: bool, _: (), _: Span) -> Res<bool> {
        Ok(true)
    }

    fn nothing(&self) {}

    fn prefixed(&mut self, _: Prefix, _: Span, _: (), _: Span) -> Res<()> {
        Ok(())
    }
}
