//! Declares structs of options, with one row for each key.

pub(crate) use proc_macro2::{Span, TokenStream};
pub(crate) use syn::{Meta, Result};

pub(crate) use crate::parse::values::Value;
pub(crate) use crate::util::tokens::first_span;

/// A key, and the lists that can contain it, such as `method` for the list above a method.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) lists: &'static [&'static str],
    pub(crate) is_repeatable: bool,
}

/// The keys that the author wrote and the macro could read, with their spans.
pub(crate) type KeySpans = Vec<(&'static str, Span)>;

/// A struct of options, which the macro `options!` declares.
pub(crate) trait Options: Default {
    const KEYS: &'static [Key];

    /// Reads the value of a key into its field.
    fn read(&mut self, key: &'static str, option: &Meta) -> Result<()>;

    fn keys(&self) -> &KeySpans;

    /// Takes the values from the block of a method that the method does not set itself.
    fn inherit(&mut self, block: &Self);

    /// Returns the fields of the tool's declaration, with the code of their values.
    fn declared(&self) -> Vec<(&'static str, Option<TokenStream>)>;

    /// Returns the span of a key, if the author wrote it.
    fn span(&self, key: &str) -> Option<Span> {
        let mut keys = self.keys().iter();
        keys.find(|(known, _)| *known == key).map(|(_, at)| *at)
    }
}

/// A field of a struct of options.
pub(crate) trait Field {
    type Value;
    const IS_REPEATABLE: bool = false;

    fn put(&mut self, value: Self::Value);
}

impl<T> Field for Option<T> {
    type Value = T;

    fn put(&mut self, value: T) {
        *self = Some(value);
    }
}

impl<T> Field for Vec<T> {
    type Value = T;
    const IS_REPEATABLE: bool = true;

    fn put(&mut self, value: T) {
        self.push(value);
    }
}

impl Field for bool {
    type Value = bool;

    fn put(&mut self, value: bool) {
        *self = value;
    }
}

/// Takes the value of a block, unless the method has its own.
pub(crate) fn inherit<T: Clone>(own: &mut Option<T>, of_block: &Option<T>) {
    if own.is_none() {
        own.clone_from(of_block);
    }
}

/// Declares a struct of options. Each row is one key: the lists that can contain it, the field, the key if it is not
/// the name of the field, the type, and the function that reads a value, if it is not `Value::read`. A row without
/// lists is a field that is no key.
///
/// After `inherit`, a method takes the value from its block. After `=> field`, the value is a field of the tool's
/// declaration.
macro_rules! options {
    (
        $(#[$outer:meta])*
        $visibility:vis struct $name:ident {
            $(
                $(#[$inner:meta])*
                [$($list:ident)*] $field:ident $(as $key:literal)?: $ty:ty $(= $read:expr)?
                    $(, $inherit:ident)? $(=> $declared:ident)?;
            )*
        }
    ) => {
        $(#[$outer])*
        #[derive(Default)]
        $visibility struct $name {
            $visibility keys: $crate::parse::options::KeySpans,
            $($(#[$inner])* $visibility $field: $ty,)*
        }

        const _: () = {
            use $crate::parse::options as o;

            impl o::Options for $name {
                const KEYS: &'static [o::Key] = &[$(o::Key {
                    name: o::first!($($key,)? stringify!($field)),
                    lists: &[$(stringify!($list)),*],
                    is_repeatable: <$ty as o::Field>::IS_REPEATABLE,
                },)*];

                fn read(&mut self, key: &'static str, option: &o::Meta) -> o::Result<()> {
                    $(if key == o::first!($($key,)? stringify!($field)) {
                        let read: fn(&o::Meta) -> o::Result<<$ty as o::Field>::Value> =
                            o::first!($($read,)? o::Value::read);
                        o::Field::put(&mut self.$field, read(option)?);
                    })*
                    self.keys.push((key, o::first_span(option.path())));
                    Ok(())
                }

                fn keys(&self) -> &o::KeySpans {
                    &self.keys
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
