//! Which of several names was meant by one that there is not: one rule for all that can be misspelt.

/// Names longer than this are not compared with others: that takes time, and nobody types them.
pub(crate) const MOST_MISTYPED: usize = 40;

/// The name among `names` that is most like `name`, if one is close.
pub(crate) fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Of short names, everything is a near miss.
    let length = name.chars().count();
    if length > MOST_MISTYPED {
        return None;
    }
    let far = (length / 3).min(3);
    names
        .filter(|n| n.chars().count().abs_diff(length) <= far)
        .map(|n| (strsim::damerau_levenshtein(n, name), n))
        .filter(|&(distance, n)| distance > 0 && distance <= far && n != name)
        .min()
        .map(|(_, n)| n)
}
