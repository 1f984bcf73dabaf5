//! Conversion of a program's arguments to the parameters of a function or method, and of its result.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericArgument, Ident, Pat, PatType, Path, PathArguments, ReturnType, Type, TypeParamBound, TypeReference};

use crate::attributes::lisp_name;

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
        check(of)?;
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
        check(of)?;
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
fn check(of: &Type) -> syn::Result<()> {
    let message = if is_function(of) {
        "a function of the program is taken as a `Handle`, and called by `Context::call` or `AsyncContext::call`"
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
    each_part(&mut of, &mut |lifetime| {
        if lifetime.as_ref().is_some_and(|lifetime| lifetime.ident != "static") {
            *lifetime = Some(syn::parse_quote!('_));
        }
    });
    of
}

/// Returns whether a type borrows for less than `'static`.
fn borrows(of: &Type) -> bool {
    let (mut of, mut found) = (of.clone(), false);
    each_part(&mut of, &mut |lifetime| found |= lifetime.as_ref().is_none_or(|lifetime| lifetime.ident != "static"));
    found
}

/// Calls `f` with the lifetime of each reference in a type, and with those among generic arguments.
fn each_part(of: &mut Type, f: &mut impl FnMut(&mut Option<syn::Lifetime>)) {
    match of {
        Type::Reference(reference) => {
            f(&mut reference.lifetime);
            each_part(&mut reference.elem, f);
        }
        Type::Slice(list) => each_part(&mut list.elem, f),
        Type::Array(list) => each_part(&mut list.elem, f),
        Type::Paren(inside) => each_part(&mut inside.elem, f),
        Type::Tuple(parts) => parts.elems.iter_mut().for_each(|part| each_part(part, f)),
        Type::Path(path) => {
            let arguments = path.path.segments.last_mut().map(|segment| &mut segment.arguments);
            let Some(PathArguments::AngleBracketed(list)) = arguments else { return };
            for argument in &mut list.args {
                match argument {
                    GenericArgument::Type(of) => each_part(of, f),
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
