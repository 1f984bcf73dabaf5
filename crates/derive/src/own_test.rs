//! Tests of private parts, compiled into the library itself.

use std::hash::{DefaultHasher, Hash, Hasher};

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, ItemFn};

/// The function, and the way to it from outside: `OwnTest::<number>::run()`.
pub(super) fn own_test(function: &ItemFn) -> TokenStream {
    let name = &function.sig.ident;
    let number = number(name);
    quote! {
        #function

        impl crate::OwnTest<#number> {
            #[doc(hidden)]
            pub fn run() {
                #name();
            }
        }
    }
}

/// What `crates/units`, which reads the same files, works out as well: of the path of the file and of the name.
fn number(name: &Ident) -> u64 {
    let mut hasher = DefaultHasher::new();
    (name.span().unwrap().file(), name.to_string()).hash(&mut hasher);
    hasher.finish()
}
