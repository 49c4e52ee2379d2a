//! Definitions of tools with options in `#[mcp_tool(…)]`, such as `timeout` and `wrap`.

use super::*;

pub(super) mod declared {
    use super::*;

    const ICON: &str = "https://tools.example/const.png";
    const OWNER: &str = "search team";

    /// Has an icon.
    #[mcp_tool(icon = "https://tools.example/i.png")]
    fn icon() {}

    /// Has icons.
    #[mcp_tool(
        icon(src = "https://tools.example/light.png", theme = "light"),
        icon(src = "https://tools.example/dark.png", mime_type = "image/png", sizes = ["48x48", "96x96"], theme = "dark"),
        icon(src = "data:image/svg+xml;base64,PHN2Zy8+", sizes = "any"),
        icon = ICON
    )]
    fn icons() {}

    #[derive(Serialize)]
    struct Limits {
        daily: u8,
    }

    /// Has metadata.
    #[mcp_tool(meta(
        owner = OWNER,
        "com.example/list" = [1, 2],
        "com.example/none" = None::<u8>,
        "com.example/own" = Limits { daily: 7 },
        "com.example/json" = json!({ "a": [null, 1.5] }),
        "com.example/" = true,
        "ui/resource" = "ui://a"
    ))]
    fn meta() {}

    /// Has a limit.
    #[mcp_tool(timeout = "30s")]
    async fn timeout() {}

    /// Has a limit, and runs on a thread of its own.
    #[mcp_tool(blocking, timeout = "250ms")]
    fn blocking() {}

    /// Needs no thread of its own.
    #[mcp_tool(blocking = false)]
    async fn not_blocking() {}

    /// Has no output schema.
    #[mcp_tool(output = false)]
    fn silent() -> Vec<u8> {
        Vec::new()
    }

    /// Gives a list.
    #[mcp_tool(wrap = "items")]
    fn list() -> Vec<Place> {
        Vec::new()
    }

    /// Gives a number.
    #[mcp_tool(wrap = concat!("the ", "number"))]
    fn number() -> Result<u8, ToolError> {
        Ok(1)
    }

    /// Gives anything.
    #[mcp_tool(wrap = "value")]
    fn anything() -> Value {
        Value::Null
    }

    /// A tree.
    #[derive(Serialize, JsonSchema)]
    struct Tree {
        branches: Vec<Tree>,
    }

    /// Gives a tree.
    #[mcp_tool(wrap = "tree")]
    fn tree() -> Option<Tree> {
        None
    }

    /// A place.
    #[derive(Serialize, JsonSchema)]
    struct Place {
        /// Degrees north
        lat: f64,
        name: Option<String>,
    }

    pub fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .timer(|_| std::future::pending())
            .blocking_pool(|job| job())
            .tools(tools![
                icon,
                icons,
                meta,
                timeout,
                blocking,
                not_blocking,
                silent,
                list,
                number,
                anything,
                tree
            ])
            .build()
            .unwrap()
    }
}

#[test]
fn options_of_a_tool_in_its_definition() {
    check("tool_options", &declared::registry());
}

#[test]
fn the_oldest_version_has_no_icons() {
    // R57, R66
    for peer in Peer::all(&declared::registry()) {
        let has_icons = peer.protocol_version() > ProtocolVersion::V2025_06_18;
        assert_eq!(peer.tool("icon").get("icons").is_some(), has_icons);
        assert_eq!(peer.tool("icons").get("icons").is_some(), has_icons);
    }
}

#[test]
fn metadata_is_there_since_2025_06_18() {
    // R67
    for peer in Peer::structured(&declared::registry()) {
        assert_eq!(
            peer.tool("meta")["_meta"],
            json!({
                "owner": "search team",
                "com.example/list": [1, 2],
                "com.example/none": null,
                "com.example/own": { "daily": 7 },
                "com.example/json": { "a": [null, 1.5] },
                "com.example/": true,
                "ui/resource": "ui://a",
            }),
        );
    }
}

#[test]
fn a_wrapped_answer_is_an_object_since_2025_06_18() {
    // R98, R99
    for peer in Peer::structured(&declared::registry()) {
        for (tool, name) in [
            ("list", "items"),
            ("number", "the number"),
            ("anything", "value"),
            ("tree", "tree"),
        ] {
            let schema = peer.tool(tool)["outputSchema"].take();
            assert_eq!(schema["type"], "object", "{tool}");
            assert_eq!(schema["required"], json!([name]), "{tool}");
            assert!(schema["properties"][name].is_object(), "{tool}");
        }
        assert_eq!(peer.tool("silent").get("outputSchema"), None);
    }
}

#[test]
fn blocking_is_not_published() {
    let registry = declared::registry();
    let peer = Peer::new(&registry);
    for tool in ["timeout", "blocking", "not_blocking"] {
        let definition = peer.tool(tool);
        let mut members: Vec<_> = definition.as_object().unwrap().keys().collect();
        members.sort();
        assert_eq!(members, ["description", "inputSchema", "name"], "{tool}");
    }
}

struct Notes;

#[mcp_tools(scopes("notes:read"))]
impl Notes {
    /// Lists notes.
    #[mcp_tool]
    fn list_notes(&self) {}

    /// Keeps a note.
    #[mcp_tool(scopes("notes:read", "notes:write"))]
    fn keep_note(&self) {}
}

#[test]
fn scopes_are_on_the_definition_and_not_on_the_wire() {
    let registry = ToolRegistry::builder(Notes).tools(tools![Notes]).build();
    let registry = registry.unwrap();
    let scopes: Vec<_> = registry.definitions().iter().map(|it| &it.scopes).collect();
    assert_eq!(scopes[0], &["notes:read"]);
    assert_eq!(scopes[1], &["notes:read", "notes:write"]);
    for peer in Peer::all(&registry) {
        assert_eq!(peer.tool("keep_note").get("scopes"), None);
    }
}
