//! `format`: text made after a control string, with the directives of Common Lisp.
//!
//! [`parse`] turns the control string into a flat program, and [`machine`] runs it on the arguments. Each other file
//! implements one family of directives. Neither the parser nor the machine recurses, whatever the nesting.
//!
//! Knows nothing of where the text goes: its result is a string.

mod decimal;
mod machine;
mod nesting;
mod parse;
pub(crate) use machine::FormatSink;

use crate::fault::{Result, internal};
use crate::runtime::Runtime;
use crate::value::Value;

/// The text for `control` (a string value) and `arguments`. `column` is how far the line has been written that
/// the text will continue.
pub fn format(rt: &mut Runtime, control: Value, arguments: &[Value], column: usize) -> Result<String> {
    let Some(control) = rt.heap.as_str(control) else { return internal("a control string that is no string") };
    let control = control.to_string();
    let program = parse::FormatProgram::parse(rt, &control)?;
    machine::FormatMachine::new(rt, program, arguments, column).run()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::builtins::testing::{call, engine, is_code};
    use crate::fault::{Code, Result};
    use crate::runtime::Runtime;
    use crate::value::Value;

    fn run(rt: &mut Runtime, control: &str, args: &[Value]) -> Result<Value> {
        let control = rt.heap.string(control).unwrap();
        call(rt, "format", &[&[Value::NIL, control], args].concat())
    }

    #[test]
    fn brackets_may_be_nested_many_thousand_deep() {
        let rt = &mut engine();
        let depth = 20_000;
        let control = format!("{}x{}", "~(".repeat(depth), "~)".repeat(depth));
        rt.heap.set_limit(256 << 20);
        let v = run(rt, &control, &[]).unwrap();
        assert_eq!(rt.heap.as_str(v), Some("x"));
    }

    #[test]
    fn output_without_a_string_continues_the_column() {
        let rt = &mut engine();
        rt.host = Box::new(crate::io::StdHost::closed().output(std::io::sink()));
        rt.write("abc").unwrap();
        let control = rt.heap.string("~&~a~%xy").unwrap();
        assert_eq!(call(rt, "format", &[Value::T, control, Value::fix(1)]).unwrap(), Value::NIL);
        assert_eq!(rt.column, 2);
        assert!(is_code(call(rt, "format", &[Value::fix(1), control]), Code::WrongType));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn any_control_string_succeeds_or_fails(control in r"(~[0-9v#,':@-]{0,4}[a-z(){}\[\];<>^*?%&|~$\n]|[ xö]){0,12}") {
            let rt = &mut engine();
            rt.budget.start(&crate::limits::Limits { ticks: Some(20_000), ..Default::default() }, std::time::Duration::ZERO);
            let text = rt.heap.string("~a").unwrap();
            let numbers = rt.heap.list(&[1, 2].map(Value::fix)).unwrap();
            let inner = rt.heap.list(&[text, numbers, Value::NIL]).unwrap();
            let (float, symbol) = (rt.heap.float(-2.5).unwrap(), rt.symbol("y"));
            let args = [Value::fix(3), inner, float, Value::character('c'), symbol, numbers, Value::NIL];
            let _ = run(rt, &control, &args);
        }

        #[test]
        fn columns_are_as_wide_as_asked(n in any::<i32>(), width in 0usize..30) {
            let rt = &mut engine();
            let shown = run(rt, &format!("~{width}d"), &[Value::fix(i64::from(n))]).unwrap();
            prop_assert_eq!(rt.heap.as_str(shown).unwrap(), format!("{n:>width$}"));
        }

        #[test]
        fn places_are_those_of_rust(x in -1e9f64..1e9, places in 0usize..20) {
            let dot = if places == 0 { "." } else { "" };
            let rt = &mut engine();
            let number = rt.heap.float(x).unwrap();
            let shown = run(rt, &format!("~,{places}f"), &[number]).unwrap();
            prop_assert_eq!(rt.heap.as_str(shown).unwrap(), format!("{x:.places$}{dot}"));
        }
    }
}
