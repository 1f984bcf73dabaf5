//! The layout of programs: indentation, blanks and closing parentheses.
//!
//! [`format()`] keeps the line breaks of a text, its comments and its tokens, and gives each line its column. It breaks
//! lines that are too long. Formatting a text twice is formatting it once.
//!
//! - A line in a call begins two columns to the right of the parenthesis, a line in any other list below its first
//!   element.
//! - A line keeps its column if that is another usual one: two to the right, or below the head or the first argument.
//!   Also two to the right of an outer call that begins on the same line, or four to the right before the body.
//! - One blank separates two data. Closing parentheses follow the last one. At most one line is empty.
//! - Comments beside code keep their distance from it.

use crate::grammar::Grammar;
use crate::lexer::Tokens;
use crate::tree::{NodeId, NodeKind, Tree};

/// Options of [`format()`].
#[derive(Clone, Copy, Debug)]
pub struct FormatOptions {
    /// Grammar of the text.
    pub grammar: Grammar,
    /// Greatest number of characters on a line, where the text can be broken.
    pub width: usize,
}

impl Default for FormatOptions {
    fn default() -> FormatOptions {
        FormatOptions { grammar: Grammar::CORE, width: 120 }
    }
}

/// Columns by which a line in a call is indented.
const INDENT: usize = 2;

/// Greatest number of lists around a list whose columns its lines may have.
const MAX_AROUND: usize = 16;

/// Returns the text with the usual layout. A text that cannot be read stays as it is.
///
/// ```
/// use klammer_syntax::format::{FormatOptions, format};
///
/// let text = "(defproc f (x) ; doubles\n(* 2   x)\n)";
/// assert_eq!(format(text, &FormatOptions::default()), "(defproc f (x) ; doubles\n  (* 2 x))\n");
/// ```
#[must_use]
pub fn format(text: &str, options: &FormatOptions) -> String {
    let tree = Tree::parse(text, options.grammar);
    if tree.has_errors() {
        return text.to_string();
    }
    let mut layout = CodeLayout::new(&tree, *options);
    for node in tree.nodes() {
        layout.node(node);
    }
    layout.finish()
}

/// Returns the column at which a new line after `text` begins. Its own lines stay where they are.
#[must_use]
pub fn indentation(text: &str, grammar: Grammar) -> usize {
    let tree = Tree::parse(text, grammar);
    let mut layout = CodeLayout::new(&tree, FormatOptions { grammar, width: usize::MAX });
    for node in tree.nodes() {
        layout.node(node);
    }
    let ended = |frame: &NodeFrame| frame.kind != NodeKind::Root && !tree.is_broken(frame.node);
    while layout.frames.last().is_some_and(ended) {
        layout.leave();
    }
    let frame = layout.frames.pop();
    frame.map_or(0, |frame| NodeFrame { to: frame.from, ..frame }.usual_column())
}

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct TextPosition {
    line: usize,
    column: usize,
}

impl TextPosition {
    /// Moves to the end of a text.
    fn pass(&mut self, text: &str) {
        match text.rsplit_once('\n') {
            Some((before, last)) => {
                self.line += 1 + before.matches('\n').count();
                self.column = last.chars().count();
            }
            None => self.column += text.chars().count(),
        }
    }
}

/// A node that is laid out, and what has been of it.
struct NodeFrame {
    node: NodeId,
    kind: NodeKind,
    /// Whether what is inside is data, not code.
    is_data: bool,
    /// Its beginning in the text, and in the layout.
    from: TextPosition,
    to: TextPosition,
    /// Characters of its parenthesis.
    opener: usize,
    /// Data that have been laid out.
    count: usize,
    has_parts: bool,
    is_call: bool,
    /// Columns of the first argument, if that is on the line of the head.
    argument: Option<(usize, usize)>,
    /// Column of the last line that begins in it.
    line: Option<usize>,
}

impl NodeFrame {
    fn is_list(&self) -> bool {
        matches!(self.kind, NodeKind::List | NodeKind::Vector | NodeKind::Bytes)
    }

    /// Returns the column of a line in it.
    fn usual_column(&self) -> usize {
        match self.kind {
            NodeKind::Root => 0,
            _ if !self.is_list() => self.to.column,
            _ if self.is_call && !self.is_data => self.to.column + INDENT,
            _ => self.to.column + self.opener,
        }
    }
}

struct CodeLayout<'a> {
    tree: &'a Tree<'a>,
    options: FormatOptions,
    out: String,
    frames: Vec<NodeFrame>,
    /// The place in the text, and in the layout.
    from: TextPosition,
    to: TextPosition,
    /// Blanks before the next part: line breaks, and characters after the last one.
    breaks: usize,
    blanks: usize,
    /// The part before the next one.
    previous: Option<NodeKind>,
    /// Characters of each node up to its first line break, and whether it has one.
    widths: Vec<Width>,
    /// Closing parentheses that follow each node.
    closing: Vec<u32>,
}

/// Characters of a node up to its first line break, and whether it has one, in four bytes: there is one for each node.
#[derive(Clone, Copy)]
struct Width(u32);

impl Width {
    fn new(characters: usize, is_broken: bool) -> Width {
        Width((characters.min(u32::MAX as usize >> 1) as u32) << 1 | u32::from(is_broken))
    }

    fn characters(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_broken(self) -> bool {
        self.0 & 1 == 1
    }
}

impl<'a> CodeLayout<'a> {
    fn new(tree: &'a Tree<'a>, options: FormatOptions) -> CodeLayout<'a> {
        let mut layout = CodeLayout {
            tree,
            options,
            out: String::with_capacity(tree.text().len() + 64),
            frames: Vec::new(),
            from: TextPosition::default(),
            to: TextPosition::default(),
            breaks: 0,
            blanks: 0,
            previous: None,
            widths: Vec::new(),
            closing: Vec::new(),
        };
        layout.measure();
        layout
    }

    /// Measures all nodes, parts before wholes.
    fn measure(&mut self) {
        let tree = self.tree;
        let count = tree.nodes().len();
        (self.widths, self.closing) = (vec![Width::new(0, false); count], vec![0; count + 1]);
        for node in tree.nodes().rev() {
            let index = node.index();
            self.closing[index] = match tree.kind(node) {
                NodeKind::Close => 1 + self.closing[index + 1],
                NodeKind::Space => self.closing[index + 1],
                _ => 0,
            };
            self.widths[index] = if tree.kind(node).has_parts() {
                self.width_of_parts(node)
            } else {
                let written = tree.written(node);
                let first = written.split('\n').next().unwrap_or("");
                Width::new(first.chars().count(), first.len() < written.len())
            };
        }
    }

    fn width_of_parts(&self, node: NodeId) -> Width {
        let (mut width, mut breaks, mut follows) = (0, false, false);
        for part in self.tree.parts(node) {
            let kind = self.tree.kind(part);
            if kind == NodeKind::Space {
                breaks = self.tree.written(part).contains('\n');
                continue;
            }
            if kind == NodeKind::LineComment || breaks && follows && kind != NodeKind::Close {
                return Width::new(width, true);
            }
            let own = self.widths[part.index()];
            width += own.characters() + usize::from(follows && kind != NodeKind::Close);
            if own.is_broken() {
                return Width::new(width, true);
            }
            breaks = false;
            // Nothing separates a parenthesis or a prefix from what follows it.
            follows = !matches!(kind, NodeKind::Open | NodeKind::Mark);
        }
        Width::new(width, false)
    }

    fn node(&mut self, node: NodeId) {
        while self.frames.last().is_some_and(|frame| self.tree.end(frame.node) <= node) {
            self.leave();
        }
        let (kind, written) = (self.tree.kind(node), self.tree.written(node));
        if kind == NodeKind::Space {
            self.breaks += written.matches('\n').count();
            self.from.pass(written);
            self.blanks = if self.breaks > 0 { 0 } else { written.chars().count() };
            return;
        }
        if kind != NodeKind::Root {
            self.separate(node, kind);
        }
        if kind.has_parts() {
            let is_data = self.frames.last().is_some_and(|frame| frame.is_data)
                || matches!(kind, NodeKind::Vector | NodeKind::Bytes)
                || kind == NodeKind::Prefixed && written.starts_with('\'');
            self.frames.push(NodeFrame {
                node,
                kind,
                is_data,
                from: self.from,
                to: self.to,
                opener: 0,
                count: 0,
                has_parts: false,
                is_call: false,
                argument: None,
                line: None,
            });
            return;
        }
        self.push(written);
        self.from.pass(written);
        if let Some(frame) = self.frames.last_mut() {
            match kind {
                NodeKind::Open => frame.opener = written.len(),
                NodeKind::Mark | NodeKind::Close => {}
                _ => frame.has_parts = true,
            }
        }
        if kind.is_datum() {
            self.count_datum(kind);
        }
        self.previous = Some(kind);
    }

    /// The innermost node ends.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if let Some(outer) = self.frames.last_mut() {
            outer.has_parts = true;
        }
        // A datum after a comma or `#'` is a call; one after a quote is not.
        let is_called = frame.kind == NodeKind::Prefixed && !self.tree.written(frame.node).starts_with('\'');
        if frame.kind != NodeKind::Discarded {
            self.count_datum(if is_called { NodeKind::Symbol } else { frame.kind });
        }
        self.previous = Some(frame.kind);
    }

    fn count_datum(&mut self, kind: NodeKind) {
        if let Some(frame) = self.frames.last_mut() {
            frame.is_call |= frame.count == 0 && kind == NodeKind::Symbol;
            frame.count += 1;
        }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.to.pass(text);
    }

    /// Writes the text between the part before and this one.
    fn separate(&mut self, node: NodeId, kind: NodeKind) {
        let (breaks, blanks) = (std::mem::take(&mut self.breaks), std::mem::take(&mut self.blanks));
        let after_comment = self.previous == Some(NodeKind::LineComment);
        let Some(frame) = self.frames.last() else { return };
        let is_comment = kind == NodeKind::LineComment;
        let is_first = frame.node == self.tree.root() && !frame.has_parts;
        if is_first || matches!(kind, NodeKind::Open | NodeKind::Mark) {
            return;
        }
        if after_comment || breaks > 0 && self.breaks_before(kind) {
            let column = self.column(kind, breaks > 0);
            // Between the last datum and the parenthesis no line is empty.
            let is_empty = breaks > 1 && kind != NodeKind::Close && self.breaks_before(kind);
            return self.new_line(column, is_empty);
        }
        match frame.kind {
            _ if kind == NodeKind::Close => {}
            _ if is_comment => self.push(&" ".repeat(blanks.max(1))),
            NodeKind::Prefixed | NodeKind::Discarded | NodeKind::Conditional
                if self.previous == Some(NodeKind::Mark) =>
            {
                if (blanks > 0 || breaks > 0) && !self.may_follow(node) {
                    self.push(" ");
                }
            }
            NodeKind::List | NodeKind::Vector | NodeKind::Bytes if !frame.has_parts => {}
            // A token that `#` begins may belong to the one that follows it directly.
            _ if self.previous == Some(NodeKind::Hash) && blanks == 0 && breaks == 0 => {}
            _ if frame.is_list() && self.must_break(node, frame) => {
                let column = self.column(kind, false);
                return self.new_line(column, false);
            }
            _ => self.push(" "),
        }
        self.note_argument(kind);
    }

    /// Returns whether a line break before a part stays.
    fn breaks_before(&self, kind: NodeKind) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        match frame.kind {
            NodeKind::Root => true,
            _ if kind == NodeKind::Close => false,
            _ if frame.is_list() => frame.has_parts || kind == NodeKind::LineComment,
            NodeKind::Conditional => frame.count > 0 || kind == NodeKind::LineComment,
            _ => kind == NodeKind::LineComment,
        }
    }

    /// The first argument follows the head on its line.
    fn note_argument(&mut self, kind: NodeKind) {
        let (from, to) = (self.from.column, self.to.column);
        if let Some(frame) = self.frames.last_mut()
            && frame.count == 1
            && frame.is_call
            && frame.line.is_none()
            && (kind.has_parts() || kind.is_datum())
        {
            frame.argument.get_or_insert((from, to));
        }
    }

    /// Returns whether a part begins a line because it would reach beyond the end of this one.
    fn must_break(&self, node: NodeId, frame: &NodeFrame) -> bool {
        let width = self.widths[node.index()];
        let closing = if width.is_broken() { 0 } else { self.closing[self.tree.end(node).index()] as usize };
        let fits = |column: usize| column.saturating_add(width.characters() + closing) <= self.options.width;
        // Bindings stay beside their operator, and are broken themselves.
        let is_beside = frame.count == 1 && frame.is_call && self.tree.kind(node) == NodeKind::List;
        let column = frame.line.unwrap_or_else(|| frame.usual_column());
        let helps = column <= self.to.column && (fits(column) || self.tree.kind(node).has_parts());
        !fits(self.to.column + 1) && !is_beside && helps
    }

    /// Returns whether a datum can follow a prefix without a blank: `, @x` is not `,@x`.
    fn may_follow(&self, node: NodeId) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let start = self.tree.range(frame.node).start;
        let Some(mark) = self.tree.parts(frame.node).next() else { return false };
        let length = self.tree.range(mark).end - start;
        let rest = self.tree.text().get(self.tree.range(node).start..).unwrap_or("");
        let beginning: String = self.tree.written(mark).chars().chain(rest.chars().take(8)).collect();
        let mut tokens = Tokens::from(&beginning, 0).of(self.options.grammar);
        tokens.next().is_some_and(|(_, range)| range.end == length)
    }

    fn new_line(&mut self, column: usize, is_empty: bool) {
        self.out.push_str(if is_empty { "\n\n" } else { "\n" });
        self.out.extend(std::iter::repeat_n(' ', column));
        self.to = TextPosition { line: self.to.line + 1 + usize::from(is_empty), column };
    }

    /// Returns the column of a line that begins with the next part. `is_own`: the text has a line there.
    fn column(&mut self, kind: NodeKind, is_own: bool) -> usize {
        let Some(frame) = self.frames.last() else { return 0 };
        if frame.kind == NodeKind::Root && kind == NodeKind::LineComment && is_own {
            // It may be below comments beside code.
            return self.from.column;
        }
        if !frame.is_list() {
            return frame.usual_column();
        }
        let column = is_own.then(|| self.kept_column(frame)).flatten();
        let column = column.or(frame.line).unwrap_or_else(|| frame.usual_column());
        if let Some(frame) = self.frames.last_mut().filter(|_| kind.has_parts() || kind.is_datum()) {
            frame.line = Some(column);
        }
        column
    }

    /// The column that a line keeps, since it is a usual one.
    fn kept_column(&self, frame: &NodeFrame) -> Option<usize> {
        let here = self.from.column;
        if let Some((from, to)) = frame.argument
            && from == here
        {
            return Some(to);
        }
        let hanging = |frame: &NodeFrame, by: usize| (frame.from.column + by == here).then_some(frame.to.column + by);
        let in_body = frame.line.is_some_and(|line| line == frame.to.column + INDENT);
        let own = hanging(frame, INDENT).or_else(|| hanging(frame, frame.opener));
        let own = own.or_else(|| if frame.is_call && !in_body { hanging(frame, 2 * INDENT) } else { None });
        own.or_else(|| {
            let around = self.frames.iter().rev().skip(1).filter(|outer| outer.is_list()).take(MAX_AROUND);
            let on_line = |outer: &&NodeFrame| {
                outer.from.line == frame.from.line && outer.to.line == frame.to.line && outer.is_call
            };
            around.take_while(on_line).find_map(|outer| hanging(outer, INDENT))
        })
    }

    fn finish(mut self) -> String {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn laid_out(text: &str) -> String {
        laid_out_in(text, 120)
    }

    fn laid_out_in(text: &str, width: usize) -> String {
        let options = FormatOptions { width, ..FormatOptions::default() };
        let once = format(text, &options);
        assert_eq!(format(&once, &options), once, "the second time");
        assert_eq!(read(&once), read(text), "what is read");
        once
    }

    /// The tokens and comments of a text, without the blanks between them.
    fn read(text: &str) -> Vec<&str> {
        let tree = Tree::parse(text, Grammar::CORE);
        let leaves = tree.nodes().filter(|&node| !tree.kind(node).has_parts() && tree.kind(node) != NodeKind::Space);
        leaves.map(|leaf| tree.written(leaf)).collect()
    }

    #[test]
    fn lines_of_calls_and_of_data_have_their_columns() {
        for (text, expected) in [
            ("(defproc f (x)\n(g x))", "(defproc f (x)\n  (g x))\n"),
            ("(let ((a 1)\n(b 2))\n      (+ a b))", "(let ((a 1)\n      (b 2))\n  (+ a b))\n"),
            ("'(1 2\n      3)", "'(1 2\n  3)\n"),
            ("#(1\n2)", "#(1\n  2)\n"),
            ("(cond\n((f) 1)\n      (t 2))", "(cond\n  ((f) 1)\n  (t 2))\n"),
        ] {
            assert_eq!(laid_out(text), expected, "{text}");
        }
    }

    #[test]
    fn usual_columns_stay() {
        for text in [
            "(list 1\n      2\n      3)\n",
            "(if (f x)\n    1\n    2)\n",
            "(call/cc (lambda (k)\n  (k 1)))\n",
            "(defmethod f\n    ((x point))\n  (g x))\n",
            "(a b c\n d)\n",
        ] {
            assert_eq!(laid_out(text), text);
        }
        assert_eq!(laid_out("  (list   1\n          2)"), "(list 1\n      2)\n", "it follows what it is below");
    }

    #[test]
    fn blanks_are_one_and_parentheses_adjacent() {
        assert_eq!(laid_out("( f   x\n\n\n\n  y\n )\n\n\n(g)  (h)"), "(f x\n\n  y)\n\n(g) (h)\n");
        assert_eq!(laid_out("(f(g)x\"y\"z)"), "(f (g) x \"y\" z)\n");
        assert_eq!(laid_out("' x ` ( a , b ,@ c , @d)"), "'x `(a ,b ,@c , @d)\n");
        assert_eq!(laid_out("\n\n"), "");
    }

    #[test]
    fn comments_stay_where_they_are() {
        let text = "; one\n(f x   ; two\n  ; three\n  y ; four\n  )\n#| five |# (g #;(h) 1)\n";
        assert_eq!(laid_out(text), text);
        let text = "(f)   ; one\n      ; two\n";
        assert_eq!(laid_out(text), text);
        assert_eq!(laid_out("(f ; one\n)"), "(f ; one\n  )\n");
        assert_eq!(laid_out("(let ( ; one\n (a 1)) a)"), "(let ( ; one\n      (a 1)) a)\n");
        assert_eq!(laid_out("(f '; one\nx)"), "(f ' ; one\n   x)\n");
    }

    #[test]
    fn long_lines_are_broken() {
        let text = "(defproc twice (number) (* 2 number) (list number number))";
        assert_eq!(laid_out_in(text, 40), "(defproc twice (number) (* 2 number)\n  (list number number))\n");
        assert_eq!(laid_out_in("(aaaa bbbb cccc)", 9), "(aaaa\n  bbbb\n  cccc)\n");
        assert_eq!(laid_out_in("(aaaa bbbb cccc)", 3), "(aaaa bbbb cccc)\n", "it would be too long all the same");
        assert_eq!(laid_out_in("(let ((a 1) (b 2)) (f a b))", 14), "(let ((a 1)\n      (b 2))\n  (f a b))\n");
        assert_eq!(laid_out_in("'(1 2 3 4 5 6)", 8), "'(1 2 3\n  4 5 6)\n");
    }

    #[test]
    fn texts_with_errors_stay_as_they_are() {
        for text in ["(f  x", ")  (", "\"  ", "( ]", "' "] {
            assert_eq!(format(text, &FormatOptions::default()), text);
        }
    }

    #[test]
    fn a_new_line_has_the_column_of_the_layout() {
        let column = |text: &str| indentation(text, Grammar::CORE);
        assert_eq!([column("(defproc f (x)"), column("(f)"), column("(let ((a 1)"), column("'(1 2")], [2, 0, 6, 2]);
        assert_eq!(column("    (f (g\n          (h"), 12, "where the text has it");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn the_second_time_changes_nothing(
            text in "(\\(f |\\(let \\(|\\(|\\)|\\)|\\[|\\]|'|`|,|@|#;|#\\(|#2A|; c\n|#\\|d\n\\|#|\"e\n\"|\n|\n|  |g|h1 |#\\\\|\\.){0,40}",
            width in 1_usize..40,
        ) {
            laid_out_in(&text, width);
        }
    }
}
