//! Lossless trees of texts, for tools: formatters, lints, editors.
//!
//! Every byte of a text belongs to exactly one leaf, white space and comments included, so a tree prints as its text.
//! Parsing never fails: what is missing or too much is an error of the tree, and everything else keeps its form.
//!
//! ```
//! use klammer_syntax::grammar::Grammar;
//! use klammer_syntax::tree::{NodeKind, Tree};
//!
//! let tree = Tree::parse("(+ 1 ; one\n   'x", Grammar::CORE);
//! let list = tree.elements(tree.root())[0];
//! let kinds: Vec<_> = tree.elements(list).iter().map(|&node| tree.kind(node)).collect();
//! assert_eq!(kinds, [NodeKind::Symbol, NodeKind::Number, NodeKind::Prefixed]);
//! assert!(tree.is_broken(list), "its parenthesis is missing");
//! assert_eq!(tree.print(), "(+ 1 ; one\n   'x");
//! ```

use std::ops::Range;

use crate::grammar::{Grammar, Meaning, TextContext};
use crate::lexer::Tokens;
use crate::lexer::{Bracket, TokenKind};
use crate::literal;
use crate::literal::Numeral;

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[non_exhaustive]
pub enum NodeKind {
    /// The whole text.
    Root,
    /// `(...)` or `[...]`
    List,
    /// `#(...)`
    Vector,
    /// `#u8(...)`
    Bytes,
    /// A prefix and the datum after it: `'x`, `#2A((1))`, `#0=x`.
    Prefixed,
    /// `#;` and the datum after it, which is skipped.
    Discarded,
    /// `#+` or `#-`, an expression, and the datum of which it decides.
    Conditional,
    /// A name.
    Symbol,
    /// A name after a colon.
    Keyword,
    /// A number without a prefix.
    Number,
    /// `"..."`
    String,
    /// `#\a` and the like.
    Character,
    /// `#` with anything else.
    Hash,
    /// The dot of a pair.
    Dot,
    /// The opening parenthesis of the node around it.
    Open,
    /// The closing parenthesis of the node around it.
    Close,
    /// The prefix of the node around it.
    Mark,
    /// White space.
    Space,
    /// `#!fold-case` and the like.
    Directive,
    /// `; ...`, or a first line for a shell.
    LineComment,
    /// `#| ... |#`
    BlockComment,
    /// A closing parenthesis too many.
    Stray,
    /// A string, character, comment or name that reaches to the end of the text, where its other end is missing.
    CutOff,
}

impl NodeKind {
    /// Returns whether a node of this kind has parts.
    #[must_use]
    pub fn has_parts(self) -> bool {
        self <= NodeKind::Conditional
    }

    /// Returns whether a node of this kind is a datum without parts.
    #[must_use]
    pub fn is_datum(self) -> bool {
        NodeKind::Conditional < self && self <= NodeKind::Dot
    }

    /// Returns whether the reader skips a node of this kind.
    #[must_use]
    pub fn is_blank(self) -> bool {
        matches!(self, NodeKind::Space | NodeKind::LineComment | NodeKind::BlockComment | NodeKind::Discarded)
    }
}

/// The number of a node in its tree. A node has a smaller number than its parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct NodeId(u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
struct Node {
    kind: NodeKind,
    /// Whether its end, or the datum after its prefix, is missing.
    is_broken: bool,
    start: u32,
    end: u32,
    /// Number of the first node that is no part of it.
    next: u32,
    /// Its data among [`Tree::elements`].
    first: u32,
    count: u32,
}

/// A text with its structure.
#[derive(Clone, Debug)]
pub struct Tree<'t> {
    text: &'t str,
    /// Each before its parts, in the order of the text.
    nodes: Vec<Node>,
    /// Data in lists and after prefixes, those of each node side by side.
    elements: Vec<NodeId>,
    errors: usize,
    depth: usize,
}

impl<'t> Tree<'t> {
    /// Parses a text.
    #[must_use]
    pub fn parse(text: &'t str, grammar: Grammar) -> Tree<'t> {
        let mut building = Building {
            tree: Tree { text, nodes: Vec::new(), elements: Vec::new(), errors: 0, depth: 0 },
            grammar,
            open: Vec::new(),
            data: Vec::new(),
            brackets: [0; 2],
        };
        building.begin(NodeKind::Root, Awaited::End(None), 0);
        if u32::try_from(text.len()).is_err() {
            // Places have 32 bits.
            building.tree.errors += 1;
            return building.tree;
        }
        for (kind, range) in Tokens::from(text, 0).of(grammar) {
            building.token(kind, range);
        }
        while !building.open.is_empty() {
            let is_broken = building.open.len() > 1;
            building.end(text.len(), is_broken);
        }
        building.tree
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the node of the whole text.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns all nodes, each before its parts.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// Returns the kind of a node.
    #[must_use]
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.node(node).kind
    }

    /// Returns the place of a node, in bytes.
    #[must_use]
    pub fn range(&self, node: NodeId) -> Range<usize> {
        let Node { start, end, .. } = *self.node(node);
        start as usize..end as usize
    }

    /// Returns a node as it is written.
    #[must_use]
    pub fn written(&self, node: NodeId) -> &'t str {
        self.text.get(self.range(node)).unwrap_or("")
    }

    /// Returns the parts of a node, blanks and parentheses included.
    pub fn parts(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.node(node).next;
        let mut next = node.0 + 1;
        std::iter::from_fn(move || {
            let part = NodeId(next);
            (next < end).then(|| {
                next = self.node(part).next;
                part
            })
        })
    }

    /// Returns the first node after a node and its parts, which need not exist.
    pub(crate) fn end(&self, node: NodeId) -> NodeId {
        NodeId(self.node(node).next)
    }

    /// Returns the data in a node, without what is skipped: the elements of a list, the datum after a prefix.
    #[must_use]
    pub fn elements(&self, node: NodeId) -> &[NodeId] {
        let Node { first, count, .. } = *self.node(node);
        self.elements.get(first as usize..(first + count) as usize).unwrap_or(&[])
    }

    /// Returns whether a node has an opening parenthesis or a prefix, and the end or the datum is missing.
    #[must_use]
    pub fn is_broken(&self, node: NodeId) -> bool {
        self.node(node).is_broken
    }

    /// Returns whether parentheses do not match, a datum is missing, or something is cut off.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns the greatest number of nodes inside one another.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the innermost node that has the byte `at`.
    #[must_use]
    pub fn at(&self, at: usize) -> NodeId {
        let mut node = self.root();
        while let Some(part) = self.parts(node).find(|&part| self.range(part).contains(&at)) {
            node = part;
        }
        node
    }

    /// Returns the text that the leaves make.
    #[must_use]
    pub fn print(&self) -> String {
        self.nodes().filter(|&node| !self.kind(node).has_parts()).map(|leaf| self.written(leaf)).collect()
    }
}

/// The way in which an open node ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaited {
    /// With that parenthesis, or with the text.
    End(Option<Bracket>),
    /// After this number of data.
    Data(u8),
}

struct OpenNode {
    node: NodeId,
    awaited: Awaited,
    /// Its first datum among [`Building::data`].
    first: usize,
}

/// A tree while it is parsed.
struct Building<'t> {
    tree: Tree<'t>,
    grammar: Grammar,
    open: Vec<OpenNode>,
    /// Data of the open nodes, those of the innermost last.
    data: Vec<NodeId>,
    /// Number of open nodes that a `)` ends, and a `]`.
    brackets: [usize; 2],
}

impl Building<'_> {
    fn add(&mut self, kind: NodeKind, range: Range<usize>) -> NodeId {
        let id = NodeId(self.tree.nodes.len() as u32);
        let (start, end) = (range.start as u32, range.end as u32);
        self.tree.nodes.push(Node { kind, is_broken: false, start, end, next: id.0 + 1, first: 0, count: 0 });
        id
    }

    fn begin(&mut self, kind: NodeKind, awaited: Awaited, start: usize) {
        let node = self.add(kind, start..start);
        if let Awaited::End(Some(bracket)) = awaited {
            self.brackets[bracket as usize] += 1;
        }
        self.open.push(OpenNode { node, awaited, first: self.data.len() });
        self.tree.depth = self.tree.depth.max(self.open.len() - 1);
    }

    /// Ends the innermost node.
    fn end(&mut self, end: usize, is_broken: bool) {
        let Some(OpenNode { node, awaited, first }) = self.open.pop() else { return };
        if let Awaited::End(Some(bracket)) = awaited {
            self.brackets[bracket as usize] -= 1;
        }
        self.tree.errors += usize::from(is_broken);
        let next = self.tree.nodes.len() as u32;
        let (place, count) = (self.tree.elements.len(), self.data.len() - first);
        self.tree.elements.extend(self.data.drain(first..));
        let built = &mut self.tree.nodes[node.0 as usize];
        (built.end, built.next, built.is_broken) = (end as u32, next, is_broken);
        (built.first, built.count) = (place as u32, count as u32);
        if built.kind != NodeKind::Discarded {
            self.data.push(node);
        }
        // A datum that lacks its end is no datum for the prefix before it.
        if built.kind != NodeKind::Discarded && !is_broken {
            self.count_datum(end);
        }
    }

    /// A datum has ended there: so does a prefix before it.
    fn count_datum(&mut self, end: usize) {
        if let Some(OpenNode { awaited: Awaited::Data(missing), .. }) = self.open.last_mut() {
            *missing -= 1;
            if *missing == 0 {
                self.end(end, false);
            }
        }
    }

    fn blank(&mut self, kind: NodeKind, range: Range<usize>) {
        self.add(kind, range);
    }

    fn cut_off(&mut self, range: Range<usize>) {
        self.tree.errors += 1;
        self.blank(NodeKind::CutOff, range);
    }

    fn datum(&mut self, kind: NodeKind, range: Range<usize>) {
        let end = range.end;
        let node = self.add(kind, range);
        self.data.push(node);
        self.count_datum(end);
    }

    fn token(&mut self, kind: TokenKind, range: Range<usize>) {
        let word = self.tree.text.get(range.clone()).unwrap_or("");
        let (kind, awaited) = match kind {
            TokenKind::Space if word.starts_with('#') => return self.blank(NodeKind::Directive, range),
            TokenKind::Space => return self.blank(NodeKind::Space, range),
            TokenKind::LineComment => return self.blank(NodeKind::LineComment, range),
            TokenKind::BlockComment => return self.blank(NodeKind::BlockComment, range),
            TokenKind::OpenString | TokenKind::OpenBlockComment | TokenKind::OpenBars => return self.cut_off(range),
            TokenKind::Character if word == "#\\" => return self.cut_off(range),
            TokenKind::String => return self.datum(NodeKind::String, range),
            TokenKind::Character => return self.datum(NodeKind::Character, range),
            TokenKind::Dot => return self.datum(NodeKind::Dot, range),
            TokenKind::Word => return self.datum(look(word), range),
            TokenKind::Close(bracket) => return self.close(bracket, range),
            TokenKind::Hash => match self.prefix(word, range.end) {
                Some(prefix) => prefix,
                None => return self.datum(NodeKind::Hash, range),
            },
            TokenKind::Open(bracket) => (NodeKind::List, Awaited::End(Some(bracket))),
            TokenKind::OpenVector => (NodeKind::Vector, Awaited::End(Some(Bracket::Round))),
            TokenKind::OpenBytes => (NodeKind::Bytes, Awaited::End(Some(Bracket::Round))),
            TokenKind::Prefix(_) => (NodeKind::Prefixed, Awaited::Data(1)),
            TokenKind::DatumComment => (NodeKind::Discarded, Awaited::Data(1)),
        };
        self.begin(kind, awaited, range.start);
        self.add(if matches!(awaited, Awaited::Data(_)) { NodeKind::Mark } else { NodeKind::Open }, range);
    }

    /// The node that a token with `#` begins, if it precedes a datum.
    fn prefix(&self, token: &str, end: usize) -> Option<(NodeKind, Awaited)> {
        if self.grammar.reads_labels(false) && matches!(literal::label(token), Some((_, true))) {
            return Some((NodeKind::Prefixed, Awaited::Data(1)));
        }
        let meaning = self.grammar.hooks.map_or(Ok(Meaning::Plain), |hooks| {
            let behind = self.tree.text.get(end..).unwrap_or("");
            hooks.meaning(TokenKind::Hash, token, TextContext { skipped: false, feature: false, behind })
        });
        match meaning {
            Ok(Meaning::Feature(_)) => Some((NodeKind::Conditional, Awaited::Data(2))),
            Ok(Meaning::Array(_) | Meaning::Nothing) => Some((NodeKind::Prefixed, Awaited::Data(1))),
            Ok(Meaning::Plain) => literal::array_rank(token).map(|_| (NodeKind::Prefixed, Awaited::Data(1))),
            Ok(Meaning::Atom(_) | Meaning::Skipped) | Err(_) => None,
        }
    }

    fn close(&mut self, bracket: Bracket, range: Range<usize>) {
        if self.brackets[bracket as usize] == 0 {
            self.tree.errors += 1;
            self.add(NodeKind::Stray, range);
            return;
        }
        // Nodes that are open inside the one that this parenthesis ends lack their own ends.
        while self.open.last().is_some_and(|open| open.awaited != Awaited::End(Some(bracket))) {
            self.end(range.start, true);
        }
        let end = range.end;
        self.add(NodeKind::Close, range);
        self.end(end, false);
    }
}

/// Returns the kind of a word by its look.
fn look(word: &str) -> NodeKind {
    match word {
        _ if Numeral::of(word, 10).is_some() => NodeKind::Number,
        _ if word.len() > 1 && word.starts_with(':') => NodeKind::Keyword,
        _ => NodeKind::Symbol,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::complete::{Completeness, completeness};
    use proptest::prelude::*;

    /// Returns the structure of a text: lists in parentheses, `!` after broken parts, `?` for stray ones.
    fn structure(text: &str) -> String {
        fn show(tree: &Tree<'_>, node: NodeId, out: &mut String) {
            let mark = if tree.is_broken(node) { "!" } else { "" };
            match tree.kind(node) {
                kind if kind.has_parts() => {
                    let parts = tree.parts(node).filter(|&part| tree.kind(part) != NodeKind::Space);
                    let mut shown = Vec::new();
                    for part in parts {
                        let mut one = String::new();
                        show(tree, part, &mut one);
                        shown.push(one);
                    }
                    out.push_str(&format!("<{}>{mark}", shown.join(" ")));
                }
                NodeKind::Stray => out.push('?'),
                _ => out.push_str(tree.written(node)),
            }
        }
        let tree = Tree::parse(text, Grammar::CORE);
        let mut out = String::new();
        show(&tree, tree.root(), &mut out);
        out
    }

    #[test]
    fn a_tree_has_everything_that_is_written() {
        assert_eq!(structure("(a . 'b) ; c"), "<<( a . <' b> )> ; c>");
        assert_eq!(structure("#;(a) #2A((1)) #(b #|c|#)"), "<<#; <( a )>> <#2A <( <( 1 )> )>> <#( b #|c|# )>>");
        assert_eq!(structure("`(,a ,@b) ''c"), "<<` <( <, a> <,@ b> )>> <' <' c>>>");
    }

    #[test]
    fn a_text_with_errors_keeps_its_form() {
        assert_eq!(structure("(a [b c) d"), "<<( a <[ b c>! )> d>");
        assert_eq!(structure("(a ']) b"), "<<( a <' ?>! )> b>");
        assert_eq!(structure(") (a"), "<? <( a>!>");
        assert_eq!(structure("(a ' ; x\n)"), "<<( a <' ; x>! )>>");
        assert_eq!(structure("(a \"b)"), "<<( a \"b)>!>");
        assert_eq!(structure("'"), "<<'>!>");
    }

    #[test]
    fn elements_are_the_data_of_a_node() {
        let tree = Tree::parse("(f #;(g) x ; c\n '(1 2)) y", Grammar::CORE);
        let written = |node| tree.elements(node).iter().map(|&n| tree.written(n)).collect::<Vec<_>>();
        let root = tree.root();
        assert_eq!(written(root), ["(f #;(g) x ; c\n '(1 2))", "y"]);
        let list = tree.elements(root)[0];
        assert_eq!(written(list), ["f", "x", "'(1 2)"]);
        assert_eq!(written(tree.elements(list)[2]), ["(1 2)"]);
        assert_eq!((tree.written(tree.at(9)), tree.depth()), ("x", 3));
        assert!(!tree.has_errors());
    }

    #[test]
    fn deep_texts_take_no_native_stack() {
        for text in ["(", "'", "#;", "[(", "#(", ")"].map(|part| part.repeat(300_000)) {
            let tree = Tree::parse(&text, Grammar::CORE);
            assert!(tree.has_errors() && tree.print() == text);
        }
        let text = format!("{}x{}", "'(".repeat(300_000), ")".repeat(300_000));
        let tree = Tree::parse(&text, Grammar::CORE);
        assert!(!tree.has_errors() && tree.depth() == 600_000);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn a_tree_prints_as_its_text(text in "([()\\[\\]'`,\"#|;\\\\ .a0\n\u{a0}ä<>]|#;|#\\||\\|#|#2A|#u8\\(|#\\(|\\PC){0,60}") {
            let tree = Tree::parse(&text, Grammar::CORE);
            prop_assert_eq!(tree.print(), text.as_str());
            // Every node is in the node around it, and the parts of one follow each other.
            for node in tree.nodes().filter(|&node| tree.kind(node).has_parts()) {
                let mut at = tree.range(node).start;
                for part in tree.parts(node) {
                    prop_assert_eq!(tree.range(part).start, at);
                    at = tree.range(part).end;
                }
                prop_assert_eq!(tree.range(node).end, at);
            }
        }

        #[test]
        fn whole_texts_have_trees_without_errors(text in "([()\\[\\]' a0\n\"]|#;|#\\||\\|#|#\\(){0,20}") {
            if completeness(&text) == Completeness::Complete {
                prop_assert!(!Tree::parse(&text, Grammar::CORE).has_errors());
            }
            if matches!(completeness(&text), Completeness::Incomplete { .. }) {
                prop_assert!(Tree::parse(&text, Grammar::CORE).has_errors());
            }
        }
    }
}
