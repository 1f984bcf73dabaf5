//! Documentation as data: how something is called, what it does, and examples that can be checked.
//!
//! Parses documentation texts of builtins, special operators and definitions in Lisp. A text has sentences, an empty
//! line, then examples, one to a line. Knows neither where a text comes from nor how it is shown.

use std::fmt;

/// Documentation of a global name.
///
/// ```
/// let mut engine = klammer::Engine::new();
/// let remove = engine.docs().describe("remove").unwrap();
/// assert_eq!(remove.usage, ["(remove x list)"]);
/// assert_eq!(remove.examples[0].to_string(), "(remove 2 '(1 2 3 2))  ;=> (1 3)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub struct Documentation {
    /// The name.
    pub name: String,
    /// Kind of its definition.
    pub kind: DefinitionKind,
    /// Subject: "list", "string"; for the definition of a program or module, that module's name.
    pub subject: String,
    /// Forms of its call, one line for each.
    pub usage: Vec<String>,
    /// Parameters of a builtin with what each must be (`list`: "a list"), unless that is just any value.
    pub parameters: Vec<(String, String)>,
    /// Description, perhaps empty.
    pub text: String,
    /// Examples in the order of the documentation.
    pub examples: Vec<Example>,
}

/// Kind of a definition that a name can be bound to.
///
/// There is an example at [`Documentation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum DefinitionKind {
    /// A function: builtin, defined in Lisp or by the host.
    Function,
    /// A function that chooses among methods.
    GenericFunction,
    /// A macro.
    Macro,
    /// An operator that the compiler knows.
    SpecialOperator,
    /// A name that is a value: `nil`, `t`.
    Constant,
    /// Anything else.
    Variable,
}

impl DefinitionKind {
    /// The kind's name in English.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            DefinitionKind::Function => "function",
            DefinitionKind::GenericFunction => "generic function",
            DefinitionKind::Macro => "macro",
            DefinitionKind::SpecialOperator => "special operator",
            DefinitionKind::Constant => "constant",
            DefinitionKind::Variable => "variable",
        }
    }
}

/// An expression and what comes of it. Displays as in a documentation text.
///
/// There is an example at [`Documentation`].
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub struct Example {
    /// The text of the expression.
    pub expression: String,
    /// Outcome of evaluating it in a fresh engine.
    pub outcome: ExampleOutcome,
}

/// Outcome of an example.
///
/// There is an example at [`Documentation`].
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum ExampleOutcome {
    /// `;=>`: the value prints so.
    Value(String),
    /// `;!!`: an error of this code ([`crate::Code::as_str`]).
    Error(String),
    /// `;>>`: it writes this text; the newline at its end is left out, those within it are written `\n`.
    Output(String),
}

/// Mark that separates the expression from the outcome, and the constructor of the outcome from the text after it.
type ExampleMark = (&'static str, fn(String) -> ExampleOutcome);

const VALUE: &str = ";=>";
const ERROR: &str = ";!!";
const OUTPUT: &str = ";>>";
const MARKS: [ExampleMark; 3] =
    [(VALUE, ExampleOutcome::Value), (ERROR, ExampleOutcome::Error), (OUTPUT, ExampleOutcome::Output)];

impl Example {
    /// Makes the example of an expression and what it gives.
    #[must_use]
    pub fn new(expression: impl Into<String>, outcome: ExampleOutcome) -> Example {
        Example { expression: expression.into(), outcome }
    }

    /// The example that a line of documentation is, if it is one.
    fn parse(line: &str) -> Option<Example> {
        let (at, mark, outcome) =
            MARKS.iter().filter_map(|&(mark, outcome)| Some((line.rfind(mark)?, mark, outcome))).max_by_key(|m| m.0)?;
        let (expression, expected) = line.split_at_checked(at)?;
        let expected = expected.strip_prefix(mark)?.trim().to_string();
        let expression = expression.trim().to_string();
        (!expression.is_empty()).then(|| Example { expression, outcome: outcome(expected) })
    }
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.outcome {
            ExampleOutcome::Value(text) => (VALUE, text),
            ExampleOutcome::Error(code) => (ERROR, code),
            ExampleOutcome::Output(text) => (OUTPUT, text),
        };
        write!(f, "{}  {mark} {text}", self.expression)
    }
}

/// Takes a documentation text apart: what it says, and its examples.
pub(crate) fn parse(text: &str) -> (String, Vec<Example>) {
    let mut examples = Vec::new();
    let mut prose = Vec::new();
    for line in text.lines() {
        match Example::parse(line) {
            Some(example) => examples.push(example),
            None => prose.push(line.trim_end()),
        }
    }
    (prose.join("\n").trim().to_string(), examples)
}

/// Characters that a first sentence may have.
const MAX_SUMMARY: usize = 1000;

/// The first sentence of a documentation text, on one line.
pub(crate) fn first_sentence(text: &str) -> String {
    let first = text.split("\n\n").next().unwrap_or("").chars().take(MAX_SUMMARY);
    let mut paragraph: String = first.map(|c| if c == '\n' { ' ' } else { c }).collect();
    let end =
        paragraph.match_indices(['.', '?', '!']).map(|(at, _)| at + 1).find(|&end| ends_sentence(&paragraph, end));
    paragraph.truncate(end.unwrap_or(paragraph.len()));
    paragraph
}

/// Returns whether the mark before `end` ends a sentence. The next one begins with a capital letter, a quote or a
/// parenthesis, and all that is open is closed. After initials and abbreviations, the sentence goes on.
fn ends_sentence(text: &str, end: usize) -> bool {
    let Some((before, next)) = text.get(..end).zip(text.get(end..).and_then(|behind| behind.strip_prefix(' '))) else {
        return false;
    };
    let word = before.trim_end_matches('.').rsplit([' ', '(']).next().unwrap_or("");
    let is_initial = before.ends_with('.') && word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let is_cut = before.ends_with('.') && (ABBREVIATIONS.contains(&word) || word.contains('.'));
    let is_open = before.matches('(').count() > before.matches(')').count() || before.matches('`').count() % 2 == 1;
    !is_initial && !is_cut && !is_open && !next.starts_with(char::is_lowercase)
}

/// Words that end with a point and no sentence.
const ABBREVIATIONS: &[&str] = &["Dr", "Prof", "al", "approx", "cf", "ca", "etc", "no", "p", "pp", "vol", "vs"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_sentence_does_not_end_with_an_initial() {
        let first = |text: &str, expected: &str| assert_eq!(first_sentence(text), expected, "{text}");
        first("Sorts. Quickly.", "Sorts.");
        first(
            "The rule of J. Doe and\nE. W. Dijkstra (cf. Knuth). More.",
            "The rule of J. Doe and E. W. Dijkstra (cf. Knuth).",
        );
        first("Is it open? Yes, e.g. here. No.", "Is it open?");
        first(
            "Takes digits 1 vs. 2, approx. half, e.g. `a. B`. More.",
            "Takes digits 1 vs. 2, approx. half, e.g. `a. B`.",
        );
        first("All (Knuth. 1997) of it. More.", "All (Knuth. 1997) of it.");
        first("Version 1.5 of it. More.", "Version 1.5 of it.");
        first("At first\n\nand then. More.", "At first");
        first("", "");
    }

    #[test]
    fn sentences_and_examples_are_told_apart() {
        let (text, examples) = parse("Adds.\nQuickly.\n\n(+ 1 2)  ;=> 3\n(+ 'a 1) ;!! wrong-type\n(print 1)  ;>> 1");
        assert_eq!(text, "Adds.\nQuickly.");
        let outcomes: Vec<_> = examples.into_iter().map(|e| (e.expression, e.outcome)).collect();
        assert_eq!(
            outcomes,
            [
                ("(+ 1 2)".into(), ExampleOutcome::Value("3".into())),
                ("(+ 'a 1)".into(), ExampleOutcome::Error("wrong-type".into())),
                ("(print 1)".into(), ExampleOutcome::Output("1".into())),
            ]
        );
    }

    #[test]
    fn the_last_mark_of_a_line_counts() {
        let (_, examples) = parse("(f \"a ;=> b\")  ;!! bad-value");
        assert_eq!(examples.len(), 1);
        assert_eq!(examples[0].expression, "(f \"a ;=> b\")");
        assert_eq!(examples[0].to_string(), "(f \"a ;=> b\")  ;!! bad-value");
    }

    #[test]
    fn a_line_without_an_expression_is_no_example() {
        assert_eq!(parse(";=> 3"), (";=> 3".into(), Vec::new()));
    }
}
