//! How Common Lisp writes names, numbers and strings, where that is not how the core does.
//!
//! The case of names does not count. Names are lower case inside, as in the core, while Common Lisp says they are upper case: so the name that a
//! Common Lisp program sees is the one inside with its case exchanged, if all letters are of one case.

use std::borrow::Cow;

/// The name that a bare word stands for.
pub(super) fn folded(word: &str) -> Cow<'_, str> {
    let name = if word.contains('\\') { Cow::Owned(word.replace('\\', "")) } else { Cow::Borrowed(word) };
    if name.chars().any(char::is_uppercase) { Cow::Owned(name.to_lowercase()) } else { name }
}

/// The name inside of what a Common Lisp program sees as `name`, and the other way round.
pub(crate) fn inverted(name: &str) -> Cow<'_, str> {
    let upper = name.chars().any(char::is_uppercase);
    let lower = name.chars().any(char::is_lowercase);
    match (upper, lower) {
        (true, false) => Cow::Owned(name.to_lowercase()),
        (false, true) => Cow::Owned(name.to_uppercase()),
        _ => Cow::Borrowed(name),
    }
}

/// A name without the package before it, for the packages that every program uses.
pub(super) fn without_package(word: &str) -> &str {
    let Some((package, name)) = word.split_once(':') else { return word };
    let known = ["cl", "common-lisp", "cl-user", "common-lisp-user", "user"];
    let name = name.trim_start_matches(':');
    if name.is_empty() || !known.iter().any(|k| k.eq_ignore_ascii_case(package)) { word } else { name }
}

/// The text of a number in the core's notation, for a word that looks like a number: `1.` is an integer, `1d0` a float.
pub(super) fn number(word: &str) -> Option<Cow<'_, str>> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    if let Some(whole) = digits.strip_suffix('.')
        && !whole.is_empty()
        && whole.bytes().all(|b| b.is_ascii_digit())
    {
        return word.strip_suffix('.').map(Cow::Borrowed);
    }
    let marker = digits.find(['d', 'D', 'f', 'F', 's', 'S', 'l', 'L']);
    let Some((mantissa, exponent)) = marker.and_then(|at| Some((digits.get(..at)?, digits.get(at + 1..)?))) else {
        return Some(Cow::Borrowed(word));
    };
    let exponent_digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_float = !exponent_digits.is_empty()
        && exponent_digits.bytes().all(|b| b.is_ascii_digit())
        && mantissa.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let sign = word.get(..word.len() - digits.len()).unwrap_or("");
    is_float.then(|| Cow::Owned(format!("{sign}{mantissa}e{exponent}")))
}

/// The content of a string token: a backslash stands before a character that is meant as it is.
pub(super) fn string(token: &str) -> Cow<'_, str> {
    let inside = token.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(token);
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    let mut content = String::with_capacity(inside.len());
    let mut characters = inside.chars();
    while let Some(c) = characters.next() {
        content.extend(if c == '\\' { characters.next() } else { Some(c) });
    }
    Cow::Owned(content)
}

/// For `#+feature` and `#-feature`: is the datum that follows to be skipped?
pub(super) fn skips_next(token: &str) -> Option<bool> {
    let (wanted, feature) = match (token.strip_prefix("#+"), token.strip_prefix("#-")) {
        (Some(feature), _) => (true, feature),
        (_, Some(feature)) => (false, feature),
        _ => return None,
    };
    let feature = feature.strip_prefix(':').unwrap_or(feature);
    let known = ["common-lisp", "ansi-cl", "klammer"].iter().any(|k| k.eq_ignore_ascii_case(feature));
    (!feature.is_empty()).then_some(known != wanted)
}

/// The number of dimensions that `#2A` says.
pub(super) fn array_rank(token: &str) -> Option<u8> {
    token.strip_prefix('#')?.strip_suffix(['a', 'A'])?.parse().ok().filter(|&rank: &u8| rank < 32)
}

/// The bits of `#*0101`.
pub(super) fn bits(token: &str) -> Option<&str> {
    token.strip_prefix("#*").filter(|bits| bits.bytes().all(|b| matches!(b, b'0' | b'1')))
}

/// What the token stands for that this reader cannot do.
pub(super) fn unsupported(token: &str) -> Option<&'static str> {
    if token.starts_with("#.") {
        return Some("evaluation by the reader");
    }
    match token.to_ascii_lowercase().as_str() {
        "#s" => Some("the notation for structures"),
        "#c" => Some("a complex number"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_case_of_a_bare_word_does_not_count() {
        assert_eq!(folded("Foo"), "foo");
        assert_eq!(folded("foo"), "foo");
        assert_eq!(inverted("foo"), "FOO");
        assert_eq!(inverted("FOO"), "foo");
        assert_eq!(inverted("Foo"), "Foo");
    }

    #[test]
    fn packages_that_every_program_uses_are_left_out() {
        assert_eq!(without_package("cl:car"), "car");
        assert_eq!(without_package("CL-USER::foo"), "foo");
        assert_eq!(without_package("other:foo"), "other:foo");
    }

    #[test]
    fn numbers_are_told_from_names() {
        assert_eq!(number("1.").as_deref(), Some("1"));
        assert_eq!(number("-1.5d0").as_deref(), Some("-1.5e0"));
        assert_eq!(number("1/2").as_deref(), Some("1/2"));
        assert_eq!(number("1def"), None);
        assert_eq!(number("abc"), None);
        assert_eq!(number("+"), None);
    }

    #[test]
    fn a_backslash_in_a_string_means_the_next_character() {
        assert_eq!(string(r#""a\"b\\n\n""#), "a\"b\\nn");
        assert_eq!(string("\"plain\""), "plain");
    }

    #[test]
    fn features_decide_what_is_skipped() {
        assert_eq!(skips_next("#+sbcl"), Some(true));
        assert_eq!(skips_next("#-sbcl"), Some(false));
        assert_eq!(skips_next("#+common-lisp"), Some(false));
        assert_eq!(skips_next("#t"), None);
    }
}
