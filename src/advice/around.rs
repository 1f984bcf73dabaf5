//! The forms around a place in a text.

use std::ops::Range;

use super::MOST_AROUND;
use crate::reader::{TokenKind, tokens};
use crate::source::boundary_before;

/// The lists around a place within the form in the first column, the innermost first.
pub(super) fn lists_around(text: &str, place: &Range<usize>) -> Vec<Range<usize>> {
    let from = text.get(..place.start).and_then(|before| before.rfind("\n(")).map_or(0, |line| line + 1);
    let to = boundary_before(text, place.end.saturating_add(MOST_AROUND));
    let Some(form) = text.get(from..to).filter(|_| place.start - from <= MOST_AROUND) else { return Vec::new() };
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for (kind, range) in tokens(form) {
        match kind {
            TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes => open.push(from + range.start),
            TokenKind::Close(_) => {
                let list = open.pop().map(|begun| begun..from + range.end);
                found.extend(list.filter(|l| l.start < place.start && place.end < l.end));
            }
            _ => {}
        }
        if open.is_empty() && from + range.end >= place.end {
            break;
        }
    }
    found
}

/// The word that a list begins with.
pub(super) fn head(list: &str) -> Option<&str> {
    let inside = list.strip_prefix(['(', '['])?;
    let (kind, range) = tokens(inside).find(|(kind, _)| !kind.is_blank())?;
    if kind == TokenKind::Word { inside.get(range) } else { None }
}

/// The lists around a place, the innermost first, with the words that they begin with; the one that stands at the place
/// is none of them.
pub(crate) fn calls_around<'t>(text: &'t str, place: &Range<usize>) -> Vec<(&'t str, Range<usize>)> {
    let with_head = |list: Range<usize>| {
        let form = text.get(list.clone())?;
        let head = head(form)?;
        (list.start + form.find(head)? != place.start).then_some((head, list))
    };
    lists_around(text, place).into_iter().filter_map(with_head).collect()
}

/// A form that a place is in.
pub(super) struct Around<'a> {
    pub head: &'a str,
    /// Which of its parts the place is in; that of the head is 0.
    pub part: usize,
    /// Where it begins in the text.
    pub start: usize,
}

/// The forms that a place is in, innermost first.
pub(super) fn around(text: &str, start: usize) -> Vec<Around<'_>> {
    let Some(before) = text.get(..start) else { return Vec::new() };
    let from = before.rfind("\n(").map_or(0, |line| line + 1);
    let Some(before) = before.get(from..).filter(|b| b.len() <= MOST_AROUND) else { return Vec::new() };
    let mut open: Vec<Around<'_>> = Vec::new();
    for (kind, range) in tokens(before) {
        if kind.is_blank() || matches!(kind, TokenKind::Prefix(_)) {
            continue;
        }
        if let TokenKind::Close(_) = kind {
            open.pop();
            continue;
        }
        if let Some(inner) = open.last_mut() {
            if inner.part == 0 && kind == TokenKind::Word {
                inner.head = before.get(range.clone()).unwrap_or("");
            }
            inner.part += 1;
        }
        if matches!(kind, TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes) {
            open.push(Around { head: "", part: 0, start: from + range.start });
        }
    }
    // What encloses another form is in the part that has been counted already.
    let outer = open.len().saturating_sub(1);
    open.iter_mut().take(outer).for_each(|a| a.part = a.part.saturating_sub(1));
    open.reverse();
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_around_a_place_are_found_from_the_inside() {
        let text = "(f 1)\n(g (h \"(\" x) y)\n(i)";
        let at = text.find('x').unwrap();
        let lists: Vec<&str> = lists_around(text, &(at..at + 1)).into_iter().map(|l| &text[l]).collect();
        assert_eq!(lists, ["(h \"(\" x)", "(g (h \"(\" x) y)"]);
        let heads = |at: usize| calls_around(text, &(at..at + 1)).into_iter().map(|(head, _)| head).collect::<Vec<_>>();
        assert_eq!(heads(at), ["h", "g"]);
        assert_eq!(heads(text.find('h').unwrap()), ["g"]);
        assert!(lists_around("(f x", &(3..4)).is_empty());
        assert!(lists_around("x", &(0..1)).is_empty());
    }

    #[test]
    fn the_forms_around_a_place_know_which_part_it_is_in() {
        let text = "(f 1)\n(map-with (g '(a b) [x] 3 here) list)";
        let at = text.find("here").unwrap();
        let found: Vec<(&str, usize)> = around(text, at).iter().map(|a| (a.head, a.part)).collect();
        assert_eq!(found, [("g", 4), ("map-with", 1)]);
        assert!(around("nothing here", 8).is_empty());
    }
}
