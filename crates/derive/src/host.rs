//! Types whose objects live in the engine: their fields and their methods as functions.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{
    Data, DeriveInput, Fields, FnArg, Ident, ImplItem, ImplItemFn, ItemImpl, Pat, Receiver, ReceiverKind, ReturnType,
    Safety, Type, TypeReference, Visibility,
};

use crate::attributes::{FIELD, FIELD_OF_ENUM, METHOD, Said, TYPE, comment, lisp_name};

pub fn host_type(input: &DeriveInput) -> syn::Result<TokenStream> {
    let own = &input.ident;
    if !input.generics.params.is_empty() {
        let message = "a type with parameters cannot be a `HostType`: programs know it by one name";
        return Err(syn::Error::new_spanned(&input.generics, message));
    }
    let said = Said::read(&input.attrs, &TYPE)?;
    let name = said.name_of(own);
    let mut parts = Vec::new();
    let documented = |text: String| (!text.is_empty()).then(|| quote!(.doc(#text)));
    if let Some(text) = documented(comment(&input.attrs)) {
        parts.push(quote!(class #text;));
    }
    match &input.data {
        Data::Struct(data) => {
            for field in data.fields.iter() {
                let said = Said::read(&field.attrs, &FIELD)?;
                // What has no name is the type's own.
                let Some(ident) = field.ident.as_ref().filter(|_| !said.has("skip")) else { continue };
                let (field_name, of) = (said.name_of(ident), &field.ty);
                let text = documented(comment(&field.attrs));
                // The type stands there as it is written: what is wrong with it is told where it stands.
                parts.push(if said.has("part") {
                    let ways = quote!(|own: &#own| &own.#ident, |own: &mut #own| &mut own.#ident);
                    quote!(class.part::<#of>(#field_name, #ways) #text;)
                } else if said.has("read_only") {
                    let get = quote!(|own: &#own| <#of as ::core::clone::Clone>::clone(&own.#ident));
                    quote!(class.read_only::<#of>(#field_name, #get) #text;)
                } else {
                    quote! {
                        class.field::<#of>(
                            #field_name,
                            |own: &#own| <#of as ::core::clone::Clone>::clone(&own.#ident),
                            |own: &mut #own, value: #of| own.#ident = value,
                        ) #text;
                    }
                });
            }
        }
        Data::Enum(data) => {
            // Objects of an enum have no fields that are always there.
            let fields = data.variants.iter().map(|v| &v.fields).filter(|f| !matches!(f, Fields::Unit));
            for field in fields.flatten() {
                Said::read(&field.attrs, &FIELD_OF_ENUM)?;
            }
        }
        Data::Union(_) => return Err(syn::Error::new_spanned(own, "a union cannot be a `HostType`")),
    }
    let words = [
        ("equality", quote!(class.equality();)),
        ("order", quote!(class.order();)),
        ("print", quote!(class.print(|own: &#own| ::std::string::ToString::to_string(own));)),
        ("display", quote!(class.display(|own: &#own| ::std::string::ToString::to_string(own));)),
        ("copies", quote!(class.copies();)),
        ("methods", quote!(<#own as ::klammer::HasMethods>::define_methods(class);)),
    ];
    parts.extend(words.into_iter().filter(|(word, _)| said.has(word)).map(|(_, part)| part));
    if let Some(size) = &said.size {
        parts.push(quote!(class.size(#size);));
    }
    Ok(described(own, &name, &parts, said.has("methods")))
}

/// The implementation, and whether it asks for that of `#[methods]`.
fn described(own: &Ident, name: &str, parts: &[TokenStream], has_methods: bool) -> TokenStream {
    let asks = has_methods.then(|| quote!(#[automatically_derived] impl ::klammer::AsksForMethods for #own {}));
    quote! {
        #[automatically_derived]
        impl ::klammer::HostType for #own {
            const NAME: &'static str = #name;

            #[allow(unused_variables)]
            fn describe(class: &mut ::klammer::Class<'_, Self>) {
                #(#parts)*
            }
        }

        #asks
    }
}

/// An implementation in place of one that is refused: else each use of the type would be an error, too.
pub fn in_place_of_refused(input: &DeriveInput) -> TokenStream {
    match input.generics.params.is_empty() {
        true => described(&input.ident, "", &[], true),
        false => TokenStream::new(),
    }
}

/// What stands in place of the `impl`, which stays also if something is wrong with it: else each use of a method would
/// be an error, too. All that is wrong is told at once.
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
        let said = Said::read(&function.attrs, &METHOD);
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
    let made = quote! {
        #item

        #[automatically_derived]
        impl ::klammer::HasMethods for #own {
            #[allow(unused_variables)]
            fn define_methods(class: &mut ::klammer::Class<'_, Self>) {
                let own = <Self as ::klammer::HostType>::NAME;
                #(#definitions)*
            }
        }
    };
    (made, wrong)
}

/// How an argument of a method comes from that of the function.
struct Argument {
    /// The closure's parameter.
    parameter: TokenStream,
    /// What the method gets.
    passed: TokenStream,
    /// What documentation calls it; a context has no name there.
    name: Option<String>,
}

fn definition(own: &Type, function: &ImplItemFn, said: &Said) -> syn::Result<TokenStream> {
    let signature = &function.sig;
    let refused = [
        signature.asyncness.map(|a| syn::Error::new_spanned(a, "a method that programs call is not `async`")),
        matches!(signature.safety, Safety::Unsafe(_))
            .then(|| syn::Error::new_spanned(&signature.safety, "a method that programs call is not `unsafe`")),
        signature.generics.type_params().next().map(|p| {
            syn::Error::new_spanned(
                p,
                "a method that programs call has no type parameters; `#[lisp(skip)]` leaves it out",
            )
        }),
    ];
    if let Some(error) = refused.into_iter().flatten().next() {
        return Err(error);
    }
    let method = &signature.ident;
    let mut receiver = None;
    let mut arguments = Vec::new();
    for (i, input) in signature.inputs.iter().enumerate() {
        match input {
            FnArg::Receiver(Receiver { kind: ReceiverKind::Reference(_, _, changes), .. }) => {
                receiver = Some(changes.is_some());
            }
            FnArg::Receiver(own) => {
                let message = "a method that programs call takes `&self` or `&mut self`: the object stays theirs";
                return Err(syn::Error::new_spanned(own, message));
            }
            FnArg::Typed(argument) => {
                let name = match &*argument.pat {
                    Pat::Ident(pattern) => lisp_name(&pattern.ident),
                    _ => format!("argument-{i}"),
                };
                arguments.push(converted(i, name.trim_start_matches('-').to_string(), &argument.ty)?);
            }
        }
    }
    let has_context = arguments.iter().any(|a| a.name.is_none());
    let this = receiver.map(|mutable| match (has_context, mutable) {
        (false, false) => (quote!(this: &#own), quote!(this)),
        (false, true) => (quote!(this: &mut #own), quote!(this)),
        (true, false) => (quote!(this: ::klammer::Ref<'_, #own>), quote!(&*this)),
        (true, true) => (quote!(mut this: ::klammer::RefMut<'_, #own>), quote!(&mut *this)),
    });
    // A context comes first in a function, wherever the method has it.
    let contexts = arguments.iter().filter(|a| a.name.is_none()).map(|a| &a.parameter);
    let others = arguments.iter().filter(|a| a.name.is_some()).map(|a| &a.parameter);
    let receivers = this.iter().map(|(parameter, _)| parameter);
    let parameters = contexts.chain(receivers).chain(others);
    let passed = this.iter().map(|(_, passed)| passed).chain(arguments.iter().map(|a| &a.passed));
    let mut call = quote!(<#own>::#method(#(#passed),*));
    if let ReturnType::Type(_, of) = &signature.output
        && let Type::Reference(reference) = &**of
    {
        if !is_str(reference) {
            let message = "a method that programs call returns what it owns, or `&str`, not another reference";
            return Err(syn::Error::new_spanned(of, message));
        }
        call = quote!(::std::string::String::from(#call));
    }
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
    let names = own_name.into_iter().chain(arguments.iter().filter_map(|a| a.name.as_ref()).map(|n| quote!(#n)));
    let text = comment(&function.attrs);
    let text = (!text.is_empty()).then(|| quote!(.doc(#text)));
    let empty: TokenStream = quote!([]);
    let names: Vec<TokenStream> = names.collect();
    let names = if names.is_empty() { quote!(#empty as [&str; 0]) } else { quote!([#(#names),*]) };
    let define = if is_method { quote!(define_method) } else { quote!(define) };
    // What is wrong with a type of it is told at the method.
    let here = Span::call_site().located_at(method.span());
    Ok(quote_spanned! {here=>
        class.#define(#name, |#(#parameters),*| #call).parameters(#names) #text;
    })
}

fn is_str(reference: &TypeReference) -> bool {
    matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"))
}

/// References to objects are lent; `&str`, slices and everything owned are what they are.
fn converted(i: usize, name: String, of: &Type) -> syn::Result<Argument> {
    let bound = format_ident!("argument_{i}");
    let plain = Argument { parameter: quote!(#bound: #of), passed: quote!(#bound), name: Some(name.clone()) };
    let reference = match of {
        Type::Reference(reference) => reference,
        Type::ImplTrait(_) => {
            return Err(syn::Error::new_spanned(of, "a method that programs call names the types of its parameters"));
        }
        _ => return Ok(plain),
    };
    let inner = &*reference.elem;
    let is_context = matches!(inner, Type::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Context"));
    Ok(match (inner, reference.mutability) {
        _ if is_context => {
            Argument { parameter: quote!(#bound: &mut ::klammer::Context<'_>), passed: quote!(#bound), name: None }
        }
        (Type::Slice(_), None) => plain,
        _ if is_str(reference) => plain,
        (_, None) => Argument {
            parameter: quote!(#bound: ::klammer::Ref<'_, #inner>),
            passed: quote!(&*#bound),
            name: Some(name),
        },
        (_, Some(_)) => Argument {
            parameter: quote!(mut #bound: ::klammer::RefMut<'_, #inner>),
            passed: quote!(&mut *#bound),
            name: Some(name),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data;
    use quote::ToTokens;
    use syn::parse_quote;

    fn wrong(result: syn::Result<impl ToTokens>) -> String {
        let tokens = result.map(|made| made.to_token_stream().to_string());
        tokens.expect_err("an error was expected").to_string()
    }

    fn wrong_methods(item: ItemImpl) -> String {
        methods(item).1.expect_err("an error was expected").to_string()
    }

    #[test]
    fn wrong_use_is_told_what_is_wrong() {
        let unions: DeriveInput = parse_quote!(union U { a: u8 });
        assert_eq!(wrong(data::from_lisp(&unions)), "a union cannot be taken from a program");
        assert_eq!(wrong(data::into_lisp(&unions)), "a union cannot be given to a program");
        assert_eq!(wrong(host_type(&unions)), "a union cannot be a `HostType`");
        let generic: DeriveInput = parse_quote!(
            struct S<T>(T);
        );
        assert!(wrong(host_type(&generic)).starts_with("a type with parameters"));
        let word: DeriveInput = parse_quote!(
            struct S {
                #[lisp(defualt)]
                a: u8,
            }
        );
        assert_eq!(
            wrong(data::from_lisp(&word)),
            "`defualt` says nothing at a struct's field; did you mean `default`?"
        );
    }

    #[test]
    fn a_word_in_the_wrong_place_is_told_its_own_or_the_one_that_was_meant() {
        let of_type = |word: DeriveInput| wrong(host_type(&word));
        assert_eq!(
            of_type(parse_quote!(
                #[lisp(method)]
                struct S;
            )),
            "`method` stands at a method, not at a type; did you mean `methods`?"
        );
        assert_eq!(
            of_type(parse_quote!(
                struct S {
                    #[lisp(list)]
                    a: u8,
                }
            )),
            "`list` stands at a type, not at a struct's field; there are `name`, `skip`; `default` of data; \
             `read_only`, `part` of a `HostType`"
        );
        assert_eq!(
            of_type(parse_quote!(
                struct S {
                    #[lisp(readonly)]
                    a: u8,
                }
            )),
            "`readonly` says nothing at a struct's field; did you mean `read_only`?"
        );
        // Words of other crates.
        assert_eq!(
            of_type(parse_quote!(
                struct S {
                    #[lisp(rename = "b")]
                    a: u8,
                }
            )),
            "`rename` says nothing at a struct's field; did you mean `name`?"
        );
        assert!(
            of_type(parse_quote!(
                enum E {
                    A(#[lisp(part)] u8),
                }
            ))
            .starts_with("`part` stands at a struct's field,")
        );
        assert_eq!(
            wrong(data::into_lisp(&parse_quote!(
                enum E {
                    #[lisp(skip)]
                    A,
                }
            )),),
            "`skip` stands at a struct's field, an enum's field or a method, not at a variant; there is `name`"
        );
        assert_eq!(
            of_type(parse_quote!(
                struct S {
                    #[lisp(read_only = true)]
                    a: u8,
                }
            )),
            "`read_only` stands alone: it has no value"
        );
    }

    #[test]
    fn methods_that_programs_cannot_call_are_refused() {
        let cases: [(ItemImpl, &str); 6] = [
            (parse_quote!(impl Clone for S {}), "`methods` stands at an `impl` of a type's own"),
            (parse_quote!(impl S { pub fn f(self) {} }), "a method that programs call takes `&self` or `&mut self`"),
            (parse_quote!(impl S { pub async fn f(&self) {} }), "a method that programs call is not `async`"),
            (
                parse_quote!(impl S { pub fn f<T>(&self, x: T) {} }),
                "a method that programs call has no type parameters",
            ),
            (
                parse_quote!(impl S { pub fn f(&self) -> &Vec<u8> {} }),
                "a method that programs call returns what it owns",
            ),
            (parse_quote!(impl S { pub fn f(x: impl Fn()) {} }), "a method that programs call names the types"),
        ];
        for (item, expected) in cases {
            let error = wrong_methods(item);
            assert!(error.starts_with(expected), "{error}");
        }
        // What programs do not see may be anything.
        let hidden: ItemImpl = parse_quote!(impl S { fn f(self) {} #[lisp(skip)] pub fn g<T>(x: T) {} });
        assert!(methods(hidden).1.is_ok());
    }

    #[test]
    fn what_is_wrong_leaves_the_rest_as_it_is() {
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
        let word: DeriveInput = parse_quote!(
            #[lisp(printable)]
            struct S;
        );
        assert_eq!(
            wrong_type(&word),
            "`printable` says nothing at a type; there are `name`; `list`, `deny_unknown_fields`, \
             `allow_unknown_fields` of `FromLisp` and `IntoLisp`; `equality`, `order`, `print`, `display`, `copies`, \
             `size`, `methods` of `HostType`"
        );
        let made = in_place_of_refused(&word).to_string();
        assert!(made.contains("HostType for S") && made.contains("AsksForMethods for S"), "{made}");
    }

    fn wrong_type(input: &DeriveInput) -> String {
        wrong(host_type(input))
    }

    #[test]
    fn methods_of_generic_functions_have_no_name_of_the_type_before_theirs() {
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
    fn methods_are_asked_for_and_there() {
        let with: DeriveInput = parse_quote!(
            #[lisp(methods)]
            struct S;
        );
        let made = host_type(&with).unwrap().to_string();
        assert!(made.contains("HasMethods > :: define_methods") && made.contains("AsksForMethods for S"), "{made}");
        let without: DeriveInput = parse_quote!(
            struct S;
        );
        assert!(!host_type(&without).unwrap().to_string().contains("Methods"));
    }

    #[test]
    fn names_are_those_of_lisp() {
        for (rust, lisp) in [("max_health", "max-health"), ("TurnLeft", "turn-left"), ("A", "a"), ("HTTP", "h-t-t-p")] {
            assert_eq!(lisp_name(&format_ident!("{rust}")), lisp);
        }
    }
}
