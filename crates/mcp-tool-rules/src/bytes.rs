//! Text operations for `const fn`. The corresponding methods of `str` are not `const`.

/// Returns the bytes from index `start` to the end.
pub const fn after(text: &[u8], start: usize) -> &[u8] {
    text.split_at(start).1
}

/// Returns the text before the first byte that is in `ends`. Returns the whole text if it contains no such
/// byte.
pub const fn before<'t>(text: &'t [u8], ends: &[u8]) -> &'t [u8] {
    let mut at = 0;
    while at < text.len() && !has(ends, text[at]) {
        at += 1;
    }
    text.split_at(at).0
}

/// Returns whether a list contains a byte.
pub const fn has(bytes: &[u8], byte: u8) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == byte {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns whether a text starts with another, ignoring ASCII case.
pub const fn starts_with(text: &[u8], start: &[u8]) -> bool {
    text.len() >= start.len() && alike(text.split_at(start.len()).0, start)
}

/// Returns whether two texts are equal, ignoring ASCII case.
pub const fn alike(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if !one[at].eq_ignore_ascii_case(&other[at]) {
            return false;
        }
        at += 1;
    }
    true
}

/// Returns whether two texts are equal.
pub const fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}
