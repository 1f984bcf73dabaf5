//! Cages of killer sudoku as text: a map with a character for each cell, the same within a cage, then the sums of the
//! cages on one or several lines.
//!
//! ```text
//! # a line that begins so is a comment
//! aab.
//! c.bb
//! cdde
//! ccde
//! a 5
//! b 7   c 20
//! ```

use crate::board::Clue;
use crate::puzzle::{MAX_SIZE, MIN_SIZE, Malformed};

/// Cages that a text describes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cages {
    /// Rows and columns of the map.
    pub size: usize,
    /// The cages, in the order in which they first come in the map.
    pub clues: Vec<Clue>,
}

impl Cages {
    /// Reads a map and sums. `file` is what complaints call the text. A full stop is a cell without a cage. A space,
    /// `=` or `:` may separate name and sum, and a line may have several.
    ///
    /// ```
    /// use klammer_sudoku::puzzle::Cages;
    ///
    /// let cages = Cages::parse("<text>", "aab.\n..b.\n....\n....\na 5\nb = 7\n")?;
    /// assert_eq!((cages.size, cages.clues[1].cells()), (4, &[2, 6][..]));
    /// # Ok::<(), klammer_sudoku::puzzle::Malformed>(())
    /// ```
    pub fn parse(file: &str, text: &str) -> Result<Cages, Malformed> {
        let mut rows: Vec<(u64, Vec<char>)> = Vec::new();
        let mut sums: Vec<(char, u32)> = Vec::new();
        let mut last = 1;
        for (line, number) in text.lines().zip(1..) {
            let complain =
                |column, expected: &str, found: String| Malformed::new(file, number, column, expected, found);
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            last = number;
            // Before the map is whole, a row of several cells could look so, too.
            let is_whole = rows.first().is_some_and(|(_, first)| first.len() == rows.len());
            let found = names_and_numbers(line).filter(|found| is_whole || found.len() == 1);
            if let Some(found) = found {
                for (name, sum) in found {
                    let sum: u32 = sum.parse().map_err(|_| complain(1, "a sum", sum.to_string()))?;
                    if sums.iter().any(|(known, _)| *known == name) {
                        return Err(complain(1, "one sum for each cage", format!("a second one for {name}")));
                    }
                    if !rows.iter().any(|(_, row)| row.contains(&name)) {
                        return Err(complain(1, "the name of a cage in the map above", name.to_string()));
                    }
                    let cells = rows.iter().flat_map(|(_, row)| row).filter(|c| **c == name).count();
                    let (least, most) = sums_of(cells, rows.len());
                    if !(least..=most).contains(&(sum as usize)) {
                        let cells = if cells == 1 { "its cell".into() } else { format!("{cells} different digits") };
                        let expected = format!("a sum of {least} to {most} for {cells} of cage {name}");
                        return Err(complain(1, &expected, sum.to_string()));
                    }
                    sums.push((name, sum));
                }
                continue;
            }
            let row: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
            if !sums.is_empty() {
                return Err(complain(1, "the sum of a cage, such as a 15", line.trim().chars().take(20).collect()));
            }
            let wanted = rows.first().map_or(row.len(), |(_, first)| first.len());
            if row.len() != wanted || !(MIN_SIZE..=MAX_SIZE).contains(&row.len()) || rows.len() == wanted {
                let expected = format!("as many rows as columns, {MIN_SIZE} to {MAX_SIZE}");
                return Err(complain(1, &expected, format!("row {} of {} cells", rows.len() + 1, row.len())));
            }
            rows.push((number, row));
        }
        let size = rows.len();
        if size == 0 || rows.first().is_some_and(|(_, row)| row.len() != size) {
            let found = format!("{size} row{}", if size == 1 { "" } else { "s" });
            return Err(Malformed::new(file, last, 1, "a map of cages with as many rows as columns", found));
        }
        let mut clues = Vec::new();
        let mut names: Vec<char> = Vec::new();
        for (line, row) in &rows {
            for (&name, column) in row.iter().zip(1..) {
                if name == '.' || names.contains(&name) {
                    continue;
                }
                let Some(&(_, sum)) = sums.iter().find(|(known, _)| *known == name) else {
                    let found = format!("none for {name}");
                    return Err(Malformed::new(file, *line, column, "a line with the sum of each cage", found));
                };
                names.push(name);
                let all = rows.iter().flat_map(|(_, row)| row).enumerate();
                clues.push(Clue::Cage { cells: all.filter(|(_, c)| **c == name).map(|(cell, _)| cell).collect(), sum });
            }
        }
        Ok(Cages { size, clues })
    }
}

/// Returns the least and the greatest sum of `cells` different digits.
fn sums_of(cells: usize, digits: usize) -> (usize, usize) {
    let cells = cells.min(digits);
    ((1..=cells).sum(), (digits + 1 - cells..=digits).sum())
}

/// Characters and numbers in turn.
fn names_and_numbers(line: &str) -> Option<Vec<(char, &str)>> {
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || c == '=' || c == ':').filter(|word| !word.is_empty()).collect();
    words.chunks(2).map(name_and_number).collect()
}

/// One character and a number.
fn name_and_number<'t>(words: &[&'t str]) -> Option<(char, &'t str)> {
    let &[name, number] = words else { return None };
    let mut name = name.chars();
    let only = name.next().filter(|_| name.next().is_none())?;
    number.bytes().all(|b| b.is_ascii_digit()).then_some((only, number))
}
