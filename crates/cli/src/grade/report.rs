//! The grades of scripts as a table in Markdown, as CSV, and as lines of JSON.

use std::io;

use serde::Serialize;

use super::Graded;
use super::exam::{Exam, Task};
use super::trial::Mark;
use crate::args::GradeFormat;
use crate::console::{self, duration};

/// Grade of a script, as JSON and CSV have it.
#[derive(Serialize)]
struct Grade<'a> {
    script: &'a str,
    points: u32,
    out_of: u32,
    passed: usize,
    tests: usize,
    solved: usize,
    puzzles: usize,
    /// Sums over the puzzles that the script has solved.
    nodes: u64,
    built_in_nodes: u64,
    seconds: f64,
    built_in_seconds: f64,
    first_failure: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    results: Vec<Entry<'a>>,
}

/// Result of a test, an example or a puzzle, as JSON has it.
#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    points: u32,
    out_of: u32,
    nodes: u64,
    seconds: f64,
    failure: Option<&'a str>,
}

/// Columns of CSV.
const COLUMNS: &str = "script,points,out_of,passed,tests,solved,puzzles,nodes,built_in_nodes,seconds,built_in_seconds,\
                       first_failure\n";

/// Writes the grade of each script as soon as there is one. `built_in` are the results of the library's search.
pub fn write(
    exam: &Exam,
    built_in: &[Mark],
    graded: impl Iterator<Item = Graded>,
    format: GradeFormat,
) -> io::Result<()> {
    let has_puzzles = exam.items.iter().any(|item| matches!(item.task, Task::Puzzle(_)));
    let has_tests = exam.items.iter().any(|item| !matches!(item.task, Task::Puzzle(_)));
    match format {
        GradeFormat::Json => {}
        GradeFormat::Csv => console::write_out(COLUMNS)?,
        GradeFormat::Markdown => {
            let tests = if has_tests { " tests |" } else { "" };
            let puzzles = if has_puzzles { " puzzles | nodes | built-in | time | built-in |" } else { "" };
            let columns = format!("| script | points |{tests}{puzzles} first failure |\n");
            let rule: String = columns.chars().map(|c| if matches!(c, '|' | '\n') { c } else { '-' }).collect();
            console::write_out(&format!("{columns}{rule}"))?;
        }
    }
    for graded in graded {
        let grade = grade(exam, built_in, &graded);
        let line = match format {
            GradeFormat::Json => {
                let results = entries(exam, &graded);
                serde_json::to_string(&Grade { results, ..grade })? + "\n"
            }
            GradeFormat::Csv => csv(&grade),
            GradeFormat::Markdown => row(&grade, has_tests, has_puzzles),
        };
        console::write_out(&line)?;
    }
    Ok(())
}

fn grade<'a>(exam: &Exam, built_in: &[Mark], graded: &'a Graded) -> Grade<'a> {
    let mut grade = Grade {
        script: &graded.script,
        points: 0,
        out_of: exam.points(),
        passed: 0,
        tests: 0,
        solved: 0,
        puzzles: 0,
        nodes: 0,
        built_in_nodes: 0,
        seconds: 0.0,
        built_in_seconds: 0.0,
        first_failure: graded.failure.clone(),
        results: Vec::new(),
    };
    for ((item, mark), built_in) in exam.items.iter().zip(&graded.marks).zip(built_in) {
        let is_puzzle = matches!(item.task, Task::Puzzle(_));
        *(if is_puzzle { &mut grade.puzzles } else { &mut grade.tests }) += 1;
        if let Some(failure) = &mark.failure {
            grade.first_failure.get_or_insert_with(|| format!("{}: {failure}", item.name));
            continue;
        }
        grade.points += item.points;
        if is_puzzle {
            grade.solved += 1;
            grade.nodes += mark.nodes;
            grade.built_in_nodes += built_in.nodes;
            grade.seconds += mark.seconds;
            grade.built_in_seconds += built_in.seconds;
        } else {
            grade.passed += 1;
        }
    }
    grade
}

fn entries<'a>(exam: &'a Exam, graded: &'a Graded) -> Vec<Entry<'a>> {
    let results = exam.items.iter().zip(&graded.marks).map(|(item, mark)| Entry {
        name: &item.name,
        points: if mark.failure.is_none() { item.points } else { 0 },
        out_of: item.points,
        nodes: mark.nodes,
        seconds: mark.seconds,
        failure: mark.failure.as_deref(),
    });
    results.collect()
}

fn csv(grade: &Grade) -> String {
    let quoted = |text: &str| {
        // A spreadsheet would take a text that begins so for a formula.
        let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    };
    let Grade { points, out_of, passed, tests, solved, puzzles, nodes, built_in_nodes, .. } = grade;
    format!(
        "{},{points},{out_of},{passed},{tests},{solved},{puzzles},{nodes},{built_in_nodes},{:.6},{:.6},{}\n",
        quoted(grade.script),
        grade.seconds,
        grade.built_in_seconds,
        grade.first_failure.as_deref().map(quoted).unwrap_or_default()
    )
}

fn row(grade: &Grade, has_tests: bool, has_puzzles: bool) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('|', "\\|");
    let tests = if has_tests { format!(" {} of {} |", grade.passed, grade.tests) } else { String::new() };
    let puzzles = match grade {
        _ if !has_puzzles => String::new(),
        Grade { solved: 0, puzzles, .. } => format!(" 0 of {puzzles} | | | | |"),
        Grade { solved, puzzles, nodes, built_in_nodes, seconds, built_in_seconds, .. } => format!(
            " {solved} of {puzzles} | {nodes} | {built_in_nodes} | {} | {} |",
            duration(*seconds),
            duration(*built_in_seconds)
        ),
    };
    let failure = grade.first_failure.as_deref().map(escaped).unwrap_or_default();
    let Grade { points, out_of, script, .. } = grade;
    format!("| {} | {points} of {out_of} |{tests}{puzzles} {failure} |\n", escaped(script))
}
