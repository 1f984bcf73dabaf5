//! The comparison for people: a table, and in plain words what it means.

use crate::compare::summary::{Comparison, FEWEST_PAIRS, Quantity, Script, Summary, Verdict, Wrong};
use crate::console::duration;

/// Returns the mistakes, the table and the sentences. The table has at most `width` characters in a line, if that is
/// possible. Empty if there was no puzzle.
pub fn drawn(summary: &Summary, width: usize) -> String {
    if summary.puzzles == 0 {
        return String::new();
    }
    let mut text: String = summary.scripts.iter().filter_map(|script| wrong(summary, script)).collect();
    text.push_str(&table(summary, width));
    for comparison in &summary.comparisons {
        text.push_str(&sentences(comparison));
    }
    text
}

/// That a script is wrong, which comes before all that it might be praised for.
fn wrong(summary: &Summary, script: &Script) -> Option<String> {
    let first = summary.wrong.iter().find(|wrong| wrong.script == script.script)?;
    let Script { script: name, wrong, .. } = script;
    let (of, Wrong { puzzle, message, .. }) = (summary.puzzles, first);
    Some(format!("{name} is WRONG on {wrong} of {of} puzzles: on {puzzle} it {message}.\n"))
}

/// With as many columns as there is room for.
fn table(summary: &Summary, width: usize) -> String {
    // Events that never happened have no column.
    let happened = |column: &Column| column.always || summary.scripts.iter().any(|script| (column.text)(script) != "0");
    let mut columns: Vec<Column> = columns().into_iter().filter(happened).collect();
    loop {
        let table = table_of(summary, &columns);
        let fits = table.lines().all(|line| line.chars().count() <= width);
        let least = columns.iter().map(|column| column.weight).min().unwrap_or(u8::MAX);
        if fits || least == NEEDED {
            return table;
        }
        columns.retain(|column| column.weight != least);
    }
}

/// Names to the left, figures to the right of their columns, between lines.
fn table_of(summary: &Summary, columns: &[Column]) -> String {
    let head = std::iter::once("script").chain(columns.iter().map(|column| column.head)).map(str::to_string).collect();
    let figures = |script: &Script| columns.iter().map(|column| (column.text)(script)).collect::<Vec<_>>();
    let mut rows: Vec<Vec<String>> = vec![head];
    rows.extend(summary.scripts.iter().map(|s| std::iter::once(s.script.clone()).chain(figures(s)).collect()));
    let length = |cell: &String| cell.chars().count();
    let widths: Vec<usize> =
        (0..=columns.len()).map(|n| rows.iter().filter_map(|row| row.get(n)).map(length).max().unwrap_or(0)).collect();
    let whole: usize = widths.iter().map(|width| width + 2).sum::<usize>() + columns.len();
    let mut text = format!("{}\n", "─".repeat(whole));
    for (n, row) in rows.iter().enumerate() {
        let is_text = |column: usize| n == 0 || column == 0;
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match is_text(column) {
            true => format!(" {cell:width$} "),
            false => format!(" {cell:>width$} "),
        });
        text.push_str(&format!("{}\n", cells.collect::<Vec<_>>().join(" ")));
        if n == 0 {
            text.push_str(&format!("{}\n", "═".repeat(whole)));
        }
    }
    text.push_str(&format!("{}\n", "─".repeat(whole)));
    text
}

struct Column {
    head: &'static str,
    always: bool,
    /// Weight of the column: if the table is too wide, the lightest columns go first.
    weight: u8,
    text: fn(&Script) -> String,
}

/// The weight of what is always shown.
const NEEDED: u8 = 9;

fn columns() -> [Column; 13] {
    let always = |weight, head, text| Column { head, always: true, weight, text };
    let sometimes = |head, text| Column { head, always: false, weight: NEEDED, text };
    [
        always(NEEDED, "solved", |s| s.solved.to_string()),
        sometimes("wrong", |s| s.wrong.to_string()),
        sometimes("unsolvable", |s| s.unsolvable.to_string()),
        sometimes("stopped", |s| s.stopped.to_string()),
        always(NEEDED, "nodes", |s| s.nodes.map_or(UNCOUNTED.into(), |nodes| nodes.to_string())),
        always(2, "failures", |s| s.failures.to_string()),
        always(1, "propagations", |s| s.propagations.to_string()),
        always(NEEDED, "time", |s| duration(s.seconds)),
        always(3, "p50", |s| duration(s.p50_seconds)),
        always(4, "p99", |s| duration(s.p99_seconds)),
        always(5, "fewest nodes", |s| if_counted(s, s.wins)),
        always(5, "tied", |s| if_counted(s, s.ties)),
        always(5, "more", |s| if_counted(s, s.losses)),
    ]
}

/// The figure of a script that counts no nodes.
const UNCOUNTED: &str = "-";

/// A number of puzzles that the nodes of a script decide.
fn if_counted(script: &Script, number: usize) -> String {
    if script.nodes.is_some() || number > 0 { number.to_string() } else { UNCOUNTED.into() }
}

/// With two digits that say something, three where it is about one.
fn digits(ratio: f64) -> String {
    let decimals = (1.0 - ratio.abs().max(1e-9).log10().floor()).clamp(0.0, 9.0) as usize;
    let decimals = if (0.8..1.25).contains(&ratio) { 2 } else { decimals };
    format!("{ratio:.decimals$}")
}

fn sentences(comparison: &Comparison) -> String {
    let Comparison { first, second, puzzles, uncounted, nodes, time } = comparison;
    let nodes = match uncounted.is_empty() {
        true => sentence(first, second, "nodes", nodes, "do not differ more than chance would have it"),
        false => {
            let who = uncounted.join(" and ");
            let counts = if uncounted.len() == 1 { "counts" } else { "count" };
            format!("nodes: {who} {counts} none (count-node! counts one)")
        }
    };
    let time = sentence(first, second, "time", time, "does not differ more than noise would have it");
    let noun = if *puzzles == 1 { "puzzle" } else { "puzzles" };
    format!("\n{first} and {second}, on the {puzzles} {noun} that both did right:\n  {nodes}\n  {time}\n")
}

fn sentence(first: &str, second: &str, what: &str, quantity: &Quantity, noise: &str) -> String {
    let number = |n: Option<f64>| n.map_or_else(|| "?".to_string(), digits);
    let Quantity { total_ratio, ratio, low, high, verdict } = quantity;
    let range = format!("95 %: {} to {}", number(*low), number(*high));
    let total = format!("in total {}", number(*total_ratio));
    match verdict {
        Verdict::Less | Verdict::More => {
            format!("{first} needs {} times the {what} of {second} ({range}); {total}", number(*ratio))
        }
        Verdict::Equal => format!("both need the same {what} for every puzzle"),
        Verdict::NotCounted => format!("nothing can be said about their {what}"),
        Verdict::TooFewRuns => {
            format!("nothing can be said about their {what}: that takes two runs (--runs 2); {total}")
        }
        Verdict::WithinNoise => format!("their {what} {noise}: {} ({range}); {total}", number(*ratio)),
        Verdict::TooFewPuzzles => {
            format!("nothing can be said about their {what}: that takes {FEWEST_PAIRS} puzzles; {total}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_at_least_two_digits_that_say_something() {
        let shown = [0.0123, 0.62, 0.999, 1.0, 1.049, 3.877, 31.4, 314.0].map(digits);
        assert_eq!(shown, ["0.012", "0.62", "1.00", "1.00", "1.05", "3.9", "31", "314"]);
    }

    #[test]
    fn the_words_say_what_the_numbers_mean() {
        let quantity = |verdict| Quantity {
            total_ratio: Some(0.551),
            ratio: Some(0.62),
            low: Some(0.58),
            high: Some(0.661),
            verdict,
        };
        let say =
            |verdict| sentence("a", "b", "nodes", &quantity(verdict), "do not differ more than chance would have it");
        assert_eq!(say(Verdict::Less), "a needs 0.62 times the nodes of b (95 %: 0.58 to 0.66); in total 0.55");
        assert_eq!(say(Verdict::Equal), "both need the same nodes for every puzzle");
        assert!(
            say(Verdict::WithinNoise).starts_with("their nodes do not differ more than chance would have it: 0.62")
        );
        assert!(say(Verdict::TooFewPuzzles).contains("that takes 10 puzzles"));
    }
}
