//! Evaluation of texts in Scheme: the compiler knows names before their definitions, texts can include files, and
//! macros can make definitions.

use klammer::dialect::{Cell, Evaluation, Interpreter, ModuleId, Result, Spans, Turn, Value};
use klammer_syntax::lexer::is_delimiter;

use super::include;

pub(super) struct SchemeEvaluation;

impl Evaluation for SchemeEvaluation {
    /// Reserves the names that the text defines in the first column: a program may use them before, and may well call
    /// something `repeat` that has another meaning here.
    fn begin_text(&self, it: &mut Interpreter<'_>, module: ModuleId, text: &str) -> Result<Vec<Cell>> {
        it.rt().charge(text.len() / 64)?;
        let mut reserved = Vec::new();
        for line in text.lines() {
            let Some(target) = line.strip_prefix("(define ") else { continue };
            let target = target.trim_start().trim_start_matches('(');
            let end = target.find(is_delimiter).unwrap_or(target.len());
            if let Some(name) = target.get(..end).filter(|n| !n.is_empty()) {
                reserved.extend(it.reserve(module, name)?);
            }
        }
        Ok(reserved)
    }

    fn form(&self, it: &mut Interpreter<'_>, module: ModuleId, form: Value, spans: &mut Spans) -> Result<Turn> {
        if let Some(files) = include::files_to_include(it, module, form)? {
            let included = files.into_iter().try_fold(Value::NIL, |_, file| include::include(it, module, file));
            return included.map(Turn::Done);
        }
        // The parts of an expansion may define names that the next ones use.
        Ok(it.expanded_sequence(module, form, spans, true)?.map_or(Turn::Plain, Turn::Parts))
    }
}
