//! Definitions of arguments with options in `#[arg(…)]`, such as `range` and `sensitive`.

use mcp_tool_runtime::SafeInt;
use mcp_tool_runtime::bounds::HeaderArgument;
use schemars::{Schema, SchemaGenerator, json_schema};

use super::*;

pub(super) mod declared {
    use super::*;

    const LOW: i32 = -3;
    const WORD: &str = concat!("^[a-z]", "+$");

    struct Limits;

    impl Limits {
        const HIGH: usize = 1 << 4;
    }

    const fn twice(number: u8) -> u8 {
        number * 2
    }

    /// Has ranges.
    #[mcp_tool]
    fn ranges(
        #[arg(range(1..=14))] closed: u8,
        #[arg(range(1..14))] half_open: u8,
        #[arg(range(1..))] from: u8,
        #[arg(range(..=14))] up_to: i64,
        #[arg(range(..14))] below: u64,
        #[arg(range(-2.5..=1e3))] float: f64,
        #[arg(range(0.0..1.0))] half_open_float: f32,
        #[arg(range(LOW..=Limits::HIGH as i32))] by_const: i32,
        #[arg(range(twice(2)..=twice(4)))] by_function: Option<u8>,
    ) {
        let _ = (
            closed,
            half_open,
            from,
            up_to,
            below,
            float,
            half_open_float,
        );
        let _ = (by_const, by_function);
    }

    /// Has lengths.
    #[mcp_tool]
    fn lengths(
        #[arg(length(1..=64))] text: &str,
        #[arg(length(1..64))] half_open: String,
        #[arg(length(2..))] list: Vec<u8>,
        #[arg(length(..=Limits::HIGH))] map: BTreeMap<String, u8>,
        #[arg(length(..4))] optional: Option<Vec<String>>,
        #[arg(length(3..=3))] exact: Cow<'static, str>,
    ) {
        let _ = (text, half_open, list, map, optional, exact);
    }

    /// Has patterns.
    #[mcp_tool]
    fn patterns(
        #[arg(pattern("^[A-Z]{3}$"))] literal: String,
        #[arg(pattern(r"^\d+\.\d+$"))] raw: &str,
        #[arg(pattern(WORD))] by_const: Option<String>,
        #[arg(pattern(concat!("a", "b")), length(2..), default = "ab")] put_together: String,
    ) {
        let _ = (literal, raw, by_const, put_together);
    }

    /// Has examples.
    #[mcp_tool]
    fn examples(
        #[arg(example = 3)] one: u8,
        #[arg(example = "Oslo", example = "Bodø")] two: &str,
        #[arg(example = Unit::Celsius)] own: Unit,
        #[arg(example = json!([1, 2]))] json: Vec<u8>,
        #[arg(example = WORD, default = "b")] by_const: String,
    ) {
        let _ = (one, two, own, json, by_const);
    }

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Unit {
        /// By water
        #[default]
        Celsius,
        /// By cold
        Kelvin,
    }

    impl HeaderArgument for Unit {}

    /// Has secrets.
    #[mcp_tool]
    fn secrets(
        /// The key
        #[arg(sensitive)]
        key: String,
        #[arg(sensitive, range(1000..=9999))] pin: Option<u16>,
        #[arg(sensitive = false)] open: u8,
    ) {
        let _ = (key, pin, open);
    }

    fn anything(_: &mut SchemaGenerator) -> Schema {
        Schema::default()
    }

    fn word(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "A word", "format": "x" })
    }

    struct Schemas;

    impl Schemas {
        fn of<const LONGEST: u64>(_: &mut SchemaGenerator) -> Schema {
            json_schema!({ "type": "string", "maxLength": LONGEST })
        }
    }

    /// Has arguments whose schemas come from functions.
    #[mcp_tool]
    fn schemas(
        #[arg(schema = anything)] any: String,
        /// The word to look up
        #[arg(schema = word)]
        word: String,
        #[arg(schema = word)] own_words: Option<String>,
        #[arg(schema = Schemas::of::<7>, default = "a")] of: String,
    ) {
        let _ = (any, word, own_words, of);
    }

    /// Has headers.
    #[mcp_tool]
    fn headers(
        #[arg(header = "Text")] text: String,
        #[arg(header = "Lent")] lent: &str,
        #[arg(header = "Truth")] truth: Option<bool>,
        #[arg(header = "Small", range(..=9))] small: i8,
        #[arg(header = "Safe")] safe: SafeInt,
        #[arg(header = "Unit", default)] unit: Unit,
        #[arg(header = "Odd!#$%&'*+-.^_`|~", rename = "odd one")] odd: char,
    ) {
        let _ = (text, lent, truth, small, safe, unit, odd);
    }

    pub fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![
                ranges, lengths, patterns, examples, secrets, schemas, headers
            ])
            .build()
            .unwrap()
    }
}

#[test]
fn options_of_an_argument_in_its_schema() {
    check("argument_options", &declared::registry());
}

#[test]
fn definitions_do_not_mark_sensitive_arguments() {
    let registry = declared::registry();
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.argument("secrets", "key"),
        json!({ "type": "string", "description": "The key" }),
    );
}

#[test]
fn a_header_is_named_in_every_version() {
    // R38, R39: the definitions for every protocol version contain `x-mcp-header`. Clients of
    // older versions do not know this keyword and ignore it.
    for peer in Peer::all(&declared::registry()) {
        assert_eq!(peer.argument("headers", "text")["x-mcp-header"], "Text");
        assert_eq!(peer.argument("headers", "truth")["type"], "boolean");
        assert_eq!(peer.argument("headers", "unit")["type"], "string");
        assert_eq!(
            peer.argument("headers", "odd one")["x-mcp-header"],
            "Odd!#$%&'*+-.^_`|~"
        );
    }
}
