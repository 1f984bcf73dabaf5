//! Expressions by the names of their operations, as programs write them.

use crate::expression::Expression as E;

/// The names of the operations. (The reader of a program takes `apply` and `dot` apart.)
pub const OPERATIONS: &str =
    "+ - * quotient modulo mod rem remainder expt abs min max = /= < <= > >= and or not if iff apply dot";

impl E {
    /// The expression that an operation of that name is with these operands; none if there is no such operation.
    pub fn operation(name: &str, operands: Vec<E>) -> Option<E> {
        let negated = |e: E| E::Product(vec![E::Constant(-1), e]);
        let two = |parts: Vec<E>| Some(Box::new(<[E; 2]>::try_from(parts).ok()?));
        let one = |parts: Vec<E>| <[E; 1]>::try_from(parts).ok().map(|[e]| Box::new(e));
        let reversed = |mut parts: Vec<E>| {
            parts.reverse();
            parts
        };
        let parts = operands;
        Some(match name {
            "+" => E::Sum(parts),
            "*" => E::Product(parts),
            "-" => {
                let mut parts = parts.into_iter();
                let first = parts.next()?;
                if parts.len() == 0 {
                    negated(first)
                } else {
                    E::Sum([first].into_iter().chain(parts.map(negated)).collect())
                }
            }
            "quotient" => E::Quotient(two(parts)?),
            "modulo" => E::Modulo(two(parts)?),
            "remainder" => E::Remainder(two(parts)?),
            "expt" => match <[E; 2]>::try_from(parts).ok()? {
                [base, E::Constant(exponent @ 0..=60)] => E::Power(Box::new(base), exponent as u32),
                _ => return None,
            },
            "abs" => E::Absolute(one(parts)?),
            "min" if !parts.is_empty() => E::Minimum(parts),
            "max" if !parts.is_empty() => E::Maximum(parts),
            "=" if !parts.is_empty() => E::Equal(parts),
            "/=" => E::NotEqual(two(parts)?),
            "<" if !parts.is_empty() => E::Less(parts),
            "<=" if !parts.is_empty() => E::AtMost(parts),
            ">" if !parts.is_empty() => E::Less(reversed(parts)),
            ">=" if !parts.is_empty() => E::AtMost(reversed(parts)),
            "and" => E::And(parts),
            "or" => E::Or(parts),
            "not" => E::Not(one(parts)?),
            "if" if parts.len() == 3 => E::Choose(Box::new(<[E; 3]>::try_from(parts).ok()?)),
            "if" => E::If(two(parts)?),
            "iff" => E::Iff(two(parts)?),
            _ => return None,
        })
    }
}
