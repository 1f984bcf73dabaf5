//! Style that the parts of a picture share.

use svg::node::element::Text;

pub(super) const MARGIN: usize = 6;
pub(super) const FONT: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";
pub(super) const GIVEN: &str = "#111111";
pub(super) const CANDIDATE: &str = "#5e5c64";

/// A character or a number whose middle is at `x`, `y`. Not all programs know how to centre a line: the middle of a
/// digit is 0.35 of its size above it.
pub(super) fn letter(c: impl Into<String>, x: f64, y: f64, size: f64, colour: &str) -> Text {
    let tenth = |v: f64| (v * 10.0).round() / 10.0;
    Text::new(c.into())
        .set("x", tenth(x))
        .set("y", tenth(y + 0.355 * size))
        .set("font-size", tenth(size))
        .set("fill", colour)
}
