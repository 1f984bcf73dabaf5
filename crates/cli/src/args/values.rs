//! Values of command line arguments that are more than numbers.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use klammer::hints::nearest;
use klammer_search::puzzle::{InputFormat, OutputFormat, Shape};

/// Program to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    File(PathBuf),
    Stdin,
    /// Its value is printed.
    Expression(String),
}

/// Notation of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFormat {
    /// As at a terminal.
    Draw,
    /// An object a puzzle: what came out, and what it took.
    Objects,
    Text(OutputFormat),
}

impl ResultFormat {
    pub const LINE: ResultFormat = ResultFormat::Text(OutputFormat::Line);
}

impl FromStr for ResultFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<ResultFormat, String> {
        match name {
            "draw" => Ok(ResultFormat::Draw),
            "json" => Ok(ResultFormat::Objects),
            _ => name.parse().map(ResultFormat::Text).map_err(|e: String| e.replace("there are ", "there are draw, ")),
        }
    }
}

/// Short help of `--to`.
pub const NOTATION: &str = "Write in FORMAT [default: draw for one at a terminal, else line]";

/// Long help of `--to`.
pub fn notations() -> String {
    let formats = alternatives(std::iter::once("draw").chain(OutputFormat::ALL.iter().map(|f| f.hint())));
    format!("{NOTATION}\n\nFormats: {formats}")
}

/// Long help of `--from`.
pub fn input_formats() -> String {
    format!("Read puzzles in FORMAT\n\nFormats: {}", alternatives(InputFormat::ALL.iter().map(|f| f.hint())))
}

/// `a, b or c`.
fn alternatives<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = names.into_iter().collect();
    let last = names.pop().unwrap_or_default();
    format!("{} or {last}", names.join(", "))
}

pub fn input_format(name: &str) -> Result<InputFormat, String> {
    name.parse()
}

/// The file of a page for a browser.
pub fn page(path: &str) -> Result<PathBuf, String> {
    let is_puzzles =
        Path::new(path).extension().is_some_and(|e| ["sdm", "sdk", "txt", "csv", "lisp"].iter().any(|p| e == *p));
    if is_puzzles {
        return Err(format!("this would write the page to {path}: name it tree.html, and {path} after it"));
    }
    file_of_kind(path, &["html", "htm", "xhtml"], "a page for a browser")
}

/// The file of a page to print.
pub fn sheet(path: &str) -> Result<PathBuf, String> {
    file_of_kind(path, &["html", "htm", "svg"], "a page for a browser, or a picture in SVG")
}

/// The file of a picture.
pub fn picture(path: &str) -> Result<PathBuf, String> {
    file_of_kind(path, &["svg"], "a picture in SVG")
}

/// A file or folder that may be written. It need not be there yet, but its parent must be.
pub fn written() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        match folder {
            Some(folder) if !path.exists() && !folder.is_dir() => Err(format!(
                "there is no folder {}: a file or folder that is not there yet can be granted in a folder that is",
                folder.display()
            )),
            _ => Ok(path),
        }
    })
}

/// A file, unless its name promises something else than what is written to it.
fn file_of_kind(path: &str, endings: &[&str], what: &str) -> Result<PathBuf, String> {
    const OTHERS: [&str; 14] =
        ["svg", "png", "jpg", "jpeg", "gif", "webp", "bmp", "pdf", "ps", "dot", "gv", "html", "json", "jsonl"];
    let file = PathBuf::from(path);
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match (ending, endings) {
        (Some(ending), [wanted, ..]) if OTHERS.contains(&&*ending) && !endings.contains(&&*ending) => {
            Err(format!("what is written is {what}: name it {}", file.with_extension(wanted).display()))
        }
        _ => Ok(file),
    }
}

/// Parses a positive number.
pub fn positive(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected a number of at least 1")
}

/// Parses the size of a puzzle.
pub fn size(text: &str) -> Result<usize, &'static str> {
    let size = text.parse().ok().filter(|&size| Shape::of_size(size).is_some());
    size.ok_or("expected a number from 4 to 25")
}

pub fn nodes(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "expected a number of nodes, such as 10000")
}

/// Least and greatest rating requested.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    pub low: f64,
    pub high: f64,
}

pub fn rating(text: &str) -> Result<Range, &'static str> {
    const EXPECTED: &str =
        "expected a rating, such as 4.2, or the least and the greatest, such as 4-5 (easy is 1-1.5, hard 2.8-5)";
    let number = |text: &str| text.parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0).ok_or(EXPECTED);
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let range = Range { low: number(low)?, high: number(high)? };
    if range.low <= range.high { Ok(range) } else { Err(EXPECTED) }
}

/// Variant of sudoku: the groups that its boards have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Variant {
    X,
    Windows,
    Latin,
    /// Five boards that overlap.
    Samurai,
    /// A map of cages, and their sums.
    Killer(PathBuf),
    /// A map of regions.
    Jigsaw(PathBuf),
    /// A script whose value is a board.
    Script(PathBuf),
}

/// Short help of `--variant`.
pub const VARIANT: &str = "Use boards of KIND, such as x, latin or killer:FILE";

/// Long help of `--variant`.
pub const VARIANTS: &str = "Use boards of KIND: x (diagonals), windows, latin (no boxes), samurai, killer:FILE (a map \
of cages and their sums), jigsaw:FILE (a map of regions, a character a cell), or a script whose value is a board. With \
killer:FILE, the puzzle may be omitted.";

pub fn variant(text: &str) -> Result<Variant, String> {
    const EXPECTED: &str = "expected x, windows, latin, samurai, killer:FILE, jigsaw:FILE or the file of a script";
    match text {
        "x" => Ok(Variant::X),
        "windows" => Ok(Variant::Windows),
        "latin" => Ok(Variant::Latin),
        "samurai" => Ok(Variant::Samurai),
        _ => match text.split_once(':') {
            Some(("jigsaw", path)) if !path.is_empty() => Ok(Variant::Jigsaw(path.into())),
            Some(("killer", path)) if !path.is_empty() => Ok(Variant::Killer(path.into())),
            Some(("jigsaw" | "killer", _)) => Err(EXPECTED.to_string()),
            _ if is_map(Path::new(text)) => {
                Err(format!("{text} is no script: cages are killer:{text}, regions jigsaw:{text}"))
            }
            Some(_) if !Path::new(text).exists() => Err(EXPECTED.to_string()),
            _ if text.contains(['.', '/', '\\']) => Ok(Variant::Script(text.into())),
            _ => Err(EXPECTED.to_string()),
        },
    }
}

/// Returns whether a path is a file without a parenthesis, which cannot be a program.
fn is_map(path: &Path) -> bool {
    path.is_file() && std::fs::read_to_string(path).is_ok_and(|text| !text.contains('('))
}

pub fn seed(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "expected a number that is not negative, such as 42")
}

pub fn depth(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "expected a number of calls, such as 10000")
}

pub fn ticks(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "expected a number of ticks, such as 1000000")
}

/// Units of sizes, all of them powers of 1024; `iB` or `B` may follow them.
const UNITS: [(char, usize); 3] = [('k', 1 << 10), ('m', 1 << 20), ('g', 1 << 30)];

pub fn bytes(text: &str) -> Result<usize, String> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let unit = unit.to_ascii_lowercase();
    let factor = match unit.strip_suffix("ib").or(unit.strip_suffix('b')).unwrap_or(&unit) {
        "" if unit.starts_with('i') => None,
        "" => Some(1),
        letter => UNITS.iter().find(|(name, _)| letter.chars().eq([*name])).map(|(_, factor)| *factor),
    };
    let number = digits.parse::<usize>();
    let (Ok(number), Some(factor)) = (number, factor) else {
        return Err("expected a number of bytes, such as 500k, 64M or 2G".to_string());
    };
    number.checked_mul(factor).ok_or_else(|| "the size is too large".to_string())
}

pub fn seconds(text: &str) -> Result<Duration, &'static str> {
    let (digits, unit) = with_unit(text).unwrap_or((text, 1.0));
    duration(digits, unit).ok_or("expected a time, such as 10 or 0.5 (seconds), 10s or 50ms")
}

/// Splits a number from its unit, `ms` or `s`. Returns the digits and the seconds of one unit.
fn with_unit(text: &str) -> Option<(&str, f64)> {
    let milliseconds = text.strip_suffix("ms").map(|digits| (digits, 0.001));
    milliseconds.or_else(|| text.strip_suffix('s').map(|digits| (digits, 1.0)))
}

/// Returns the duration of a number of units, each of `unit` seconds.
fn duration(digits: &str, unit: f64) -> Option<Duration> {
    digits.parse::<f64>().ok().and_then(|n| Duration::try_from_secs_f64(n * unit).ok())
}

/// The name of a lint.
pub fn lint(name: &str) -> Result<String, String> {
    let names = klammer_hints::LINTS.iter().map(|lint| lint.name);
    if names.clone().any(|known| known == name) {
        return Ok(name.to_string());
    }
    Err(match nearest(name, names) {
        Some(near) => format!("there is no lint of this name: did you mean {near}?"),
        None => "there is no lint of this name".to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(bytes("12"), Ok(12));
        assert_eq!(bytes("3k"), Ok(3 << 10));
        assert_eq!(bytes("64M"), Ok(64 << 20));
        assert_eq!(bytes("2g"), Ok(2 << 30));
        for mebibytes in ["64m", "64MiB", "64MB", "64mib"] {
            assert_eq!(bytes(mebibytes), Ok(64 << 20), "{mebibytes}");
        }
        for wrong in
            ["", "k", "iB", "3iB", "3kk", "3MiBB", "3X", "-1", "1.5G", "99999999999999999999", "99999999999999G", "3ä"]
        {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_is_not_named_as_what_it_will_not_be() {
        assert_eq!(page("a/tree.html"), Ok(PathBuf::from("a/tree.html")));
        assert_eq!(page("tree"), Ok(PathBuf::from("tree")));
        assert!(page("hard.sdm").unwrap_err().ends_with("name it tree.html, and hard.sdm after it"));
        assert!(page("a/tree.SVG").unwrap_err().ends_with("name it a/tree.html"));
    }

    #[test]
    fn a_rating_is_a_number_or_a_range() {
        assert_eq!(rating("4.2"), Ok(Range { low: 4.2, high: 4.2 }));
        assert_eq!(rating("4-5.5"), Ok(Range { low: 4.0, high: 5.5 }));
        for wrong in ["", "-", "4-", "-4", "5-4", "nan", "hard"] {
            assert!(rating(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_variant_is_a_name_a_map_or_a_script() {
        assert_eq!(variant("x"), Ok(Variant::X));
        assert_eq!(variant("jigsaw:map.txt"), Ok(Variant::Jigsaw("map.txt".into())));
        assert_eq!(variant("my/board.lisp"), Ok(Variant::Script("my/board.lisp".into())));
        assert_eq!(variant("killer:cages.txt"), Ok(Variant::Killer("cages.txt".into())));
        assert!(variant("jigsaw:").is_err() && variant("killer").is_err() && variant("sumurai").is_err());
    }

    #[test]
    fn seconds_have_a_fraction_or_unit_and_no_sign() {
        for half in ["0.5", "0.5s", "500ms"] {
            assert_eq!(seconds(half), Ok(Duration::from_millis(500)), "{half}");
        }
        for wrong in ["", "-1", "nan", "inf", "1e30", "s", "ms", "-1s", "5m", "nans", "1e99s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
