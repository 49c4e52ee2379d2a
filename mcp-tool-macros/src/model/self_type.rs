//! Replaces `Self` with the block's type in tokens that the expansion copies out of an `impl` block.

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::util::tokens::{in_angle_brackets, is_punct, is_word, replace_content};

/// Returns the tokens with `owner` in place of `Self`. In the generated items, `Self` would be another type.
pub(crate) fn replace(tokens: TokenStream, owner: &TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            token if is_word(&token, "Self") => {
                // Replace `Self::NAME` with `<Type>::NAME`, because `Type::NAME` is a syntax
                // error for a type such as `Vec<u8>`. So check whether `::` follows `Self`.
                let mut ahead = tokens.clone();
                let mut is_colon = || ahead.next().is_some_and(|next| is_punct(&next, ':'));
                let owner = located(owner, token.span());
                let is_path = is_colon() && is_colon();
                out.extend(if is_path {
                    in_angle_brackets(owner)
                } else {
                    owner
                });
            }
            TokenTree::Group(group) => {
                out.extend([replace_content(&group, |inner| replace(inner, owner))]);
            }
            token => out.extend([token]),
        }
    }
    out
}

/// Returns `owner` with the span of the `Self` that it replaces. Compiler errors then point at this `Self`.
fn located(owner: &TokenStream, at: Span) -> TokenStream {
    let tokens = owner.clone().into_iter().map(|mut token| {
        token.set_span(at.resolved_at(token.span()));
        token
    });
    tokens.collect()
}

#[cfg(test)]
mod tests {
    use super::replace;

    #[test]
    fn a_type_and_its_path() {
        let replaced = |text: &str| {
            let owner = "Server<D>".parse().unwrap();
            let tokens = replace(text.parse().unwrap(), &owner);
            tokens.to_string().replace(' ', "")
        };
        assert_eq!(replaced("Vec<Self>"), "Vec<Server<D>>");
        assert_eq!(replaced("(Self::LIMIT)"), "(<Server<D>>::LIMIT)");
        assert_eq!(replaced("Self:Clone"), "Server<D>:Clone");
    }
}
