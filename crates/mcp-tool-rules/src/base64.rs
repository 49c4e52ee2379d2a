//! Base64 (RFC 4648) in the standard alphabet with padding, the only form that the protocol allows.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes.
///
/// ```
/// assert_eq!(mcp_tool_rules::base64::encode(b"any"), "YW55");
/// ```
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let value = bits >> (18 - 6 * at) & 63;
            let is_padding = at > group.len();
            text.push(if is_padding {
                '='
            } else {
                char::from(ALPHABET[value as usize])
            });
        }
    }
    text
}

/// Decodes text. The empty text has no bytes.
///
/// # Errors
///
/// Returns the index of the first wrong byte in the text. If the text ends too early, returns the length of the
/// text.
///
/// ```
/// use mcp_tool_rules::base64::decode;
///
/// assert_eq!(decode("YW55"), Ok(b"any".to_vec()));
/// assert_eq!(decode("YW_5"), Err(2));
/// assert_eq!(decode("YW5"), Err(3));
/// ```
pub fn decode(text: &str) -> Result<Vec<u8>, usize> {
    if let Some(index) = fault(text.as_bytes()) {
        return Err(index);
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits = 0_u32;
    for (at, value) in text.bytes().map_while(value).enumerate() {
        bits = bits << 6 | u32::from(value);
        // Each character after the first of a group completes a byte.
        if let rest @ 1.. = at % 4 {
            bytes.push((bits >> (6 - 2 * rest)) as u8);
        }
    }
    Ok(bytes)
}

/// Returns the index of the first wrong byte in a text. If the text ends too early, returns the length of the
/// text. Returns `None` if the text is valid.
///
/// ```
/// use mcp_tool_rules::base64::fault;
///
/// assert_eq!(fault(b"YQ=="), None);
/// // The last character has a bit that no byte uses.
/// assert_eq!(fault(b"YR=="), Some(1));
/// ```
pub const fn fault(text: &[u8]) -> Option<usize> {
    let mut end = 0;
    let mut last = 0;
    while end < text.len() {
        match value(text[end]) {
            Some(value) => last = value,
            None => break,
        }
        end += 1;
    }
    // How many `=` must follow, and the bits of the last character that no byte uses.
    let (padding, unused) = match end % 4 {
        0 => (0, 0),
        1 => return Some(end),
        2 => (2, 0b1111),
        _ => (1, 0b11),
    };
    let mut at = end;
    while at < end + padding {
        if at == text.len() || text[at] != b'=' {
            return Some(at);
        }
        at += 1;
    }
    if at < text.len() {
        Some(at)
    } else if last & unused != 0 {
        Some(end - 1)
    } else {
        None
    }
}

/// Returns the six bits of a character.
const fn value(character: u8) -> Option<u8> {
    match character {
        b'A'..=b'Z' => Some(character - b'A'),
        b'a'..=b'z' => Some(character - b'a' + 26),
        b'0'..=b'9' => Some(character - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use base64::prelude::{BASE64_STANDARD, Engine as _};

    use super::{decode, encode};

    #[test]
    fn bytes_are_encoded_like_the_crate_base64() {
        let bytes: Vec<u8> = (0..=255).rev().chain(0..=255).collect();
        for start in 0..256 {
            for end in start..start + 7 {
                let bytes = &bytes[start..end];
                assert_eq!(encode(bytes), BASE64_STANDARD.encode(bytes));
                assert_eq!(decode(&encode(bytes)).as_deref(), Ok(bytes));
            }
        }
        assert_eq!(encode(&bytes), BASE64_STANDARD.encode(&bytes));
    }

    #[test]
    fn texts_are_valid_as_for_the_crate_base64() {
        // All texts of up to six of these characters. `B` and `E` end in bits that a byte may not use.
        let characters = ["A", "B", "E", "/", "=", "_", "é"];
        let mut texts = vec![String::new()];
        for _ in 0..6 {
            let longer = |text: &String| characters.map(|character| format!("{text}{character}"));
            texts = texts.iter().flat_map(longer).collect();
            for text in &texts {
                assert_eq!(
                    decode(text).ok(),
                    BASE64_STANDARD.decode(text).ok(),
                    "{text}"
                );
            }
        }
    }
}
