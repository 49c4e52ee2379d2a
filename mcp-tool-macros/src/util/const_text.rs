//! Looking at texts in constant code.
//!
//! This file stands in both crates, letter by letter, as `icon_source.rs` does.

pub(crate) const fn after(text: &[u8], start: usize) -> &[u8] {
    text.split_at(start).1
}

/// The text up to the first of these bytes, or all of it.
pub(crate) const fn before<'t>(text: &'t [u8], ends: &[u8]) -> &'t [u8] {
    let mut at = 0;
    while at < text.len() && !has(ends, text[at]) {
        at += 1;
    }
    text.split_at(at).0
}

pub(crate) const fn has(bytes: &[u8], byte: u8) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == byte {
            return true;
        }
        at += 1;
    }
    false
}

/// In upper or lower case, as [`alike`].
pub(crate) const fn starts_with(text: &[u8], start: &[u8]) -> bool {
    text.len() >= start.len() && alike(text.split_at(start.len()).0, start)
}

/// Whether two texts are the same but for upper and lower case.
pub(crate) const fn alike(one: &[u8], other: &[u8]) -> bool {
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

pub(crate) const fn same(one: &[u8], other: &[u8]) -> bool {
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
