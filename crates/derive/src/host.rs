//! Types whose objects live in the engine: their fields as functions.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Fields, Ident};

use crate::attributes::{FIELD, FIELD_OF_ENUM, Said, TYPE, comment};

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
                // A field without a name is private to the type.
                let Some(ident) = field.ident.as_ref().filter(|_| !said.has("skip")) else { continue };
                let (field_name, of) = (said.name_of(ident), &field.ty);
                let text = documented(comment(&field.attrs));
                // The type is there as it is written: the compiler reports its errors at its place.
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
        for (text, expected) in [
            (
                "#[lisp(printable)] struct S;",
                "`printable` says nothing at a type; there are `name`; `list`, `deny_unknown_fields`, \
                 `allow_unknown_fields` of `FromLisp` and `IntoLisp`; `equality`, `order`, `print`, `display`, \
                 `copies`, `size`, `methods` of `HostType`",
            ),
            ("#[lisp(method)] struct S;", "`method` stands at a method, not at a type; did you mean `methods`?"),
            (
                "struct S { #[lisp(list)] a: u8 }",
                "`list` stands at a type, not at a struct's field; there are `name`, `skip`; `default` of data; \
                 `read_only`, `part` of a `HostType`",
            ),
            (
                "struct S { #[lisp(readonly)] a: u8 }",
                "`readonly` says nothing at a struct's field; did you mean `read_only`?",
            ),
            // A word of other crates.
            (
                "struct S { #[lisp(rename = \"b\")] a: u8 }",
                "`rename` says nothing at a struct's field; did you mean `name`?",
            ),
            (
                "enum E { A(#[lisp(part)] u8) }",
                "`part` stands at a struct's field, not at an enum's field; there are `name`, `skip`; `default` of data",
            ),
            ("struct S { #[lisp(read_only = true)] a: u8 }", "`read_only` stands alone: it has no value"),
        ] {
            assert_eq!(wrong(host_type(&syn::parse_str(text).unwrap())), expected, "{text}");
        }
        assert_eq!(
            wrong(data::into_lisp(&syn::parse_str("enum E { #[lisp(skip)] A }").unwrap())),
            "`skip` stands at a struct's field, an enum's field or a method, not at a variant; there is `name`"
        );
    }

    #[test]
    fn refused_types_keep_their_traits() {
        let made = in_place_of_refused(&parse_quote!(
            struct S;
        ))
        .to_string();
        assert!(made.contains("HostType for S") && made.contains("AsksForMethods for S"), "{made}");
        let data: DeriveInput = parse_quote!(
            struct S<T> {
                a: T,
            }
        );
        assert!(data::in_place_of_taken(&data).to_string().contains("FromLisp for S < T >"));
        assert!(data::in_place_of_given(&data).to_string().contains("IntoLisp for S < T >"));
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
}
