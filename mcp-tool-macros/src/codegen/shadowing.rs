//! Detects a companion that shadows a crate or a module, as in `serde_json::to_string(…)` inside of `fn
//! serde_json`. For a use in the body, the macro adds advice, because the compiler's error suggests no fix.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::ext::IdentExt as _;

use crate::codegen::warnings::Warnings;
use crate::diagnostics::Errors;
use crate::model::Tool;
use crate::options::name::type_name;
use crate::util::tokens::{is_punct, is_word};

/// Adds a warning with advice if the body uses the companion's name like a crate.
pub(crate) fn advise(tool: &Tool, body: &TokenStream, warnings: &mut Warnings) {
    let name = tool.companion.unraw().to_string();
    let mut uses = Uses::default();
    uses.look_through(body.clone(), &tool.companion, TokenContext::Code);
    if let Some(at) = uses.as_a_path.filter(|_| !uses.is_declared) {
        let note = format!(
            "`{name}::…` refers to the struct of the tool `{name}` here, not to a crate or module\n\n\
             help: write `#[mcp_tool(companion = {})]`, and list the tool by that name",
            type_name(&name)
        );
        warnings.add(at, "shadowed", &note);
    }
}

/// Reports the companion's name at the start of a path in the declaration of the tool. There, the companion
/// hides the crate, and the compiler's errors do not name the tool. Returns whether there is such a path.
pub(crate) fn check_declaration(
    companion: &Ident,
    attribute: &TokenStream,
    head: TokenStream,
    errors: &mut Errors,
) -> bool {
    let name = companion.unraw().to_string();
    let mut uses = Uses::default();
    for tokens in [attribute.clone(), head] {
        uses.look_through(tokens, companion, TokenContext::Code);
    }
    if let Some(at) = uses.as_a_path {
        errors.report(
            at,
            format!("the struct of the tool `{name}` would hide the crate `{name}` in this module"),
            format!(
                "write `#[mcp_tool(companion = {})]`, and list the tool by that name",
                type_name(&name)
            ),
        );
    }
    uses.as_a_path.is_some()
}

/// The uses of a name in the body or in the declaration.
#[derive(Default)]
struct Uses {
    /// The first use at the start of a path.
    as_a_path: Option<Span>,
    /// Whether the body declares the name itself.
    is_declared: bool,
}

/// Where tokens stand.
#[derive(Clone, Copy, PartialEq)]
enum TokenContext {
    /// Inside a `use`.
    Import,
    /// Inside the brackets of an attribute.
    Attribute,
    /// Anywhere else.
    Code,
}

/// Attributes with a list of lints. In `clippy::too_many_arguments`, `clippy` is no crate.
const LINTS: &[&str] = &["allow", "deny", "expect", "forbid", "warn"];

/// Keywords before the declaration of a name.
const DECLARATIONS: &[&str] = &["as", "enum", "mod", "struct", "trait", "type", "union"];

impl Uses {
    /// Scans tokens for uses and declarations of `name`.
    fn look_through(&mut self, tokens: TokenStream, name: &Ident, mut context: TokenContext) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let before = |back| {
                at.checked_sub(back)
                    .map(|before| tokens[before].to_string())
            };
            match token {
                TokenTree::Group(group) => {
                    let sign = before(1).unwrap_or_default();
                    let inside = match (context, sign.as_str()) {
                        (TokenContext::Attribute, word) if LINTS.contains(&word) => continue,
                        (TokenContext::Attribute, "cfg_attr") | (_, "#") => TokenContext::Attribute,
                        (_, "!") if before(2).is_some_and(|sign| sign == "#") => {
                            TokenContext::Attribute
                        }
                        (TokenContext::Attribute, _) => TokenContext::Code,
                        (context, _) => context,
                    };
                    self.look_through(group.stream(), name, inside);
                }
                TokenTree::Ident(word) if word == name => {
                    // One colon precedes a type, as in `it: url::Url`.
                    let continues = before(1).is_some_and(|sign| sign == ":")
                        && before(2).is_some_and(|sign| sign == ":");
                    let before = before(1).unwrap_or_default();
                    let after = |ahead: usize, punct| {
                        tokens
                            .get(at + ahead)
                            .is_some_and(|token| is_punct(token, punct))
                    };
                    let is_path = after(1, ':') && after(2, ':') && !after(3, '<');
                    match before.as_str() {
                        word if DECLARATIONS.contains(&word) => self.is_declared = true,
                        // For the name `url`, the import `use other::url;` declares the name, but
                        // `use url::Url;` does not.
                        _ if context == TokenContext::Import && !is_path => self.is_declared = true,
                        "." => {}
                        _ if continues => {}
                        _ if is_path => {
                            self.as_a_path.get_or_insert(word.span());
                        }
                        _ => {}
                    }
                }
                token if is_word(token, "use") => context = TokenContext::Import,
                token if is_punct(token, ';') => context = TokenContext::Code,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::{Ident, TokenContext, Uses, type_name};

    #[test]
    fn uses_of_a_name_as_a_crate_are_found() {
        let is_found = |body: &str| {
            let mut uses = Uses::default();
            let name = Ident::new("url", Span::call_site());
            uses.look_through(body.parse().unwrap(), &name, TokenContext::Code);
            uses.as_a_path.is_some() && !uses.is_declared
        };
        assert!(is_found("{ let it = url::Url::parse(text)?; it }"));
        assert!(is_found("format!(\"{}\", url::VERSION)"));
        assert!(is_found("{ let it: url::Url = text.parse(); it }"));
        for attribute in [
            "#[allow(url::lint)]",
            "#[cfg_attr(test, expect(url::lint, reason = \"long\"))]",
            "{ #![warn(url::lint)] }",
        ] {
            assert!(!is_found(attribute), "{attribute}");
        }
        assert!(is_found("warn(url::VERSION)"));
        assert!(is_found("#[arg(default = url::VERSION)] version: u8"));
        assert!(!is_found("::url::Url::parse(text)"));
        assert!(!is_found("crate::url::parse(text)"));
        assert!(is_found("{ use url::Url; Url::parse(text) }"));
        assert!(is_found("{ use std::{fmt, io}; url::parse(text) }"));
        for declaration in [
            "use other as url;",
            "use ::url;",
            "use url;",
            "use crate::{self, inner::{self, url}};",
            "mod url { pub fn parse(text: &str) {} }",
            "enum url { A }",
        ] {
            let body = format!("{{ {declaration} url::parse(text) }}");
            assert!(!is_found(&body), "{body}");
        }
        assert!(!is_found("let url = text; url.len(); self.url::<u8>()"));
        assert_eq!(type_name("serde_json"), "SerdeJsonTool");
    }
}
