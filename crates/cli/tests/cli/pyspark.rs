//! The example for Spark, run on this machine. Skipped where there is no Java or no PySpark.

use std::fs;
use std::process::{Command, Stdio};

use crate::support::places::root;

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
