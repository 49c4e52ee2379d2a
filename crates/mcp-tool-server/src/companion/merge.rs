//! Joins the companion's results with the server's own.

use mcp_tool_runtime::ProtocolVersion;
use mcp_tool_runtime::registry::CacheScope;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::members::Members;
use crate::json_text::to_json;

/// Joins the companion's result of `initialize` or `server/discover` into the server's own. The server's members win.
/// Ignores a result that is no object.
pub(crate) fn join_server(ours: &mut Value, theirs: &str, version: ProtocolVersion) {
    let Ok(Value::Object(mut theirs)) = serde_json::from_str(theirs) else {
        return;
    };
    let Value::Object(ours) = ours else { return };
    if let (Some(ours), Some(theirs)) =
        (ours.get_mut("capabilities"), theirs.remove("capabilities"))
    {
        join(ours, theirs);
        if let (true, Value::Object(ours)) = (version < ProtocolVersion::V2025_03_26, ours) {
            ours.remove("completions");
        }
    }
    if let Some(Value::String(theirs)) = theirs.remove("instructions") {
        let joined = match ours.get("instructions") {
            Some(Value::String(ours)) => format!("{ours}\n\n{theirs}"),
            _ => theirs,
        };
        ours.insert("instructions".to_owned(), joined.into());
    }
    if let Some(theirs) = theirs.remove("serverInfo") {
        complete(ours.get_mut("serverInfo"), theirs, version);
    }
    if let (Some(Value::Object(ours)), Some(Value::Object(mut theirs))) =
        (ours.get_mut("_meta"), theirs.remove("_meta"))
    {
        if let Some(theirs) = theirs.remove(SERVER_INFO) {
            complete(ours.get_mut(SERVER_INFO), theirs, version);
        }
        for (name, value) in theirs {
            ours.entry(name).or_insert(value);
        }
    }
    for name in ["ttlMs", "cacheScope"] {
        if let Some(value) = theirs.remove(name) {
            ours.insert(name.to_owned(), value);
        }
    }
    theirs.remove("supportedVersions");
    for (name, value) in theirs {
        ours.entry(name).or_insert(value);
    }
}

pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// Adds members that are missing. Of two values that are no objects, `true` wins.
fn join(ours: &mut Value, theirs: Value) {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            for (name, value) in theirs {
                match ours.get_mut(&name) {
                    Some(known) => join(known, value),
                    None => drop(ours.insert(name, value)),
                }
            }
        }
        (ours @ Value::Bool(false), theirs) => *ours = theirs,
        _ => {}
    }
}

/// Adds what people see of the companion, as far as the server says nothing, and the protocol version has it.
fn complete(ours: Option<&mut Value>, theirs: Value, version: ProtocolVersion) {
    let (Some(Value::Object(ours)), Value::Object(theirs)) = (ours, theirs) else {
        return;
    };
    for (name, value) in theirs {
        let is_allowed = match &*name {
            "title" => version >= ProtocolVersion::V2025_06_18,
            "description" | "icons" | "websiteUrl" => version >= ProtocolVersion::V2025_11_25,
            _ => false,
        };
        if is_allowed {
            ours.entry(name).or_insert(value);
        }
    }
}

/// Adds what each result has since protocol version 2026-07-28, unless it is there: its type, and the JSON of the server's
/// information. Leaves what is no object as it is.
pub(crate) fn sign(result: &str, info: &str) -> String {
    let Some(mut members) = Members::read(result) else {
        return result.to_owned();
    };
    if members.get("resultType").is_none() {
        members.set("resultType", r#""complete""#);
    }
    let meta = members.get("_meta").and_then(Members::read);
    if meta.is_none_or(|meta| meta.get(SERVER_INFO).is_none()) {
        members.set_in("_meta", SERVER_INFO, info);
    }
    members.to_string()
}

/// Adds how long clients may cache a complete result, unless it is there: not at all. Since protocol version 2026-07-28,
/// lists and the contents of resources must say so. A `limit` shortens a longer time. A limit with the scope `Private` also
/// makes the result private.
pub(crate) fn with_cache_hints(result: &str, limit: Option<(u64, CacheScope)>) -> String {
    let members = Members::read(result);
    let is_complete =
        |members: &Members<'_>| matches!(members.get("resultType"), None | Some(r#""complete""#));
    let Some(mut members) = members.filter(is_complete) else {
        return result.to_owned();
    };
    for (name, value) in [("ttlMs", "0"), ("cacheScope", r#""private""#)] {
        if members.get(name).is_none() {
            members.set(name, value);
        }
    }
    if let Some((limit, scope)) = limit {
        let ttl = members.get("ttlMs").and_then(|ttl| ttl.parse().ok());
        members.set("ttlMs", limit.min(ttl.unwrap_or(0)).to_string());
        if scope == CacheScope::Private {
            members.set("cacheScope", r#""private""#);
        }
    }
    members.to_string()
}

/// Returns whether the server has a tool of this name.
pub(crate) type IsOurs<'a> = &'a (dyn Fn(&str) -> bool + Sync);

/// The prefix of a cursor into the companion's list. The server itself has no cursors.
const THEIRS: &str = "companion:";

/// Returns the companion's cursor.
pub(crate) fn their_cursor(cursor: &str) -> Option<&str> {
    cursor.strip_prefix(THEIRS)
}

/// The result of `tools/list` without tools.
pub(crate) const NO_TOOLS: &str = r#"{"tools":[]}"#;

/// Appends the companion's list of tools to the result of the server. If the server has no tools, returns the companion's
/// result. Returns `None` if that is no list. The cache hints are those of the companion.
pub(crate) fn join_lists(ours: &str, theirs: &str, is_ours: IsOurs<'_>) -> Option<String> {
    let their_tools = tools(theirs, is_ours)?;
    let theirs = Members::read(theirs)?;
    let cursor = theirs.text("nextCursor");
    let mut list = Members::read(ours)?;
    let our_tools = list.get("tools")?.strip_suffix(']')?.trim_end().to_owned();
    if our_tools.ends_with('[') {
        list = theirs;
        list.set("tools", format!("[{their_tools}]"));
    } else {
        let separator = if their_tools.is_empty() { "" } else { "," };
        list.set("tools", format!("{our_tools}{separator}{their_tools}]"));
        for name in ["ttlMs", "cacheScope"] {
            if list.get(name).is_some() {
                let none = if name == "ttlMs" { "0" } else { r#""private""# };
                list.set(name, theirs.get(name).unwrap_or(none).to_owned());
            }
        }
    }
    if let Some(cursor) = cursor {
        list.set("nextCursor", marked(&cursor));
    }
    Some(list.to_string())
}

fn marked(cursor: &str) -> String {
    to_json(&format!("{THEIRS}{cursor}"))
}

/// Returns the JSON of the companion's tools, except those that have the name of a tool of the server.
fn tools(theirs: &str, is_ours: IsOurs<'_>) -> Option<String> {
    #[derive(Deserialize)]
    struct List<'a> {
        #[serde(borrow)]
        tools: Vec<&'a RawValue>,
    }

    let list: List<'_> = serde_json::from_str(theirs).ok()?;
    let tools = list.tools.into_iter().map(RawValue::get).filter(|tool| {
        let name = Members::read(tool).and_then(|tool| tool.text("name"));
        let is_ours = name.as_deref().is_some_and(is_ours);
        if is_ours {
            tracing::error!(
                tool = name,
                "a tool of the companion is not listed, because the server has one of its name"
            );
        }
        !is_ours
    });
    Some(tools.collect::<Vec<_>>().join(","))
}
