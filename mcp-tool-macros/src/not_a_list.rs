//! What is said where a list of options is none: it is written as elsewhere, with `:` or `;`.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, Lit, LitStr};

use crate::errors::{Errors, nearest};
use crate::objects::options_in;
use crate::show::show;
use crate::tokens::{is_punct, is_word};

/// Reports the first mistake of a known kind, with the whole list as it has to be written, which is
/// the answer: what else is wrong in it can be told as well.
pub(crate) fn corrected(
    tokens: TokenStream,
    keys: &[&str],
    errors: &mut Errors,
) -> Option<TokenStream> {
    let mut list = List {
        keys,
        options: Vec::new(),
        mistake: None,
    };
    list.read(tokens);
    let (at, what) = list.mistake?;
    let texts: Vec<_> = list.options.iter().map(show).collect();
    let help = match texts.is_empty() {
        true => "remove it".to_owned(),
        false => format!("write `{}`", texts.join(", ")),
    };
    errors.report(at, what, help);
    let comma = TokenTree::from(Punct::new(',', Spacing::Alone));
    let options = list.options.into_iter();
    Some(
        options
            .flat_map(|option| option.into_iter().chain([comma.clone()]))
            .collect(),
    )
}

/// A list as it has to be written, and the first thing that was wrong with it.
struct List<'k> {
    keys: &'k [&'k str],
    options: Vec<TokenStream>,
    mistake: Option<(Span, String)>,
}

impl List<'_> {
    fn wrong(&mut self, at: Span, what: impl Into<String>) {
        if self.mistake.is_none() {
            self.mistake = Some((at, what.into()));
        }
    }

    fn read(&mut self, tokens: TokenStream) {
        let mut option = Vec::new();
        for token in tokens {
            let is_semicolon = is_punct(&token, ';');
            if !is_semicolon && !is_punct(&token, ',') {
                option.push(token);
                continue;
            }
            if option.is_empty() && !is_semicolon {
                self.wrong(token.span(), "there is no option before this comma");
            }
            self.option(&std::mem::take(&mut option));
            if is_semicolon {
                self.wrong(token.span(), "options are separated by commas, not by `;`");
            }
        }
        self.option(&option);
    }

    /// One option, or several without a comma between them.
    fn option(&mut self, option: &[TokenTree]) {
        match option {
            [] => {}
            [TokenTree::Group(group)] if group.delimiter() != Delimiter::None => {
                let brackets = match group.delimiter() {
                    Delimiter::Brace => "braces",
                    _ => "brackets of their own",
                };
                self.wrong(group.span(), format!("options stand without {brackets}"));
                self.read(group.stream());
            }
            [not, key @ TokenTree::Ident(_)] if is_punct(not, '!') => {
                self.wrong(
                    not.span(),
                    "an option is switched off by its value, and not by `!`",
                );
                let span = key.span();
                self.options.push(quote_spanned!(span=> #key = false));
            }
            [word, rest @ ..]
                if !rest.is_empty() && (is_word(word, "let") || is_word(word, "const")) =>
            {
                self.wrong(
                    word.span(),
                    format!("an option is written without `{word}`"),
                );
                self.option(rest);
            }
            [key @ TokenTree::Literal(_), rest @ ..] if sign(rest).is_some() => match name(key) {
                Some(key) if is_punct(&rest[0], '=') && sign(rest) == Some(1) => {
                    self.wrong(key.span(), "the key of an option has no quotes");
                    self.given(&key.into(), rest);
                }
                Some(key) => self.given(&key.into(), rest),
                None => self.options.push(option.iter().cloned().collect()),
            },
            [key @ TokenTree::Ident(_), rest @ ..] if sign(rest).is_some() => self.given(key, rest),
            [TokenTree::Ident(word), value, rest @ ..] if is_value(value) => {
                let what = format!("there is no `=` between `{word}` and its value");
                self.wrong(value.span(), what);
                let span = value.span();
                self.options.push(quote_spanned!(span=> #word = #value));
                self.next(rest);
            }
            // `read_only`, `meta(…)`
            [
                key @ TokenTree::Ident(_),
                TokenTree::Group(group),
                rest @ ..,
            ] => {
                self.options.push(quote_spanned!(key.span()=> #key #group));
                self.next(rest);
            }
            [key, rest @ ..]
                if self.is_key(key) && matches!(rest.first(), None | Some(TokenTree::Ident(_))) =>
            {
                self.options.push(key.to_token_stream());
                self.next(rest);
            }
            other => self.options.push(other.iter().cloned().collect()),
        }
    }

    /// Whether this is a key, or was meant to be one.
    fn is_key(&self, token: &TokenTree) -> bool {
        matches!(token, TokenTree::Ident(word) if nearest(&word.to_string(), self.keys).is_some())
    }

    /// An option behind another one.
    fn next(&mut self, rest: &[TokenTree]) {
        if let Some(first) = rest.first() {
            self.wrong(first.span(), format!("there is no comma before `{first}`"));
            self.option(rest);
        }
    }

    /// What stands behind a key: a sign and a value.
    fn given(&mut self, key: &TokenTree, rest: &[TokenTree]) {
        let (sign, mut value) = rest.split_at(sign(rest).unwrap_or(1));
        // `NAME: &str = "…"`
        let typed = value.iter().position(|token| is_punct(token, '='));
        if let (":", Some(equals)) = (text(sign).as_str(), typed) {
            value = &value[equals + 1..];
        }
        if let (Some(last), false) = (sign.last(), text(sign) == "=") {
            let what = format!("an option is written with `=`, not with `{}`", text(sign));
            self.wrong(last.span(), what);
        }
        if let [TokenTree::Group(group)] = value
            && group.delimiter() == Delimiter::Brace
            && let Some(entries) = options_in(&group.to_token_stream())
        {
            self.options
                .push(quote_spanned!(key.span()=> #key(#entries)));
            return;
        }
        let (value, more) = self.value(value);
        self.options
            .push(quote_spanned!(key.span()=> #key = #value));
        self.next(&more);
    }

    /// The value, and what belongs to the next option.
    fn value(&mut self, value: &[TokenTree]) -> (TokenStream, Vec<TokenTree>) {
        let all: TokenStream = value.iter().cloned().collect();
        let split = |input: ParseStream<'_>| -> syn::Result<(Expr, TokenStream)> {
            Ok((input.parse()?, input.parse()?))
        };
        let Ok((first, more)) = split.parse2(all.clone()) else {
            return (all, Vec::new());
        };
        let more: Vec<_> = more.into_iter().collect();
        match more.first() {
            Some(TokenTree::Ident(word)) => {
                let is_key = self.is_key(&TokenTree::from(word.clone()));
                let are_words = value
                    .iter()
                    .all(|token| matches!(token, TokenTree::Ident(_)))
                    && !is_value(&value[0]);
                if are_words && !is_key {
                    self.wrong(value[0].span(), "a text stands in quotes");
                    let text = LitStr::new(&words(value), value[0].span());
                    return (text.to_token_stream(), Vec::new());
                }
                (first.to_token_stream(), more)
            }
            _ => (all, Vec::new()),
        }
    }
}

/// How many tokens are the sign between a key and its value, whether it is `=` or another one.
fn sign(rest: &[TokenTree]) -> Option<usize> {
    let (first, second) = (rest.first()?, rest.get(1));
    let second = second.filter(|second| matches!(second, TokenTree::Punct(_)));
    let is = |token: &TokenTree, signs: &str| signs.chars().any(|sign| is_punct(token, sign));
    let is_joint = matches!(first, TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint);
    let length = match second {
        Some(second) if is(first, ":=") && is(second, "=") => 2,
        Some(second) if is(first, "=-") && is(second, ">") && is_joint => 2,
        Some(second) if is(first, ":") && is(second, ":") && is_joint => return None,
        _ if is(first, ":=") => 1,
        _ => return None,
    };
    (rest.len() > length).then_some(length)
}

/// Tokens without any space.
fn text(tokens: &[TokenTree]) -> String {
    tokens.iter().map(ToString::to_string).collect()
}

fn words(tokens: &[TokenTree]) -> String {
    let words: Vec<_> = tokens.iter().map(ToString::to_string).collect();
    words.join(" ")
}

fn is_value(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Literal(_)) || is_word(token, "true") || is_word(token, "false")
}

/// A key without the quotes that it has in JSON.
fn name(key: &TokenTree) -> Option<Ident> {
    match key {
        TokenTree::Literal(literal) => match Lit::new(literal.clone()) {
            Lit::Str(text) => text.parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
