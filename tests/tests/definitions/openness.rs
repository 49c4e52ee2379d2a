//! The input schema says whether a tool accepts unknown arguments.

use super::*;

pub(super) mod declared {
    use super::*;

    /// Is closed.
    #[mcp_tool]
    pub fn closed(a: u8) -> u8 {
        a
    }

    /// Is open.
    #[mcp_tool(allow_unknown)]
    pub fn open(a: u8) -> u8 {
        a
    }

    /// Is open by an explicit option.
    #[mcp_tool(allow_unknown = true)]
    pub fn open_true(a: u8) -> u8 {
        a
    }

    /// Is closed by an explicit option.
    #[mcp_tool(allow_unknown = false)]
    pub fn open_false(a: u8) -> u8 {
        a
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    pub struct Strict {
        a: u8,
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    pub struct Lax {
        a: u8,
    }

    /// Takes a closed object and an open object.
    #[mcp_tool]
    pub fn nested(strict: Strict, lax: Lax) {
        let _ = (strict, lax);
    }
}

#[test]
fn the_schema_declares_whether_unknown_arguments_are_rejected() {
    // R31
    use declared::{closed, nested, open, open_false, open_true};
    let all = || tools![closed, open, open_true, open_false, nested];
    let openness = |registry: &ToolRegistry<()>, tool| {
        Peer::new(registry).tool(tool)["inputSchema"]
            .get("additionalProperties")
            .cloned()
    };

    let refusing = ToolRegistry::builder(()).tools(all()).build().unwrap();
    assert_eq!(openness(&refusing, "closed"), Some(json!(false)));
    assert_eq!(openness(&refusing, "open"), None);
    assert_eq!(openness(&refusing, "open_true"), None);
    assert_eq!(openness(&refusing, "open_false"), Some(json!(false)));

    let ignoring = ToolRegistry::builder(())
        .unknown_arguments(UnknownArguments::Ignore)
        .tools(all())
        .build()
        .unwrap();
    for tool in ["closed", "open", "open_true", "open_false", "nested"] {
        assert_eq!(openness(&ignoring, tool), None, "{tool}");
    }

    // Each tool accepts an unknown argument exactly if its schema allows the argument.
    for registry in [&refusing, &ignoring] {
        for tool in ["closed", "open", "open_true", "open_false"] {
            let result = Peer::new(registry).call(tool, json!({ "a": 1, "b": 2 }));
            let closed = openness(registry, tool).is_some();
            assert_eq!(result.get("isError").is_some(), closed, "{tool}: {result}");
        }
    }

    // In both registries, `#[serde(deny_unknown_fields)]` on the Rust type decides whether the
    // schema of a nested object rejects unknown members.
    for registry in [refusing, ignoring] {
        let peer = Peer::new(&registry);
        let strict = peer.argument("nested", "strict");
        assert_eq!(strict["additionalProperties"], false);
        let lax = peer.argument("nested", "lax");
        assert_eq!(lax.get("additionalProperties"), None);
    }
}
