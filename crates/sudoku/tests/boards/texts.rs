//! Puzzles as texts: what each format reads as, what is said of malformed ones, and that what is written reads back.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use klammer_sudoku::board::{Group, GroupKind};
use klammer_sudoku::puzzle::{
    Alphabet, DrawOptions, InputFormat, LocatedPuzzle, Mask, OutputFormat, Puzzle, ReadError, Reader, Shape,
};
use proptest::prelude::*;

use crate::settings::shared;

/// A text with puzzles, and the results of its reader: a section of `tests/puzzles/read.txt` or `malformed.txt`.
///
/// A section begins with `=== name`; lines `=> ...` have the results. In the text, `\x0d` is a byte, and a backslash
/// at the end takes the last line break away.
#[cfg_attr(not(feature = "json"), allow(dead_code, reason = "only JSON needs all of it"))]
struct Section {
    name: String,
    /// The text as it stands in the file.
    source: String,
    bytes: Vec<u8>,
    results: String,
}

fn path_of(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/puzzles").join(file)
}

fn sections(file: &str) -> Vec<Section> {
    let text = fs::read_to_string(path_of(file)).unwrap();
    let section = |section: &str| {
        let (name, rest) = section.split_once('\n').expect("a name");
        let end = if rest.starts_with("=>") { 0 } else { rest.find("\n=>").expect("results") + 1 };
        let results = rest[end..].lines().filter_map(|line| line.strip_prefix("=>"));
        let results = results.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)));
        let source = rest[..end].to_string();
        Section { name: name.to_string(), bytes: bytes(&source), source, results: results.collect() }
    };
    text.strip_prefix("=== ").expect("a section").split("\n=== ").map(section).collect()
}

fn bytes(source: &str) -> Vec<u8> {
    let mut parts = source.strip_suffix("\\\n").unwrap_or(source).split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("two digits after \\x"));
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    bytes
}

/// Returns the results of a reader on a text: a line for each puzzle and each complaint.
fn read(mut reader: Reader<impl BufRead>) -> String {
    let mut out = String::new();
    for item in reader.by_ref() {
        match item {
            Ok(LocatedPuzzle { line, puzzle, layout, .. }) => {
                let shape = puzzle.shape();
                let givens = puzzle.givens();
                let boxes = format!("{}x{}", shape.box_rows(), shape.box_columns());
                writeln!(out, "line {line}: {} by boxes of {boxes}, {givens} givens", shape.size()).unwrap();
                let some = puzzle.cells().iter().any(|c| !c.is_power_of_two() && *c != shape.all());
                let format = if some { OutputFormat::Marks } else { OutputFormat::Line };
                writeln!(out, "{}", puzzle.text(format)).unwrap();
                if let Some(layout) = layout {
                    let own = |g: &&Group| !matches!(g.kind, GroupKind::Row | GroupKind::Column | GroupKind::Box);
                    layout.groups().iter().filter(own).for_each(|group| writeln!(out, "{group:?}").unwrap());
                    layout.clues().iter().for_each(|clue| writeln!(out, "{clue:?}").unwrap());
                }
            }
            Err(error) => writeln!(out, "{error}").unwrap(),
        }
    }
    if let Some(note) = reader.passed_over() {
        writeln!(out, "note: {note}").unwrap();
    }
    out
}

/// Compares the results of all sections of a file with what stands there, or writes it.
#[cfg(feature = "json")]
fn check(file: &str) {
    let mut wrong = Vec::new();
    let mut now = Vec::new();
    for section in sections(file) {
        let name = section.name.as_str();
        let said = read(Reader::new(name, section.bytes.as_slice()));
        if said.trim_end() != section.results.trim_end() {
            wrong.push(format!("=== {name}\n{said}--- instead of\n{}", section.results));
        }
        let lines = if said.is_empty() { "\n" } else { &said };
        let results: String = lines.lines().map(|line| format!("=> {line}").trim_end().to_string() + "\n").collect();
        now.push(format!("=== {name}\n{}{results}", section.source));
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path_of(file), now.join("\n")).unwrap();
    } else {
        assert!(wrong.is_empty(), "{}\n(UPDATE=1 writes what has changed)", wrong.join("\n"));
    }
}

// Without the feature `json`, the crate takes JSON for something else.
#[cfg(feature = "json")]
#[test]
fn each_format_is_told_from_the_others() {
    check("read.txt");
}

#[cfg(feature = "json")]
#[test]
fn malformed_puzzles_get_the_right_complaints() {
    check("malformed.txt");
}

/// The puzzle of most files is one and the same.
#[test]
fn the_formats_read_as_the_same_puzzle() {
    let sections = sections("read.txt");
    let first = |name: &str| {
        let section = sections.iter().find(|section| section.name == name).unwrap();
        Reader::new(name, section.bytes.as_slice()).next().unwrap().unwrap().puzzle
    };
    let expected = first("lines.sdm");
    for name in [
        "sadman.sdk", "sections.sdk", "simple-sudoku.ss", "framed.txt", "each-cell-framed.txt", "bands.txt",
        "rows.lisp", "triples.lisp", "constraints.lisp", "vectors.lisp", "matrix.txt", "values.csv", "dos.sdm",
        "rated-lines.txt", "with-header.csv", "quoted.txt", "other-blanks.txt", "opensudoku.xml", "addresses.txt",
        "pencil-marks.txt", "remarks.txt", "titles.txt", "footer.ss", "spaces.txt",
    ] {
        assert_eq!(first(name), expected, "{name}");
    }
    assert_eq!(first("marks.txt"), expected.candidates());
}

#[test]
fn an_endless_line_is_skipped_without_being_kept() {
    let good = ".".repeat(81);
    let text = format!("{good}\n{}\n{good}\n", "1".repeat(10_000_000));
    let got = read(Reader::new("huge", text.as_bytes()));
    assert!(got.contains("huge:2:131073: expected a line of at most 131072 bytes, found a longer one\n"), "{got}");
    assert_eq!(got.matches("line 1").count() + got.matches("line 3").count(), 2, "{got}");
}

/// The longest line that is read, with either end and without one; and one byte more.
#[test]
fn a_line_may_have_a_length_and_no_more() {
    const LONGEST: usize = 128 << 10;
    let good = ".".repeat(81);
    for (length, fits) in [(LONGEST, true), (LONGEST + 1, false), (LONGEST + 2, false)] {
        for end in ["\n", "\r\n", ""] {
            let text = format!("{good}\n{good} {}{end}", "#".repeat(length - 82));
            let got = read(Reader::new("long", text.as_bytes()));
            assert_eq!(got.matches("givens").count(), if fits { 2 } else { 1 }, "{length} {end:?}: {got}");
            assert_eq!(got.contains("found a longer one"), !fits, "{length} {end:?}: {got}");
        }
    }
}

/// A stream hands its bytes over in pieces of any size.
#[test]
fn pieces_of_a_stream_are_put_together() {
    for Section { name, bytes, .. } in sections("read.txt").iter().chain(&sections("malformed.txt")) {
        let name = name.as_str();
        let whole = read(Reader::new(name, bytes.as_slice()));
        for capacity in [1, 7, 82] {
            let input = BufReader::with_capacity(capacity, bytes.as_slice());
            assert_eq!(read(Reader::new(name, input)), whole, "{name} in pieces of {capacity} bytes");
        }
    }
}

#[test]
fn a_line_is_ready_when_all_of_it_has_come() {
    let text = format!("{0}\n{0}\n{0}", ".".repeat(81));
    let mut reader = Reader::new("three", BufReader::with_capacity(100, text.as_bytes()));
    assert!(!reader.has_line_ready(), "nothing has been asked for");
    for ready in [false, false, false] {
        assert!(reader.next().unwrap().is_ok());
        assert_eq!(reader.has_line_ready(), ready);
    }
    let mut reader = Reader::new("three", BufReader::with_capacity(200, text.as_bytes()));
    for ready in [true, false, false] {
        assert!(reader.next().unwrap().is_ok());
        assert_eq!(reader.has_line_ready(), ready);
    }
    assert!(reader.next().is_none());
}

#[test]
fn brackets_without_end_are_counted_only() {
    let row = format!("({}{})\n", "(".repeat(50_000), ")".repeat(50_000));
    let got = read(Reader::new("deep", row.repeat(2).as_bytes()));
    assert_eq!(
        got,
        "deep:1:9: expected at most 8 brackets inside one another, found more\n".to_string()
            + "deep:2:9: expected at most 8 brackets inside one another, found more\n"
    );
    let long = format!("({}\n", "1 ".repeat(50_000)).repeat(1) + &"1 1 1 1 1 1 1 1\n".repeat(100_000) + ")";
    let got = read(Reader::new("long", long.as_bytes()));
    assert!(got.starts_with("long:1:") && got.contains("found a longer one") && got.lines().count() == 1, "{got}");
}

#[test]
fn unreadable_puzzles_end_the_reading() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is on fire"))
        }
    }
    let mut reader = Reader::new("broken", BufReader::new(Broken));
    let error = reader.next().unwrap().unwrap_err();
    assert!(matches!(error, ReadError::Io { .. }));
    assert_eq!(error.to_string(), "broken: the disk is on fire");
    assert!(reader.next().is_none());
}

#[test]
fn a_text_with_one_puzzle_is_parsed() {
    let blank = ".".repeat(81);
    assert_eq!(blank.parse(), Ok(Puzzle::blank(Shape::of_size(9).unwrap())));
    let complaint = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
    assert_eq!(complaint(""), "<text>:1:1: expected a puzzle, found nothing");
    assert_eq!(complaint(&format!("{blank}\n{blank}")), "<text>:2:1: expected one puzzle, found a second one");
    assert_eq!(complaint("hello"), "<text>:1:1: expected a puzzle, found `hello`");
}

#[test]
fn a_format_can_be_demanded() {
    let line = "....1...........";
    let with = |format, text: &str| read(Reader::new("x", text.as_bytes()).format(format));
    let sixteen = format!("{line}\n").repeat(16);
    assert_eq!(with(InputFormat::Line, &sixteen).matches("4 by").count(), 16);
    assert_eq!(with(InputFormat::Auto, &sixteen).matches("4 by").count(), 16);
    assert_eq!(with(InputFormat::Grid, &sixteen).matches("16 by").count(), 1);
    assert_eq!(with(InputFormat::Line, "((1 0))"), "x:1:1: expected a digit 1 to 9 or a blank (0 . * _), found `(`\n");
    assert_eq!(with(InputFormat::Nested, line), "x:1:1: expected a puzzle, found `....1...........`\n");
    assert!("sudoku".parse::<InputFormat>().unwrap_err().contains("auto, line, grid, nested, "));
}

#[test]
fn a_size_can_be_demanded() {
    let with = |size, text: &str| read(Reader::new("x", text.as_bytes()).size(size));
    assert!(with(6, "((0 0 6))").starts_with("line 1: 6 by boxes of 2x3, 1 givens"));
    assert_eq!(with(4, "((0 0 6))"), "x:1:7: expected a digit 1 to 4, found `6`\n");
    assert_eq!(with(9, "1..............."), "x:1:10: expected 9 cells in the row, found 16 cells\n");
    assert_eq!(with(99, "()"), "x:1:1: expected a size from 4 to 25, found `99`\n");
}

#[test]
fn shapes_have_the_usual_boxes() {
    let boxes = |size| Shape::of_size(size).map(|s| (s.box_rows(), s.box_columns()));
    assert_eq!(boxes(9), Some((3, 3)));
    assert_eq!(boxes(6), Some((2, 3)));
    assert_eq!(boxes(8), Some((2, 4)));
    assert_eq!(boxes(12), Some((3, 4)));
    assert_eq!(boxes(7), Some((1, 7)));
    assert_eq!(boxes(25), Some((5, 5)));
    assert_eq!((boxes(3), boxes(26), boxes(usize::MAX)), (None, None, None));
    assert_eq!(Shape::with_boxes(6, usize::MAX, 2), None);
}

#[test]
fn candidates_are_what_row_column_and_box_leave() {
    let puzzle: Puzzle = "12...3..........".parse().unwrap();
    let left = puzzle.candidates();
    assert_eq!(
        left.text(OutputFormat::Matrix),
        "[[1,2,[3,4],[3,4]],[4,3,[1,2,4],[1,2,4]],[[2,3,4],[1,4],0,0],[[2,3,4],[1,4],0,0]]"
    );
}

fn puzzles() -> impl Strategy<Value = Puzzle> {
    let shape = (4..=25usize).prop_map(|n| Shape::of_size(n).unwrap());
    shape.prop_flat_map(|shape| {
        let n = shape.size() as u32;
        let digit = (1..=n).prop_map(|d| (1 as Mask) << d);
        let some = any::<Mask>().prop_map(move |m| m & shape.all()).prop_filter("no digit", |m| *m != 0);
        let cell = prop_oneof![3 => Just(shape.all()), 3 => digit, 1 => some];
        proptest::collection::vec(cell, shape.cells()).prop_map(move |cells| Puzzle::new(shape, cells).unwrap())
    })
}

/// The puzzle with its first two cells so that every notation shows the alphabet: the first digit and a blank.
fn telling(puzzle: Puzzle, alphabet: Alphabet) -> Puzzle {
    let mut cells = puzzle.cells().to_vec();
    (cells[0], cells[1]) = (1 << 1, puzzle.shape().all());
    Puzzle::new(puzzle.shape(), cells).unwrap().written_in(alphabet)
}

fn alphabets() -> impl Strategy<Value = Alphabet> {
    prop_oneof![Just(Alphabet::One), Just(Alphabet::Zero), Just(Alphabet::Letters)]
}

/// The puzzle with what a format cannot say taken away.
fn without_marks(puzzle: &Puzzle) -> Puzzle {
    let all = puzzle.shape().all();
    let cells = puzzle.cells().iter().map(|c| if c.is_power_of_two() { *c } else { all }).collect();
    Puzzle::new(puzzle.shape(), cells).unwrap().written_in(puzzle.alphabet())
}

/// Formats that write numbers have no letters.
fn writes_numbers(format: OutputFormat) -> bool {
    matches!(format.name(), "lisp" | "triples" | "constraints" | "vector" | "matrix" | "csv")
}

fn check_round_trip(puzzle: &Puzzle, format: OutputFormat) {
    let text = puzzle.text(format);
    let keeps = matches!(format.name(), "marks" | "lisp" | "vector" | "matrix" | "json" | "hodoku");
    let mut expected = if keeps { puzzle.clone() } else { without_marks(puzzle) };
    if writes_numbers(format) && puzzle.alphabet() == Alphabet::Letters {
        expected = expected.written_in(Alphabet::One);
    }
    let size = puzzle.shape().size();
    // Triples do not tell the size; rows of sixteen dots can be taken for sixteen small puzzles.
    let tells = !matches!(format, OutputFormat::Triples | OutputFormat::Constraints | OutputFormat::Rows);
    let mut reader = Reader::new("round trip", text.as_bytes());
    if !tells {
        let input = if format == OutputFormat::Rows { InputFormat::Grid } else { InputFormat::Auto };
        reader = reader.size(size).format(input);
    }
    let read = reader.next().expect("a puzzle").unwrap_or_else(|e| panic!("{e}:\n{text}")).puzzle;
    assert_eq!(read, expected, "{}:\n{text}", format.name());
    assert!(reader.next().is_none(), "{text}");
    assert_eq!(reader.passed_over(), None, "{text}");
}

/// Notations of others: each puzzle in each, with its name.
fn notations(puzzle: &Puzzle) -> Vec<(&'static str, String)> {
    let size = puzzle.shape().size();
    let line = puzzle.text(OutputFormat::Line);
    let cells: Vec<char> = line.chars().collect();
    let rows = |between: &str, around: [&str; 2], row_end: &str| -> String {
        let row = |row: &[char]| {
            let cells: Vec<String> = row.iter().map(char::to_string).collect();
            format!("{}{}{}", around[0], cells.join(between), around[1])
        };
        cells.chunks(size).map(row).collect::<Vec<_>>().join(row_end)
    };
    let marks = |blank: char| -> String {
        let of = |cell: &Mask| -> String {
            let digit = |d: u32| if cell >> d & 1 == 1 { puzzle.alphabet().character(d) } else { blank };
            (1..=size as u32).map(digit).collect()
        };
        puzzle.cells().iter().map(of).collect()
    };
    let hyphens = |blank: &str| line.replace('.', blank);
    let mut notations = vec![
        ("spaces between cells", rows(" ", ["", ""], "\n")),
        ("commas", rows(",", ["", ""], "\n").replace('.', "")),
        ("tabs", rows("\t", ["", ""], "\n")),
        ("quoted cells", format!("[{}]", rows("\",\"", ["[\"", "\"]"], ",\n"))),
        ("single quotes", format!("[{}]", rows("', '", ["['", "']"], ", "))),
        ("rows in quotes", format!("[{}]", rows("", ["\"", "\""], ", "))),
        ("an array of JSON", format!("{{\"id\": 1,\n \"board\": [{}]}}", rows("\",\"", ["[\"", "\"]"], ",\n"))),
        ("a row of CSV", format!("17,{line},\"{line}\",easy")),
        ("an address", format!("http://localhost/?bd={line}")),
        ("markup", format!("<game data=\"{line}\" />")),
        ("hyphens", hyphens("-")),
        ("question marks", hyphens("?")),
    ];
    if size < 24 {
        notations.push(("crosses", hyphens("X")));
    }
    if size > 4 {
        notations.push(("all marks", marks('.')));
    }
    // Four or five rows of cells on one line could be a row of a larger grid.
    notations.retain(|(name, _)| {
        size > 5
            || !matches!(*name, "a row of CSV" | "an address" | "markup" | "hyphens" | "question marks" | "crosses")
    });
    notations
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(debug_assertions) { 20 } else { 2000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn written_puzzles_read_back(puzzle in puzzles(), alphabet in alphabets()) {
        let puzzle = telling(puzzle, alphabet);
        for format in OutputFormat::ALL.iter().filter(|f| f.name() != "svg") {
            check_round_trip(&puzzle, *format);
        }
    }

    #[test]
    fn other_notations_keep_the_alphabet(puzzle in puzzles(), alphabet in alphabets()) {
        let puzzle = telling(puzzle, alphabet);
        for (name, text) in notations(&puzzle) {
            if name == "an array of JSON" && !cfg!(feature = "json") {
                continue;
            }
            let read: Vec<_> = Reader::new("x", text.as_bytes()).collect();
            let [Ok(LocatedPuzzle { puzzle: read, .. })] = read.as_slice() else { panic!("{name}: {read:?}:\n{text}") };
            let expected = if name == "all marks" { puzzle.clone() } else { without_marks(&puzzle) };
            prop_assert_eq!(read, &expected, "{}:\n{}", name, text);
        }
    }

    #[test]
    fn files_of_several_puzzles_read_back(
        puzzles in proptest::collection::vec(puzzles(), 1..5),
        alphabet in alphabets(),
    ) {
        let puzzles: Vec<Puzzle> = puzzles.into_iter().map(|puzzle| telling(puzzle, alphabet)).collect();
        let apart = |name| !matches!(name, "svg" | "triples" | "constraints" | "rows");
        for format in OutputFormat::ALL.iter().filter(|f| apart(f.name())) {
            let between = if format.has_several_lines() { "\n\n" } else { "\n" };
            let text = puzzles.iter().map(|p| p.text(*format)).collect::<Vec<_>>().join(between);
            let read = Reader::new("x", text.as_bytes()).map(|p| p.unwrap().puzzle.text(*format));
            prop_assert_eq!(read.collect::<Vec<_>>().join(between), text);
        }
    }

    #[test]
    fn drawings_are_rectangles(puzzle in puzzles(), candidates: bool, ascii: bool) {
        let candidates = candidates.then_some(&puzzle);
        let drawn = puzzle.draw(&DrawOptions { candidates, ascii, ..DrawOptions::default() });
        let width = drawn.lines().next().unwrap().chars().count();
        prop_assert!(drawn.lines().all(|l| l.chars().count() == width), "{}", drawn);
        prop_assert!(!ascii || drawn.is_ascii(), "{}", drawn);
    }
}

/// A text of XML, or what is wrong with it.
#[cfg(feature = "svg")]
fn elements(svg: &str, name: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}:\n{svg}"));
    document.descendants().filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", name))).count()
}

#[test]
#[cfg(feature = "svg")]
fn a_picture_is_well_formed_whatever_its_title() {
    use klammer_sudoku::puzzle::SvgOptions;

    let puzzle: Puzzle = "1234341221434321".parse().unwrap();
    let title = Some("</title><script>alert(\"1\")</script> & 'more' \u{1}\u{0}\n");
    let svg = puzzle.svg(&SvgOptions { title, ..SvgOptions::default() });
    assert_eq!((elements(&svg, "text"), elements(&svg, "script"), elements(&svg, "title")), (16, 0, 1));
    let blank = Puzzle::blank(Shape::of_size(25).unwrap());
    let with_candidates = SvgOptions { candidates: Some(&blank), ..SvgOptions::default() };
    assert_eq!(elements(&blank.svg(&with_candidates), "text"), 25 * 25 * 25);
    assert_eq!(elements(&blank.svg(&SvgOptions::default()), "text"), 0);
}

#[test]
#[cfg(feature = "svg")]
fn pictures_and_drawings_look_as_they_did() {
    use klammer_sudoku::puzzle::SvgOptions;

    let given: Puzzle = "1..4..1.........".parse().unwrap();
    let puzzle: Puzzle = "1 2 3 4\n34 4 1 23\n. . . .\n1 2 3 4\n".parse().unwrap();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../puzzles/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| {
        let options = SvgOptions {
            candidates: Some(&puzzle),
            givens: Some(&given),
            title: Some("Four by four"),
            ..SvgOptions::default()
        };
        insta::assert_snapshot!("svg", puzzle.svg(&options));
        let mut all = String::new();
        for (ascii, candidates, colour) in [
            (false, false, false),
            (false, true, false),
            (true, false, false),
            (true, true, false),
            (false, true, true),
        ] {
            let candidates = candidates.then_some(&puzzle);
            let options = DrawOptions { ascii, candidates, colour, givens: Some(&given), layout: None };
            all.push_str(&puzzle.draw(&options).replace('\x1b', "^"));
        }
        let nothing = Puzzle::new(given.shape(), [&[0], &given.cells()[1..]].concat()).unwrap();
        all.push_str(&nothing.draw(&DrawOptions::default()));
        insta::assert_snapshot!("terminal", all);
    });
}

#[test]
fn collections_are_read_whole() {
    for (name, number, size) in [
        ("puzzles/17clue_royle_49151.sdm", 49_151, 9),
        ("puzzles/magictour_top1465.sdm", 1_465, 9),
        ("puzzles/norvig_top95.solutions.sdm", 95, 9),
        ("puzzles/gecode_16x16.txt", 55, 16),
        ("puzzles/gecode_25x25.txt", 18, 25),
    ] {
        let Some(text) = shared(name) else { continue };
        let puzzles: Vec<Puzzle> = Reader::new(name, text.as_bytes()).map(|p| p.unwrap().puzzle).collect();
        assert_eq!(puzzles.len(), number, "{name}");
        assert!(puzzles.iter().all(|p| p.shape().size() == size && p.givens() > 0), "{name}");
    }
}

/// The puzzles of the documents that the formats come from, as they stand there.
#[test]
fn puzzles_of_the_documents_are_read() {
    for (name, begin, givens) in [
        ("seeds/001-maple-easy-solver.txt", "> X:=Matrix(", 46),
        ("seeds/002-gauche-backtracking.txt", "(define test-data-1\n", 36),
        ("seeds/003-course-propagation.txt", "(setq sudoku_m1", 32),
        ("seeds/004-blog-recursive-solver.txt", "(vector ", 32),
    ] {
        let Some(text) = shared(name) else { continue };
        let start = text.find(begin).unwrap_or_else(|| panic!("{name}: no {begin}"));
        let first = Reader::new(name, &text.as_bytes()[start..]).next().unwrap().unwrap();
        assert_eq!((first.line, first.puzzle.shape().size(), first.puzzle.givens()), (1, 9, givens), "{name}");
    }
}
