//! Declares structs of options, with one row for each key. The crate darling reads the values of the keys.

pub(crate) use darling::FromMeta;
pub(crate) use proc_macro2::{Span, TokenStream};

/// A key, and the lists that can contain it, such as `method` for the list above a method.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) lists: &'static [&'static str],
    pub(crate) is_repeatable: bool,
}

/// The keys that the author wrote and the macro could read, with their spans.
pub(crate) type KeySpans = Vec<(String, Span)>;

/// A struct of options, which the macro `options!` declares.
pub(crate) trait Options: FromMeta + Default {
    const KEYS: &'static [Key];

    fn keys(&mut self) -> &mut KeySpans;

    /// Returns the span of a key, if the author wrote it.
    fn span(&self, key: &str) -> Option<Span>;

    /// Takes the values from the block of a method that the method does not set itself.
    fn inherit(&mut self, block: &Self);

    /// Returns the fields of the tool's declaration, with the code of their values.
    fn declared(&self) -> Vec<(&'static str, Option<TokenStream>)>;
}

/// Takes the value of a block, unless the method has its own.
pub(crate) fn inherit<T: Clone>(own: &mut Option<T>, of_block: &Option<T>) {
    if own.is_none() {
        own.clone_from(of_block);
    }
}

/// Marks a key that can be repeated.
pub(crate) const fn multiple() -> bool {
    true
}

/// Declares a struct of options. Each row is one key: the lists that can contain it, the field, the key if it is not
/// the name of the field, the type, and the function that reads a value, if it is not `FromMeta::from_meta`. A row
/// without lists is a field that is no key.
///
/// A row with `[multiple]` collects the values of a repeated key. After `inherit`, a method takes the value from its
/// block. After `=> field`, the value is a field of the tool's declaration.
macro_rules! options {
    (
        $(#[$outer:meta])*
        $visibility:vis struct $name:ident {
            $(
                $(#[$inner:meta])*
                [$($list:ident)*] $field:ident $(as $key:tt)?: $ty:ty $(= $($read:ident)::+)? $([$multiple:ident])?
                    $(, $inherit:ident)? $(=> $declared:ident)?;
            )*
        }
    ) => {
        $(#[$outer])*
        #[derive(Default, darling::FromMeta)]
        #[darling(default)]
        $visibility struct $name {
            #[darling(skip)]
            $visibility keys: $crate::parse::options::KeySpans,
            $(
                $(#[$inner])*
                $(#[darling(rename = $key)])?
                $(#[darling(with = |meta| $($read)::+(meta).map(From::from))])?
                $(#[darling($multiple)])?
                $visibility $field: $ty,
            )*
        }

        const _: () = {
            use $crate::parse::options as o;

            impl o::Options for $name {
                const KEYS: &'static [o::Key] = &[$(o::Key {
                    name: o::first!($($key,)? stringify!($field)),
                    lists: &[$(stringify!($list)),*],
                    is_repeatable: o::first!($(o::$multiple(),)? false),
                },)*];

                fn keys(&mut self) -> &mut o::KeySpans {
                    &mut self.keys
                }

                fn span(&self, key: &str) -> Option<o::Span> {
                    self.keys.iter().find(|(known, _)| known == key).map(|(_, at)| *at)
                }

                fn inherit(&mut self, _block: &Self) {
                    self.keys.extend_from_slice(&_block.keys);
                    $($(o::$inherit(&mut self.$field, &_block.$field);)?)*
                }

                fn declared(&self) -> Vec<(&'static str, Option<o::TokenStream>)> {
                    vec![$($((stringify!($declared), self.$field.tokens()),)?)*]
                }
            }
        };
    };
}

macro_rules! first {
    ($first:expr $(, $rest:expr)?) => {
        $first
    };
}

pub(crate) use {first, options};
