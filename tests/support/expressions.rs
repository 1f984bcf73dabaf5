//! The form of files of expressions with the answers of other implementations.

/// Lines of Scheme with Guile's answers (`tests/corpus/expressions.rs`).
pub mod scheme {
    use std::path::{Path, PathBuf};

    use super::super::settings::folder;

    /// Makes an engine ready to answer.
    pub const SETUP: &str =
        "(require 'scheme) (define (answer-text x) (call-with-output-string (lambda (p) (write x p))))";

    /// A line of a file.
    pub enum Line {
        /// A comment, as it stands.
        Comment(String),
        Expression(Expression),
    }

    pub struct Expression {
        pub number: usize,
        pub text: String,
        pub guile: Option<String>,
        /// The answer of Klammer instead, and the reason.
        pub difference: Option<(String, String)>,
    }

    impl Expression {
        pub fn klammer(&self) -> Option<&str> {
            self.difference.as_ref().map(|d| d.0.as_str()).or(self.guile.as_deref())
        }
    }

    pub fn paths() -> Vec<PathBuf> {
        let folder = std::fs::read_dir(folder("scheme/expressions")).expect("the folder");
        let mut paths: Vec<PathBuf> = folder.map(|e| e.expect("an entry").path()).collect();
        paths.sort();
        paths
    }

    pub fn read(path: &Path) -> Vec<Line> {
        let text = std::fs::read_to_string(path).expect("the file");
        let mut lines: Vec<Line> = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let last = lines.last_mut();
            if let Some(difference) = line.strip_prefix(";/= ") {
                let (answer, reason) = difference.split_once(" -- ").expect("a difference has a reason");
                let Some(Line::Expression(e)) = last else { panic!("{}:{}: no expression", path.display(), i + 1) };
                e.difference = Some((answer.to_string(), reason.to_string()));
            } else if line.starts_with(';') || line.is_empty() {
                lines.push(Line::Comment(line.to_string()));
            } else {
                let (text, guile) = match line.rsplit_once("  ;=> ") {
                    Some((text, answer)) => (text, Some(answer.to_string())),
                    None => (line, None),
                };
                lines.push(Line::Expression(Expression {
                    number: i + 1,
                    text: text.to_string(),
                    guile,
                    difference: None,
                }));
            }
        }
        lines
    }

    pub fn expressions(lines: &[Line]) -> impl Iterator<Item = &Expression> {
        lines.iter().filter_map(|line| match line {
            Line::Expression(e) => Some(e),
            Line::Comment(_) => None,
        })
    }
}

/// Forms of Common Lisp with SBCL's answers (`tests/corpus/expressions.rs`).
pub mod common_lisp {
    /// Tells what an expression is, in the form of an answer.
    pub const ANSWER: &str = r#"
    (require 'common-lisp)
    (defun answer-of (form expected)
      (let ((*print-pretty* nil))
        (handler-case
            (let ((values (multiple-value-list (eval form))))
              (format nil "=>~{ ~s~^ ;~}" values))
          (serious-condition (c)
            (if (and expected (typep c expected))
              (format nil "!! ~(~a~)" expected)
              (format nil "!! ~(~a~) (~a)" (type-of c) c))))))
    "#;

    /// A form and the answer that Klammer is to give.
    pub struct Expression {
        pub line: usize,
        pub text: String,
        pub answer: Option<String>,
    }

    impl Expression {
        /// The form that gives Klammer's answer, where this one is expected.
        pub fn question(&self, answer: &str) -> String {
            let expected = match answer.strip_prefix("!! ") {
                Some(condition) => format!("'{condition}"),
                None => "nil".to_string(),
            };
            format!("(answer-of '{} {expected})", self.text)
        }
    }

    pub fn expressions(text: &str) -> Vec<Expression> {
        let mut expressions: Vec<Expression> = Vec::new();
        let mut open = false;
        for (i, line) in text.lines().enumerate() {
            let answer = line.strip_prefix(';').filter(|l| ["=>", "!!", "->", "-!"].iter().any(|m| l.starts_with(m)));
            let begins = line.starts_with(|c: char| c != ' ' && c != ';');
            match (answer, expressions.last_mut()) {
                (Some(answer), Some(last)) => {
                    // A difference stands below SBCL's answer and is what counts here.
                    last.answer = Some(answer.replacen("->", "=>", 1).replacen("-!", "!!", 1));
                    open = false;
                }
                (None, _) if begins => {
                    expressions.push(Expression { line: i + 1, text: line.to_string(), answer: None });
                    open = true;
                }
                (None, Some(last)) if open && line.starts_with(' ') => {
                    last.text.push('\n');
                    last.text.push_str(line);
                }
                _ => open = false,
            }
        }
        expressions
    }
}
