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
/// Before `fn` may stand what calls become instead of calls, for different numbers of arguments:
/// `#[inline_as(Op(Neg), Op(Sub))]` (see [`crate::bytecode::Inline`]). After the name may stand `<HAS_FALSE>`: the body
/// uses this constant and is compiled for both kinds of dialects. Others are compiled once, and so is what looks at
/// their arguments; only what becomes of a result may be there twice.
///
/// `rt` names the `&mut Runtime`. Parameters are `name: Type` with a [`super::arg::Arg`], then `?name: Type`, which the
/// body sees as an `Option`, then `*name: Type`, which it sees as `&[Value]` (each one checked to be a `Type`). The
/// body yields anything that implements [`super::arg::Outcome`].
macro_rules! builtins {
    ($module:literal; $($rows:tt)*) => {
        pub(crate) const TABLE: &[$crate::builtins::Builtin] = $crate::builtins::macros::rows!($module; [] $($rows)*);
    };
}

/// The signature of a row: its subject, then parameters of each mode with an [`super::arg::Arg`] each.
macro_rules! signature {
    ($subject:literal; $($p:ident: $t:ty),*; $($o:ident: $ot:ty),*; $($r:ident: $rest:ty)?) => {
        $crate::builtins::macros::signature!($subject; [
            $((Required, $p, <$t as $crate::builtins::arg::Arg>::EXPECTED),)*
            $((Optional, $o, <$ot as $crate::builtins::arg::Arg>::EXPECTED),)*
            $((Rest, $r, <$rest as $crate::builtins::arg::Arg>::EXPECTED),)?
        ])
    };
    ($subject:literal; [$(($mode:ident, $name:ident, $expected:expr),)*]) => {{
        const PARAMS: &[$crate::builtins::Param] = &[$($crate::builtins::Param {
            name: stringify!($name),
            expected: $expected,
            mode: $crate::builtins::Mode::$mode,
        }),*];
        $crate::builtins::Signature::new($subject, PARAMS)
    }};
}

macro_rules! rows {
    ($module:literal; [$($done:tt)*]) => { &[$($done)*] };
    ($module:literal; [$($done:tt)*]
        $(#[doc = $doc:expr])*
        $(#[inline_as($($inline:expr),+)])?
        fn $name:literal $(<$by_dialect:ident>)? (
            $rt:ident $(, $p:ident : $t:ty)* $(, ? $o:ident : $ot:ty)* $(, * $r:ident : $rest:ty)? $(,)?
        ) $body:block
        $($more:tt)*
    ) => {
        $crate::builtins::macros::rows!($module; [$($done)*
            $crate::builtins::Builtin {
                name: $name,
                doc: concat!($($doc, "\n"),*),
                signature:
                    $crate::builtins::macros::signature!($module; $($p: $t),*; $($o: $ot),*; $($r: $rest)?),
                calls: {
                    #[allow(unused_variables, clippy::ptr_arg)]
                    fn body $(<const $by_dialect: bool>)? (
                        $rt: &mut $crate::runtime::Runtime
                        $(, $p: $t)* $(, $o: Option<$ot>)* $(, $r: $crate::builtins::macros::many!($rest))?
                    ) -> impl $crate::builtins::arg::Outcome + use<$($by_dialect)?> $body
                    #[allow(unused_variables, unused_mut, unused_assignments)]
                    fn outcome $(<const $by_dialect: bool>)? (
                        rt: &mut $crate::runtime::Runtime,
                        args: &[$crate::value::Value],
                    ) -> $crate::fault::Res<impl $crate::builtins::arg::Return + use<$($by_dialect)?>> {
                        const SIGNATURE: &$crate::builtins::Signature =
                            &$crate::builtins::macros::signature!($module; $($p: $t),*; $($o: $ot),*; $($r: $rest)?);
                        use $crate::builtins::{arg, macros::passed};
                        passed!(arg::count(args.len(), $name, SIGNATURE));
                        let mut at = 0;
                        $(let $p = passed!(arg::required::<$t>(rt, args, &mut at, $name, SIGNATURE));)*
                        $(let $o = passed!(arg::optional::<$ot>(rt, args, &mut at, $name, SIGNATURE));)*
                        $(let $r = passed!(arg::rest::<$rest>(rt, args, &mut at, $name, SIGNATURE));)?
                        let outcome = body $(::<$by_dialect>)? (rt $(, $p)* $(, $o)* $(, $r)?);
                        $crate::builtins::arg::Outcome::outcome(outcome)
                    }
                    fn call<const HAS_FALSE: bool>(
                        rt: &mut $crate::runtime::Runtime,
                        args: &[$crate::value::Value],
                    ) -> $crate::fault::Res<$crate::value::Value> {
                        let outcome = outcome $(::<$by_dialect>)? (rt, args);
                        $crate::builtins::arg::value::<HAS_FALSE, _>(outcome, rt)
                    }
                    $(const $by_dialect: bool = true;)?
                    $crate::builtins::arg::calls(
                        outcome $(::<$by_dialect>)?, concat!($(stringify!($by_dialect))?), call::<false>, call::<true>
                    )
                },
                inline: $crate::builtins::macros::becomes!($($($inline),+)?),
            },
        ] $($more)*)
    };
}

/// Propagates a fault as `?` does, in code that is generated for each builtin. It compiles to a third of the lines of
/// `?`, which would convert the fault to itself.
macro_rules! passed {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(fault) => return Err(fault),
        }
    };
}

/// Arguments of any number.
macro_rules! many {
    ($t:ty) => {
        &[$crate::value::Value]
    };
}

macro_rules! becomes {
    () => {
        None
    };
    ($($inline:expr),+) => {{
        #[allow(unused_imports)]
        use $crate::bytecode::Inline::*;
        #[allow(unused_imports)]
        use $crate::bytecode::Op::*;
        #[allow(unused_imports)]
        use $crate::value::Kind;
        Some(&[$($inline),+])
    }};
}

pub(crate) use {becomes, builtins, many, passed, rows, signature};
