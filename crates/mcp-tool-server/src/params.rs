//! The parameters of a request that is not for tools.

use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::embed::wrong_type;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::json_text::to_json;

/// The parameters of a request that is not for tools.
pub(crate) struct Params<'a> {
    pub(crate) json: Option<&'a str>,
    pub(crate) meta: Option<Map<String, Value>>,
}

impl<'a> Params<'a> {
    /// Reads `_meta`, and leaves the other members as they are. The method may be unknown, or ignore them.
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ProtocolError> {
        #[derive(Deserialize, Default)]
        struct WithMeta<'a> {
            #[serde(borrow, default, rename = "_meta")]
            meta: Option<&'a RawValue>,
        }

        let json = params.map(RawValue::get);
        let with_meta: WithMeta<'_> = match json {
            None => WithMeta::default(),
            Some(json) if json.starts_with('{') => serde_json::from_str(json).map_err(|_| {
                ProtocolError::invalid_params(
                    "`params` has a duplicate member, or a name with half a surrogate pair",
                )
            })?,
            Some(json) => return Err(mismatch("params", "an object", json)),
        };
        let meta = match with_meta.meta.map(RawValue::get) {
            None | Some("null") => None,
            Some(meta) => Some(read_object("_meta", meta)?),
        };
        Ok(Params { json, meta })
    }

    /// Returns the protocol version that `_meta` names, which may be unknown.
    #[cfg(feature = "http")]
    pub(crate) fn version(&self) -> Option<&str> {
        let meta = self.meta.as_ref()?;
        meta.get("io.modelcontextprotocol/protocolVersion")?
            .as_str()
    }

    /// Returns all members.
    pub(crate) fn members(&self) -> Result<Map<String, Value>, ProtocolError> {
        let missing = || ProtocolError::invalid_params("`params` is missing");
        read_object("params", self.json.ok_or_else(missing)?)
    }
}

fn read_object(name: &str, json: &str) -> Result<Map<String, Value>, ProtocolError> {
    if !json.starts_with('{') {
        return Err(mismatch(name, "an object", json));
    }
    serde_json::from_str(json).map_err(|error| {
        ProtocolError::invalid_params(format!("`{name}` cannot be decoded: {error}"))
    })
}

/// Returns a member that must be there. `read` returns `None` for a value of the wrong type.
pub(crate) fn member<'v, T>(
    members: &'v Map<String, Value>,
    name: &str,
    expected: &str,
    read: impl FnOnce(&'v Value) -> Option<T>,
) -> Result<T, ProtocolError> {
    let missing = || ProtocolError::invalid_params(format!("`{name}` is missing"));
    let value = members.get(name).ok_or_else(missing)?;
    read(value).ok_or_else(|| mismatch(name, expected, &to_json(value)))
}

fn mismatch(name: &str, expected: &str, json: &str) -> ProtocolError {
    ProtocolError::invalid_params(wrong_type(name, expected, json))
}
