//! Signatures of functions written in Rust, packed into one text for each function. As structures with a reference for
//! each name they took a twentieth of a small program, since every reference in a program also needs an entry in its
//! relocation table. Only errors and documentation read them.

/// The subject of a function and its parameters.
///
/// Packed: how many arguments are required, how many there may be ([`OPEN`]: any number), the subject; then for each
/// parameter its mode, its name, what is expected. A byte before each text says how long it is.
#[derive(Clone, Copy)]
pub(crate) struct Signature(&'static [u8]);

/// A parameter of a builtin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Param {
    pub name: &'static str,
    /// "a list", "an index": what an argument must be.
    pub expected: &'static str,
    pub mode: Mode,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Required,
    Optional,
    Rest,
}

const OPEN: u8 = u8::MAX;

impl Signature {
    pub const fn new(packed: &'static [u8]) -> Signature {
        Signature(packed)
    }

    /// Returns the minimum number of arguments.
    pub const fn required(self) -> usize {
        match self.0 {
            [required, ..] => *required as usize,
            [] => 0,
        }
    }

    /// Returns the maximum number of arguments, or `None` if there is no maximum.
    pub const fn most(self) -> Option<usize> {
        match self.0 {
            [_, OPEN, ..] | [] | [_] => None,
            [_, most, ..] => Some(*most as usize),
        }
    }

    /// Returns the subject of the function in the documentation.
    pub fn subject(self) -> &'static str {
        self.parts().map_or("", |(subject, _)| subject)
    }

    /// The parameters as a list: `(a &optional b)`.
    pub fn shown(self) -> String {
        let mut words = Vec::new();
        let mut before = Mode::Required;
        for param in self.params() {
            match param.mode {
                Mode::Optional if before != Mode::Optional => words.push("&optional"),
                Mode::Rest => words.push("&rest"),
                _ => {}
            }
            before = param.mode;
            words.push(param.name);
        }
        format!("({})", words.join(" "))
    }

    pub fn params(self) -> Params {
        self.parts().map_or(Params::NONE, |(_, params)| Params(params))
    }

    /// The subject, and the parameters as they are packed.
    fn parts(self) -> Option<(&'static str, &'static [u8])> {
        take(self.0.get(2..)?)
    }
}

/// The parameters of a signature, in order.
pub(crate) struct Params(&'static [u8]);

impl Params {
    pub const NONE: Params = Params(&[]);
}

impl Iterator for Params {
    type Item = Param;

    fn next(&mut self) -> Option<Param> {
        let &[mode, ref texts @ ..] = self.0 else { return None };
        let (name, texts) = take(texts)?;
        let (expected, rest) = take(texts)?;
        self.0 = rest;
        let mode = match mode {
            0 => Mode::Required,
            1 => Mode::Optional,
            _ => Mode::Rest,
        };
        Some(Param { name, expected, mode })
    }
}

/// The text that bytes begin with, and what follows it.
fn take(bytes: &'static [u8]) -> Option<(&'static str, &'static [u8])> {
    let (&length, bytes) = bytes.split_first()?;
    let (text, rest) = bytes.split_at_checked(length.into())?;
    Some((std::str::from_utf8(text).ok()?, rest))
}

/// Returns the number of bytes that [`pack`] needs.
#[allow(clippy::indexing_slicing, reason = "done by the compiler, for which a wrong index is an error")]
pub(crate) const fn packed_length(subject: &str, params: &[Param]) -> usize {
    let mut length = 3 + subject.len();
    let mut i = 0;
    while i < params.len() {
        length += 3 + params[i].name.len() + params[i].expected.len();
        i += 1;
    }
    length
}

/// Done by the compiler: a text that is too long is an error there.
#[allow(clippy::indexing_slicing, reason = "done by the compiler, for which a wrong index is an error")]
pub(crate) const fn pack<const LENGTH: usize>(subject: &str, params: &[Param]) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    bytes[1] = params.len() as u8;
    let mut at = put(&mut bytes, 2, subject);
    let mut i = 0;
    while i < params.len() {
        let param = &params[i];
        match param.mode {
            Mode::Required => bytes[0] += 1,
            Mode::Optional => {}
            Mode::Rest => bytes[1] = OPEN,
        }
        bytes[at] = param.mode as u8;
        at = put(&mut bytes, at + 1, param.name);
        at = put(&mut bytes, at, param.expected);
        i += 1;
    }
    bytes
}

/// Puts a text and its length there; where it ends.
#[allow(clippy::indexing_slicing, reason = "done by the compiler, for which a wrong index is an error")]
const fn put(bytes: &mut [u8], at: usize, text: &str) -> usize {
    assert!(text.len() <= u8::MAX as usize);
    let text = text.as_bytes();
    bytes[at] = text.len() as u8;
    let mut i = 0;
    while i < text.len() {
        bytes[at + 1 + i] = text[i];
        i += 1;
    }
    at + 1 + i
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::macros::signature;
    use crate::num::Number;
    use crate::value::Value;

    #[test]
    fn what_is_packed_is_there_again() {
        const SIGNATURE: Signature = signature!("list"; first: Number; second: Value; others: Number);
        assert_eq!((SIGNATURE.required(), SIGNATURE.most(), SIGNATURE.subject()), (1, None, "list"));
        let params: Vec<_> = SIGNATURE.params().map(|p| (p.name, p.expected, p.mode)).collect();
        assert_eq!(
            params,
            [
                ("first", "a number", Mode::Required),
                ("second", "a value", Mode::Optional),
                ("others", "a number", Mode::Rest),
            ]
        );
        const NONE: Signature = signature!("list"; ; ;);
        assert_eq!((NONE.required(), NONE.most(), NONE.params().count()), (0, Some(0), 0));
    }
}
