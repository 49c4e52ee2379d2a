//! The options of the attribute, as they were written.

use darling::ast::NestedMeta;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, Path};

use crate::errors::{Errors, list, nearest};

/// Every key of `#[mcp_tool(…)]`.
const KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "companion",
    "allow_unknown",
    "crate",
];

#[derive(Default)]
pub(crate) struct Options {
    pub(crate) name: Option<Name>,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Option<Expr>,
    /// Whether a description seems to be meant, though it may be that none could be read.
    pub(crate) describes: bool,
    pub(crate) read_only: Option<Flag>,
    pub(crate) destructive: Option<Flag>,
    pub(crate) idempotent: Option<Flag>,
    pub(crate) open_world: Option<Flag>,
    pub(crate) companion: Option<Ident>,
    pub(crate) allow_unknown: Option<Flag>,
    pub(crate) crate_path: Option<Path>,
}

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

/// Reads the options; what cannot be read is reported and left out.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Options {
    let mut options = Options {
        describes: describes(&tokens),
        ..Options::default()
    };
    for option in entries(tokens, KEYS, errors) {
        options.set(&option, errors);
    }
    options
}

/// Whether there is a text without a key, or a key that is `description` but for a slip.
fn describes(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter().peekable();
    matches!(tokens.peek(), Some(TokenTree::Literal(_)))
        || tokens.any(|token| match token {
            TokenTree::Ident(word) => nearest(&word.to_string(), KEYS) == Some("description"),
            _ => false,
        })
}

impl Options {
    fn set(&mut self, option: &Entry, errors: &mut Errors) {
        match option.key.as_str() {
            "name" => self.name = option.name(errors),
            "title" => self.title = option.text(errors),
            "description" => self.description = option.text(errors),
            "read_only" => self.read_only = option.flag(errors),
            "destructive" => self.destructive = option.flag(errors),
            "idempotent" => self.idempotent = option.flag(errors),
            "open_world" => self.open_world = option.flag(errors),
            "companion" => self.companion = option.ident(errors),
            "allow_unknown" => self.allow_unknown = option.flag(errors),
            "crate" => self.crate_path = option.path(errors),
            // `entries` lets only known keys through.
            _ => {}
        }
    }
}

/// One `key`, `key = value` or `key(…)`.
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) span: Span,
    meta: Meta,
}

/// Reads a list of options with the given keys. Unknown and repeated keys are reported.
pub(crate) fn entries(tokens: TokenStream, keys: &[&str], errors: &mut Errors) -> Vec<Entry> {
    let metas = match NestedMeta::parse_meta_list(tokens) {
        Ok(metas) => metas,
        Err(error) => {
            let at = error.span();
            errors.report(
                at,
                format!("this is no list of options: {error}"),
                "write `key`, `key = value` or `key(…)`, with commas between them",
            );
            return Vec::new();
        }
    };
    let mut entries: Vec<Entry> = Vec::new();
    for meta in metas {
        let meta = match meta {
            NestedMeta::Meta(meta) => meta,
            NestedMeta::NameValueInvalidExpr(option) => {
                let key = option.path.to_token_stream();
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
                let help = match keys.first() {
                    Some(first) if matches!(literal, Lit::Str(_)) => {
                        let text = literal.to_token_stream();
                        format!("write `{first} = {text}` or `description = {text}`")
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
        if !keys.contains(&key.as_str()) {
            let help = match nearest(&key, keys) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the keys are {}", list(keys)),
            };
            errors.report(span, format!("unknown key `{key}`"), help);
        } else if entries.iter().any(|entry| entry.key == key) {
            errors.report(span, format!("`{key}` is given twice"), "keep one of them");
        } else {
            entries.push(Entry { key, span, meta });
        }
    }
    entries
}

impl Entry {
    fn wrong(&self, at: Span, takes: &str, help: &str, errors: &mut Errors) {
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
        let takes = "no value, or `true` or `false`";
        let value = match &self.meta {
            Meta::Path(_) => true,
            Meta::NameValue(meta) => match ungroup(&meta.value) {
                Expr::Lit(ExprLit {
                    lit: Lit::Bool(value),
                    ..
                }) => value.value,
                other => {
                    self.wrong(other.span(), takes, &help, errors);
                    return None;
                }
            },
            Meta::List(_) => {
                self.wrong(self.span, takes, &help, errors);
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
        match self.value(takes, &help, errors)? {
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
            Expr::Lit(literal) if !matches!(literal.lit, Lit::Str(_)) => {
                self.wrong(literal.span(), takes, &help, errors);
                None
            }
            value => Some(value.clone()),
        }
    }

    /// A string literal.
    pub(crate) fn literal(&self, errors: &mut Errors) -> Option<LitStr> {
        let takes = "a string literal";
        let help = format!("write `{} = \"…\"`", self.key);
        match self.value(takes, &help, errors)? {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.clone()),
            other => {
                self.wrong(other.span(), takes, &help, errors);
                None
            }
        }
    }

    fn name(&self, errors: &mut Errors) -> Option<Name> {
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
        match self.value(takes, help, errors)? {
            Expr::Path(path) if path.qself.is_none() => Some(path.path.clone()),
            other => {
                self.wrong(other.span(), takes, help, errors);
                None
            }
        }
    }

    fn ident(&self, errors: &mut Errors) -> Option<Ident> {
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

    /// Whether this is `key` alone.
    pub(crate) fn is_bare(&self) -> bool {
        matches!(self.meta, Meta::Path(_))
    }

    /// The value of `key = value`, whatever it is.
    pub(crate) fn any_value(&self, takes: &str, help: &str, errors: &mut Errors) -> Option<Expr> {
        self.value(takes, help, errors).cloned()
    }
}

/// What a `macro_rules!` fragment wraps.
pub(crate) fn ungroup(mut expr: &Expr) -> &Expr {
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}
