//! Calls of functions of the library whose arguments can hardly be meant, and lines at top level that call nothing.

use super::*;

impl Linter<'_> {
    pub(super) fn call(&mut self, node: NodeId, name: &str, arguments: &[NodeId]) {
        let tree = self.tree;
        match name {
            "print" | "display" => {
                self.infix(node, name, arguments);
            }
            "=" if self.is_core() => {
                if let [a, b] = *arguments {
                    self.equal(node, a, b);
                }
            }
            "eq?" | "eqv?" | "assq" | "assv" | "memq" | "memv" | "eq" | "eql" | "member" | "assoc" | "find"
            | "position" => {
                self.identity(node, name, arguments);
            }
            "format" if self.scope.dialect() != "scheme" => self.surplus(arguments),
            "for-each" => {
                if let [function, ..] = *arguments
                    && let (Some("lambda"), [_, .., last]) = (self.head(function), tree.arguments(function))
                {
                    self.unused(*last);
                }
            }
            _ => {}
        }
        if tree.head(node) == Some(name) {
            self.named_argument(node, name, arguments);
        }
    }

    /// `(print a + b)`
    pub(super) fn infix(&mut self, node: NodeId, name: &str, arguments: &[NodeId]) {
        let Some(help) = self.infix_in(arguments.get(..3).unwrap_or_default()) else { return };
        self.report(INFIX_OPERATOR, node, format!("an operator is an argument of `{name}` here"), Some(help));
    }

    /// Returns the call that is meant by two operands with an operator between them.
    pub(super) fn infix_in(&self, parts: &[NodeId]) -> Option<String> {
        let tree = self.tree;
        let [left, operator, right] = *parts else { return None };
        let operator = tree.symbol(operator).filter(|o| INFIX.contains(o) && self.of_library(o).is_some())?;
        let is_text = |part: NodeId| tree.kind(part) == NodeKind::String;
        let is_operand = |part: NodeId| {
            tree.number(part).is_some()
                || tree.is_form(part)
                || is_text(part)
                || tree.symbol(part).is_some_and(|s| self.of_library(s).is_none())
        };
        if !is_operand(left) || !is_operand(right) {
            return None;
        }
        let operands = format!("{} {}", tree.shown(left), tree.shown(right));
        Some(match is_text(left) || is_text(right) {
            true => format!("texts and other values are joined by (string {operands})"),
            false => format!("the operator comes first: ({operator} {operands})"),
        })
    }

    /// `(format t "%d points~%" n)`
    pub(super) fn surplus(&mut self, arguments: &[NodeId]) {
        let [_, control, values @ ..] = arguments else { return };
        if self.tree.kind(*control) != NodeKind::String {
            return;
        }
        let used = values_of_pattern(self.tree.text(*control));
        if let Some(used) = used.filter(|&used| used < values.len()) {
            let problem = format!("the pattern has no place for `{}`", self.tree.shown(values[used]));
            self.report(SURPLUS_ARGUMENT, values[used], problem, Some("~a shows any value".to_string()));
        }
    }

    /// `(eq? x "a")`, `(member "a" l)` in Common Lisp.
    pub(super) fn identity(&mut self, node: NodeId, name: &str, arguments: &[NodeId]) {
        let tree = self.tree;
        let dialect = self.scope.dialect();
        let is_text = |&part: &NodeId| tree.kind(part) == NodeKind::String;
        let (is_pair, is_search) = (["eq?", "eqv?", "eq", "eql"].contains(&name), arguments.len() == 2);
        let looks = match (dialect, name) {
            ("scheme", "assq" | "assv" | "memq" | "memv") => true,
            ("common-lisp", "member" | "assoc" | "find" | "position") => is_search,
            _ => false,
        };
        let compares = is_pair && dialect != "core" && arguments.iter().any(is_text);
        if compares || looks && arguments.first().is_some_and(is_text) {
            let help = match name {
                "assq" | "assv" => "`assoc` compares texts by their characters",
                "memq" | "memv" => "`member` compares texts by their characters",
                _ if is_pair && dialect == "scheme" => "(equal? a b) compares the characters",
                _ if is_pair => "(equal a b) compares the characters",
                _ => "with :test #'equal it compares the characters",
            };
            let problem = format!("`{name}` never finds a text alike: it compares whether two are the same object");
            self.report(NEVER_EQUAL, node, problem, Some(help.to_string()));
        }
    }

    pub(super) fn equal(&mut self, node: NodeId, a: NodeId, b: NodeId) {
        let tree = self.tree;
        let is_char = |part: NodeId| tree.text(part).starts_with("#\\") || self.head(part) == Some("string-ref");
        let is_literal = |part: NodeId| tree.kind(part) == NodeKind::String;
        let is_name = |part: NodeId| tree.kind(part) == NodeKind::Symbol && tree.prefix(part) == "'";
        let is_array = |part: NodeId| {
            tree.kind(part) == NodeKind::Vector
                || self.head(part).is_some_and(|h| ["make-array", "vector"].contains(&h))
        };
        let is_text = |part: NodeId| {
            let is_argument = || tree.arguments(part).last().and_then(|&l| tree.symbol(l)) == Some("*arguments*");
            tree.kind(part) == NodeKind::String
                || self.head(part).is_some_and(|head| match head {
                    "read-line" | "string" | "string-append" | "number->string" | "symbol->string" | "substring"
                    | "string-upcase" | "string-downcase" | "string-trim" | "string-join" => true,
                    "first" | "second" | "third" | "car" | "nth" => is_argument(),
                    _ => false,
                })
        };
        let is_variable = |part: NodeId| {
            let name = tree.symbol(part).filter(|name| !self.locals.contains(name));
            name.is_some_and(|name| self.facts.variables.contains(name))
        };
        let is_other = |part: NodeId, other: NodeId| {
            tree.number(part).is_some() || is_variable(part) && tree.symbol(part) != tree.symbol(other)
        };
        let problem = if is_variable(a) && is_other(b, a) || is_variable(b) && is_other(a, b) {
            Some((
                "a variable of a store is = only to itself",
                "conditions stand in (post! store ...), and (value solution variable) is a value",
            ))
        } else if is_array(a) || is_array(b) {
            Some(("an array is = only to itself", "(equal? a b) compares the elements"))
        } else if is_literal(a) && is_char(b) || is_literal(b) && is_char(a) {
            Some(("a text is never = to a character", "a character is written #\\a"))
        } else if is_literal(a) && is_name(b) || is_literal(b) && is_name(a) {
            Some(("a text is never = to a symbol", "(symbol->string symbol) is the text of its name"))
        } else if is_text(a) && tree.number(b).is_some() || is_text(b) && tree.number(a).is_some() {
            Some(("a text is never = to a number", "(string->number text) is the number that a text shows"))
        } else {
            None
        };
        if let Some((problem, help)) = problem {
            self.report(NEVER_EQUAL, node, format!("this is never true: {problem}"), Some(help.to_string()));
        }
    }

    /// `(make-point :x 3)`
    pub(super) fn named_argument(&mut self, node: NodeId, name: &str, arguments: &[NodeId]) {
        let tree = self.tree;
        let keywords: Vec<&str> = arguments.iter().filter_map(|&a| tree.text(a).strip_prefix(':')).collect();
        let is_small = !keywords.is_empty() && keywords.len() <= MAX_OPERANDS;
        let Some(usage) = (if is_small { self.scope.usage(name) } else { None }) else { return };
        let Some(parameters) = usage.strip_suffix(')').and_then(|usage| usage.split_once(' ')) else { return };
        let parameters: Vec<&str> = parameters.1.split(' ').take(MAX_OPERANDS).collect();
        let has_keys =
            parameters.iter().any(|p| p.trim_start_matches('[').starts_with([':', '&']) || p.ends_with("..."));
        if let Some(keyword) = keywords.iter().find(|k| parameters.contains(k)).filter(|_| !has_keys) {
            self.report(
                NAMED_ARGUMENT,
                node,
                format!("`{name}` tells its arguments by their order: :{keyword} is the value of one"),
                Some(format!("usage: {usage}")),
            );
        }
    }

    // ---- forms at top level

    /// `1 + 2`, outside of parentheses.
    pub(super) fn infix_at_top(&mut self) {
        let forms = self.tree.forms();
        let Some(help) = self.infix_in(forms) else { return };
        let shown = self.tree.shown(forms[1]);
        self.report(INFIX_OPERATOR, forms[1], format!("`{shown}` is not called here"), Some(help));
    }

    /// `print x`, outside of parentheses.
    pub(super) fn uncalled_at_top(&mut self, node: NodeId, end: usize, is_of_file: bool) {
        if let Some(name) = self.tree.symbol(node).filter(|name| is_of_file && self.is_own_function(name))
            && self.source.get(end..).unwrap_or("").lines().next().unwrap_or("").trim().is_empty()
        {
            let problem = format!("`{name}` is not called here: a call has parentheses");
            self.report(UNCALLED_FUNCTION, node, problem, Some(format!("({name})")));
        }
        let Some(name) = self.tree.symbol(node).filter(|name| self.of_library(name).is_some()) else { return };
        let (before, rest) = (self.source.get(..end - name.len()), self.source.get(end..).unwrap_or(""));
        let begins = before.is_some_and(|before| before.is_empty() || before.ends_with('\n'));
        if !begins || !rest.starts_with(' ') {
            return;
        }
        let behind = rest.lines().next().and_then(|line| line.split(';').next()).unwrap_or("").trim();
        if !behind.is_empty() {
            let help = Some(format!("a call has its parenthesis in front: ({name} {behind})"))
                .filter(|_| Tree::of(behind, 0..behind.len()).is_some());
            self.report(UNCALLED_FUNCTION, node, format!("`{name}` is not called here: a call has parentheses"), help);
        }
    }

    /// A function with nearly the name of one that searches call.
    pub(super) fn hook(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(name) = tree.arguments(node).first().and_then(|&n| tree.symbol(n)) else { return };
        if let (Some("setq"), [_, value], Some((hook, call))) =
            (self.head(node), tree.arguments(node), HOOKS.iter().find(|(hook, _)| *hook == name))
            && self.scope.meaning(hook).is_some()
            && !tree.is_form(*value)
            && tree.symbol(*value).is_none()
        {
            let arguments = call.trim_end_matches(')').split(' ').skip(1).collect::<Vec<_>>().join(" ");
            let help = format!("(defproc {hook} ({arguments}) {})", tree.shown(*value));
            self.report(MISSPELT_HOOK, node, format!("searches call {hook}: it must be a function"), Some(help));
        }
        let is_definition = self.head(node) == Some("defproc");
        if !is_definition || HOOKS.iter().any(|(hook, _)| *hook == name) {
            return;
        }
        // Its own uses show that a function is meant as it is named. The whole text is searched only for few names.
        let is_used = || {
            let is_searched = self.facts.searches.fetch_add(1, Ordering::Relaxed) < MAX_SEARCHES;
            !is_searched || self.comes_twice(name)
        };
        let hook = near(name, 2, HOOKS.iter().map(|hook| hook.0)).min().map(|(_, hook)| hook);
        if let Some(hook) = hook.filter(|h| !name.starts_with(h) && self.scope.meaning(h).is_some() && !is_used()) {
            self.report(
                MISSPELT_HOOK,
                tree.arguments(node)[0],
                format!("nothing calls {name}: the library goes on calling its own {hook}"),
                Some(format!("did you mean `{hook}`?")),
            );
        }
    }

    /// Returns whether the text has a name more than once.
    pub(super) fn comes_twice(&self, name: &str) -> bool {
        count_work(self.source);
        self.source.matches(name).nth(1).is_some()
    }
}
