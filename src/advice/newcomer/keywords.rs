//! Advice on keywords that a function does not know: which of those that it knows was meant.

use crate::fault::{Code, Condition};
use crate::spelling::nearest;

/// What people call things that have another name here.
const OTHER_NAMES: [(&str, &[&str]); 12] = [
    ("digits", &["size", "n", "side", "order", "width"]),
    ("rating", &["difficulty", "difficult", "hardness", "level", "grade"]),
    ("like", &["board", "size", "variant", "layout"]),
    ("tries", &["attempts", "count", "limit", "max"]),
    ("nodes", &["limit", "steps", "max-nodes", "node-limit", "budget"]),
    ("ms", &["time", "seconds", "timeout", "milliseconds", "time-limit", "sec", "s"]),
    ("else", &["default", "otherwise", "result"]),
    ("tie", &["ties", "tiebreak", "tie-break", "heuristic", "by", "break"]),
    ("level", &["strength", "propagation", "consistency", "lvl"]),
    ("diagonals", &["x", "diagonal", "x-sudoku"]),
    ("regions", &["jigsaw", "areas", "blocks", "boxes"]),
    ("language", &["lang", "locale", "in"]),
];

/// The keywords that a message tells, with their colons.
fn told(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| c.is_whitespace() || ",;()".contains(c);
    text.split(ends).filter(|word| word.len() > 1 && word.starts_with(':'))
}

/// Advice on `:tie degree`, where a word is expected that is also the name of a function.
pub(super) fn on_word(c: &Condition) -> Option<String> {
    let (expected, got) = c.problem.rsplit_once(", got #<function ")?;
    let word = got.strip_suffix('>')?;
    let (_, words) = expected.split_once(" must be ")?;
    let is_among = words.split([',', ' ']).any(|expected| expected == word);
    is_among.then(|| format!("the word has a quote: '{word}; {word} is the function of that name"))
}

/// Advice on a keyword that the function does not know; the message tells those that it knows.
pub(super) fn on_keyword(c: &Condition) -> Option<String> {
    if !matches!(c.code, Code::ArgumentCount | Code::User) {
        return None;
    }
    let (unknown, known) = match c.problem.strip_prefix("unknown keyword ") {
        Some(rest) => rest.split_once(' ')?,
        None => {
            let (known, unknown) = c
                .problem
                .rsplit_once("; got :")
                .or_else(|| c.problem.rsplit_once(", got :"))
                .or_else(|| c.problem.rsplit_once(", found :"))?;
            (unknown, known)
        }
    };
    let unknown = unknown.trim_start_matches(':');
    let known: Vec<&str> = told(known).map(|word| word.trim_start_matches(':')).collect();
    let is_other_name =
        |name: &&&str| OTHER_NAMES.iter().any(|(here, elsewhere)| *here == **name && elsewhere.contains(&unknown));
    let begins = |name: &&&str| {
        unknown.len() >= 3 && (name.starts_with(unknown) || name.len() >= 3 && unknown.starts_with(**name))
    };
    let meant = known
        .iter()
        .find(is_other_name)
        .copied()
        .or_else(|| nearest(unknown, known.iter().copied()))
        .or_else(|| known.iter().find(begins).copied())?;
    let unit = if meant == "ms" { " (in milliseconds)" } else { "" };
    Some(format!("did you mean :{meant}?{unit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_known_by_its_spelling_or_by_what_others_call_it() {
        let help = |code, problem: &str| on_keyword(&Condition::new(code, problem.to_string()));
        let options = "options are :digits, :box and :less; got ";
        for (unknown, meant) in [(":size", ":digits"), (":digts", ":digits"), (":boxes", ":box")] {
            let told = help(Code::ArgumentCount, &format!("{options}{unknown}"));
            assert_eq!(told, Some(format!("did you mean {meant}?")), "{unknown}");
        }
        assert_eq!(help(Code::ArgumentCount, &format!("{options}:colour")), None);
        let unknown = "unknown keyword :difficult (known: :like :rating)";
        assert_eq!(help(Code::ArgumentCount, unknown).unwrap(), "did you mean :rating?");
        let budget = "with-budget: expected :nodes, :ms or :else, found :time";
        assert_eq!(help(Code::User, budget).unwrap(), "did you mean :ms? (in milliseconds)");
        assert_eq!(help(Code::WrongType, unknown), None);
    }
}
