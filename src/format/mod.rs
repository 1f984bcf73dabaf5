//! `format`: text made after a control string, with the directives of Common Lisp.
//!
//! [`parse`] makes a flat program of the control string, [`machine`] runs it against the arguments; the other files
//! make the text of one family of directives each. Neither the parser nor the machine recurses, whatever the nesting.
//!
//! Knows nothing of where the text goes: its result is a string.

mod decimal;
mod machine;
mod nesting;
mod parse;
pub(crate) use machine::Sink;

use crate::fault::{Result, internal};
use crate::runtime::Runtime;
use crate::value::Value;

/// The text for `control` (a string value) and `arguments`. `column` is how far the line has been written that
/// the text will continue.
pub fn format(rt: &mut Runtime, control: Value, arguments: &[Value], column: usize) -> Result<String> {
    let Some(control) = rt.heap.as_str(control) else { return internal("a control string that is no string") };
    let control = control.to_string();
    let program = parse::Program::parse(rt, &control)?;
    machine::Machine::new(rt, program, arguments, column).run()
}

#[cfg(test)]
mod tests {
    // Digits of pi are handy, and not meant as the constant.
    #![allow(clippy::approx_constant)]

    use proptest::prelude::*;

    use dashu_int::IBig;
    use dashu_ratio::RBig;

    use crate::builtins::testing::{call, engine, is_code, is_limit};
    use crate::fault::{Code, Result, Unwind};
    use crate::runtime::Runtime;
    use crate::value::Value;

    /// An argument as the tables write it.
    #[derive(Clone)]
    enum A {
        I(i64),
        /// An integer in decimal digits, or a ratio with a slash.
        N(&'static str),
        F(f64),
        S(&'static str),
        C(char),
        /// A symbol.
        Y(&'static str),
        L(Vec<A>),
        Nil,
        T,
    }
    use A::{C, F, I, L, N, Nil, S, T, Y};

    fn value(rt: &mut Runtime, a: &A) -> Value {
        match a {
            I(n) => Value::fix(*n),
            N(text) => match text.split_once('/') {
                None => rt.heap.integer(text.parse().unwrap()).unwrap(),
                Some((n, d)) => {
                    let (n, d): (IBig, IBig) = (n.parse().unwrap(), d.parse().unwrap());
                    rt.heap.ratio(RBig::from_parts_signed(n, d)).unwrap()
                }
            },
            F(x) => rt.heap.float(*x).unwrap(),
            S(text) => rt.heap.string(*text).unwrap(),
            C(c) => Value::character(*c),
            Y(name) => rt.symbol(name),
            L(items) => {
                let items: Vec<Value> = items.iter().map(|a| value(rt, a)).collect();
                rt.heap.list(&items).unwrap()
            }
            Nil => Value::NIL,
            T => Value::T,
        }
    }

    fn run(rt: &mut Runtime, control: &str, args: &[A]) -> Result<Value> {
        let mut values = vec![Value::NIL, rt.heap.string(control).unwrap()];
        for a in args {
            values.push(value(rt, a));
        }
        call(rt, "format", &values)
    }

    fn text(control: &str, args: &[A]) -> String {
        let rt = &mut engine();
        match run(rt, control, args) {
            Ok(v) => rt.heap.as_str(v).unwrap().to_string(),
            Err(fault) => match *fault {
                Unwind::Error(c) => format!("error: {}", c.message()),
                other => format!("{other:?}"),
            },
        }
    }

    fn check(table: &[(&str, &[A], &str)]) {
        for (control, args, expected) in table {
            assert_eq!(text(control, args), *expected, "{control:?}");
        }
    }

    fn numbers(n: std::ops::RangeInclusive<i64>) -> A {
        L(n.map(I).collect())
    }

    #[test]
    fn values_are_written_for_people_or_to_read_back() {
        check(&[
            ("plain", &[], "plain"),
            ("", &[], ""),
            ("~a|~s|~w", &[S("x"), S("x"), S("x")], "x|\"x\"|\"x\""),
            ("~A", &[L(vec![I(1), S("b"), C('c')])], "(1 b c)"),
            ("~S", &[L(vec![I(1), S("b"), C('c')])], "(1 \"b\" #\\c)"),
            ("~a ~:a", &[Nil, Nil], "nil ()"),
            ("~5a|~5@a|", &[S("ab"), S("ab")], "ab   |   ab|"),
            ("~5,,,'*a|~5,,,'*@a", &[S("ab"), S("ab")], "ab***|***ab"),
            ("~10,3a|", &[S("ab")], "ab         |"),
            ("~,,2a|", &[S("ab")], "ab  |"),
            ("~5,,2a|", &[S("abcd")], "abcd  |"),
            ("~4a|", &[S("größer")], "größer|"),
            ("~8@a|", &[S("größer")], "  größer|"),
            ("~va|~v@s", &[I(4), Y("b"), Nil, Y("c")], "b   |c"),
            ("~#a|", &[S("x"), I(1), I(2)], "x  |"),
            ("~-5a|", &[S("x")], "x|"),
        ]);
    }

    #[test]
    fn characters_are_written_bare_by_name_or_to_read_back() {
        check(&[
            ("~c~c", &[C('a'), C('λ')], "aλ"),
            ("~:c ~:c", &[C(' '), C('a')], "space a"),
            ("~@c ~@c", &[C(' '), C('a')], "#\\space #\\a"),
        ]);
    }

    #[test]
    fn integers_are_written_in_every_radix() {
        check(&[
            ("~d", &[I(-42)], "-42"),
            ("~5d|~-5d", &[I(42), I(42)], "   42|42"),
            ("~5,'0d", &[I(42)], "00042"),
            ("~@d ~@d ~@d", &[I(1), I(0), I(-1)], "+1 +0 -1"),
            ("~:d ~:d ~:d", &[I(999), I(1000), I(-1_234_567)], "999 1,000 -1,234,567"),
            ("~,,'.,4:d", &[I(123_456_789)], "1.2345.6789"),
            ("~:@d", &[I(1_000_000)], "+1,000,000"),
            ("~12,'_:d", &[I(1_234_567)], "___1,234,567"),
            ("~b ~o ~x", &[I(10), I(64), I(255)], "1010 100 ff"),
            ("~8,'0b", &[I(5)], "00000101"),
            ("~,,' ,4:b", &[I(0xfa)], "1111 1010"),
            ("~:x", &[I(-0x1234_5678)], "-12,345,678"),
            ("~d", &[N("123456789012345678901234567890")], "123456789012345678901234567890"),
            ("~:d", &[N("-12345678901234567890")], "-12,345,678,901,234,567,890"),
            ("~5d|~d|~d", &[Y("ab"), S("x"), F(1.5)], "   ab|x|1.5"),
            ("~b", &[N("1/2")], "1/10"),
            ("~vd|~vd", &[I(4), I(7), Nil, I(7)], "   7|7"),
        ]);
    }

    #[test]
    fn numbers_are_written_in_words_and_roman_numerals() {
        check(&[
            ("~r", &[I(0)], "zero"),
            ("~r", &[I(7)], "seven"),
            ("~r", &[I(13)], "thirteen"),
            ("~r", &[I(20)], "twenty"),
            ("~r", &[I(81)], "eighty-one"),
            ("~r", &[I(100)], "one hundred"),
            ("~r", &[I(729)], "seven hundred twenty-nine"),
            ("~r", &[I(1000)], "one thousand"),
            ("~r", &[I(-1_000_013)], "negative one million thirteen"),
            (
                "~r",
                &[N("6670903752021072936960")],
                text(
                    "~r sextillion ~r quintillion ~r quadrillion ~r trillion \
            ~r billion ~r million ~r thousand ~r",
                    &[I(6), I(670), I(903), I(752), I(21), I(72), I(936), I(960)],
                )
                .as_str(),
            ),
            ("~:r", &[I(0)], "zeroth"),
            ("~:r ~:r ~:r", &[I(1), I(2), I(3)], "first second third"),
            ("~:r ~:r", &[I(12), I(20)], "twelfth twentieth"),
            ("~:r", &[I(91)], "ninety-first"),
            ("~:r", &[I(1000)], "one thousandth"),
            ("~@r ~@r ~@r", &[I(4), I(1999), I(3999)], "IV MCMXCIX MMMCMXCIX"),
            ("~:@r ~:@r", &[I(4), I(1999)], "IIII MDCCCCLXXXXVIIII"),
            ("~@r ~@r", &[I(0), I(4000)], "0 4000"),
            ("~3r ~36r", &[I(10), I(35)], "101 z"),
            ("~16,6,'0r", &[I(48879)], "00beef"),
            ("~,5r|", &[I(10)], "   10|"),
            ("~r", &[S("x")], "x"),
        ]);
    }

    #[test]
    fn fixed_point_numbers_are_rounded_at_their_exact_value() {
        check(&[
            ("~f ~f ~f", &[F(3.14), F(1.0), F(-0.5)], "3.14 1.0 -0.5"),
            ("~f", &[F(1e22)], "10000000000000000000000.0"),
            ("~f ~f", &[F(1e-5), F(0.0)], "0.00001 0.0"),
            ("~f", &[F(-0.0)], "-0.0"),
            ("~,2f", &[F(3.14159)], "3.14"),
            ("~,2f ~,2f", &[F(0.005), F(0.015)], "0.01 0.01"),
            ("~,2f ~,2f", &[F(0.125), F(0.375)], "0.12 0.38"),
            ("~,0f ~,0f ~,0f", &[F(3.7), F(0.3), F(2.5)], "4. 0. 2."),
            ("~,1f", &[F(9.96)], "10.0"),
            ("~,3f", &[I(5)], "5.000"),
            ("~f", &[I(-5)], "-5.0"),
            ("~,2f ~,2f ~,2f", &[N("1/3"), N("2/3"), N("-1/8")], "0.33 0.67 -0.12"),
            ("~f", &[N("1/3")], "0.3333333333333333"),
            ("~,30f", &[N("1/7")], "0.142857142857142857142857142857"),
            ("~,2f", &[N("100000000000000000000000000000000")], "100000000000000000000000000000000.00"),
            ("~,1f", &[N("200000000000000000000000000000001/2")], "100000000000000000000000000000000.5"),
            ("~,55f", &[F(0.1)], "0.1000000000000000055511151231257827021181583404541015625"),
            ("~8,2f|", &[F(3.14159)], "    3.14|"),
            ("~8,2,,,'*f", &[F(3.14159)], "****3.14"),
            ("~@f ~,1@f", &[F(1.5), I(-2)], "+1.5 -2.0"),
            ("~4,2f ~3,2f", &[F(0.5), F(0.5)], "0.50 .50"),
            ("~4,2,,'#f", &[F(123.456)], "####"),
            ("~4,2f", &[F(123.456)], "123.46"),
            ("~5f ~6f|", &[F(3.14159), F(1.0)], "3.142    1.0|"),
            ("~3f ~4f", &[F(9.99), F(123_456.0)], "10. 123456."),
            ("~2f ~3f ~4f", &[F(0.55), F(0.55), F(0.123456)], ".6 .55 .123"),
            ("~2f ~5f", &[F(0.96), F(-0.123456)], "1. -.123"),
            ("~7,2e", &[F(0.5)], "5.00e-1"),
            ("~7,3,,0e", &[F(0.5)], ".500e+0"),
            ("~,2,2f", &[F(0.12345)], "12.35"),
            ("~,1,-2f", &[F(1250.0)], "12.5"),
            ("~,0,-2f ~,0,-2f", &[F(150.0), F(250.0)], "2. 2."),
            ("~5f|~5,2f|", &[S("x"), Y("ab")], "    x|   ab|"),
        ]);
    }

    #[test]
    fn exponents_are_written_with_their_sign() {
        check(&[
            ("~e ~e", &[F(3.14), F(1e22)], "3.14e+0 1.0e+22"),
            ("~e ~e", &[F(0.0), F(-1e-7)], "0.0e+0 -1.0e-7"),
            ("~,3e", &[F(314.159)], "3.142e+2"),
            ("~,2e", &[F(9.999)], "1.00e+1"),
            ("~,0e", &[F(5.0)], "5.e+0"),
            ("~,2,2e", &[F(0.0314)], "3.14e-02"),
            ("~12,3,2e|", &[F(-314.159)], "  -3.142e+02|"),
            ("~,3,,0e", &[F(314.159)], "0.314e+3"),
            ("~,3,,-1e", &[F(314.159)], "0.031e+4"),
            ("~,3,,2e", &[F(314.159)], "31.42e+1"),
            ("~,3,,,,,'de", &[F(314.159)], "3.142d+2"),
            ("~8e", &[F(3.14159265)], "3.142e+0"),
            ("~6,2,,,'*e|~9,2,1,,'*e", &[F(3.14), F(1e100)], "******|*********"),
            ("~@e", &[I(1000)], "+1.0e+3"),
            ("~,4e", &[N("1/3")], "3.3333e-1"),
            ("~,2e", &[N("123456789012345678901234567890")], "1.23e+29"),
            ("~e", &[S("x")], "x"),
        ]);
    }

    #[test]
    fn general_and_monetary_numbers_choose_their_form() {
        check(&[
            ("~g|", &[F(3.14)], "3.14    |"),
            ("~g|", &[F(1e20)], "1.0e+20|"),
            ("~10,3g|", &[F(3.14159)], "  3.14    |"),
            ("~10,3g|", &[F(31_415.9)], "  3.142e+4|"),
            ("~g|", &[F(0.001)], "1.0e-3|"),
            ("~$ ~$", &[F(3.14159), I(7)], "3.14 7.00"),
            ("~3$", &[N("22/7")], "3.143"),
            ("~,4$", &[F(3.14159)], "0003.14"),
            ("~,0$", &[F(0.5)], ".50"),
            ("~,,9$|~,,9,'*$", &[F(-3.14159), F(3.0)], "    -3.14|*****3.00"),
            ("~,,9:$|~,,9@$|~,,9:@$", &[F(-3.14159), F(3.0), F(3.0)], "-    3.14|    +3.00|+    3.00"),
            ("~,,5$", &[S("x")], "    x"),
        ]);
    }

    #[test]
    fn layout_directives_count_lines_and_columns() {
        check(&[
            ("a~%b~2%c~0%d", &[], "a\nb\n\ncd"),
            ("~&a~&~&b~3&c~%~&d~0&e", &[], "a\nb\n\n\nc\nde"),
            ("~~|~3~", &[], "~|~~~"),
            ("~|", &[], "\u{c}"),
            ("ab~5tc|~5td", &[], "ab   c| d"),
            ("abcdef~3,4tg", &[], "abcdef g"),
            ("abc~3tg", &[], "abc g"),
            ("abc~2,0tg", &[], "abcg"),
            ("ab~2@tc", &[], "ab  c"),
            ("ab~1,4@tc", &[], "ab  c"),
            ("x~%ä~3tb", &[], "x\nä  b"),
            ("one ~\n   two", &[], "one two"),
            ("one ~:\n   two", &[], "one    two"),
            ("one ~@\n   two", &[], "one \ntwo"),
        ]);
    }

    #[test]
    fn arguments_can_be_skipped_and_taken_again() {
        check(&[
            ("~a ~*~a", &[I(1), I(2), I(3)], "1 3"),
            ("~a ~:*~a", &[I(1)], "1 1"),
            ("~a ~a ~2:*~a", &[I(1), I(2)], "1 2 1"),
            ("~a ~a ~@*~a", &[I(1), I(2)], "1 2 1"),
            ("~2@*~a ~1@*~a", &[I(1), I(2), I(3)], "3 2"),
            ("~2*~a", &[I(1), I(2), I(3)], "3"),
            ("~a", &[I(1), I(2)], "1"),
            ("~? ~a", &[S("<~a ~a>"), numbers(1..=2), I(3)], "<1 2> 3"),
            ("~@? ~a", &[S("<~a ~a>"), I(1), I(2), I(3)], "<1 2> 3"),
            ("~?~a", &[S("~a~^~a"), numbers(1..=1), I(3)], "13"),
            ("~d cell~:p, ~d cell~:p", &[I(1), I(2)], "1 cell, 2 cells"),
            ("~d tr~:@p, ~d tr~:@p", &[I(1), I(0)], "1 try, 0 tries"),
            ("~p~@p", &[F(1.0), I(1)], "sy"),
        ]);
    }

    #[test]
    fn case_is_changed_between_parentheses() {
        check(&[
            ("~(Naked SINGLE~)", &[], "naked single"),
            ("~:(naked SINGLE, x-wing~)", &[], "Naked Single, X-Wing"),
            ("~@( naked SINGLE~)!", &[], " Naked single!"),
            ("~:@(straße ~a~)", &[Y("row")], "STRASSE ROW"),
            ("~@(~r~) ~:@(~r~)", &[I(21), I(3)], "Twenty-one THREE"),
            ("~(A~:@(b~)C~)D", &[], "abcD"),
        ]);
    }

    #[test]
    fn conditionals_choose_a_clause() {
        check(&[
            ("~[zero~;one~;two~]", &[I(0)], "zero"),
            ("~[zero~;one~;two~]", &[I(2)], "two"),
            ("<~[zero~;one~;two~]>", &[I(3)], "<>"),
            ("<~[zero~;one~]>", &[I(-1)], "<>"),
            ("~[zero~;one~:;many~]", &[I(-1)], "many"),
            ("~[zero~:;many~]", &[N("123456789012345678901234567890")], "many"),
            ("~1[zero~;one ~a~] ~a", &[S("x"), S("y")], "one x y"),
            ("~#[none~;one ~a~;~a and ~a~:;many~]", &[I(1), I(2)], "1 and 2"),
            ("~v[a~;b~]", &[I(1)], "b"),
            ("~:[no~;yes~] ~:[no~;yes~]", &[Nil, I(0)], "no yes"),
            ("~@[x=~a ~]~@[y=~a ~]~a", &[I(5), Nil, I(7)], "x=5 7"),
            ("~[~:[a~;b~]~;c~]", &[I(0), T], "b"),
            ("~[~]", &[I(0)], ""),
        ]);
    }

    #[test]
    fn iteration_takes_lists_or_the_arguments_apart() {
        check(&[
            ("~{~a ~}", &[numbers(1..=3)], "1 2 3 "),
            ("~{~a~^, ~}.", &[numbers(1..=3)], "1, 2, 3."),
            ("<~{~a~}>", &[Nil], "<>"),
            ("~{~a=~a~^ ~}", &[L(vec![Y("a"), I(1), Y("b"), I(2)])], "a=1 b=2"),
            ("~2{~a ~}~a", &[numbers(1..=3), S("x")], "1 2 x"),
            ("<~0{~a~}>", &[numbers(1..=3)], "<>"),
            ("<~{x~:}>", &[Nil], "<x>"),
            ("<~0{x~:}>", &[Nil], "<>"),
            ("~:{(~a ~a)~}", &[L(vec![numbers(1..=2), numbers(3..=4)])], "(1 2)(3 4)"),
            ("~1:{(~a ~a)~}~a", &[L(vec![numbers(1..=2), numbers(3..=4)]), I(5)], "(1 2)5"),
            ("~:{~a~^-~a ~}", &[L(vec![numbers(1..=2), numbers(3..=3), numbers(4..=5)])], "1-2 34-5 "),
            ("~:{~a~:^, ~}", &[L(vec![numbers(1..=1), numbers(2..=2)])], "1, 2"),
            ("<~:{x~:}>", &[Nil], "<x>"),
            ("~@{~a~^ ~}", &[I(1), I(2), I(3)], "1 2 3"),
            ("~2@{~a~}|~a", &[I(1), I(2), I(3)], "12|3"),
            ("~:@{~a~a ~}", &[numbers(1..=2), numbers(3..=4)], "12 34 "),
            ("~1:@{~a~a ~}~a", &[numbers(1..=2), I(9)], "12 9"),
            ("~{~{~a~^ ~}~^|~}", &[L(vec![numbers(1..=3), numbers(4..=6)])], "1 2 3|4 5 6"),
            ("~{~}~a", &[S("<~a>"), numbers(1..=3), I(9)], "<1><2><3>9"),
            ("~@{~}", &[S("~a~^,"), I(1), I(2)], "1,2"),
            ("~{~a ~#[~;and ~:;, ~]~}", &[numbers(1..=3)], "1 , 2 and 3 "),
            ("~{~?~}", &[L(vec![S("[~a]"), numbers(1..=1), S("~a!"), numbers(2..=2)])], "[1]2!"),
            ("~{~@(~a~^ ~a~)!~}", &[L(vec![Y("ab"), Y("CD"), Y("ef")])], "Ab cd!Ef"),
        ]);
    }

    #[test]
    fn escaping_ends_the_innermost_text() {
        check(&[
            ("done~^, ~d warning~:p~^, ~d error~:p", &[], "done"),
            ("done~^, ~d warning~:p~^, ~d error~:p", &[I(3)], "done, 3 warnings"),
            ("done~^, ~d warning~:p~^, ~d error~:p", &[I(1), I(5)], "done, 1 warning, 5 errors"),
            ("a~0^b", &[], "a"),
            ("a~1^b", &[], "ab"),
            ("a~v,3^b~v,3^c", &[I(2), I(3)], "ab"),
            ("a~1,2,3^b", &[], "a"),
            ("a~3,2,1^b", &[], "ab"),
            ("~:(ab~^cd~)", &[], "Ab"),
            ("~{~a~#,1^-~}", &[numbers(1..=3)], "1-2"),
        ]);
    }

    #[test]
    fn justification_spreads_segments() {
        check(&[
            ("~10<foo~;bar~>", &[], "foo    bar"),
            ("~10:<foo~;bar~>", &[], "  foo  bar"),
            ("~10@<foo~;bar~>|", &[], "foo  bar  |"),
            ("~10:@<foobar~>|", &[], "  foobar  |"),
            ("~10<foobar~>", &[], "    foobar"),
            ("~10@<foobar~>|", &[], "foobar    |"),
            ("~10,,,'*<~a~;~a~;~a~>", &[I(1), I(2), I(3)], "1***2****3"),
            ("~4,3<abc~;def~>", &[], "abc def"),
            ("~,,2<abc~;def~>", &[], "abc  def"),
            ("~10<a~;b~^~;c~>", &[], "         a"),
            ("~<~%;; ~,10:;abc~;def~>", &[], "abcdef"),
            ("12345678~<~%;; ~,10:;abc~;def~>", &[], "12345678\n;; abcdef"),
        ]);
    }

    #[test]
    fn errors_name_the_directive_its_position_and_the_control_string() {
        check(&[
            ("ab ~a ~d", &[I(1)], "error: format: no argument left for ~D at position 6 of \"ab ~a ~d\""),
            ("ö~:!", &[], "error: format: ~:! at position 1 of \"ö~:!\" is no directive"),
            ("~5", &[], "error: format: the directive at position 0 of \"~5\" is not complete"),
            ("~'", &[], "error: format: the directive at position 0 of \"~'\" is not complete"),
            ("a~{~a", &[], "error: format: ~{ at position 1 of \"a~{~a\" is never closed"),
            ("~a~]", &[], "error: format: ~] at position 2 of \"~a~]\" closes nothing"),
            ("~(~}", &[], "error: format: ~} at position 2 of \"~(~}\" does not close ~( at position 0"),
            ("~;", &[], "error: format: ~; at position 0 of \"~;\" is outside ~[ ~] and ~< ~>"),
            ("~{~;~}", &[], "error: format: ~; at position 2 of \"~{~;~}\" is outside ~[ ~] and ~< ~>"),
            ("~:[a~]", &[], "error: format: ~:[ at position 0 of \"~:[a~]\" needs 2 clause(s), not 1"),
            ("~[a~:;b~;c~]", &[], "error: format: ~; at position 7 of \"~[a~:;b~;c~]\" follows the default clause"),
            ("~1,2%", &[], "error: format: ~% at position 0 of \"~1,2%\" takes at most 1 parameter(s), not 2"),
            ("~'xd", &[I(1)], "error: format: ~D at position 0 of \"~'xd\" needs an integer as parameter 1"),
            ("~5,5d", &[I(1)], "error: format: ~D at position 0 of \"~5,5d\" needs a character as parameter 2"),
            ("~3*", &[I(1)], "error: format: ~* at position 0 of \"~3*\" goes beyond the arguments"),
            ("~:*", &[], "error: format: ~:* at position 0 of \"~:*\" goes beyond the arguments"),
            ("~:p", &[], "error: format: ~:P at position 0 of \"~:p\" has no argument before it"),
            ("~:^", &[], "error: format: ~:^ at position 0 of \"~:^\" is outside ~:{"),
            ("~37r", &[I(1)], "error: format: ~R at position 0 of \"~37r\" needs a radix from 2 to 36, not 37"),
            (
                "~99999999999999999999d",
                &[I(1)],
                "error: format: the directive at position 0 of \"~99999999999999999999d\" \
            has a parameter that is no integer of 64 bits",
            ),
        ]);
        let rt = &mut engine();
        for (control, arg) in [
            ("~c", I(1)),
            ("~{~a~}", I(5)),
            ("~[a~]", S("x")),
            ("~?", I(1)),
            ("~va", S("x")),
            ("~:{~a~}", numbers(1..=2)),
        ] {
            assert!(is_code(run(rt, control, &[arg]), Code::WrongType), "{control}");
        }
    }

    #[test]
    fn formats_beyond_the_memory_limit_are_refused() {
        let rt = &mut engine();
        for (control, arg) in [
            ("~999999999999999999a", I(1)),
            ("~999999999999999999,'0d", I(1)),
            ("~,,999999999999999999a", I(1)),
            ("~999999999999999999,9a", I(1)),
            ("~9223372036854775807%", I(1)),
            ("~9223372036854775807t", I(1)),
            ("~9223372036854775807,9223372036854775807@t", I(1)),
            ("~,999999999999999999f", F(0.5)),
            ("~,999999999999999999f", N("1/3")),
            ("~,0,999999999999999999f", I(1)),
            ("~,9223372036854775807,9223372036854775807f", I(1)),
            ("~,999999999999999999e", F(0.5)),
            ("~,999999999999999999e", N("1/3")),
            ("~9223372036854775807g", F(0.5)),
            ("~9223372036854775807$", F(0.5)),
            ("~,9223372036854775807$", F(0.5)),
            ("~9223372036854775807<a~;b~>", I(1)),
            ("~5,9223372036854775807,,'x<a~;bcdefgh~>", I(1)),
        ] {
            assert!(is_limit(run(rt, control, &[arg])), "{control}");
        }
    }

    #[test]
    fn scaling_away_every_digit_is_cheap() {
        assert_eq!(text("~,0,-9223372036854775807f", &[F(1e300)]), "0.");
        assert_eq!(text("~,2,-9223372036854775807f", &[N("1/3")]), "0.00");
    }

    #[test]
    fn circular_arguments_are_an_error() {
        let rt = &mut engine();
        let cell = rt.heap.pair(Value::fix(1), Value::NIL).unwrap();
        rt.heap.set_cdr(cell, cell);
        for control in ["~{~a~}", "~?", "~{x~:}"] {
            let (c, s) = (rt.heap.string(control).unwrap(), rt.heap.string("~a").unwrap());
            let args: &[Value] = if control == "~?" { &[Value::NIL, c, s, cell] } else { &[Value::NIL, c, cell] };
            assert!(is_code(call(rt, "format", args), Code::WrongType), "{control}");
        }
    }

    #[test]
    fn a_control_string_that_calls_itself_is_an_error() {
        let rt = &mut engine();
        let control = rt.heap.string("~@?").unwrap();
        let args = vec![control; 200];
        let mut all = vec![Value::NIL];
        all.extend(&args);
        assert!(is_code(call(rt, "format", &all), Code::BadValue));
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
        fn no_control_string_does_anything_but_succeed_or_fail(control in r"(~[0-9v#,':@-]{0,4}[a-z(){}\[\];<>^*?%&|~$\n]|[ xö]){0,12}") {
            let rt = &mut engine();
            rt.budget.start(&crate::limits::Limits { ticks: Some(20_000), ..Default::default() }, std::time::Duration::ZERO);
            let inner = L(vec![S("~a"), numbers(1..=2), Nil]);
            let _ = run(rt, &control, &[I(3), inner, F(-2.5), N("1/3"), C('c'), Y("y"), numbers(1..=3), Nil]);
        }

        #[test]
        fn columns_are_as_wide_as_asked(n in any::<i32>(), width in 0usize..30) {
            let shown = text(&format!("~{width}d"), &[I(i64::from(n))]);
            prop_assert_eq!(shown, format!("{n:>width$}"));
        }

        #[test]
        fn places_are_those_of_rust(x in -1e9f64..1e9, places in 0usize..20) {
            let dot = if places == 0 { "." } else { "" };
            prop_assert_eq!(text(&format!("~,{places}f"), &[F(x)]), format!("{x:.places$}{dot}"));
        }
    }
}
