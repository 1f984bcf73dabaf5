//! Loans of the host to its functions for the time of a call.

use std::any::{Any, TypeId, type_name};

use smallvec::SmallVec;

use crate::fault::{Code, Result, fail};
use crate::vm::host_call::Lender;

/// Loan for the time of a call: `&mut` of one thing, or a tuple of up to four of different types.
///
/// There is an example at [`Call::lend`](crate::Call::lend).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be lent",
    label = "no `&mut`",
    note = "what is lent is `&mut` of one thing, or a tuple of up to four such of different types"
)]
pub trait Lend {
    /// Finds the loan of this type.
    #[doc(hidden)]
    fn find_lent(&mut self, wanted: TypeId) -> Option<&mut dyn Any>;

    /// Shows `look` the types, with their names in Rust.
    #[doc(hidden)]
    fn each_type(&self, look: &mut dyn FnMut(TypeId, &'static str));
}

impl<T: Any> Lend for &mut T {
    fn find_lent(&mut self, wanted: TypeId) -> Option<&mut dyn Any> {
        (TypeId::of::<T>() == wanted).then_some(&mut **self as &mut dyn Any)
    }

    fn each_type(&self, look: &mut dyn FnMut(TypeId, &'static str)) {
        look(TypeId::of::<T>(), type_name::<T>());
    }
}

/// Nothing is lent.
impl Lend for () {
    fn find_lent(&mut self, _: TypeId) -> Option<&mut dyn Any> {
        None
    }

    fn each_type(&self, _: &mut dyn FnMut(TypeId, &'static str)) {}
}

macro_rules! lend {
    ($(($($t:ident $v:ident),*))*) => { $(
        impl<$($t: Lend),*> Lend for ($($t,)*) {
            fn find_lent(&mut self, wanted: TypeId) -> Option<&mut dyn Any> {
                let ($($v,)*) = self;
                $(if let Some(found) = $v.find_lent(wanted) {
                    return Some(found);
                })*
                None
            }

            fn each_type(&self, look: &mut dyn FnMut(TypeId, &'static str)) {
                let ($($v,)*) = self;
                $($v.each_type(look);)*
            }
        }
    )* };
}

lend! { (A a, B b) (A a, B b, C c) (A a, B b, C c, D d) }

/// Loan as the machine passes it on.
pub(crate) struct Lending<L>(L);

impl<L: Lend> Lending<L> {
    /// Functions find what is lent by its type, so each is there once.
    pub fn new(lent: L) -> Result<Lending<L>> {
        let (mut seen, mut twice): (SmallVec<[TypeId; 4]>, _) = (SmallVec::new(), None);
        lent.each_type(&mut |id, name| {
            if seen.contains(&id) {
                twice = Some(name);
            }
            seen.push(id);
        });
        match twice {
            Some(name) => fail(Code::Host, format!("two things of the type {name} are lent: it must be one")),
            None => Ok(Lending(lent)),
        }
    }
}

impl<L: Lend> Lender for Lending<L> {
    fn find(&mut self, wanted: TypeId) -> Option<&mut dyn Any> {
        self.0.find_lent(wanted)
    }
}
