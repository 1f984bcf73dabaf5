//! Operators of the library that bind names, or whose arguments are not all expressions.

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
pub(crate) enum Shape {
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
pub(crate) fn shape(head: &str, dialect: Dialect) -> Option<Shape> {
    use Dialect::{CommonLisp, Core, Scheme};
    Some(match (head, dialect) {
        ("quote" | "require" | "import" | "in-package" | "defpackage" | "declaim" | "go" | "deftype" | "use-modules"
            | "quasi-quote" | "cond-expand" | "proclaim" | "define-library", _) => Shape::Data,
        ("provide" | "export", _) => Shape::Exports,
        ("block" | "return-from" | "the" | "eval-when", _) => Shape::SkipFirst,
        ("cond", _) => Shape::Clauses,
        ("case" | "ecase" | "ccase" | "typecase" | "etypecase" | "ctypecase", _) => Shape::Case,
        ("declare", _) => Shape::Declare,
        ("function", _) => Shape::Function,
        ("lambda" | "alambda" | "mlambda", _) => Shape::Lambda,
        ("named-lambda" | "rec", Scheme) => Shape::NamedLambda,
        ("case-lambda", _) => Shape::CaseLambda,
        ("defproc", _) | ("defun" | "defgeneric", CommonLisp) => Shape::Define(NameKind::Function),
        ("defmacro", _) | ("define-compiler-macro", CommonLisp) => Shape::Define(NameKind::Macro),
        ("defmethod", _) => Shape::Method,
        ("define" | "define-integrable" | "define-constant", Scheme) => Shape::SchemeDefine(NameKind::Function),
        ("define-macro" | "define-syntax" | "define-syntax-rule", Scheme) => Shape::SchemeDefine(NameKind::Macro),
        ("define-values", Scheme) => Shape::DefineValues,
        ("defvar" | "defparameter" | "defconstant", _) => Shape::Variable,
        ("setq" | "set!" | "psetq", _) => Shape::Assign,
        ("let" | "prog" | "fluid-let" | "parameterize", _) => Shape::Let,
        ("let*" | "prog*" | "and-let*", _) => Shape::LetStar,
        ("letrec" | "letrec*", _) => Shape::Letrec,
        ("let-values" | "let*-values", _) => Shape::LetValues,
        ("let-optionals*" | "let-keywords*", Scheme) => Shape::LetOptionals,
        ("flet" | "macrolet", CommonLisp) => Shape::Functions { recursive: false },
        ("labels", CommonLisp) => Shape::Functions { recursive: true },
        ("dolist" | "dotimes" | "dotable" | "do-stream" | "with-open-port", _) => Shape::Loop,
        ("with-open-file" | "with-open-stream" | "with-output-to-string" | "with-input-from-string"
            | "do-symbols" | "do-all-symbols" | "do-external-symbols", CommonLisp) => Shape::Loop,
        ("do" | "do*", _) => Shape::Do,
        ("loop", CommonLisp) => Shape::LoopWords,
        ("receive", Core | Scheme) | ("multiple-value-bind" | "destructuring-bind", CommonLisp) => Shape::Receive,
        ("handler-case" | "restart-case", CommonLisp) => Shape::HandlerCase,
        ("guard", Scheme) => Shape::Guard,
        ("let/cc" | "let/ec", _) | ("let1" | "if-let1", Scheme) => Shape::First,
        ("with-names", _) | ("with-slots" | "with-accessors", CommonLisp) => Shape::NameList,
        ("syntax-rules", Scheme) => Shape::SyntaxRules,
        ("defrecord", _) | ("defstruct", CommonLisp) | ("define-structure", Scheme) => Shape::Record,
        ("define-record-type", Scheme) => Shape::RecordType,
        ("defclass" | "define-condition", CommonLisp) => Shape::Class,
        ("deftest", _) => Shape::Test,
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
