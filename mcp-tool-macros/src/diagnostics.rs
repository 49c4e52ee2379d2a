//! Collects the errors of one macro, and formats their messages.

use std::fmt::Display;

use darling::{Error, Result};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// The errors of one use of a macro.
///
/// Each part of the macro reports its errors to this value. [`Errors::finish`] returns the macro's output
/// only if there is no error.
///
/// Each message starts in lower case, has no full stop, and has backticks around code. A `help:` line
/// says how to fix the mistake, where possible with the code to write. If the mistake breaks a rule of
/// the protocol, a link to the specification follows.
#[derive(Default)]
pub(crate) struct Errors {
    messages: Vec<Error>,
    /// Generated code that fails the build if the compiler does not report the user's mistake itself.
    left_to_rustc: Vec<TokenStream>,
}

/// Returns an error with the message `what` and a `help:` line.
pub(crate) fn mistake(at: Span, what: impl Display, help: impl Display) -> Error {
    Error::custom(format!("{what}\n\nhelp: {help}")).with_span(&at)
}

/// Returns an error about a violation of the protocol. The message links to `page` of the specification.
pub(crate) fn rule_violation(
    at: Span,
    what: impl Display,
    help: impl Display,
    page: &str,
) -> Error {
    let page = format!("https://modelcontextprotocol.io/specification/{page}");
    mistake(at, what, format!("{help}\nsee {page}"))
}

impl Errors {
    /// Reports a mistake with the message `what` and a `help:` line.
    pub(crate) fn report(&mut self, at: Span, what: impl Display, help: impl Display) {
        self.push(mistake(at, what, help));
    }

    /// Reports a mistake, and returns `None` in place of what the mistake prevents.
    pub(crate) fn fail<T>(
        &mut self,
        at: Span,
        what: impl Display,
        help: impl Display,
    ) -> Option<T> {
        self.report(at, what, help);
        None
    }

    /// Reports a violation of the protocol. The message links to `page` of the specification.
    pub(crate) fn report_rule(
        &mut self,
        at: Span,
        what: impl Display,
        help: impl Display,
        page: &str,
    ) {
        self.push(rule_violation(at, what, help, page));
    }

    pub(crate) fn push(&mut self, error: impl Into<Error>) {
        self.messages.push(error.into());
    }

    /// Returns the value of a result, or records its error.
    pub(crate) fn read<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Leaves a mistake to the compiler, which has a message of its own. If the compiler accepts the code, a
    /// generated constant panics with the text `what`. The compiler evaluates the constant after all other
    /// checks.
    pub(crate) fn leave_to_rustc(&mut self, at: Span, what: impl Display) {
        let what = what.to_string();
        self.left_to_rustc.push(quote_spanned! {at=>
            const _: () = {
                fn __refused<__T>() {
                    const { ::core::panic!(#what) }
                }
                static __REFUSED: fn() = __refused::<()>;
            };
        });
    }

    /// Returns whether there is no error so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Returns the number of errors so far.
    pub(crate) fn count(&self) -> usize {
        self.messages.len() + self.left_to_rustc.len()
    }

    /// Returns the value, or all errors as one error.
    pub(crate) fn into_result<T>(self, value: Option<T>) -> Result<T> {
        if self.messages.is_empty() {
            value.ok_or_else(unknown_mistake)
        } else {
            Err(Error::multiple(self.messages))
        }
    }

    /// Returns `made` if there is no error, or code that makes the compiler report each error. If `made` is
    /// `None` without an error, that code reports a fault of the macro.
    pub(crate) fn finish<T>(self, made: Option<T>) -> std::result::Result<T, TokenStream> {
        if let Some(made) = made
            && self.is_empty()
        {
            return Ok(made);
        }
        let fault = self.is_empty().then(unknown_mistake);
        let messages = self.messages.into_iter().chain(fault);
        Err(messages
            .map(Error::write_errors)
            .chain(self.left_to_rustc)
            .collect())
    }
}

fn unknown_mistake() -> Error {
    let what = "this macro cannot read the item, and finds no mistake in it";
    let help = "report it to the authors of `mcp-tool-runtime`, with the item";
    mistake(Span::call_site(), what, help)
}

/// Returns the help for an unknown word: the most similar known word, or a list of all.
pub(crate) fn help_for_unknown(what: &str, word: &str, words: &[&str]) -> String {
    match nearest(word, words) {
        Some(near) => format!("a similar {what} exists: `{near}`"),
        None if words.len() == 1 => format!("the only {what} is {}", listed(words)),
        None => format!("the {what}s are {}", listed(words)),
    }
}

/// Returns the known word that is most similar to `word`, if one is similar enough.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let word = fold(word);
    known
        .iter()
        .map(|known| {
            let folded = fold(known);
            // Accept a word that begins with a known word. For example, `readOnlyHint` begins
            // with `read_only`, because `fold` converts letters to lower case and removes `_`.
            // Also accept the first three or more letters of a known word, such as `desc` for
            // `description`.
            let begins = word.starts_with(&folded) || word.len() > 2 && folded.starts_with(&word);
            let distance = strsim::damerau_levenshtein(&word, &folded);
            (if begins { 1 } else { distance }, *known)
        })
        // The number of accepted typing errors grows with the length of the known word. For a
        // known word of up to five letters, accept only one error.
        .filter(|(distance, known)| {
            *distance <= (known.len() / 4 + usize::from(known.len() > 5)).max(1)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// Returns the letters and digits of a word in lower case. The results for `readOnly`, `read-only` and
/// `read_only` are equal.
pub(crate) fn fold(word: &str) -> String {
    word.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns the words as a list: `` `a`, `b` and `c` ``.
pub(crate) fn listed(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::{Errors, nearest};

    #[test]
    fn each_mistake_fails_the_build() {
        let build = |errors: Errors, made| errors.finish(made).map_err(|code| code.to_string());
        assert_eq!(build(Errors::default(), Some(1)), Ok(1));
        let at = Span::call_site();
        let mut errors = Errors::default();
        errors.report(at, "wrong", "write it");
        assert!(
            build(errors, Some(1))
                .unwrap_err()
                .contains("compile_error")
        );
        let mut errors = Errors::default();
        errors.leave_to_rustc(at, "refused");
        assert_eq!(errors.count(), 1);
        assert!(build(errors, Some(1)).unwrap_err().contains("panic"));
        // A macro that generates nothing must report an error.
        let lost = build(Errors::default(), None).unwrap_err();
        assert!(lost.contains("compile_error"));
    }

    #[test]
    fn nearest_finds_a_similar_word() {
        let nearest = |word| nearest(word, &["name", "title", "description", "read_only"]);
        assert_eq!(nearest("read_onyl"), Some("read_only"));
        assert_eq!(nearest("readOnly"), Some("read_only"));
        assert_eq!(nearest("readOnlyHint"), Some("read_only"));
        assert_eq!(nearest("desc"), Some("description"));
        assert_eq!(nearest("titel"), Some("title"));
        assert_eq!(nearest("colour"), None);
        assert_eq!(nearest("nmae"), Some("name"));
        assert_eq!(nearest("safe"), None);
    }
}
