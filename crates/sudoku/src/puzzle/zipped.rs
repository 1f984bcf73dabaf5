//! Objects as SudokuPad shortens them: JSON with short names, few quotes and empty objects left out.
//!
//! `{ce:[[,{v:5}]],ca:[{ce:[[0,0],[0,1]],v:9}]}` is a row of an empty cell and a 5, and a cage of two cells.

use serde_json::{Map, Value};

/// Greatest depth of lists and objects inside each other.
const DEEPEST: usize = 32;

/// Short names of members and what they stand for, as far as a reader of puzzles looks at them.
const NAMES: [(&str, &str); 17] = [
    ("a", "arrows"),
    ("c", "color"),
    ("ca", "cages"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("ct", "center"),
    ("d", "duration"),
    ("h", "height"),
    ("l", "lines"),
    ("o", "overlays"),
    ("re", "regions"),
    ("t", "title"),
    ("te", "text"),
    ("u", "underlays"),
    ("v", "value"),
    ("w", "width"),
    ("wp", "wayPoints"),
];

/// Returns the object that a shortened text stands for, if it is one.
pub(super) fn read(text: &str) -> Option<Map<String, Value>> {
    let quote = if text.contains('"') { '"' } else { '\'' };
    let mut rest = Rest { text: text.trim(), quote };
    match rest.value(0)? {
        Value::Object(object) if rest.text.is_empty() => Some(object),
        _ => None,
    }
}

/// The part of a text that is still to be read.
struct Rest<'a> {
    text: &'a str,
    quote: char,
}

impl<'a> Rest<'a> {
    fn skip(&mut self, mark: char) -> Option<()> {
        self.text = self.text.strip_prefix(mark)?;
        Some(())
    }

    /// Takes what comes before the first character that is one of `ends`.
    fn until(&mut self, ends: &[char]) -> &'a str {
        let (word, rest) = self.text.split_at(self.text.find(ends).unwrap_or(self.text.len()));
        self.text = rest;
        word
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        match self.text.chars().next()? {
            '{' | '[' if depth == DEEPEST => None,
            '{' => self.object(depth + 1),
            '[' => self.list(depth + 1),
            // An empty object in a list is left out.
            ',' | ']' => Some(Value::Object(Map::new())),
            quote if quote == self.quote => self.string().map(Value::String),
            _ => Some(match self.until(&[',', ']', '}']) {
                "t" | "true" => Value::Bool(true),
                "f" | "false" => Value::Bool(false),
                "null" => Value::Null,
                // Other words are colours.
                word => word.parse().map_or_else(|_| Value::String(word.into()), Value::Number),
            }),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        self.skip('[')?;
        let mut items = vec![self.value(depth)?];
        while self.skip(',').is_some() {
            items.push(self.value(depth)?);
        }
        self.skip(']')?;
        Some(Value::Array(items))
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.skip('{')?;
        let mut object = Map::new();
        while self.skip('}').is_none() {
            if !object.is_empty() {
                self.skip(',')?;
            }
            let is_quoted = self.text.starts_with(self.quote);
            let name = if is_quoted { self.string()? } else { self.until(&[':']).into() };
            self.skip(':')?;
            let long = NAMES.iter().find(|(short, _)| *short == name).map(|(_, long)| (*long).to_string());
            object.insert(long.unwrap_or(name), self.value(depth)?);
        }
        Some(Value::Object(object))
    }

    /// Takes a string in quotes. Either quote in it has a backslash before it.
    fn string(&mut self) -> Option<String> {
        let body = self.text.strip_prefix(self.quote)?;
        let mut is_escaped = false;
        let is_end = |c: char| {
            let is_end = c == self.quote && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        };
        let (string, rest) = body.split_at(body.find(is_end)?);
        self.text = rest.strip_prefix(self.quote)?;
        serde_json::from_str(&format!("\"{}\"", string.replace("\\'", "'"))).ok()
    }
}
