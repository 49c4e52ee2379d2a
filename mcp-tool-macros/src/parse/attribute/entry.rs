//! One option of a list, and what its value may be.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, Path};

use crate::diagnostics::Errors;
use crate::parse::missing;
use crate::util::tokens::first_span;
use crate::util::tokens::ungroup;

/// A name: a literal, or the path of a constant.
pub(crate) enum Name {
    Literal(LitStr),
    Constant(Box<Expr>),
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
    pub(super) meta: Meta,
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
            Expr::Lit(ExprLit {
                lit: Lit::Verbatim(broken),
                ..
            }) => {
                errors.leave_to_rustc(broken.span(), "this literal is not Rust");
                None
            }
            other if missing::report(other, errors) => None,
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
            path @ Expr::Path(_) => Some(Name::Constant(Box::new(path.clone()))),
            other => {
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
        self.list_or("its options in parentheses", help, errors)
    }

    /// The same, with words of its own for what else was found.
    pub(crate) fn list_or(
        &self,
        takes: &str,
        help: &str,
        errors: &mut Errors,
    ) -> Option<TokenStream> {
        match &self.meta {
            Meta::List(list) => Some(list.tokens.clone()),
            Meta::Path(_) | Meta::NameValue(_) => {
                self.wrong(self.span, takes, help, errors);
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
        Expr::Array(_) | Expr::Closure(_) | Expr::Range(_) | Expr::Try(_) | Expr::Tuple(_) => true,
        Expr::MethodCall(call) => call.method == "into" && matches!(*call.receiver, Expr::Lit(_)),
        _ => false,
    }
}
