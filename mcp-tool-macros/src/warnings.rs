//! What may be wrong and need not be: told as a warning, and silenced by `allow(…)`.
//!
//! A macro can only warn by way of the compiler: a use of something deprecated, at the place that
//! is meant.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Path, Token};

use crate::errors::{Errors, list, nearest};
use crate::model::{Parameter, Tool};
use crate::options::Entry;
use crate::tokens::{first_span, is_punct};

/// What `allow(…)` can name.
const LINTS: &[&str] = &["undocumented", "stdout"];

/// What is not to be warned of.
#[derive(Clone, Copy, Default)]
pub(crate) struct Allowed {
    undocumented: bool,
    stdout: bool,
}

impl Allowed {
    pub(crate) fn parse(option: &Entry, errors: &mut Errors) -> Self {
        let mut allowed = Allowed::default();
        let help = "write `allow(undocumented)` or `allow(stdout)`";
        let Some(tokens) = option.list(help, errors) else {
            return allowed;
        };
        let names = match Punctuated::<Path, Token![,]>::parse_terminated.parse2(tokens) {
            Ok(names) => names,
            Err(error) => {
                errors.report(error.span(), "`allow` takes names of warnings", help);
                return allowed;
            }
        };
        if names.is_empty() {
            errors.report(option.span, "`allow` without a name allows nothing", help);
        }
        for name in &names {
            match name.get_ident().map(Ident::to_string).as_deref() {
                Some("undocumented") => allowed.undocumented = true,
                Some("stdout") => allowed.stdout = true,
                _ => {
                    let given = quote!(#name).to_string().replace(' ', "");
                    let help = match nearest(&given, LINTS) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("the warnings are {}", list(LINTS)),
                    };
                    errors.report(
                        first_span(name),
                        format!("there is no warning `{given}`"),
                        help,
                    );
                }
            }
        }
        allowed
    }

    pub(crate) fn or(self, group: Allowed) -> Self {
        Allowed {
            undocumented: self.undocumented || group.undocumented,
            stdout: self.stdout || group.stdout,
        }
    }
}

/// The warnings about a tool with this body.
pub(crate) fn warnings(tool: &Tool, body: &TokenStream) -> TokenStream {
    let mut warnings = TokenStream::new();
    if !tool.allowed.undocumented {
        for parameter in &tool.parameters {
            if let Parameter::Argument(argument) = parameter
                && argument.description.is_none()
                && !argument.options.flatten
            {
                // R12
                let help = match &argument.section {
                    None => "write a doc comment above it".to_owned(),
                    Some(heading) => format!("say what it is above `{heading}` in its doc comment"),
                };
                let note = format!(
                    "argument `{}` of a tool has no description, so a model can only guess what it \
                     means\n\nhelp: {help}, or `#[arg(description = \"…\")]`; \
                     `#[mcp_tool(allow(undocumented))]` silences this",
                    argument.wire_name
                );
                warnings.extend(warning(argument.wire_span, "undocumented", &note));
            }
        }
    }
    if !tool.allowed.stdout
        && let Some(at) = printing(body)
    {
        let note = "a tool prints to standard output, which is the wire of a server on stdio\n\nhelp: write \
                    `eprintln!` or `tracing::info!`; `#[mcp_tool(allow(stdout))]` silences this";
        warnings.extend(warning(at, "stdout", note));
    }
    warnings
}

/// A warning at this place.
pub(crate) fn warning(at: Span, name: &str, note: &str) -> TokenStream {
    let name = Ident::new(name, at);
    quote_spanned! {at=>
        const _: () = {
            #[deprecated(note = #note)]
            #[allow(non_upper_case_globals)]
            const #name: () = ();
            #name
        };
    }
}

/// Where `println!` or `print!` stands. The body is looked through, and not parsed.
fn printing(tokens: &TokenStream) -> Option<Span> {
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word)
                if (word == "println" || word == "print")
                    && tokens.peek().is_some_and(|next| is_punct(next, '!')) =>
            {
                return Some(word.span());
            }
            TokenTree::Group(group) => {
                if let Some(at) = printing(&group.stream()) {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
