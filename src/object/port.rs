//! Ports: where a program reads from and writes to.
//!
//! Owns what a port remembers. What happens when one is read or written is the affair of [`crate::port`].

use std::path::Path;
use std::sync::Arc;

use crate::memory::allocated;
use crate::source::{Source, bytes_of};
use crate::value::Value;

#[derive(Clone, Debug)]
pub(crate) struct Port {
    pub channel: Channel,
    pub open: bool,
    /// Whether upper case is the same as lower case in names that are read from the port. The text itself can say so.
    pub folds_case: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Channel {
    StandardInput,
    StandardOutput,
    StandardError,
    /// A text, of a string or file, and how many bytes of it have been read.
    Text {
        source: Arc<Source>,
        at: usize,
    },
    /// Keeps what is written. `column` counts the characters since the last newline.
    Collector {
        text: String,
        column: usize,
    },
    File {
        path: Arc<Path>,
        column: usize,
    },
}

impl Channel {
    pub fn is_input(&self) -> bool {
        matches!(self, Channel::StandardInput | Channel::Text { .. })
    }

    /// Returns the name of the port's source or target, for people.
    pub fn name(&self) -> &str {
        match self {
            Channel::StandardInput => "standard input",
            Channel::StandardOutput => "standard output",
            Channel::StandardError => "standard error",
            Channel::Text { source, .. } => &source.name,
            Channel::Collector { .. } => "a string",
            Channel::File { path, .. } => path.to_str().unwrap_or("a file"),
        }
    }
}

impl Port {
    /// Adds to what an open collector holds, if that takes no memory. Returns whether it has.
    pub(crate) fn collect_in_room(&mut self, more: &str) -> bool {
        match &mut self.channel {
            Channel::Collector { text, column } if self.open && text.capacity() - text.len() >= more.len() => {
                text.push_str(more);
                *column = column_after(*column, more);
                true
            }
            _ => false,
        }
    }

    /// Adds an ASCII character to what an open collector holds, if that takes no memory. Returns whether it has.
    #[inline]
    pub(crate) fn collect_ascii_in_room(&mut self, c: char) -> bool {
        match &mut self.channel {
            Channel::Collector { text, column } if self.open && c.is_ascii() && text.len() < text.capacity() => {
                text.push(c);
                *column = if c == '\n' { 0 } else { *column + 1 };
                true
            }
            _ => false,
        }
    }

    pub fn bytes(&self) -> usize {
        let channel = match &self.channel {
            Channel::Text { source, .. } => allocated(SHARED + size_of::<Source>()) + bytes_of(source),
            Channel::Collector { text, .. } => allocated(text.capacity()),
            Channel::File { path, .. } => allocated(SHARED + path.as_os_str().len()),
            Channel::StandardInput | Channel::StandardOutput | Channel::StandardError => 0,
        };
        allocated(size_of::<Port>()) + channel
    }
}

/// State of an engine's ports.
#[derive(Clone, Default)]
pub(crate) struct Ports {
    /// Port that `print` and its kin write to; `None` is standard output.
    pub output: Option<Value>,
    /// Port that `read-line` and its kin read from; `None` is standard input.
    pub input: Option<Value>,
    /// The objects for standard input, output and error, once somebody has asked for them.
    pub standard: [Option<Value>; 3],
    /// Characters written to standard output since the last newline, so that output can begin on a fresh line.
    pub column: usize,
    /// Standard input that has come, and how many bytes of it have been read.
    pub pending: String,
    pub read: usize,
    /// Text for files, by path.
    pub unwritten: Vec<(Arc<Path>, String)>,
    /// Files whose new text has been begun and not finished, and whether all of it could be written so far.
    pub begun: Vec<(Arc<Path>, bool)>,
}

/// The ports that every program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standard {
    Input,
    Output,
    Error,
}

impl Ports {
    /// Shows `look` the values that a collection must keep.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        for port in [&self.output, &self.input].into_iter().chain(&self.standard) {
            look(port.as_slice());
        }
    }

    /// Output and input are the standard ones again: an evaluation that was stopped has not put them back.
    pub fn reset(&mut self) {
        (self.output, self.input) = (None, None);
    }
}

/// Bytes of a text up to which a look at each takes less time than a search.
const SHORT: usize = 24;

/// The column where `text` ends that was written from `column` on.
pub(crate) fn column_after(column: usize, text: &str) -> usize {
    if text.len() <= SHORT {
        return text.bytes().fold(column, |column, byte| match byte {
            b'\n' => 0,
            byte => column.saturating_add(usize::from(byte & 0xc0 != 0x80)),
        });
    }
    let (line, before) = text.rsplit_once('\n').map_or((text, column), |(_, line)| (line, 0));
    before.saturating_add(line.chars().count())
}

/// Bytes that an `Arc` keeps besides its content.
const SHARED: usize = 2 * size_of::<usize>();
