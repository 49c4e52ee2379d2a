//! `#[derive(ToolError)]`: what a model may read of an error, said beside each variant.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{
    Attribute, Data, DeriveInput, Expr, ExprLit, Fields, GenericParam, Lit, LitStr, Member, Path,
};

use crate::errors::Errors;
use crate::helper::{self, located_at};
use crate::options::{self, Entry, Flag, ungroup};
use crate::template::{Template, local};
use crate::tokens::{is_punct, is_word, type_span};

const HELPER: &str = "tool_error";
const EXAMPLE: &str = "\"…\"";

/// Every key of `#[tool_error(…)]`.
const KEYS: &[&str] = &[
    "private",
    "public",
    "suggest",
    "retry_after",
    "transparent",
    "crate",
];

/// The implementation of `IntoToolError`, or what is wrong with the attributes.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let (whole, arms) = read(&input, &mut errors);
    match errors.finish() {
        Ok(()) => {
            let body = quote!(match self { #(#arms)* });
            implementation(&input, &whole, &body)
        }
        Err(messages) => {
            // The mistake has been reported; that there is no mapping need not be.
            let stand_in = whole.runtime_is_known().then(|| {
                let body = quote!(__p::panic!("it does not compile"));
                implementation(&input, &whole, &body)
            });
            quote!(#messages #stand_in)
        }
    }
}

/// Reads the whole type: its own options, and an arm for each variant without a mistake.
fn read(input: &DeriveInput, errors: &mut Errors) -> (Options, Vec<TokenStream>) {
    for parameter in &input.generics.params {
        if let GenericParam::Lifetime(lifetime) = parameter {
            errors.report(
                lifetime.lifetime.span(),
                "an error that borrows cannot be kept for the log",
                "own what it holds, for example as a `String`",
            );
        }
    }
    let whole = Options::parse(&input.attrs, errors);
    let at = input.ident.span();
    let mut arms = Vec::new();
    match &input.data {
        Data::Struct(data) => {
            refuse_on_fields(&data.fields, "the struct", errors);
            let mapping = whole.mapping(&input.ident, &data.fields, false, errors);
            arms.extend(mapping.map(|mapping| mapping.arm(&quote!(Self), &data.fields, at)));
        }
        Data::Enum(data) => {
            whole.only_for_all_variants(errors);
            let private = whole.is_private().unwrap_or(false);
            for variant in &data.variants {
                let (name, fields) = (&variant.ident, &variant.fields);
                refuse_on_fields(fields, "the variant", errors);
                let options = Options::parse(&variant.attrs, errors);
                options.not_for_all_variants(errors);
                let mapping = options.mapping(name, fields, private, errors);
                arms.extend(mapping.map(|mapping| mapping.arm(&quote!(Self::#name), fields, at)));
            }
        }
        Data::Union(data) => errors.report(
            data.union_token.span(),
            "a union cannot be mapped to a `ToolError`: nobody knows which field it has",
            "make it an enum",
        ),
    }
    (whole, arms)
}

fn refuse_on_fields(fields: &Fields, place: &str, errors: &mut Errors) {
    for field in fields {
        helper::refuse(
            &field.attrs,
            HELPER,
            "`#[tool_error]` says nothing about a field",
            &format!("put it above {place}, and show the field with `{{…}}` in the text"),
            errors,
        );
    }
}

/// What stands in the `#[tool_error(…)]` above a variant or a type.
#[derive(Default)]
struct Options {
    text: Option<LitStr>,
    private: Option<Flag>,
    public: Option<Flag>,
    suggest: Vec<(LitStr, Span)>,
    /// In milliseconds.
    retry_after: Option<(u64, Span)>,
    transparent: Option<Flag>,
    /// Where the key is, and its value, if that could be read.
    crate_path: Option<(Option<Path>, Span)>,
}

impl Options {
    fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut options = Options::default();
        let mut others = TokenStream::new();
        // Texts have no key, and there may be several suggestions.
        for part in parts(helper::options(attributes, HELPER, EXAMPLE, errors)) {
            if let Ok(text) = syn::parse2::<LitStr>(part.clone()) {
                match options.text {
                    None if text.value().trim().is_empty() => {
                        errors.report(
                            text.span(),
                            "the text is empty",
                            "write what went wrong, or remove it: the error's `Display` is then shown",
                        );
                    }
                    None => options.text = Some(text),
                    Some(_) => errors.report(
                        text.span(),
                        "there are two texts for the model",
                        "keep one of them, and write `suggest = \"…\"` for advice",
                    ),
                }
            } else if part
                .clone()
                .into_iter()
                .next()
                .is_some_and(|first| is_word(&first, "suggest"))
            {
                for entry in options::entries(part, KEYS, errors) {
                    options.set(&entry, errors);
                }
            } else {
                others.extend(quote!(#part,));
            }
        }
        for entry in options::entries(others, KEYS, errors) {
            options.set(&entry, errors);
        }
        options
    }

    fn set(&mut self, entry: &Entry, errors: &mut Errors) {
        match entry.key.as_str() {
            "private" => self.private = entry.flag(errors),
            "public" => self.public = entry.flag(errors),
            "suggest" => {
                let text = entry.literal(errors);
                self.suggest.extend(text.map(|text| (text, entry.span)));
            }
            "retry_after" => {
                self.retry_after = delay(entry, errors).map(|delay| (delay, entry.span))
            }
            "transparent" => self.transparent = entry.flag(errors),
            "crate" => self.crate_path = Some((entry.path(errors), entry.span)),
            // `entries` lets only known keys through.
            _ => {}
        }
    }

    fn runtime_is_known(&self) -> bool {
        !matches!(self.crate_path, Some((None, _)))
    }

    fn is_private(&self) -> Option<bool> {
        let public = self.public.map(|public| !public.value);
        self.private.map(|private| private.value).or(public)
    }

    fn is_transparent(&self) -> bool {
        self.transparent.is_some_and(|flag| flag.value)
    }

    /// Whatever decides what the model reads, and where it stands.
    fn decisions(&self) -> Vec<(&'static str, Span)> {
        let mut all = Vec::new();
        all.extend(self.text.iter().map(|text| ("the text", text.span())));
        all.extend(self.private.iter().map(|flag| ("`private`", flag.key)));
        all.extend(self.public.iter().map(|flag| ("`public`", flag.key)));
        all.extend(self.suggest.iter().map(|(_, span)| ("`suggest`", *span)));
        let retry_after = self.retry_after.iter();
        all.extend(retry_after.map(|(_, span)| ("`retry_after`", *span)));
        all
    }

    /// Above an enum stands only what is true for each variant.
    fn only_for_all_variants(&self, errors: &mut Errors) {
        let transparent = self.transparent.map(|flag| ("`transparent`", flag.key));
        for (what, span) in self.decisions().into_iter().chain(transparent) {
            if what != "`private`" {
                errors.report(
                    span,
                    format!("{what} is about one variant, and not about the whole enum"),
                    "move it above the variant; an enum takes `private` and `crate`",
                );
            }
        }
    }

    fn not_for_all_variants(&self, errors: &mut Errors) {
        if let Some((_, span)) = self.crate_path {
            errors.report(
                span,
                "`crate` is about the whole enum",
                "move it above the enum",
            );
        }
    }

    /// Puts the options together with the fields; `None` where something does not fit.
    fn mapping(
        &self,
        owner: &Ident,
        fields: &Fields,
        private_unless_said: bool,
        errors: &mut Errors,
    ) -> Option<Mapping> {
        if self.is_transparent() {
            return self.transparent(owner, fields, errors);
        }
        let private = match (self.private, self.public) {
            (Some(_), Some(public)) => {
                errors.report(
                    public.key,
                    "an error is either `private` or `public`",
                    "remove one of them",
                );
                return None;
            }
            _ => self.is_private(),
        };
        if let (Some(true), Some(text)) = (private, &self.text) {
            errors.report(
                text.span(),
                "a private error has no text for the model",
                "remove the text, or `private`",
            );
            return None;
        }
        let mut template = |text: &LitStr| Template::parse(text, owner, fields, errors);
        let text = match &self.text {
            Some(text) => Text::Public(template(text)?),
            None if private.unwrap_or(private_unless_said) => Text::Private,
            None => Text::Display,
        };
        // All of them are looked at.
        let suggestions: Vec<_> = self
            .suggest
            .iter()
            .map(|(text, _)| template(text))
            .collect();
        Some(Mapping::Own {
            text,
            suggestions: suggestions.into_iter().collect::<Option<_>>()?,
            retry_after: self.retry_after.map(|(delay, _)| delay),
        })
    }

    fn transparent(&self, owner: &Ident, fields: &Fields, errors: &mut Errors) -> Option<Mapping> {
        let others = self.decisions();
        for (what, span) in &others {
            errors.report(
                *span,
                "`transparent` leaves everything to the error inside",
                format!("remove {what}, or `transparent`"),
            );
        }
        if fields.len() != 1 {
            errors.report(
                owner.span(),
                format!(
                    "`transparent` needs one field, and `{owner}` has {}",
                    match fields.len() {
                        0 => "none".to_owned(),
                        count => count.to_string(),
                    }
                ),
                "keep the error inside as the only field, or remove `transparent`",
            );
            return None;
        }
        others.is_empty().then_some(Mapping::Transparent)
    }
}

/// The parts between commas.
fn parts(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in tokens {
        if is_punct(&token, ',') {
            parts.push(TokenStream::new());
        } else if let Some(part) = parts.last_mut() {
            part.extend([token] as [TokenTree; 1]);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The value of `retry_after`, in milliseconds.
fn delay(entry: &Entry, errors: &mut Errors) -> Option<u64> {
    let takes = "a number with a unit, in a string";
    let help = "write `retry_after = \"30s\"`; the units are `ms`, `s`, `m` and `h`";
    let value = entry.any_value(takes, help, errors)?;
    let milliseconds = match ungroup(&value) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => milliseconds(&text.value()),
        _ => None,
    };
    if milliseconds.is_none() {
        errors.report(value.span(), format!("`retry_after` takes {takes}"), help);
    }
    milliseconds
}

fn milliseconds(text: &str) -> Option<u64> {
    let (count, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
    let factor = match unit.trim_start() {
        "ms" => 1,
        "s" => 1000,
        "m" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        _ => return None,
    };
    count.parse::<u64>().ok()?.checked_mul(factor)
}

/// What becomes of a variant, checked.
enum Mapping {
    Own {
        text: Text,
        suggestions: Vec<Template>,
        retry_after: Option<u64>,
    },
    Transparent,
}

enum Text {
    Display,
    Public(Template),
    Private,
}

impl Mapping {
    /// The arm of a `match` on the error, whose type has its name `at` this place.
    fn arm(&self, path: &TokenStream, fields: &Fields, at: Span) -> TokenStream {
        let members: Vec<Member> = fields.members().collect();
        match self {
            Mapping::Transparent => {
                let inner = local(0);
                let (member, ty) = (&members[0], &fields.iter().next().map(|field| &field.ty));
                let at = located_at(ty.map_or(at, type_span));
                let map = quote_spanned!(at=> <#ty as __p::IntoToolError>::into_tool_error);
                quote!(#path { #member: #inner } => #map(#inner),)
            }
            Mapping::Own {
                text,
                suggestions,
                retry_after,
            } => {
                let shown = match text {
                    Text::Public(text) => Some(text),
                    Text::Display | Text::Private => None,
                };
                let mut used: Vec<usize> = shown
                    .into_iter()
                    .chain(suggestions)
                    .flat_map(Template::fields)
                    .collect();
                used.sort_unstable();
                used.dedup();
                let bindings = used.iter().map(|position| {
                    let (member, local) = (&members[*position], local(*position));
                    quote!(#member: ref #local,)
                });
                let start = match text {
                    Text::Display => quote!(__p::Mapping::display()),
                    Text::Private => quote!(__p::Mapping::private()),
                    Text::Public(text) => {
                        let text = text.format();
                        quote!(__p::Mapping::public(#text))
                    }
                };
                let suggestions = suggestions.iter().map(Template::format);
                let retry_after = retry_after.iter();
                // Asks that the type be an error, and nothing else does.
                let apply = quote_spanned!(located_at(at)=> apply(self));
                quote! {
                    #path { #(#bindings)* .. } => #start
                        #(.suggest(#suggestions))*
                        #(.retry_after(#retry_after))*
                        .#apply,
                }
            }
        }
    }
}

fn implementation(input: &DeriveInput, whole: &Options, body: &TokenStream) -> TokenStream {
    let path = whole
        .crate_path
        .as_ref()
        .and_then(|(path, _)| path.as_ref());
    let runtime = helper::runtime(path);
    let ident = &input.ident;
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    quote! {
        const _: () = {
            use #runtime::__private as __p;
            #[automatically_derived]
            #[allow(deprecated)]
            impl #parameters __p::IntoToolError for #ident #arguments #conditions {
                fn into_tool_error(self) -> __p::ToolError {
                    #body
                }
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn delays_have_a_unit() {
        assert_eq!(milliseconds("250ms"), Some(250));
        assert_eq!(milliseconds("30s"), Some(30_000));
        assert_eq!(milliseconds("5 m"), Some(300_000));
        assert_eq!(milliseconds("2h"), Some(7_200_000));
        for text in [
            "",
            "30",
            "s",
            "-1s",
            "1.5s",
            "1 day",
            "99999999999999999999s",
            "9999999999999999h",
        ] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
    }
}
