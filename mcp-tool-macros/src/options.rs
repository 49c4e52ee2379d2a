//! Lists of options, as they were written: `key`, `key = value`, `key(…)`.

use darling::ast::NestedMeta;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Block, Expr, ExprLit, Lit, LitStr, Meta, Path};

use crate::errors::{Errors, list, nearest};
use crate::metadata::in_object;
use crate::not_a_list;
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
    pub(crate) foreign: fn(&Meta) -> Option<String>,
}

impl Keys {
    pub(crate) const fn new(known: &'static [&'static str]) -> Self {
        Keys {
            known,
            elsewhere: None,
            foreign: |_| None,
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
    let tokens = without_objects(tokens, errors);
    let metas = match NestedMeta::parse_meta_list(tokens.clone()) {
        Ok(metas) => metas,
        Err(error) => {
            if !not_a_list::report(tokens, errors) {
                errors.report(
                    error.span(),
                    format!("this is no list of options: {error}"),
                    "write `key`, `key = value` or `key(…)`, with commas between them",
                );
            }
            return Vec::new();
        }
    };
    let mut entries: Vec<Entry> = Vec::new();
    let mut metas = metas.into_iter().peekable();
    while let Some(meta) = metas.next() {
        let meta = match meta {
            NestedMeta::Meta(meta) => meta,
            NestedMeta::NameValueInvalidExpr(option) => {
                let key = option.path.to_token_stream();
                let mut value = option.value.clone().into_iter();
                if let Some(arrow) = value.next().filter(|token| is_punct(token, '>')) {
                    let value = show(&value.collect());
                    let what = "an option is written with `=`, not with `=>`";
                    errors.report(arrow.span(), what, format!("write `{key} = {value}`"));
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
            NestedMeta::Lit(literal @ Lit::Str(_))
                if keys.contains(&"description")
                    && matches!(metas.peek(), Some(NestedMeta::Lit(Lit::Str(_)))) =>
            {
                let [first, second] = [Some(NestedMeta::Lit(literal.clone())), metas.next()]
                    .map(|value| value.to_token_stream());
                let help = format!("write `{} = {first}, description = {second}`", keys[0]);
                errors.report(literal.span(), "two values without keys", help);
                continue;
            }
            NestedMeta::Lit(literal) => {
                let help = match keys.first() {
                    Some(first) if matches!(literal, Lit::Str(_)) => {
                        let text = literal.to_token_stream();
                        match keys.contains(&"description") {
                            true => format!("write `{first} = {text}` or `description = {text}`"),
                            false => format!("write `{first} = {text}`"),
                        }
                    }
                    _ => format!("the keys are {}", list(keys)),
                };
                errors.report(literal.span(), "a value without a key", help);
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
            let help = match (foreign(&meta), nearest(&key, keys)) {
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

/// Reports `key = {"a": 1}`, which is JSON and no expression, and leaves it out: nothing behind it
/// could be read.
fn without_objects(tokens: TokenStream, errors: &mut Errors) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let is_object = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
            && kept.last().is_some_and(|last| is_punct(last, '='))
            && syn::parse2::<Block>(token.clone().into()).is_err();
        if !is_object {
            kept.push(token);
            continue;
        }
        kept.pop();
        // A key without a value says nothing of its own: the whole option goes.
        let key = kept.pop().map(|key| key.to_string()).unwrap_or_default();
        let entries = in_object(&token.clone().into()).filter(|_| key == "meta");
        let help = match entries {
            Some(entries) => format!("write `meta({entries})`"),
            None => format!("write `{key} = …`, or remove it"),
        };
        let what = format!("the value of `{key}` is no expression");
        errors.report(token.span(), what, help);
        if kept.last().is_some_and(|last| is_punct(last, ',')) {
            kept.pop();
        }
    }
    // The comma behind the first option, if that one is gone.
    if kept.first().is_some_and(|first| is_punct(first, ',')) {
        kept.remove(0);
    }
    kept.into_iter().collect()
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
                self.wrong(self.span, takes, help, errors);
                None
            }
        }
    }

    /// A flag: bare, `= true` or `= false`.
    pub(crate) fn flag(&self, errors: &mut Errors) -> Option<Flag> {
        let help = format!("write `{0}`, or `{0} = false`", self.key);
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
            other if cannot_be_text(other) => {
                self.wrong(first_span(other), takes, help, errors);
                None
            }
            value => Some(value.clone()),
        }
    }

    /// A string literal.
    pub(crate) fn literal(&self, errors: &mut Errors) -> Option<LitStr> {
        let help = format!("write `{} = \"…\"`", self.key);
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
                self.wrong(other.span(), takes, help, errors);
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
                self.wrong(other.span(), takes, help, errors);
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
            self.wrong(value.span(), takes, help, errors);
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
