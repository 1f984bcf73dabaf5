//! Structs and enums as data, which is copied at the host boundary.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Field, Fields, GenericParam, Generics, Ident, Index, parse_quote};

use crate::{AttributeTarget, FIELD, FIELD_OF_ENUM, LispAttributes, TYPE, VARIANT, alternatives, comment};

/// The type's parameters each have the trait, too.
fn bounded(generics: &Generics, bound: &TokenStream) -> Generics {
    let mut generics = generics.clone();
    for parameter in &mut generics.params {
        if let GenericParam::Type(t) = parameter {
            t.bounds.push(parse_quote!(#bound));
        }
    }
    generics
}

pub fn from_lisp(input: &DeriveInput) -> syn::Result<TokenStream> {
    let own = &input.ident;
    let said = LispAttributes::read(&input.attrs, &TYPE)?;
    if said.has("deny_unknown_fields") && said.has("allow_unknown_fields") {
        let message = "`deny_unknown_fields` and `allow_unknown_fields` exclude each other";
        return Err(syn::Error::new_spanned(own, message));
    }
    let (expected, body) = match &input.data {
        Data::Struct(data) => taken_struct(&said, &said.name_of(own), &data.fields)?,
        Data::Enum(data) => {
            let variants =
                data.variants.iter().map(|v| Ok((LispAttributes::read(&v.attrs, &VARIANT)?.name_of(&v.ident), v)));
            let variants = variants.collect::<syn::Result<Vec<_>>>()?;
            let names: Vec<&str> = variants.iter().map(|(name, _)| name.as_str()).collect();
            let names = alternatives(&names);
            let arms = variants.iter().map(|(name, v)| {
                let ident = &v.ident;
                let made = taken_fields(&quote!(#own::#ident), &v.fields, &FIELD_OF_ENUM)?;
                Ok(match &v.fields {
                    Fields::Named(_) => {
                        let names = names_of(&v.fields, &FIELD_OF_ENUM)?;
                        // Further keys in the list are always a mistake.
                        let only = (!said.has("allow_unknown_fields")).then(|| quote!(value.has_only(FIELDS)?;));
                        quote!(#name => {
                            const FIELDS: &[&str] = &[#(#names),*];
                            let made = #made;
                            #only
                            made
                        })
                    }
                    _ => quote!(#name => #made,),
                })
            });
            let arms = arms.collect::<syn::Result<Vec<_>>>()?;
            let body = quote! {
                #[allow(unused_mut)]
                let mut value = value.variant::<Self>()?;
                let found = match value.name() {
                    #(#arms)*
                    _ => return ::core::result::Result::Err(value.unknown(#names)),
                };
                value.done(found)
            };
            (names, body)
        }
        Data::Union(_) => return Err(syn::Error::new_spanned(own, "a union cannot be taken from a program")),
    };
    Ok(taken(input, &expected, &body))
}

/// The implementation.
fn taken(input: &DeriveInput, expected: &str, body: &TokenStream) -> TokenStream {
    let own = &input.ident;
    let generics = bounded(&input.generics, &quote!(::klammer::FromLisp));
    let (parameters, arguments, conditions) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters ::klammer::FromLisp for #own #arguments #conditions {
            const EXPECTED: &'static str = #expected;

            fn from_lisp(
                value: ::klammer::FromContext<'_>,
            ) -> ::core::result::Result<Self, ::klammer::ConvertError> {
                #body
            }
        }
    }
}

/// An implementation in place of one that is refused: else each use of the type would be an error, too.
pub fn stub_from_lisp(input: &DeriveInput) -> TokenStream {
    taken(input, "", &quote!(::core::unreachable!("what is refused is not compiled")))
}

/// Returns the type's attributes for the conversion to a value.
pub fn in_place_of_given(input: &DeriveInput) -> TokenStream {
    given(input, &quote!(::core::unreachable!("what is refused is not compiled")))
}

/// The names of the fields that programs see.
fn names_of(fields: &Fields, place: &AttributeTarget) -> syn::Result<Vec<String>> {
    let named = fields.iter().filter_map(|field| Some((field, field.ident.as_ref()?)));
    let said = named.map(|(field, ident)| Ok((LispAttributes::read(&field.attrs, place)?, ident)));
    let seen = said.filter(|said| !said.as_ref().is_ok_and(|(said, _)| said.has("skip")));
    seen.map(|said| said.map(|(said, ident)| said.name_of(ident))).collect()
}

/// Returns the name of a struct in messages, and the body that converts one.
fn taken_struct(said: &LispAttributes, name: &str, fields: &Fields) -> syn::Result<(String, TokenStream)> {
    Ok(match fields {
        Fields::Named(_) => {
            let made = taken_fields(&quote!(Self), fields, &FIELD)?;
            let names = names_of(fields, &FIELD)?;
            let of_tables = said.has("deny_unknown_fields");
            let only = (!said.has("allow_unknown_fields")).then(|| quote!(value.has_only(FIELDS, #of_tables)?;));
            let body = quote! {
                const FIELDS: &[&str] = &[#(#names),*];
                let mut value = value;
                if !value.has_fields() {
                    return ::core::result::Result::Err(value.unfit::<Self>());
                }
                let made = #made;
                #only
                ::core::result::Result::Ok(made)
            };
            (format!("data of type {name} ({})", names.join(", ")), body)
        }
        Fields::Unnamed(list) if list.unnamed.len() == 1 => {
            let of = list.unnamed.iter().map(|field| &field.ty);
            (format!("data of type {name}"), quote!(::core::result::Result::Ok(Self(#(value.get::<#of>()?)*))))
        }
        Fields::Unnamed(list) => {
            let parts: Vec<Ident> = (0..list.unnamed.len()).map(|i| format_ident!("part_{i}")).collect();
            let body = quote! {
                let (#(#parts,)*) = value.get()?;
                ::core::result::Result::Ok(Self(#(#parts),*))
            };
            (format!("data of type {name}, a list of {}", list.unnamed.len()), body)
        }
        Fields::Unit => (
            name.to_string(),
            quote! {
                let value = value.variant::<Self>()?;
                if value.name() != #name {
                    return ::core::result::Result::Err(value.unknown(#name));
                }
                value.done(Self)
            },
        ),
    })
}

/// An expression that makes `path` from the fields of `value`.
fn taken_fields(path: &TokenStream, fields: &Fields, place: &AttributeTarget) -> syn::Result<TokenStream> {
    let taken = fields.iter().map(|field| {
        let said = LispAttributes::read(&field.attrs, place)?;
        let default = quote!(::core::default::Default::default());
        // The type is there as it is written: the compiler reports its errors at its place.
        let ty = &field.ty;
        let of = if said.has("default") { quote!(::core::option::Option<#ty>) } else { quote!(#ty) };
        let part = match &field.ident {
            _ if said.has("skip") => {
                return Ok(match &field.ident {
                    Some(ident) => quote!(#ident: #default),
                    None => default,
                });
            }
            Some(ident) => {
                let name = said.name_of(ident);
                quote!(field_among::<#of>(#name, FIELDS))
            }
            None => quote!(item::<#of>()),
        };
        let taken = if said.has("default") {
            quote!(value.#part.map(::core::option::Option::unwrap_or_default)?)
        } else {
            quote!(value.#part?)
        };
        Ok(match &field.ident {
            Some(ident) => quote!(#ident: #taken),
            None => taken,
        })
    });
    let taken = taken.collect::<syn::Result<Vec<_>>>()?;
    Ok(match fields {
        Fields::Named(_) => quote!(#path { #(#taken),* }),
        Fields::Unnamed(_) => quote!(#path(#(#taken),*)),
        Fields::Unit => quote!(#path),
    })
}

pub fn into_lisp(input: &DeriveInput) -> syn::Result<TokenStream> {
    let own = &input.ident;
    let said = LispAttributes::read(&input.attrs, &TYPE)?;
    let body = match &input.data {
        Data::Struct(data) => given_struct(&said, &said.name_of(own), &data.fields)?,
        Data::Enum(data) => {
            let arms = data.variants.iter().map(|v| {
                let name = LispAttributes::read(&v.attrs, &VARIANT)?.name_of(&v.ident);
                let ident = &v.ident;
                let (pattern, parts) = given_fields(&v.fields, &FIELD_OF_ENUM)?;
                if parts.is_empty() {
                    return Ok(quote!(#own::#ident #pattern => maker.make(::klammer::Symbol::new(#name)),));
                }
                let head = quote!(item(::klammer::Symbol::new(#name))?);
                Ok(quote!(#own::#ident #pattern => maker.list().#head #(.#parts?)*.done(),))
            });
            let arms = arms.collect::<syn::Result<Vec<_>>>()?;
            quote!(match self { #(#arms)* })
        }
        Data::Union(_) => return Err(syn::Error::new_spanned(own, "a union cannot be given to a program")),
    };
    Ok(given(input, &body))
}

/// The implementation.
fn given(input: &DeriveInput, body: &TokenStream) -> TokenStream {
    let own = &input.ident;
    let generics = bounded(&input.generics, &quote!(::klammer::IntoLisp));
    let (parameters, arguments, conditions) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters ::klammer::IntoLisp for #own #arguments #conditions {
            fn into_lisp(
                self,
                maker: ::klammer::IntoContext<'_>,
            ) -> ::core::result::Result<::klammer::Built<'_>, ::klammer::ConvertError> {
                #body
            }
        }
    }
}

fn given_struct(said: &LispAttributes, name: &str, fields: &Fields) -> syn::Result<TokenStream> {
    Ok(match fields {
        Fields::Named(_) => {
            let (pattern, parts) = given_fields(fields, &FIELD)?;
            let maker = if said.has("list") { quote!(maker.list()) } else { quote!(maker.record()?) };
            quote! {
                let Self #pattern = self;
                #maker #(.#parts?)*.done()
            }
        }
        Fields::Unnamed(list) if list.unnamed.len() == 1 => {
            let parts = list.unnamed.iter().map(|field| quote_spanned!(field.ty.span()=> self.0));
            quote!(maker.make(#(#parts)*))
        }
        Fields::Unnamed(list) => {
            let parts = (0..list.unnamed.len()).map(Index::from);
            quote!(maker.make((#(self.#parts,)*)))
        }
        Fields::Unit => quote!(maker.make(::klammer::Symbol::new(#name))),
    })
}

/// A pattern that binds the fields, and the calls that give each.
fn given_fields(fields: &Fields, place: &AttributeTarget) -> syn::Result<(TokenStream, Vec<TokenStream>)> {
    let mut names = Vec::new();
    let mut parts = Vec::new();
    for (i, field) in fields.iter().enumerate() {
        let Field { attrs, ident, .. } = field;
        let said = LispAttributes::read(attrs, place)?;
        let bound = format_ident!("part_{i}", span = field.ty.span());
        let skipped = said.has("skip");
        match ident {
            Some(ident) if skipped => names.push(quote!(#ident: _)),
            None if skipped => names.push(quote!(_)),
            Some(ident) => {
                names.push(quote!(#ident: #bound));
                let name = said.name_of(ident);
                parts.push(quote!(field(#name, #bound)));
            }
            None => {
                names.push(quote!(#bound));
                parts.push(quote!(item(#bound)));
            }
        }
    }
    let pattern = match fields {
        Fields::Named(_) => quote!({ #(#names),* }),
        Fields::Unnamed(_) => quote!((#(#names),*)),
        Fields::Unit => TokenStream::new(),
    };
    Ok((pattern, parts))
}

pub fn host_type(input: &DeriveInput) -> syn::Result<TokenStream> {
    let own = &input.ident;
    if !input.generics.params.is_empty() {
        let message = "a type with parameters cannot be a `HostType`: programs know it by one name";
        return Err(syn::Error::new_spanned(&input.generics, message));
    }
    let said = LispAttributes::read(&input.attrs, &TYPE)?;
    let name = said.name_of(own);
    let mut parts = Vec::new();
    let documented = |text: String| (!text.is_empty()).then(|| quote!(.doc(#text)));
    if let Some(text) = documented(comment(&input.attrs)) {
        parts.push(quote!(class #text;));
    }
    match &input.data {
        Data::Struct(data) => {
            for field in data.fields.iter() {
                let said = LispAttributes::read(&field.attrs, &FIELD)?;
                // A field without a name is private to the type.
                let Some(ident) = field.ident.as_ref().filter(|_| !said.has("skip")) else { continue };
                let (field_name, of) = (said.name_of(ident), &field.ty);
                let text = documented(comment(&field.attrs));
                // The type is there as it is written: the compiler reports its errors at its place.
                parts.push(if said.has("read_only") {
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
                LispAttributes::read(&field.attrs, &FIELD_OF_ENUM)?;
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
    use quote::ToTokens;
    use syn::parse_quote;

    use super::*;

    fn wrong(result: syn::Result<impl ToTokens>) -> String {
        let tokens = result.map(|made| made.to_token_stream().to_string());
        tokens.expect_err("an error was expected").to_string()
    }

    #[test]
    fn wrong_use_is_told_what_is_wrong() {
        let unions: DeriveInput = parse_quote!(union U { a: u8 });
        assert_eq!(wrong(from_lisp(&unions)), "a union cannot be taken from a program");
        assert_eq!(wrong(into_lisp(&unions)), "a union cannot be given to a program");
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
        assert_eq!(wrong(from_lisp(&word)), "`defualt` says nothing at a struct's field; did you mean `default`?");
    }

    #[test]
    fn a_misplaced_word_is_told_its_place() {
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
                 `read_only` of a `HostType`",
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
                "enum E { A(#[lisp(read_only)] u8) }",
                "`read_only` stands at a struct's field, not at an enum's field; there are `name`, `skip`; `default` of data",
            ),
            ("struct S { #[lisp(read_only = true)] a: u8 }", "`read_only` stands alone: it has no value"),
        ] {
            assert_eq!(wrong(host_type(&syn::parse_str(text).unwrap())), expected, "{text}");
        }
        assert_eq!(
            wrong(into_lisp(&syn::parse_str("enum E { #[lisp(skip)] A }").unwrap())),
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
        assert!(stub_from_lisp(&data).to_string().contains("FromLisp for S < T >"));
        assert!(in_place_of_given(&data).to_string().contains("IntoLisp for S < T >"));
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
