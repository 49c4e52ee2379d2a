//! What may be wrong and need not be: told as a warning, and silenced by `allow(…)`. The warning
//! `nested_input` comes from `build()`, which knows the schema.
//!
//! A macro can only warn by way of the compiler: a use of something deprecated, at the place that
//! is meant.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;

use crate::model::{Parameter, Tool};
use crate::options::icon::Icon;
use crate::options::meta::Meta;
use crate::util::tokens::is_punct;

/// The warnings about a tool with this body.
pub(crate) fn warnings(tool: &Tool, body: &TokenStream) -> TokenStream {
    let mut warnings = metadata_warnings(tool);
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
    if !tool.allowed.secret_header {
        for parameter in &tool.parameters {
            if let Parameter::Argument(argument) = parameter
                && let Some(header) = &argument.options.header
                && sounds_secret(&argument.wire_name)
            {
                // R48
                let note = format!(
                    "argument `{}` sounds like a secret, and its header is one that proxies log\n\nhelp: \
                     write `#[arg(sensitive)]` in place of `header`; \
                     `#[mcp_tool(allow(secret_header))]` silences this",
                    argument.wire_name
                );
                warnings.extend(warning(header.span(), "secret_header", &note));
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

/// What is said about icons and `_meta`.
fn metadata_warnings(tool: &Tool) -> TokenStream {
    let mut warnings = TokenStream::new();
    if !tool.allowed.icon_type {
        for (media_type, at) in tool.icons.iter().filter_map(Icon::unusual_type) {
            // R62
            let note = format!(
                "not every client shows an icon of the type `{media_type}`\n\nhelp: write \
                 `mime_type = \"image/png\"` for an icon of that type, or take SVG, JPEG or WebP; \
                 `#[mcp_tool(allow(icon_type))]` silences this"
            );
            warnings.extend(warning(at, "icon_type", &note));
        }
    }
    if !tool.allowed.meta_prefix {
        for (key, turned) in tool.meta.iter().flat_map(Meta::turned_keys) {
            // R72
            let note = format!(
                "the prefix of the key `{}` seems to be a domain name, and keys have it in \
                 reverse\n\nhelp: write `\"{turned}\"`; `#[mcp_tool(allow(meta_prefix))]` silences this",
                key.value()
            );
            warnings.extend(warning(key.span(), "meta_prefix", &note));
        }
    }
    warnings
}

/// R48, R199: whether somebody would call a secret so.
pub(crate) fn sounds_secret(name: &str) -> bool {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        let starts = c.is_uppercase() && was_lower || !c.is_alphanumeric();
        was_lower = c.is_lowercase();
        if starts && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase().filter(|c| c.is_alphanumeric()));
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_one = |word: &&str| {
        matches!(
            *word,
            "password"
                | "passwd"
                | "passphrase"
                | "pwd"
                | "secret"
                | "apikey"
                | "credential"
                | "credentials"
                | "cvv"
                | "pin"
                | "ssn"
                | "iban"
                | "jwt"
        )
    };
    let is_pair = |pair: &[&str]| {
        let owners = ["api", "access", "private", "secret", "signing"];
        matches!(pair, [owner, "key"] if owners.contains(owner))
    };
    // `page_token` is a place in a list.
    let is_place = ["page", "next", "previous", "cursor", "continuation", "sync"];
    words.iter().any(is_one)
        || words.windows(2).any(is_pair)
        || words.last() == Some(&"token") && !words.iter().any(|word| is_place.contains(word))
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

#[cfg(test)]
mod tests {
    use super::sounds_secret;

    #[test]
    fn names_that_sound_like_a_secret() {
        // R48
        for name in [
            "password",
            "api_key",
            "apiKey",
            "token",
            "access_token",
            "userPassword",
            "PIN",
            "client-secret",
        ] {
            assert!(sounds_secret(name), "{name}");
        }
        for name in [
            "region",
            "page_token",
            "nextPageToken",
            "max_tokens",
            "key",
            "pinned",
            "secretary",
            "monkey",
            "",
        ] {
            assert!(!sounds_secret(name), "{name}");
        }
    }
}
