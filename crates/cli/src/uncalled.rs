//! Calls that were written without their parentheses: `print 3`, which is two forms.

use klammer::syntax::{TokenKind, tokens};
use klammer::{DefinitionKind, Engine};

/// The call that a text of one line is meant to be, if it begins with the name of something that is called and goes on
/// with more forms.
pub fn meant(engine: &mut Engine, text: &str) -> Option<String> {
    let text = text.trim();
    let name = head(text)?;
    let kind = engine.describe(name)?.kind;
    let is_called = !matches!(kind, DefinitionKind::Constant | DefinitionKind::Variable);
    is_called.then(|| format!("({text})"))
}

/// The name before other forms.
fn head(text: &str) -> Option<&str> {
    let mut parts = tokens(text);
    let first = parts.next().filter(|token| token.kind == TokenKind::Symbol)?;
    let is_apart = parts.next().is_some_and(|token| token.kind == TokenKind::Space);
    let has_more = parts.next().is_some_and(|token| token.kind != TokenKind::Comment);
    text.get(first.range).filter(|_| is_apart && has_more && !text.contains('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_before_other_forms_is_meant_to_be_called() {
        let mut engine = Engine::new();
        engine.eval::<()>("(setq limit 3)").unwrap();
        assert_eq!(meant(&mut engine, " + 1 2").as_deref(), Some("(+ 1 2)"));
        assert_eq!(meant(&mut engine, "if t (list 1)").as_deref(), Some("(if t (list 1))"));
        for fine in
            ["", "car", "car ; the function", "(car '(1))", "1 2", "limit 3", "no-such-name 3", "car\n1", "'a 'b"]
        {
            assert_eq!(meant(&mut engine, fine), None, "{fine}");
        }
    }
}
