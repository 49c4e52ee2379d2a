//! Names, titles, descriptions and annotations.

use super::*;

pub(super) mod declared {
    use super::*;

    /// Does nothing.
    #[mcp_tool]
    pub async fn ping() {}

    /// Reads something.
    #[mcp_tool(read_only)]
    pub fn hint_bare() {}

    /// Overwrites something outside of the server.
    #[mcp_tool(
        read_only = false,
        destructive = true,
        idempotent = true,
        open_world = true
    )]
    pub fn hints_written() {}

    /// Adds another entry inside of the server.
    #[mcp_tool(destructive = false, idempotent = false, open_world = false)]
    pub fn hints_false() {}

    /// Has a title.
    #[mcp_tool(title = "A title for people")]
    pub fn titled() {}

    const TITLE: &str = "A title from a constant";

    /// Has a title from a constant.
    #[mcp_tool(title = TITLE)]
    pub fn titled_by_const() {}

    /// First paragraph, on
    /// two lines.
    ///
    /// Second paragraph:
    ///
    /// - an item
    ///   that goes on
    ///
    ///       code
    #[mcp_tool]
    pub fn paragraphs() {}

    /**
        A block comment.

        It has two paragraphs.
    */
    #[mcp_tool]
    pub fn block_comment() {}

    #[doc = include_str!("../text/search.md")]
    #[mcp_tool]
    pub fn included() {}

    #[doc = concat!("Version ", "1", " of a tool.")]
    #[mcp_tool]
    pub fn concatenated() {}

    /// Some of it is written here.
    #[doc = concat!("Some of it ", "is put together.")]
    ///
    /// Some more is written.
    #[mcp_tool]
    pub fn mixed() {}

    const DESCRIPTION: &str = "For the model.";

    /// For the reader of the source.
    #[mcp_tool(description = DESCRIPTION)]
    pub fn described_by_const() {}

    #[mcp_tool(description = include_str!("../text/search.md"))]
    pub fn described_by_file() {}

    #[mcp_tool(description = concat!("Put", " ", "together."))]
    pub fn described_by_concat() {}

    /// Has another name.
    #[mcp_tool(name = "admin.users-list_2")]
    pub fn renamed() {}

    const NAME: &str = "name_of_a_const";

    /// Has the name of a constant.
    #[mcp_tool(name = NAME)]
    pub fn named_by_const() {}

    struct Names;

    impl Names {
        const SEARCH: &str = "name_of_an_associated_const";
    }

    /// Has the name of an associated constant.
    #[mcp_tool(name = Names::SEARCH)]
    pub fn named_by_associated_const() {}

    /// Has a Rust keyword as its name.
    #[mcp_tool]
    pub async fn r#match() {}

    pub fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![
                ping,
                hint_bare,
                hints_written,
                hints_false,
                titled,
                titled_by_const,
                paragraphs,
                block_comment,
                included,
                concatenated,
                mixed,
                described_by_const,
                described_by_file,
                described_by_concat,
                renamed,
                named_by_const,
                named_by_associated_const,
                r#match,
            ])
            .build()
            .unwrap()
    }
}

#[test]
fn metadata_of_a_tool() {
    check("about", &declared::registry());
}

#[test]
fn a_tool_without_parameters_admits_no_argument() {
    // R14, R15, R17
    for peer in Peer::all(&declared::registry()) {
        assert_eq!(
            peer.tool("ping"),
            json!({
                "name": "ping",
                "description": "Does nothing.",
                "inputSchema": {
                    "type": "object",
                    "properties": {},
                    "additionalProperties": false,
                },
            }),
        );
    }
}

#[test]
fn an_absent_hint_stays_absent() {
    // R80
    let registry = declared::registry();
    let peer = Peer::new(&registry);
    assert_eq!(peer.tool("ping").get("annotations"), None);
    assert_eq!(
        peer.tool("hint_bare")["annotations"],
        json!({ "readOnlyHint": true }),
    );
    assert_eq!(
        peer.tool("hints_written")["annotations"],
        json!({
            "readOnlyHint": false,
            "destructiveHint": true,
            "idempotentHint": true,
            "openWorldHint": true,
        }),
    );
    assert_eq!(
        peer.tool("hints_false")["annotations"],
        json!({ "destructiveHint": false, "idempotentHint": false, "openWorldHint": false }),
    );
}

#[test]
fn the_title_is_a_sibling_of_the_name() {
    // R09, R10: the title is not in the annotations
    let registry = declared::registry();
    let peer = Peer::new(&registry);
    let titled = peer.tool("titled");
    assert_eq!(titled["title"], "A title for people");
    assert_eq!(titled.get("annotations"), None);
    assert_eq!(
        peer.tool("titled_by_const")["title"],
        "A title from a constant"
    );
    assert_eq!(peer.tool("ping").get("title"), None);
}

#[test]
fn the_doc_comment_is_the_description() {
    // R11
    let registry = declared::registry();
    let description = |tool| Peer::new(&registry).tool(tool)["description"].take();
    assert_eq!(
        description("paragraphs"),
        "First paragraph, on\ntwo lines.\n\nSecond paragraph:\n\n\
         - an item\n  that goes on\n\n      code",
    );
    assert_eq!(
        description("block_comment"),
        "A block comment.\n\nIt has two paragraphs.",
    );
    assert_eq!(
        description("mixed"),
        "Some of it is written here.\nSome of it is put together.\n\nSome more is written.",
    );
}

#[test]
fn a_description_may_be_any_constant_expression() {
    // R11
    let registry = declared::registry();
    let description = |tool| Peer::new(&registry).tool(tool)["description"].take();
    let file = include_str!("../text/search.md");
    assert_eq!(description("included"), file.trim_end());
    assert_eq!(description("described_by_file"), file);
    assert_eq!(description("concatenated"), "Version 1 of a tool.");
    assert_eq!(description("described_by_concat"), "Put together.");
    assert_eq!(description("described_by_const"), "For the model.");
}

#[test]
fn the_default_name_is_that_of_the_function() {
    // R01, R03: the name omits the `r#` of a raw identifier
    let names: Vec<_> = declared::registry()
        .definitions()
        .iter()
        .map(|tool| tool.name.clone())
        .collect();
    let (first, last) = names.split_at(14);
    assert_eq!(first[0], "ping");
    assert_eq!(
        last,
        [
            "admin.users-list_2",
            "name_of_a_const",
            "name_of_an_associated_const",
            "match"
        ],
    );
}
