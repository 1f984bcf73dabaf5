//! The macro that turns a documented row into a [`super::Builtin`].

/// Declares the builtins of one file as the constant `TABLE`.
///
/// ```text
/// builtins! { "array";
///     /// Stores `value` at `coordinates` and returns it.
///     ///
///     /// (let ((a (make-array '(2 2)))) (set-array-element a '(0 1) 7))  ;=> 7
///     fn "set-array-element" (rt, array: ArrayRef, coordinates: Coordinates, value: Value) { ... }
/// }
/// ```
///
/// A line of documentation may also be `#[doc = ...]` with a macro that makes a literal.
///
/// An attribute before `fn` names the operations that replace calls, by number of arguments:
/// `#[inline_as(Op(Neg), Op(Sub))]` (see [`crate::bytecode::Inline`]). With `<HAS_FALSE>` after the name, the body uses
/// this constant and is compiled for both kinds of dialects. Without it, body and conversion of arguments are compiled
/// once; only the conversion of the result may exist twice.
///
/// `rt` names the `&mut Runtime`. Parameters are `name: Type` with a [`super::arg::Arg`], then `?name: Type`, an
/// `Option` in the body, then `*name: Type`, a `&[Value]` whose elements are checked to be of `Type`. The body yields
/// anything that implements [`super::arg::BuiltinResult`].
#[doc(hidden)]
#[macro_export]
macro_rules! __builtins {
    ($module:literal; $($rows:tt)*) => {
        pub(crate) const TABLE: &[$crate::__private::Builtin] = $crate::__rows!($module; [] $($rows)*);
    };
}

/// The signature of a row: its subject, then parameters of each mode with an [`super::arg::Arg`] each.
#[doc(hidden)]
#[macro_export]
macro_rules! __signature {
    ($subject:literal; $($p:ident: $t:ty),*; $($o:ident: $ot:ty),*; $($r:ident: $rest:ty)?) => {
        $crate::__signature!($subject; [
            $((Required, $p, <$t as $crate::__private::arg::Arg>::EXPECTED),)*
            $((Optional, $o, <$ot as $crate::__private::arg::Arg>::EXPECTED),)*
            $((Rest, $r, <$rest as $crate::__private::arg::Arg>::EXPECTED),)?
        ])
    };
    ($subject:literal; [$(($mode:ident, $name:ident, $expected:expr),)*]) => {{
        const PARAMS: &[$crate::__private::Param] = &[$($crate::__private::Param {
            name: stringify!($name),
            expected: $expected,
            mode: $crate::__private::Mode::$mode,
        }),*];
        $crate::__private::Signature::new($subject, PARAMS)
    }};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __rows {
    ($module:literal; [$($done:tt)*]) => { &[$($done)*] };
    ($module:literal; [$($done:tt)*]
        $(#[doc = $doc:expr])*
        $(#[inline_as($($inline:expr),+)])?
        fn $name:literal $(<$by_dialect:ident>)? (
            $rt:ident $(, $p:ident : $t:ty)* $(, ? $o:ident : $ot:ty)* $(, * $r:ident : $rest:ty)? $(,)?
        ) $body:block
        $($more:tt)*
    ) => {
        $crate::__rows!($module; [$($done)*
            $crate::__private::Builtin::new(
                $name,
                concat!($($doc, "\n"),*),
                $crate::__signature!($module; $($p: $t),*; $($o: $ot),*; $($r: $rest)?),
                {
                    #[allow(unused_variables, clippy::ptr_arg)]
                    fn body $(<const $by_dialect: bool>)? (
                        $rt: &mut $crate::__private::Runtime
                        $(, $p: $t)* $(, $o: Option<$ot>)* $(, $r: $crate::__many!($rest))?
                    ) -> impl $crate::__private::arg::BuiltinResult + use<$($by_dialect)?> $body
                    #[allow(unused_variables, unused_mut, unused_assignments)]
                    fn outcome $(<const $by_dialect: bool>)? (
                        rt: &mut $crate::__private::Runtime,
                        args: &[$crate::__private::Value],
                    ) -> $crate::__private::Result<impl $crate::__private::arg::Return + use<$($by_dialect)?>> {
                        const SIGNATURE: &$crate::__private::Signature =
                            &$crate::__signature!($module; $($p: $t),*; $($o: $ot),*; $($r: $rest)?);
                        use $crate::{__passed as passed, __private::arg};
                        passed!(arg::count(args.len(), $name, SIGNATURE));
                        let mut at = 0;
                        $(let $p = passed!(arg::required::<$t>(rt, args, &mut at, $name, SIGNATURE));)*
                        $(let $o = passed!(arg::optional::<$ot>(rt, args, &mut at, $name, SIGNATURE));)*
                        $(let $r = passed!(arg::rest::<$rest>(rt, args, &mut at, $name, SIGNATURE));)?
                        let outcome = body $(::<$by_dialect>)? (rt $(, $p)* $(, $o)* $(, $r)?);
                        $crate::__private::arg::BuiltinResult::outcome(outcome)
                    }
                    fn call<const HAS_FALSE: bool>(
                        rt: &mut $crate::__private::Runtime,
                        args: &[$crate::__private::Value],
                    ) -> $crate::__private::Result<$crate::__private::Value> {
                        let outcome = outcome $(::<$by_dialect>)? (rt, args);
                        $crate::__private::arg::value::<HAS_FALSE, _>(outcome, rt)
                    }
                    $(const $by_dialect: bool = true;)?
                    Some($crate::__private::arg::calls(
                        outcome $(::<$by_dialect>)?, concat!($(stringify!($by_dialect))?), call::<false>, call::<true>
                    ))
                },
                $crate::__becomes!($($($inline),+)?),
            ),
        ] $($more)*)
    };
}

/// Propagates a fault as `?` does, in code that is generated for each builtin. It compiles to a third of the lines of
/// `?`, which would convert the fault to itself.
#[doc(hidden)]
#[macro_export]
macro_rules! __passed {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(fault) => return Err(fault),
        }
    };
}

/// Arguments of any number.
#[doc(hidden)]
#[macro_export]
macro_rules! __many {
    ($t:ty) => {
        &[$crate::__private::Value]
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __becomes {
    () => {
        None
    };
    ($($inline:expr),+) => {{
        #[allow(unused_imports)]
        use $crate::__private::Inline::*;
        #[allow(unused_imports)]
        use $crate::__private::Op::*;
        #[allow(unused_imports)]
        use $crate::__private::{Kind, Question};
        Some(&[$($inline),+])
    }};
}

pub(crate) use crate::__builtins as builtins;
