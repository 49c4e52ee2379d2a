//! Reads helper attributes: `#[arg(…)]`, and the helper attributes of this crate's derives.

use darling::FromMeta;
use proc_macro2::{Punct, Spacing, Span, TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Meta, Path};

use crate::diagnostics::Errors;
use crate::parse::attribute::{self, Keys, OtherList};
use crate::parse::values;
use crate::util::tokens::is_punct;
use crate::util::tokens::ungroup;

/// Returns the attributes with this name.
pub(crate) fn find<'a>(
    attributes: &'a [Attribute],
    name: &str,
) -> impl Iterator<Item = &'a Attribute> {
    attributes
        .iter()
        .filter(move |attribute| attribute.path().is_ident(name))
}

/// Joins the options of all attributes with this name into one list. Error messages suggest the options in
/// `example`.
pub(crate) fn options(
    attributes: &[Attribute],
    name: &str,
    example: &str,
    errors: &mut Errors,
) -> TokenStream {
    let mut tokens = TokenStream::new();
    let misplaced = &format!("the options of `#[{name}]` belong in parentheses");
    for attribute in find(attributes, name) {
        let span = attribute.path().span();
        match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => {
                join(&mut tokens, list.tokens.clone(), span);
            }
            // The compiler rejects `#[name = value]` if the value is not a literal, so leave the
            // error to the compiler. The compiler does not see `#[arg]`, because the macro
            // removes `#[arg]`.
            Meta::NameValue(meta)
                if name != "arg" && !matches!(ungroup(&meta.value), Expr::Lit(_)) =>
            {
                errors.leave_to_rustc(meta.eq_token.span(), misplaced);
            }
            Meta::NameValue(meta) => errors.report(
                meta.eq_token.span(),
                misplaced,
                format!("write options in parentheses, as in `#[{name}({example})]`"),
            ),
            Meta::Path(_) | Meta::List(_) => errors.report(
                span,
                format!("`#[{name}]` without options has no meaning"),
                format!("add an option, as in `#[{name}({example})]`, or remove `#[{name}]`"),
            ),
        }
    }
    tokens
}

/// Appends the list `more` to `tokens`. Adds a final comma if `more` has none.
pub(crate) fn join(tokens: &mut TokenStream, more: TokenStream, at: Span) {
    let last = more.clone().into_iter().last();
    let is_ended = last.is_some_and(|last| is_punct(&last, ','));
    tokens.extend(more);
    if !is_ended {
        let mut comma = Punct::new(',', Spacing::Alone);
        comma.set_span(at);
        tokens.extend([TokenTree::from(comma)]);
    }
}

/// Reports each attribute with this name.
pub(crate) fn refuse(
    attributes: &[Attribute],
    name: &str,
    what: &str,
    help: &str,
    errors: &mut Errors,
) {
    for attribute in find(attributes, name) {
        errors.report(attribute.path().span(), what, help);
    }
}

/// The helper attribute of a derive.
pub(crate) struct DeriveHelper {
    pub(crate) name: &'static str,
    /// The words for the derive's item in messages, such as `the struct`.
    pub(crate) item: &'static str,
    /// The keys that the attribute allows above a field.
    pub(crate) keys: &'static [&'static str],
}

/// The options of a helper attribute above a type.
#[derive(Default, FromMeta)]
#[darling(default)]
struct TypeOptions {
    #[darling(rename = "crate", with = values::crate_path)]
    crate_path: Option<Path>,
}

impl DeriveHelper {
    /// Reads the helper attribute above a type. Returns the path of the runtime crate, if the attribute
    /// contains `crate = …`.
    pub(crate) fn runtime(&self, attributes: &[Attribute], errors: &mut Errors) -> Option<Path> {
        let tokens = options(attributes, self.name, "crate = …", errors);
        let elsewhere = self.elsewhere(self.keys, "a field", "a field");
        let options: TypeOptions = read(tokens, &["crate"], elsewhere, errors);
        options.crate_path
    }

    /// Reads the attribute above a field.
    pub(crate) fn field<T: FromMeta + Default>(
        &self,
        attributes: &[Attribute],
        errors: &mut Errors,
    ) -> T {
        let tokens = options(attributes, self.name, self.keys[0], errors);
        let elsewhere = self.elsewhere(&["crate"], self.item, self.item);
        read(tokens, self.keys, elsewhere, errors)
    }

    fn elsewhere(
        &self,
        keys: &'static [&'static str],
        are_for: &'static str,
        place: &'static str,
    ) -> OtherList {
        OtherList {
            keys,
            are_for,
            attribute: self.name,
            place,
        }
    }
}

fn read<T: FromMeta + Default>(
    tokens: TokenStream,
    known: &'static [&'static str],
    elsewhere: OtherList,
    errors: &mut Errors,
) -> T {
    let keys = Keys {
        known,
        elsewhere: Some(elsewhere),
        ..Keys::default()
    };
    attribute::read(tokens, &keys, errors).0
}
