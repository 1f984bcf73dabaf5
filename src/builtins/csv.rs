//! CSV (RFC 4180): texts to rows of cells and back. The module `csv` gives these natives their names.

use super::arg::{ListRef, StringRef};
use super::array::element;
use super::builtins;
use super::string::copy_of;
use super::table;
use crate::fault::{Code, ErrorData, Result, Unwind, fail_in};
use crate::format::FormatSink;
use crate::limits::BYTES_PER_TICK;
use crate::num;
use crate::object::Object;
use crate::object::table::TableObject;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

const DECODE: &str = "csv-decode";
const ENCODE: &str = "csv-encode";

/// The byte order mark that spreadsheets put before a text.
const MARK: char = '\u{feff}';

/// A text that is being read. It does not move while values are made beside it.
struct CsvReader {
    text: String,
    at: usize,
    separator: char,
    /// Bytes in the account of the rows and cells that are gathered.
    held: usize,
}

impl CsvReader {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Returns the rows: lists of strings or, with a header, tables whose keys are its cells.
    fn rows(&mut self, rt: &mut Runtime, has_header: bool) -> Result<Value> {
        let (mut rows, mut cells) = (Vec::new(), Vec::new());
        let mut names: Option<Vec<Value>> = None;
        while let Some(start) = self.row(rt, &mut cells)? {
            let row = match &names {
                None if has_header => {
                    self.record(rt, start, &cells, &cells)?;
                    names = Some(std::mem::take(&mut cells));
                    continue;
                }
                None => rt.heap.list(&cells)?,
                Some(names) => self.record(rt, start, names, &cells)?,
            };
            rt.heap.charge_next(&mut rows, &mut self.held)?;
            rows.push(row);
        }
        rt.heap.list(&rows)
    }

    /// Reads the cells of the next row that is not empty. Returns its position.
    fn row(&mut self, rt: &mut Runtime, cells: &mut Vec<Value>) -> Result<Option<usize>> {
        cells.clear();
        while self.end_of_line() {
            rt.charge(1)?;
        }
        let start = self.at;
        if self.rest().is_empty() {
            return Ok(None);
        }
        loop {
            rt.charge(1)?;
            let cell = self.cell(rt)?;
            rt.heap.charge_next(cells, &mut self.held)?;
            cells.push(cell);
            if self.rest().starts_with(self.separator) {
                self.at += self.separator.len_utf8();
            } else if self.rest().is_empty() || self.end_of_line() {
                return Ok(Some(start));
            } else {
                return Err(self.malformed(rt, self.at, "expected a separator or the end of the line after a quote"));
            }
        }
    }

    /// Goes to the next line, if this one is read.
    fn end_of_line(&mut self) -> bool {
        let length = match self.rest() {
            rest if rest.starts_with("\r\n") => 2,
            rest => usize::from(rest.starts_with(['\r', '\n'])),
        };
        self.at += length;
        length > 0
    }

    fn cell(&mut self, rt: &mut Runtime) -> Result<Value> {
        let start = self.at;
        if !self.rest().starts_with('"') {
            let (rest, separator) = (self.rest(), self.separator);
            let end = rest.find([separator, '"', '\r', '\n']).unwrap_or(rest.len());
            let (cell, after) = rest.split_at(end);
            if after.starts_with('"') {
                return Err(self.malformed(rt, start + end, "a quote in a cell that does not begin with one"));
            }
            rt.charge(end / BYTES_PER_TICK)?;
            let cell = rt.heap.string(cell)?;
            self.at += end;
            return Ok(cell);
        }
        self.at += 1;
        let mut cell = FormatSink::at_column(0);
        loop {
            let rest = self.rest();
            let Some(end) = rest.find('"') else {
                return Err(self.malformed(rt, start, "the quote is not closed"));
            };
            let (piece, after) = rest.split_at(end);
            cell.push(rt, piece)?;
            // A quote in a cell is written twice.
            let is_doubled = after.starts_with("\"\"");
            self.at += end + if is_doubled { 2 } else { 1 };
            if !is_doubled {
                return rt.heap.string(cell.into_text());
            }
            rt.charge(1)?;
            cell.push(rt, "\"")?;
        }
    }

    /// Returns a table from names to cells.
    fn record(&self, rt: &mut Runtime, start: usize, names: &[Value], cells: &[Value]) -> Result<Value> {
        if names.len() != cells.len() {
            let message = lengths(cells.len(), names.len());
            return Err(self.malformed(rt, start, &message));
        }
        let record = rt.heap.object(Object::Table(TableObject::default()))?;
        for (&name, &cell) in names.iter().zip(cells) {
            table::set(rt, record, name, cell)?;
        }
        if rt.heap.table_of(record)?.len() < names.len() {
            return Err(self.malformed(rt, start, "two columns of the header have the same name"));
        }
        Ok(record)
    }

    #[cold]
    fn malformed(&self, rt: &mut Runtime, at: usize, problem: &str) -> Box<Unwind> {
        if let Err(limit) = rt.charge(at / BYTES_PER_TICK) {
            return limit;
        }
        let (mut line, mut column, mut last) = (1, 1, ' ');
        for c in self.text.get(..at).unwrap_or_default().chars().skip_while(|&c| c == MARK) {
            match c {
                '\n' if last == '\r' => {}
                '\r' | '\n' => (line, column) = (line + 1, 1),
                _ => column += 1,
            }
            last = c;
        }
        ErrorData::by(DECODE, Code::BadValue, format!("line {line}, column {column}: {problem}")).into()
    }
}

/// A text under construction.
struct CsvWriter {
    out: FormatSink,
    separator: char,
}

impl CsvWriter {
    /// Writes a row: a list, an array or, if the columns have names, a table.
    fn row(&mut self, rt: &mut Runtime, row: Value, names: &[Value]) -> Result<()> {
        let cells = if let Some(array) = rt.heap.as_array(row).filter(|array| array.dimensions().len() == 1) {
            let count = array.dimensions().iter().product();
            rt.charge(count / BYTES_PER_TICK)?;
            rt.heap.reserve(count * size_of::<Value>())?;
            (0..count).map(|at| element(rt, row, at)).collect::<Result<Vec<Value>>>()?
        } else if row.is(Kind::TABLE) && !names.is_empty() {
            names.iter().map(|&name| Ok(table::get(rt, row, name)?.unwrap_or(Value::NIL))).collect::<Result<_>>()?
        } else if row.has_elements() {
            rt.list_items(ENCODE, row)?
        } else {
            let expected = "a list or array of cells, not empty (or a table, with :header)";
            return Err(rt.wrong_type(ENCODE, "a row", expected, row));
        };
        if cells.is_empty() || (!names.is_empty() && cells.len() != names.len()) {
            return fail_in(ENCODE, Code::BadValue, lengths(cells.len(), names.len()));
        }
        for (at, &cell) in cells.iter().enumerate() {
            rt.charge(1)?;
            if at > 0 {
                self.out.push(rt, self.separator.encode_utf8(&mut [0; 4]))?;
            }
            self.cell(rt, cell, cells.len() == 1)?;
        }
        self.out.push(rt, "\n")
    }

    fn cell(&mut self, rt: &mut Runtime, cell: Value, is_alone: bool) -> Result<()> {
        let text = match cell.as_symbol().or(cell.as_keyword()) {
            _ if rt.is_false(cell) || cell.is_nil() => String::new(),
            Some(symbol) => rt.name(symbol).to_string(),
            None if cell.is_number() => num::print::number_to_string(rt, cell, 10)?,
            None if cell.is(Kind::STRING) => {
                let bytes = rt.heap.text_of(cell)?.as_str().len();
                rt.heap.reserve(bytes)?;
                rt.heap.text_of(cell)?.as_str().to_string()
            }
            None => match cell.as_character() {
                Some(c) => c.to_string(),
                None => {
                    return Err(rt.wrong_type(ENCODE, "a cell", "a string, number, symbol, character or nil", cell));
                }
            },
        };
        rt.with_charged(text.len(), |rt| self.text(rt, &text, is_alone))
    }

    /// Writes a cell, in quotes where it would be read as something else.
    fn text(&mut self, rt: &mut Runtime, text: &str, is_alone: bool) -> Result<()> {
        rt.charge(text.len() / BYTES_PER_TICK)?;
        let separator = self.separator;
        let is_special = |c| c == separator || matches!(c, '"' | '\r' | '\n' | MARK);
        // A line without a character is no row.
        if !(text.contains(is_special) || text.is_empty() && is_alone) {
            return self.out.push(rt, text);
        }
        self.out.push(rt, "\"")?;
        for (at, piece) in text.split('"').enumerate() {
            if at > 0 {
                self.out.push(rt, "\"\"")?;
            }
            self.out.push(rt, piece)?;
        }
        self.out.push(rt, "\"")
    }
}

/// Message for a row that does not have as many cells as the header, or none.
fn lengths(cells: usize, names: usize) -> String {
    let plural = if cells == 1 { "" } else { "s" };
    let header = if names == 0 { String::new() } else { format!(", the header {names}") };
    format!("the row has {cells} cell{plural}{header}")
}

/// Checks the character between cells.
fn separator(function: &str, separator: char) -> Result<char> {
    match separator {
        '"' | '\r' | '\n' | MARK => {
            fail_in(function, Code::BadValue, "the separator must not be a quote or a line end")
        }
        _ => Ok(separator),
    }
}

builtins! { "csv";
    fn "%csv-decode" (rt, string: StringRef, has_header: Value, by: char) {
        let separator = separator(DECODE, by)?;
        let text = copy_of(rt, string)?;
        let at = if text.starts_with(MARK) { MARK.len_utf8() } else { 0 };
        let mut reading = CsvReader { text, at, separator, held: 0 };
        let has_header = !rt.is_false(has_header);
        let result = rt.with_charged(reading.text.len(), |rt| reading.rows(rt, has_header));
        rt.heap.release(reading.held);
        result
    }

    fn "%csv-encode" (rt, rows: ListRef, header: ListRef, by: char) {
        let mut writer = CsvWriter { out: FormatSink::at_column(0), separator: separator(ENCODE, by)? };
        let names = rt.list_items(ENCODE, header.0)?;
        if !names.is_empty() {
            writer.row(rt, header.0, &[])?;
        }
        for row in rt.list_items(ENCODE, rows.0)? {
            writer.row(rt, row, &names)?;
        }
        rt.heap.string(writer.out.into_text())
    }
}
