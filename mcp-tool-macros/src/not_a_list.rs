//! What is said where a list of options is none: it is written as elsewhere, with `:` or `;`.

use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Lit, LitStr};

use crate::errors::Errors;
use crate::show::show;
use crate::tokens::{is_punct, is_word};

/// Reports the first mistake of a known kind, with the whole list as it has to be written.
pub(crate) fn report(tokens: TokenStream, errors: &mut Errors) -> bool {
    let (corrected, Some((at, what))) = corrected(tokens) else {
        return false;
    };
    errors.report(at, what, format!("write `{corrected}`"));
    true
}

/// The list as it has to be written, and the first thing that was wrong with it.
fn corrected(tokens: TokenStream) -> (String, Option<Mistake>) {
    let (mut options, mut mistake) = (Vec::new(), None);
    let mut option = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_semicolon = is_punct(&token, ';');
        let is_end = is_semicolon || is_punct(&token, ',');
        let at = token.span();
        if !is_end {
            option.push(token);
        }
        if (is_end || tokens.peek().is_none()) && !option.is_empty() {
            let (text, wrong) = written(&std::mem::take(&mut option));
            mistake = mistake.or(wrong);
            options.push(text);
        }
        if is_semicolon {
            let what = "options are separated by commas, not by `;`";
            mistake = mistake.or_else(|| Some((at, what.to_owned())));
        }
    }
    (options.join(", "), mistake)
}

type Mistake = (Span, String);

/// One option as it has to be written, and what was wrong with it.
fn written(option: &[TokenTree]) -> (String, Option<Mistake>) {
    let text = |tokens: &[TokenTree]| show(&tokens.iter().cloned().collect::<TokenStream>());
    match option {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Brace => {
            let what = "options stand without braces".to_owned();
            (corrected(group.stream()).0, Some((group.span(), what)))
        }
        [key, TokenTree::Punct(colon), rest @ ..]
            if colon.as_char() == ':' && colon.spacing() == Spacing::Alone && !rest.is_empty() =>
        {
            let what = "an option is written with `=`, not with `:`".to_owned();
            let corrected = format!("{} = {}", name(key), text(rest));
            (corrected, Some((colon.span(), what)))
        }
        [key @ TokenTree::Literal(_), equals, rest @ ..]
            if is_punct(equals, '=') && !rest.is_empty() =>
        {
            let what = "the key of an option has no quotes".to_owned();
            let corrected = format!("{} = {}", name(key), text(rest));
            (corrected, Some((key.span(), what)))
        }
        [key @ TokenTree::Ident(word), value] if is_value(value) => {
            let what = format!("there is no `=` between `{word}` and its value");
            let corrected = format!("{} = {}", name(key), text(std::slice::from_ref(value)));
            (corrected, Some((value.span(), what)))
        }
        other => (text(other), None),
    }
}

fn is_value(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Literal(_)) || is_word(token, "true") || is_word(token, "false")
}

/// A key, without the quotes that it has in JSON.
fn name(key: &TokenTree) -> String {
    let text: Option<LitStr> = match key {
        TokenTree::Literal(literal) => match Lit::new(literal.clone()) {
            Lit::Str(text) => Some(text),
            _ => None,
        },
        _ => None,
    };
    text.map_or_else(|| key.to_token_stream().to_string(), |text| text.value())
}
