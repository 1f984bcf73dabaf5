//! Summary of the measurements: sums for each script, and its ratio to the first.

use std::time::Duration;

use klammer_search::board::Random;
use serde::Serialize;

use super::{Measured, PuzzleMeasurements, RunOutcome};
use crate::console::{csv_cell, duration, markdown_cell};

/// Smaller differences in time are not significant, whatever the number of puzzles and runs. The position of code in
/// memory alone can cause as much.
const RESOLUTION: f64 = 1.02;

/// Everything, as `--format json` writes it.
#[derive(Debug, Serialize)]
pub struct ComparisonSummary {
    pub puzzles: usize,
    pub scripts: Vec<Script>,
    /// The first script against each other one.
    pub comparisons: Vec<Comparison>,
    /// Results that are wrong, in the order of the puzzles.
    pub wrong: Vec<Wrong>,
    pub disagreements: Vec<Disagreement>,
}

#[derive(Debug, Serialize)]
pub struct Script {
    pub script: String,
    pub solved: usize,
    pub unsolvable: usize,
    pub stopped: usize,
    /// Puzzles for which it returned something that is not a solution, or missed one.
    pub wrong: usize,
    /// Counted nodes; `None` if the script counts none (`count-node!` does).
    pub nodes: Option<u64>,
    pub failures: u64,
    pub propagations: u64,
    pub seconds: f64,
    pub p50_seconds: f64,
    pub p99_seconds: f64,
    #[serde(flatten)]
    pub ranking: Ranking,
}

/// Nodes of a script beside those of the others, as numbers of puzzles.
#[derive(Debug, Default, Serialize)]
pub struct Ranking {
    /// Puzzles that it solved with fewer nodes than all others.
    pub wins: usize,
    /// Puzzles that it solved with as few nodes as the best.
    pub ties: usize,
    /// Puzzles that another did better.
    pub losses: usize,
}

impl Ranking {
    fn of(at: usize, pairs: &[PuzzleMeasurements]) -> Ranking {
        let scripts = pairs.first().map_or(0, |pair| pair.measured.len());
        let counted: Vec<bool> = (0..scripts).map(|at| counts_nodes(at, pairs)).collect();
        let mut ranking = Ranking::default();
        for pair in pairs {
            let nodes = |m: &Measured| if m.outcome.is_right() { m.nodes } else { u64::MAX };
            // Wrong is worse than any number of nodes; right without a number is neither better nor worse.
            let is_known = |i: usize, m: &Measured| !m.outcome.is_right() || counted.get(i) == Some(&true);
            if !pair.measured.get(at).is_some_and(|m| is_known(at, m)) {
                continue;
            }
            let others = pair.measured.iter().enumerate().filter(|(i, m)| *i != at && is_known(*i, m));
            let others = others.map(|(_, m)| nodes(m)).min();
            if let (Some(ours), Some(others)) = (pair.measured.get(at).map(nodes), others) {
                match ours.cmp(&others) {
                    _ if ours == u64::MAX => ranking.losses += 1,
                    std::cmp::Ordering::Less => ranking.wins += 1,
                    std::cmp::Ordering::Equal => ranking.ties += 1,
                    std::cmp::Ordering::Greater => ranking.losses += 1,
                }
            }
        }
        ranking
    }
}

#[derive(Debug, Serialize)]
pub struct Comparison {
    pub first: String,
    pub second: String,
    /// Puzzles for which both came to a right end.
    pub puzzles: usize,
    /// Scripts of the pair that counted no nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncounted: Vec<String>,
    pub nodes: RatioSummary,
    pub time: RatioSummary,
}

/// Ratio of the first script to the second.
#[derive(Debug, Serialize)]
pub struct RatioSummary {
    /// The sum over all puzzles.
    pub total_ratio: Option<f64>,
    /// The geometric mean over the puzzles, and its range.
    pub ratio: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub verdict: Verdict,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Less,
    More,
    /// On every puzzle.
    Equal,
    WithinNoise,
    TooFewPuzzles,
    /// One of the two has no figures.
    NotCounted,
    /// One time alone says nothing about how much times vary.
    TooFewRuns,
}

/// A wrong result.
#[derive(Debug, Serialize)]
pub struct Wrong {
    pub script: String,
    pub puzzle: String,
    pub message: String,
}

#[derive(Debug, Serialize)]
pub struct Disagreement {
    pub puzzle: String,
    pub message: String,
}

impl ComparisonSummary {
    /// `file` is where the puzzles came from.
    pub fn new(names: &[String], pairs: &[PuzzleMeasurements], file: &str) -> ComparisonSummary {
        let place = |pair: &PuzzleMeasurements| format!("{file}:{}", pair.line);
        let disagreement = |pair: &PuzzleMeasurements| {
            let message = pair.disagreement.clone()?;
            Some(Disagreement { puzzle: place(pair), message })
        };
        let wrong = |pair: &PuzzleMeasurements| -> Vec<Wrong> {
            let results = names.iter().zip(&pair.wrong);
            let wrong = results.filter_map(|(script, message)| {
                Some(Wrong { script: script.clone(), puzzle: place(pair), message: message.clone()? })
            });
            wrong.collect()
        };
        let others = names.iter().enumerate().skip(1);
        ComparisonSummary {
            puzzles: pairs.len(),
            scripts: names.iter().enumerate().map(|(at, name)| script(name, at, pairs)).collect(),
            comparisons: others.map(|(at, name)| comparison(names, name, at, pairs)).collect(),
            wrong: pairs.iter().flat_map(wrong).collect(),
            disagreements: pairs.iter().filter_map(disagreement).collect(),
        }
    }
}

/// Returns whether the script has counted a node on any puzzle. One that counts none has no figure, not the figure 0.
pub fn counts_nodes(at: usize, pairs: &[PuzzleMeasurements]) -> bool {
    pairs.iter().filter_map(|pair| pair.measured.get(at)).any(|measured| measured.nodes > 0)
}

fn script(name: &str, at: usize, pairs: &[PuzzleMeasurements]) -> Script {
    let own: Vec<&Measured> = pairs.iter().filter_map(|pair| pair.measured.get(at)).collect();
    let count = |outcome| own.iter().filter(|m| m.outcome == outcome).count();
    let mut times: Vec<f64> = own.iter().map(|m| m.time.as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    Script {
        script: name.to_string(),
        solved: count(RunOutcome::Solved),
        unsolvable: count(RunOutcome::Unsolvable),
        stopped: count(RunOutcome::Stopped),
        wrong: count(RunOutcome::Wrong),
        nodes: counts_nodes(at, pairs).then(|| own.iter().map(|m| m.nodes).sum()),
        failures: own.iter().map(|m| m.failures).sum(),
        propagations: own.iter().map(|m| m.propagations).sum(),
        // Not by `sum`: that of nothing is -0.
        seconds: times.iter().fold(0.0, |sum, time| sum + time),
        p50_seconds: quantile(&times, 0.5).unwrap_or(0.0),
        p99_seconds: quantile(&times, 0.99).unwrap_or(0.0),
        ranking: Ranking::of(at, pairs),
    }
}

fn comparison(names: &[String], name: &str, at: usize, pairs: &[PuzzleMeasurements]) -> Comparison {
    let are_right = |pair: &&PuzzleMeasurements| {
        [pair.measured.first(), pair.measured.get(at)].iter().all(|m| m.is_some_and(|m| m.outcome.is_right()))
    };
    let counted = [0, at].map(|at| counts_nodes(at, pairs));
    let both_names = [names.first().cloned().unwrap_or_default(), name.to_string()];
    let uncounted: Vec<String> =
        both_names.into_iter().zip(counted).filter(|(_, c)| !c).map(|(name, _)| name).collect();
    let pairs: Vec<&PuzzleMeasurements> = pairs.iter().filter(are_right).collect();
    let both = |pair: &&PuzzleMeasurements| Some((*pair.measured.first()?, *pair.measured.get(at)?));
    let both: Vec<(Measured, Measured)> = pairs.iter().filter_map(both).collect();
    // The root is counted too: a puzzle that propagation alone solves has no other node.
    let nodes = |m: Measured| (m.nodes + 1) as f64;
    let time = |m: Measured| m.time.max(Duration::from_nanos(1)).as_secs_f64();
    Comparison {
        first: names.first().cloned().unwrap_or_default(),
        second: name.to_string(),
        puzzles: both.len(),
        nodes: match uncounted.is_empty() {
            true => quantity(both.iter().map(|&(a, b)| (nodes(a), nodes(b))), 1.0, Some(0.0)),
            false => {
                RatioSummary { total_ratio: None, ratio: None, low: None, high: None, verdict: Verdict::NotCounted }
            }
        },
        uncounted,
        time: quantity(both.iter().map(|&(a, b)| (time(a), time(b))), RESOLUTION, error_of_times(&pairs, at)),
    }
}

/// Returns the error of the ratio of the times of the first script and another, whatever the puzzles, as its logarithm.
/// Pairs each copy of the first with one of the other. Within a puzzle, the ratio of a pair differs from the mean of
/// all pairs for no reason in the scripts. This difference is the error.
fn error_of_times(pairs: &[&PuzzleMeasurements], at: usize) -> Option<f64> {
    let copies = pairs.first().and_then(|pair| pair.times.first()).map_or(0, Vec::len);
    let seconds = |time: &Duration| time.max(&Duration::from_nanos(1)).as_secs_f64();
    let mut differences: Vec<Vec<f64>> = vec![Vec::with_capacity(pairs.len()); copies];
    for pair in pairs {
        let (Some(first), Some(second)) = (pair.times.first(), pair.times.get(at)) else { continue };
        let ratios: Vec<f64> = first.iter().zip(second).map(|(a, b)| (seconds(a) / seconds(b)).ln()).collect();
        let mean = ratios.iter().sum::<f64>() / copies as f64;
        differences.iter_mut().zip(ratios).for_each(|(of_copy, ratio)| of_copy.push(ratio - mean));
    }
    let typical = |mut of_copy: Vec<f64>| {
        of_copy.sort_by(f64::total_cmp);
        quantile(&of_copy, 0.5)
    };
    error_of_mean(&differences.into_iter().filter_map(typical).collect::<Vec<_>>())
}

/// `error`: how far the ratio can be off, whatever the puzzles, as its logarithm; `None` if that is not known.
fn quantity(pairs: impl Iterator<Item = (f64, f64)> + Clone, resolution: f64, error: Option<f64>) -> RatioSummary {
    let (a, b) = pairs.clone().fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
    let equal = pairs.clone().all(|(x, y)| x == y);
    let ratio = ratio(pairs).map(|ratio| ratio.widened(error.unwrap_or(0.0)));
    let verdict = match ratio {
        None => Verdict::TooFewPuzzles,
        Some(_) if error.is_none() => Verdict::TooFewRuns,
        Some(_) if equal => Verdict::Equal,
        Some(Ratio { estimate, high, .. }) if high < 1.0 && estimate < 1.0 / resolution => Verdict::Less,
        Some(Ratio { estimate, low, .. }) if low > 1.0 && estimate > resolution => Verdict::More,
        Some(_) => Verdict::WithinNoise,
    };
    RatioSummary {
        total_ratio: (b > 0.0).then_some(a / b),
        ratio: ratio.map(|r| r.estimate),
        low: ratio.map(|r| r.low),
        high: ratio.map(|r| r.high),
        verdict,
    }
}

// Ratios of paired measurements, and how far they can be trusted.

/// A ratio and its range with 95 % probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    pub estimate: f64,
    pub low: f64,
    pub high: f64,
}

/// Pairs that are needed before anything is said.
pub const FEWEST_PAIRS: usize = 10;

/// Samples that are drawn for a range.
const RESAMPLES: usize = 2000;
/// Draws that are made in all, so that large collections do not take longer than they are worth: their means vary
/// little anyway.
const DRAWS: usize = 20_000_000;

/// The geometric mean of the ratios `a / b` of pairs `(a, b)`, with a range by the percentile bootstrap (Efron, 1979).
/// The bootstrap resamples the pairs with replacement many times; 95 % of the means of these samples lie within the
/// range. Of few pairs that is too narrow, so it is expanded as much as the range of Student's t is wider than the
/// normal one (T. Hesterberg, "What teachers should know about the bootstrap", 2015). Nothing is assumed about how the
/// ratios are distributed. The same pairs give the same answer.
///
/// `None` if there are too few pairs. Numbers must be positive.
pub fn ratio(pairs: impl IntoIterator<Item = (f64, f64)>) -> Option<Ratio> {
    let logs: Vec<f64> = pairs.into_iter().map(|(a, b)| (a / b).ln()).collect();
    if logs.len() < FEWEST_PAIRS {
        return None;
    }
    let mean = |sum: f64| sum / logs.len() as f64;
    let resamples = RESAMPLES.min(DRAWS / logs.len()).max(200);
    let mut random = Random::new(logs.len() as u64);
    let mut draw = || logs.get(random.below(logs.len())).copied().unwrap_or(0.0);
    let mut means: Vec<f64> = (0..resamples).map(|_| mean((0..logs.len()).map(|_| draw()).sum())).collect();
    means.sort_by(f64::total_cmp);
    let estimate = mean(logs.iter().sum());
    let expansion = expansion(logs.len());
    let bound = |q| Some((estimate + expansion * (quantile(&means, q)? - estimate)).exp());
    Some(Ratio { estimate: estimate.exp(), low: bound(0.025)?, high: bound(0.975)? })
}

/// Returns the factor by which a range from `count` values must be wider than that of the bootstrap. The bootstrap's
/// deviation is too small by `sqrt((n - 1) / n)`. It is also uncertain, so the quantile of Student's t replaces the
/// normal one. (By the expansion of Cornish and Fisher, right to three digits for ten values or more.)
fn expansion(count: usize) -> f64 {
    const NORMAL: f64 = 1.960;
    let (count, freedom) = (count as f64, count as f64 - 1.0);
    let student = NORMAL + 2.372 / freedom + 2.823 / freedom.powi(2);
    student / NORMAL * (count / freedom).sqrt()
}

/// By Student's distribution, how many standard errors of a mean of 2, 3, ... values hold it with 95 % certainty.
const QUANTILES: [f64; 4] = [12.706, 4.303, 3.182, 2.776];

/// Returns the error of the mean of a few independent measurements of one thing, with 95 % certainty, from their
/// deviation. `None` for fewer than two values. For more values than the table has, the quantile is the last one of the
/// table.
pub fn error_of_mean(values: &[f64]) -> Option<f64> {
    let count = values.len() as f64;
    let quantile = *QUANTILES.get(values.len().min(QUANTILES.len() + 1).checked_sub(2)?)?;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Some(quantile * (variance / count).sqrt())
}

impl Ratio {
    /// Returns the ratio with its range widened by an independent measurement error, given as a logarithm.
    pub fn widened(self, error: f64) -> Ratio {
        let wider = |bound: f64| (bound / self.estimate).ln().hypot(error).exp();
        Ratio { low: self.estimate / wider(self.low), high: self.estimate * wider(self.high), ..self }
    }
}

/// The value that the share `q` of the sorted ones does not exceed.
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let rank = (q * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied()
}

/// Returns the mistakes, the table and the sentences. The table has at most `width` characters in a line, if that is
/// possible. Empty if there was no puzzle.
pub fn drawn(summary: &ComparisonSummary, width: usize) -> String {
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

/// Returns the line about a script with wrong results; it precedes the table.
fn wrong(summary: &ComparisonSummary, script: &Script) -> Option<String> {
    let first = summary.wrong.iter().find(|wrong| wrong.script == script.script)?;
    let Script { script: name, wrong, .. } = script;
    let (of, Wrong { puzzle, message, .. }) = (summary.puzzles, first);
    Some(format!("{name} is WRONG on {wrong} of {of} puzzles: on {puzzle} it {message}.\n"))
}

/// Returns the columns of a summary. Events that never happened have none.
pub fn columns_of(summary: &ComparisonSummary) -> Vec<Column> {
    let happened = |column: &Column| column.always || summary.scripts.iter().any(|script| (column.text)(script) != "0");
    columns().into_iter().filter(happened).collect()
}

/// Returns the head and the row of each script.
pub fn rows_of(summary: &ComparisonSummary, columns: &[Column]) -> Vec<Vec<String>> {
    let head = std::iter::once("script").chain(columns.iter().map(|column| column.head)).map(str::to_string).collect();
    let figures = |script: &Script| columns.iter().map(|column| (column.text)(script)).collect::<Vec<_>>();
    let mut rows: Vec<Vec<String>> = vec![head];
    rows.extend(summary.scripts.iter().map(|s| std::iter::once(s.script.clone()).chain(figures(s)).collect()));
    rows
}

/// With as many columns as there is room for.
fn table(summary: &ComparisonSummary, width: usize) -> String {
    let mut columns = columns_of(summary);
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
fn table_of(summary: &ComparisonSummary, columns: &[Column]) -> String {
    let rows = rows_of(summary, columns);
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

/// A column of the table.
pub struct Column {
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
        always(5, "fewest nodes", |s| if_counted(s, s.ranking.wins)),
        always(5, "tied", |s| if_counted(s, s.ranking.ties)),
        always(5, "more", |s| if_counted(s, s.ranking.losses)),
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

/// Returns what a comparison means, in words.
pub fn sentences(comparison: &Comparison) -> String {
    let Comparison { first, second, puzzles, uncounted, nodes, time } = comparison;
    if *puzzles == 0 {
        return format!("\n{first} and {second} have solved no puzzle that could be compared\n");
    }
    let nodes = match uncounted.is_empty() {
        true => sentence(first, second, "nodes", nodes, "do not differ significantly"),
        false => {
            let who = uncounted.join(" and ");
            format!("nodes: {who} counted none: propagation was enough, or calls of count-node! are missing")
        }
    };
    let time = sentence(first, second, "time", time, "does not differ more than noise would have it");
    let noun = if *puzzles == 1 { "puzzle" } else { "puzzles" };
    format!("\n{first} and {second}, on the {puzzles} {noun} that both solved:\n  {nodes}\n  {time}\n")
}

fn sentence(first: &str, second: &str, what: &str, quantity: &RatioSummary, noise: &str) -> String {
    let number = |n: Option<f64>| n.map_or_else(|| "?".to_string(), digits);
    let RatioSummary { total_ratio, ratio, low, high, verdict } = quantity;
    let range = format!("95 %: {} to {}", number(*low), number(*high));
    let total = format!("in total {}", number(*total_ratio));
    match verdict {
        Verdict::Less | Verdict::More => {
            format!("{first} needs {} times the {what} of {second} ({range}); {total}", number(*ratio))
        }
        Verdict::Equal => format!("both need the same {what} for every puzzle"),
        Verdict::NotCounted => format!("nothing can be said about their {what}"),
        Verdict::TooFewRuns => {
            format!("too few runs to compare their {what} (--runs 2); {total}")
        }
        Verdict::WithinNoise => format!("their {what} {noise}: {} ({range}); {total}", number(*ratio)),
        Verdict::TooFewPuzzles => {
            format!("too few puzzles to compare their {what} ({FEWEST_PAIRS} needed); {total}")
        }
    }
}

// The summary as a table for other programs: CSV, Markdown, LaTeX.

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
            script.ranking.wins,
            script.ranking.ties,
            script.ranking.losses,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(nodes: u64, micros: u64) -> Measured {
        let time = Duration::from_micros(micros);
        Measured { outcome: RunOutcome::Solved, nodes, failures: nodes / 2, propagations: nodes, time }
    }

    fn summary(pairs: impl Iterator<Item = [Measured; 2]>) -> ComparisonSummary {
        let pair = |(i, measured): (usize, [Measured; 2])| PuzzleMeasurements {
            line: i as u64 + 1,
            times: measured.iter().map(|m| vec![m.time, m.time + m.time / 1000]).collect(),
            measured: measured.to_vec(),
            wrong: vec![None, None],
            disagreement: None,
        };
        let pairs: Vec<PuzzleMeasurements> = pairs.enumerate().map(pair).collect();
        ComparisonSummary::new(&["a".to_string(), "b".to_string()], &pairs, "puzzles")
    }

    #[test]
    fn half_the_nodes_are_less_equal_times_are_noise() {
        let jitter = |i: u64| 100 + i * 37 % 11;
        let s = summary((0..50).map(|i| [measured(i + 9, jitter(i)), measured(2 * i + 19, jitter(i + 3))]));
        let c = &s.comparisons[0];
        assert_eq!((c.nodes.verdict, c.time.verdict), (Verdict::Less, Verdict::WithinNoise));
        assert!((c.nodes.ratio.unwrap() - 0.5).abs() < 1e-9 && c.nodes.total_ratio == Some(0.5));
        assert_eq!((s.scripts[0].ranking.wins, s.scripts[1].ranking.losses), (50, 50));
    }

    #[test]
    fn equal_nodes_on_all_puzzles_are_told() {
        let s = summary((0..20).map(|i| [measured(i, 100), measured(i, 150)]));
        let c = &s.comparisons[0];
        assert_eq!((c.nodes.verdict, c.time.verdict), (Verdict::Equal, Verdict::Less));
        assert_eq!((s.scripts[0].ranking.ties, s.scripts[0].ranking.wins), (20, 0));
    }

    #[test]
    fn a_difference_below_the_resolution_is_noise() {
        let s = summary((0..5000).map(|_| [measured(5, 1000), measured(5, 1010)]));
        assert_eq!(s.comparisons[0].time.verdict, Verdict::WithinNoise);
    }

    #[test]
    fn a_difference_as_between_copies_is_noise() {
        let summary = |copies: [[u64; 3]; 2]| {
            let pairs: Vec<PuzzleMeasurements> = (0..100)
                .map(|line| PuzzleMeasurements {
                    line,
                    measured: copies.map(|c| measured(5, c.into_iter().min().unwrap())).to_vec(),
                    times: copies.map(|c| c.map(Duration::from_micros).to_vec()).to_vec(),
                    wrong: vec![None, None],
                    disagreement: None,
                })
                .collect();
            ComparisonSummary::new(&["a".to_string(), "b".to_string()], &pairs, "puzzles")
        };
        let apart = summary([[1000, 1010, 1005], [1100, 1111, 1105]]);
        assert_eq!(apart.comparisons[0].time.verdict, Verdict::Less);
        let time = &summary([[1000, 1150, 1100], [1100, 1111, 1105]]).comparisons[0].time;
        assert_eq!(time.verdict, Verdict::WithinNoise);
        assert!(time.low < Some(0.9) && time.high > Some(1.0), "{time:?}");
    }

    #[test]
    fn one_run_says_nothing_about_times() {
        let pair = |line| PuzzleMeasurements {
            line,
            measured: vec![measured(5, 100), measured(5, 200)],
            times: vec![vec![Duration::from_micros(100)], vec![Duration::from_micros(200)]],
            wrong: vec![None, None],
            disagreement: None,
        };
        let s = ComparisonSummary::new(
            &["a".to_string(), "b".to_string()],
            &(0..20).map(pair).collect::<Vec<_>>(),
            "puzzles",
        );
        assert_eq!(s.comparisons[0].time.verdict, Verdict::TooFewRuns);
        assert_eq!(s.comparisons[0].nodes.verdict, Verdict::Equal);
    }

    #[test]
    fn wrong_solvers_count_in_no_ratio() {
        let wrong = Measured { outcome: RunOutcome::Wrong, ..measured(1, 1) };
        let s = summary((0..20).map(|i| [measured(9, 9), if i < 15 { wrong } else { measured(3, 3) }]));
        assert_eq!((s.comparisons[0].puzzles, s.scripts[1].wrong), (5, 15));
        assert_eq!((s.scripts[1].ranking.wins, s.scripts[1].ranking.losses, s.scripts[0].ranking.wins), (5, 15, 15));
    }

    #[test]
    fn stopped_solvers_lose_the_puzzle() {
        let stopped = Measured { outcome: RunOutcome::Stopped, ..measured(1, 1) };
        let s = summary((0..20).map(|i| [measured(9, 9), if i < 15 { stopped } else { measured(3, 3) }]));
        assert_eq!((s.comparisons[0].puzzles, s.comparisons[0].nodes.verdict), (5, Verdict::TooFewPuzzles));
        assert_eq!((s.scripts[1].stopped, s.scripts[1].ranking.wins, s.scripts[1].ranking.losses), (15, 5, 15));
    }

    /// Roughly normal, of mean 0 and deviation 1.
    fn normal(random: &mut Random) -> f64 {
        let uniform = |random: &mut Random| random.next_bits() as f64 / u64::MAX as f64;
        (0..12).map(|_| uniform(random)).sum::<f64>() - 6.0
    }

    #[test]
    fn the_estimate_is_the_geometric_mean() {
        let r = ratio((0..20).map(|i| if i % 2 == 0 { (1.0, 2.0) } else { (1.0, 8.0) })).unwrap();
        assert!((r.estimate - 0.25).abs() < 1e-9 && r.low < 0.25 && r.high > 0.25, "{r:?}");
    }

    #[test]
    fn equal_pairs_have_the_ratio_one_for_sure() {
        assert_eq!(ratio(vec![(3.0, 3.0); 12]), Some(Ratio { estimate: 1.0, low: 1.0, high: 1.0 }));
    }

    #[test]
    fn few_pairs_say_nothing() {
        assert_eq!(ratio(vec![(1.0, 9.0); FEWEST_PAIRS - 1]), None);
    }

    #[test]
    fn the_range_covers_the_truth_as_often_as_said() {
        let mut random = Random::new(1);
        for count in [FEWEST_PAIRS, 60] {
            let covered = (0..400).filter(|_| {
                let pair = |_| ((0.3 + 0.5 * normal(&mut random)).exp(), 1.0);
                let r = ratio((0..count).map(pair).collect::<Vec<_>>()).unwrap();
                (r.low..=r.high).contains(&0.3_f64.exp())
            });
            let covered = covered.count();
            assert!((366..=393).contains(&covered), "{covered} of 400 for {count} pairs");
        }
    }

    #[test]
    fn the_error_of_a_mean_covers_the_truth() {
        let mut random = Random::new(2);
        let covered = (0..1000).filter(|i| {
            let values: Vec<f64> = (0..2 + i % 4).map(|_| 0.7 + 0.1 * normal(&mut random)).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            (mean - 0.7).abs() <= error_of_mean(&values).unwrap()
        });
        let covered = covered.count();
        assert!((935..=965).contains(&covered), "{covered} of 1000");
        assert_eq!(error_of_mean(&[1.0]), None);
    }

    #[test]
    fn an_error_of_its_own_widens_a_range() {
        let ratio = Ratio { estimate: 2.0, low: 1.0, high: 4.0 };
        let same = ratio.widened(0.0);
        assert!((same.low - 1.0).abs() < 1e-9 && (same.high - 4.0).abs() < 1e-9, "{same:?}");
        let wide = ratio.widened(2.0_f64.ln());
        let factor = (2.0_f64.sqrt() * 2.0_f64.ln()).exp();
        assert!((wide.low - 2.0 / factor).abs() < 1e-9 && (wide.high - 2.0 * factor).abs() < 1e-9, "{wide:?}");
    }

    #[test]
    fn quantiles_are_values_that_occur() {
        let sorted: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!([0.0, 0.5, 0.99, 1.0].map(|q| quantile(&sorted, q).unwrap()), [1.0, 50.0, 99.0, 100.0]);
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[7.0], 0.99), Some(7.0));
    }

    #[test]
    fn ratios_have_at_least_two_significant_digits() {
        let shown = [0.0123, 0.62, 0.999, 1.0, 1.049, 3.877, 31.4, 314.0].map(digits);
        assert_eq!(shown, ["0.012", "0.62", "1.00", "1.00", "1.05", "3.9", "31", "314"]);
    }

    #[test]
    fn the_words_say_what_the_numbers_mean() {
        let quantity = |verdict| RatioSummary {
            total_ratio: Some(0.551),
            ratio: Some(0.62),
            low: Some(0.58),
            high: Some(0.661),
            verdict,
        };
        let say = |verdict| sentence("a", "b", "nodes", &quantity(verdict), "do not differ significantly");
        assert_eq!(say(Verdict::Less), "a needs 0.62 times the nodes of b (95 %: 0.58 to 0.66); in total 0.55");
        assert_eq!(say(Verdict::Equal), "both need the same nodes for every puzzle");
        assert!(say(Verdict::WithinNoise).starts_with("their nodes do not differ significantly: 0.62"));
        assert!(say(Verdict::TooFewPuzzles).contains("(10 needed)"));
    }
}
