//! The comparison for people: a table, and in plain words what it means.

use comfy_table::{Cell, CellAlignment, Table, presets};

use super::statistics::FEWEST_PAIRS;
use super::summary::{Comparison, Quantity, Script, Summary, Verdict};

/// Table and sentences.
pub fn drawn(summary: &Summary) -> String {
    let mut text = format!("{}\n", table(summary));
    for comparison in &summary.comparisons {
        text.push_str(&sentences(comparison));
    }
    text
}

fn table(summary: &Summary) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    let heads = [
        "script", "solved", "unsolvable", "stopped", "nodes", "failures", "propagations", "time", "p50", "p99",
        "fewest nodes", "tied", "more",
    ];
    table.set_header(heads);
    for script in &summary.scripts {
        let numbers = row(script).map(|text| Cell::new(text).set_alignment(CellAlignment::Right));
        table.add_row(std::iter::once(Cell::new(&script.script)).chain(numbers));
    }
    table
}

fn row(script: &Script) -> [String; 12] {
    [
        script.solved.to_string(),
        script.unsolvable.to_string(),
        script.stopped.to_string(),
        script.nodes.to_string(),
        script.failures.to_string(),
        script.propagations.to_string(),
        duration(script.seconds),
        duration(script.p50_seconds),
        duration(script.p99_seconds),
        script.wins.to_string(),
        script.ties.to_string(),
        script.losses.to_string(),
    ]
}

/// With three digits and a unit.
fn duration(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let decimals = if value >= 100.0 { 0 } else if value >= 10.0 { 1 } else { 2 };
    format!("{value:.decimals$} {unit}")
}

fn sentences(comparison: &Comparison) -> String {
    let Comparison { first, second, puzzles, nodes, time } = comparison;
    let nodes = sentence(first, second, "nodes", nodes, "do not differ more than chance would have it");
    let time = sentence(first, second, "time", time, "does not differ more than noise would have it");
    format!("\n{first} and {second}, on the {puzzles} puzzles that both finished:\n  {nodes}\n  {time}\n")
}

fn sentence(first: &str, second: &str, what: &str, quantity: &Quantity, noise: &str) -> String {
    let number = |n: Option<f64>| n.map_or_else(|| "?".to_string(), |n| format!("{n:.2}"));
    let Quantity { total_ratio, ratio, low, high, verdict } = quantity;
    let range = format!("95 %: {} to {}", number(*low), number(*high));
    let total = format!("in total {}", number(*total_ratio));
    match verdict {
        Verdict::Less | Verdict::More => {
            format!("{first} needs {} of {second}'s {what} ({range}); {total}", number(*ratio))
        }
        Verdict::Equal => format!("both need the same {what} for every puzzle"),
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
    fn durations_have_three_digits_and_a_unit() {
        let shown = [0.000_004_56, 0.0123, 0.5, 1.5, 123.4].map(duration);
        assert_eq!(shown, ["4.56 µs", "12.3 ms", "500 ms", "1.50 s", "123 s"]);
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
        let say = |verdict| sentence("a", "b", "nodes", &quantity(verdict), "do not differ more than chance would have it");
        assert_eq!(say(Verdict::Less), "a needs 0.62 of b's nodes (95 %: 0.58 to 0.66); in total 0.55");
        assert_eq!(say(Verdict::Equal), "both need the same nodes for every puzzle");
        assert!(say(Verdict::WithinNoise).starts_with("their nodes do not differ more than chance would have it: 0.62"));
        assert!(say(Verdict::TooFewPuzzles).contains("that takes 10 puzzles"));
    }
}
