//! The id of a JSON-RPC request, and how to find it in a line that cannot be read as a whole.

use serde::Serialize;
use serde_json::{Number, Value};

/// The id of a request, as it is echoed in the answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub(crate) enum Id {
    Number(Number),
    Text(String),
}

impl Id {
    /// Reads the JSON text of an id; `None` if it is neither a number nor a string.
    pub(crate) fn read(json: &str) -> Option<Id> {
        match serde_json::from_str(json) {
            Ok(Value::Number(number)) => Some(Id::Number(number)),
            Ok(Value::String(text)) => Some(Id::Text(text)),
            _ => None,
        }
    }

    /// Whether the protocol allows the id: a string or an integer, `7.0` included.
    pub(crate) fn is_allowed(&self) -> bool {
        match self {
            Id::Number(number) => {
                number.is_i64() || number.is_u64() || number.as_f64().is_some_and(is_exact)
            }
            Id::Text(_) => true,
        }
    }
}

/// Whether a float is an integer whose digits have all come through.
pub(crate) fn is_exact(number: f64) -> bool {
    number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0
}

/// Finds the top-level `id` of a JSON object byte by byte, without keeping the object.
#[derive(Default)]
pub(crate) struct IdFinder {
    depth: usize,
    in_string: bool,
    escaped: bool,
    after_id_key: bool,
    /// Whether there is a `result` or an `error`.
    #[cfg(feature = "rmcp3")]
    is_answer: bool,
    /// The key or the scalar value at the top level that is being read, up to a limit.
    token: Vec<u8>,
    id: Option<Id>,
}

impl IdFinder {
    const TOKEN_LIMIT: usize = 1024;

    /// The id in a whole line.
    pub(crate) fn find(line: &str) -> Option<Id> {
        let mut finder = IdFinder::default();
        finder.read(line.as_bytes());
        finder.id
    }

    /// Reads on.
    pub(crate) fn read(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.step(byte);
        }
    }

    /// The id in everything read since the last call, and whether it is that of an answer.
    #[cfg(feature = "rmcp3")]
    pub(crate) fn take(&mut self) -> (Option<Id>, bool) {
        let read = std::mem::take(self);
        (read.id, read.is_answer)
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => {
                self.depth += 1;
                self.token.clear();
            }
            b'}' | b']' => {
                self.end_member();
                self.depth = self.depth.saturating_sub(1);
            }
            b',' => self.end_member(),
            b':' if self.depth == 1 => {
                self.after_id_key = self.token == br#""id""#;
                #[cfg(feature = "rmcp3")]
                {
                    self.is_answer |= matches!(&*self.token, br#""result""# | br#""error""#);
                }
                self.token.clear();
            }
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth == 1 && self.token.len() < Self::TOKEN_LIMIT {
            self.token.push(byte);
        }
    }

    fn end_member(&mut self) {
        if self.depth != 1 {
            return;
        }
        if self.after_id_key {
            self.id = str::from_utf8(&self.token).ok().and_then(Id::read);
        }
        self.after_id_key = false;
        self.token.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_strings_are_ids() {
        assert_eq!(Id::read("7"), Some(Id::Number(7.into())));
        assert_eq!(Id::read(r#""\u0061""#), Some(Id::Text("a".to_owned())));
        for json in ["null", "true", "[1]", "{}", r#""\ud800""#, ""] {
            assert_eq!(Id::read(json), None, "{json}");
        }
    }

    #[test]
    fn an_id_is_a_string_or_an_integer() {
        for (json, allowed) in [
            ("-7", true),
            ("18446744073709551615", true),
            ("7.0", true),
            ("7.5", false),
        ] {
            assert_eq!(Id::read(json).unwrap().is_allowed(), allowed, "{json}");
        }
    }

    #[test]
    fn the_id_is_found_wherever_it_stands() {
        let seven = Some(Id::Number(7.into()));
        for line in [
            r#"{"id":7,"params":{"id":8}}"#,
            r#"{"params":{"id":8,"x":[{"id":9}]}, "id" : 7 }"#,
            r#"{"params":"{\"id\":8}","id":7}"#,
            r#"{"note":"\\","id":7}"#,
            r#"{"\ud800":1,"id":7,"method":"x"}"#,
        ] {
            assert_eq!(IdFinder::find(line), seven, "{line}");
        }
        assert_eq!(
            IdFinder::find(r#"{"id":"a b"}"#),
            Some(Id::Text("a b".to_owned()))
        );
        for line in [
            r#"{"params":{"id":8}}"#,
            r#"{"id":{"x":7}}"#,
            r#"{"id":null}"#,
            r#"["id",7]"#,
            "",
        ] {
            assert_eq!(IdFinder::find(line), None, "{line}");
        }
    }
}
