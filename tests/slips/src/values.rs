//! What a function may return instead.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, PathArguments, ReturnType, Type};

/// The slips of a function's result: what is returned at once.
pub fn of(output: &ReturnType) -> Vec<TokenStream> {
    match output {
        ReturnType::Default => vec![quote!(())],
        ReturnType::Type(_, of) => values(of),
    }
}

fn values(of: &Type) -> Vec<TokenStream> {
    match of {
        Type::Tuple(tuple) if tuple.elems.is_empty() => vec![quote!(())],
        // (Lists cannot be written once and copied.)
        Type::Array(array) => {
            values(&array.elem).iter().map(|value| quote!(std::array::from_fn(|_| #value))).collect()
        }
        Type::Reference(to) => match &*to.elem {
            Type::Path(path) if path.path.is_ident("str") => vec![quote!(""), quote!("xyzzy")],
            Type::Slice(_) => vec![quote!(&[])],
            _ => vec![],
        },
        Type::Path(path) => {
            let last = path.path.segments.last().unwrap();
            let inner = |n: usize| match &last.arguments {
                PathArguments::AngleBracketed(list) => match list.args.iter().nth(n) {
                    Some(GenericArgument::Type(of)) => values(of),
                    _ => vec![],
                },
                _ => vec![],
            };
            match last.ident.to_string().as_str() {
                "bool" => vec![quote!(true), quote!(false)],
                "u8" | "u16" | "u32" | "u64" | "usize" => vec![quote!(0), quote!(1)],
                "i8" | "i16" | "i32" | "i64" | "isize" => vec![quote!(0), quote!(1), quote!(-1)],
                "Set" => vec![quote!(0), quote!(1)],
                "String" => vec![quote!(String::new()), quote!("xyzzy".to_string())],
                "Vec" | "HashSet" | "HashMap" => vec![quote!(Default::default())],
                "Option" => {
                    let some = inner(0).into_iter().map(|value| quote!(Some(#value)));
                    [quote!(None)].into_iter().chain(some).collect()
                }
                "Result" => inner(0).into_iter().map(|value| quote!(Ok(#value))).collect(),
                _ => vec![],
            }
        }
        _ => vec![],
    }
}
