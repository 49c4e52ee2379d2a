//! Arguments with half a surrogate pair. The SDK cannot decode them, because no Rust string can hold them. So the
//! SDK gets replacement characters, and the registry gets the client's text, to name the faulty argument.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::value::RawValue;

/// The message of the error for a handler, which cannot get such arguments.
pub const HALF_PAIR: &str = "an argument contains half a surrogate pair, such as `\\ud83d`";

/// The JSON text of the arguments of a call, in the extensions of a request whose arguments the SDK cannot hold.
#[derive(Clone)]
pub struct ArgumentsText(Arc<str>);

impl ArgumentsText {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Takes the parameters of a call. Returns them with replacement characters in the arguments, and the
    /// client's arguments. Returns `None` if the arguments have no half of a surrogate pair.
    pub(crate) fn replace(params: &str) -> Option<(String, Self)> {
        #[derive(Deserialize)]
        struct Call<'a> {
            #[serde(borrow)]
            arguments: &'a RawValue,
        }

        let call: Call<'_> = serde_json::from_str(params).ok()?;
        let arguments = call.arguments.get();
        let Cow::Owned(replaced) = with_whole_characters(arguments) else {
            return None;
        };
        let is_object = arguments.starts_with('{');
        is_object.then(|| {
            // `arguments` borrows from `params`.
            let start = arguments.as_ptr().addr() - params.as_ptr().addr();
            let (before, after) = (&params[..start], &params[start + arguments.len()..]);
            let text = ArgumentsText(arguments.into());
            ([before, &replaced, after].concat(), text)
        })
    }
}

/// Writes `\ufffd` in place of each half of a surrogate pair in JSON text.
fn with_whole_characters(json: &str) -> Cow<'_, str> {
    let mut written = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = json.get(at..).and_then(|rest| rest.find('\\')) {
        let escape = at + found;
        at = match (code_unit(json, escape), code_unit(json, escape + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => escape + 12,
            (Some(0xd800..=0xdfff), _) => {
                written += &json[copied..escape];
                written += "\\ufffd";
                copied = escape + 6;
                copied
            }
            (Some(_), _) => escape + 6,
            (None, _) => escape + 2,
        };
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    written += &json[copied..];
    Cow::Owned(written)
}

/// Returns the code unit of an escape such as `\ud83d` at this index, if there is one.
fn code_unit(json: &str, at: usize) -> Option<u16> {
    let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_halves_in_the_arguments_are_replaced() {
        for (arguments, replaced) in [
            (r#"{"a":"\ud800"}"#, r#"{"a":"\ufffd"}"#),
            (
                r#"{"\udc00":["é\ud83d\ud83d\ude00\\ud800"]}"#,
                r#"{"\ufffd":["é\ufffd\ud83d\ude00\\ud800"]}"#,
            ),
        ] {
            let params = |arguments| {
                format!(r#"{{"_meta":{{"a":"\ud800"}},"arguments":{arguments},"name":"a"}}"#)
            };
            let (text, kept) = ArgumentsText::replace(&params(arguments)).unwrap();
            assert_eq!((text, kept.as_str()), (params(replaced), arguments));
        }
        for params in [
            r#"{"name":"\ud800"}"#,
            r#"{"name":"\ud800","arguments":{"a":"\ud83d\ude00\\ud800\n"}}"#,
            r#"{"name":"a","arguments":["\ud800"]}"#,
            r#"{"name":"a","arguments":"\ud800"}"#,
        ] {
            assert!(ArgumentsText::replace(params).is_none(), "{params}");
        }
    }
}
