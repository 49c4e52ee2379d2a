//! Finds the id of a message that exceeds the length limit. The server needs the id to report the error.

use std::mem;

use serde_json::Value;

/// Finds the top-level `id` of a JSON object byte by byte, without keeping the object.
#[derive(Default)]
pub(crate) struct IdFinder {
    depth: usize,
    in_string: bool,
    escaped: bool,
    after_id_key: bool,
    /// Whether the message has a `result` or an `error`.
    is_answer: bool,
    /// The current key or scalar value at the top level, up to a limit.
    token: Vec<u8>,
    /// The JSON of the id.
    id: Option<String>,
}

impl IdFinder {
    const TOKEN_LIMIT: usize = 1024;

    /// Reads the next bytes.
    pub(crate) fn read(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.step(byte);
        }
    }

    /// Returns the id of the message, and whether the message is a response. Resets the finder for the next
    /// message.
    pub(crate) fn take(&mut self) -> (Option<String>, bool) {
        let read = mem::take(self);
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
                self.is_answer |= matches!(&*self.token, br#""result""# | br#""error""#);
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
            let is_id = |token: &str| {
                serde_json::from_str::<Value>(token)
                    .is_ok_and(|id| id.is_string() || id.is_number())
            };
            self.id = String::from_utf8(mem::take(&mut self.token))
                .ok()
                .filter(|token| is_id(token));
        }
        self.after_id_key = false;
        self.token.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_found_at_any_position() {
        let find = |line: &str| {
            let mut finder = IdFinder::default();
            finder.read(line.as_bytes());
            finder.take().0
        };
        let seven = Some("7".to_owned());
        for line in [
            r#"{"id":7,"params":{"id":8}}"#,
            r#"{"params":{"id":8,"x":[{"id":9}]}, "id" : 7 }"#,
            r#"{"params":"{\"id\":8}","id":7}"#,
            r#"{"note":"\\","id":7}"#,
            r#"{"\ud800":1,"id":7,"method":"x"}"#,
        ] {
            assert_eq!(find(line), seven, "{line}");
        }
        assert_eq!(find(r#"{"id":"a b"}"#), Some(r#""a b""#.to_owned()));
        for line in [
            r#"{"params":{"id":8}}"#,
            r#"{"id":{"x":7}}"#,
            r#"{"id":null}"#,
            r#"["id",7]"#,
            "",
        ] {
            assert_eq!(find(line), None, "{line}");
        }
    }
}
