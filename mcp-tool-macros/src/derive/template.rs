//! Texts with placeholders for the fields of a variant or struct: `"no station in {city}"`, `"no note {0}"`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::{Fields, LitStr, Member};

use crate::diagnostics::{Errors, help_for_unknown};

/// A text whose placeholders are fields.
pub(crate) struct Template {
    /// The text for `format!`. The placeholder `{0}` becomes `{_0}`, because a named argument cannot start
    /// with a digit.
    literal: LitStr,
    /// The placeholders without duplicates, with the positions of their fields.
    used: Vec<(Ident, usize)>,
}

impl Template {
    /// Reads a text for the variant or struct `owner`. Reports a placeholder that is not a field. The
    /// compiler reports other mistakes when it expands `format!`.
    pub(crate) fn parse(
        literal: &LitStr,
        owner: &Ident,
        fields: &Fields,
        errors: &mut Errors,
    ) -> Option<Self> {
        let names: Vec<String> = fields
            .iter()
            .enumerate()
            .map(|(position, field)| match &field.ident {
                Some(ident) => ident.unraw().to_string(),
                None => position.to_string(),
            })
            .collect();
        let text = literal.value();
        let mut written = String::new();
        let mut used: Vec<(Ident, usize)> = Vec::new();
        let mut rest = text.as_str();
        while let Some(start) = rest.find('{') {
            let (before, after) = rest.split_at(start + 1);
            written += before;
            rest = after;
            if let Some(escaped) = rest.strip_prefix('{') {
                written.push('{');
                rest = escaped;
                continue;
            }
            let end = rest.find([':', '}']).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            rest = after;
            let Some(position) = names.iter().position(|known| known == name.trim()) else {
                no_such_field(name.trim(), literal.span(), owner, &names, errors);
                return None;
            };
            let name = field_name(&fields.members().nth(position)?);
            written += &name.to_string();
            if used.iter().all(|(_, known)| *known != position) {
                used.push((name, position));
            }
        }
        written += rest;
        Some(Template {
            literal: LitStr::new(&written, literal.span()),
            used,
        })
    }

    /// Returns the positions of the fields that the text contains.
    pub(crate) fn fields(&self) -> impl Iterator<Item = usize> {
        self.used.iter().map(|(_, position)| *position)
    }

    /// Returns the expression that formats the text. The expression reads each field from the variable that
    /// [`local`] returns.
    pub(crate) fn format(&self) -> TokenStream {
        let literal = &self.literal;
        let span = literal.span();
        let arguments = self.used.iter().map(|(name, _)| {
            let mut local = local(name);
            local.set_span(local.span().located_at(span));
            quote!(#name = #local)
        });
        quote_spanned!(span=> __mcp::format!(#literal #(, #arguments)*))
    }
}

/// Returns the name of a field in `format!`: its own name, or `_0` for the field `0`.
pub(crate) fn field_name(member: &Member) -> Ident {
    match member {
        Member::Named(name) => name.unraw(),
        Member::Unnamed(index) => format_ident!("_{}", index.index),
    }
}

/// Returns the name of the variable for the field with this name in `format!`. The name has a hygienic span, so the
/// user's code cannot refer to the variable.
pub(crate) fn local(field: &Ident) -> Ident {
    format_ident!("_{field}", span = Span::mixed_site())
}

fn no_such_field(name: &str, at: Span, owner: &Ident, names: &[String], errors: &mut Errors) {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let what = match name {
        "" => "this placeholder does not name a field".to_owned(),
        _ => format!("`{owner}` has no field `{name}`"),
    };
    let help = match names.as_slice() {
        [] => "remove the placeholder, or add a field for it; to show braces in the text, write `{{` and `}}`".to_owned(),
        [first, ..] if name.is_empty() => format!("write the name of a field, as in `{{{first}}}`"),
        names => help_for_unknown("field", name, names),
    };
    errors.report(at, what, help);
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn template(text: &str, fields: &Fields) -> Option<(String, Vec<usize>)> {
        let literal = LitStr::new(text, Span::call_site());
        let mut errors = Errors::default();
        let owner = Ident::new("Unknown", Span::call_site());
        let template = Template::parse(&literal, &owner, fields, &mut errors);
        assert_eq!(template.is_none(), !errors.is_empty());
        template.map(|template| (template.literal.value(), template.fields().collect()))
    }

    #[test]
    fn placeholders_are_fields() {
        let named = Fields::Named(parse_quote!({ city: String, r#type: u8 }));
        let unnamed = Fields::Unnamed(parse_quote!((String, u8)));
        let same = |text: &str, used: &[usize]| Some((text.to_owned(), used.to_vec()));
        assert_eq!(template("nothing", &Fields::Unit), same("nothing", &[]));
        assert_eq!(template("{city}", &named), same("{city}", &[0]));
        assert_eq!(
            template("{type:?} {city:>8} {type}", &named),
            same("{type:?} {city:>8} {type}", &[1, 0]),
        );
        assert_eq!(
            template("{1:?} {{0}} {0}", &unnamed),
            same("{_1:?} {{0}} {_0}", &[1, 0]),
        );
        for text in ["{}", "{:?}", "{town}", "{2}", "{0}", "{city.name}"] {
            assert_eq!(template(text, &named), None, "{text}");
        }
        assert_eq!(template("{0}", &Fields::Unit), None);
    }
}
