//! The source texts of an engine: the text of everything that it has read, so that an error can show its line.

use std::borrow::Cow;
use std::sync::Arc;

pub(crate) use klammer_syntax::source::{
    LineColumn, Source, SourceId, Span, boundary_before, line_ends, text_from_bytes,
};

use crate::memory::allocated;

/// Bytes that a text takes, for the memory limit.
pub(crate) fn bytes_of(source: &Source) -> usize {
    let owned = |text: &Cow<'static, str>| match text {
        Cow::Owned(text) => allocated(text.capacity()),
        Cow::Borrowed(_) => 0,
    };
    owned(&source.name) + owned(&source.text) + allocated((source.line_ends() + 1) * size_of::<u32>())
}

/// A text that an engine keeps.
#[derive(Clone)]
struct Kept {
    source: Arc<Source>,
    /// Whether it belongs to the library, not to the program.
    is_library: bool,
}

/// All sources of one engine.
#[derive(Clone, Default)]
pub(crate) struct Sources {
    sources: Vec<Option<Kept>>,
    free: Vec<SourceId>,
    bytes: usize,
    /// Bytes added since [`Sources::retain`].
    fresh_bytes: usize,
}

impl Sources {
    /// Keeps a text. Returns `None` when it is too long for its offsets (4 GiB) or there are too many
    /// ([`Span::SOURCES`]).
    pub fn add(&mut self, name: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Option<SourceId> {
        let text: String = text.into();
        self.keep(Arc::new(Source::new(name, text)), false)
    }

    /// Keeps a text that others have, too.
    pub fn add_shared(&mut self, source: &Arc<Source>) -> Option<SourceId> {
        self.keep(Arc::clone(source), false)
    }

    /// Keeps a text of the library.
    pub fn add_library(&mut self, name: &'static str, text: &'static str) -> Option<SourceId> {
        self.keep(Arc::new(Source::new(name, text)), true)
    }

    fn keep(&mut self, source: Arc<Source>, is_library: bool) -> Option<SourceId> {
        if u32::try_from(source.text.len()).is_err() {
            return None;
        }
        if self.free.is_empty() && self.sources.len() >= Span::SOURCES {
            return None;
        }
        let bytes = bytes_of(&source);
        self.bytes += bytes;
        self.fresh_bytes += bytes;
        let source = Some(Kept { source, is_library });
        match self.free.pop() {
            Some(id) => {
                *self.sources.get_mut(id.0 as usize)? = source;
                Some(id)
            }
            None => {
                self.sources.push(source);
                Some(SourceId(self.sources.len() as u32 - 1))
            }
        }
    }

    /// The text of this name: the one that has been added, unless it has been forgotten, or a new one.
    pub fn shared(&self, name: &str, text: &str) -> Arc<Source> {
        let known =
            self.sources.iter().rev().flatten().map(|kept| &kept.source).find(|s| s.name == name && s.text == text);
        known.cloned().unwrap_or_else(|| Arc::new(Source::new(name.to_string(), text.to_string())))
    }

    /// The number of a text that has been added and not been forgotten.
    pub fn find_shared(&self, source: &Arc<Source>) -> Option<SourceId> {
        let is_it = |kept: &Option<Kept>| kept.as_ref().is_some_and(|kept| Arc::ptr_eq(&kept.source, source));
        self.sources.iter().rposition(is_it).map(|i| SourceId(i as u32))
    }

    pub fn get(&self, id: SourceId) -> Option<&Arc<Source>> {
        self.sources.get(id.0 as usize)?.as_ref().map(|kept| &kept.source)
    }

    pub fn is_library(&self, id: SourceId) -> bool {
        self.sources.get(id.0 as usize).and_then(Option::as_ref).is_some_and(|kept| kept.is_library)
    }

    /// Forgets every source for which `keep` is false: no code refers to them any more.
    pub fn retain(&mut self, mut keep: impl FnMut(SourceId) -> bool) {
        self.fresh_bytes = 0;
        for (i, slot) in self.sources.iter_mut().enumerate() {
            let id = SourceId(i as u32);
            if let Some(kept) = slot
                && !keep(id)
            {
                self.bytes -= bytes_of(&kept.source);
                *slot = None;
                self.free.push(id);
            }
        }
    }

    /// Forgets the source that was added last: nothing refers to it.
    pub fn release(&mut self, id: SourceId) {
        let Some(kept) = self.sources.get_mut(id.0 as usize).and_then(Option::take) else { return };
        let bytes = bytes_of(&kept.source);
        self.bytes -= bytes;
        self.fresh_bytes = self.fresh_bytes.saturating_sub(bytes);
        self.free.push(id);
    }

    /// Bytes of what has been added since the last collection.
    pub fn fresh_bytes(&self) -> usize {
        self.fresh_bytes
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forgotten_source_gives_its_number_back() {
        let mut s = Sources::default();
        let a = s.add("a", "(1)").unwrap();
        let b = s.add("b", "(2)").unwrap();
        s.retain(|id| id == b);
        assert!(s.get(a).is_none());
        assert_eq!(s.add("c", "(3)"), Some(a));
        assert_eq!(s.get(b).unwrap().text, "(2)");
    }
}
