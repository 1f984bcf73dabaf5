//! Reading from ports and writing to them.
//!
//! Ports between a program and the host's streams and files. They keep unread input, unwritten output and the current
//! port.

use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use compact_str::CompactString;
use klammer_syntax::complete::DatumScanner;

use crate::fault::{Code, ErrorData, Limit, Result, Unwind, fail};
use crate::limits::BYTES_PER_TICK;
use crate::object::Object;
use crate::object::port::{Channel, Port, Standard, column_after};
use crate::reader::Reader;
use crate::runtime::Runtime;
use crate::runtime::dialect::Dialect;
use crate::source::{Source, SourceId, Span, line_ends};
use crate::value::{Kind, Value};

/// Ports that functions that write and functions that read expect.
pub(crate) const OUTPUT_PORT: &str = "an output port";
pub(crate) const INPUT_PORT: &str = "an input port";

/// Length in bytes up to which each byte of a text counts as a line, for the question whether there is room for it.
const SHORT_TEXT: usize = 256;

/// Bytes for one file that are kept back at most.
const MAX_UNWRITTEN: usize = 16 << 10;

/// Files that something is kept back for at most.
const MAX_UNWRITTEN_FILES: usize = 16;

/// Files at most whose new text has been begun: with one more, that of the first takes its place.
const MAX_BEGUN_FILES: usize = 64;

impl Runtime {
    // ---- which ports there are

    /// The object for a standard port.
    pub(crate) fn standard_port(&mut self, which: Standard) -> Result<Value> {
        let channel = match which {
            Standard::Input => Channel::StandardInput,
            Standard::Output => Channel::StandardOutput,
            Standard::Error => Channel::StandardError,
        };
        if let Some(Some(port)) = self.ports.standard.get(which as usize) {
            return Ok(*port);
        }
        let port = self.new_port(channel)?;
        if let Some(slot) = self.ports.standard.get_mut(which as usize) {
            *slot = Some(port);
        }
        Ok(port)
    }

    pub(crate) fn current_output(&mut self) -> Result<Value> {
        self.ports.output.map_or_else(|| self.standard_port(Standard::Output), Ok)
    }

    pub(crate) fn current_input(&mut self) -> Result<Value> {
        self.ports.input.map_or_else(|| self.standard_port(Standard::Input), Ok)
    }

    /// Makes a port the current one for output.
    pub(crate) fn redirect_output(&mut self, port: Value) -> Result<()> {
        let Some(channel) = self.port(port).map(|p| &p.channel).filter(|_| port.is_output_port()) else {
            return Err(self.wrong_type("with-output-to", "port", OUTPUT_PORT, port));
        };
        self.ports.output = (!matches!(channel, Channel::StandardOutput)).then_some(port);
        Ok(())
    }

    /// Makes a port the current one for input.
    pub(crate) fn redirect_input(&mut self, port: Value) -> Result<()> {
        let Some(channel) = self.port(port).map(|p| &p.channel).filter(|_| port.is_input_port()) else {
            return Err(self.wrong_type("with-input-from", "port", INPUT_PORT, port));
        };
        self.ports.input = (!matches!(channel, Channel::StandardInput)).then_some(port);
        Ok(())
    }

    pub(crate) fn new_port(&mut self, channel: Channel) -> Result<Value> {
        let is_input = channel.is_input();
        let port = self.heap.object(Object::Port(Box::new(Port { channel, open: true, folds_case: false })))?;
        Ok(Value::port(is_input, port.index()))
    }

    /// A port that reads a text; `name` is where it comes from.
    pub(crate) fn text_port(&mut self, name: impl Into<Cow<'static, str>>, text: String) -> Result<Value> {
        let name = name.into();
        self.reserve_source(&name, &text)?;
        let source = Arc::new(Source::new(name, text));
        self.new_port(Channel::Text { source, at: 0 })
    }

    /// Reserves room for a text and the places of its lines.
    pub(crate) fn reserve_source(&mut self, name: &str, text: &str) -> Result<()> {
        if u32::try_from(text.len()).is_err() {
            return fail(Code::File, format!("{name}: the text is longer than 4 GiB"));
        }
        self.charge(text.len() / BYTES_PER_TICK)?;
        // A short text is not worth a look at how many lines it has.
        let line_ends = if text.len() <= SHORT_TEXT { text.len() } else { line_ends(text) };
        self.heap.reserve(text.len().saturating_add(line_ends.saturating_mul(size_of::<u32>())))
    }

    /// Keeps a text that there is room for.
    pub(crate) fn add_source(&mut self, source: &Arc<Source>) -> Result<SourceId> {
        self.sources.add_shared(source).ok_or_else(|| Limit::Memory.into())
    }

    pub(crate) fn port(&self, v: Value) -> Option<&Port> {
        self.heap.as_port(v)
    }

    /// Returns the channel of the port `v`, if it is open.
    fn channel(&self, v: Value) -> Result<&Channel> {
        match self.port(v) {
            Some(p) if p.open => Ok(&p.channel),
            Some(p) => fail(Code::BadValue, format!("the port on {} has been closed", p.channel.name())),
            None => crate::fault::internal("a port that is none"),
        }
    }

    /// Changes a port in a way that takes no memory.
    fn port_mut(&mut self, v: Value) -> Result<&mut Port> {
        self.heap.as_port_mut(v).map_or_else(|| crate::fault::internal("a port that is none"), Ok)
    }

    /// Changes a port and keeps the account of its memory.
    fn update_port<R>(&mut self, v: Value, change: impl FnOnce(&mut Port) -> R) -> Result<R> {
        let changed = self.heap.update(v, |object| match object {
            Object::Port(p) => Some(change(p)),
            _ => None,
        });
        changed.flatten().map_or_else(|| crate::fault::internal("a port that is none"), Ok)
    }

    /// Flushes and closes a port. The standard ports stay open.
    pub(crate) fn close_port(&mut self, v: Value) -> Result<()> {
        let path = match self.port(v).map(|p| &p.channel) {
            Some(Channel::File { path, .. }) => Some(path.clone()),
            Some(Channel::StandardInput | Channel::StandardOutput | Channel::StandardError) => return Ok(()),
            _ => None,
        };
        self.port_mut(v)?.open = false;
        path.map_or(Ok(()), |path| self.finish_file(&path))
    }

    // ---- writing

    /// Writes a character to a port; `None` is the current one.
    #[inline]
    pub fn write_char_to(&mut self, port: Option<Value>, c: char) -> Result<()> {
        if let Some(port) = port.or(self.ports.output)
            && let Some(port) = self.heap.as_port_mut(port)
            && port.collect_ascii_in_room(c)
        {
            return Ok(());
        }
        self.write_other_char_to(port, c)
    }

    #[inline(never)]
    fn write_other_char_to(&mut self, port: Option<Value>, c: char) -> Result<()> {
        self.write_to(port, c.encode_utf8(&mut [0; 4]))
    }

    /// Writes a string to a port; `None` is the current one.
    pub fn write_string_to(&mut self, port: Option<Value>, string: Value) -> Result<()> {
        let length = self.heap.text_of(string)?.as_str().len();
        self.charge(length / BYTES_PER_TICK)?;
        if let Some(port) = port.or(self.ports.output)
            && self.heap.collect_string(port, string)
        {
            return Ok(());
        }
        self.heap.reserve(length)?;
        let text = self.heap.text_of(string)?.as_str().to_string();
        self.write_to(port, &text)
    }

    /// Writes to a port; `None` is the current one.
    pub fn write_to(&mut self, port: Option<Value>, text: &str) -> Result<()> {
        let Some(port) = port.or(self.ports.output) else { return self.write(text) };
        self.charge(text.len() / BYTES_PER_TICK)?;
        if self.port_mut(port)?.collect_in_room(text) {
            return Ok(());
        }
        match self.channel(port)? {
            Channel::StandardOutput => self.write(text),
            Channel::StandardError => match self.ask_host(|host| host.write_error(text))? {
                Ok(()) => Ok(()),
                Err(e) => fail(Code::File, format!("cannot write to standard error: {e}")),
            },
            Channel::Collector { text: old, .. } => {
                let wanted = if old.capacity() - old.len() < text.len() { (old.len() + text.len()) * 2 } else { 0 };
                self.heap.reserve(wanted)?;
                let written = self.update_port(port, |p| p.collect(text, wanted))?;
                if written { Ok(()) } else { Err(Limit::Memory.into()) }
            }
            Channel::File { path, .. } => {
                let path = path.clone();
                self.port_mut(port)?.advance_column(text);
                self.keep_back(path, text)
            }
            Channel::StandardInput | Channel::Text { .. } => Err(self.wrong_type("write", "port", OUTPUT_PORT, port)),
        }
    }

    /// Characters since the last newline on a port; `None` is the current one.
    pub fn column_of(&self, port: Option<Value>) -> usize {
        match port.or(self.ports.output).and_then(|p| self.port(p)).map(|p| &p.channel) {
            Some(Channel::Collector { column, .. } | Channel::File { column, .. }) => *column,
            Some(Channel::StandardError) => 0,
            _ => self.ports.column,
        }
    }

    fn keep_back(&mut self, path: Arc<Path>, text: &str) -> Result<()> {
        let kept = self.ports.unwritten.iter_mut().find(|u| u.0 == path);
        let bytes = match kept {
            Some((_, kept)) => {
                kept.push_str(text);
                kept.len()
            }
            None => {
                if self.ports.unwritten.len() >= MAX_UNWRITTEN_FILES {
                    self.write_out_all()?;
                }
                self.ports.unwritten.push((path.clone(), text.to_string()));
                text.len()
            }
        };
        if bytes >= MAX_UNWRITTEN { self.write_out(&path) } else { Ok(()) }
    }

    /// Passes on what is kept back for a file.
    fn write_out(&mut self, path: &Path) -> Result<()> {
        let Some(i) = self.ports.unwritten.iter().position(|u| &*u.0 == path) else { return Ok(()) };
        let (path, text) = self.ports.unwritten.swap_remove(i);
        let appended = self.ask_host(|host| host.append_file(&path, &text));
        if !matches!(appended, Ok(Ok(()))) {
            self.ports.begun.iter_mut().filter(|(begun, _)| *begun == path).for_each(|(_, is_whole)| *is_whole = false);
        }
        match appended? {
            Ok(()) => Ok(()),
            Err(e) => fail(Code::File, format!("cannot write {}: {e}", path.display())),
        }
    }

    /// Begins a new text for a file.
    pub(crate) fn begin_file(&mut self, path: &Arc<Path>) -> Result<()> {
        self.on_file("open-output-file", "write", path, |host| host.begin_file(path))?;
        self.ports.begun.retain(|(begun, _)| begun != path);
        self.ports.begun.push((path.clone(), true));
        match self.ports.begun.first().filter(|_| self.ports.begun.len() > MAX_BEGUN_FILES).cloned() {
            Some((first, _)) => self.finish_file(&first),
            None => Ok(()),
        }
    }

    /// Flushes the output that is held back for a file. A new text replaces the old file, unless a part of it is
    /// missing.
    pub(crate) fn finish_file(&mut self, path: &Path) -> Result<()> {
        let written = self.write_out(path);
        let Some(number) = self.ports.begun.iter().position(|(begun, _)| &**begun == path) else { return written };
        let (_, is_whole) = self.ports.begun.remove(number);
        match self.host.finish_file(path, is_whole) {
            Err(e) if written.is_ok() => fail(Code::File, format!("cannot write {}: {e}", path.display())),
            Ok(()) if written.is_ok() && !is_whole => {
                fail(Code::File, format!("cannot write {}: a part of the text is missing", path.display()))
            }
            _ => written,
        }
    }

    /// Removes a file with the new text that has been begun for it. A port that writes to it afterwards makes a new one.
    pub(crate) fn delete_file(&mut self, path: &Path) -> Result<()> {
        let begun = self.ports.begun.iter().position(|(begun, _)| &**begun == path);
        self.on_file("delete-file", "remove", path, |host| match host.delete_file(path) {
            Err(e) if begun.is_some() && e.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed,
        })?;
        self.ports.unwritten.retain(|unwritten| &*unwritten.0 != path);
        let Some(number) = begun else { return Ok(()) };
        self.ports.begun.remove(number);
        self.on_file("delete-file", "remove", path, |host| host.finish_file(path, false))
    }

    /// Finishes all files at the end of an evaluation. One that was stopped leaves them the texts that they had.
    pub(crate) fn finish_files(&mut self, is_stopped: bool) -> Result<()> {
        let mut result = Ok(());
        while let Some((path, _)) = self.ports.begun.last().cloned() {
            if is_stopped {
                self.ports.unwritten.retain(|unwritten| unwritten.0 != path);
                self.ports.begun.pop();
                // The evaluation has failed already.
                let _ = self.host.finish_file(&path, false);
            } else {
                result = result.and(self.finish_file(&path));
            }
        }
        result.and(self.write_out_all())
    }

    /// Passes on what is kept back for any file.
    #[inline]
    pub(crate) fn write_out_all(&mut self) -> Result<()> {
        if self.ports.unwritten.is_empty() { Ok(()) } else { self.write_out_some() }
    }

    #[cold]
    fn write_out_some(&mut self) -> Result<()> {
        let mut result = Ok(());
        while let Some(path) = self.ports.unwritten.last().map(|u| u.0.clone()) {
            result = result.and(self.write_out(&path));
        }
        result
    }

    /// Passes on everything that was written to a port.
    pub(crate) fn flush_port(&mut self, port: Option<Value>) -> Result<()> {
        match port.or(self.ports.output).and_then(|p| self.port(p)).map(|p| &p.channel) {
            Some(Channel::File { path, .. }) => {
                let path = path.clone();
                self.finish_file(&path)
            }
            Some(Channel::Collector { .. }) => Ok(()),
            _ => match self.ask_host(|host| host.flush())? {
                Ok(()) => Ok(()),
                Err(e) => fail(Code::File, format!("cannot write output: {e}")),
            },
        }
    }

    // ---- reading

    /// Returns the input that has come, before and after the place up to which it has been read.
    fn input(&self, function: &str, port: Value) -> Result<(&str, &str)> {
        let (text, at) = match self.channel(port)? {
            Channel::StandardInput => (self.ports.pending.as_str(), self.ports.read),
            Channel::Text { source, at } => (source.text.as_ref(), *at),
            _ => return Err(self.wrong_type(function, "port", INPUT_PORT, port)),
        };
        Ok(text.split_at_checked(at).unwrap_or_default())
    }

    /// Returns the input that has come and has not been read.
    fn rest(&self, port: Value) -> Result<&str> {
        Ok(self.input("read", port)?.1)
    }

    /// Moves the position of an input port past `bytes` bytes.
    fn advance(&mut self, port: Value, bytes: usize) -> Result<()> {
        self.move_position(port, |at| *at += bytes)
    }

    /// Changes the place up to which a port has been read.
    fn move_position(&mut self, port: Value, change: impl Fn(&mut usize)) -> Result<()> {
        match &mut self.port_mut(port)?.channel {
            Channel::Text { at, .. } => change(at),
            _ => change(&mut self.ports.read),
        }
        Ok(())
    }

    /// Waits for more to read; false at the end.
    fn fill(&mut self, port: Value) -> Result<bool> {
        if !matches!(self.channel(port)?, Channel::StandardInput) {
            return Ok(false);
        }
        let ports = &mut self.ports;
        ports.pending.drain(..std::mem::take(&mut ports.read).min(ports.pending.len()));
        if ports.pending.capacity() / 4 > ports.pending.len().max(MAX_UNWRITTEN) {
            ports.pending.shrink_to(MAX_UNWRITTEN);
        }
        let held = ports.pending.capacity();
        // Somebody may wait for a question before the answer comes.
        if let Err(e) = self.ask_host(|host| host.flush())? {
            return fail(Code::File, format!("cannot write output: {e}"));
        }
        loop {
            match self.host.read_input() {
                Ok(piece) => {
                    // Received input is kept in any case: it could not be read again.
                    self.ports.pending.push_str(&piece);
                    self.charge(1 + piece.len() / BYTES_PER_TICK)?;
                    self.heap.add_external(self.ports.pending.capacity().saturating_sub(held))?;
                    self.heap.reserve(self.ports.pending.len())?;
                    return Ok(!piece.is_empty());
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => self.look()?,
                Err(e) => return fail(Code::File, format!("cannot read standard input: {e}")),
            }
        }
    }

    /// The next character, which stays the next; `None` at the end.
    #[inline]
    pub(crate) fn peek_char(&mut self, port: Value) -> Result<Option<char>> {
        match self.heap.as_port(port).and_then(Port::next) {
            None => self.wait_for_char(port),
            next => Ok(next),
        }
    }

    #[inline(never)]
    fn wait_for_char(&mut self, port: Value) -> Result<Option<char>> {
        loop {
            if let Some(c) = self.rest(port)?.chars().next() {
                return Ok(Some(c));
            }
            if !self.fill(port)? {
                return Ok(None);
            }
        }
    }

    /// Returns the next character if it has been received, without waiting.
    pub fn peek_ready(&self, port: Value) -> Result<Option<char>> {
        Ok(self.rest(port)?.chars().next())
    }

    /// The next character; `None` at the end.
    #[inline]
    pub fn read_char(&mut self, port: Value) -> Result<Option<char>> {
        if let Some(port) = self.heap.as_port_mut(port)
            && let Some(c) = port.next()
            && let Channel::Text { at, .. } = &mut port.channel
        {
            *at += c.len_utf8();
            return Ok(Some(c));
        }
        self.wait_and_read_char(port)
    }

    #[inline(never)]
    fn wait_and_read_char(&mut self, port: Value) -> Result<Option<char>> {
        let c = self.wait_for_char(port)?;
        self.advance(port, c.map_or(0, char::len_utf8))?;
        Ok(c)
    }

    /// Returns the result of `make` for the next line without its end, and for whether it had one; `None` at the end.
    pub fn read_line(
        &mut self,
        port: Value,
        make: impl FnOnce(&mut Runtime, String, bool) -> Result<Value>,
    ) -> Result<Option<Value>> {
        let mut seen = 0;
        loop {
            let rest = self.rest(port)?;
            let end = rest.get(seen..).and_then(|new| new.find('\n')).map(|i| seen + i);
            let length = rest.len();
            self.charge(end.unwrap_or(length).saturating_sub(seen) / BYTES_PER_TICK)?;
            seen = length;
            if end.is_none() && self.fill(port)? {
                continue;
            }
            if end.is_none() && length == 0 {
                return Ok(None);
            }
            let made = self.take(port, end.unwrap_or(length), |rt, line| {
                make(rt, line.strip_suffix('\r').map(str::to_string).unwrap_or(line), end.is_some())
            })?;
            self.advance(port, usize::from(end.is_some()))?;
            return Ok(Some(made));
        }
    }

    /// The character that was read last is the next once more; false if it is forgotten.
    pub fn unread_char(&mut self, port: Value) -> Result<bool> {
        let Some(last) = self.input("unread-char", port)?.0.chars().next_back() else { return Ok(false) };
        self.move_position(port, |at| *at -= last.len_utf8())?;
        Ok(true)
    }

    /// A string of what a port has kept; `None` if it keeps nothing.
    pub fn collected(&mut self, port: Value) -> Result<Option<Value>> {
        let length = match self.port(port).map(|p| &p.channel) {
            Some(Channel::Collector { text, .. }) => text.len(),
            _ => return Ok(None),
        };
        self.charge(length / BYTES_PER_TICK)?;
        self.heap.reserve(length)?;
        let text = match self.port(port).map(|p| &p.channel) {
            Some(Channel::Collector { text, .. }) => CompactString::from(text.as_str()),
            _ => return Ok(None),
        };
        self.heap.string(text).map(Some)
    }

    /// Lets a port forget what it has kept.
    pub fn forget_collected(&mut self, port: Value) -> Result<()> {
        self.update_port(port, |p| {
            if let Channel::Collector { text, column } = &mut p.channel {
                (*text, *column) = (String::new(), 0);
            }
        })
    }

    /// At most `count` characters; `None` at the end.
    pub(crate) fn read_string(&mut self, port: Value, count: usize) -> Result<Option<Value>> {
        loop {
            let rest = self.rest(port)?;
            let end = if rest.len() < count { None } else { rest.char_indices().nth(count).map(|c| c.0) };
            let length = rest.len();
            self.charge(length.min(count) / BYTES_PER_TICK)?;
            if end.is_none() && self.fill(port)? {
                continue;
            }
            if length == 0 && count > 0 {
                return Ok(None);
            }
            return self.take(port, end.unwrap_or(length), |rt, text| rt.heap.string(text)).map(Some);
        }
    }

    /// Everything up to the end.
    pub(crate) fn read_rest(&mut self, port: Value) -> Result<Value> {
        while self.fill(port)? {}
        let length = self.rest(port)?.len();
        self.take(port, length, |rt, text| rt.heap.string(text))
    }

    /// Consumes `bytes` bytes of input after a value has been made of them. If memory for the value is refused, the
    /// builtin is called again.
    fn take(
        &mut self,
        port: Value,
        bytes: usize,
        make: impl FnOnce(&mut Runtime, String) -> Result<Value>,
    ) -> Result<Value> {
        self.charge(bytes / BYTES_PER_TICK)?;
        self.heap.reserve(bytes)?;
        let text = self.rest(port)?.get(..bytes).unwrap_or("").to_string();
        let made = make(self, text)?;
        self.advance(port, bytes)?;
        Ok(made)
    }

    /// The next datum; `None` at the end.
    pub fn read_datum(&mut self, port: Value, dialect: Dialect) -> Result<Option<Value>> {
        let (source, start) = match self.channel(port)? {
            Channel::Text { source, at } => (source.clone(), *at),
            _ => {
                let (mut ending, mut seen) = (DatumScanner::new(dialect.grammar()), 0);
                let end = loop {
                    let rest = self.rest(port)?;
                    let (end, length) = (ending.look(rest), rest.len());
                    self.charge(end.unwrap_or(length).saturating_sub(seen) / BYTES_PER_TICK)?;
                    self.heap.reserve(ending.bytes().saturating_mul(2))?;
                    seen = length;
                    if end.is_some() || !self.fill(port)? {
                        break end.unwrap_or(length);
                    }
                };
                self.heap.reserve(end.saturating_mul(4))?;
                let text = self.rest(port)?.get(..end).unwrap_or("").to_string();
                (Arc::new(Source::new("standard input", text)), 0)
            }
        };
        let mut reader = Reader::new(Span::NONE.source(), source.clone()).starting_at(start);
        reader.set_folding(self.port(port).is_some_and(|p| p.folds_case));
        reader.set_dialect(dialect);
        let result = reader.read_datum(self);
        if matches!(&result, Err(fault) if matches!(**fault, Unwind::Limit(_))) {
            return result;
        }
        self.port_mut(port)?.folds_case = reader.folds_case();
        self.advance(port, reader.position().saturating_sub(start))?;
        result.map_err(|fault| locate_in_text(fault, &source))
    }
}

/// The place of what is wrong with a text that is no program belongs to the message.
fn locate_in_text(mut fault: Box<Unwind>, source: &Source) -> Box<Unwind> {
    if let Unwind::Error(c) = &mut *fault {
        let at = source.line_column(c.span().start());
        let problem = format!("{} (line {}, column {} of {})", c.message(), at.line, at.column, source.name);
        let help = c.details_mut().help.take();
        *c = help.into_iter().fold(ErrorData::by("read", c.code, problem), ErrorData::with_help);
    }
    fault
}

impl Port {
    /// Returns the next character of a text, if the port is open and reads one.
    #[inline]
    fn next(&self) -> Option<char> {
        let Channel::Text { source, at } = &self.channel else { return None };
        match source.text.as_bytes().get(*at).filter(|_| self.open)? {
            byte if byte.is_ascii() => Some(char::from(*byte)),
            _ => source.text.get(*at..)?.chars().next(),
        }
    }

    /// Adds to what a collector holds, after making room for `capacity` bytes. False if there is no room.
    fn collect(&mut self, more: &str, capacity: usize) -> bool {
        if let Channel::Collector { text, column } = &mut self.channel {
            if text.try_reserve_exact(capacity.saturating_sub(text.len())).is_err() {
                return false;
            }
            text.push_str(more);
            *column = column_after(*column, more);
        }
        true
    }

    fn advance_column(&mut self, text: &str) {
        if let Channel::File { column, .. } = &mut self.channel {
            *column = column_after(*column, text);
        }
    }
}

/// Splits a port off the end of what is to be written: there it goes.
pub(crate) fn destination(values: &[Value]) -> (Option<Value>, &[Value]) {
    match values.split_last() {
        Some((port, values)) if port.is(Kind::PORT) && !values.is_empty() => (Some(*port), values),
        _ => (None, values),
    }
}
