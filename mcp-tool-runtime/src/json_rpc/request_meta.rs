//! The `_meta` of a request. The fast path reads the members that it needs, without building a map.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::context::{LogLevel, PROGRESS_TOKEN};
use crate::protocol::{ClientCapabilities, ProtocolVersion};

#[derive(Default)]
pub(super) struct RequestMeta {
    /// The JSON text of the whole `_meta` object. `None` if the request has no `_meta`.
    pub(super) text: Option<String>,
    pub(super) version: Option<ProtocolVersion>,
    pub(super) has_capabilities: bool,
    pub(super) has_progress_token: bool,
}

impl<'de> Deserialize<'de> for RequestMeta {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = RequestMeta;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<RequestMeta, M::Error> {
        let mut meta = RequestMeta::default();
        let mut text = String::with_capacity(256);
        while let Some(name) = map.next_key::<&str>()? {
            let value = map.next_value::<&RawValue>()?.get();
            if name == ProtocolVersion::META_KEY {
                let version = value
                    .strip_prefix('"')
                    .and_then(|text| text.strip_suffix('"'))
                    .and_then(|text| text.parse().ok());
                meta.version = Some(version.ok_or_else(careful)?);
            } else if !is_plain(value) || name == LogLevel::META_KEY && !is_log_level(value) {
                return Err(careful());
            } else if name == ClientCapabilities::META_KEY {
                meta.has_capabilities = value.starts_with('{');
            } else if name == PROGRESS_TOKEN {
                meta.has_progress_token = true;
            }
            // `name` is a `&str` that serde borrows from the JSON text. serde borrows only
            // strings without escapes, so `name` needs no escaping here.
            text.push_str(if text.is_empty() { "{\"" } else { ",\"" });
            text.push_str(name);
            text.push_str("\":");
            text.push_str(value);
        }
        text.push_str(if text.is_empty() { "{}" } else { "}" });
        meta.text = Some(text);
        Ok(meta)
    }
}

fn is_log_level(json: &str) -> bool {
    let text = json
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    text.is_some_and(|text| text.parse::<LogLevel>().is_ok())
}

/// Returns an error that makes the request take the careful path.
fn careful<E: Error>() -> E {
    E::custom("the value needs a careful parse")
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
