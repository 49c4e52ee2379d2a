//! What is said about types inside arguments.

use super::*;

pub(super) mod declared {
    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    pub enum Documented {
        /// The first one.
        First,
        /// The second one.
        Second,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "type", rename_all = "snake_case")]
    #[allow(dead_code)]
    pub enum Shape {
        /// A circle.
        Circle { radius: f64 },
        /// A rectangle.
        Rectangle { width: f64, height: f64 },
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "op", content = "value")]
    #[allow(dead_code)]
    pub enum Adjacent {
        Set(u8),
        Clear,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    pub enum OneOrMany {
        One(String),
        Many(Vec<String>),
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    pub enum Filter {
        Equals(String, i64),
        Not(Box<Filter>),
        All(Vec<Filter>),
        Nothing,
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    pub struct Page {
        #[serde(default)]
        offset: u32,
        #[serde(default = "fifty")]
        size: u32,
        #[serde(rename = "orderBy")]
        order_by: Option<String>,
    }

    fn fifty() -> u32 {
        50
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    pub struct Search {
        query: String,
        #[serde(flatten)]
        page: Page,
        #[serde(flatten)]
        rest: HashMap<String, Value>,
    }

    /// A tree.
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    pub struct Tree {
        value: i32,
        left: Option<Box<Tree>>,
        right: Option<Box<Tree>>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    pub struct Newtype(u16);

    /// Takes the types that people write.
    #[mcp_tool]
    pub fn inputs(
        documented: Documented,
        shape: Shape,
        shapes: Option<Vec<Shape>>,
        adjacent: Adjacent,
        one_or_many: OneOrMany,
        filter: Filter,
        filter_again: Option<Filter>,
        search: Search,
        tree: Tree,
        newtype: Newtype,
        tuple: (String, i32),
        anything: Vec<Value>,
        by_name: BTreeMap<String, Value>,
        when: chrono::DateTime<chrono::Utc>,
        day: Option<chrono::NaiveDate>,
        number: serde_json::Number,
        object: serde_json::Map<String, Value>,
        nothing: (),
        wide: u128,
        size: usize,
        nonzero: std::num::NonZeroU16,
        address: std::net::IpAddr,
    ) {
        let _ = (
            documented,
            shape,
            shapes,
            adjacent,
            one_or_many,
            filter,
            filter_again,
        );
        let _ = (
            search, tree, newtype.0, tuple, anything, by_name, when, day, number,
        );
        let _ = (object, nothing, wide, size, nonzero, address);
    }

    pub fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![inputs])
            .build()
            .unwrap()
    }
}

#[test]
fn what_is_said_about_types() {
    check("types", &declared::registry());
}
