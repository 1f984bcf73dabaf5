//! Notation of Common Lisp where it differs from the core's: names and their case, reading and writing.

use std::borrow::Cow;

use klammer::Code;
use klammer::dialect::number::{self, Number, plain, prefixed};
use klammer::dialect::{
    AtomComplaint, ErrorData, Heap, Kind, Notation, PackageId, PrintStyle, RecordNotation, Result, Runtime, Symbol,
    Value, push_up_to, text, well_known,
};
use klammer_syntax::grammar::{Hooks, Meaning, TextContext};
use klammer_syntax::lexer::is_space;
use klammer_syntax::lexer::{Atom, Bad, Prefix, TokenKind};
use klammer_syntax::literal::{array_rank, shorten};
use klammer_syntax::source::Span;

use super::package::{self, KEYWORD, Status};
use super::{Lisp, PrintOptions, ReadOptions, lisp, lisp_of};

/// The features that there are as long as a program does not change them.
pub(super) const FEATURES: &[&str] = &["common-lisp", "klammer"];

/// Case in which upper-case names are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameCase {
    Upper,
    Lower,
    /// The first letter of each word in upper case.
    Capitalized,
}

impl NameCase {
    /// The name NIL.
    pub fn nil(self) -> &'static str {
        match self {
            NameCase::Upper => "NIL",
            NameCase::Lower => "nil",
            NameCase::Capitalized => "Nil",
        }
    }

    /// The name, which is upper case, in this case.
    pub fn apply(self, name: &str) -> String {
        let mut inside = false;
        let letter = |c: char| {
            let lower = self == NameCase::Lower || inside;
            inside = c.is_alphanumeric();
            if lower { c.to_ascii_lowercase() } else { c }
        };
        name.chars().map(letter).collect()
    }
}

/// A letter in the other case, if it has just one and that leads back.
fn other_case(c: char) -> char {
    fn single(mut letters: impl Iterator<Item = char>) -> Option<char> {
        letters.next().filter(|_| letters.next().is_none())
    }
    let other = if c.is_uppercase() { single(c.to_lowercase()) } else { single(c.to_uppercase()) };
    let back = |o: char| if c.is_uppercase() { single(o.to_uppercase()) } else { single(o.to_lowercase()) };
    other.filter(|&o| back(o) == Some(c)).unwrap_or(c)
}

pub(super) fn upper(c: char) -> char {
    if c.is_lowercase() { other_case(c) } else { c }
}

fn lower(c: char) -> char {
    if c.is_uppercase() { other_case(c) } else { c }
}

/// The name inside that a bare word stands for.
pub(super) fn folded(word: &str) -> Cow<'_, str> {
    if word.chars().any(char::is_uppercase) {
        Cow::Owned(word.chars().map(lower).collect())
    } else {
        Cow::Borrowed(word)
    }
}

/// The name inside of what a Common Lisp program sees as `name`, and the other way round.
pub(super) fn inverted(name: &str) -> Cow<'_, str> {
    let has_upper = name.chars().any(|c| c.is_uppercase() && lower(c) != c);
    let has_lower = name.chars().any(|c| c.is_lowercase() && upper(c) != c);
    match (has_upper, has_lower) {
        (true, false) => Cow::Owned(name.chars().map(lower).collect()),
        (false, true) => Cow::Owned(name.chars().map(upper).collect()),
        _ => Cow::Borrowed(name),
    }
}

/// Returns whether the word looks like a number in another base than ten. With a point or an exponent it would be
/// decimal.
pub(super) fn is_in_base(word: &str, base: u32) -> bool {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let digits = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_digit(base));
    match unsigned.split_once('/') {
        Some((numerator, denominator)) => digits(numerator) && digits(denominator),
        None => digits(unsigned),
    }
}

/// The names that control characters have in Common Lisp, by their codes.
const CONTROL_NAMES: &str = "Nul Soh Stx Etx Eot Enq Ack Bel Backspace Tab Newline Vt Page Return So Si Dle Dc1 Dc2 Dc3 \
                             Dc4 Nak Syn Etb Can Em Sub Esc Fs Gs Rs Us Space";

/// The name of a character that has one in Common Lisp.
pub(super) fn character_name(c: char) -> Option<&'static str> {
    if c == '\x7f' { Some("Rubout") } else { CONTROL_NAMES.split(' ').nth(u32::from(c) as usize) }
}

/// The character of that name, in whatever case.
pub(super) fn named_character(name: &str) -> Option<char> {
    let found = CONTROL_NAMES.split(' ').position(|n| n.eq_ignore_ascii_case(name));
    found.and_then(|n| char::from_u32(n as u32))
}

/// Name that a word denotes. Names of symbols have their internal case, those of packages the case that programs see.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Name<'t> {
    /// A symbol of the current package. It may still be a number if no part of it was protected.
    Symbol {
        name: Cow<'t, str>,
        protected: bool,
    },
    Keyword(Cow<'t, str>),
    /// `package:name`, or with two colons, which lead to symbols that are not external, too.
    Qualified {
        package: String,
        internal: bool,
        name: String,
    },
}

/// Parses the name that a word denotes; if it denotes none, returns the reason.
pub(super) fn name(word: &str) -> Result<Name<'_>, String> {
    if !word.contains(['\\', '|', ':']) {
        return Ok(Name::Symbol { name: folded(word), protected: false });
    }
    if let Some(name) = word.strip_prefix(':').filter(|n| !n.is_empty() && !n.contains(['\\', '|', ':'])) {
        return Ok(Name::Keyword(folded(name)));
    }
    // The name as the program sees it, and the positions of its colons.
    let (mut seen, mut colons, mut protected, mut barred) = (String::new(), Vec::new(), false, false);
    let mut characters = word.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => {
                protected = true;
                seen.extend(characters.next());
            }
            '|' => (protected, barred) = (true, !barred),
            ':' if !barred => colons.push(seen.len()),
            c => seen.push(if barred { c } else { upper(c) }),
        }
    }
    let after = |at: usize| seen.get(at..).unwrap_or("");
    let inside = |at: usize| inverted(after(at)).into_owned();
    match *colons.as_slice() {
        [] => Ok(Name::Symbol { name: Cow::Owned(inside(0)), protected }),
        [0] if protected || !seen.is_empty() => Ok(Name::Keyword(Cow::Owned(inside(0)))),
        [at] | [at, _] if at > 0 && at < seen.len() && colons.iter().all(|&c| c == at) => {
            let package = seen.get(..at).unwrap_or("").to_string();
            Ok(Name::Qualified { package, internal: colons.len() == 2, name: inside(at) })
        }
        _ => Err(format!("`{word}` has colons where a name has none: a symbol of a package is written `package:name`")),
    }
}

/// First symbol of the list that `#.datum` is read as.
pub(super) const READ_TIME: &str = "%read-time";

/// Tokens that Common Lisp splits differently from the core: words, in which brackets are letters and a backslash
/// quotes the next character, and `#` prefixes before a datum. The kind and the number of bytes.
pub(super) fn token(input: &str) -> Option<(TokenKind, usize)> {
    let mut characters = input.chars();
    let first = characters.next()?;
    match first {
        '#' => match characters.next()? {
            '+' | '-' => Some((TokenKind::Hash, 2)),
            '.' => Some((TokenKind::Prefix(Prefix::ReadTime), 2)),
            c if c.is_ascii_digit() => {
                // The prefix of a datum ends with its letter: `#2A((1))`, `#0A5`, `#1=a`.
                let digits = input.bytes().skip(1).take_while(u8::is_ascii_digit).count();
                let letter = input.as_bytes().get(1 + digits);
                matches!(letter, Some(b'a' | b'A' | b'=' | b'#')).then_some((TokenKind::Hash, 2 + digits))
            }
            ':' => word_end(input, 2).map(|end| (TokenKind::Hash, end)).or(Some((TokenKind::OpenBars, input.len()))),
            _ => None,
        },
        c if is_terminating(c) => None,
        _ => Some(match word_end(input, 0) {
            Some(1) if first == '.' => (TokenKind::Dot, 1),
            Some(end) => (TokenKind::Word, end),
            None => (TokenKind::OpenBars, input.len()),
        }),
    }
}

fn is_terminating(c: char) -> bool {
    matches!(c, '(' | ')' | '"' | ';' | '\'' | '`' | ',') || is_space(c)
}

/// Returns the end of the word that continues at `start`, or `None` if a bar is still open at the end of the text.
fn word_end(input: &str, start: usize) -> Option<usize> {
    let mut barred = false;
    let mut characters = input.get(start..)?.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => {
                characters.next()?;
            }
            '|' => barred = !barred,
            c if !barred && is_terminating(c) => return Some(start + at),
            _ => {}
        }
    }
    (!barred).then_some(input.len())
}

/// The digits and the base of `#36rxyz`.
pub(super) fn radix(token: &str) -> Option<(&str, u32)> {
    let (base, digits) = token.strip_prefix('#')?.split_once(['r', 'R'])?;
    let base = base.parse().ok().filter(|b| (2..=36).contains(b))?;
    is_in_base(digits, base).then_some((digits, base))
}

/// The text of a number in the core's notation, for a word that looks like a number: `1.` is an integer, `1d0` a float.
pub(super) fn number(word: &str) -> Option<Cow<'_, str>> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    if let Some(whole) = digits.strip_suffix('.')
        && !whole.is_empty()
        && whole.bytes().all(|b| b.is_ascii_digit())
    {
        return word.strip_suffix('.').map(Cow::Borrowed);
    }
    let marker = digits.find(['d', 'D', 'f', 'F', 's', 'S', 'l', 'L']);
    let Some((mantissa, exponent)) = marker.and_then(|at| Some((digits.get(..at)?, digits.get(at + 1..)?))) else {
        return Some(Cow::Borrowed(word));
    };
    let exponent_digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_float = !exponent_digits.is_empty()
        && exponent_digits.bytes().all(|b| b.is_ascii_digit())
        && mantissa.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let sign = word.get(..word.len() - digits.len()).unwrap_or("");
    is_float.then(|| Cow::Owned(format!("{sign}{mantissa}e{exponent}")))
}

/// The content of a string token: a backslash precedes a character that is meant as it is.
pub(super) fn string(token: &str) -> Cow<'_, str> {
    let inside = token.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(token);
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    let mut content = String::with_capacity(inside.len());
    let mut characters = inside.chars();
    while let Some(c) = characters.next() {
        content.extend(if c == '\\' { characters.next() } else { Some(c) });
    }
    Cow::Owned(content)
}

/// The bits of `#*0101`.
pub(super) fn bits(token: &str) -> Option<&str> {
    token.strip_prefix("#*").filter(|bits| bits.bytes().all(|b| matches!(b, b'0' | b'1')))
}

/// Returns the description of an unsupported notation, if the token is one.
pub(super) fn unsupported(token: &str) -> Option<&'static str> {
    match token.to_ascii_lowercase().as_str() {
        "#s" => Some("the notation for structures"),
        "#c" => Some("a complex number"),
        _ => None,
    }
}

/// Returns the meaning of a token; errors in skipped tokens do not matter.
pub(super) fn meaning<'t>(kind: TokenKind, token: &'t str, at: TextContext<'_>) -> Result<Meaning<'t>, Bad> {
    Ok(match kind {
        TokenKind::Word if at.skipped && !at.feature => Meaning::Skipped,
        TokenKind::Word => Meaning::Atom(Atom::Own(token)),
        TokenKind::String => Meaning::Atom(Atom::String(string(token))),
        _ if token == "#+" || token == "#-" => Meaning::Feature(token == "#+"),
        // The name of a file is a string.
        _ if token.eq_ignore_ascii_case("#p") => Meaning::Nothing,
        // The token is a prefix of a list: the reader skips the list alone.
        _ if at.skipped && at.behind.starts_with('(') => Meaning::Nothing,
        _ if at.skipped => Meaning::Skipped,
        TokenKind::Character => match token.get(2..).and_then(named_character) {
            Some(c) => Meaning::Atom(Atom::Character(c)),
            None => Meaning::Plain,
        },
        _ => return hash(token),
    })
}

/// Returns the meaning of a token that begins with `#`.
fn hash(token: &str) -> Result<Meaning<'_>, Bad> {
    if token.starts_with("#:") {
        return Ok(Meaning::Atom(Atom::Own(token)));
    }
    if let Some(rank) = array_rank(token) {
        return Ok(Meaning::Array(rank));
    }
    if let Some(bits) = bits(token) {
        return Ok(Meaning::Atom(Atom::Bits(bits)));
    }
    if let Some((digits, radix)) = radix(token) {
        return Ok(Meaning::Atom(Atom::Number { digits, radix, exactness: None }));
    }
    match unsupported(token) {
        Some(what) => {
            let message = format!("`{}`: {what} is not supported", shorten(token));
            Err(Bad::new(0..token.len(), message))
        }
        None => Ok(Meaning::Plain),
    }
}

/// The datum that a word is: a number, a symbol or a keyword, or after `#:` a symbol that belongs to no package.
fn read_word(rt: &mut Runtime, word: &str) -> Result<Value, AtomComplaint> {
    let bad = |message| AtomComplaint::Token(Bad::new(0..word.len(), message));
    if let Some(uninterned) = word.strip_prefix("#:") {
        let Ok(Name::Symbol { name, .. }) = name(uninterned) else {
            return Err(bad(format!("`{}` is not a symbol", shorten(word))));
        };
        rt.check_name(name.len())?;
        return Ok(Value::symbol(rt.symbols.uninterned(&name)));
    }
    match name(word).map_err(bad)? {
        Name::Symbol { name, protected } => {
            if !protected && let Some(n) = number_of(rt, word)? {
                return Ok(n.into_value(&mut rt.heap)?);
            }
            rt.check_name(name.len())?;
            let package = lisp(rt).reading.package;
            Ok(interned(rt, &name, package))
        }
        Name::Keyword(name) => {
            rt.check_name(name.len())?;
            Ok(interned(rt, &name, KEYWORD))
        }
        Name::Qualified { package, internal, name } => {
            rt.check_name(package.len() + name.len())?;
            // All packages are looked at.
            let packages = lisp(rt).packages.names_to_look_at(KEYWORD);
            rt.charge(packages / 64)?;
            let Some(id) = lisp(rt).packages.find(&package) else {
                return Err(bad(format!("there is no package {package}")));
            };
            if internal || id == KEYWORD {
                return Ok(interned(rt, &name, id));
            }
            let (lisp, symbols) = rt.state::<Lisp>();
            let plain = symbols.intern(&name);
            match lisp.packages.lookup(symbols, id, plain) {
                Some((s, Status::External)) => Ok(constant_or_symbol(s)),
                _ => {
                    let name = inverted(&name).into_owned();
                    Err(bad(format!(
                        "the package {package} does not export {name}: `{package}::{name}` is what it has inside"
                    )))
                }
            }
        }
    }
}

/// The number that a word is, in the base of the program.
fn number_of(rt: &mut Runtime, word: &str) -> Result<Option<Number>> {
    let base = lisp(rt).reading.base;
    if base != 10 && is_in_base(word, base) {
        return prefixed(rt, word, base, None);
    }
    match number(word) {
        Some(number) => plain(rt, &number),
        None => Ok(None),
    }
}

/// The symbol that a name means in a package.
fn interned(rt: &mut Runtime, name: &str, package: PackageId) -> Value {
    let (lisp, symbols) = rt.state::<Lisp>();
    let plain = symbols.intern(name);
    if lisp.packages.read_plain(package, plain) {
        return if package == KEYWORD { Value::keyword(plain) } else { constant_or_symbol(plain) };
    }
    let (s, _) = lisp.packages.intern(symbols, package, plain);
    if package == KEYWORD { Value::keyword(s) } else { constant_or_symbol(s) }
}

/// Features of a program that are looked at: the list may be circular.
const MAX_FEATURES: usize = 1000;

/// Maximum nesting depth of feature expressions.
const DEEPEST_FEATURE: usize = 50;

/// Returns whether this feature expression is true of the program.
pub(super) fn has_feature(rt: &mut Runtime, expression: Value, span: Span, depth: usize) -> Result<bool> {
    let name = |rt: &Runtime, v: Value| match v {
        Value::NIL => Some("nil".to_string()),
        Value::T => Some("t".to_string()),
        v => v.as_symbol().or(v.as_keyword()).map(|s| rt.symbols.name(s).to_string()),
    };
    if let Some(wanted) = name(rt, expression) {
        let features = lisp(rt).reading.features;
        if !features.is_pair() && !features.is_nil() {
            return Ok(FEATURES.contains(&wanted.as_str()));
        }
        let mut known = rt.heap.iter(features).take(MAX_FEATURES).filter_map(Value::as_keyword);
        return Ok(known.any(|s| rt.symbols.name(s) == wanted));
    }
    let wrong = || {
        ErrorData::new(
            Code::BadToken,
            "after `#+` and `#-` stands a feature, or `(and ...)`, `(or ...)` or `(not ...)` of features",
        )
        .at(span)
    };
    if !expression.is_pair() || depth > DEEPEST_FEATURE {
        return Err(wrong().into());
    }
    let operator = name(rt, rt.heap.car(expression));
    let parts: Vec<Value> = rt.heap.iter(rt.heap.cdr(expression)).collect();
    match (operator.as_deref(), parts.as_slice()) {
        (Some("not"), &[part]) => Ok(!has_feature(rt, part, span, depth + 1)?),
        (Some(operator @ ("and" | "or")), parts) => {
            for &part in parts {
                if has_feature(rt, part, span, depth + 1)? == (operator == "or") {
                    return Ok(operator == "or");
                }
            }
            Ok(operator == "and")
        }
        _ => Err(wrong().into()),
    }
}

/// Returns the reading options that the values of `*package*`, `*read-base*` and `*features*` give for the next text.
pub(super) fn wishes(heap: &Heap, package: Option<Value>, base: Option<Value>, features: Option<Value>) -> ReadOptions {
    let mut reading = ReadOptions { is_program: true, ..ReadOptions::default() };
    // A package is a record with its number in the second field.
    let package = package.filter(|v| v.is(Kind::RECORD));
    if let Some(v) = package.filter(|&v| heap.record(v).is_some_and(|(_, fields)| fields == 2)) {
        let number = heap.word(v, 1).as_fixnum().and_then(|n| u16::try_from(n).ok());
        reading.package = number.map_or(reading.package, PackageId);
    }
    let base = base.and_then(Value::as_fixnum).and_then(|n| u32::try_from(n).ok());
    reading.base = base.filter(|n| (2..=36).contains(n)).unwrap_or(10);
    reading.features = features.unwrap_or(reading.features);
    reading
}

/// Runs `f` with the reading options from a list: the number of the package, the base, the features.
pub(super) fn reading_by<T>(
    rt: &mut Runtime,
    wishes: Option<Value>,
    f: impl FnOnce(&mut Runtime) -> Result<T>,
) -> Result<T> {
    let mut parts = rt.heap.iter(wishes.unwrap_or(Value::NIL));
    let mut reading = ReadOptions::default();
    if let Some(n) = parts.next().and_then(Value::as_fixnum) {
        reading.package = PackageId(u16::try_from(n).unwrap_or(u16::MAX));
    }
    let base = parts.next().and_then(Value::as_fixnum).and_then(|n| u32::try_from(n).ok());
    reading.base = base.filter(|n| (2..=36).contains(n)).unwrap_or(10);
    reading.features = parts.next().unwrap_or(Value::UNBOUND);
    let outer = std::mem::replace(&mut lisp(rt).reading, reading);
    let result = f(rt);
    lisp(rt).reading = outer;
    result
}

/// Converts a symbol to a value, with `nil` and `t` as constants.
fn constant_or_symbol(s: Symbol) -> Value {
    match s {
        well_known::NIL => Value::NIL,
        well_known::T => Value::T,
        s => Value::symbol(s),
    }
}

/// Rows of an array without elements that are written.
const ROWS_WRITTEN: usize = 1000;

/// Common Lisp's notation, as the variables of the program wish it.
pub(super) struct LispNotation;

impl Hooks for LispNotation {
    fn token(&self, text: &str) -> Option<(TokenKind, usize)> {
        token(text)
    }

    fn meaning<'t>(&self, kind: TokenKind, token: &'t str, at: TextContext<'_>) -> Result<Meaning<'t>, Bad> {
        meaning(kind, token, at)
    }
}

impl Notation for LispNotation {
    fn word(&self, rt: &mut Runtime, word: &str) -> Result<Value, AtomComplaint> {
        read_word(rt, word)
    }

    fn has_feature(&self, rt: &mut Runtime, expression: Value, span: Span) -> Result<bool> {
        has_feature(rt, expression, span, 0)
    }

    fn read_time(&self, rt: &mut Runtime) -> Option<Value> {
        let state = &mut lisp(rt).reading;
        state.has_read_time = true;
        state.is_program.then(|| rt.symbol(READ_TIME))
    }

    fn labels_parts(&self, rt: &Runtime) -> bool {
        wish(rt).circle
    }

    fn string(&self, out: &mut String, text: &str, limit: usize) -> bool {
        quoted(out, text, limit);
        true
    }

    fn character(&self, out: &mut String, c: char) -> bool {
        character(out, c);
        true
    }

    fn constant(&self, rt: &Runtime, v: Value) -> Option<&'static str> {
        let case = wish(rt).case;
        match v {
            Value::NIL => Some(case.nil()),
            Value::T => Some(if case == NameCase::Lower { "t" } else { "T" }),
            _ => None,
        }
    }

    fn qualifier(&self, rt: &Runtime, symbol: Symbol, out: &mut String) -> bool {
        let Lisp { wish, packages, .. } = lisp_of(rt);
        match packages.prefix(&rt.symbols, wish.package, symbol) {
            package::Prefix::None => {}
            package::Prefix::Uninterned if wish.gensym => out.push_str("#:"),
            package::Prefix::Uninterned => {}
            package::Prefix::Package(home, external) => {
                let name = packages.get(home).map_or("", |p| &p.name);
                let name = if wish.case == NameCase::Upper { name } else { &wish.case.apply(name) };
                out.push_str(name);
                out.push_str(if external { ":" } else { "::" });
            }
        }
        true
    }

    fn name(&self, rt: &Runtime, symbol: Symbol, style: PrintStyle, out: &mut String, limit: usize) -> bool {
        let PrintOptions { case, base, .. } = *wish(rt);
        let name = inverted(rt.symbols.name(symbol));
        match style {
            PrintStyle::Readable if name.len() < limit && (needs_escape(&name) || is_number_in(&name, base)) => {
                barred(out, &name, limit);
            }
            _ if case != NameCase::Upper => push_up_to(out, &case.apply(&name), limit),
            _ => push_up_to(out, &name, limit),
        }
        true
    }

    fn has_bare_keywords(&self) -> bool {
        true
    }

    fn changes_numerals(&self, rt: &Runtime) -> bool {
        let wish = wish(rt);
        wish.base != 10 || wish.radix
    }

    fn numeral(&self, rt: &mut Runtime, n: Value) -> Result<Option<String>> {
        if self.changes_numerals(rt) { in_base(rt, n).map(Some) } else { Ok(None) }
    }

    /// With an exponent unless it is from 1e-3 to 1e7 in size.
    fn float(&self, x: f64) -> Option<String> {
        if x == 0.0 || !x.is_finite() || (1e-3..1e7).contains(&x.abs()) {
            return None;
        }
        let text = format!("{x:e}");
        Some(match text.split_once('e') {
            Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0e{exponent}"),
            _ => text,
        })
    }

    fn record(&self, notation: RecordNotation) -> Option<(&'static str, &'static str)> {
        Some(if notation == RecordNotation::Structure { ("#S(", ")") } else { ("#<", ">") })
    }

    /// `#2A(() ())`
    fn empty_array(&self, dimensions: &[usize]) -> Option<String> {
        if dimensions.iter().product::<usize>() != 0 {
            return None;
        }
        // The rows before the first dimension without any.
        let full = dimensions.iter().take_while(|&&d| d > 0);
        let rows = full.clone().fold(1usize, |n, &d| n.saturating_mul(d));
        if rows > ROWS_WRITTEN {
            let shape: Vec<String> = dimensions.iter().map(usize::to_string).collect();
            return Some(format!("#<ARRAY {}>", shape.join(" by ")));
        }
        let mut text = "()".to_string();
        for &d in full.collect::<Vec<_>>().into_iter().rev() {
            text = format!("({})", vec![text; d].join(" "));
        }
        Some(format!("#{}A{text}", dimensions.len()))
    }

    fn kind(&self, rt: &Runtime, v: Value) -> Option<Cow<'static, str>> {
        match (v.kind(), rt.heap.table(v)) {
            (Kind::CLOSURE | Kind::NATIVE, _) => Some("FUNCTION".into()),
            (_, Some((_, count))) => Some(format!("HASH-TABLE :COUNT {count}").into()),
            _ => None,
        }
    }

    fn shown_name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        inverted(name)
    }
}

fn wish(rt: &Runtime) -> &PrintOptions {
    &lisp_of(rt).wish
}

/// An integer or ratio in the base that a program wishes, which it may show.
fn in_base(rt: &mut Runtime, n: Value) -> Result<String> {
    let PrintOptions { base, radix, .. } = *wish(rt);
    let text = number::number_to_string(rt, n, base)?.to_uppercase();
    let mark = match base {
        _ if !radix => return Ok(text),
        10 if !n.is(Kind::RATIO) => return Ok(text + "."),
        2 => "#b".to_string(),
        8 => "#o".to_string(),
        16 => "#x".to_string(),
        base => format!("#{base}r"),
    };
    Ok(mark + &text)
}

/// Returns whether the reader would take the name for a number in a base above ten.
fn is_number_in(name: &str, base: u32) -> bool {
    base > 10 && is_in_base(name, base)
}

/// A string as Common Lisp writes it: only the quote and the backslash are marked.
fn quoted(out: &mut String, text: &str, limit: usize) {
    out.push('"');
    for c in text.chars() {
        if out.len() >= limit {
            return;
        }
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
}

/// A character as Common Lisp writes it.
fn character(out: &mut String, c: char) {
    match character_name(c) {
        Some(name) => {
            out.push_str("#\\");
            out.push_str(name);
        }
        None => text::character(out, c),
    }
}

/// Returns whether Common Lisp's reader would read this name, as programs see it, as something else than the symbol.
fn needs_escape(name: &str) -> bool {
    name.is_empty()
        || name.bytes().all(|b| b == b'.')
        || name.contains(|c: char| {
            c.is_lowercase() && c.to_uppercase().next() != Some(c)
                || c.is_whitespace()
                || c.is_control()
                || matches!(c, '(' | ')' | '"' | '\'' | '`' | ',' | ';' | '|' | '\\' | ':' | '#')
        })
        || is_potential_number(name)
}

/// Returns whether the standard reserves this name for numbers. Such a name consists of digits, signs, points, slashes,
/// `^`, `_` and single letters. It has a digit, does not begin with a letter and does not end in a sign.
fn is_potential_number(name: &str) -> bool {
    let bytes = name.as_bytes();
    let begins = bytes.first().is_some_and(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'^' | b'_'));
    if !begins || matches!(bytes.last(), Some(b'+' | b'-')) || !bytes.iter().any(u8::is_ascii_digit) {
        return false;
    }
    let letters_alone = bytes.windows(2).all(|w| !w.iter().all(u8::is_ascii_alphabetic));
    let allowed = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.' | b'/' | b'^' | b'_');
    letters_alone && bytes.iter().all(allowed)
}

/// A name between bars, as Common Lisp writes it.
fn barred(out: &mut String, text: &str, limit: usize) {
    out.push('|');
    for c in text.chars() {
        if out.len() >= limit {
            return;
        }
        if matches!(c, '|' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('|');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_case_of_a_bare_word_does_not_count() {
        assert_eq!(folded("Foo"), "foo");
        assert_eq!(folded("foo"), "foo");
        assert_eq!(inverted("foo"), "FOO");
        assert_eq!(inverted("FOO"), "foo");
        assert_eq!(inverted("Foo"), "Foo");
    }

    #[test]
    fn names_may_be_protected_and_qualified() {
        let symbol = |n: &'static str, protected| Ok(Name::Symbol { name: n.into(), protected });
        assert_eq!(name("Foo"), symbol("foo", false));
        assert_eq!(name("|abc|"), symbol("ABC", true));
        assert_eq!(name("|Abc|"), symbol("Abc", true));
        assert_eq!(name("a\\b"), symbol("Ab", true));
        assert_eq!(name("a\\ b"), symbol("a b", true));
        assert_eq!(name("|a:b|"), symbol("A:B", true));
        assert_eq!(name(":a"), Ok(Name::Keyword("a".into())));
        assert_eq!(name(":|abc|"), Ok(Name::Keyword("ABC".into())));
        let qualified = |internal| Ok(Name::Qualified { package: "ZOO".into(), internal, name: "cat".into() });
        assert_eq!(name("zoo:cat"), qualified(false));
        assert_eq!(name("Zoo::Cat"), qualified(true));
        assert!(name("a:b:c").is_err() && name("a:").is_err() && name(":").is_err());
    }

    #[test]
    fn brackets_belong_to_words() {
        assert_eq!(token("[ b"), Some((TokenKind::Word, 1)));
        assert_eq!(token("a\\ b c"), Some((TokenKind::Word, 4)));
        assert_eq!(token("|a b|c d"), Some((TokenKind::Word, 6)));
        assert_eq!(token("|a b"), Some((TokenKind::OpenBars, 4)));
        assert_eq!(token("(a"), None);
        assert_eq!(token("#+sbcl"), Some((TokenKind::Hash, 2)));
        assert_eq!(token(". b"), Some((TokenKind::Dot, 1)));
    }

    #[test]
    fn numbers_in_other_bases() {
        assert_eq!(radix("#36rZz"), Some(("Zz", 36)));
        assert_eq!(radix("#2r12"), None);
        assert!(is_in_base("-ff/a", 16) && !is_in_base("1.5", 16) && !is_in_base("-", 16));
    }

    #[test]
    fn numbers_are_told_from_names() {
        assert_eq!(number("1.").as_deref(), Some("1"));
        assert_eq!(number("-1.5d0").as_deref(), Some("-1.5e0"));
        assert_eq!(number("1/2").as_deref(), Some("1/2"));
        assert_eq!(number("1def"), None);
        assert_eq!(number("abc"), None);
        assert_eq!(number("+"), None);
    }

    #[test]
    fn a_backslash_in_a_string_escapes_a_character() {
        assert_eq!(string(r#""a\"b\\n\n""#), "a\"b\\nn");
        assert_eq!(string("\"plain\""), "plain");
    }
}
