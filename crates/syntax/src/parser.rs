//! The grammar: which tokens may follow each other, and what they build.
//!
//! A state machine with an explicit stack of what is open, so that nesting costs memory but no native stack. A
//! [`Builder`] builds the data: heap values for the reader, nothing at all where only the shape of a text
//! matters. So both always agree on what is well formed.

use std::ops::Range;

use crate::builder::{Builder, Complaint};
use crate::diagnose::{self, Pending};
use crate::grammar::{Grammar, Meaning, TextContext};
use crate::lexer::{Atom, Bad, Bracket, Prefix, TokenKind};
use crate::lexer::{Class, Tokens, folding, plain_word_end};
use crate::literal;
use crate::source::{Source, SourceId, Span};
use crate::source::{SyntaxError, SyntaxErrorKind};

/// Explanation of `'`, for those who mean something else by it.
pub const WHAT_IS_QUOTED: &str =
    "`'` quotes the datum that follows it; a string stands in \"double quotes\", a character is written #\\a";

/// Something that has begun and not ended.
pub struct Open<P> {
    form: Form<P>,
    /// The beginning, in bytes.
    pub start: u32,
}

enum Form<P> {
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
enum ListState {
    Empty,
    Items,
    /// A dot was read, but not what follows it.
    Dot,
    /// Only the closing bracket may follow.
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
pub enum Outcome<D> {
    /// A datum, and its place.
    Datum(D, Span),
    /// There was nothing but white space and comments.
    End,
    /// The text ends inside something: a token, or else what is on the stack.
    Unclosed(Option<(TokenKind, Span)>),
    /// A closing parenthesis where nothing is open.
    Stray(Span),
}

/// Bytes of a token, and of a name, for which there is always room.
pub const SHORT: usize = 64;

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

/// Parser of one text, datum by datum.
pub struct Parser<'t, M: Builder> {
    text: &'t str,
    source: SourceId,
    /// Position of the next token.
    pub position: usize,
    /// Open forms, outermost first.
    pub open: &'t mut Vec<Open<M::Partial>>,
    /// Number of them that are skipped: in those an atom may be wrong or not supported.
    skipped: usize,
    /// Number of them that are templates, less the expressions in those.
    templates: isize,
    /// Number of them that are expressions after `#+` and `#-`, whose words count even there.
    features: usize,
    grammar: Grammar,
    /// Whether upper case in names is the same as lower case. A directive may have said so.
    pub folds_case: bool,
    /// Set where more text may follow: the token at the end of the text that might go on, which stays unread.
    pub unfinished: Option<Option<TokenKind>>,
}

/// State of a [`Parser`] between two pieces of a text, besides what is open.
#[derive(Default)]
pub struct Progress {
    /// Position of the next token.
    pub position: usize,
    skipped: usize,
    templates: isize,
    features: usize,
    folds_case: bool,
}

impl<'t, M: Builder> Parser<'t, M> {
    /// Returns a parser that begins at `position`. `open` is empty.
    pub fn new(
        text: &'t str,
        source: SourceId,
        position: usize,
        grammar: Grammar,
        open: &'t mut Vec<Open<M::Partial>>,
    ) -> Parser<'t, M> {
        Parser {
            text,
            source,
            position,
            open,
            skipped: 0,
            templates: 0,
            features: 0,
            grammar,
            folds_case: false,
            unfinished: None,
        }
    }

    /// Returns a parser that goes on in a text to which more has come, and will come.
    pub fn resume(
        text: &'t str,
        grammar: Grammar,
        progress: &Progress,
        open: &'t mut Vec<Open<M::Partial>>,
    ) -> Parser<'t, M> {
        let Progress { position, skipped, templates, features, folds_case } = *progress;
        let new = Parser::new(text, Span::NONE.source(), position, grammar, open);
        Parser { skipped, templates, features, folds_case, unfinished: Some(None), ..new }
    }

    /// Returns the state with which [`Parser::resume`] goes on.
    pub fn progress(&self) -> Progress {
        let Parser { position, skipped, templates, features, folds_case, .. } = *self;
        Progress { position, skipped, templates, features, folds_case }
    }

    /// Returns the error of a text that ends inside `token`, or else inside what is open.
    #[must_use]
    pub fn unclosed(&self, source: &Source, token: Option<(TokenKind, Span)>) -> SyntaxError {
        match token {
            Some((kind, at)) => diagnose::unclosed_token(source, kind, at, self.open.first().map(|open| open.start)),
            None => {
                let pending = |open: &Open<M::Partial>| Pending {
                    start: open.start,
                    opener: open.opener(),
                    closer: open.closer(),
                };
                diagnose::unclosed_forms(source, self.source, &self.open.iter().map(pending).collect::<Vec<_>>())
            }
        }
    }

    /// Reads on up to the end of the next datum.
    pub fn datum(&mut self, builder: &mut M) -> Result<Outcome<M::Datum>, M::Error> {
        loop {
            if self.unfinished.is_none()
                && let Some(outcome) = self.plain(builder)?
            {
                return Ok(outcome);
            }
            let mut tokens = Tokens::from(self.text, self.position).of(self.grammar);
            let Some((kind, range)) = tokens.next() else { break };
            if self.unfinished.is_some() && range.end == self.text.len() && self.may_continue(kind, &range) {
                self.unfinished = Some(Some(kind));
                break;
            }
            self.position = range.end;
            builder.charge(ticks(range.len()))?;
            if matches!(kind, TokenKind::Space | TokenKind::LineComment | TokenKind::BlockComment) {
                if kind == TokenKind::Space && self.grammar.has_directives {
                    self.folds_case = self.text.get(range).and_then(folding).unwrap_or(self.folds_case);
                }
                continue;
            }
            if range.len() > SHORT || self.open.len() == self.open.capacity() {
                self.reserve(range.len(), builder)?;
            }
            let span = self.span(&range);
            let token = self.text.get(range).unwrap_or("");
            let (datum, span) = match kind {
                TokenKind::Space | TokenKind::LineComment | TokenKind::BlockComment => continue,
                TokenKind::OpenString | TokenKind::OpenBlockComment | TokenKind::OpenBars => {
                    return Ok(Outcome::Unclosed(Some((kind, span))));
                }
                TokenKind::Open(bracket) => {
                    let partial = builder.list();
                    self.begin(Form::List { bracket, state: ListState::Empty, partial }, span);
                    continue;
                }
                TokenKind::OpenVector | TokenKind::OpenBytes => {
                    let bytes = kind == TokenKind::OpenBytes;
                    let partial = builder.vector(bytes);
                    self.begin(Form::Vector { bytes, partial }, span);
                    continue;
                }
                TokenKind::Prefix(prefix) => {
                    self.templates += deeper(prefix);
                    if self.templates < 0 && self.grammar.refuses_stray_commas && self.skipped == 0 {
                        let message = format!("`{token}` stands outside of a template, which begins with a backquote");
                        return Err(SyntaxError::bad(span, message).into());
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
                TokenKind::Close(bracket) => match self.close(bracket, span, builder)? {
                    Some(whole) => whole,
                    None => return Ok(Outcome::Stray(span)),
                },
                TokenKind::Hash if self.reads_labels() && literal::label(token).is_some() => {
                    let labelled = match literal::label(token) {
                        Some((label, true)) => {
                            builder.begin_label(label)?;
                            self.begin(Form::Label(label), span);
                            continue;
                        }
                        Some((label, false)) => builder.labelled(label),
                        None => None,
                    };
                    match labelled {
                        Some(datum) => (datum, span),
                        None => {
                            let message = format!("`{token}` stands for no datum: none before it is labelled so");
                            return Err(SyntaxError::bad(span, message).into());
                        }
                    }
                }
                TokenKind::Word | TokenKind::Hash | TokenKind::String | TokenKind::Character => {
                    match self.single(kind, token, span, builder)? {
                        Some(datum) => (datum, span),
                        None => continue,
                    }
                }
            };
            if let Some((datum, span)) = self.complete(datum, span, builder)? {
                return Ok(Outcome::Datum(datum, span));
            }
        }
        Ok(if self.open.is_empty() { Outcome::End } else { Outcome::Unclosed(None) })
    }

    /// Returns whether a token at the end of the text might be another one, or go on, with more text.
    fn may_continue(&self, kind: TokenKind, range: &Range<usize>) -> bool {
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
    ///
    /// The only path beside the grammar in `nom`: without it, loading a program of 2,400 lines takes 22 % more
    /// instructions. A test in `lexer.rs` holds both equal.
    #[inline(never)]
    fn plain(&mut self, builder: &mut M) -> Result<Option<Outcome<M::Datum>>, M::Error> {
        if self.grammar.hooks.is_some() || self.folds_case {
            return Ok(None);
        }
        let mut at = self.position;
        let mut pay_at = at + PIECE;
        let outcome = self.plain_from(&mut at, &mut pay_at, builder);
        self.position = at;
        let outcome = outcome?;
        builder.charge(plain_ticks(at + PIECE - pay_at))?;
        Ok(outcome)
    }

    /// Parses from a position, which it advances. The text up to a piece before `pay_at` has been paid for.
    #[inline(always)]
    fn plain_from(
        &mut self,
        at: &mut usize,
        pay_at: &mut usize,
        builder: &mut M,
    ) -> Result<Option<Outcome<M::Datum>>, M::Error> {
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
                        builder.charge(plain_ticks(start + PIECE - std::mem::replace(pay_at, start + PIECE)))?;
                    }
                    continue;
                }
                class @ (Class::InName | Class::Digit | Class::Sign) => {
                    let Some(end) = plain_word_end(text, start) else { break };
                    let Some(rest) = text.get(start..) else { break };
                    let datum = match builder.word(class, rest, end - start) {
                        Some(datum) => datum,
                        None if end - start > SHORT => break,
                        None => {
                            *at = end;
                            let span = Span::new(source, start as u32, end as u32);
                            let word = text.get(start..end).unwrap_or(&[]);
                            builder.unusual_word(word).map_err(|complaint| refused::<M>(complaint, span))?
                        }
                    };
                    *at = end;
                    (datum, start as u32, end as u32)
                }
                Class::Open => {
                    *at = start + 1;
                    if self.open.len() == self.open.capacity() {
                        self.reserve(0, builder)?;
                    }
                    // The next datum will be one of its elements.
                    self.note_elements(in_list);
                    (in_list, has_more) = (true, false);
                    let partial = builder.list();
                    let form = Form::List { bracket: Bracket::Round, state: ListState::Empty, partial };
                    self.open.push(Open { form, start: start as u32 });
                    continue;
                }
                Class::Close => {
                    *at = start + 1;
                    let end = start as u32 + 1;
                    // It is read in place: taking it out would have to wait for what was written there just before.
                    let list = match self.open.last() {
                        Some(Open { form: Form::List { bracket: Bracket::Round, state, partial }, start })
                            if *state != ListState::Dot =>
                        {
                            let start = *start;
                            let list = builder.finish(partial, source, start, end)?;
                            self.open.pop();
                            (list, start, end)
                        }
                        _ => {
                            let span = Span::new(source, start as u32, end);
                            match self.close(Bracket::Round, span, builder)? {
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
                builder.append(datum, start, end)?;
                // Most elements are followed by one blank.
                *at += usize::from(text.get(*at) == Some(&b' '));
                if *at >= *pay_at {
                    builder.charge(plain_ticks(*at + PIECE - std::mem::replace(pay_at, *at + PIECE)))?;
                }
            } else {
                has_more = false;
                if let Some((datum, span)) = self.complete(datum, Span::new(source, start, end), builder)? {
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
    fn close(&mut self, bracket: Bracket, at: Span, builder: &mut M) -> Result<Option<(M::Datum, Span)>, M::Error> {
        let Some(open) = self.open.last() else { return Ok(None) };
        let whole = at.from(open.start);
        let datum = match &open.form {
            Form::List { bracket: opened, state, partial } if *opened == bracket && *state != ListState::Dot => {
                builder.finish(partial, at.source(), open.start, at.end())
            }
            Form::Vector { partial, .. } if bracket == Bracket::Round => {
                builder.finish(partial, at.source(), open.start, at.end())
            }
            _ => Err(cannot_close(open, bracket, at).into()),
        };
        self.open.truncate(self.open.len().saturating_sub(1));
        Ok(Some((datum?, whole)))
    }

    /// Asks for memory for a token of `bytes` bytes, and for what is open to be twice as much.
    fn reserve(&self, bytes: usize, builder: &mut M) -> Result<(), M::Error> {
        builder.reserve(bytes, self.open.capacity().saturating_mul(2 * size_of::<Open<M::Partial>>()))
    }

    /// The datum that a token is by itself; nothing if the datum that it belongs to is still to come.
    fn single(
        &mut self,
        kind: TokenKind,
        token: &'t str,
        span: Span,
        builder: &mut M,
    ) -> Result<Option<M::Datum>, M::Error> {
        let atom = match self.meaning(kind, token, span) {
            Ok(Meaning::Plain) if kind == TokenKind::Word && self.folds_case => {
                let folded = literal::folded(token);
                return self.atom(literal::word(&folded), token, span, builder).map(Some);
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
            Ok(Meaning::Skipped) => return Ok(Some(builder.nothing())),
            Err(bad) => Err(bad),
        };
        self.atom(atom, token, span, builder).map(Some)
    }

    /// Returns the meaning of a token in the notation of the text.
    fn meaning(&self, kind: TokenKind, token: &'t str, span: Span) -> Result<Meaning<'t>, Bad> {
        let Some(hooks) = self.grammar.hooks else { return Ok(Meaning::Plain) };
        let behind = self.text.get(span.end() as usize..).unwrap_or("");
        hooks.meaning(kind, token, TextContext { skipped: self.skipped > 0, feature: self.features > 0, behind })
    }

    /// Returns whether there are datum labels, which count here.
    fn reads_labels(&self) -> bool {
        self.grammar.reads_labels(self.skipped > 0)
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

    fn atom(
        &self,
        atom: Result<Atom<'_>, Bad>,
        token: &str,
        span: Span,
        builder: &mut M,
    ) -> Result<M::Datum, M::Error> {
        let datum = atom.map_err(Complaint::Token).and_then(|atom| builder.atom(atom, token));
        datum.map_err(|complaint| refused::<M>(complaint, span))
    }

    fn dot(&mut self, dot: Span) -> Result<(), SyntaxError> {
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
        Err(SyntaxError::bad(dot, why).with_help("`(a . b)` is the pair of a and b"))
    }

    /// Puts a datum where it belongs. Returns it, with its prefixes, if nothing is open around it.
    fn complete(&mut self, datum: M::Datum, span: Span, builder: &mut M) -> Result<Option<(M::Datum, Span)>, M::Error> {
        let (mut datum, mut span) = (datum, span);
        loop {
            let Some(open) = self.open.last_mut() else { return Ok(Some((datum, span))) };
            match &mut open.form {
                Form::List { state, partial, .. } => {
                    match state {
                        ListState::Empty | ListState::Items => {
                            builder.append(datum, span.start(), span.end())?;
                            *state = ListState::Items;
                        }
                        ListState::Dot => {
                            builder.set_tail(partial, datum);
                            *state = ListState::Tail;
                        }
                        ListState::Tail => {
                            let message = "after the dot, a list has exactly one datum";
                            let opened = Span::new(span.source(), open.start, open.start.saturating_add(1));
                            return Err(SyntaxError::bad(span, message)
                                .with_related(opened, "the list begins here")
                                .into());
                        }
                    }
                    return Ok(None);
                }
                Form::Vector { .. } => {
                    builder.append(datum, span.start(), span.end())?;
                    return Ok(None);
                }
                Form::Prefix(prefix) => {
                    let mark = Span::new(span.source(), open.start, open.start + prefix.text().len() as u32);
                    // A skipped datum is not evaluated, either.
                    if *prefix != Prefix::ReadTime || self.skipped == 0 {
                        datum = builder.prefixed(*prefix, mark, datum, span)?;
                    }
                    span = span.from(open.start);
                    self.templates -= deeper(*prefix);
                    self.open.pop();
                }
                Form::Array(rank) => {
                    let rank = *rank;
                    span = span.from(open.start);
                    datum = builder.array(rank, datum, span)?;
                    self.open.pop();
                }
                Form::Label(label) => {
                    let label = *label;
                    span = span.from(open.start);
                    let Some(labelled) = builder.end_label(label, datum)? else {
                        let message = format!("`#{label}=` labels nothing but itself");
                        return Err(SyntaxError::bad(span, message).into());
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
                    if builder.skips(*wanted, datum, span)? {
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

/// Returns the error of a closing parenthesis where nothing is open. `previous` is the form before it.
#[must_use]
pub fn stray(source: &Source, at: Span, previous: Option<Span>) -> SyntaxError {
    diagnose::stray(source, at, previous)
}

/// Makes the error of a closing parenthesis that completes nothing.
#[cold]
#[inline(never)]
fn cannot_close<P>(open: &Open<P>, bracket: Bracket, at: Span) -> SyntaxError {
    let opener = open.opener();
    let opened = Span::new(at.source(), open.start, open.start.saturating_add(opener.len() as u32));
    let closing = bracket.closing();
    match open.closer() {
        Some(closer) if closer != closing => {
            let message = format!("`{closing}` cannot close what `{opener}` began");
            let stands = format!("`{opener}` stands here");
            SyntaxError::new(SyntaxErrorKind::StrayParenthesis, at, message).with_related(opened, stands)
        }
        Some(_) => {
            let message = format!("between the dot and the `{closing}` a datum is missing");
            SyntaxError::bad(at, message).with_related(opened, "the list begins here")
        }
        None => {
            let message = format!("`{opener}` is not followed by a datum");
            let c = SyntaxError::bad(opened, message).with_related(at, "here the list ends");
            if opener == "'" { c.with_help(WHAT_IS_QUOTED) } else { c }
        }
    }
}

/// The error of a token at `span`.
#[cold]
#[inline(never)]
fn refused<M: Builder>(complaint: Complaint<M::Error>, span: Span) -> M::Error {
    match complaint {
        Complaint::Other(error) => M::located(error, span),
        Complaint::Token(bad) => {
            let at = |offset: usize| span.start().saturating_add(offset as u32);
            let part = Span::new(span.source(), at(bad.range.start), at(bad.range.end));
            SyntaxError { help: bad.help, ..SyntaxError::bad(part, bad.message) }.into()
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
