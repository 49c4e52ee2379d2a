//! Replaces `Self` with the block's type in tokens that the expansion copies out of an `impl` block.

use proc_macro2::{Span, TokenStream};

use crate::util::tokens::{in_angle_brackets, is_punct, is_word, map};

/// Returns the tokens with `owner` in place of `Self`. In the generated items, `Self` would be another type.
pub(crate) fn replace(tokens: TokenStream, owner: &TokenStream) -> TokenStream {
    map(tokens, &|rest| {
        is_word(&rest[0], "Self").then_some(())?;
        // Replace `Self::NAME` with `<Type>::NAME`, because `Type::NAME` is a syntax error for a type such as
        // `Vec<u8>`.
        let is_path = matches!(rest, [_, one, two, ..] if is_punct(one, ':') && is_punct(two, ':'));
        let owner = located(owner, rest[0].span());
        Some((
            1,
            if is_path {
                in_angle_brackets(owner)
            } else {
                owner
            },
        ))
    })
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
