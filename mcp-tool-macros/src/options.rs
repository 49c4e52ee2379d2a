//! Lists of options, as they were written: `key`, `key = value`, `key(…)`.

use darling::ast::NestedMeta;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, Path};

use crate::errors::{Errors, list, nearest};
use crate::meant;
use crate::missing;
use crate::not_a_list;
use crate::objects;
use crate::show::show;
use crate::tokens::{first_span, is_punct};

/// Keys that may be given more than once.
const REPEATABLE: &[&str] = &["icon", "example"];

/// A name: a literal, or the path of a constant.
pub(crate) enum Name {
    Literal(LitStr),
    Constant(Expr),
}

/// A truth value, and the key that gave it.
#[derive(Clone, Copy)]
pub(crate) struct Flag {
    pub(crate) value: bool,
    pub(crate) key: Span,
}

/// One `key`, `key = value` or `key(…)`.
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) span: Span,
    meta: Meta,
}

/// What a list of options may have in it.
pub(crate) struct Keys {
    pub(crate) known: &'static [&'static str],
    /// Keys of another list: theirs, what they are for, and where that list stands.
    pub(crate) elsewhere: Option<Elsewhere>,
    /// What to do about an unknown key that is known from elsewhere.
    pub(crate) foreign: fn(&Meta, &[Meta]) -> Option<String>,
}

impl Keys {
    pub(crate) const fn new(known: &'static [&'static str]) -> Self {
        Keys {
            known,
            elsewhere: None,
            foreign: |_, _| None,
        }
    }
}

pub(crate) struct Elsewhere {
    pub(crate) keys: &'static [&'static str],
    pub(crate) are_for: &'static str,
    pub(crate) attribute: &'static str,
    pub(crate) place: &'static str,
}

/// Reads a list of options with the given keys. Unknown and repeated keys are reported.
pub(crate) fn entries(tokens: TokenStream, keys: &Keys, errors: &mut Errors) -> Vec<Entry> {
    let Keys {
        known: keys,
        elsewhere,
        foreign,
    } = keys;
    let tokens = objects::without(tokens, keys, errors);
    let metas = match NestedMeta::parse_meta_list(tokens.clone()) {
        Ok(metas) => metas,
        Err(error) => match not_a_list::corrected(tokens.clone(), keys, errors) {
            Some(corrected) => NestedMeta::parse_meta_list(corrected).unwrap_or_default(),
            None if meant::has_broken(tokens) => {
                errors.leave_to_rustc();
                return Vec::new();
            }
            None => {
                errors.report(
                    error.span(),
                    format!("this is no list of options: {error}"),
                    "write `key`, `key = value` or `key(…)`, with commas between them",
                );
                return Vec::new();
            }
        },
    };
    let all: Vec<Meta> = metas.iter().filter_map(as_option).collect();
    let mut entries: Vec<Entry> = Vec::new();
    let mut metas = metas.into_iter().peekable();
    while let Some(meta) = metas.next() {
        let meta = match meta {
            NestedMeta::Meta(meta) => meta,
            NestedMeta::NameValueInvalidExpr(option) => {
                let key = option.path.to_token_stream();
                let mut value = option.value.clone().into_iter();
                let is_sign = |token: &TokenTree| is_punct(token, '>') || is_punct(token, '=');
                if let Some(sign) = value.next().filter(is_sign) {
                    let value = show(&value.collect());
                    let what = format!("an option is written with `=`, not with `={sign}`");
                    errors.report(sign.span(), what, format!("write `{key} = {value}`"));
                    continue;
                }
                let (at, what) = match option.value.into_iter().next() {
                    Some(first) => (
                        first.span(),
                        format!("the value of `{key}` is no expression"),
                    ),
                    None => (
                        option.path.span(),
                        format!("`{key}` has no value after the `=`"),
                    ),
                };
                errors.report(at, what, format!("write `{key} = …`, or remove it"));
                continue;
            }
            NestedMeta::Lit(literal) => {
                let second = match metas.peek() {
                    Some(NestedMeta::Lit(second @ Lit::Str(_)))
                        if keys.contains(&"description") && matches!(literal, Lit::Str(_)) =>
                    {
                        Some(second.clone())
                    }
                    _ => None,
                };
                let (what, help) = meant::without_a_key(&literal, second.as_ref(), keys);
                if second.is_some() {
                    metas.next();
                }
                errors.report(literal.span(), what, help);
                continue;
            }
        };
        let path = meta.path();
        let span = path.span();
        let key = match path.get_ident() {
            Some(ident) => ident.unraw().to_string(),
            None => quote::quote!(#path).to_string().replace(' ', ""),
        };
        let misplaced = elsewhere
            .as_ref()
            .filter(|elsewhere| elsewhere.keys.contains(&key.as_str()));
        if let Some(elsewhere) = misplaced {
            let option = show(&meta.to_token_stream());
            errors.report(
                span,
                format!("`{key}` is for {}", elsewhere.are_for),
                format!(
                    "write `#[{}({option})]` above {}",
                    elsewhere.attribute, elsewhere.place
                ),
            );
        } else if !keys.contains(&key.as_str()) {
            let help = match (foreign(&meta, &all), nearest(&key, keys)) {
                (Some(help), _) => help,
                (None, Some(near)) => format!("did you mean `{near}`?"),
                (None, None) => format!("the keys are {}", list(keys)),
            };
            errors.report(span, format!("unknown key `{key}`"), help);
        } else if !REPEATABLE.contains(&key.as_str())
            && entries.iter().any(|entry| entry.key == key)
        {
            let help = match key.as_str() {
                "meta" | "allow" => format!("write all of it in one `{key}(…)`"),
                _ => "keep one of them".to_owned(),
            };
            errors.report(span, format!("`{key}` is given twice"), help);
        } else {
            entries.push(Entry { key, span, meta });
        }
    }
    entries
}

fn as_option(option: &NestedMeta) -> Option<Meta> {
    match option {
        NestedMeta::Meta(meta) => Some(meta.clone()),
        _ => None,
    }
}

impl Entry {
    pub(crate) fn wrong(&self, at: Span, takes: &str, help: &str, errors: &mut Errors) {
        errors.report(at, format!("`{}` takes {takes}", self.key), help);
    }

    /// The value of `key = value`; anything else is reported.
    fn value(&self, takes: &str, help: &str, errors: &mut Errors) -> Option<&Expr> {
        match &self.meta {
            Meta::NameValue(meta) => Some(ungroup(&meta.value)),
            Meta::Path(_) | Meta::List(_) => {
                let meant = meant::in_parentheses(&self.key, &self.meta);
                self.wrong(self.span, takes, meant.as_deref().unwrap_or(help), errors);
                None
            }
        }
    }

    /// A flag: bare, `= true` or `= false`.
    pub(crate) fn flag(&self, errors: &mut Errors) -> Option<Flag> {
        let help = match meant::truth(&self.meta) {
            Some(true) => format!("write `{}`", self.key),
            Some(false) => format!("write `{} = false`", self.key),
            None => format!("write `{0}`, or `{0} = false`", self.key),
        };
        self.flag_or("no value, or `true` or `false`", &help, errors)
    }

    /// A flag, with words of its own for what else was found.
    pub(crate) fn flag_or(&self, takes: &str, help: &str, errors: &mut Errors) -> Option<Flag> {
        let value = match &self.meta {
            Meta::Path(_) => true,
            Meta::NameValue(meta) => match ungroup(&meta.value) {
                Expr::Lit(ExprLit {
                    lit: Lit::Bool(value),
                    ..
                }) => value.value,
                other => {
                    self.wrong(other.span(), takes, help, errors);
                    return None;
                }
            },
            Meta::List(_) => {
                self.wrong(self.span, takes, help, errors);
                return None;
            }
        };
        Some(Flag {
            value,
            key: self.span,
        })
    }

    /// A text: any constant expression, though no literal but a string, nor an empty one.
    pub(crate) fn text(&self, errors: &mut Errors) -> Option<Expr> {
        let takes = "a string, or a constant expression that is one";
        let help = format!("write `{} = \"…\"`", self.key);
        self.text_or(takes, &help, errors)
    }

    /// A text, with words of its own for what else was found.
    pub(crate) fn text_or(&self, takes: &str, help: &str, errors: &mut Errors) -> Option<Expr> {
        match self.value(takes, help, errors)? {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) if text.value().trim().is_empty() => {
                let what = format!("`{}` is empty", self.key);
                let or = match self.key.as_str() {
                    "description" => "a doc comment",
                    _ => "remove it",
                };
                errors.report(text.span(), what, format!("{help}, or {or}"));
                None
            }
            other if meant::is_broken(other) => {
                errors.leave_to_rustc();
                None
            }
            other if missing::report(other, errors) => None,
            other if cannot_be_text(other) || meant::is_made(other) => {
                let meant = meant::option(&self.key, other);
                self.wrong(
                    first_span(other),
                    takes,
                    meant.as_deref().unwrap_or(help),
                    errors,
                );
                None
            }
            value => Some(value.clone()),
        }
    }

    /// A string literal.
    pub(crate) fn literal(&self, errors: &mut Errors) -> Option<LitStr> {
        let meant = self.given().and_then(|value| {
            meant::option(&self.key, value).or_else(|| meant::word(&self.key, value))
        });
        let help = meant.unwrap_or_else(|| format!("write `{} = \"…\"`", self.key));
        self.literal_or("a string literal", &help, errors)
    }

    /// A string literal, with words of its own for what else was found.
    pub(crate) fn literal_or(
        &self,
        takes: &str,
        help: &str,
        errors: &mut Errors,
    ) -> Option<LitStr> {
        match self.value(takes, help, errors)? {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.clone()),
            other => {
                self.wrong(other.span(), takes, help, errors);
                None
            }
        }
    }

    pub(crate) fn name(&self, errors: &mut Errors) -> Option<Name> {
        let takes = "a string literal or the path of a constant";
        let help = "write `name = \"…\"`";
        match self.value(takes, help, errors)? {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(Name::Literal(text.clone())),
            path @ Expr::Path(_) => Some(Name::Constant(path.clone())),
            other => {
                let meant = meant::option(&self.key, other);
                let help = meant.as_deref().unwrap_or(help);
                self.wrong(first_span(other), takes, help, errors);
                None
            }
        }
    }

    pub(crate) fn path(&self, errors: &mut Errors) -> Option<Path> {
        let takes = "the path of the runtime crate";
        let help = "write `crate = ::mcp_tool_runtime`, or the path under which it is re-exported";
        self.path_of(takes, help, errors)
    }

    /// A path.
    pub(crate) fn path_of(&self, takes: &str, help: &str, errors: &mut Errors) -> Option<Path> {
        match self.value(takes, help, errors)? {
            Expr::Path(path) if path.qself.is_none() => Some(path.path.clone()),
            other => {
                let meant = meant::path(&self.key, other);
                self.wrong(
                    other.span(),
                    takes,
                    meant.as_deref().unwrap_or(help),
                    errors,
                );
                None
            }
        }
    }

    pub(crate) fn ident(&self, errors: &mut Errors) -> Option<Ident> {
        let takes = "the name of a type";
        let help = "write `companion = SearchTool`, and list that name in `tools!`";
        let value = self.value(takes, help, errors)?;
        let ident = match value {
            Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
            _ => None,
        };
        if ident.is_none() {
            let meant = meant::path(&self.key, value);
            self.wrong(
                value.span(),
                takes,
                meant.as_deref().unwrap_or(help),
                errors,
            );
        }
        ident.cloned()
    }

    /// What stands in the parentheses of `key(…)`; anything else is reported.
    pub(crate) fn list(&self, help: &str, errors: &mut Errors) -> Option<TokenStream> {
        match &self.meta {
            Meta::List(list) => Some(list.tokens.clone()),
            Meta::Path(_) | Meta::NameValue(_) => {
                self.wrong(self.span, "its options in parentheses", help, errors);
                None
            }
        }
    }

    /// Whether this is `key(…)`.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.meta, Meta::List(_))
    }

    /// The one expression of `key(…)` or of `key = …`.
    pub(crate) fn expression(&self, takes: &str, help: &str, errors: &mut Errors) -> Option<Expr> {
        let Meta::List(list) = &self.meta else {
            return self.value(takes, help, errors).cloned();
        };
        match syn::parse2(list.tokens.clone()) {
            Ok(expression) => Some(expression),
            Err(_) => {
                let at = list.tokens.clone().into_iter().next();
                let at = at.map_or(self.span, |token| token.span());
                self.wrong(at, takes, help, errors);
                None
            }
        }
    }

    /// The value of `key = value`, if that is what this is.
    pub(crate) fn given(&self) -> Option<&Expr> {
        match &self.meta {
            Meta::NameValue(meta) => Some(ungroup(&meta.value)),
            Meta::Path(_) | Meta::List(_) => None,
        }
    }

    /// What stands behind the sign or in the parentheses.
    pub(crate) fn tokens(&self) -> Option<TokenStream> {
        match &self.meta {
            Meta::NameValue(meta) => Some(meta.value.to_token_stream()),
            Meta::List(list) => Some(list.tokens.clone()),
            Meta::Path(_) => None,
        }
    }

    /// Whether this is `key` alone.
    pub(crate) fn is_bare(&self) -> bool {
        matches!(self.meta, Meta::Path(_))
    }

    /// The value of `key = value`, whatever it is.
    pub(crate) fn any_value(&self, takes: &str, help: &str, errors: &mut Errors) -> Option<Expr> {
        self.value(takes, help, errors).cloned()
    }
}

/// Whether no type could make a text of this.
pub(crate) fn cannot_be_text(value: &Expr) -> bool {
    match value {
        Expr::Lit(literal) => !matches!(literal.lit, Lit::Str(_)),
        Expr::Array(_) | Expr::Closure(_) | Expr::Range(_) | Expr::Tuple(_) => true,
        _ => false,
    }
}

/// What a `macro_rules!` fragment wraps.
pub(crate) fn ungroup(mut expr: &Expr) -> &Expr {
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}
