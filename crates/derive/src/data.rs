//! Structs and enums as data, which is copied at the host boundary.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Field, Fields, GenericParam, Generics, Ident, Index, parse_quote};

use crate::attributes::{FIELD, FIELD_OF_ENUM, Place, Said, TYPE, VARIANT, alternatives};

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
    let said = Said::read(&input.attrs, &TYPE)?;
    if said.has("deny_unknown_fields") && said.has("allow_unknown_fields") {
        let message = "`deny_unknown_fields` and `allow_unknown_fields` exclude each other";
        return Err(syn::Error::new_spanned(own, message));
    }
    let (expected, body) = match &input.data {
        Data::Struct(data) => taken_struct(&said, &said.name_of(own), &data.fields)?,
        Data::Enum(data) => {
            let variants = data.variants.iter().map(|v| Ok((Said::read(&v.attrs, &VARIANT)?.name_of(&v.ident), v)));
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
pub fn in_place_of_taken(input: &DeriveInput) -> TokenStream {
    taken(input, "", &quote!(::core::unreachable!("what is refused is not compiled")))
}

/// The same for what gives it to a program.
pub fn in_place_of_given(input: &DeriveInput) -> TokenStream {
    given(input, &quote!(::core::unreachable!("what is refused is not compiled")))
}

/// The names of the fields that programs see.
fn names_of(fields: &Fields, place: &Place) -> syn::Result<Vec<String>> {
    let named = fields.iter().filter_map(|field| Some((field, field.ident.as_ref()?)));
    let said = named.map(|(field, ident)| Ok((Said::read(&field.attrs, place)?, ident)));
    let seen = said.filter(|said| !said.as_ref().is_ok_and(|(said, _)| said.has("skip")));
    seen.map(|said| said.map(|(said, ident)| said.name_of(ident))).collect()
}

/// Returns the name of a struct in messages, and the body that converts one.
fn taken_struct(said: &Said, name: &str, fields: &Fields) -> syn::Result<(String, TokenStream)> {
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
fn taken_fields(path: &TokenStream, fields: &Fields, place: &Place) -> syn::Result<TokenStream> {
    let taken = fields.iter().map(|field| {
        let said = Said::read(&field.attrs, place)?;
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
    let said = Said::read(&input.attrs, &TYPE)?;
    let body = match &input.data {
        Data::Struct(data) => given_struct(&said, &said.name_of(own), &data.fields)?,
        Data::Enum(data) => {
            let arms = data.variants.iter().map(|v| {
                let name = Said::read(&v.attrs, &VARIANT)?.name_of(&v.ident);
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

fn given_struct(said: &Said, name: &str, fields: &Fields) -> syn::Result<TokenStream> {
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
fn given_fields(fields: &Fields, place: &Place) -> syn::Result<(TokenStream, Vec<TokenStream>)> {
    let mut names = Vec::new();
    let mut parts = Vec::new();
    for (i, field) in fields.iter().enumerate() {
        let Field { attrs, ident, .. } = field;
        let said = Said::read(attrs, place)?;
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
