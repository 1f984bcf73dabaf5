//! A recorded search as one page of HTML that needs nothing else: the tree to click through, the board or the variables
//! at each node.

use std::io;

use klammer::trace::StepOutcome;
use serde::Serialize;

use super::tree::{Node, Tree};
use super::{Grid, Recording, Runs, Variables};
use crate::board::{GroupKind, Layout, Mask};

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPTS: [&str; 6] = [
    include_str!("page/model.js"),
    include_str!("page/board.js"),
    include_str!("page/table.js"),
    include_str!("page/tree.js"),
    include_str!("page/profile.js"),
    include_str!("page/page.js"),
];

/// The side of a cell in the picture of the board (`page/board.js`).
const CELL: usize = 60;

/// Data that the page's script reads.
#[derive(Serialize)]
struct Page<'a, S: Serialize, V: Serialize> {
    title: &'a str,
    notes: &'a [String],
    /// Subject of the search.
    #[serde(flatten)]
    subject: S,
    /// Candidates of each cell or variable at the start.
    start: &'a [V],
    nodes: Vec<NodeRow<'a, V>>,
    milliseconds: Option<f64>,
    stopped: Option<&'a str>,
}

#[derive(Serialize)]
struct BoardData<'a> {
    rows: usize,
    columns: usize,
    digits: usize,
    /// The number of the box or region of each cell; empty if there are none.
    regions: Vec<usize>,
    groups: Vec<GroupData<'a>>,
    /// Places that are no cells.
    holes: Vec<usize>,
    /// Graphics under the digits and over the lines, in SVG.
    clues: [String; 2],
    /// Cell and digit.
    givens: Vec<(usize, u32)>,
}

#[derive(Serialize)]
struct StoreData<'a> {
    /// The names of the variables.
    variables: Vec<&'a str>,
}

#[derive(Serialize)]
struct GroupData<'a> {
    name: String,
    cells: &'a [usize],
    /// Its cells are tinted, because no lines show it.
    extra: bool,
}

/// A node for the page's script: parent, cell or variable, digit or value, outcome, place and group of the conflict,
/// candidates left, changes and present state. A node of a store also has other actions and the failed constraint. What
/// there is not is -1 or null.
type NodeRow<'a, V> = (i64, i64, i64, u8, i64, i64, u64, &'a [(usize, V)], Option<&'a str>, Option<&'a str>);

/// The page of a puzzle.
pub fn of_board(recording: &Recording, grid: &Grid, tree: &Tree<Mask>) -> io::Result<String> {
    let layout = &grid.layout;
    let subject = BoardData {
        rows: layout.rows(),
        columns: layout.columns(),
        digits: layout.digits(),
        regions: regions(layout),
        groups: groups(layout),
        holes: (0..layout.cells()).filter(|&cell| !layout.is_cell(cell)).collect(),
        clues: if layout.clues().is_empty() { Default::default() } else { layout.clue_pictures(CELL) },
        givens: grid.givens().collect(),
    };
    page(recording, subject, tree, |cell| cell.into())
}

/// The page of a store.
pub fn of_store(recording: &Recording, variables: &Variables, tree: &Tree<&Runs>) -> io::Result<String> {
    let subject = StoreData { variables: variables.all.iter().map(|variable| variable.name.as_str()).collect() };
    page(recording, subject, tree, |number| variables.place(number).map_or(-1, |place| place as i64))
}

/// `place` is where the page finds a cell or variable.
fn page<V: Serialize>(
    recording: &Recording,
    subject: impl Serialize,
    tree: &Tree<V>,
    place: impl Fn(u32) -> i64,
) -> io::Result<String> {
    let data = Page {
        title: &recording.title,
        notes: &recording.notes,
        subject,
        start: &tree.start,
        nodes: tree.nodes.iter().map(|node| row(node, &place)).collect(),
        milliseconds: Some(recording.time.as_secs_f64() * 1000.0),
        stopped: recording.stopped.as_deref(),
    };
    // Inside a script element only `<` could mean anything but itself.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    let scripts = format!("(() => {{\n\"use strict\";\n{}}})();\n", SCRIPTS.join("\n"));
    Ok(filled(TEMPLATE, &[("{{style}}", STYLE), ("{{data}}", &data), ("{{script}}", &scripts)]))
}

/// The template with each mark replaced once. They stand in this order; what is filled in is not looked at again.
fn filled(template: &str, parts: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    for (mark, part) in parts {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        text.push_str(before);
        text.push_str(part);
        rest = after;
    }
    text + rest
}

fn row<V>(node: &Node<V>, place: impl Fn(u32) -> i64) -> NodeRow<'_, V> {
    let (outcome, cell, group) = match node.outcome {
        StepOutcome::Solved => (1, None, None),
        StepOutcome::Contradiction { cell, group } => (2, cell, group),
        _ => (0, None, None),
    };
    (
        node.parent.map_or(-1, |parent| parent as i64),
        node.placed.map_or(-1, |placed| place(placed.cell)),
        node.placed.map_or(0, |placed| placed.digit),
        outcome,
        cell.map_or(-1, &place),
        group.map_or(-1, i64::from),
        node.candidates,
        &node.changes,
        node.change.as_deref(),
        node.reason.as_deref(),
    )
}

fn groups(layout: &Layout) -> Vec<GroupData<'_>> {
    let named = layout.groups().iter().enumerate().filter_map(|(at, group)| {
        let (kind, number) = layout.kind_and_number(at)?;
        let extra = matches!(kind, GroupKind::Diagonal | GroupKind::Window);
        Some(GroupData { name: format!("{} {number}", kind.name()), cells: &group.cells, extra })
    });
    named.collect()
}

fn regions(layout: &Layout) -> Vec<usize> {
    let boxes = layout.groups().iter().filter(|g| matches!(g.kind, GroupKind::Box | GroupKind::Region));
    let mut regions = vec![usize::MAX; layout.cells()];
    let mut number = 0;
    for group in boxes {
        for &cell in &group.cells {
            if let Some(region) = regions.get_mut(cell) {
                *region = number;
            }
        }
        number += 1;
    }
    // Cells in none are one more.
    regions.iter_mut().for_each(|region| *region = (*region).min(number));
    if number == 0 { Vec::new() } else { regions }
}
