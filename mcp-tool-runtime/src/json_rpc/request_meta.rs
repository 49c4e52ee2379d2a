//! The `_meta` of a request. The fast path reads the members that it needs, without building a map.

use std::borrow::Cow;

use crate::arguments::TextReader;
use crate::context::{LogLevel, PROGRESS_TOKEN};
use crate::protocol::{ClientCapabilities, ProtocolVersion};

/// The keys in the `_meta` of all requests since protocol version 2026-07-28.
const KNOWN_KEYS: [&str; 3] = [
    ProtocolVersion::META_KEY,
    "io.modelcontextprotocol/clientInfo",
    ClientCapabilities::META_KEY,
];

#[derive(Default)]
pub(super) struct RequestMeta<'a> {
    /// The JSON text of the whole `_meta` object. `None` if the request has no `_meta`.
    pub(super) text: Option<&'a str>,
    pub(super) version: Option<ProtocolVersion>,
    pub(super) has_capabilities: bool,
    pub(super) has_progress_token: bool,
}

impl<'a> RequestMeta<'a> {
    /// Reads the object, and moves past it. Returns `None` if a value needs the careful path.
    pub(super) fn read(reader: &mut TextReader<'a>) -> Option<Self> {
        let mut meta = RequestMeta::default();
        let start = reader.rest();
        reader.each_member(|reader| {
            let known = KNOWN_KEYS.iter().find(|key| reader.consume_name(key));
            let name = match known {
                Some(key) => Cow::Borrowed(*key),
                None => reader.name()?,
            };
            if name == ProtocolVersion::META_KEY {
                meta.version = Some(reader.string()?.parse().ok()?);
                return Some(());
            }
            if name == LogLevel::META_KEY {
                return reader.string()?.parse::<LogLevel>().ok().map(drop);
            }
            let value = reader.raw_value()?.get();
            if name == ClientCapabilities::META_KEY {
                meta.has_capabilities = value.starts_with('{');
            }
            meta.has_progress_token |= name == PROGRESS_TOKEN;
            is_plain(value).then_some(())
        })?;
        meta.text = Some(&start[..start.len() - reader.rest().len()]);
        Some(meta)
    }
}

/// Returns whether JSON with valid syntax is so simple that decoding cannot fail. Such JSON has no escapes,
/// no exponents, few digits and little nesting.
fn is_plain(json: &str) -> bool {
    let (mut in_string, mut digits, mut nested) = (false, 0, 0);
    for byte in json.bytes() {
        match byte {
            b'\\' => return false,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'0'..=b'9' => digits += 1,
            b'e' | b'E' if digits > 0 => return false,
            b'[' | b'{' => nested += 1,
            _ => {}
        }
    }
    digits < 100 && nested < 100
}
