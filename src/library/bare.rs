//! Texts in Lisp without what is there for people only: comments and documentation. Lines stay where they are.

use super::scan::token_length;

/// The text without comments, and without strings that document a definition: those on a line of their own below one
/// that begins with `(def`, when something follows them.
pub fn without_documentation(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = token_length(rest);
        let (token, behind) = rest.split_at(length);
        if first == '"' && is_documentation(&bare, behind) {
            bare.extend(token.matches('\n'));
        } else if first != ';' {
            bare.push_str(token);
        }
        rest = behind;
    }
    bare
}

/// Returns whether a string between these texts documents a definition.
fn is_documentation(before: &str, behind: &str) -> bool {
    let mut lines = before.rsplit('\n');
    let is_first = lines.next().is_some_and(|own| own.trim().is_empty());
    let of_definition = lines.next().is_some_and(|line| line.starts_with("(def"));
    is_first && of_definition && !behind.trim_start().starts_with(')')
}

#[cfg(test)]
mod tests {
    use super::without_documentation;

    #[test]
    fn documentation_and_comments_go_and_all_lines_stay() {
        let text = "; A file.\n(defproc f (x) ; of x\n  \"Says \\\"x\\\".\n\n(f 1) ;=> 1\"\n  (list x \"; no comment\" #\\; #\\\" '|;|))\n\n\
            (defproc name ()\n  \"a name\")\n(print\n  \"text\" 1)\n";
        let bare = "\n(defproc f (x) \n  \n\n\n  (list x \"; no comment\" #\\; #\\\" '|;|))\n\n\
            (defproc name ()\n  \"a name\")\n(print\n  \"text\" 1)\n";
        assert_eq!(without_documentation(text), bare);
    }
}
