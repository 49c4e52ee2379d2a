//! Properties of every definition and of the tool list.

use super::*;

/// Returns the definitions of all tools in the modules that call `check`, except `as_generated`, for each
/// protocol version.
fn every_tool() -> Vec<Value> {
    fn of<S: Send + Sync>(registry: &ToolRegistry<S>) -> impl Iterator<Item = Value> {
        Peer::all(registry).flat_map(|peer| match peer.tools() {
            Value::Array(tools) => tools,
            _ => Vec::new(),
        })
    }
    of(&metadata::declared::registry())
        .chain(of(&parameters::declared::registry()))
        .chain(of(&results::declared::registry()))
        .chain(of(&types::declared::registry()))
        .chain(of(&argument_options::declared::registry()))
        .chain(of(&tool_options::declared::registry()))
        .chain(of(&flatten::declared::registry()))
        .collect()
}

#[test]
fn every_schema_is_an_object() {
    // R16, R26, T3 in `docs/CLIENTS.md`: some clients fail if a schema is `true`
    for tool in every_tool() {
        for root in schema::of_tool(&tool) {
            schema::walk(root, &mut |path, schema| {
                assert!(schema.is_object(), "{path} in {tool:#}");
            });
        }
    }
}

#[test]
fn no_schema_names_a_dialect_or_a_title() {
    // R20, T9
    for tool in every_tool() {
        for root in schema::of_tool(&tool) {
            schema::walk(root, &mut |path, schema| {
                for keyword in ["$schema", "$id", "title", "definitions"] {
                    assert!(
                        schema.get(keyword).is_none(),
                        "{keyword} at {path} in {tool:#}"
                    );
                }
            });
        }
    }
}

#[test]
fn every_format_is_standard() {
    // T7 in `docs/CLIENTS.md`: the registry must remove formats that JSON Schema does not define,
    // such as `uint8` from schemars
    let known = [
        "date-time",
        "date",
        "time",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uri",
        "uuid",
        "regex",
    ];
    for tool in every_tool() {
        for root in schema::of_tool(&tool) {
            schema::walk(root, &mut |path, schema| {
                if let Some(format) = schema["format"].as_str() {
                    assert!(known.contains(&format), "{format} at {path} in {tool:#}");
                }
            });
        }
    }
}

#[test]
fn every_reference_resolves() {
    // R33, R35, R37, T4: every `$ref` has a target in the same schema, and only tools with
    // recursive types have `$defs`
    for tool in every_tool() {
        for root in schema::of_tool(&tool) {
            schema::walk(root, &mut |path, schema| {
                if let Some(reference) = schema.get("$ref") {
                    let target = reference
                        .as_str()
                        .and_then(|reference| reference.strip_prefix('#'))
                        .and_then(|pointer| root.pointer(pointer));
                    assert!(target.is_some(), "{reference} at {path} in {tool:#}");
                }
            });
            if root.get("$defs").is_some() {
                let name = tool["name"].as_str().unwrap();
                assert!(
                    ["inputs", "recursive", "list_recursive", "tree"].contains(&name),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn every_schema_is_valid_in_its_dialect() {
    // R24
    for tool in every_tool() {
        for root in schema::of_tool(&tool) {
            jsonschema::draft202012::meta::validate(root)
                .unwrap_or_else(|error| panic!("{error} in {tool:#}"));
        }
    }
}

#[test]
fn every_root_is_an_object_with_properties() {
    // R15, T2
    for tool in every_tool() {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool:#}");
        assert!(tool["inputSchema"]["properties"].is_object(), "{tool:#}");
    }
}

#[test]
fn a_list_has_the_same_bytes_every_time() {
    // R136
    let bytes = |version| {
        let registry = types::declared::registry();
        let list = registry.list(version, None).unwrap();
        serde_json::to_string(&list).unwrap()
    };
    for version in ProtocolVersion::ALL {
        assert_eq!(bytes(*version), bytes(*version));
    }
}

#[test]
fn tools_are_listed_in_the_order_of_their_registration() {
    // R136
    use metadata::declared::{r#match, ping, titled};
    let names = |registry: &ToolRegistry<()>| -> Vec<String> {
        let tools = Peer::new(registry).tools();
        let tools = tools.as_array().unwrap().iter();
        tools
            .map(|tool| tool["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let one = ToolRegistry::builder(())
        .tools(tools![titled, r#match])
        .tools(tools![ping]);
    assert_eq!(names(&one.build().unwrap()), ["titled", "match", "ping"]);
    let other = ToolRegistry::builder(()).tools(tools![ping, titled, r#match]);
    assert_eq!(names(&other.build().unwrap()), ["ping", "titled", "match"]);
}

#[test]
fn the_list_has_the_cache_hints_of_its_version() {
    // R112, R137, R138, R139, R141: in version 2026-07-28, the tool list has cache hints. The hint
    // `private` forbids a cache to share the list of one client with other clients.
    for peer in Peer::all(&metadata::declared::registry()) {
        let mut list = peer.list();
        list["tools"].take();
        let expected = match peer.protocol_version() {
            ProtocolVersion::V2026_07_28 => json!({
                "resultType": "complete",
                "tools": null,
                "ttlMs": 0,
                "cacheScope": "private",
            }),
            _ => json!({ "tools": null }),
        };
        assert_eq!(list, expected, "{}", peer.protocol_version());
    }
}

#[test]
fn every_cursor_is_unknown() {
    // R142, R143, R144: the registry issues no cursors, so it rejects every cursor, even an empty
    // one
    let registry = metadata::declared::registry();
    for version in ProtocolVersion::ALL {
        assert_eq!(registry.list(*version, None).unwrap().next_cursor(), None);
        for cursor in ["", "2"] {
            let error = registry.list(*version, Some(cursor)).unwrap_err();
            assert_eq!(error.code(), -32602, "{cursor:?}");
        }
    }
}
