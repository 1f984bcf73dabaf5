//! `klammer solve`: what it writes for each puzzle, in which order, and what its status says.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use insta::assert_snapshot;

use crate::support::settings::root;
use crate::{Sandbox, klammer, shown};

const PUZZLE: &str = "..6.........4..2...9.....35..52.6....6....1.9.......4.3.2.85..61...9.7.......7...";
const SOLUTION: &str = "726538914583419267491762835915246378264873159837951642372185496158694723649327581";
const SECOND: &str = ".........4....63.7..2.53.....5.3.........1...81....7.4..63.5.....8.1...32....49.6";
const SECOND_SOLUTION: &str = "537148692481296357962753841625437189374981265819562734196325478748619523253874916";

/// One that has no solution: two cells see each other.
fn unsolvable() -> String {
    format!("66{}", &PUZZLE[2..])
}

fn file(lines: &[&str]) -> Sandbox {
    Sandbox::new(&[("puzzles.sdm", lines.join("\n").as_bytes())])
}

#[test]
fn a_puzzle_becomes_its_solution() {
    assert_eq!(klammer(&["solve", PUZZLE]), format!("exit status 0\n--- stdout\n{SOLUTION}\n"));
}

#[test]
fn a_file_is_solved_in_order_line_by_line() {
    let sandbox = file(&["# a file", PUZZLE, "", &unsolvable(), SECOND, &PUZZLE[1..], PUZZLE]);
    let [alone, together] = ["1", "3"].map(|jobs| sandbox.run(&["solve", "--jobs", jobs, "puzzles.sdm"]));
    assert_eq!(alone, together);
    assert_snapshot!(alone, @r"
    exit status 1
    --- stdout
    726538914583419267491762835915246378264873159837951642372185496158694723649327581
    666.........4..2...9.....35..52.6....6....1.9.......4.3.2.85..61...9.7.......7... # no solution: 6 stands twice in row 1, in r1c1 and r1c2
    537148692481296357962753841625437189374981265819562734196325478748619523253874916
    # puzzles.sdm:6:81: expected 81 cells, found 80 cells
    726538914583419267491762835915246378264873159837951642372185496158694723649327581
    --- stderr
    klammer: puzzles.sdm:6:81: expected 81 cells, found 80 cells
    ");
}

/// Puzzles without a solution can be tried again: the output is a file of puzzles.
#[test]
fn output_can_be_read_again() {
    let sandbox = file(&[PUZZLE, &unsolvable(), SECOND]);
    let first = sandbox.command(&["solve", "puzzles.sdm"]).output().unwrap();
    std::fs::write(sandbox.path().join("again.sdm"), &first.stdout).unwrap();
    let second = sandbox.command(&["solve", "again.sdm"]).output().unwrap();
    assert_eq!(String::from_utf8(first.stdout), String::from_utf8(second.stdout));
}

#[test]
fn many_puzzles_keep_their_order() {
    let lines: Vec<&str> = (0..2000).map(|i| if i * i % 7 == 1 { PUZZLE } else { SECOND }).collect();
    let expected: String =
        lines.iter().map(|l| format!("{}\n", if *l == PUZZLE { SOLUTION } else { SECOND_SOLUTION })).collect();
    let output = file(&lines).command(&["solve", "--jobs", "4", "puzzles.sdm"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn other_formats() {
    let mut all = String::new();
    for format in ["grid", "lisp", "marks", "constraints", "draw"] {
        write!(all, "== {format}\n{}", klammer(&["solve", "--to", format, "12343.12.1434321"])).unwrap();
    }
    assert_snapshot!(all, @r"
    == grid
    exit status 0
    --- stdout
    +-----+-----+
    | 1 2 | 3 4 |
    | 3 4 | 1 2 |
    +-----+-----+
    | 2 1 | 4 3 |
    | 4 3 | 2 1 |
    +-----+-----+
    == lisp
    exit status 0
    --- stdout
    ((1 2 3 4)
     (3 4 1 2)
     (2 1 4 3)
     (4 3 2 1))
    == marks
    exit status 0
    --- stdout
    +-----+-----+
    | 1 2 | 3 4 |
    | 3 4 | 1 2 |
    +-----+-----+
    | 2 1 | 4 3 |
    | 4 3 | 2 1 |
    +-----+-----+
    == constraints
    exit status 0
    --- stdout
    (((0 0) 1) ((0 1) 2) ((0 2) 3) ((0 3) 4) ((1 0) 3) ((1 1) 4) ((1 2) 1) ((1 3) 2) ((2 0) 2) ((2 1) 1) ((2 2) 4) ((2 3) 3) ((3 0) 4) ((3 1) 3) ((3 2) 2) ((3 3) 1))
    == draw
    exit status 0
    --- stdout
    ┌─────┬─────┐
    │ 1 2 │ 3 4 │
    │ 3 4 │ 1 2 │
    ├─────┼─────┤
    │ 2 1 │ 4 3 │
    │ 4 3 │ 2 1 │
    └─────┴─────┘
    ");
    let svg = klammer(&["solve", "--to", "svg", "12343.12.1434321"]);
    assert!(svg.starts_with("exit status 0\n--- stdout\n<svg") && svg.ends_with("</svg>\n"), "{svg}");
    assert_snapshot!(klammer(&["solve", "--to", "pdf", "12343.12.1434321"]), @r#"
    exit status 2
    --- stderr
    error: invalid value 'pdf' for '--to <FORMAT>': unknown format of puzzles "pdf"; there are draw, line, rows, grid, marks, lisp, triples, constraints, vector, matrix, csv, hodoku, json, svg

    For more information, try '--help'.
    "#);
}

#[test]
fn objects_tell_all() {
    let sandbox = file(&[PUZZLE, "", "12", &unsolvable()]);
    let output = sandbox.run(&["solve", "--to", "json", "puzzles.sdm"]);
    let objects: Vec<serde_json::Value> =
        output.lines().filter(|l| l.starts_with('{')).map(|l| serde_json::from_str(l).unwrap()).collect();
    let told = |i: usize, key: &str| objects[i][key].clone();
    assert_eq!((told(0, "line"), told(1, "line"), told(2, "line")), (1.into(), 3.into(), 4.into()));
    let statuses = [told(0, "status"), told(1, "status"), told(2, "status")];
    assert_eq!(statuses, ["solved", "malformed", "unsolvable"]);
    assert_eq!(told(0, "solutions"), serde_json::json!([SOLUTION]));
    assert!(told(0, "nodes").is_u64() && told(0, "microseconds").is_u64());
    assert_eq!(told(1, "message"), "puzzles.sdm:3:3: expected 81 cells, found 2 cells");
}

const SEVERAL: &str = "1...............";

#[test]
fn more_solutions_than_one() {
    let sandbox = file(&[SEVERAL, "12343.12.1434321", SEVERAL]);
    assert_snapshot!(sandbox.run(&["solve", "--check-unique", "puzzles.sdm"]), @r"
    exit status 1
    --- stdout
    1............... # several solutions
    1234341221434321
    1............... # several solutions
    ");
    let all = sandbox.command(&["solve", "--all", "puzzles.sdm"]).output().unwrap();
    let numbers: Vec<usize> = String::from_utf8(all.stdout).unwrap().lines().map(|l| l.split(' ').count()).collect();
    assert_eq!((numbers, all.status.code()), (vec![72, 1, 72], Some(0)));
    assert_snapshot!(sandbox.run(&["solve", "--all", "--max-solutions", "2", "puzzles.sdm"]), @r"
    exit status 0
    --- stdout
    1234431234212143 1234341241232341
    1234341221434321
    1234431234212143 1234341241232341
    --- stderr
    klammer: stopped at --max-solutions 2 in 2 puzzles: there may be more solutions
    ");
    let json = sandbox.run(&["solve", "--all", "--max-solutions", "2", "--to", "json", "-q", "puzzles.sdm"]);
    assert_eq!(json.matches("stopped at --max-solutions: there may be more").count(), 2, "{json}");
}

#[test]
fn a_script_decides() {
    let script = b"(require 'search)\n(defproc choose-cell (board) (most-constrained board :tie 'first))\n";
    let sandbox = Sandbox::new(&[("my.lisp", script)]);
    let output = sandbox.run(&["solve", "--heuristic", "my.lisp", PUZZLE]);
    assert_eq!(output, format!("exit status 0\n--- stdout\n{SOLUTION}\n"));
}

/// Random numbers and weights begin again with each puzzle, so the order of the puzzles does not matter.
#[test]
fn chance_and_weights_are_those_of_a_puzzle() {
    let script = b"(require 'search)
(defproc propagation-level () 'naked)
(defproc choose-cell (board) (min-dom/wdeg-cell board))
(defproc order-values (board cell) (shuffle (candidates board cell)))\n";
    let lines: Vec<&str> = (0..60).map(|i| if i * i % 7 == 1 { PUZZLE } else { SECOND }).collect();
    let text = lines.join("\n");
    let sandbox = Sandbox::new(&[("my.lisp", script), ("puzzles.sdm", text.as_bytes())]);
    for jobs in ["1", "4"] {
        let arguments = ["solve", "--heuristic", "my.lisp", "--jobs", jobs, "--to", "json", "puzzles.sdm"];
        let output = String::from_utf8(sandbox.command(&arguments).output().unwrap().stdout).unwrap();
        let mut nodes: Vec<(&str, &str)> = Vec::new();
        for (line, puzzle) in output.lines().zip(&lines) {
            let counts = line.split("\"nodes\":").nth(1).unwrap().split(",\"micro").next().unwrap();
            nodes.push((puzzle, counts));
        }
        assert_eq!(nodes.len(), lines.len());
        nodes.sort_unstable();
        nodes.dedup();
        assert_eq!(nodes.len(), 2, "{jobs} jobs: {nodes:?}");
    }
}

#[test]
fn the_documented_solve_finds_one_solution() {
    let script = b"(require 'sudoku-reference)\n";
    let sandbox = Sandbox::new(&[("my.lisp", script)]);
    let easy = "7265389145834192674917628359152463782648731598379516423721854961586947236493.....";
    assert_eq!(
        sandbox.run(&["solve", "--heuristic", "my.lisp", easy]),
        format!("exit status 0\n--- stdout\n{SOLUTION}\n")
    );
    assert_snapshot!(sandbox.run(&["solve", "--check-unique", "--heuristic", "my.lisp", easy]), @r"
    exit status 1
    --- stderr
    klammer: --check-unique needs a script that defines find-solutions: (find-solutions board limit) returns a list of at most `limit` solved boards
    ");
}

#[test]
fn failing_scripts_are_told_and_others_go_on() {
    // Later output of the script may come before or after the complaints about the puzzles.
    let script = "(require 'search)
(print 'working)
(let ((good find-solutions))
  (defproc find-solutions (board limit)
    (case (first (candidates board '(0 0)))
      ((1) (error \"no ones, please\"))
      ((2) (list board))
      ((3) (do () (nil)))
      (t (good board limit)))))";
    let puzzles = ["1...............", "2...............", "3...............", "4..............."].join("\n");
    let sandbox = Sandbox::new(&[("my.lisp", script.as_bytes()), ("four.sdm", puzzles.as_bytes())]);
    let arguments = ["solve", "--jobs", "1", "--ticks", "100000", "--heuristic", "my.lisp", "four.sdm"];
    assert_snapshot!(sandbox.run(&arguments), @r#"
    exit status 1
    --- stdout
    1............... # no ones, please
    2............... # the script returned something that is not a solution
    3............... # the program used up its ticks (100000)
    4123231414323241
    --- stderr
    working
    klammer: four.sdm:1: my.lisp fails on this puzzle
    error[user-error]: no ones, please
     --> my.lisp:6:12
      |
    6 |       ((1) (error "no ones, please"))
      |            ^^^^^^^^^^^^^^^^^^^^^^^^^
    klammer: four.sdm:2: the script returned something that is not a solution
    "#);
}

/// At a terminal, where results and complaints are read by the same person.
#[cfg(unix)]
#[test]
fn an_error_is_shown_once_at_a_terminal() {
    let sandbox = file(&[PUZZLE, &PUZZLE[1..], SECOND]);
    std::fs::write(sandbox.path().join("wrong.lisp"), "(defproc find-solutions (board limit) (car limit))").unwrap();
    let arguments = ["solve", "--jobs", "1", "--heuristic", "wrong.lisp", "puzzles.sdm"];
    let mut terminal = crate::terminal::Terminal::start(&sandbox, &arguments, &[("NO_COLOR", "1")], 80);
    let said = terminal.sees_the_end().replace("\r\n", "\n");
    // A line in the place of each puzzle, and once the whole error.
    assert_eq!(said.matches("# the script fails: wrong-type").count(), 2, "{said}");
    assert_eq!(said.matches("car: list must be a list, got 1").count(), 1, "{said}");
    assert_eq!(
        said.matches("klammer: wrong.lisp fails likewise at wrong.lisp:1:39 on 1 more puzzle\n").count(),
        1,
        "{said}"
    );
    assert_eq!(said.matches("klammer: puzzles.sdm:1: wrong.lisp fails on this puzzle").count(), 1, "{said}");
    assert_eq!(said.matches("expected 81 cells").count(), 1, "{said}");
}

#[test]
fn an_error_that_many_puzzles_have_is_told_once() {
    let script = "(require 'search)\n(defproc choose-cell (board) (first board))";
    let puzzles = "1...............\n".repeat(150);
    let sandbox = Sandbox::new(&[("mine.lisp", script.as_bytes()), ("many.sdm", puzzles.as_bytes())]);
    let said = sandbox.run(&["solve", "--heuristic", "mine.lisp", "many.sdm"]);
    let (_, complaints) = said.split_once("--- stderr\n").unwrap();
    assert_eq!(complaints.matches("first: list must be a list").count(), 1, "{complaints}");
    let end = "klammer: mine.lisp fails likewise at mine.lisp:2:30 on 149 more puzzles\n";
    assert!(complaints.ends_with(end) && complaints.lines().count() < 15, "{complaints}");
}

#[test]
fn scripts_that_cannot_be_used_are_told_before() {
    let sandbox = Sandbox::new(&[("none.lisp", b"(+ 1 2)"), ("wrong.lisp", b"(car 1)")]);
    assert_snapshot!(sandbox.run(&["solve", "--heuristic", "none.lisp", PUZZLE]), @r"
    exit status 1
    --- stderr
    klammer: none.lisp defines neither find-solutions nor solve: (find-solutions board limit) returns a list of at most `limit` solved boards
    ");
    assert_snapshot!(sandbox.run(&["solve", "--heuristic", "wrong.lisp", PUZZLE]), @r"
    exit status 1
    --- stderr
    error[wrong-type]: car: list must be a list, got 1
     --> wrong.lisp:1:1
      |
    1 | (car 1)
      | ^^^^^^^
    ");
    assert_snapshot!(sandbox.run(&["solve", "--heuristic", "nowhere.lisp", PUZZLE]), @r"
    exit status 1
    --- stderr
    error[file]: cannot read nowhere.lisp: No such file or directory (os error 2)
    ");
}

#[test]
fn max_nodes_gives_up_a_puzzle() {
    let blank = ".".repeat(81);
    let sandbox = file(&[&blank, SOLUTION]);
    for nodes in ["1", "2"] {
        let output = sandbox.run(&["solve", "--max-nodes", nodes, "puzzles.sdm", "--jobs", "1"]);
        let given_up = format!("exit status 1\n--- stdout\n{blank} # given up: --max-nodes is reached\n");
        assert!(output.starts_with(&given_up), "{output}");
    }
    let enough = sandbox.run(&["solve", "--max-nodes", "1000", "puzzles.sdm"]);
    assert!(enough.starts_with("exit status 0\n"), "{enough}");
    assert_snapshot!(klammer(&["solve", "--max-nodes", "3 weeks", PUZZLE]), @r"
    exit status 2
    --- stderr
    error: invalid value '3 weeks' for '--max-nodes <N>': expected a number of nodes, such as 10000

    For more information, try '--help'.
    ");
}

#[test]
fn a_summary_counts() {
    let sandbox = file(&[PUZZLE, SECOND, &unsolvable(), "12"]);
    let output = sandbox.run(&["solve", "--summary", "puzzles.sdm"]);
    assert!(output.contains("\n3 puzzles: 2 solved, 1 without a solution; 1 malformed\n"), "{output}");
    assert!(output.contains(" puzzles/s\nhalf of the puzzles took at most "), "{output}");
    let quiet = sandbox.run(&["solve", "--quiet", "puzzles.sdm"]);
    assert!(!quiet.contains("stderr"), "{quiet}");
}

#[test]
fn nothing_to_solve_is_wrong_usage() {
    assert_snapshot!(Sandbox::new(&[]).run_with_input(&["solve", "-"], b"# nothing\n"), @r"
    exit status 2
    --- stderr
    klammer: there is no puzzle in the standard input
    ");
    assert_snapshot!(klammer(&["solve", "nowhere.sdm"]), @r"
    exit status 2
    --- stderr
    klammer: there is no file nowhere.sdm
    ");
}

/// A filter whose input comes slowly answers each line when it has come.
#[test]
fn each_line_is_answered_at_once() {
    let mut child = Sandbox::new(&[]).command(&["solve", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (puzzle, solution) in [(PUZZLE, SOLUTION), (SECOND, SECOND_SOLUTION), (PUZZLE, SOLUTION)] {
        writeln!(input, "{puzzle}").unwrap();
        input.flush().unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), solution);
    }
    drop(input);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let lines = [PUZZLE; 3000];
    let sandbox = file(&lines);
    let mut child = sandbox.command(&["solve", "puzzles.sdm"]).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first.trim_end(), SOLUTION);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""));
}

/// The second puzzle is done when an engine has solved a later one: another engine, because this one waits.
#[test]
fn a_puzzle_that_takes_long_is_not_waited_for() {
    let script = "(require 'search)
(let ((good find-solutions))
  (defproc find-solutions (board limit)
    (cond
      ((null? (solved? (propagate! (duplicate board) 'locked))) (do () ((file-exists? \"another\"))))
      ((not (solved? board)) (write-file \"another\" \"\")))
    (good board limit)))";
    let easy = "12343.12.1434321\n";
    let puzzles = format!("1234341221434321\n................\n{}", easy.repeat(1000));
    let files = [("my.lisp", script.as_bytes()), ("puzzles.sdm", puzzles.as_bytes())];
    for jobs in ["2", "5"] {
        let sandbox = Sandbox::new(&files);
        let arguments = ["solve", "--jobs", jobs, "--timeout", "60", "--heuristic", "my.lisp", "puzzles.sdm"];
        let output = sandbox.command(&arguments).output().unwrap();
        assert!(output.status.success(), "{}", shown(&output));
        let solutions = String::from_utf8(output.stdout).unwrap();
        assert_eq!((solutions.lines().count(), solutions.contains('.')), (1002, false));
    }
}

#[test]
#[cfg(unix)]
fn signals_end_with_what_has_been_solved() {
    let script = "(require 'search)
(let ((good find-solutions))
  (defproc find-solutions (board limit)
    (if (solved? (propagate! (duplicate board) 'locked)) (good board limit) (do () (nil)))))";
    let sandbox = Sandbox::new(&[("my.lisp", script.as_bytes())]);
    // It waits for more input, and one puzzle, if it comes, is never done.
    let both = [("-INT", 130), ("-TERM", 143)];
    let cases = [("1", false), ("1", true), ("2", false), ("2", true)];
    for ((signal, status), (jobs, endless)) in both.into_iter().flat_map(|s| cases.map(|case| (s, case))) {
        let arguments = ["solve", "--jobs", jobs, "--from", "line", "--heuristic", "my.lisp", "-"];
        let mut child = sandbox.command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "12343.12.1434321").unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        output.read_line(&mut first).unwrap();
        if endless {
            writeln!(input, "................").unwrap();
        }
        std::thread::sleep(Duration::from_millis(200));
        let begin = Instant::now();
        let kill = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert!(begin.elapsed() < Duration::from_secs(10));
        assert_eq!((first.as_str(), rest.as_str()), ("1234341221434321\n", ""));
    }
}

#[test]
fn larger_sizes_are_solved() {
    let sixteen = "E64CF..1A..D.3B..DA..3529.F16...F1.....653B2DG8A.2.38G...CE61.F9.3E.DA.G..6C..1.....1...FADG.52E..B.64.C.52..A..D..A25..B.17C4.85EC6A1...D4.B293.8.D923B.1.FE6.C.....6..329.8.4.9..24DG...5EF1A.35..GF1AD8.49B.2.A....652.7..8C.C4...B29..GA..367...C8.46E..AFG1";
    let output = file(&[sixteen]).command(&["solve", "puzzles.sdm"]).output().unwrap();
    assert!(output.status.success(), "{}", shown(&output));
    let solution = String::from_utf8(output.stdout).unwrap();
    assert!(sixteen.chars().zip(solution.chars()).all(|(given, found)| given == '.' || given == found));
    assert_eq!(solution.trim_end().len(), 256);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_process_with_an_idle_reader() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let sandbox = Sandbox::new(&[("many.txt", line.repeat(5_000).as_bytes()), ("p.lisp", b"(while t (print 'line))")]);
    for arguments in [["solve", "many.txt"], ["run", "p.lisp"]] {
        let mut child = sandbox.command(&arguments).spawn().unwrap();
        let reader = child.stdout.take().unwrap();
        // The pipe is full once a thread of the process waits in the kernel for room in it.
        let tasks = format!("/proc/{}/task", child.id());
        let waits = |task: std::fs::DirEntry| {
            std::fs::read_to_string(task.path().join("syscall")).is_ok_and(|call| call.starts_with("1 0x1 "))
        };
        while !std::fs::read_dir(&tasks).unwrap().any(|task| waits(task.unwrap())) {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}");
        drop(reader);
    }
}

#[test]
fn a_file_called_ss_is_known_by_its_text() {
    // found: 2026-11-27, a fresh reader: puzzles of Simple Sudoku were taken for programs of Scheme
    let grid = b"1.|..\n..|.2\n-----\n.3|..\n..|4.\n";
    let program = b"(require 'search)\n(defproc choose-cell (b) (first-open b))\n";
    let sandbox = Sandbox::new(&[("grid.ss", grid), ("program.ss", program)]);
    let solution = sandbox.run(&["solve", "1......2.3....4."]);
    let solution = solution.lines().find(|line| line.len() == 16).unwrap_or("none").to_string();
    for command in ["solve", "search", "draw", "hint", "rate"] {
        let said = sandbox.run(&[command, "grid.ss"]);
        assert!(!said.contains("program") && !said.contains("error"), "{command}: {said}");
        assert!(command != "solve" || said.contains(&solution), "{said}");
    }
    assert!(sandbox.run(&["solve", "program.ss"]).contains("program.ss is a program, and no file of puzzles"));
    assert!(sandbox.run(&["grid.ss"]).contains("grid.ss has puzzles, and is no program"));
}

// The example for Spark, run on this machine. Skipped where there is no Java or no PySpark.

const PYTHON: &str = "python3";
const SOLVED: &str = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";
const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn works(program: &str, arguments: &[&str]) -> bool {
    let status = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// The puzzle with its digits exchanged.
fn exchanged(text: &str, by: u32) -> String {
    text.chars().map(|c| c.to_digit(10).map_or(c, |d| char::from_digit((d - 1 + by) % 9 + 1, 10).unwrap())).collect()
}

#[test]
fn partitions_are_piped_through_solve_in_order() {
    if !works("java", &["-version"]) || !works(PYTHON, &["-c", "import pyspark"]) {
        eprintln!("skipped: no Java or no PySpark");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, solutions) = (folder.path().join("puzzles.sdm"), folder.path().join("solutions"));
    let mut text = "# comments are passed over\n".to_string();
    let mut expected = Vec::new();
    for by in (0..9).cycle().take(40) {
        text.push_str(&(exchanged(HARD, by) + "\n"));
        expected.push(format!("{},{}", exchanged(HARD, by), exchanged(SOLVED, by)));
    }
    fs::write(&puzzles, text).unwrap();
    let output = Command::new(PYTHON)
        .arg(root().join("examples/pyspark/solve.py"))
        .args([&puzzles, &solutions])
        .args(["--partitions", "4", "--klammer", env!("CARGO_BIN_EXE_klammer")])
        .env("PYSPARK_PYTHON", PYTHON)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut parts: Vec<_> = fs::read_dir(&solutions).unwrap().map(|entry| entry.unwrap().path()).collect();
    parts.retain(|path| path.file_name().unwrap().to_string_lossy().starts_with("part-"));
    parts.sort();
    assert!(parts.len() >= 4, "{parts:?}");
    let lines: Vec<String> = parts
        .iter()
        .flat_map(|part| fs::read_to_string(part).unwrap().lines().map(str::to_string).collect::<Vec<_>>())
        .collect();
    assert_eq!(lines, expected);
}
