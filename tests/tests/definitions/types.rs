//! Definitions of tools whose arguments have different types.

use mcp_tool_runtime::schema::SchemaProfile;

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

    /// Takes the usual types of arguments.
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
fn definitions_of_types() {
    check("types", &declared::registry());
}

thread_local! {
    /// Counts the attempts to decode a value of the type [`Counted`].
    static DECODED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

#[derive(JsonSchema)]
#[schemars(transparent)]
struct Counted<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Counted<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        DECODED.set(DECODED.get() + 1);
        T::deserialize(deserializer).map(Counted)
    }
}

#[derive(Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "lowercase")]
enum Level {
    /// As usual.
    Low,
    /// Look at once.
    High,
}

/// A type that contains itself.
#[derive(Deserialize, JsonSchema)]
struct Nested {
    by_level: HashMap<Level, Vec<Nested>>,
}

#[derive(Deserialize, JsonSchema)]
struct Flat {
    flat_by_level: Option<HashMap<Level, u8>>,
}

#[derive(Deserialize, JsonSchema)]
struct Pair(u8, #[serde(default)] u8);

/// Takes maps.
#[mcp_tool]
fn maps(
    by_level: HashMap<Level, u8>,
    by_flag: HashMap<bool, u8>,
    by_byte: HashMap<u8, u8>,
    by_id: HashMap<u64, u8>,
    by_count: HashMap<std::num::NonZeroU8, u8>,
    by_offset: HashMap<std::num::NonZeroI8, u8>,
    by_letter: HashMap<char, u8>,
    by_text: HashMap<String, u8>,
    nested: Nested,
    pair: Pair,
    pairs: (Pair, Option<u8>),
    #[arg(flatten)] flat: Flat,
) {
    let pairs = (pairs.0.0, pairs.1);
    let _ = (
        by_level, by_flag, by_byte, by_id, by_count, by_offset, by_letter, by_text, pairs,
    );
    let _ = (nested.by_level.len(), pair.0, pair.1, flat.flat_by_level);
}

/// Published schemas contain the limits that a key type sets for the names in a map. schemars omits these
/// limits, so `build()` decodes a few trial values to find them.
#[test]
fn names_of_members_are_published() {
    for profile in [SchemaProfile::Portable, SchemaProfile::AsGenerated] {
        let builder = ToolRegistry::builder(()).schema_profile(profile);
        let registry = builder.tools(tools![maps]).build().unwrap();
        let peer = Peer::new(&registry);
        let schema = peer.tool("maps")["inputSchema"].take();
        let argument = |name: &str| &schema["properties"][name];
        for (name, known) in [
            ("by_level", ["high", "low"]),
            ("flat_by_level", ["high", "low"]),
            ("by_flag", ["false", "true"]),
        ] {
            let members = argument(name)["properties"].as_object().unwrap();
            assert!(members.keys().eq(known), "{profile:?}");
            assert_eq!(argument(name)["additionalProperties"], false, "{profile:?}");
        }
        for (name, pattern, words) in [
            ("by_byte", r"^\d+$", "an integer from 0 to 255"),
            (
                "by_id",
                r"^\d+$",
                "an integer from 0 to 18446744073709551615",
            ),
            ("by_count", r"^0*[1-9]\d*$", "an integer from 1 to 255"),
            (
                "by_offset",
                r"^-?0*[1-9]\d*$",
                "an integer from -128 to 127, and not 0",
            ),
        ] {
            let patterns = argument(name)["patternProperties"].as_object().unwrap();
            assert!(patterns.keys().eq([pattern]), "{profile:?} {name}");
            assert_eq!(
                argument(name)["description"],
                format!("Each name is {words}.")
            );
        }
        assert_eq!(
            argument("by_letter")["description"],
            "Each name is a single character."
        );
        assert_eq!(argument("by_text").get("description"), None);
        let nested = schema.pointer("/$defs/Nested/properties/by_level").unwrap();
        assert_eq!(nested["additionalProperties"], false, "{profile:?}");
        assert!(
            nested.pointer("/properties/low/items/$ref").is_some(),
            "{profile:?}"
        );
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let whole = json!({
            "by_level": { "low": 1 }, "by_flag": { "true": 1 }, "by_byte": { "7": 1 },
            "by_id": {}, "by_count": { "01": 1 }, "by_offset": { "-1": 1 }, "by_letter": {},
            "by_text": { "": 1 }, "nested": { "by_level": { "high": [{ "by_level": {} }] } },
            "pair": [1, 2], "pairs": [[1, 2], null],
        });
        for (name, value, is_taken) in [
            ("pair", json!([1, 2]), true),
            ("pair", json!([]), false),
            ("pairs", json!([[1]]), false),
            ("pairs", json!([[], null]), false),
            ("by_level", json!({ "middle": 1 }), false),
            ("by_flag", json!({ "yes": 1 }), false),
            ("by_count", json!({ "0": 1 }), false),
            ("by_offset", json!({ "-0": 1 }), false),
            (
                "nested",
                json!({ "by_level": { "low": [{ "by_level": { "no": [] } }] } }),
                false,
            ),
        ] {
            let mut arguments = whole.clone();
            arguments[name] = value;
            assert_eq!(
                validator.is_valid(&arguments),
                is_taken,
                "{profile:?} {arguments}"
            );
            let is_refused = peer.call("maps", arguments.clone())["isError"] == true;
            assert_eq!(is_refused, !is_taken, "{profile:?} {arguments}");
        }
    }
}

/// Takes one value.
#[mcp_tool]
fn plain(it: Counted<Vec<String>>) {
    let _ = it.0;
}

/// Takes one value.
#[mcp_tool]
fn map(it: Counted<HashMap<Level, HashMap<Level, Vec<u8>>>>) {
    let _ = it.0;
}

/// `build()` decodes at most one value for a list of texts, and only a few values for a map.
#[test]
fn few_values_are_tried_when_a_registry_is_built() {
    for (tools, most) in [(tools![plain], 1), (tools![map], 8)] {
        DECODED.take();
        let registry = ToolRegistry::builder(()).tools(tools).build().unwrap();
        let decoded = DECODED.take();
        // For each argument, `build()` decodes one value to find out whether the argument can be
        // absent. For an argument with maps, `build()` decodes further values to find out which
        // names the maps accept.
        assert!(
            decoded <= most,
            "{decoded} for {}",
            registry.definitions()[0].name
        );
    }
}
