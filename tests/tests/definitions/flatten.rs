//! Definitions of tools with flattened structs and maps.

use super::*;

pub(super) mod declared {
    use super::*;

    /// The registry does not publish this comment, because the members of the struct become the arguments.
    #[derive(Clone, Deserialize, Serialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    struct Page {
        /// Where to start
        first_item: u32,
        #[serde(default)]
        page_size: u8,
        #[schemars(length(min = 1))]
        tags: Option<Vec<String>>,
        order: Order,
    }

    #[derive(Clone, Deserialize, Serialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Order {
        /// Old before new
        Up,
        Down,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Outer {
        #[serde(rename = "type")]
        kind: Option<Order>,
        #[serde(flatten)]
        page: Page,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Labelled {
        name: String,
        #[serde(flatten)]
        labels: HashMap<String, u8>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Closed {
        inner: Inner,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Inner {
        number: u8,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Tree {
        word: String,
        #[serde(default)]
        branches: Vec<Tree>,
    }

    /// Takes a struct.
    #[mcp_tool]
    fn alone(
        /// The registry does not publish this comment, either
        #[arg(flatten)]
        page: Page,
    ) {
        let _ = page;
    }

    /// Borrows a struct.
    #[mcp_tool]
    fn lent(#[arg(flatten)] page: &Page) {
        let _ = page;
    }

    /// Takes two structs and other arguments.
    #[mcp_tool]
    fn among_others(
        word: &str,
        #[arg(flatten)] page: Page,
        #[arg(default = 3)] number: u8,
        #[arg(flatten)] closed: Closed,
    ) {
        let _ = (word, page, number, closed.inner.number);
    }

    /// Takes a struct inside a struct.
    #[mcp_tool]
    fn nested(#[arg(flatten)] outer: Outer) {
        let _ = (outer.kind.is_some(), outer.page);
    }

    /// Takes a map.
    #[mcp_tool]
    fn map(#[arg(flatten)] map: BTreeMap<String, u8>) {
        let _ = map;
    }

    /// Takes anything.
    #[mcp_tool]
    fn anything(#[arg(flatten)] map: serde_json::Map<String, Value>, known: u8) {
        let _ = (map, known);
    }

    /// Takes labels.
    #[mcp_tool]
    fn labelled(#[arg(flatten)] labelled: Labelled) {
        let _ = (labelled.name, labelled.labels);
    }

    /// Takes a tree.
    #[mcp_tool]
    fn tree(#[arg(flatten)] tree: Tree) {
        let _ = (tree.word, tree.branches.len());
    }

    /// Takes unknown arguments.
    #[mcp_tool(allow_unknown)]
    fn allowing(#[arg(flatten)] page: Page) {
        let _ = page;
    }

    pub fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![
                alone,
                lent,
                among_others,
                nested,
                map,
                anything,
                labelled,
                tree,
                allowing
            ])
            .build()
            .unwrap()
    }
}

#[test]
fn definitions_of_flattened_arguments() {
    check("joined", &declared::registry());
}

#[test]
fn an_open_part_opens_the_tool() {
    // R17, R31
    let registry = declared::registry();
    let peer = Peer::new(&registry);
    let others = |tool| {
        peer.tool(tool)["inputSchema"]
            .get("additionalProperties")
            .cloned()
    };
    for tool in ["alone", "lent", "among_others", "nested", "tree"] {
        assert_eq!(others(tool), Some(json!(false)), "{tool}");
    }
    let number = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    assert_eq!(others("map"), Some(number.clone()));
    assert_eq!(others("labelled"), Some(number));
    assert_eq!(others("anything"), None);
    assert_eq!(others("allowing"), None);
}
