//! Builds the messages of compile errors about constants.

/// The message of a panic at compile time. `const` functions build it.
pub struct Message {
    bytes: [u8; Message::CAPACITY],
    length: usize,
}

impl Message {
    const CAPACITY: usize = 768;

    pub(crate) const fn new() -> Self {
        Message {
            bytes: [0; Message::CAPACITY],
            length: 0,
        }
    }

    /// Appends at most 160 bytes of a text, without splitting a character. Drops bytes beyond the capacity.
    pub(crate) const fn add(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut end = bytes.len();
        if end > 160 {
            end = 160;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
        }
        let mut at = 0;
        while at < end && self.length < Message::CAPACITY {
            self.bytes[self.length] = bytes[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    /// Appends the code point of a character in the form `U+200B`.
    pub(crate) const fn add_code(self, c: char) -> Self {
        let code = c as usize;
        let mut message = self.add("U+");
        let mut shift = match code {
            0x10_0000.. => 20,
            0x1_0000.. => 16,
            _ => 12,
        };
        loop {
            message = message.add(digit(code >> shift & 0xf));
            if shift == 0 {
                return message;
            }
            shift -= 4;
        }
    }

    pub const fn __text(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "a tool is wrong",
        }
    }
}

/// Returns the hexadecimal digit for a number below 16.
const fn digit(digit: usize) -> &'static str {
    "0123456789ABCDEF".split_at(digit).1.split_at(1).0
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn code_points_are_formatted() {
        for (c, code) in [
            ('\0', "U+0000"),
            ('\u{200b}', "U+200B"),
            ('\u{e0041}', "U+E0041"),
            ('\u{10ffff}', "U+10FFFF"),
        ] {
            assert_eq!(Message::new().add_code(c).__text(), code);
        }
    }
}
