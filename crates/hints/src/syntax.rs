//! Forms as trees of tokens, with their places.

use std::ops::Range;

use klammer::syntax::{TokenKind, tokens};

/// Lists inside one another that are looked into.
const MOST_NESTED: usize = 100;

/// Bytes of a text that are looked at: longer forms are data.
const MOST_BYTES: usize = 200_000;

/// A part of a form.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub kind: Kind,
    /// The place in the whole text, without the prefix.
    pub range: Range<usize>,
    /// The quotes and the like before it, without blanks.
    pub prefix: String,
    pub children: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    List,
    /// A list in `#(...)`.
    Array,
    Symbol,
    Number,
    String,
    /// Characters, keywords, and what begins with `#`.
    Other,
}

/// The forms of a text.
pub(crate) struct Tree<'t> {
    text: &'t str,
    nodes: Vec<Node>,
    /// The forms at top level.
    pub forms: Vec<usize>,
}

impl<'t> Tree<'t> {
    /// Parses a part of a text. `None` if its lists are not balanced, or it is too large or too deep.
    pub fn of(text: &'t str, range: Range<usize>) -> Option<Tree<'t>> {
        let part = text.get(range.clone()).filter(|part| part.len() <= MOST_BYTES)?;
        let mut tree = Tree { text, nodes: Vec::new(), forms: Vec::new() };
        let mut open: Vec<usize> = Vec::new();
        let mut prefix = String::new();
        for token in tokens(part) {
            let place = range.start + token.range.start..range.start + token.range.end;
            let word = text.get(place.clone())?;
            let kind = match token.kind {
                // A text with a datum comment gets no hints.
                TokenKind::Comment if word == "#;" => return None,
                TokenKind::Space | TokenKind::Comment => continue,
                TokenKind::Prefix => {
                    prefix.push_str(word);
                    continue;
                }
                TokenKind::Close => {
                    let list = open.pop()?;
                    tree.nodes.get_mut(list)?.range.end = place.end;
                    continue;
                }
                TokenKind::Open if word.starts_with('#') => Kind::Array,
                TokenKind::Open => Kind::List,
                TokenKind::Symbol => Kind::Symbol,
                TokenKind::Number => Kind::Number,
                TokenKind::String => Kind::String,
                _ => Kind::Other,
            };
            let node = tree.nodes.len();
            let prefix = std::mem::take(&mut prefix);
            tree.nodes.push(Node { kind, range: place, prefix, children: Vec::new() });
            match open.last() {
                Some(&list) => tree.nodes.get_mut(list)?.children.push(node),
                None => tree.forms.push(node),
            }
            if matches!(kind, Kind::List | Kind::Array) {
                if open.len() == MOST_NESTED {
                    return None;
                }
                open.push(node);
            }
        }
        open.is_empty().then_some(tree)
    }

    /// Returns all parts, each before its own parts.
    pub fn all(&self) -> std::ops::Range<usize> {
        0..self.nodes.len()
    }

    pub fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    pub fn children(&self, node: usize) -> &[usize] {
        &self.nodes[node].children
    }

    /// Returns the part as it is written, without its prefix.
    pub fn text(&self, node: usize) -> &'t str {
        self.text.get(self.node(node).range.clone()).unwrap_or("")
    }

    /// Returns the part as it is written, or dots for one that is long.
    pub fn shown(&self, node: usize) -> String {
        let written = format!("{}{}", self.node(node).prefix, self.text(node));
        if written.len() <= 50 && !written.contains('\n') { written } else { "...".to_string() }
    }

    /// Returns the name, if the part is a symbol that is not quoted.
    pub fn symbol(&self, node: usize) -> Option<&'t str> {
        let is_symbol = self.node(node).kind == Kind::Symbol && self.node(node).prefix.is_empty();
        is_symbol.then(|| self.text(node))
    }

    /// Returns whether the part is a list that is evaluated.
    pub fn is_form(&self, node: usize) -> bool {
        self.node(node).kind == Kind::List && self.node(node).prefix.is_empty()
    }

    /// Returns the name that an evaluated list begins with.
    pub fn head(&self, node: usize) -> Option<&'t str> {
        if !self.is_form(node) {
            return None;
        }
        self.symbol(*self.children(node).first()?)
    }

    /// Returns the parts after the head of a list.
    pub fn arguments(&self, node: usize) -> &[usize] {
        self.children(node).get(1..).unwrap_or_default()
    }

    /// Returns the parts after the head of a list without a prefix, and none of anything else.
    pub fn arguments_or_none(&self, node: usize) -> &[usize] {
        if self.node(node).prefix.is_empty() { self.arguments(node) } else { &[] }
    }

    /// Returns the number that the part is, as it is written.
    pub fn number(&self, node: usize) -> Option<&'t str> {
        (self.node(node).kind == Kind::Number).then(|| self.text(node))
    }

    /// Returns the names that lists of parameters, bindings and assignments in these forms introduce.
    pub fn bound_names(&self) -> Vec<&'t str> {
        let mut names = Vec::new();
        for node in 0..self.nodes.len() {
            let Some(head) = self.head(node) else { continue };
            let arguments = self.arguments(node);
            let symbols =
                |list: &usize| self.children(*list).iter().filter_map(|&n| self.symbol(n)).collect::<Vec<_>>();
            match (head, arguments) {
                ("lambda", [parameters, ..]) => names.extend(symbols(parameters)),
                ("defproc" | "defmacro" | "defmethod", [name, parameters, ..]) => {
                    names.extend(self.symbol(*name));
                    names.extend(symbols(parameters));
                }
                ("define", [target, ..]) => {
                    names.extend(self.symbol(*target));
                    names.extend(symbols(target));
                }
                ("let" | "let*" | "letrec" | "do", [name, rest @ ..]) => {
                    names.extend(self.symbol(*name));
                    let bindings = if self.symbol(*name).is_some() { rest.first() } else { Some(name) };
                    let bindings = bindings.map_or(&[][..], |b| self.children(*b));
                    names.extend(bindings.iter().filter_map(|b| self.symbol(*self.children(*b).first()?)));
                }
                ("dolist" | "dotimes", [list, ..]) => {
                    names.extend(self.children(*list).first().and_then(|&name| self.symbol(name)));
                }
                ("setq" | "defvar", [name, ..]) => names.extend(self.symbol(*name)),
                _ => {}
            }
        }
        names.retain(|name| !name.starts_with('&'));
        names
    }
}

/// Returns the call whose head is at the place, or the place itself where it is no head.
pub(crate) fn call_at(text: &str, place: Range<usize>) -> Range<usize> {
    let start = text.get(..place.start).filter(|before| before.ends_with('(')).map(|before| before.len() - 1);
    let call = start.and_then(|start| {
        let tree = Tree::of(text, form_around(text, start))?;
        tree.all().map(|node| tree.node(node).range.clone()).find(|range| range.start == start)
    });
    call.unwrap_or(place)
}

/// The form in the first column of a text that a place is in.
pub(crate) fn form_around(text: &str, at: usize) -> Range<usize> {
    let start = text.get(..at).and_then(|before| before.rfind("\n(")).map_or(0, |line| line + 1);
    let behind = text.get(at..).unwrap_or("");
    let end = behind.find("\n(").map_or(text.len(), |line| at + line);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_know_their_places_and_quotes() {
        let text = "x (f '(a \")\") #(1)) ; (\n";
        let tree = Tree::of(text, 2..text.len()).unwrap();
        let form = tree.forms[0];
        assert_eq!((tree.head(form), tree.forms.len()), (Some("f"), 1));
        let [list, array] = *tree.arguments(form) else { panic!() };
        assert_eq!((tree.text(list), tree.node(list).prefix.as_str()), ("(a \")\")", "'"));
        assert_eq!(tree.node(array).kind, Kind::Array);
        assert!(Tree::of("(f", 0..2).is_none() && Tree::of(")", 0..1).is_none());
        let deep = "(".repeat(1_000_000) + &")".repeat(1_000_000);
        assert!(Tree::of(&deep, 0..deep.len()).is_none());
    }

    #[test]
    fn names_are_bound_by_parameters_and_bindings() {
        let text = "(defproc f (a &optional b) (let ((c 1)) (dolist (d l) (setq e d))))";
        assert_eq!(Tree::of(text, 0..text.len()).unwrap().bound_names(), ["f", "a", "b", "c", "d", "e"]);
    }
}
