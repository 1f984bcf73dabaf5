//! Advice on files that are not there.

use std::path::{Path, PathBuf};

use crate::fault::Condition;
use crate::spelling::nearest;

/// The file that could not be read, if that is what an error is about.
pub(crate) fn unread(c: &Condition) -> Option<PathBuf> {
    let (path, _) = c.problem.strip_prefix("cannot read ")?.rsplit_once(": ")?;
    Some(path.into())
}

/// Advice on a file that is not there, from the names of what is in its folder.
pub(crate) fn on_file(path: &Path, names: &[String]) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let names = || names.iter().map(String::as_str);
    let whole = path.extension().is_none().then(|| format!("{name}.lisp"));
    let with_ending =
        whole.as_deref().and_then(|whole| names().find(|n| *n == whole).or_else(|| nearest(whole, names())));
    let near = with_ending.or_else(|| nearest(name, names()))?;
    Some(format!("did you mean `{}`?", path.with_file_name(near).display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_or_its_ending_may_be_wrong() {
        let names = ["util.lisp", "scores.txt"].map(str::to_string);
        let meant = |path: &str| on_file(Path::new(path), &names);
        assert_eq!(meant("util").unwrap(), "did you mean `util.lisp`?");
        assert_eq!(meant("a/utl").unwrap(), "did you mean `a/util.lisp`?");
        assert_eq!(meant("scors.txt").unwrap(), "did you mean `scores.txt`?");
        assert_eq!(meant("other.txt"), None);
    }
}
