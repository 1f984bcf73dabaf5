//! The grammar: which tokens may follow each other, and what they build.
//!
//! A state machine with an explicit stack of what is open, so that nesting costs memory but no native stack. A
//! [`Maker`] builds the data: heap values for the reader, nothing at all where only the shape of a text
//! matters. So both always agree on what is well formed.

use std::ops::Range;

use super::lexer::{Bracket, Class, Prefix, TokenKind, Tokens, folding, plain_word_end};
use super::literal;
use crate::fault::{Code, Condition, Fault, Res};
use crate::runtime::dialect::Dialect;
use crate::runtime::notation::{Complaint, Meaning, Surroundings};
use crate::source::{SourceId, Span};
use crate::token::{Atom, Bad};

/// Explanation of `'`, for those who mean something else by it.
pub(super) const WHAT_IS_QUOTED: &str =
    "`'` quotes the datum that follows it; a string stands in \"double quotes\", a character is written #\\a";

/// Turns what was read into data.
pub(super) trait Maker {
    type Datum: Copy;
    /// A list or vector of which the end has not been seen yet.
    type Partial;

    /// Tokens are paid for: see [`ticks`].
    fn charge(&mut self, ticks: usize) -> Res<()>;
    /// It is long, or what is open may take `stack` bytes then.
    fn reserve(&mut self, bytes: usize, stack: usize) -> Res<()>;
    fn atom(&mut self, atom: Atom<'_>, token: &str) -> Result<Self::Datum, Complaint>;
    /// The datum that a word of the core language is, without bars and no keyword: the first bytes of a text, the first
    /// of which is of that class. Nothing if it takes a closer look.
    fn word(&mut self, first: Class, text: &[u8], length: usize) -> Option<Self::Datum>;
    /// The datum that such a word is.
    fn unusual_word(&mut self, word: &[u8]) -> Result<Self::Datum, Complaint>;
    fn list(&mut self) -> Self::Partial;
    /// `bytes`: a vector of bytes.
    fn vector(&mut self, bytes: bool) -> Self::Partial;
    /// One more element of the innermost list or vector that is open, and where it was written.
    fn append(&mut self, datum: Self::Datum, start: u32, end: u32) -> Res<()>;
    /// The datum after the dot.
    fn set_tail(&mut self, of: &mut Self::Partial, datum: Self::Datum);
    /// It was written in that text from `start` to `end`.
    fn finish(&mut self, partial: &Self::Partial, source: SourceId, start: u32, end: u32) -> Res<Self::Datum>;
    /// Stands for the datum with the label `#label=` until that has been read.
    fn begin_label(&mut self, label: u32) -> Res<()>;
    /// The datum with that label, which may still be going to come; nothing if there is none.
    fn labelled(&mut self, label: u32) -> Option<Self::Datum>;
    /// This is the datum of the innermost label that has begun; nothing if it is nothing but the label itself.
    fn end_label(&mut self, label: u32, datum: Self::Datum) -> Res<Option<Self::Datum>>;
    /// The array of `rank` dimensions whose elements are in lists in lists.
    fn array(&mut self, rank: u8, rows: Self::Datum, span: Span) -> Res<Self::Datum>;
    /// Returns whether the datum after this expression is skipped, after `#+` (wanted) and `#-`.
    fn skips(&mut self, wanted: bool, expression: Self::Datum, span: Span) -> Res<bool>;
    /// Makes the placeholder for a datum that is skipped.
    fn nothing(&self) -> Self::Datum;
    /// `(name datum)`; `mark` is where the prefix stands, `span` where the datum.
    fn prefixed(&mut self, prefix: Prefix, mark: Span, datum: Self::Datum, span: Span) -> Res<Self::Datum>;
}

/// Something that has begun and not ended.
pub(super) struct Open<P> {
    pub form: Form<P>,
    pub start: u32,
}

pub(super) enum Form<P> {
    List {
        bracket: Bracket,
        state: ListState,
        partial: P,
    },
    Vector {
        bytes: bool,
        partial: P,
    },
    Prefix(Prefix),
    /// `#2A` and the like: rows in rows, nested as deep as the rank.
    Array(u8),
    /// `#0=`
    Label(u32),
    /// `#;`
    Discard,
    /// `#+` (true) or `#-`, before the expression that says whether the datum after it is read.
    Feature(bool),
}

/// State of a list that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ListState {
    Empty,
    Items,
    /// A dot was read, but not what follows it.
    Dot,
    /// Nothing but the end may come.
    Tail,
}

impl<P> Open<P> {
    /// The token with which it began.
    pub fn opener(&self) -> &'static str {
        match &self.form {
            Form::List { bracket: Bracket::Round, .. } => "(",
            Form::List { bracket: Bracket::Square, .. } => "[",
            Form::Vector { bytes: false, .. } => "#(",
            Form::Vector { bytes: true, .. } => "#u8(",
            Form::Prefix(prefix) => prefix.text(),
            Form::Array(_) => "#A",
            Form::Label(_) => "#=",
            Form::Discard => "#;",
            Form::Feature(true) => "#+",
            Form::Feature(false) => "#-",
        }
    }

    /// Returns the character that has to end it, if it is one of the forms that have an end.
    pub fn closer(&self) -> Option<char> {
        match &self.form {
            Form::List { bracket, .. } => Some(bracket.closing()),
            Form::Vector { .. } => Some(')'),
            Form::Prefix(_) | Form::Array(_) | Form::Label(_) | Form::Discard | Form::Feature(_) => None,
        }
    }
}

/// Returns the meaning of a token in the core.
fn in_the_core(kind: TokenKind, token: &str) -> Result<Atom<'_>, Bad> {
    match kind {
        TokenKind::Hash => literal::hash(token),
        TokenKind::String => literal::string(token).map(Atom::String),
        TokenKind::Character => literal::character(token).map(Atom::Character),
        _ => literal::word(token),
    }
}

/// Result of looking for a datum.
pub(super) enum Outcome<D> {
    Datum(D, Span),
    /// There was nothing but white space and comments.
    End,
    /// The text ends inside something: a token, or else what is on the stack.
    Unclosed(Option<(TokenKind, Span)>),
    /// A closing parenthesis where nothing is open.
    Stray(Span),
}

/// Bytes of a token, and of a name, for which there is always room.
pub(super) const SHORT: usize = 64;

/// Returns the cost of a token of `bytes` bytes.
#[inline]
fn ticks(bytes: usize) -> usize {
    1 + bytes / 64
}

/// Bytes of plain tokens that are paid for together.
const PIECE: usize = 128;

/// Returns the cost of `bytes` bytes of plain tokens: with the white space between them, most have two.
#[inline]
fn plain_ticks(bytes: usize) -> usize {
    bytes.div_ceil(2)
}

pub(super) struct Parser<'t, M: Maker> {
    text: &'t str,
    source: SourceId,
    pub position: usize,
    /// Open forms, outermost first.
    pub open: &'t mut Vec<Open<M::Partial>>,
    /// Number of them that are skipped: in those an atom may be wrong or not supported.
    skipped: usize,
    /// Number of them that are templates, less the expressions in those.
    templates: isize,
    /// Number of them that are expressions after `#+` and `#-`, whose words count even there.
    features: usize,
    /// Dialect that defines the strings and `#` syntaxes.
    pub dialect: Dialect,
    /// Whether upper case in names is the same as lower case. A directive may have said so.
    pub folds_case: bool,
    /// Set where more text may follow: the token at the end of the text that might go on, which stays unread.
    pub unfinished: Option<Option<TokenKind>>,
}

/// State of a [`Parser`] between two pieces of a text, besides what is open.
#[derive(Default)]
pub(super) struct Progress {
    pub position: usize,
    skipped: usize,
    templates: isize,
    features: usize,
    folds_case: bool,
}

impl<'t, M: Maker> Parser<'t, M> {
    /// `open` is empty.
    pub fn new(text: &'t str, source: SourceId, position: usize, open: &'t mut Vec<Open<M::Partial>>) -> Parser<'t, M> {
        Parser {
            text,
            source,
            position,
            open,
            skipped: 0,
            templates: 0,
            features: 0,
            dialect: Dialect::CORE,
            folds_case: false,
            unfinished: None,
        }
    }

    /// Returns a parser that goes on in a text to which more has come, and will come.
    pub fn resume(
        text: &'t str,
        dialect: Dialect,
        progress: &Progress,
        open: &'t mut Vec<Open<M::Partial>>,
    ) -> Parser<'t, M> {
        let Progress { position, skipped, templates, features, folds_case } = *progress;
        let new = Parser::new(text, Span::NONE.source(), position, open);
        Parser { skipped, templates, features, folds_case, dialect, unfinished: Some(None), ..new }
    }

    /// Returns the state with which [`Parser::resume`] goes on.
    pub fn progress(&self) -> Progress {
        let Parser { position, skipped, templates, features, folds_case, .. } = *self;
        Progress { position, skipped, templates, features, folds_case }
    }

    /// Reads on up to the end of the next datum.
    pub fn datum(&mut self, maker: &mut M) -> Res<Outcome<M::Datum>> {
        loop {
            if self.unfinished.is_none()
                && let Some(outcome) = self.plain(maker)?
            {
                return Ok(outcome);
            }
            let mut tokens = Tokens::from(self.text, self.position).of(self.dialect);
            let Some((kind, range)) = tokens.next() else { break };
            if self.unfinished.is_some() && range.end == self.text.len() && self.may_go_on(kind, &range) {
                self.unfinished = Some(Some(kind));
                break;
            }
            self.position = range.end;
            maker.charge(ticks(range.len()))?;
            if matches!(kind, TokenKind::Space | TokenKind::LineComment | TokenKind::BlockComment) {
                if kind == TokenKind::Space && self.dialect.has_directives {
                    self.folds_case = self.text.get(range).and_then(folding).unwrap_or(self.folds_case);
                }
                continue;
            }
            if range.len() > SHORT || self.open.len() == self.open.capacity() {
                self.reserve(range.len(), maker)?;
            }
            let span = self.span(&range);
            let token = self.text.get(range).unwrap_or("");
            let (datum, span) = match kind {
                TokenKind::Space | TokenKind::LineComment | TokenKind::BlockComment => continue,
                TokenKind::OpenString | TokenKind::OpenBlockComment | TokenKind::OpenBars => {
                    return Ok(Outcome::Unclosed(Some((kind, span))));
                }
                TokenKind::Open(bracket) => {
                    let partial = maker.list();
                    self.begin(Form::List { bracket, state: ListState::Empty, partial }, span);
                    continue;
                }
                TokenKind::OpenVector | TokenKind::OpenBytes => {
                    let bytes = kind == TokenKind::OpenBytes;
                    let partial = maker.vector(bytes);
                    self.begin(Form::Vector { bytes, partial }, span);
                    continue;
                }
                TokenKind::Prefix(prefix) => {
                    self.templates += deeper(prefix);
                    if self.templates < 0 && self.dialect.refuses_stray_commas && self.skipped == 0 {
                        let message = format!("`{token}` stands outside of a template, which begins with a backquote");
                        return Err(Condition::new(Code::BadToken, message).at(span).into());
                    }
                    self.begin(Form::Prefix(prefix), span);
                    continue;
                }
                TokenKind::DatumComment => {
                    self.begin(Form::Discard, span);
                    continue;
                }
                TokenKind::Dot => {
                    self.dot(span)?;
                    continue;
                }
                TokenKind::Close(bracket) => match self.close(bracket, span, maker)? {
                    Some(whole) => whole,
                    None => return Ok(Outcome::Stray(span)),
                },
                TokenKind::Hash if self.reads_labels() && literal::label(token).is_some() => {
                    let labelled = match literal::label(token) {
                        Some((label, true)) => {
                            maker.begin_label(label)?;
                            self.begin(Form::Label(label), span);
                            continue;
                        }
                        Some((label, false)) => maker.labelled(label),
                        None => None,
                    };
                    match labelled {
                        Some(datum) => (datum, span),
                        None => {
                            let message = format!("`{token}` stands for no datum: none before it is labelled so");
                            return Err(Condition::new(Code::BadToken, message).at(span).into());
                        }
                    }
                }
                TokenKind::Word | TokenKind::Hash | TokenKind::String | TokenKind::Character => {
                    match self.single(kind, token, span, maker)? {
                        Some(datum) => (datum, span),
                        None => continue,
                    }
                }
            };
            if let Some((datum, span)) = self.complete(datum, span, maker)? {
                return Ok(Outcome::Datum(datum, span));
            }
        }
        Ok(if self.open.is_empty() { Outcome::End } else { Outcome::Unclosed(None) })
    }

    /// Returns whether a token at the end of the text might be another one, or go on, with more text.
    fn may_go_on(&self, kind: TokenKind, range: &Range<usize>) -> bool {
        match kind {
            TokenKind::Open(_)
            | TokenKind::Close(_)
            | TokenKind::OpenVector
            | TokenKind::OpenBytes
            | TokenKind::String
            | TokenKind::BlockComment
            | TokenKind::DatumComment => false,
            TokenKind::Prefix(prefix) => prefix == Prefix::Unquote,
            // A directive is a word.
            TokenKind::Space => self.text.get(range.clone()).is_some_and(|token| token.starts_with('#')),
            TokenKind::Word
            | TokenKind::Hash
            | TokenKind::Character
            | TokenKind::Dot
            | TokenKind::LineComment
            | TokenKind::OpenString
            | TokenKind::OpenBlockComment
            | TokenKind::OpenBars => true,
        }
    }

    /// Reads on as long as there are parentheses, white space and plain words: most programs are little else. A
    /// function of its own, so that what it works with stays in registers.
    #[inline(never)]
    fn plain(&mut self, maker: &mut M) -> Res<Option<Outcome<M::Datum>>> {
        if self.dialect.notation.is_some() || self.folds_case {
            return Ok(None);
        }
        let mut at = self.position;
        let mut pay_at = at + PIECE;
        let outcome = self.plain_from(&mut at, &mut pay_at, maker);
        self.position = at;
        let outcome = outcome?;
        maker.charge(plain_ticks(at + PIECE - pay_at))?;
        Ok(outcome)
    }

    /// The same from a position on, which it moves. All that lies a piece before `pay_at` has been paid for.
    #[inline(always)]
    fn plain_from(&mut self, at: &mut usize, pay_at: &mut usize, maker: &mut M) -> Res<Option<Outcome<M::Datum>>> {
        let (text, source) = (self.text.as_bytes(), self.source);
        // Whether the innermost form is a list that takes one more element as it is. It learns that it has some only
        // when something else than one of them follows.
        let mut in_list = self.innermost_list().is_some();
        let mut has_more = false;
        while let Some(&first) = text.get(*at) {
            let start = *at;
            let (datum, start, end) = match Class::of(first) {
                Class::Space => {
                    *at = start + 1;
                    if start >= *pay_at {
                        maker.charge(plain_ticks(start + PIECE - std::mem::replace(pay_at, start + PIECE)))?;
                    }
                    continue;
                }
                class @ (Class::InName | Class::Digit | Class::Sign) => {
                    let Some(end) = plain_word_end(text, start) else { break };
                    let Some(rest) = text.get(start..) else { break };
                    let datum = match maker.word(class, rest, end - start) {
                        Some(datum) => datum,
                        None if end - start > SHORT => break,
                        None => {
                            *at = end;
                            let span = Span::new(source, start as u32, end as u32);
                            let word = text.get(start..end).unwrap_or(&[]);
                            maker.unusual_word(word).or_else(|complaint| refused(complaint, span))?
                        }
                    };
                    *at = end;
                    (datum, start as u32, end as u32)
                }
                Class::Open => {
                    *at = start + 1;
                    if self.open.len() == self.open.capacity() {
                        self.reserve(0, maker)?;
                    }
                    // The next datum will be one of its elements.
                    self.note_elements(in_list);
                    (in_list, has_more) = (true, false);
                    let partial = maker.list();
                    let form = Form::List { bracket: Bracket::Round, state: ListState::Empty, partial };
                    self.open.push(Open { form, start: start as u32 });
                    continue;
                }
                Class::Close => {
                    *at = start + 1;
                    let end = start as u32 + 1;
                    // It is looked at where it lies: taking it out would have to wait for what was written there just
                    // before.
                    let list = match self.open.last() {
                        Some(Open { form: Form::List { bracket: Bracket::Round, state, partial }, start })
                            if *state != ListState::Dot =>
                        {
                            let start = *start;
                            let list = maker.finish(partial, source, start, end)?;
                            self.open.pop();
                            (list, start, end)
                        }
                        _ => {
                            let span = Span::new(source, start as u32, end);
                            match self.close(Bracket::Round, span, maker)? {
                                Some((datum, whole)) => (datum, whole.start(), end),
                                None => return Ok(Some(Outcome::Stray(span))),
                            }
                        }
                    };
                    in_list = self.innermost_list().is_some();
                    list
                }
                Class::BeginsOther | Class::Mark | Class::Bar | Class::Other => break,
            };
            if in_list {
                has_more = true;
                maker.append(datum, start, end)?;
                // Most elements are followed by one blank.
                *at += usize::from(text.get(*at) == Some(&b' '));
                if *at >= *pay_at {
                    maker.charge(plain_ticks(*at + PIECE - std::mem::replace(pay_at, *at + PIECE)))?;
                }
            } else {
                has_more = false;
                if let Some((datum, span)) = self.complete(datum, Span::new(source, start, end), maker)? {
                    return Ok(Some(Outcome::Datum(datum, span)));
                }
                in_list = self.innermost_list().is_some();
            }
        }
        self.note_elements(has_more);
        Ok(None)
    }

    /// Returns the state of the innermost form, if it is a list that takes one more element as it is.
    #[inline(always)]
    fn innermost_list(&mut self) -> Option<&mut ListState> {
        match self.open.last_mut().map(|open| &mut open.form) {
            Some(Form::List { state: state @ (ListState::Empty | ListState::Items), .. }) => Some(state),
            _ => None,
        }
    }

    /// The innermost form, if it is such a list, has elements now.
    #[inline(always)]
    fn note_elements(&mut self, has_elements: bool) {
        if has_elements && let Some(state) = self.innermost_list() {
            *state = ListState::Items;
        }
    }

    /// The list or vector that a closing parenthesis completes; nothing if nothing is open.
    #[inline(never)]
    fn close(&mut self, bracket: Bracket, at: Span, maker: &mut M) -> Res<Option<(M::Datum, Span)>> {
        let Some(open) = self.open.last() else { return Ok(None) };
        let whole = at.from(open.start);
        let datum = match &open.form {
            Form::List { bracket: opened, state, partial } if *opened == bracket && *state != ListState::Dot => {
                maker.finish(partial, at.source(), open.start, at.end())
            }
            Form::Vector { partial, .. } if bracket == Bracket::Round => {
                maker.finish(partial, at.source(), open.start, at.end())
            }
            _ => Err(cannot_close(open, bracket, at).into()),
        };
        self.open.truncate(self.open.len().saturating_sub(1));
        Ok(Some((datum?, whole)))
    }

    /// Asks for memory for a token of `bytes` bytes, and for what is open to be twice as much.
    fn reserve(&self, bytes: usize, maker: &mut M) -> Res<()> {
        maker.reserve(bytes, self.open.capacity().saturating_mul(2 * size_of::<Open<M::Partial>>()))
    }

    /// The datum that a token is by itself; nothing if the datum that it belongs to is still to come.
    fn single(&mut self, kind: TokenKind, token: &'t str, span: Span, maker: &mut M) -> Res<Option<M::Datum>> {
        let atom = match self.meaning(kind, token, span) {
            Ok(Meaning::Plain) if kind == TokenKind::Word && self.folds_case => {
                let folded = literal::folded(token);
                return self.atom(literal::word(&folded), token, span, maker).map(Some);
            }
            Ok(Meaning::Plain) if kind == TokenKind::Hash && literal::array_rank(token).is_some() => {
                self.begin(Form::Array(literal::array_rank(token).unwrap_or_default()), span);
                return Ok(None);
            }
            Ok(Meaning::Plain) => in_the_core(kind, token),
            Ok(Meaning::Atom(atom)) => Ok(atom),
            Ok(Meaning::Feature(wanted)) => {
                self.begin(Form::Feature(wanted), span);
                return Ok(None);
            }
            Ok(Meaning::Array(rank)) => {
                self.begin(Form::Array(rank), span);
                return Ok(None);
            }
            Ok(Meaning::Nothing) => return Ok(None),
            Ok(Meaning::Skipped) => return Ok(Some(maker.nothing())),
            Err(bad) => Err(bad),
        };
        self.atom(atom, token, span, maker).map(Some)
    }

    /// Returns the meaning of a token in the notation of the text.
    fn meaning(&self, kind: TokenKind, token: &'t str, span: Span) -> Result<Meaning<'t>, Bad> {
        let Some(notation) = self.dialect.notation else { return Ok(Meaning::Plain) };
        let behind = self.text.get(span.end() as usize..).unwrap_or("");
        notation.meaning(kind, token, Surroundings { skipped: self.skipped > 0, feature: self.features > 0, behind })
    }

    /// Returns whether there are datum labels, which count here.
    fn reads_labels(&self) -> bool {
        self.dialect.reads_labels(self.skipped > 0)
    }

    fn span(&self, range: &Range<usize>) -> Span {
        // Offsets fit: a source is at most 4 GiB long.
        Span::new(self.source, range.start as u32, range.end as u32)
    }

    fn begin(&mut self, form: Form<M::Partial>, at: Span) {
        self.skipped += usize::from(matches!(form, Form::Discard));
        self.features += usize::from(matches!(form, Form::Feature(_)));
        self.open.push(Open { form, start: at.start() });
    }

    fn atom(&self, atom: Result<Atom<'_>, Bad>, token: &str, span: Span, maker: &mut M) -> Res<M::Datum> {
        let datum = atom.map_err(Complaint::Token).and_then(|atom| maker.atom(atom, token));
        datum.or_else(|complaint| refused(complaint, span))
    }

    fn dot(&mut self, dot: Span) -> Res<()> {
        let why = match self.open.last_mut().map(|open| &mut open.form) {
            Some(Form::List { state: state @ ListState::Items, .. }) => {
                *state = ListState::Dot;
                return Ok(());
            }
            Some(Form::List { state: ListState::Empty, .. }) => "a list cannot begin with a dot",
            Some(Form::List { .. }) => "a list has at most one dot",
            Some(Form::Vector { .. }) => "a vector has no dot",
            _ => "a lone dot is no datum",
        };
        Err(Condition::new(Code::BadToken, why).at(dot).with_help("`(a . b)` is the pair of a and b").into())
    }

    /// Puts a datum where it belongs. Returns it, with its prefixes, if nothing is open around it.
    fn complete(&mut self, datum: M::Datum, span: Span, maker: &mut M) -> Res<Option<(M::Datum, Span)>> {
        let (mut datum, mut span) = (datum, span);
        loop {
            let Some(open) = self.open.last_mut() else { return Ok(Some((datum, span))) };
            match &mut open.form {
                Form::List { state, partial, .. } => {
                    match state {
                        ListState::Empty | ListState::Items => {
                            maker.append(datum, span.start(), span.end())?;
                            *state = ListState::Items;
                        }
                        ListState::Dot => {
                            maker.set_tail(partial, datum);
                            *state = ListState::Tail;
                        }
                        ListState::Tail => {
                            let message = "after the dot, a list has exactly one datum";
                            let opened = Span::new(span.source(), open.start, open.start.saturating_add(1));
                            return Err(Condition::new(Code::BadToken, message)
                                .at(span)
                                .with_related(opened, "the list begins here")
                                .into());
                        }
                    }
                    return Ok(None);
                }
                Form::Vector { .. } => {
                    maker.append(datum, span.start(), span.end())?;
                    return Ok(None);
                }
                Form::Prefix(prefix) => {
                    let mark = Span::new(span.source(), open.start, open.start + prefix.text().len() as u32);
                    // A skipped datum is not evaluated, either.
                    if *prefix != Prefix::ReadTime || self.skipped == 0 {
                        datum = maker.prefixed(*prefix, mark, datum, span)?;
                    }
                    span = span.from(open.start);
                    self.templates -= deeper(*prefix);
                    self.open.pop();
                }
                Form::Array(rank) => {
                    let rank = *rank;
                    span = span.from(open.start);
                    datum = maker.array(rank, datum, span)?;
                    self.open.pop();
                }
                Form::Label(label) => {
                    let label = *label;
                    span = span.from(open.start);
                    let Some(labelled) = maker.end_label(label, datum)? else {
                        let message = format!("`#{label}=` labels nothing but itself");
                        return Err(Condition::new(Code::BadToken, message).at(span).into());
                    };
                    datum = labelled;
                    self.open.pop();
                }
                Form::Discard => {
                    self.open.pop();
                    self.skipped -= 1;
                    return Ok(None);
                }
                Form::Feature(wanted) => {
                    self.features -= 1;
                    if maker.skips(*wanted, datum, span)? {
                        open.form = Form::Discard;
                        self.skipped += 1;
                    } else {
                        self.open.pop();
                    }
                    return Ok(None);
                }
            }
        }
    }
}

/// Makes the error of a closing parenthesis that completes nothing.
#[cold]
#[inline(never)]
fn cannot_close<P>(open: &Open<P>, bracket: Bracket, at: Span) -> Condition {
    let opener = open.opener();
    let opened = Span::new(at.source(), open.start, open.start.saturating_add(opener.len() as u32));
    let closing = bracket.closing();
    match open.closer() {
        Some(closer) if closer != closing => {
            let message = format!("`{closing}` cannot close what `{opener}` began");
            let stands = format!("`{opener}` stands here");
            Condition::new(Code::StrayParenthesis, message).at(at).with_related(opened, stands)
        }
        Some(_) => {
            let message = format!("between the dot and the `{closing}` a datum is missing");
            Condition::new(Code::BadToken, message).at(at).with_related(opened, "the list begins here")
        }
        None => {
            let message = format!("`{opener}` is not followed by a datum");
            let c = Condition::new(Code::BadToken, message).at(opened).with_related(at, "here the list ends");
            if opener == "'" { c.with_help(WHAT_IS_QUOTED) } else { c }
        }
    }
}

/// The error of a token that stands at `span`.
#[cold]
#[inline(never)]
fn refused<D>(complaint: Complaint, span: Span) -> Res<D> {
    match complaint {
        Complaint::Fault(fault) => Err(located(fault, span)),
        Complaint::Token(bad) => {
            let at = |offset: usize| span.start().saturating_add(offset as u32);
            let part = Span::new(span.source(), at(bad.range.start), at(bad.range.end));
            let condition = Condition::new(Code::BadToken, bad.message).at(part);
            Err(bad.help.into_iter().fold(condition, Condition::with_help).into())
        }
    }
}

/// Returns the change in the depth of templates from around the prefix to after it.
fn deeper(prefix: Prefix) -> isize {
    match prefix {
        Prefix::QuasiQuote => 1,
        Prefix::Unquote | Prefix::UnquoteSplicing => -1,
        Prefix::Quote | Prefix::Function | Prefix::ReadTime => 0,
    }
}

/// Adds the place to an error that does not know it.
fn located(mut fault: Box<Fault>, span: Span) -> Box<Fault> {
    if let Fault::Error(condition) = &mut *fault
        && condition.span().is_none()
    {
        condition.details_mut().span = span;
    }
    fault
}
