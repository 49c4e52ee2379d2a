//! Reads lists of options: `key`, `key = value`, `key(…)`.
//!
//! `scan` first reports unknown and repeated keys. Then each value is read into a field of a struct.

use std::collections::BTreeMap;

use mcp_tool_rules::tool_name::name_fault;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{
    Expr, ExprLit, Lit, LitBool, LitStr, MacroDelimiter, Meta, MetaList, MetaNameValue, Path,
    PathArguments, PathSegment, Result, Token, Type, parenthesized, token,
};

use crate::diagnostics::{Errors, help_for_unknown, list, nearest};
use crate::parse::hints::{self, Hints};
use crate::util::show::show;

/// The internal key of a string literal that the author writes without a key.
pub(crate) const TEXT: &str = "__text";

/// A function that combines unknown keys to one option, if it can.
pub(crate) type Combine = fn(&[Meta]) -> Option<String>;

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
            $visibility keys: $crate::parse::attribute::KeySpans,
            $($(#[$inner])* $visibility $field: $ty,)*
        }

        impl $crate::parse::attribute::Options for $name {
            const KEYS: &'static [$crate::parse::attribute::Key] = &[$($crate::parse::attribute::Key {
                name: $crate::parse::attribute::first!($($key,)? stringify!($field)),
                lists: &[$(stringify!($list)),*],
                is_repeatable: <$ty as $crate::parse::attribute::Field>::IS_REPEATABLE,
            },)*];

            fn read(&mut self, key: &'static str, option: &syn::Meta) -> syn::Result<()> {
                use $crate::parse::attribute::Field;
                $(if key == $crate::parse::attribute::first!($($key,)? stringify!($field)) {
                    let read: fn(&syn::Meta) -> syn::Result<<$ty as Field>::Value> =
                        $crate::parse::attribute::first!($($read,)? $crate::parse::values::Value::read);
                    self.$field.put(read(option)?);
                })*
                self.keys.push((key, $crate::util::tokens::first_span(option.path())));
                Ok(())
            }

            fn keys(&self) -> &$crate::parse::attribute::KeySpans {
                &self.keys
            }

            fn inherit(&mut self, _block: &Self) {
                self.keys.extend_from_slice(&_block.keys);
                $($($crate::parse::attribute::$inherit(&mut self.$field, &_block.$field);)?)*
            }

            fn declared(&self) -> Vec<(&'static str, Option<proc_macro2::TokenStream>)> {
                vec![$($((stringify!($declared), Declared::tokens(&self.$field)),)?)*]
            }
        }
    };
}

macro_rules! first {
    ($first:expr $(, $rest:expr)?) => {
        $first
    };
}

pub(crate) use {first, options};

/// A list of options: the attribute or option that contains it, for error messages.
#[derive(Clone, Copy, Default)]
pub(crate) struct List {
    /// The name of the list in the rows of `options!`.
    pub(crate) name: &'static str,
    /// Where the user finds all keys. If empty, errors list the keys.
    pub(crate) documentation: &'static str,
    /// Where the remaining keys of the struct belong.
    pub(crate) elsewhere: Option<Elsewhere>,
    /// Help texts for unknown keys, such as keys of other crates.
    pub(crate) hints: Hints,
    /// Returns the option to write in place of all unknown keys with the same hint.
    pub(crate) combine: Option<Combine>,
}

/// The place of the keys that another list of the same struct has.
#[derive(Clone, Copy)]
pub(crate) struct Elsewhere {
    pub(crate) are_for: &'static str,
    pub(crate) attribute: &'static str,
    pub(crate) place: &'static str,
}

impl Elsewhere {
    fn report(&self, key: &str, option: &Meta, errors: &mut Errors) {
        let (subject, written) = match option {
            Meta::NameValue(text) if key == TEXT => {
                ("the text".to_owned(), text.value.to_token_stream())
            }
            option => (format!("`{key}`"), option.to_token_stream()),
        };
        let (attribute, written) = (self.attribute, show(&written));
        errors.report(
            option.path().span(),
            format!("{subject} is an option for {}", self.are_for),
            format!("write `#[{attribute}({written})]` above {}", self.place),
        );
    }
}

/// Reads options into a struct. Reports an unreadable option and leaves it out, so that the other options can still
/// be read.
pub(crate) fn read<T: Options>(tokens: TokenStream, list: &List, errors: &mut Errors) -> T {
    let mut options = T::default();
    for (key, option) in scan(tokens, T::KEYS, list, errors) {
        errors.read(options.read(key, &option));
    }
    options
}

/// Returns the keys of a list, without the internal key `TEXT`.
pub(crate) fn names(keys: &[Key], list: &str) -> Vec<&'static str> {
    let names = keys
        .iter()
        .filter(|key| key.lists.contains(&list) && key.name != TEXT);
    names.map(|key| key.name).collect()
}

/// Returns the name of an option.
pub(crate) fn key(path: &Path) -> String {
    show(&path.to_token_stream())
}

/// An entry of a list of options.
#[allow(clippy::large_enum_variant, reason = "a list has few entries")]
enum Entry {
    Option(Meta),
    Literal(Lit),
    /// A key and the tokens after its `=`, which are no expression.
    Unreadable(Path, TokenStream),
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.peek(Lit) && !(input.peek(LitBool) && input.peek2(Token![=])) {
            return input.parse().map(Entry::Literal);
        }
        let path = input.call(key_path)?;
        if input.peek(token::Paren) {
            let inside;
            let delimiter = MacroDelimiter::Paren(parenthesized!(inside in input));
            return Ok(Entry::Option(Meta::List(MetaList {
                path,
                delimiter,
                tokens: inside.parse()?,
            })));
        }
        let Some(eq_token) = input.parse()? else {
            return Ok(Entry::Option(Meta::Path(path)));
        };
        let ahead = input.fork();
        if let Ok(value) = value(&path, &ahead) {
            input.advance_to(&ahead);
            return Ok(Entry::Option(Meta::NameValue(MetaNameValue {
                path,
                eq_token,
                value,
            })));
        }
        let mut value = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            value.extend([input.parse::<TokenTree>()?]);
        }
        Ok(Entry::Unreadable(path, value))
    }
}

/// Returns the keys in a list of options.
#[cfg(test)]
pub(crate) fn written(input: ParseStream<'_>) -> Result<Vec<String>> {
    let entries = Punctuated::<Entry, Token![,]>::parse_terminated(input)?;
    let keys = entries.iter().filter_map(|entry| match entry {
        Entry::Option(option) => Some(key(option.path())),
        _ => None,
    });
    Ok(keys.collect())
}

/// Reads a key, which can be a keyword such as `crate`.
fn key_path(input: ParseStream<'_>) -> Result<Path> {
    let segments = Punctuated::<Ident, Token![::]>::parse_separated_nonempty_with;
    let segments = segments(input, Ident::parse_any)?;
    Ok(Path {
        leading_colon: None,
        segments: segments.into_iter().map(PathSegment::from).collect(),
    })
}

/// Reads a value. The value of `output`, or of a similar key such as `output_schema`, can be a type such as
/// `Vec<Page>`, which is not an expression. It becomes an `Expr::Verbatim`.
fn value(key: &Path, input: ParseStream<'_>) -> Result<Expr> {
    let ahead = input.fork();
    if (key.get_ident()).is_some_and(|key| key.to_string().to_lowercase().starts_with("output"))
        && let Ok(ty) = ahead.call(whole_type)
    {
        input.advance_to(&ahead);
        return Ok(Expr::Verbatim(ty.to_token_stream()));
    }
    input.parse()
}

/// Reads a type up to a comma or the end of the list.
fn whole_type(input: ParseStream<'_>) -> Result<Type> {
    let ty: Type = input.parse()?;
    // `_`, `json!({})` and `schema()` also parse as types, but are probably expressions.
    let is_expression = match &ty {
        Type::Infer(_) | Type::Macro(_) => true,
        Type::Path(path) => {
            let mut segments = path.path.segments.iter();
            segments.any(|segment| matches!(segment.arguments, PathArguments::Parenthesized(_)))
        }
        _ => false,
    };
    if is_expression || !(input.is_empty() || input.peek(Token![,])) {
        return Err(input.error("no type"));
    }
    Ok(ty)
}

/// Splits a list into options. Reports bad syntax, unknown keys and repeated keys.
fn scan(
    tokens: TokenStream,
    keys: &'static [Key],
    list: &List,
    errors: &mut Errors,
) -> Vec<(&'static str, Meta)> {
    let entries = match Punctuated::<Entry, Token![,]>::parse_terminated.parse2(tokens) {
        Ok(entries) => entries,
        Err(error) => {
            let what = "invalid list of options";
            let help = "write `key`, `key = value` or `key(…)`, with commas between them";
            errors.report(error.span(), what, help);
            return Vec::new();
        }
    };
    let find = |name: &str| {
        keys.iter()
            .find(|key| key.name == name && !key.lists.is_empty())
    };
    let mut scanned: Vec<(&'static str, Meta)> = Vec::new();
    let mut hinted: BTreeMap<&str, Vec<Meta>> = BTreeMap::new();
    let mut has_bare_value = false;
    for entry in entries {
        let option = match entry {
            Entry::Option(option) => option,
            Entry::Literal(Lit::Str(text)) if find(TEXT).is_some() => with_key(&text),
            Entry::Literal(literal) => {
                // Report only the first value without a key.
                if !has_bare_value {
                    bare_value(&literal, keys, list, errors);
                }
                has_bare_value = true;
                continue;
            }
            Entry::Unreadable(key, value) => {
                unreadable(&key, value, errors);
                continue;
            }
        };
        let (name, at) = (key(option.path()), option.path().span());
        match (find(&name), &list.elsewhere) {
            (Some(key), _) if key.lists.contains(&list.name) => {
                let is_repeated = scanned.iter().any(|(known, _)| *known == name);
                if is_repeated && !key.is_repeatable {
                    repeated(&name, &option, errors);
                } else {
                    scanned.push((key.name, option));
                }
            }
            (Some(_), Some(elsewhere)) => elsewhere.report(&name, &option, errors),
            _ => match hints::find(&name, list.hints) {
                Some(help) => hinted.entry(help).or_default().push(option),
                None => {
                    let help = help_for_key(&name, keys, list);
                    errors.report(at, format!("unknown key `{name}`"), help);
                }
            },
        }
    }
    for (help, options) in hinted {
        report_hinted(help, &options, list, errors);
    }
    scanned
}

/// Returns the help for an unknown key: the most similar key, or where to find all keys.
fn help_for_key(name: &str, keys: &[Key], list: &List) -> String {
    let names = names(keys, list.name);
    if nearest(name, &names).is_none() && !list.documentation.is_empty() {
        return list.documentation.to_owned();
    }
    help_for_unknown("key", name, &names)
}

fn repeated(name: &str, option: &Meta, errors: &mut Errors) {
    let what = if name == TEXT {
        "only one text is allowed".to_owned()
    } else {
        format!("duplicate key `{name}`")
    };
    let help = if matches!(option, Meta::List(_)) {
        "keep one of them, or join them"
    } else {
        "keep one of them"
    };
    errors.report(option.path().span(), what, help);
}

/// Reports unknown keys with the same hint: as one mistake if they combine to one option, else each key.
fn report_hinted(help: &str, options: &[Meta], keys: &List, errors: &mut Errors) {
    let names: Vec<String> = options.iter().map(|option| key(option.path())).collect();
    let at = |option: &Meta| option.path().span();
    match keys.combine.and_then(|combine| combine(options)) {
        Some(option) => {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let plural = if names.len() > 1 { "s" } else { "" };
            let what = format!("unknown key{plural} {}", list(&names));
            errors.report(at(&options[0]), what, format!("write `{option}`"));
        }
        None => {
            for (option, name) in options.iter().zip(names) {
                errors.report(at(option), format!("unknown key `{name}`"), help);
            }
        }
    }
}

/// Reports a value without a key. A text may be a description, or a name as in mcp-attr and FastMCP.
fn bare_value(literal: &Lit, keys: &[Key], list: &List, errors: &mut Errors) {
    let names = names(keys, list.name);
    let help = match literal {
        Lit::Str(text) if names.contains(&"description") => {
            let is_name = name_fault(&text.value()).is_none();
            let written = ["name", "rename"].iter().filter(|_| is_name);
            let written = written
                .chain(&["description"])
                .filter(|key| names.contains(key));
            let text = show(&text.to_token_stream());
            let written: Vec<_> = written.map(|key| format!("`{key} = {text}`")).collect();
            format!("write {}", written.join(" or "))
        }
        _ => help_for_key("", keys, list),
    };
    errors.report(literal.span(), "this value has no key", help);
}

fn unreadable(path: &Path, value: TokenStream, errors: &mut Errors) {
    let key = key(path);
    let (at, what) = match value.into_iter().next() {
        Some(first) => (
            first.span(),
            format!("expected an expression after `{key} =`"),
        ),
        None => (path.span(), format!("`{key}` has no value after `=`")),
    };
    errors.report(at, what, format!("write `{key} = …`, or remove `{key}`"));
}

/// Converts a text without a key to an option with the internal key `TEXT`.
fn with_key(text: &LitStr) -> Meta {
    Meta::NameValue(MetaNameValue {
        path: Ident::new(TEXT, text.span()).into(),
        eq_token: Token![=](text.span()),
        value: Expr::Lit(ExprLit {
            attrs: Vec::new(),
            lit: Lit::Str(text.clone()),
        }),
    })
}
