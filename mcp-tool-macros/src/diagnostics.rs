use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// Everything that is wrong with one use of a macro. All parts report here, and there is one gate
/// at the end. Each mistake is kept as code that fails the build: nothing is dropped silently.
///
/// House style: lower case, no full stop, backticks for code; then `help:` with the text to write;
/// then the page of the specification, where a rule of the protocol is at stake.
#[derive(Default)]
pub(crate) struct Errors {
    all: Vec<TokenStream>,
}

impl Errors {
    /// Reports a mistake, and what to write instead.
    pub(crate) fn report(&mut self, at: Span, what: impl Display, help: impl Display) {
        self.push(at, format!("{what}\n\nhelp: {help}"));
    }

    /// Reports a breach of the protocol, whose page under `specification/` is named as well.
    pub(crate) fn report_rule(
        &mut self,
        at: Span,
        what: impl Display,
        help: impl Display,
        page: &str,
    ) {
        self.push(
            at,
            format!(
                "{what}\n\nhelp: {help}\nsee https://modelcontextprotocol.io/specification/{page}"
            ),
        );
    }

    /// Takes over each of the messages of a parser; darling's own conversion keeps the first.
    pub(crate) fn absorb(&mut self, error: syn::Error) {
        for error in error {
            self.push(error.span(), error.to_string());
        }
    }

    /// Leaves a mistake to the compiler, which reports it in its own words. If it does not, code
    /// generation fails with this text: the constant is evaluated after all other checks.
    pub(crate) fn leave_to_rustc(&mut self, at: Span, what: impl Display) {
        let what = what.to_string();
        self.all.push(quote_spanned! {at=>
            const _: () = {
                fn __refused<__T>() {
                    const { ::core::panic!(#what) }
                }
                static __REFUSED: fn() = __refused::<()>;
            };
        });
    }

    fn push(&mut self, at: Span, text: impl Display) {
        let error = syn::Error::new(at, text);
        self.all.push(error.into_compile_error());
    }

    /// Whether nothing is known to be wrong so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// How much is known to be wrong so far.
    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// The gate: what was made, or why it is not there.
    pub(crate) fn finish<T>(mut self, made: Option<T>) -> Result<T, TokenStream> {
        if self.all.is_empty() && made.is_none() {
            let what = "this macro cannot read the item, and finds no mistake in it";
            let help = "report it to the authors of `mcp-tool-runtime`, with the item";
            self.report(Span::call_site(), what, help);
        }
        made.filter(|_| self.all.is_empty())
            .ok_or_else(|| self.all.into_iter().collect())
    }
}

/// Words by which keys go elsewhere: in JSON Schema, in other crates, in other lists.
const SYNONYMS: &[(&str, &[&str])] = &[
    (
        "range",
        &["min", "max", "minimum", "maximum", "ge", "le", "lt"],
    ),
    (
        "length",
        &["minlength", "maxlength", "minitems", "maxitems", "size"],
    ),
    ("pattern", &["regex", "regexp", "matches"]),
    ("sensitive", &["secret", "password"]),
    ("header", &["xmcpheader"]),
    (
        "description",
        &["about", "doc", "docs", "help", "summary", "instructions"],
    ),
    ("suggest", &["suggestion", "hint", "advice", "help"]),
    ("private", &["hidden", "mask", "masked", "internal"]),
    ("skip", &["ignore", "hidden", "exclude"]),
    ("sizes", &["width", "height", "dimensions"]),
    ("mime_type", &["type", "mediatype", "contenttype", "format"]),
    ("blocking", &["spawnblocking", "blockinplace"]),
    ("companion", &["structname", "typename"]),
    ("name", &["toolname", "id"]),
    ("stdout", &["println", "print"]),
    ("src", &["url", "uri", "href", "source"]),
    ("timeout", &["deadline"]),
    ("request_state", &["requeststatekey", "sealed", "mrtr"]),
];

/// The known word that was probably meant.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let word = fold(word);
    let synonym = known.iter().copied().find(|known| {
        SYNONYMS
            .iter()
            .any(|(key, others)| key == known && others.contains(&word.as_str()))
    });
    synonym.or_else(|| resembling(&word, known))
}

fn resembling<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    known
        .iter()
        .map(|known| {
            let folded = fold(known);
            // `readOnlyHint`, `desc`
            let begins = word.starts_with(&folded) || word.len() > 2 && folded.starts_with(word);
            let distance = strsim::damerau_levenshtein(word, &folded);
            (if begins { 1 } else { distance }, *known)
        })
        // In a short word, two letters are half of it.
        .filter(|(distance, known)| {
            *distance <= (known.len() / 4 + usize::from(known.len() > 5)).max(1)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// `readOnly` and `read-only` are `read_only`, misspelt in the commonest ways.
pub(crate) fn fold(word: &str) -> String {
    word.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// `` `a`, `b` and `c` ``
pub(crate) fn list(words: &[&str]) -> String {
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
        // A macro that makes nothing needs a reason.
        let lost = build(Errors::default(), None).unwrap_err();
        assert!(lost.contains("compile_error"));
    }

    #[test]
    fn the_word_that_was_probably_meant() {
        let nearest = |word| nearest(word, &["name", "title", "description", "read_only"]);
        assert_eq!(nearest("read_onyl"), Some("read_only"));
        assert_eq!(nearest("readOnly"), Some("read_only"));
        assert_eq!(nearest("readOnlyHint"), Some("read_only"));
        assert_eq!(nearest("desc"), Some("description"));
        assert_eq!(nearest("titel"), Some("title"));
        assert_eq!(nearest("colour"), None);
        assert_eq!(nearest("about"), Some("description"));
        assert_eq!(nearest("nmae"), Some("name"));
        assert_eq!(nearest("safe"), None);
        assert_eq!(super::nearest("src", &["src", "sizes"]), Some("src"));
        assert_eq!(nearest("regex"), None);
    }
}
