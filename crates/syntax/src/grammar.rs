//! The notation of a dialect as far as texts are concerned: hooks in the one grammar, and the operators of its library
//! that bind names, or whose arguments are not all expressions.

use crate::lexer::{Atom, Bad, TokenKind};

/// Changes that a dialect makes to the grammar. The defaults leave it as it is.
pub trait Hooks: Sync {
    /// Returns the kind and the length in bytes of the token that a text begins with, if it is cut otherwise than in
    /// the core.
    fn token(&self, _text: &str) -> Option<(TokenKind, usize)> {
        None
    }

    /// Returns the meaning of a word, a string, a character or a token that begins with `#`.
    ///
    /// # Errors
    /// The reason for which the token means nothing.
    fn meaning<'t>(&self, _kind: TokenKind, _token: &'t str, _at: TextContext<'_>) -> Result<Meaning<'t>, Bad> {
        Ok(Meaning::Plain)
    }
}

/// Context of a token.
#[derive(Clone, Copy, Debug)]
pub struct TextContext<'t> {
    /// Whether the token is in a datum that the reader skips.
    pub skipped: bool,
    /// Whether the token is in a feature expression.
    pub feature: bool,
    /// The text after it.
    pub behind: &'t str,
}

/// Meaning of a token.
#[derive(Debug)]
pub enum Meaning<'t> {
    /// Its meaning to the core.
    Plain,
    /// A datum by itself.
    Atom(Atom<'t>),
    /// It precedes an expression that says whether the reader reads the next datum: if it is true, or if it is not.
    Feature(bool),
    /// It precedes the rows of an array with this number of dimensions.
    Array(u8),
    /// It belongs to the datum that follows and says nothing.
    Nothing,
    /// It is a skipped datum, whose value does not matter.
    Skipped,
}

/// Regions in which datum labels (`#0=`, `#0#`) stand for an earlier part of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    /// They are no syntax.
    Nowhere,
    /// In all of a text.
    Everywhere,
    /// Not in what a text has the reader skip.
    OutsideOfSkipped,
}

/// The grammar of a dialect: the core's, with these differences.
#[derive(Clone, Copy)]
pub struct Grammar {
    /// Tokens that are cut otherwise or mean something else.
    pub hooks: Option<&'static dyn Hooks>,
    /// Regions in which datum labels count.
    pub labels: Labels,
    /// Whether directives in a text (`#!fold-case`) say if the case of names counts.
    pub has_directives: bool,
    /// Whether a comma outside of a template is an error.
    pub refuses_stray_commas: bool,
}

impl Grammar {
    /// The grammar of the core.
    pub const CORE: Grammar =
        Grammar { hooks: None, labels: Labels::Nowhere, has_directives: false, refuses_stray_commas: false };

    /// Returns whether datum labels count here. `skipped`: in a datum that the reader skips.
    #[must_use]
    pub fn reads_labels(self, skipped: bool) -> bool {
        match self.labels {
            Labels::Nowhere => false,
            Labels::Everywhere => true,
            Labels::OutsideOfSkipped => !skipped,
        }
    }
}

impl std::fmt::Debug for Grammar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Grammar").field("labels", &self.labels).finish_non_exhaustive()
    }
}

/// Kind of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    /// A function.
    Function,
    /// A macro.
    Macro,
    /// A variable, global or bound by a form such as `let`.
    Variable,
    /// A parameter of a function.
    Parameter,
    /// A type of records, a structure or a class.
    Type,
    /// A test of `deftest`.
    Test,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Core,
    Scheme,
    CommonLisp,
}

/// The names that an operator binds, and the parts of its form that are code.
#[derive(Clone, Copy)]
pub(crate) enum BindingForm {
    Data,
    Exports,
    SkipFirst,
    Clauses,
    Case,
    Declare,
    Function,
    Lambda,
    NamedLambda,
    CaseLambda,
    Define(NameKind),
    Method,
    SchemeDefine(NameKind),
    DefineValues,
    Variable,
    Assign,
    Let,
    LetStar,
    Letrec,
    LetValues,
    LetOptionals,
    Functions { recursive: bool },
    Loop,
    Do,
    LoopWords,
    Receive,
    HandlerCase,
    Guard,
    First,
    NameList,
    SyntaxRules,
    Record,
    RecordType,
    Class,
    Test,
}

#[rustfmt::skip]
pub(crate) fn shape(head: &str, dialect: Dialect) -> Option<BindingForm> {
    use Dialect::{CommonLisp, Core, Scheme};
    Some(match (head, dialect) {
        ("quote" | "require" | "import" | "in-package" | "defpackage" | "declaim" | "go" | "deftype" | "use-modules"
            | "quasi-quote" | "cond-expand" | "proclaim" | "define-library", _) => BindingForm::Data,
        ("provide" | "export", _) => BindingForm::Exports,
        ("block" | "return-from" | "the" | "eval-when", _) => BindingForm::SkipFirst,
        ("cond", _) => BindingForm::Clauses,
        ("case" | "ecase" | "ccase" | "typecase" | "etypecase" | "ctypecase", _) => BindingForm::Case,
        ("declare", _) => BindingForm::Declare,
        ("function", _) => BindingForm::Function,
        ("lambda" | "alambda" | "mlambda", _) => BindingForm::Lambda,
        ("named-lambda" | "rec", Scheme) => BindingForm::NamedLambda,
        ("case-lambda", _) => BindingForm::CaseLambda,
        ("defproc", _) | ("defun" | "defgeneric", CommonLisp) => BindingForm::Define(NameKind::Function),
        ("defmacro", _) | ("define-compiler-macro", CommonLisp) => BindingForm::Define(NameKind::Macro),
        ("defmethod", _) => BindingForm::Method,
        ("define" | "define-integrable" | "define-constant", Scheme) => BindingForm::SchemeDefine(NameKind::Function),
        ("define-macro" | "define-syntax" | "define-syntax-rule", Scheme) => BindingForm::SchemeDefine(NameKind::Macro),
        ("define-values", Scheme) => BindingForm::DefineValues,
        ("defvar" | "defparameter" | "defconstant", _) => BindingForm::Variable,
        ("setq" | "set!" | "psetq", _) => BindingForm::Assign,
        ("let" | "prog" | "fluid-let" | "parameterize", _) => BindingForm::Let,
        ("let*" | "prog*" | "and-let*", _) => BindingForm::LetStar,
        ("letrec" | "letrec*", _) => BindingForm::Letrec,
        ("let-values" | "let*-values", _) => BindingForm::LetValues,
        ("let-optionals*" | "let-keywords*", Scheme) => BindingForm::LetOptionals,
        ("flet" | "macrolet", CommonLisp) => BindingForm::Functions { recursive: false },
        ("labels", CommonLisp) => BindingForm::Functions { recursive: true },
        ("dolist" | "dotimes" | "dotable" | "do-stream" | "with-open-port", _) => BindingForm::Loop,
        ("with-open-file" | "with-open-stream" | "with-output-to-string" | "with-input-from-string"
            | "do-symbols" | "do-all-symbols" | "do-external-symbols", CommonLisp) => BindingForm::Loop,
        ("do" | "do*", _) => BindingForm::Do,
        ("loop", CommonLisp) => BindingForm::LoopWords,
        ("receive", Core | Scheme) | ("multiple-value-bind" | "destructuring-bind", CommonLisp) => BindingForm::Receive,
        ("handler-case" | "restart-case", CommonLisp) => BindingForm::HandlerCase,
        ("guard", Scheme) => BindingForm::Guard,
        ("let/cc" | "let/ec", _) | ("let1" | "if-let1", Scheme) => BindingForm::First,
        ("with-names", _) | ("with-slots" | "with-accessors", CommonLisp) => BindingForm::NameList,
        ("syntax-rules", Scheme) => BindingForm::SyntaxRules,
        ("defrecord", _) | ("defstruct", CommonLisp) | ("define-structure", Scheme) => BindingForm::Record,
        ("define-record-type", Scheme) => BindingForm::RecordType,
        ("defclass" | "define-condition", CommonLisp) => BindingForm::Class,
        ("deftest", _) => BindingForm::Test,
        _ => return None,
    })
}

/// Words of the extended `loop` that are no names.
#[rustfmt::skip]
pub(crate) const LOOP_WORDS: &[&str] = &[
    "for", "as", "with", "and", "in", "on", "across", "from", "to", "below", "above", "downto", "downfrom", "upto",
    "upfrom", "by", "then", "being", "each", "the", "of", "using", "repeat", "while", "until", "always", "never",
    "thereis", "collect", "collecting", "append", "appending", "nconc", "nconcing", "count", "counting", "sum",
    "summing", "maximize", "maximizing", "minimize", "minimizing", "into", "if", "when", "unless", "else", "end", "do",
    "doing", "return", "initially", "finally", "named", "it", "hash-keys", "hash-key", "hash-values", "hash-value",
];

/// Definitions that a body of Scheme begins with.
pub(crate) const INNER: &[&str] = &["define", "define-values", "define-record-type", "define-integrable", "begin"];
