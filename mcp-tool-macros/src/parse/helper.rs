//! Reads helper attributes: `#[arg(…)]`, and the helper attributes of this crate's derives.

use proc_macro2::{Punct, Spacing, Span, TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Meta};

use crate::diagnostics::Errors;
use crate::parse::attribute::{self, Elsewhere, List};
use crate::parse::options::Options;
use crate::util::tokens::{is_punct, ungroup};

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

/// The helper attribute of a derive. Its options are in the lists `type` and `field`.
pub(crate) struct DeriveHelper {
    pub(crate) name: &'static str,
    /// The words for the derive's item in messages, such as `the struct`.
    pub(crate) item: &'static str,
    /// An option of a field, for error messages.
    pub(crate) example: &'static str,
}

impl DeriveHelper {
    /// Reads the helper attribute above a type.
    pub(crate) fn of_type<T: Options>(&self, attributes: &[Attribute], errors: &mut Errors) -> T {
        let tokens = options(attributes, self.name, "crate = …", errors);
        self.read("type", tokens, "a field", errors)
    }

    /// Reads the attribute above a field.
    pub(crate) fn of_field<T: Options>(&self, attributes: &[Attribute], errors: &mut Errors) -> T {
        let tokens = options(attributes, self.name, self.example, errors);
        self.read("field", tokens, self.item, errors)
    }

    fn read<T: Options>(
        &self,
        name: &'static str,
        tokens: TokenStream,
        place: &'static str,
        errors: &mut Errors,
    ) -> T {
        let elsewhere = Elsewhere {
            are_for: place,
            attribute: self.name,
            place,
        };
        let list = List {
            name,
            elsewhere: Some(elsewhere),
            ..List::default()
        };
        attribute::read(tokens, &list, errors)
    }
}
