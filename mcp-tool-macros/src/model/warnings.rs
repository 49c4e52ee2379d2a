//! Warnings of the macros. `allow(…)` silences them, and also `nested_input`, which the registry's `build()` reports,
//! because only the registry knows the schema.

use proc_macro2::Span;

use crate::model::{Passing, Tool, arguments};

pub(crate) struct Warning {
    pub(crate) name: &'static str,
    pub(crate) at: Span,
    /// What is wrong, and a line that starts with `help:`.
    pub(crate) note: String,
}

/// Returns the warnings about a tool.
pub(crate) fn warnings(tool: &Tool) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |at: Span, name: &'static str, note: &str, help: &str| {
        if !tool.allowed.has(name) {
            let note =
                format!("{note}\n\nhelp: {help}; `#[mcp_tool(allow({name}))]` silences this");
            warnings.push(Warning { name, at, note });
        }
    };
    for argument in arguments(tool.parameters.iter()) {
        let name = &argument.wire_name;
        if argument.description.is_none() && !argument.flatten {
            let note = format!(
                "argument `{name}` of a tool has no description, so a model can only guess what it means"
            );
            let is_text = argument.ty.to_string() == "str";
            let help = match argument.passing {
                Passing::Reference if !is_text => {
                    "if the server provides the value, write `#[state]` before it; otherwise, write a doc comment above it, or `#[arg(description = \"…\")]`"
                }
                _ => "write a doc comment above it, or `#[arg(description = \"…\")]`",
            };
            let at = argument.wire_span;
            warn(at, "undocumented", &note, help);
        }
    }
    for argument in arguments(tool.parameters.iter()) {
        let name = &argument.wire_name;
        if let Some(header) = &argument.header
            && sounds_secret(name)
        {
            let note = format!("argument `{name}` sounds like a secret, and proxies log headers");
            let help = "write `#[arg(sensitive)]` in place of `header`";
            let at = header.span();
            warn(at, "secret_header", &note, help);
        }
    }
    warnings
}

/// Words that indicate a secret.
#[rustfmt::skip]
const SECRETS: &[&str] = &[
    "password", "passwd", "passphrase", "pwd", "secret", "apikey", "credential", "credentials", "cvv",
    "pin", "ssn", "iban", "jwt",
];

/// Returns whether a name sounds like a secret.
pub(crate) fn sounds_secret(name: &str) -> bool {
    let mut snake_case = String::new();
    let mut was_lower = false;
    for c in name.chars() {
        if c.is_uppercase() && was_lower {
            snake_case.push('_');
        }
        was_lower = c.is_lowercase();
        snake_case.extend(c.to_lowercase());
    }
    let words = snake_case.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_one = |word: &&str| SECRETS.contains(word);
    let is_pair = |pair: &[&str]| {
        let owners = ["api", "access", "private", "secret", "signing"];
        matches!(pair, [owner, "key"] if owners.contains(owner))
    };
    // A name whose last word is `token` sounds like a secret, unless the name contains one of
    // these words. For example, `page_token` is a pagination cursor.
    let is_place = ["page", "next", "previous", "cursor", "continuation", "sync"];
    words.iter().any(is_one)
        || words.windows(2).any(is_pair)
        || words.last() == Some(&"token") && !words.iter().any(|word| is_place.contains(word))
}

#[cfg(test)]
mod tests {
    use super::sounds_secret;

    #[test]
    fn secret_names_are_recognized() {
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
