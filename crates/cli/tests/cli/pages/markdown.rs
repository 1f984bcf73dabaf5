//! A page of Markdown taken apart: its blocks of code, tables, links, and the anchors that links can lead to.

use std::collections::HashSet;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::support::places::root;

pub(super) struct Page {
    /// Its path in the project, with `/` between folders.
    pub name: String,
    pub blocks: Vec<Block>,
    pub tables: Vec<Table>,
    pub links: Vec<Link>,
    /// Those of its headings, as they are made of their words, and those that are written down.
    pub anchors: HashSet<String>,
}

/// A fenced block: what stands after the fence, its text, and the line of the page where the text begins.
pub(super) struct Block {
    pub info: String,
    pub text: String,
    pub line: usize,
}

pub(super) struct Table {
    pub header: Vec<Cell>,
    pub rows: Vec<(usize, Vec<Cell>)>,
}

/// Text of a cell of a table, and the code in it.
#[derive(Default)]
pub(super) struct Cell {
    pub text: String,
    pub code: Vec<String>,
}

pub(super) struct Link {
    pub line: usize,
    pub target: String,
}

impl Block {
    /// The file that the block is the text of: `lisp file=mine.lisp`.
    pub(super) fn file(&self) -> Option<&str> {
        self.info.split_once(" file=").map(|(_, name)| name)
    }
}

impl Page {
    pub(super) fn read(name: &str) -> Page {
        let text = std::fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut page = Page {
            name: name.to_string(),
            blocks: Vec::new(),
            tables: Vec::new(),
            links: Vec::new(),
            anchors: HashSet::new(),
        };
        let line = |offset: usize| text.get(..offset).unwrap_or_default().matches('\n').count() + 1;
        let (mut heading, mut cell, mut row) = (None, None, Vec::new());
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        for (event, range) in Parser::new_ext(&text, options).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    let line = line(range.start) + 1;
                    page.blocks.push(Block { info: info.to_string(), text: String::new(), line });
                    // The text follows as events of its own.
                    heading = Some(String::new());
                }
                Event::End(TagEnd::CodeBlock) => {
                    if let (Some(block), Some(text)) = (page.blocks.last_mut(), heading.take()) {
                        block.text = text;
                    }
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let slug = slug(&heading.take().unwrap_or_default());
                    page.anchors.insert(slug);
                }
                Event::Start(Tag::Link { link_type, dest_url, .. }) if link_type != LinkType::Email => {
                    page.links.push(Link { line: line(range.start), target: dest_url.to_string() });
                }
                Event::Start(Tag::Table(_)) => page.tables.push(Table { header: Vec::new(), rows: Vec::new() }),
                Event::Start(Tag::TableCell) => cell = Some(Cell::default()),
                Event::End(TagEnd::TableCell) => row.extend(cell.take()),
                Event::End(TagEnd::TableHead) => {
                    page.tables.last_mut().expect("a head is in a table").header = std::mem::take(&mut row);
                }
                Event::End(TagEnd::TableRow) => {
                    let row = (line(range.start), std::mem::take(&mut row));
                    page.tables.last_mut().expect("a row is in a table").rows.push(row);
                }
                Event::Html(html) | Event::InlineHtml(html) => {
                    let id = html.split_once("<a id=\"").and_then(|(_, rest)| rest.split_once('"'));
                    page.anchors.extend(id.map(|(id, _)| id.to_string()));
                }
                Event::Text(words) | Event::Code(words) if cell.is_none() => {
                    if let Some(text) = &mut heading {
                        text.push_str(&words);
                    }
                }
                Event::Text(words) => cell.get_or_insert_default().text.push_str(&words),
                Event::Code(code) => {
                    let cell = cell.get_or_insert_default();
                    cell.text.push_str(&code);
                    cell.code.push(code.to_string());
                }
                _ => {}
            }
        }
        page
    }

    /// Its blocks of a kind; there must be some.
    pub(super) fn of_kind(&self, kind: &str) -> Vec<&Block> {
        let found: Vec<&Block> = self.blocks.iter().filter(|b| b.info == kind).collect();
        assert!(!found.is_empty(), "{} has no block of kind {kind}", self.name);
        found
    }
}

/// The anchor that a heading gets, on the web and in the book.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}
