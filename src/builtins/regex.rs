//! Regular expressions. Only with the feature `regex`; the module `regex` gives these natives their names.

use compact_str::CompactString;
use regex_automata::Span;

use super::arg::StringRef;
use super::builtins;
use super::string::copy_of;
use crate::fault::{Code, ErrorData, Result, Unwind, fail_in};
use crate::format::FormatSink;
use crate::list::RootedList;
use crate::pattern::{Pattern, Patterns};
use crate::runtime::Runtime;
use crate::value::Value;

/// Ticks for compiling a pattern, and for each of its bytes: its parts may be repeated many times.
const TICKS_PER_PATTERN: usize = 256;
const TICKS_PER_BYTE: usize = 4;

/// Bytes of automata that are worth a tick.
const AUTOMATON_BYTES_PER_TICK: usize = 128;

/// Bytes of a pattern, at most.
const MAX_PATTERN: usize = 1 << 14;

/// A search: a compiled pattern, and the text that it is looked for in.
struct RegexSearch {
    pattern: Pattern,
    text: CompactString,
    /// Position from which the next match may begin, and end of the last match.
    at: usize,
    end: Option<usize>,
    /// The result of the matches so far, which cover the text up to `copied`.
    made: FormatSink,
    copied: usize,
}
/// Runs `f` on a search for a pattern in a string from a character on, with the memory that it takes in the account.
fn searching<T>(
    rt: &mut Runtime,
    function: &str,
    (pattern, string, start): (StringRef, StringRef, Option<usize>),
    f: impl FnOnce(&mut Runtime, &mut RegexSearch) -> Result<T>,
) -> Result<T> {
    let mut search = RegexSearch::new(rt, function, pattern, string, start)?;
    let held = search.text.len() + search.pattern.bytes();
    let result = rt.with_charged(held, |rt| f(rt, &mut search));
    let most = rt.heap.limit() / 16;
    rt.dialects.states.get_mut::<Patterns>().keep(search.pattern, most);
    result.map_err(|fault| named(function, fault))
}

/// An error without a subject is the function's.
fn named(function: &str, mut fault: Box<Unwind>) -> Box<Unwind> {
    if let Unwind::Error(c) = &mut *fault {
        c.subject.get_or_insert_with(|| function.to_string().into());
    }
    fault
}

fn compiled(rt: &mut Runtime, function: &str, pattern: StringRef) -> Result<Pattern> {
    let text = rt.heap.text_of(pattern.0)?.as_str();
    if let Some(known) = rt.dialects.states.get_mut::<Patterns>().take(text) {
        return Ok(known);
    }
    if text.len() > MAX_PATTERN {
        return fail_in(function, Code::BadValue, format!("a pattern has at most {MAX_PATTERN} bytes"));
    }
    let text = text.to_string();
    rt.charge(TICKS_PER_PATTERN + TICKS_PER_BYTE * text.len())?;
    match Pattern::new(&text) {
        Ok(new) => {
            rt.charge(new.bytes() / AUTOMATON_BYTES_PER_TICK)?;
            Ok(new)
        }
        Err(reason) => {
            let shown = rt.show(pattern.0);
            fail_in(function, Code::BadValue, format!("{shown} is no regular expression: {reason}"))
        }
    }
}

impl RegexSearch {
    fn new(
        rt: &mut Runtime,
        function: &str,
        pattern: StringRef,
        string: StringRef,
        start: Option<usize>,
    ) -> Result<RegexSearch> {
        let text = copy_of(rt, string)?;
        let pattern = rt.with_charged(text.len(), |rt| compiled(rt, function, pattern))?;
        let at = match start {
            None => 0,
            Some(start) => {
                rt.charge(start.min(text.len()) / 32)?;
                match rt.heap.text_of(string.0)?.offset(start) {
                    Some(at) => at,
                    None => {
                        let message = format!("start is {start}, beyond the end of the string");
                        return fail_in(function, Code::IndexOutOfRange, message);
                    }
                }
            }
        };
        Ok(RegexSearch { pattern, text, at, end: None, made: FormatSink::at_column(0), copied: 0 })
    }

    /// Returns the next match, which neither overlaps the last one nor is empty right after it.
    fn next(&mut self, rt: &mut Runtime) -> Result<Option<Span>> {
        while self.at <= self.text.len() {
            rt.charge(1)?;
            let found = self.pattern.find(&self.text, self.at, &mut |n| rt.charge(n))?;
            let Some(found) = found else { break };
            let (is_empty, again) = (found.is_empty(), self.end == Some(found.end));
            self.at = if is_empty { self.behind(found.end) } else { found.end };
            if is_empty && again {
                continue;
            }
            self.end = Some(found.end);
            return Ok(Some(found));
        }
        self.at = self.text.len() + 1;
        Ok(None)
    }

    /// Returns the position after the character at `at`.
    fn behind(&self, at: usize) -> usize {
        at + self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    }

    fn groups(&mut self, rt: &mut Runtime, found: Span) -> Result<Vec<Option<Span>>> {
        self.pattern.groups(&self.text, found, &mut |n| rt.charge(n))
    }

    fn part(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The string of a part.
    fn string(&self, rt: &mut Runtime, span: Span) -> Result<Value> {
        rt.charge(span.len() / 32)?;
        rt.heap.string(self.part(span))
    }

    /// The list of the strings of groups; what has no part in the match is false.
    fn strings(&self, rt: &mut Runtime, groups: &[Option<Span>]) -> Result<Value> {
        let mut strings = Vec::with_capacity(groups.len());
        for &group in groups {
            strings.push(match group {
                Some(span) => self.string(rt, span)?,
                None => rt.truth(false),
            });
        }
        rt.heap.list(&strings)
    }

    /// The list of the pairs of beginning and end of groups, in characters.
    fn positions(&self, rt: &mut Runtime, groups: &[Option<Span>]) -> Result<Value> {
        let mut pairs = Vec::with_capacity(groups.len());
        for &group in groups {
            pairs.push(match group {
                Some(span) => {
                    rt.charge(span.end / 32)?;
                    let start = self.text.get(..span.start).map_or(0, |before| before.chars().count());
                    let end = start + self.part(span).chars().count();
                    let (start, end) = (rt.heap.integer(start.into())?, rt.heap.integer(end.into())?);
                    rt.heap.pair(start, end)?
                }
                None => rt.truth(false),
            });
        }
        rt.heap.list(&pairs)
    }

    /// Copies the text before a match, or before the end.
    fn copy_before(&mut self, rt: &mut Runtime, end: usize) -> Result<()> {
        let before = self.before(end);
        self.made.push(rt, self.text.get(before.range()).unwrap_or_default())
    }

    /// The text up to a match, or up to the end, from the last match on.
    fn before(&mut self, end: usize) -> Span {
        let start = std::mem::replace(&mut self.copied, end);
        Span { start, end }
    }
}

/// The first match as `make` shows its groups; nil if there is none.
fn first_match(
    rt: &mut Runtime,
    function: &str,
    what: (StringRef, StringRef, Option<usize>),
    make: impl FnOnce(&RegexSearch, &mut Runtime, &[Option<Span>]) -> Result<Value>,
) -> Result<Option<Value>> {
    searching(rt, function, what, |rt, search| {
        let Some(found) = search.next(rt)? else { return Ok(None) };
        let groups = search.groups(rt, found)?;
        make(search, rt, &groups).map(Some)
    })
}

/// Appends a replacement: `\1` is the first group, `\0` the match, `\\` a backslash.
fn insert(rt: &mut Runtime, search: &mut RegexSearch, template: &str, groups: &[Option<Span>]) -> Result<()> {
    let mut rest = template;
    let RegexSearch { made, text, .. } = search;
    while let Some((before, after)) = rest.split_once('\\') {
        made.push(rt, before)?;
        let mut characters = after.chars();
        match characters.next() {
            Some(digit @ '0'..='9') => {
                let group = groups.get(digit as usize - '0' as usize).copied().flatten();
                made.push(rt, group.and_then(|span| text.get(span.range())).unwrap_or_default())?;
            }
            Some('\\') => made.push(rt, "\\")?,
            _ => {
                let message = "in a replacement, a backslash stands before a digit or another backslash";
                return Err(ErrorData::new(Code::BadValue, message).into());
            }
        }
        rest = characters.as_str();
    }
    made.push(rt, rest)
}

fn replace(
    rt: &mut Runtime,
    function: &str,
    (pattern, string, replacement): (StringRef, StringRef, StringRef),
    all: bool,
) -> Result<Value> {
    let template = rt.heap.text_of(replacement.0)?.as_str().to_string();
    let text = rt.with_charged(template.len(), |rt| {
        searching(rt, function, (pattern, string, None), |rt, search| {
            while let Some(found) = search.next(rt)? {
                let groups = if template.contains('\\') { search.groups(rt, found)? } else { vec![Some(found)] };
                search.copy_before(rt, found.start)?;
                insert(rt, search, &template, &groups)?;
                search.copied = found.end;
                if !all {
                    break;
                }
            }
            search.copy_before(rt, search.text.len())?;
            Ok(std::mem::replace(&mut search.made, FormatSink::at_column(0)).into_text())
        })
    })?;
    rt.heap.string(text)
}

/// The list of what `go_over` gathers of a search.
fn gathered(
    rt: &mut Runtime,
    function: &str,
    pattern: StringRef,
    string: StringRef,
    go_over: impl FnOnce(&mut Runtime, &mut RegexSearch, &mut RootedList) -> Result<()>,
) -> Result<Value> {
    searching(rt, function, (pattern, string, None), |rt, search| {
        rt.with_rooted_list(|rt, list| go_over(rt, search, list))
    })
}

/// The texts between the matches, and with `matches` the lists of their groups, too.
fn pieces(rt: &mut Runtime, function: &str, pattern: StringRef, string: StringRef, matches: bool) -> Result<Value> {
    gathered(rt, function, pattern, string, |rt, search, list| {
        while let Some(found) = search.next(rt)? {
            let before = search.before(found.start);
            let before = search.string(rt, before)?;
            list.push(rt, before)?;
            if matches {
                let groups = search.groups(rt, found)?;
                let groups = search.strings(rt, &groups)?;
                list.push(rt, groups)?;
            }
            search.copied = found.end;
        }
        let rest = search.before(search.text.len());
        let rest = search.string(rt, rest)?;
        list.push(rt, rest)
    })
}

builtins! { "regex";
    fn "%regexp-match?" (rt, pattern: StringRef, string: StringRef) {
        searching(rt, "regexp-match?", (pattern, string, None), |rt, search| Ok(search.next(rt)?.is_some()))
    }

    fn "%regexp-match" (rt, pattern: StringRef, string: StringRef, ?start: usize) {
        first_match(rt, "regexp-match", (pattern, string, start), RegexSearch::strings)
    }

    fn "%regexp-match-positions" (rt, pattern: StringRef, string: StringRef, ?start: usize) {
        first_match(rt, "regexp-match-positions", (pattern, string, start), RegexSearch::positions)
    }

    fn "%regexp-match*" (rt, pattern: StringRef, string: StringRef) {
        gathered(rt, "regexp-match*", pattern, string, |rt, search, list| {
            while let Some(found) = search.next(rt)? {
                let text = search.string(rt, found)?;
                list.push(rt, text)?;
            }
            Ok(())
        })
    }

    fn "%regexp-replace" (rt, pattern: StringRef, string: StringRef, replacement: StringRef) {
        replace(rt, "regexp-replace", (pattern, string, replacement), false)
    }

    fn "%regexp-replace*" (rt, pattern: StringRef, string: StringRef, replacement: StringRef) {
        replace(rt, "regexp-replace*", (pattern, string, replacement), true)
    }

    fn "%regexp-pieces" (rt, pattern: StringRef, string: StringRef) {
        pieces(rt, "regexp-replace*", pattern, string, true)
    }

    fn "%regexp-split" (rt, pattern: StringRef, string: StringRef) {
        pieces(rt, "regexp-split", pattern, string, false)
    }

    fn "%regexp-quote" (rt, string: StringRef) {
        let text = copy_of(rt, string)?;
        rt.heap.reserve(2 * text.len())?;
        let mut quoted = String::with_capacity(text.len());
        for c in text.chars() {
            if "\\.+*?()|[]{}^$#&-~".contains(c) {
                quoted.push('\\');
            }
            quoted.push(c);
        }
        rt.heap.string(quoted)
    }
}
