//! The summary as a table for other programs: CSV, Markdown, LaTeX.

use crate::compare::summary::{ComparisonSummary, RatioSummary, columns_of, rows_of, sentences};
use crate::console::{csv_cell, markdown_cell};

/// Columns of CSV. The ratios are those of the first script to the one of the row, each with its range.
const COLUMNS: &str = "script,solved,unsolvable,stopped,wrong,nodes,failures,propagations,seconds,p50_seconds,\
                       p99_seconds,wins,ties,losses,nodes_ratio,nodes_low,nodes_high,time_ratio,time_low,time_high\n";

pub fn csv(summary: &ComparisonSummary) -> String {
    let ratio = |quantity: Option<&RatioSummary>| {
        let figures = quantity.map_or([None; 3], |q| [q.ratio, q.low, q.high]);
        figures.map(|figure| figure.map_or_else(String::new, |figure| format!("{figure:.4}"))).join(",")
    };
    let mut text = COLUMNS.to_string();
    for (at, script) in summary.scripts.iter().enumerate() {
        // The first script is compared with each other one.
        let comparison = at.checked_sub(1).and_then(|at| summary.comparisons.get(at));
        text.push_str(&format!(
            "{},{},{},{},{},{},{},{},{:.6},{:.6},{:.6},{},{},{},{},{}\n",
            csv_cell(&script.script),
            script.solved,
            script.unsolvable,
            script.stopped,
            script.wrong,
            script.nodes.map_or_else(String::new, |nodes| nodes.to_string()),
            script.failures,
            script.propagations,
            script.seconds,
            script.p50_seconds,
            script.p99_seconds,
            script.wins,
            script.ties,
            script.losses,
            ratio(comparison.map(|comparison| &comparison.nodes)),
            ratio(comparison.map(|comparison| &comparison.time)),
        ));
    }
    text
}

pub fn markdown(summary: &ComparisonSummary) -> String {
    let columns = columns_of(summary);
    let rows = rows_of(summary, &columns);
    let rule = format!("|---|{}\n", "---:|".repeat(columns.len()));
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| markdown_cell(cell)).collect();
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
        if at == 0 {
            text.push_str(&rule);
        }
    }
    for comparison in &summary.comparisons {
        text.push_str(&markdown_cell(&sentences(comparison)).replace("\n  ", "\n- "));
    }
    text
}

/// The table needs no package of LaTeX.
pub fn latex(summary: &ComparisonSummary) -> String {
    let columns = columns_of(summary);
    let rows = rows_of(summary, &columns);
    let mut text = format!("\\begin{{tabular}}{{l{}}}\n\\hline\n", "r".repeat(columns.len()));
    for (at, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| latex_text(cell)).collect();
        let rule = if at == 0 { " \\hline" } else { "" };
        text.push_str(&format!("{} \\\\{rule}\n", cells.join(" & ")));
    }
    text.push_str("\\hline\n\\end{tabular}\n");
    for comparison in &summary.comparisons {
        text.push_str(&latex_text(&sentences(comparison)).replace("\n  ", "\n\n"));
    }
    text
}

/// Returns a text in which LaTeX sees no commands.
fn latex_text(text: &str) -> String {
    text.chars().fold(String::new(), |text, c| match c {
        '\\' => text + "\\textbackslash{}",
        '~' => text + "\\textasciitilde{}",
        '^' => text + "\\textasciicircum{}",
        'µ' => text + "$\\mu$",
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => format!("{text}\\{c}"),
        _ => format!("{text}{c}"),
    })
}
