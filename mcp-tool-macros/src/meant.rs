//! What was meant by a value of the wrong kind, for the text of a help.

use proc_macro2::{Literal, TokenStream, TokenTree};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, ExprMacro, Lit, LitStr, Meta, Path, Token};

use crate::errors::{Errors, list};
use crate::name;
use crate::options::ungroup;
use crate::show::show;

/// Methods that make a `String` of a text, or something that is none.
const MAKES: &[&str] = &["to_string", "to_owned", "into"];

/// The text in `'x'`, `b"x"`, `["x"]`, `String::from("x")`, `"x".to_string()` and the like.
pub(crate) fn text(value: &Expr) -> Option<LitStr> {
    let found = match ungroup(value) {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Str(text) => return Some(text.clone()),
            Lit::Char(text) => text.value().to_string(),
            Lit::ByteStr(bytes) => String::from_utf8(bytes.value()).ok()?,
            Lit::CStr(text) => text.value().into_string().ok()?,
            _ => return None,
        },
        Expr::Paren(inner) => return text(&inner.expr),
        Expr::Reference(inner) => return text(&inner.expr),
        Expr::Try(inner) => return text(&inner.expr),
        Expr::Array(list) if list.elems.len() == 1 => return text(list.elems.first()?),
        Expr::MethodCall(call) if call.args.is_empty() && makes(&call.method) => {
            return text(&call.receiver);
        }
        Expr::Call(call) if call.args.len() == 1 => return text(call.args.first()?),
        Expr::Macro(called) => in_macro(called)?,
        _ => return None,
    };
    Some(LitStr::new(&found, proc_macro2::Span::call_site()))
}

fn makes(method: &syn::Ident) -> bool {
    MAKES.iter().any(|name| method == name)
}

/// `format!("x")`, `concat!("a", "b")`, `stringify!(x)`
fn in_macro(called: &ExprMacro) -> Option<String> {
    let tokens = called.mac.tokens.clone();
    match called.mac.path.get_ident()?.to_string().as_str() {
        "stringify" => Some(show(&tokens)),
        "concat" => {
            let parts = Punctuated::<LitStr, Token![,]>::parse_terminated;
            let parts = parts.parse2(tokens).ok()?;
            Some(parts.iter().map(LitStr::value).collect())
        }
        "format" => {
            let text: LitStr = syn::parse2(tokens).ok()?;
            Some(text.value()).filter(|text| !text.contains(['{', '}']))
        }
        _ => None,
    }
}

/// Whether this makes a value while the program runs, or stands in a function: it is no constant,
/// whatever its type.
pub(crate) fn is_made(value: &Expr) -> bool {
    match value {
        Expr::Try(_) | Expr::Return(_) | Expr::Break(_) | Expr::Await(_) => true,
        Expr::MethodCall(call) => makes(&call.method) && text(&call.receiver).is_some(),
        Expr::Macro(called) => called.mac.path.is_ident("format"),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => is_of_string(&path.path) || path.path.is_ident("Some"),
            _ => false,
        },
        Expr::Path(path) => path.path.is_ident("None"),
        _ => false,
    }
}

/// `String::from`, `String::new`, also by its full path
fn is_of_string(path: &Path) -> bool {
    let path = show(&quote::quote!(#path));
    let path = path.strip_prefix("std::string::").unwrap_or(&path);
    path == "String::from" || path == "String::new"
}

/// Leaves the first literal to the compiler that it cannot read: `'several letters'`.
pub(crate) fn leave_broken(tokens: TokenStream, errors: &mut Errors) -> bool {
    let is_refused = |literal: &Literal| {
        matches!(Lit::new(literal.clone()), Lit::Verbatim(_))
            && literal.to_string().starts_with('\'')
    };
    let literals = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Literal(literal) => Some(literal),
        _ => None,
    });
    let broken = literals.into_iter().find(is_refused);
    if let Some(literal) = &broken {
        errors.leave_to_rustc(literal.span(), format!("`{literal}` is no text"));
    }
    broken.is_some()
}

/// The option with the text that its value has in it.
pub(crate) fn option(key: &str, value: &Expr) -> Option<String> {
    let text = text(value)?.value();
    let text = match key {
        "name" => name::allowed_form(&text),
        // What is no URL would be wrong again.
        "icon" | "src" if !text.contains(':') => return None,
        _ if text.trim().is_empty() => return None,
        _ => text,
    };
    Some(format!("write `{key} = {text:?}`"))
}

/// The option with quotes around its value, which is a word.
pub(crate) fn word(key: &str, value: &Expr) -> Option<String> {
    let Expr::Path(path) = ungroup(value) else {
        return None;
    };
    let word = path.path.get_ident()?.to_string();
    // In capitals, it is a constant.
    let is_word = word.chars().any(char::is_lowercase);
    is_word.then(|| format!("write `{key} = {word:?}`"))
}

/// The option with the path that stands in quotes, is called, or is too long.
pub(crate) fn path(key: &str, value: &Expr) -> Option<String> {
    let path = match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => text.parse::<Path>().ok()?,
        Expr::Call(call) if call.args.is_empty() => match &*call.func {
            Expr::Path(path) => path.path.clone(),
            _ => return None,
        },
        Expr::Path(path) => path.path.clone(),
        _ => return None,
    };
    let path = match key {
        "companion" => path.segments.last()?.ident.to_string(),
        _ => show(&quote::quote!(#path)),
    };
    Some(format!("write `{key} = {path}`"))
}

/// `key(value)` as it is written here.
pub(crate) fn in_parentheses(key: &str, option: &Meta) -> Option<String> {
    let Meta::List(list) = option else {
        return None;
    };
    let value: Expr = syn::parse2(list.tokens.clone()).ok()?;
    match key {
        "default" | "example" => Some(format!("write `{key} = {}`", show(&list.tokens))),
        "companion" | "schema" | "crate" | "register" => path(key, &value),
        _ => self::option(key, &value),
    }
}

/// Whether a flag is meant to be on: `"true"`, `yes`, `read_only(false)`.
pub(crate) fn truth(option: &Meta) -> Option<bool> {
    let value = match option {
        Meta::NameValue(meta) => show(&quote::ToTokens::to_token_stream(&meta.value)),
        Meta::List(list) => show(&list.tokens),
        Meta::Path(_) => return Some(true),
    };
    let value = value.trim_matches(['"', '(', ')']).to_ascii_lowercase();
    match value.as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// What to say of a value without a key, or of two in a row.
pub(crate) fn without_a_key(
    literal: &Lit,
    second: Option<&Lit>,
    keys: &[&str],
) -> (&'static str, String) {
    let show = |literal: &Lit| show(&quote::quote!(#literal));
    let given = show(literal);
    let text = match literal {
        Lit::Str(text) => Some(text.value()),
        _ => None,
    };
    let first = keys.first().copied().unwrap_or_default();
    // A name has rules.
    let can_be_first = text
        .as_ref()
        .is_some_and(|text| first != "name" || name::is_name(text));
    match (text, second.map(show)) {
        (Some(_), Some(second)) if can_be_first => (
            "two values without keys",
            format!("write `{first} = {given}, description = {second}`"),
        ),
        (Some(_), Some(second)) => (
            "two values without keys",
            format!("write `title = {given}, description = {second}`"),
        ),
        (Some(text), None) if keys.contains(&text.as_str()) => (
            "the key of an option has no quotes",
            format!("write `{text}`"),
        ),
        (Some(_), None) => (
            "a value without a key",
            match (keys.contains(&"description"), can_be_first) {
                (true, true) => format!("write `{first} = {given}` or `description = {given}`"),
                (true, false) => format!("write `description = {given}`"),
                (false, _) => format!("write `{first} = {given}`"),
            },
        ),
        (None, _) => (
            "a value without a key",
            format!("the keys are {}", list(keys)),
        ),
    }
}
