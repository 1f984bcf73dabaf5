//! The measurements as a picture in SVG: nodes over puzzles, and puzzles that are solved within a time (a cactus plot).

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Group, Line, Path, Text, Title};

use crate::compare::summary::counts_nodes;
use crate::compare::{Measured, PuzzleMeasurements};
use crate::console::duration;

const WIDTH: f64 = 720.0;
/// Place of a diagram: its left side, its width and its height.
const LEFT: f64 = 80.0;
const ACROSS: f64 = WIDTH - LEFT - 20.0;
const DOWN: f64 = 260.0;
/// Room above and below a diagram, for its title and its words.
const ABOVE: f64 = 40.0;
const BELOW: f64 = 50.0;

const INK: &str = "#111111";
const PALE: &str = "#c9ced6";
/// Colours that people with any kind of colour blindness tell apart (M. Okabe, K. Ito, 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5e5c64"];

/// Draws both diagrams. Puzzles that a script did not solve have no point.
pub fn plot(names: &[String], pairs: &[PuzzleMeasurements]) -> String {
    let right = |measured: &&Measured| measured.outcome.is_right();
    let own = |at: usize| pairs.iter().map(move |pair| pair.measured.get(at).filter(right));
    // A script that counts no nodes has no figures. The root is counted, too.
    let nodes: Vec<Vec<Option<f64>>> = (0..names.len())
        .map(|at| match counts_nodes(at, pairs) {
            true => own(at).map(|measured| Some((measured?.nodes + 1) as f64)).collect(),
            false => Vec::new(),
        })
        .collect();
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    let first = nodes.iter().position(|nodes| !nodes.is_empty()).unwrap_or(0);
    let key = |at: &usize| nodes.get(first).and_then(|nodes| *nodes.get(*at)?).unwrap_or(f64::INFINITY);
    order.sort_by(|a, b| key(a).total_cmp(&key(b)));
    let points = |nodes: &Vec<Option<f64>>| -> Vec<(usize, f64)> {
        let point = |(x, &at): (usize, &usize)| Some((x + 1, (*nodes.get(at)?)?));
        order.iter().enumerate().filter_map(point).collect()
    };
    let times = |at: usize| -> Vec<(usize, f64)> {
        let mut times: Vec<f64> = own(at).flatten().map(|measured| measured.time.as_secs_f64().max(1e-9)).collect();
        times.sort_by(f64::total_cmp);
        times.into_iter().enumerate().map(|(before, time)| (before + 1, time)).collect()
    };
    let name = names.get(first).map_or("", String::as_str);
    let diagrams = [
        Diagram {
            title: "Nodes of each puzzle, with the root".into(),
            across: format!("puzzles, by their nodes for {name}"),
            series: nodes.iter().map(points).collect(),
            number: |nodes| format!("{nodes:.0}"),
            is_line: false,
        },
        Diagram {
            title: "Puzzles solved, each within this time".into(),
            across: "puzzles".into(),
            series: (0..names.len()).map(times).collect(),
            number: duration,
            is_line: true,
        },
    ];
    let legend_height = 20.0 * names.len() as f64 + 10.0;
    let height = legend_height + diagrams.len() as f64 * (ABOVE + DOWN + BELOW);
    let mut document = Document::new()
        .set("viewBox", (0, 0, WIDTH, height))
        .set("width", WIDTH)
        .set("height", height)
        .set("role", "img")
        .set("font-family", "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif")
        .set("font-size", 13)
        .add(Title::new(format!("Comparison of {}", names.join(", "))))
        .add(svg::node::element::Rectangle::new().set("width", WIDTH).set("height", height).set("fill", "#ffffff"));
    for (at, name) in names.iter().enumerate() {
        let y = 20.0 * (at as f64 + 1.0);
        let line = Line::new().set("x1", LEFT).set("x2", LEFT + 24.0).set("y1", y - 4.0).set("y2", y - 4.0);
        document = document.add(line.set("stroke", colour(at)).set("stroke-width", 4)).add(words(
            name,
            LEFT + 32.0,
            y,
            "start",
        ));
    }
    for (at, diagram) in diagrams.iter().enumerate() {
        let top = legend_height + ABOVE + at as f64 * (ABOVE + DOWN + BELOW);
        document = document.add(diagram.drawn(top, pairs.len()));
    }
    document.to_string() + "\n"
}

fn colour(script: usize) -> &'static str {
    COLOURS.get(script % COLOURS.len()).copied().unwrap_or(INK)
}

fn words(text: &str, x: f64, y: f64, anchor: &str) -> Text {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    Text::new(text).set("x", x).set("y", y).set("text-anchor", anchor).set("fill", INK)
}

fn tenth(v: f64) -> f64 {
    (v * 10.0).round() / 10.0
}

/// Points of each script, over puzzles that are counted from 1, on a logarithmic scale.
struct Diagram {
    title: String,
    across: String,
    series: Vec<Vec<(usize, f64)>>,
    number: fn(f64) -> String,
    is_line: bool,
}

impl Diagram {
    fn drawn(&self, top: f64, count: usize) -> Group {
        let logs = || self.series.iter().flatten().map(|(_, value)| value.log10());
        let least = logs().fold(f64::INFINITY, f64::min).floor();
        let (least, most) = if least.is_finite() { (least, logs().fold(least, f64::max)) } else { (0.0, 1.0) };
        let most = most.ceil().max(least + 1.0);
        let x = |puzzle: usize| tenth(LEFT + ACROSS * puzzle as f64 / count.max(1) as f64);
        let y = |log: f64| tenth(top + DOWN * (most - log) / (most - least));
        let mut group = Group::new().add(words(&self.title, LEFT, top - 12.0, "start").set("font-weight", "bold"));
        for decade in 0..=(most - least) as i32 {
            let log = least + f64::from(decade);
            let line = Line::new().set("x1", LEFT).set("x2", LEFT + ACROSS).set("y1", y(log)).set("y2", y(log));
            group = group.add(line.set("stroke", PALE)).add(words(
                &(self.number)(10_f64.powf(log)),
                LEFT - 8.0,
                y(log) + 4.0,
                "end",
            ));
        }
        for (at, points) in self.series.iter().enumerate() {
            let mut data = Data::new();
            for (nth, &(puzzle, value)) in points.iter().enumerate() {
                let place = (x(puzzle), y(value.log10()));
                data = match (self.is_line, nth) {
                    (true, 1..) => data.line_to(place),
                    // A line of no length is drawn as a point, by its ends.
                    _ => data.move_to(place).horizontal_line_by(0),
                };
            }
            let path = Path::new().set("d", data).set("fill", "none").set("stroke", colour(at));
            let width = if self.is_line { 2 } else { 5 };
            group = group.add(path.set("stroke-width", width).set("stroke-linecap", "round"));
        }
        let below = top + DOWN + 20.0;
        group.add(words("1", x(1), below, "middle")).add(words(&count.to_string(), x(count), below, "end")).add(words(
            &self.across,
            LEFT + ACROSS / 2.0,
            below,
            "middle",
        ))
    }
}
