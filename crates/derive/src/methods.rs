//! The methods of types whose objects live in the engine, as functions.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    Attribute, FnArg, GenericArgument, Ident, ImplItem, ImplItemFn, ItemFn, ItemImpl, Pat, PatType, Path,
    PathArguments, Receiver, ReceiverKind, ReturnType, Safety, Signature, Type, TypeParamBound, TypeReference,
    Visibility,
};

use crate::{FUNCTION, LispAttributes, METHOD, comment, lisp_name};

/// Expands the `impl`, which stays even if it has errors: otherwise each use of a method would be an error, too.
/// Reports all errors at once.
pub fn methods(mut item: ItemImpl) -> (TokenStream, syn::Result<()>) {
    let own = item.self_ty.clone();
    let (mut definitions, mut wrong) = (Vec::new(), Ok(()));
    let mut refuse = |error: syn::Error| match &mut wrong {
        Ok(()) => wrong = Err(error),
        Err(before) => before.combine(error),
    };
    if let Some((of, _)) = &item.trait_ {
        refuse(syn::Error::new_spanned(of, "`methods` stands at an `impl` of a type's own, not at one of a trait"));
        return (quote!(#item), wrong);
    }
    if !item.generics.params.is_empty() {
        refuse(syn::Error::new_spanned(&item.generics, "a type with parameters cannot be a `HostType`"));
        return (quote!(#item), wrong);
    }
    for part in &mut item.items {
        let ImplItem::Fn(function) = part else { continue };
        let said = LispAttributes::read(&function.attrs, &METHOD);
        function.attrs.retain(|a| !a.path().is_ident("lisp"));
        let is_public = matches!(function.vis, Visibility::Public(_));
        let defined = said.and_then(|said| match is_public && !said.has("skip") {
            true => definition(&own, function, &said).map(Some),
            false => Ok(None),
        });
        match defined {
            Ok(defined) => definitions.extend(defined),
            Err(error) => refuse(error),
        }
    }
    // `takes` and so on: the compiler tells a type that cannot cross where it stands.
    let made = quote! {
        #item

        #[automatically_derived]
        impl ::klammer::HasMethods for #own {
            #[allow(
                dead_code,
                unused_variables,
                clippy::redundant_closure,
                clippy::redundant_closure_for_method_calls
            )]
            fn define_methods(class: &mut ::klammer::Class<'_, Self>) {
                fn takes<T: ::klammer::Parameter>() {}
                fn lends<T: ::klammer::HostType>() {}
                fn returns<T: ::klammer::IntoReturn>() {}
                let own = <Self as ::klammer::HostType>::NAME;
                #(#definitions)*
            }
        }
    };
    (made, wrong)
}

/// Refuses functions that programs cannot call, whatever their parameters are.
pub fn check(signature: &Signature) -> syn::Result<()> {
    if matches!(signature.safety, Safety::Unsafe(_)) {
        let message = "a function that programs call is not `unsafe`";
        return Err(syn::Error::new_spanned(&signature.safety, message));
    }
    if let Some(parameter) = signature.generics.type_params().next() {
        let message = "a function that programs call has no type parameters";
        return Err(syn::Error::new_spanned(parameter, message));
    }
    Ok(())
}

/// The object cannot be lent to a method, or only for less than it takes.
fn wrong_receiver(own: &Type, receiver: &Receiver, is_async: bool) -> syn::Error {
    let message = if is_async {
        let own = own.to_token_stream();
        format!(
            "an `async fn` that programs call has no `self`: the object stays theirs for as long as it waits. It can \
             take `cx: AsyncContext, this: Handle`, and the object for a moment: `cx.with(move |cx| \
             cx.with_object(&this, |this: &mut {own}| ...)).await`; or `this: {own}`, a copy, if `{own}` is `Clone`"
        )
    } else {
        "a function that programs call takes `&self` or `&mut self`: the object stays theirs".to_string()
    };
    syn::Error::new_spanned(receiver, message)
}

fn definition(own: &Type, function: &ImplItemFn, said: &LispAttributes) -> syn::Result<TokenStream> {
    let signature = &function.sig;
    check(signature)?;
    let is_async = signature.asyncness.is_some();
    let method = &signature.ident;
    let here = Span::call_site().located_at(method.span());
    let mut receiver = None;
    let mut arguments = Vec::new();
    for (i, input) in signature.inputs.iter().enumerate() {
        match input {
            FnArg::Receiver(Receiver { kind: ReceiverKind::Reference(_, _, changes), .. }) if !is_async => {
                receiver = Some(changes.is_some());
            }
            FnArg::Receiver(receiver) => return Err(wrong_receiver(own, receiver, is_async)),
            FnArg::Typed(argument) => arguments.push(Argument::new(i, argument, is_async, here)?),
        }
    }
    let output = Output::new(&signature.output, is_async)?;
    let returns = output.iter().map(|Output { of, .. }| quote_spanned!(of.span()=> returns::<#of>();));
    let checks = arguments.iter().map(|a| a.check.clone()).chain(returns);
    let (contexts, others): (Vec<&Argument>, Vec<&Argument>) = arguments.iter().partition(|a| a.name.is_none());
    let this = receiver.map(|mutable| match (contexts.is_empty(), mutable) {
        (true, false) => (quote_spanned!(here=> this: &#own), quote_spanned!(here=> this)),
        (true, true) => (quote_spanned!(here=> this: &mut #own), quote_spanned!(here=> this)),
        (false, false) => (quote_spanned!(here=> this: ::klammer::Ref<'_, #own>), quote_spanned!(here=> &*this)),
        (false, true) => {
            (quote_spanned!(here=> mut this: ::klammer::RefMut<'_, #own>), quote_spanned!(here=> &mut *this))
        }
    });
    // A context comes first in a function, wherever the method has it.
    let declared = |Argument { bound, of, .. }: &Argument| quote_spanned!(here=> #bound: #of);
    let receivers = this.iter().map(|(parameter, _)| parameter.clone());
    let parameters = contexts.iter().map(|a| declared(a)).chain(receivers).chain(others.iter().map(|a| declared(a)));
    let passed = this.iter().map(|(_, passed)| passed).chain(arguments.iter().map(|a| &a.passed));
    let to_owned = output.as_ref().and_then(|output| output.to_owned.as_ref());
    // An error of the whole call is reported at the method. The compiler reports it at the macro if no part of the call
    // is the method's own.
    let closure = quote_spanned!(method.span()=> |#(#parameters),*| <#own>::#method(#(#passed),*) #to_owned);
    let plain = lisp_name(method);
    let is_method = said.has("method");
    let name = match (&said.name, receiver) {
        (Some(name), _) => quote!(&#name.to_string()),
        // The name of a generic function is nobody's own.
        (None, _) if is_method => quote!(#plain),
        (None, None) if method == "new" => quote!(&::std::format!("make-{own}")),
        (None, Some(true)) => quote!(&::std::format!("{own}-{}!", #plain)),
        (None, _) => quote!(&::std::format!("{own}-{}", #plain)),
    };
    let own_name = receiver.map(|_| quote!(own));
    let names = own_name.into_iter().chain(others.iter().filter_map(|a| a.name.as_ref()).map(|n| quote!(#n)));
    let described = described(names.collect(), &function.attrs);
    let define = if is_method { quote!(define_method) } else { quote!(define) };
    Ok(quote_spanned! {here=>
        #(#checks)*
        class.#define(#name, #closure) #described;
    })
}

/// Calls that give a definition the names of its parameters and its documentation.
pub fn described(names: Vec<TokenStream>, attributes: &[Attribute]) -> TokenStream {
    let text = comment(attributes);
    let text = (!text.is_empty()).then(|| quote!(.doc(#text)));
    let names = if names.is_empty() { quote!([] as [&str; 0]) } else { quote!([#(#names),*]) };
    quote!(.parameters(#names) #text)
}

/// A parameter of a method.
pub struct Argument {
    /// The closure's parameter.
    pub bound: TokenStream,
    /// Its type.
    pub of: TokenStream,
    /// Argument passed to the method.
    pub passed: TokenStream,
    /// Name in documentation; `None` for a context.
    pub name: Option<String>,
    /// Check that the type can be a parameter; the compiler reports a failure at the type.
    pub check: TokenStream,
}

fn is_str(reference: &TypeReference) -> bool {
    is_named(&reference.elem, "str")
}

/// The last part of a type's path: `Context<'_>` of `klammer::Context<'_>`.
fn last_of(path: &Path) -> Option<(&Ident, &PathArguments)> {
    path.segments.last().map(|segment| (&segment.ident, &segment.arguments))
}

fn is_named(of: &Type, name: &str) -> bool {
    matches!(of, Type::Path(path) if last_of(&path.path).is_some_and(|(ident, _)| ident == name))
}

/// Returns whether a type is a function of Rust: `impl Fn(i64)`, `dyn FnMut()`, `fn()`.
fn is_function(of: &Type) -> bool {
    let bounds = match of {
        Type::Reference(reference) => return is_function(&reference.elem),
        Type::FnPtr(_) => return true,
        Type::ImplTrait(of) => &of.bounds,
        Type::TraitObject(of) => &of.bounds,
        _ => return false,
    };
    bounds.iter().any(|bound| match bound {
        TypeParamBound::Trait(of) => {
            last_of(&of.path).is_some_and(|(ident, _)| ["Fn", "FnMut", "FnOnce"].iter().any(|f| ident == f))
        }
        _ => false,
    })
}

/// Returns the type to write instead of a reference to something that is no object.
fn value_of(reference: &TypeReference) -> Option<&'static str> {
    const VALUES: [&str; 18] = [
        "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32", "f64", "bool",
        "char", "Option", "Handle",
    ];
    match &*reference.elem {
        of if is_named(of, "String") => Some("a `&str` or a `String`"),
        of if is_named(of, "Vec") => Some("a slice or a `Vec`"),
        of => VALUES.iter().any(|name| is_named(of, name)).then_some("the value itself"),
    }
}

impl Argument {
    /// Returns parameter `i` of a function, which may be asynchronous.
    pub fn new(i: usize, parameter: &PatType, is_async: bool, here: Span) -> syn::Result<Argument> {
        let name = match &*parameter.pat {
            Pat::Ident(pattern) => lisp_name(&pattern.ident),
            _ => format!("argument-{i}"),
        };
        let name = name.trim_start_matches('-').to_string();
        let bound = format_ident!("argument_{i}", span = here);
        if is_async { Argument::owned(bound, name, &parameter.ty) } else { Argument::lent(bound, name, &parameter.ty) }
    }

    /// An argument as it is.
    fn plain(bound: Ident, name: String, of: &Type) -> Argument {
        let of = anonymous(of);
        let check = quote_spanned!(of.span()=> takes::<#of>(););
        Argument { bound: quote!(#bound), of: quote!(#of), passed: quote!(#bound), name: Some(name), check }
    }

    /// A context of this type.
    fn context(bound: &Ident, of: TokenStream) -> Argument {
        Argument { bound: quote!(#bound), of, passed: quote!(#bound), name: None, check: TokenStream::new() }
    }

    /// A parameter of a method. References to objects are lent; `&str`, slices and everything owned are what they are.
    fn lent(bound: Ident, name: String, of: &Type) -> syn::Result<Argument> {
        let refused = |message: &str| Err(syn::Error::new_spanned(of, message));
        check_parameters(of)?;
        let Type::Reference(reference) = of else {
            return match of {
                _ if is_named(of, "AsyncContext") => {
                    refused("an `AsyncContext` is for an `async fn`: this takes a `&mut Context<'_>`")
                }
                // Without a lifetime it is another type of this name.
                _ if is_named(of, "Context") && borrows(of) => refused("a context is lent: `&mut Context<'_>`"),
                _ => Ok(Argument::plain(bound, name, of)),
            };
        };
        let inner = anonymous(&reference.elem);
        if let Some(value) = value_of(reference) {
            return refused(&format!(
                "a reference is to an object of a `HostType`, or a `&str` or slice: take {value}"
            ));
        }
        if is_named(&inner, "Context") {
            return Ok(Argument::context(&bound, quote!(&mut ::klammer::Context<'_>)));
        }
        let check = quote_spanned!(inner.span()=> lends::<#inner>(););
        Ok(match (&inner, reference.mutability) {
            (Type::Slice(_), None) => Argument::plain(bound, name, of),
            _ if is_str(reference) => Argument::plain(bound, name, of),
            (_, None) => {
                let of = quote!(::klammer::Ref<'_, #inner>);
                Argument { bound: quote!(#bound), of, passed: quote!(&*#bound), name: Some(name), check }
            }
            (_, Some(_)) => {
                let of = quote!(::klammer::RefMut<'_, #inner>);
                Argument { bound: quote!(mut #bound), of, passed: quote!(&mut *#bound), name: Some(name), check }
            }
        })
    }

    /// A parameter of a method that is asynchronous: its future has it, so nothing is lent.
    fn owned(bound: Ident, name: String, of: &Type) -> syn::Result<Argument> {
        let refused = |message: &str| Err(syn::Error::new_spanned(of, message));
        check_parameters(of)?;
        let reference = match of {
            Type::Reference(reference) => reference,
            _ if is_named(of, "AsyncContext") => return Ok(Argument::context(&bound, quote!(#of))),
            _ if is_named(of, "Ref") || is_named(of, "RefMut") => return refused(NOT_LENT),
            _ => return Ok(Argument::plain(bound, name, of)),
        };
        match &*reference.elem {
            inner if is_named(inner, "AsyncContext") => {
                refused("an `async fn` that programs call has the `AsyncContext` itself, not a reference to it")
            }
            inner if is_named(inner, "Context") => refused(
                "an `async fn` that programs call takes an `AsyncContext`: nobody has a `Context` for as long as it \
                 waits",
            ),
            Type::Slice(_) => refused("an `async fn` that programs call owns what it takes: a `Vec`, not a slice"),
            _ if is_str(reference) => {
                refused("an `async fn` that programs call owns what it takes: a `String`, not a `&str`")
            }
            _ => refused(NOT_LENT),
        }
    }
}

/// A future may wait for as long as it likes, and programs have their objects meanwhile.
const NOT_LENT: &str = "an `async fn` that programs call is lent no object for as long as it waits: it takes a \
                        `Handle`, and the object for a moment by `AsyncContext::with` and `Context::with_object`; or \
                        the type itself, for a copy, if that is `Clone`";

/// Refuses types that no parameter can have.
fn check_parameters(of: &Type) -> syn::Result<()> {
    let message = if is_function(of) {
        "a function of the program is taken as a `Handle`, and called by `Context::call`"
    } else if matches!(of, Type::ImplTrait(_)) {
        "a function that programs call names the types of its parameters"
    } else {
        return Ok(());
    };
    Err(syn::Error::new_spanned(of, message))
}

/// The type without names of lifetimes, which say something at the method alone.
fn anonymous(of: &Type) -> Type {
    let mut of = of.clone();
    for_each_lifetime(&mut of, &mut |lifetime| {
        if lifetime.as_ref().is_some_and(|lifetime| lifetime.ident != "static") {
            *lifetime = Some(syn::parse_quote!('_));
        }
    });
    of
}

/// Returns whether a type borrows for less than `'static`.
fn borrows(of: &Type) -> bool {
    let (mut of, mut found) = (of.clone(), false);
    for_each_lifetime(&mut of, &mut |lifetime| {
        found |= lifetime.as_ref().is_none_or(|lifetime| lifetime.ident != "static")
    });
    found
}

/// Calls `f` with the lifetime of each reference in a type, and with those among generic arguments.
fn for_each_lifetime(of: &mut Type, f: &mut impl FnMut(&mut Option<syn::Lifetime>)) {
    match of {
        Type::Reference(reference) => {
            f(&mut reference.lifetime);
            for_each_lifetime(&mut reference.elem, f);
        }
        Type::Slice(list) => for_each_lifetime(&mut list.elem, f),
        Type::Array(list) => for_each_lifetime(&mut list.elem, f),
        Type::Paren(inside) => for_each_lifetime(&mut inside.elem, f),
        Type::Tuple(parts) => parts.elems.iter_mut().for_each(|part| for_each_lifetime(part, f)),
        Type::Path(path) => {
            let arguments = path.path.segments.last_mut().map(|segment| &mut segment.arguments);
            let Some(PathArguments::AngleBracketed(list)) = arguments else { return };
            for argument in &mut list.args {
                match argument {
                    GenericArgument::Type(of) => for_each_lifetime(of, f),
                    GenericArgument::Lifetime(lifetime) => {
                        let mut given = Some(lifetime.clone());
                        f(&mut given);
                        given.into_iter().for_each(|given| *lifetime = given);
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// Result of a method, and its conversion to a value that programs own.
pub struct Output {
    pub of: Type,
    /// Method call that makes the result owned.
    pub to_owned: Option<TokenStream>,
}

impl Output {
    pub fn new(output: &ReturnType, is_async: bool) -> syn::Result<Option<Output>> {
        let ReturnType::Type(_, of) = output else { return Ok(None) };
        if matches!(&**of, Type::ImplTrait(_)) {
            let message = "a function that programs call names the type that it returns; one that returns a future is an \
                           `async fn`";
            return Err(syn::Error::new_spanned(of, message));
        }
        let borrowed = |of: &Type| matches!(of, Type::Reference(reference) if is_str(reference) && borrows(of));
        let inner = match &**of {
            Type::Path(path) if is_named(of, "Option") || is_named(of, "Result") => first_argument(&path.path),
            _ => None,
        };
        let to_owned = match inner {
            // Its future comes to what borrows from nothing.
            _ if is_async => None,
            _ if borrowed(of) => Some(quote!(.to_string())),
            Some(inner) if borrowed(inner) => Some(quote!(.map(::std::string::String::from))),
            _ => None,
        };
        let is_lent = matches!(&**of, Type::Reference(reference) if !is_str(reference)) || borrows(of);
        if is_lent && to_owned.is_none() {
            let message = "a function that programs call returns what it owns, or `&str`, also within `Option` or \
                           `Result`, not another reference";
            return Err(syn::Error::new_spanned(of, message));
        }
        Ok(Some(Output { of: anonymous(of), to_owned }))
    }
}

fn first_argument(path: &Path) -> Option<&Type> {
    match last_of(path)?.1 {
        PathArguments::AngleBracketed(list) => list.args.iter().find_map(|argument| match argument {
            GenericArgument::Type(of) => Some(of),
            _ => None,
        }),
        _ => None,
    }
}

// A function of Rust, as one that programs call.

/// Expands the function, which stays even if it has errors, and the type of its name that defines it.
pub fn function(mut item: ItemFn) -> (TokenStream, syn::Result<()>) {
    let said = LispAttributes::read(&item.attrs, &FUNCTION);
    item.attrs.retain(|a| !a.path().is_ident("lisp"));
    let (body, wrong) = match said.and_then(|said| function_definition(&item, &said)) {
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

fn function_definition(item: &ItemFn, said: &LispAttributes) -> syn::Result<TokenStream> {
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
    use syn::parse_quote;

    use super::*;

    fn wrong_methods(item: ItemImpl) -> String {
        methods(item).1.expect_err("an error was expected").to_string()
    }

    #[test]
    fn methods_that_programs_cannot_call_are_refused() {
        for (text, expected) in [
            ("impl Clone for S {}", "`methods` stands at an `impl` of a type's own"),
            ("impl S { pub fn f(self) {} }", "a function that programs call takes `&self` or `&mut self`"),
            ("impl S { pub unsafe fn f(&self) {} }", "a function that programs call is not `unsafe`"),
            ("impl S { pub fn f<T>(&self, x: T) {} }", "a function that programs call has no type parameters"),
            (
                "impl S { pub fn f(&self) -> &Vec<u8> {} }",
                "a function that programs call returns what it owns, or `&str`",
            ),
            (
                "impl S { pub fn f(&self) -> Vec<&str> {} }",
                "a function that programs call returns what it owns, or `&str`",
            ),
            ("impl S { pub fn f(&self) -> Cow<'_, str> {} }", "a function that programs call returns what it owns"),
            ("impl S { pub fn f() -> impl Future {} }", "a function that programs call names the type that it returns"),
            ("impl S { pub fn f(x: impl Into<String>) {} }", "a function that programs call names the types"),
            ("impl S { pub fn f(x: impl Fn()) {} }", "a function of the program is taken as a `Handle`"),
            ("impl S { pub fn f(x: &dyn FnMut(i64)) {} }", "a function of the program is taken as a `Handle`"),
            ("impl S { pub fn f(x: fn(i64)) {} }", "a function of the program is taken as a `Handle`"),
            ("impl S { pub fn f(cx: Context<'_>) {} }", "a context is lent: `&mut Context<'_>`"),
            (
                "impl S { pub fn f(x: &String) {} }",
                "a reference is to an object of a `HostType`, or a `&str` or slice: take a `&str` or a `String`",
            ),
            (
                "impl S { pub fn f(x: &i64) {} }",
                "a reference is to an object of a `HostType`, or a `&str` or slice: take the value itself",
            ),
        ] {
            let error = wrong_methods(syn::parse_str(text).unwrap());
            assert!(error.starts_with(expected), "{text}: {error}");
        }
        // Methods that programs do not see may be anything.
        let hidden: ItemImpl = parse_quote!(impl S { fn f(self) {} #[lisp(skip)] pub fn g<T>(x: T) {} });
        assert!(methods(hidden).1.is_ok());
    }

    #[test]
    fn generic_methods_have_no_prefix_of_their_type() {
        let item: ItemImpl = parse_quote!(
            impl S {
                #[lisp(method)]
                pub fn area_of(&self) {}
                #[lisp(method, name = "+")]
                pub fn add(&self, other: &S) {}
                pub fn plain(&self) {}
            }
        );
        let (made, wrong) = methods(item);
        let made = made.to_string();
        assert!(wrong.is_ok());
        for expected in ["define_method (\"area-of\"", "define_method (& \"+\" . to_string ()", "define (& :: std"] {
            assert!(made.contains(expected), "{expected}: {made}");
        }
    }

    #[test]
    fn wrong_methods_leave_the_others() {
        let item: ItemImpl =
            parse_quote!(impl S { pub fn f<T>(&self, x: T) {} pub fn g(&self) {} #[lisp(skp)] pub fn h(self) {} });
        let (made, wrong) = methods(item);
        let made = made.to_string();
        assert!(
            made.contains("pub fn f < T >") && made.contains("HasMethods for S") && !made.contains("skp"),
            "{made}"
        );
        assert!(made.contains("\"g\"") && !made.contains("\"f\""), "{made}");
        let errors: Vec<String> = wrong.unwrap_err().into_iter().map(|e| e.to_string()).collect();
        assert_eq!(errors.len(), 2, "{errors:?}");
    }

    #[test]
    fn an_awaited_method_owns_its_arguments() {
        for (text, expected) in [
            ("f(&self)", "|this: &mut S| ...)).await`; or `this: S`, a copy, if `S` is `Clone`"),
            ("f(&mut self)", "it waits. It can take `cx: AsyncContext, this: Handle`"),
            ("f(self)", "an `async fn` that programs call has no `self`"),
            ("f(text: &str)", "a `String`, not a `&str`"),
            ("f(all: &[i64])", "a `Vec`, not a slice"),
            ("f(other: &mut S)", "it takes a `Handle`"),
            ("f(other: Ref<'_, S>)", "it takes a `Handle`"),
            ("f(cx: &mut Context<'_>)", "takes an `AsyncContext`"),
            ("f(cx: &AsyncContext)", "the `AsyncContext` itself"),
            ("f(f: impl Fn())", "called by `Context::call`"),
        ] {
            let error = wrong_methods(syn::parse_str(&format!("impl S {{ pub async fn {text} {{}} }}")).unwrap());
            assert!(error.contains(expected), "{text}: {error}");
        }
        let at_once: ItemImpl = parse_quote!(impl S { pub fn f(&self, cx: AsyncContext) {} });
        assert!(wrong_methods(at_once).ends_with("this takes a `&mut Context<'_>`"));
        let fit: ItemImpl = parse_quote!(
            impl S {
                pub async fn new(n: i64) -> S {}
                #[lisp(method)]
                pub async fn worth(this: S, cx: klammer::AsyncContext) -> Result<&'static str, Error> {}
            }
        );
        let (made, wrong) = methods(fit);
        let made = made.to_string();
        assert!(wrong.is_ok());
        for expected in [
            "define (& :: std :: format ! (\"make-{own}\") , | argument_0 : i64 |",
            "define_method (\"worth\" , | argument_1 : klammer :: AsyncContext , argument_0 : S |",
            "worth (argument_0 , argument_1)) . parameters ([\"this\"])",
        ] {
            assert!(made.contains(expected), "{expected}: {made}");
        }
    }
}

#[cfg(test)]
mod function_tests {
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
