//! Advice on arguments of the wrong type, or in the wrong order.

use super::call::infix_inside;
use super::enclosing::list_of_arguments;
use super::{BOARD_OR_NIL, is_name, parts, words_around};
use crate::fault::{Argument, Code, Condition};
use crate::runtime::dialect::Dialect;
use crate::source::Span;

/// Functions that compare elements by what another function says of each.
const BY_KEY: [&str; 4] = ["best-cell", "max-by", "min-by", "sort-by"];

/// Advice on an argument of the wrong type.
pub(super) fn on_type(c: &Condition, text: &str, start: usize, form: &str, dialect: Dialect) -> Option<String> {
    let (expected, got) = c.mismatch().unwrap_or_default();
    if c.argument == Some(Argument::Named("what choose-cell returns".into())) && got.parse::<u64>().is_ok() {
        return Some("a cell is a list of its row and its column: (list row column)".into());
    }
    if c.argument == Some(Argument::Named("what choose-cell returns".into())) && got.starts_with("((") {
        return Some("that is a list of cells: (first cells) is one".into());
    }
    if c.argument == Some(Argument::Named("a coordinate of what choose-cell returns".into())) && got.starts_with('(') {
        return Some("that is a list of cells, where one cell is needed: (first cells) is one".into());
    }
    if c.argument == Some(Argument::Named("what order-values returns".into())) {
        return Some("all values to try are a list, in their order: (sort (candidates board cell) >)".into());
    }
    #[cfg(feature = "constraints")]
    if let Some(help) = super::stores::on_store(c, form, text) {
        return Some(help);
    }
    if expected == "a symbol" && c.expansion.iter().any(|(name, _)| name == "defrecord") {
        return Some("the name and the fields stand without quotes and parentheses: (defrecord point x y)".into());
    }
    let subject = c.subject.as_deref()?;
    if expected == "a number" && got.starts_with('(') && words_around(text, start).contains(&"amb") {
        return Some("amb takes its alternatives one by one, (amb 1 2 3); (a-member-of list) is one of a list".into());
    }
    let is_unquoted_call = |parts: &[&str]| matches!(parts, [_, called] if called.starts_with('('));
    if subject == "require"
        && let Some(module) = got.strip_prefix(':')
    {
        return Some(format!("the name of a module is quoted: (require '{module})"));
    }
    if subject == "require" && is_unquoted_call(&parts(form).unwrap_or_default()) && dialect == Dialect::CORE {
        let condition = parts(form)?.pop()?;
        return Some(format!(
            "`require` loads modules; what must be true in a search of the module `amb` is (require-that {condition})"
        ));
    }
    if got == "#<end-of-file>" {
        return Some("that is what is read where there is no more to read: (eof-object? x) asks for it".into());
    }
    if let Some(function) = got.strip_prefix("#<function ")
        && let Some(help) = infix_inside(form).or_else(|| call_meant(form, function.trim_end_matches('>')))
    {
        return Some(help);
    }
    if got.starts_with('(')
        && let Some(help) = list_of_arguments(form, text, start)
    {
        return Some(help);
    }
    if let Some(help) = on_name_used_twice(c, form, text) {
        return Some(help);
    }
    if got.starts_with('(') && is_in_expander(c) {
        return Some(
            "a macro gets forms that have not been evaluated, and returns a form: by a template, `(+ ,x 1)".into(),
        );
    }
    if expected == "a number"
        && matches!(subject, "<" | ">")
        && c.called.as_deref().is_some_and(|called| BY_KEY.contains(&called))
    {
        return Some("its function gives a number for each element: a key, by which they are compared".into());
    }
    if expected == "a number" && got.starts_with('"') && subject == "+" {
        let is_text = |part: &&str| part.starts_with('"');
        return Some(match parts(form)?.as_slice() {
            [_, written @ ..] if written.iter().any(is_text) && !written.iter().all(is_text) => format!(
                "(display {}) writes them one after the other; strings are joined by string-append, values put into \
                 one by (format nil \"... ~a\" x)",
                written.join(" ")
            ),
            _ => "strings are joined by string-append; string->number reads a number in a string".into(),
        });
    }
    if subject == "format" && c.argument == Some(Argument::Named("control".into())) {
        return Some("the destination comes first: (format t ...) prints, (format nil ...) returns a string".into());
    }
    #[cfg(feature = "constraints")]
    if let Some(help) = super::stores::on_variable(c, subject, text) {
        return Some(help);
    }
    if dialect == Dialect::CORE
        && let Some(help) = on_kind(c, subject, form, text)
    {
        return Some(help);
    }
    let is_number = |got: &str| got.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    // If it is the first argument and a string comes later, it is the order that is wrong.
    let is_misplaced = match parts(form).unwrap_or_default().as_slice() {
        [_, first, later @ ..] => got == *first && later.iter().any(|part| part.starts_with('"')),
        _ => false,
    };
    if expected == "a string" && is_number(got) && !is_misplaced {
        return Some("(number->string n) is the text of a number, (format nil \"~a\" x) that of anything".into());
    }
    let Some(Argument::Position(position)) = c.argument else { return None };
    let parts = parts(form)?;
    let part = parts.get(position).filter(|p| parts.first() == Some(&subject) && p.starts_with('('))?;
    let reason = if got == "nil" { meaning_of_nil(part) } else { None };
    Some(format!("argument {position} is the value of {part}{}", reason.map_or(String::new(), |r| format!(": {r}"))))
}

/// Advice on `(* n f (- n 1))`: a call of `f` has parentheses of its own.
fn call_meant(form: &str, function: &str) -> Option<String> {
    let parts = parts(form)?;
    let at = parts.iter().position(|part| *part == function).filter(|&at| at > 0)?;
    let argument = parts.get(at + 1)?;
    Some(format!("this is the function itself; a call stands in parentheses: ({function} {argument})"))
}

/// Did it happen in the function that a macro is? Code that a macro has made has the place of the macro's call.
fn is_in_expander(c: &Condition) -> bool {
    let is_elsewhere =
        |call: Span| call.source() != c.span.source() || c.span.end() <= call.start() || call.end() <= c.span.start();
    c.expansion.first().is_some_and(|&(_, call)| is_elsewhere(call))
}

/// What it means that a function of the library has returned nil.
fn meaning_of_nil(call: &str) -> Option<&'static str> {
    Some(match call.strip_prefix('(')?.split([' ', ')']).next()? {
        "table-ref" => "the table has no such key; (table-ref table key default) gives a default for it",
        "assoc" | "assoc-if" | "member" | "find-if" | "find-index" | "string-search" | "string-index" => {
            "nothing was found"
        }
        "string->number" => "the text is no number",
        "digit-value" => "the character is no digit",
        "getenv" => "there is no such variable",
        "first" | "second" | "third" | "nth" | "car" | "last" => "the list has no such element",
        "solve" => "there is no solution",
        "value" => "the variable has several values; the store that `solve` returns has one for each variable",
        _ => return None,
    })
}

/// Advice on values that are not fit, whatever their type, and on what the library says in its own words.
pub(super) fn on_value(c: &Condition, text: &str, start: usize) -> Option<String> {
    if c.code == Code::IndexOutOfRange {
        let coordinates = c.problem.strip_prefix("coordinates (").and_then(|p| p.split_once(") outside an array of "));
        if let Some((coordinates, dimensions)) = coordinates
            && coordinates.contains(' ')
            && dimensions.bytes().all(|b| b.is_ascii_digit())
        {
            return Some(format!(
                "the array has one row of {dimensions} elements: (make-array '({dimensions} {dimensions}) 0) has as \
                 many rows"
            ));
        }
        if c.problem.contains("outside a board") {
            return Some("rows and columns are counted from 0".into());
        }
        let vector = c.problem.strip_prefix("index ").and_then(|p| p.split_once(" outside a vector of "));
        let is_behind = |(index, count): &(&str, &str)| index == count && *count != "0";
        return vector.filter(is_behind).map(|(index, _)| {
            format!("elements are counted from 0: the last has the index {}", index.parse::<u64>().map_or(0, |n| n - 1))
        });
    }
    if c.code == Code::User {
        let is_choice = c.problem.starts_with("assertion failed:") && words_around(text, start).contains(&"amb");
        return is_choice.then(|| "(require-that test) tries another alternative, assert ends the program".into());
    }
    if c.argument == Some(Argument::Named("what search-level returns".into())) {
        return Some("the level is a quoted name: (defproc search-level () 'locked)".into());
    }
    let puzzle = c.subject.as_deref() == Some("read-puzzle");
    if puzzle && c.problem.contains(" cells in one line, found 1 row") {
        return Some("in one line, a puzzle has as many characters as cells: 81 for 9 by 9".into());
    }
    if puzzle && c.problem.ends_with("found a second one") {
        return Some("(read-puzzles text) is the list of all puzzles, (first (read-puzzles text)) the first".into());
    }
    let found = c.problem.split_once("expected a puzzle, found `").and_then(|(_, found)| found.strip_suffix('`'));
    let is_path = |found: &&str| found.contains('/') || found.rsplit_once('.').is_some_and(|(_, end)| is_ending(end));
    let function = c.subject.as_deref().filter(|name| matches!(*name, "read-puzzle" | "read-puzzles"))?;
    let path = found.filter(is_path)?;
    let several = match function {
        "read-puzzle" => format!("; where it has several, (read-puzzles (read-file \"{path}\")) is the list of them"),
        _ => String::new(),
    };
    Some(format!("({function} (read-file \"{path}\")) reads the text of a file{several}"))
}

/// Does the name of a file end so, behind its point?
fn is_ending(end: &str) -> bool {
    (1..=5).contains(&end.len()) && end.chars().all(|c| c.is_ascii_alphabetic())
}

/// Is it a number such as 5/2?
fn is_ratio(got: &str) -> bool {
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    got.trim_start_matches('-').split_once('/').is_some_and(|(above, below)| digits(above) && digits(below))
}

/// The number that is all there is in a list.
fn alone(list: &str) -> Option<&str> {
    let inside = list.strip_prefix('(')?.strip_suffix(')')?;
    inside.parse::<f64>().ok().map(|_| inside)
}

/// A global name that has been given two values, one after the other, of which the function was to get the first.
fn on_name_used_twice(c: &Condition, form: &str, text: &str) -> Option<String> {
    let before = text.get(..c.span.start() as usize)?;
    // The name and its values at top level, each with its line.
    let values_of = |name: &str| -> Vec<(usize, &str)> {
        let begin = format!("(setq {name} ");
        let lines = (1..).zip(before.lines());
        lines.filter_map(|(i, line)| Some((i, line.strip_prefix(begin.as_str())?))).collect()
    };
    parts(form)?.iter().skip(1).filter(|part| is_name(part)).find_map(|name| {
        let values = values_of(name);
        let [.., (_, first), (line, last)] = values.as_slice() else { return None };
        let is_call = first.starts_with('(') && last.starts_with('(');
        // A variable is made of the store whose name it gets.
        let is_variable = last.starts_with("(variable ") || last.starts_with("(variables ");
        let is_of_itself = words_around(last, 0).contains(name) && !is_variable;
        let kind = |value: &str| value.split([' ', ')']).next().map(str::to_string);
        let (first, last) = (first.strip_suffix(')')?, last.strip_suffix(')')?);
        (is_call && !is_of_itself && kind(first) != kind(last)).then(|| {
            format!("line {line} gives `{name}`, which was {first}, another value, {last}: two things have one name")
        })
    })
}

/// What does for the kind of value that was given what the function does for another.
fn on_kind(c: &Condition, subject: &str, form: &str, text: &str) -> Option<String> {
    let (expected, got) = c.mismatch()?;
    if expected.contains("number")
        && got.starts_with('(')
        && let Some([function @ ("min" | "max"), list]) = parts(form).as_deref()
    {
        return Some(format!("{function} takes numbers, and not a list of them: (apply {function} {list})"));
    }
    if expected.contains("number") && got.starts_with('(') && form.contains("(candidates ") {
        return Some("that is the list of the candidates: (count-candidates board cell) says how many they are".into());
    }
    if expected.contains("number")
        && let Some(number) = alone(got)
    {
        return Some(format!(
            "{got} is a list with {number} in it, which (first list) reads; what stands beside a key in a list of \
             (key value) is read by (second (assoc key list))"
        ));
    }
    if expected == "a function"
        && let Some(help) = super::call::given_by_name(got, form)
    {
        return Some(help);
    }
    match c.called.as_deref() {
        Some("dotable") if got == "nil" => {
            return Some("(dotable (key value table) expr...) goes through a table".into());
        }
        Some("with-open-port") => {
            return Some("(with-open-port (variable port) expr...) closes the port at the end".into());
        }
        _ => {}
    }
    if matches!(expected, "a board" | BOARD_OR_NIL)
        && got == "nil"
        && let Some(help) = board_of_nothing(c, form, text)
    {
        return Some(help);
    }
    let help = match (subject, expected) {
        ("draw-puzzle" | "puzzle->svg", "an array") if got == "nil" => {
            "nil is what is left of a board after a contradiction, and what solve returns where there is no solution"
        }
        ("draw-puzzle" | "puzzle->svg", "an array") if got.starts_with('"') => {
            "(read-puzzle string) makes a board of a text"
        }
        ("read-puzzle", "a string") if got.starts_with("(\"") => {
            "(string-join list \"\\n\") is the text that has the strings of a list as its lines"
        }
        ("solve" | "propagate-constraints", "a list") if got.starts_with('"') => {
            "constraints are lists of a cell and its digit, as ((0 0) 5): (board->constraints (read-puzzle string))"
        }
        (_, "a number") if got.starts_with("#<store ") => {
            "that is a store, as a solution is: (value store x) is the value of the variable x in it"
        }
        ("explain" | "step-part" | "difficulty" | "apply-step!", _) if got.starts_with("#2A(") => {
            "that is a board: (next-step board) is a step"
        }
        (_, "a list" | "a proper list" | "a list, string, array or hash table") if got.starts_with("#<solution ") => {
            "solutions come one by one: (stream->list solutions) is a list of them, (all-values expr...) that of all \
             values at once"
        }
        ("dolist", _) if got.starts_with(|c: char| c.is_ascii_digit()) => "(dotimes (i count) expr...) counts",
        ("dolist", _) if got.starts_with("#<table") => "(dotable (key value table) expr...) goes through a table",
        ("dolist", _) if got.starts_with('"') && form.contains("(read-file ") => {
            "(read-lines path) is the list of the lines of a file"
        }
        ("dolist", _) if got.starts_with('"') => {
            "(string-for-each f string) goes through a string, (string->list string) is the list of its characters"
        }
        ("dolist", _) if got.starts_with('#') => "(array->list array) is a list of the elements",
        ("dotimes", _) if got.starts_with('(') => "(dolist (x list) expr...) goes through a list",
        ("with-budget", "a list") => "limits stand in a list: (with-budget (:nodes 1000) expr...)",
        ("format", _) if got.starts_with('"') && expected.starts_with("nil ") => return Some(destination_first(form)),
        ("*", "a number") if got.starts_with('"') => {
            "(make-string count #\\-) is a string of one character again and again; string->number reads a number in a \
             string"
        }
        ("/=", "a number") if !got.starts_with('(') && !got.starts_with("#<variable") => {
            "/= compares numbers: (not (= a b)) compares anything"
        }
        (_, "a number" | "an integer") if got.starts_with("#\\") => {
            "a character is no number: (digit-value c) is that of a digit, (char->integer c) its code"
        }
        (_, "an integer" | "an integer that is not negative") if is_ratio(got) => {
            "/ is exact: (quotient a b) is the quotient of integers without its fraction"
        }
        ("nth" | "list-ref", "an integer that is not negative") if got.starts_with('-') => {
            "elements are counted from 0 at the front: (last list) is the last one, (nth n (reverse list)) counts from \
             the end"
        }
        ("sublist" | "substring" | "string-ref" | "take" | "drop" | "list-head" | "list-tail" | "aref", _)
            if got.starts_with('-') && expected == "an integer that is not negative" =>
        {
            "positions are counted from 0 at the front, and from there only: (length list) or (string-length string) \
             less something is one from the end"
        }
        (_, "a list") if got.starts_with("#<values ") => {
            "several values are no list: (receive (a b) expr ...) binds them, (receive all expr all) is the list of \
             them"
        }
        ("reverse", "a list") if got.starts_with('"') => "(string-reverse string) is the string backwards",
        ("member" | "member?", "a list") if got.starts_with("#<table ") => "(table-has? table key) asks for a key",
        ("member" | "member?", "a list") if got.starts_with('"') => {
            "(string-contains? string part) looks into a string"
        }
        (_, "a list") if got.starts_with("#<table ") => {
            "(table-keys table) and (table-values table) are lists, (table->list table) has both"
        }
        ("length", _) if got == "#<function>" => {
            "what gives elements one by one has no length: (find-solutions board limit) is a list of solutions"
        }
        ("append", _) if got.contains(" . ") || !got.starts_with(['(', '#']) => {
            "append joins lists: (append list (list x)) has the element x at its end, (cons x list) in front"
        }
        ("apply", "a proper list") => {
            "the last argument of apply is a list: (apply f list); a call with single arguments is (f a b)"
        }
        ("aref" | "aset", "an array") if got.starts_with("#<table ") => {
            "(table-ref table key) reads a table, (table-set! table key value) changes it"
        }
        ("aref", "an array") if got.starts_with('"') => "(string-ref string i) is a character of a string",
        ("aset", "an array") if got.starts_with('"') => {
            "strings do not change: (string-append (substring s 0 i) \"x\" (substring s (+ i 1))) is a new one"
        }
        ("aref" | "aset", "an array") if got.starts_with('(') => {
            "(nth i list) is an element of a list; lists are not changed by position, arrays are: (list->array list)"
        }
        ("1+" | "+" | "-" | "cons" | "append", _) if got == "nil" && c.called.as_deref() == Some("table-update!") => {
            "a key that is not there has the value nil: (table-update! table key f 0) begins with 0"
        }
        (_, "an input port") if got.starts_with('"') => {
            "(read-lines path) is the list of the lines of a file, (open-input-file path) a port to read from"
        }
        ("aref" | "aset", "an integer") if got.starts_with('(') => {
            "coordinates in a list: (get-array-element array list) reads, (set-array-element array list value) writes"
        }
        ("<" | ">" | "<=" | ">=", "a number") if got.starts_with('"') => {
            "strings are compared by string<? and its like"
        }
        ("max" | "min" | "+" | "*", "a number") if got.starts_with('(') => {
            return Some(format!("(apply {subject} list) takes the elements of a list"));
        }
        (_, "a board" | BOARD_OR_NIL) if got == "nil" => {
            "nil is what is left of a board after a contradiction: (when board ...) asks for it"
        }
        (_, "a board" | BOARD_OR_NIL) if got.starts_with('"') => "(read-puzzle string) makes a board of a text",
        ("read-puzzle", "a string") if got.starts_with('(') => {
            "a puzzle is read from a text: (read-puzzle (format nil \"~s\" list)) from that of a list"
        }
        (_, "a board" | BOARD_OR_NIL) if got.starts_with("((") => {
            "(read-puzzle (format nil \"~s\" list)) makes a board of a list of rows"
        }
        (_, "a string") if got.starts_with(char::is_alphabetic) && got != "nil" => {
            if c.argument == Some(Argument::Named("path".into())) {
                return Some(format!("the name of a file stands in double quotes: \"{got}\""));
            }
            "a text stands in double quotes; (symbol->string name) is the text of a symbol"
        }
        (_, "a string") if got.starts_with('(') => {
            "(format nil \"~s\" x) is the text of any value, (string-join list \" \") that of a list of strings"
        }
        ("json-encode", _) if expected.contains("a proper list") => {
            "a list becomes an array; an object is made of a table: (list->table '((a 1) (b 2)))"
        }
        ("json-encode", _) if got.starts_with(char::is_alphabetic) => {
            "symbols are keys only: (list->table '((a 1))) makes a table, which becomes an object, \
             (symbol->string name) a string"
        }
        (_, "a list") if got.starts_with("#<variable ") && c.argument == Some(Argument::Named("variables".into())) => {
            "variables stand in a list: (list x y)"
        }
        (_, "a hash table") if got.starts_with('(') => "(list->table list) makes a table of a list of keys and values",
        ("list->table", _) if got.contains(" . ") => "an entry is a list of two, without a point: ((a 1) (b 2))",
        (_, "a character") if got.starts_with('"') => "a character is written #\\a, a blank #\\space",
        ("first" | "car" | "rest" | "cdr" | "second" | "nth", "a list") if got.starts_with('"') => {
            "(string-ref string i) is a character of a string, (substring string from to) a part of it, \
             (string->list string) the list of its characters"
        }
        ("first" | "car" | "rest" | "cdr" | "second" | "nth", "a list") if got.starts_with("#(") => {
            "(aref array i) is an element of an array, (array->list array) the list of all"
        }
        _ => return None,
    };
    Some(help.into())
}

/// Advice on `(format "%s cells" n)`.
fn destination_first(form: &str) -> String {
    let meant = parts(form).and_then(|parts| {
        let (_, [control, values @ ..]) = parts.split_at_checked(1)? else { return None };
        let control = control.strip_prefix('"')?.strip_suffix('"')?;
        let written = ["%s", "%d", "%i", "%f", "{}"].iter().fold(control.to_string(), |text, d| text.replace(d, "~a"));
        Some(format!("(format nil \"{written}\"{})", values.iter().map(|v| format!(" {v}")).collect::<String>()))
    });
    let meant = meant.unwrap_or_else(|| "(format nil \"x is ~a\" x)".into());
    format!(
        "the destination comes first, and ~a is where a value stands: {meant} returns the text, with t it is printed"
    )
}

/// Advice where a variable should be a board, and has been nil since an assignment before.
fn board_of_nothing(c: &Condition, form: &str, text: &str) -> Option<String> {
    let call = parts(form)?;
    let board = call.iter().skip(1).find(|part| is_name(part))?;
    let before = text.get(..c.span.start() as usize)?;
    let (above, assignment) = before.rsplit_once(&format!("\n(setq {board} "))?;
    let value = assignment.split_once('\n')?.0.strip_suffix(')').filter(|value| value.starts_with("(assign"))?;
    let line = above.matches('\n').count() + 2;
    Some(format!(
        "`{board}` is nil, which is left of a board after a contradiction: {value} in line {line} was one at the \
         latest; (when {board} ...) asks for it"
    ))
}
