//! A function of Rust, as one that programs call.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn};

use crate::attributes::{FUNCTION, LispAttributes};
use crate::methods::{Argument, Output, check, described};

/// Expands the function, which stays even if it has errors, and the type of its name that defines it.
pub fn function(mut item: ItemFn) -> (TokenStream, syn::Result<()>) {
    let said = LispAttributes::read(&item.attrs, &FUNCTION);
    item.attrs.retain(|a| !a.path().is_ident("lisp"));
    let (body, wrong) = match said.and_then(|said| definition(&item, &said)) {
        Ok(body) => (body, Ok(())),
        // Code that uses it reports no further error.
        Err(error) => (quote!(::std::unreachable!()), Err(error)),
    };
    let (name, visibility) = (&item.sig.ident, &item.vis);
    let made = quote! {
        #item

        #[doc = "The definition of the function of this name."]
        #[allow(non_camel_case_types, missing_debug_implementations)]
        #visibility enum #name {}

        #[automatically_derived]
        impl #name {
            /// Gives an engine, a module or a class the function.
            #[allow(
                dead_code,
                unused_variables,
                clippy::redundant_closure,
                clippy::redundant_closure_for_method_calls
            )]
            #visibility fn define<'d>(on: &'d mut impl ::klammer::Define) -> ::klammer::Definition<'d> {
                #body
            }
        }
    };
    (made, wrong)
}

fn definition(item: &ItemFn, said: &LispAttributes) -> syn::Result<TokenStream> {
    let signature = &item.sig;
    check(signature)?;
    let (function, is_async) = (&signature.ident, signature.asyncness.is_some());
    let here = Span::call_site().located_at(function.span());
    let mut arguments = Vec::new();
    for (i, input) in signature.inputs.iter().enumerate() {
        match input {
            FnArg::Typed(parameter) => arguments.push(Argument::new(i, parameter, is_async, here)?),
            FnArg::Receiver(receiver) => {
                let message = "`function` stands at a function of its own; `methods` stands at an `impl`";
                return Err(syn::Error::new_spanned(receiver, message));
            }
        }
    }
    let output = Output::new(&signature.output, is_async)?;
    let returns = output.iter().map(|Output { of, .. }| quote_spanned!(of.span()=> returns::<#of>();));
    let checks = arguments.iter().map(|a| a.check.clone()).chain(returns);
    // A context comes first in what the engine calls, wherever the function has it.
    let (contexts, others): (Vec<&Argument>, Vec<&Argument>) = arguments.iter().partition(|a| a.name.is_none());
    let parameters =
        contexts.iter().chain(&others).map(|Argument { bound, of, .. }| quote_spanned!(here=> #bound: #of));
    let passed = arguments.iter().map(|a| &a.passed);
    let to_owned = output.as_ref().and_then(|output| output.to_owned.as_ref());
    // An error of the whole call is reported at the function.
    let closure = quote_spanned!(function.span()=> |#(#parameters),*| #function(#(#passed),*) #to_owned);
    let names = others.iter().filter_map(|a| a.name.as_ref()).map(|n| quote!(#n)).collect();
    let (name, described) = (said.name_of(function), described(names, &item.attrs));
    Ok(quote_spanned! {here=>
        fn takes<T: ::klammer::Parameter>() {}
        fn lends<T: ::klammer::HostType>() {}
        fn returns<T: ::klammer::IntoReturn>() {}
        #(#checks)*
        ::klammer::Define::define(on, #name, #closure) #described
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uncallable_functions_are_refused() {
        for (text, expected) in [
            ("fn f(self) {}", "`function` stands at a function of its own; `methods` stands at an `impl`"),
            ("unsafe fn f() {}", "a function that programs call is not `unsafe`"),
            ("fn f<T>(x: T) {}", "a function that programs call has no type parameters"),
            ("fn f(x: impl Fn()) {}", "a function of the program is taken as a `Handle`"),
            ("fn f() -> &Vec<u8> {}", "a function that programs call returns what it owns, or `&str`"),
            ("async fn f(text: &str) {}", "an `async fn` that programs call owns what it takes"),
            ("#[lisp(skip)] fn f() {}", "`skip` stands at a struct's field"),
        ] {
            let (made, wrong) = function(syn::parse_str(text).unwrap());
            let error = wrong.expect_err("an error was expected").to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
            assert!(made.to_string().contains("fn define"), "{text}: uses of it are errors, too");
        }
    }

    #[test]
    fn a_function_keeps_its_names_and_its_comment() {
        let text = "/// Whether it is there.\n#[lisp(name = \"there?\")]\nfn is_there(wanted: &str, cx: &mut Context<'_>, \
                    by_name: bool) -> &str { wanted }";
        let (made, wrong) = function(syn::parse_str(text).unwrap());
        assert!(wrong.is_ok());
        let made = made.to_string();
        for expected in [
            "enum is_there",
            "(on , \"there?\" , | argument_1 : & mut :: klammer :: Context < '_ > , argument_0 : & str",
            "is_there (argument_0 , argument_1 , argument_2) . to_string ()",
            ". parameters ([\"wanted\" , \"by-name\"]) . doc (\"Whether it is there.\")",
        ] {
            assert!(made.contains(expected), "{expected}: {made}");
        }
    }
}
