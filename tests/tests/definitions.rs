//! What `tools/list` says of a tool: one declaration, seen by peers of every revision.
//!
//! The tests that name a rule look at one thing each. Beside them, the whole definitions of all
//! tools of this file are kept under `snapshots/definitions`.

#![allow(deprecated)] // Most arguments here need no description.
#![allow(unreachable_pub)] // Nothing can be reached in a test.
#![allow(clippy::too_many_arguments)] // So as to show them all at once.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mcp_tool_runtime::{
    CallToolResult, ContentBlock, HasState, ImageContent, Revision, ToolContext, ToolError,
    ToolRegistry, UnknownArguments, mcp_tool, tools,
};
use mcp_tool_tests::{Peer, schema, snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Compares all definitions of a registry with a snapshot: those for the newest revision, and
/// those for the others that differ from them.
#[track_caller]
fn check<S: Send + Sync>(name: &str, registry: &ToolRegistry<S>) {
    let newest = match Peer::new(registry).tools() {
        Value::Array(tools) => tools,
        other => panic!("{other}"),
    };
    let mut all = serde_json::Map::new();
    for peer in Peer::all(registry) {
        let mut tools = match peer.tools() {
            Value::Array(tools) => tools,
            other => panic!("{other}"),
        };
        if peer.revision() != Revision::LATEST {
            tools.retain(|tool| !newest.contains(tool));
        }
        if !tools.is_empty() {
            all.insert(peer.revision().to_string(), Value::Array(tools));
        }
    }
    snapshot::json(&format!("definitions/{name}"), &Value::Object(all));
}

mod about {
    use super::*;

    /// Says that it is there.
    #[mcp_tool]
    pub async fn ping() {}

    /// Reads something.
    #[mcp_tool(read_only)]
    pub fn hint_bare() {}

    /// Changes something, again and again, out there.
    #[mcp_tool(
        read_only = false,
        destructive = true,
        idempotent = true,
        open_world = true
    )]
    pub fn hints_written() {}

    /// Adds something, each time anew, in here.
    #[mcp_tool(destructive = false, idempotent = false, open_world = false)]
    pub fn hints_false() {}

    /// Has a title.
    #[mcp_tool(title = "A title for people")]
    pub fn titled() {}

    const TITLE: &str = "A title from a constant";

    /// Has a title from somewhere else.
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

    #[doc = include_str!("text/search.md")]
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

    #[mcp_tool(description = include_str!("text/search.md"))]
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

    /// Has a keyword for its name.
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
fn what_is_said_about_a_tool_as_a_whole() {
    check("about", &about::registry());
}

#[test]
fn a_tool_without_parameters_admits_no_argument() {
    // R14, R15, R17
    for peer in Peer::all(&about::registry()) {
        assert_eq!(
            peer.tool("ping"),
            json!({
                "name": "ping",
                "description": "Says that it is there.",
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
    let registry = about::registry();
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
fn the_title_stands_beside_the_name() {
    // R09, R10: and not among the annotations
    let registry = about::registry();
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
    let registry = about::registry();
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
    let registry = about::registry();
    let description = |tool| Peer::new(&registry).tool(tool)["description"].take();
    let file = include_str!("text/search.md").trim_end();
    assert_eq!(description("included"), file);
    assert_eq!(description("described_by_file"), file);
    assert_eq!(description("concatenated"), "Version 1 of a tool.");
    assert_eq!(description("described_by_concat"), "Put together.");
    assert_eq!(description("described_by_const"), "For the model.");
}

#[test]
fn a_name_is_the_functions_unless_the_attribute_gives_one() {
    // R01, R03: without the `r#` of a raw identifier
    let names: Vec<_> = about::registry()
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

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    #[default]
    Celsius,
    Fahrenheit,
}

/// A place on Earth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Place {
    /// Degrees north
    lat: f64,
    /// Degrees east
    lon: f64,
    /// Metres above the sea
    altitude: Option<f64>,
}

/// Without `Clone`, `Serialize` or anything else that a parameter does not need.
#[derive(Deserialize, JsonSchema)]
struct Query {
    words: Vec<String>,
}

mod parameters {
    use super::*;

    type Maybe<T> = Option<T>;

    const DEFAULT_DAYS: u8 = 3;

    struct Limits;

    impl Limits {
        const PAGE: u32 = 50;
    }

    fn standard_tags() -> Vec<String> {
        vec!["news".to_owned(), "weather".to_owned()]
    }

    /// Takes everything that has to be given.
    #[mcp_tool]
    pub fn required(
        /// A text
        text: String,
        /// A small number
        small: u8,
        /// A large number
        large: i64,
        /// Any number
        number: f64,
        /// Yes or no
        flag: bool,
        /// One of few
        unit: Unit,
        /// An object
        place: Place,
        /// Several
        places: Vec<Place>,
        /// Named numbers
        by_name: HashMap<String, u16>,
        /// Anything
        anything: Value,
        /// A single letter
        letter: char,
        /// Two of a kind
        pair: [u8; 2],
        undocumented: u32,
    ) {
        let _ = (text, small, large, number, flag, unit, place, places);
        let _ = (by_name, anything, letter, pair, undocumented);
    }

    /// Takes what may be left out, however that is spelt.
    #[mcp_tool]
    #[allow(unused_qualifications)]
    pub fn optional(
        /// An option
        plain: Option<String>,
        /// An option under another name
        alias: Maybe<u8>,
        /// An option by its path
        path: std::option::Option<bool>,
        /// An option of an option
        twice: Option<Option<i32>>,
        /// An option in a box
        boxed: Box<Option<f64>>,
        /// An option of one of few
        unit: Option<Unit>,
        /// An option of an object
        place: Option<Place>,
        /// An option of several options
        list: Option<Vec<Option<u8>>>,
        /// An option of anything
        anything: Option<Value>,
    ) {
        let _ = (
            plain, alias, path, twice, boxed, unit, place, list, anything,
        );
    }

    /// Takes what has a default.
    #[mcp_tool]
    pub fn defaults(
        /// A number
        #[arg(default = 7)]
        number: u8,
        /// A negative number
        #[arg(default = -1)]
        negative: i32,
        /// A fraction
        #[arg(default = 0.5)]
        fraction: f64,
        /// Yes or no
        #[arg(default = true)]
        flag: bool,
        /// A text of one's own
        #[arg(default = "Oslo")]
        owned: String,
        /// A text on loan
        #[arg(default = "Oslo")]
        borrowed: &str,
        /// A text of either kind
        #[arg(default = "Oslo")]
        either: Cow<'_, str>,
        /// A file
        #[arg(default = "/tmp")]
        file: PathBuf,
        /// A number from a constant
        #[arg(default = DEFAULT_DAYS)]
        days: u8,
        /// A number from an associated constant
        #[arg(default = Limits::PAGE)]
        page: u32,
        /// A list
        #[arg(default = vec![1, 2, 3])]
        list: Vec<u8>,
        /// A list from a function
        #[arg(default = standard_tags())]
        tags: Vec<String>,
        /// A list on loan
        #[arg(default = &[1, 2])]
        slice: &[u8],
        /// One of few
        #[arg(default = Unit::Fahrenheit)]
        unit: Unit,
        /// An object
        #[arg(default = Place { lat: 59.9, lon: 10.75, altitude: None })]
        place: Place,
        /// An option that has a default
        #[arg(default = Some(5))]
        option: Option<u8>,
        /// The default of a number
        #[arg(default)]
        bare_number: u16,
        /// The default of a text
        #[arg(default)]
        bare_text: String,
        /// The default of a list
        #[arg(default)]
        bare_list: Vec<u8>,
        /// The default of one of few
        #[arg(default)]
        bare_unit: Unit,
    ) {
        let _ = (
            number, negative, fraction, flag, owned, borrowed, either, file,
        );
        let _ = (days, page, list, tags, slice, unit, place, option);
        let _ = (bare_number, bare_text, bare_list, bare_unit);
    }

    /// Borrows what it takes.
    #[mcp_tool]
    pub async fn references(
        /// A text
        text: &str,
        /// Texts
        texts: &[String],
        /// A file
        file: &Path,
        /// A number
        number: &u64,
        /// An object that cannot be cloned
        query: &Query,
        /// An option of an object
        place: &Option<Place>,
        /// A text of either kind
        either: Cow<'_, str>,
    ) {
        let _ = (text, texts, file, number, &query.words, place, either);
    }

    /// Names its lifetimes.
    #[mcp_tool]
    pub async fn lifetimes<'text, 'rest: 'text>(
        /// A text
        text: &'text str,
        /// More texts
        rest: &'rest [String],
        /// A text of either kind
        either: Cow<'text, str>,
    ) -> &'text str {
        let _ = either;
        rest.first().map_or(text, |first| first)
    }

    /// Has arguments whose names need some care.
    #[mcp_tool]
    #[allow(non_snake_case)]
    pub fn names(
        /// A keyword
        r#type: String,
        /// Another name on the wire
        #[arg(rename = "dry-run")]
        dry_run: bool,
        /// A keyword on the wire
        #[arg(rename = "for")]
        target: String,
        /// Not snake case
        camelCase: u8,
        /// A name that begins with an underscore
        _ignored: u8,
        /// A binding that changes
        mut counter: u32,
        /// A name of the expansion's own making
        arguments: u8,
        /// Another of those
        state: u8,
    ) {
        counter += 1;
        let _ = (
            r#type, dry_run, target, camelCase, counter, arguments, state,
        );
    }

    const ABOUT: &str = "From a constant.";

    /// Describes its arguments in every way.
    #[mcp_tool]
    pub fn descriptions(
        /// First line.
        ///
        /// Second paragraph.
        paragraphs: u8,
        #[doc = concat!("Put", " together.")] concatenated: u8,
        /// For the reader of the source.
        #[arg(description = ABOUT)]
        constant: u8,
        #[arg(description = "In the attribute.")] literal: u8,
        /// The description of the parameter wins over the type's own.
        place: Place,
        of_the_type: Place,
    ) {
        let _ = (
            paragraphs,
            concatenated,
            constant,
            literal,
            place,
            of_the_type,
        );
    }

    pub struct Database;

    pub struct App(pub Database);

    impl HasState<Database> for App {
        fn state(&self) -> &Database {
            &self.0
        }
    }

    /// Is lent things by the server.
    #[mcp_tool]
    pub async fn injected(
        #[state] app: &App,
        /// The only argument
        key: &str,
        #[context] cx: &ToolContext,
        #[state] database: &Database,
    ) {
        let _ = (&app.0, key, cx.revision(), database);
    }

    pub fn registry() -> ToolRegistry<App> {
        ToolRegistry::builder(App(Database))
            .tools(tools![
                required,
                optional,
                defaults,
                references,
                lifetimes,
                names,
                descriptions,
                injected,
            ])
            .build()
            .unwrap()
    }
}

#[test]
fn what_is_said_about_arguments() {
    check("parameters", &parameters::registry());
}

/// The names in `required` of a tool's input schema.
#[track_caller]
fn required_arguments<S: Send + Sync>(peer: &Peer<'_, S>, tool: &str) -> Vec<String> {
    let mut tool = peer.tool(tool);
    match tool["inputSchema"]["required"].take() {
        Value::Null => Vec::new(),
        names => serde_json::from_value(names).unwrap(),
    }
}

#[test]
fn required_are_the_arguments_without_a_way_to_do_without() {
    // R29
    let registry = parameters::registry();
    let peer = Peer::new(&registry);
    for tool in peer.tools().as_array().unwrap() {
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        let name = tool["name"].as_str().unwrap();
        for required in required_arguments(&peer, name) {
            assert!(properties.contains_key(&required), "{name}: {required}");
        }
    }
    assert_eq!(required_arguments(&peer, "required").len(), 13);
    assert_eq!(required_arguments(&peer, "optional"), [""; 0]);
    assert_eq!(required_arguments(&peer, "defaults"), [""; 0]);
    assert_eq!(
        required_arguments(&peer, "references"),
        ["text", "texts", "file", "number", "query", "either"],
    );
}

#[test]
fn an_optional_argument_has_the_plain_type() {
    // T5 of the client traps: no `null`, no list of types
    let registry = parameters::registry();
    let peer = Peer::new(&registry);
    for (name, kind) in [
        ("plain", json!("string")),
        ("alias", json!("integer")),
        ("path", json!("boolean")),
        ("twice", json!("integer")),
        ("boxed", json!("number")),
        ("unit", json!("string")),
        ("place", json!("object")),
        ("list", json!("array")),
    ] {
        let schema = peer.argument("optional", name);
        assert_eq!(schema["type"], kind, "{name}");
        assert!(schema.get("anyOf").is_none(), "{name}");
        assert!(schema.get("default").is_none(), "{name}");
    }
}

#[test]
fn defaults_are_published_as_json() {
    // R30
    let registry = parameters::registry();
    let peer = Peer::new(&registry);
    for (name, default) in [
        ("number", json!(7)),
        ("negative", json!(-1)),
        ("fraction", json!(0.5)),
        ("flag", json!(true)),
        ("owned", json!("Oslo")),
        ("borrowed", json!("Oslo")),
        ("either", json!("Oslo")),
        ("file", json!("/tmp")),
        ("days", json!(3)),
        ("page", json!(50)),
        ("list", json!([1, 2, 3])),
        ("tags", json!(["news", "weather"])),
        ("slice", json!([1, 2])),
        ("unit", json!("fahrenheit")),
        ("place", json!({ "lat": 59.9, "lon": 10.75 })),
        ("option", json!(5)),
        ("bare_number", json!(0)),
        ("bare_text", json!("")),
        ("bare_list", json!([])),
        ("bare_unit", json!("celsius")),
    ] {
        assert_eq!(
            peer.argument("defaults", name)["default"],
            default,
            "{name}"
        );
    }
}

#[test]
fn every_default_satisfies_the_schema_it_stands_in() {
    // R30: also for a client that checks it
    let registry = parameters::registry();
    let tool = Peer::new(&registry).tool("defaults");
    for (name, schema) in tool["inputSchema"]["properties"].as_object().unwrap() {
        let validator = jsonschema::draft202012::new(schema).unwrap();
        let default = &schema["default"];
        if let Err(error) = validator.validate(default) {
            panic!("{name}: {default} against {schema}: {error}");
        }
    }
}

#[test]
fn a_reference_is_what_it_refers_to() {
    let registry = parameters::registry();
    let peer = Peer::new(&registry);
    let kind = |tool, name| peer.argument(tool, name)["type"].take();
    assert_eq!(kind("references", "text"), "string");
    assert_eq!(kind("references", "file"), "string");
    assert_eq!(kind("references", "number"), "integer");
    assert_eq!(kind("references", "query"), "object");
    assert_eq!(kind("references", "place"), "object");
    assert_eq!(kind("references", "either"), "string");
    assert_eq!(
        peer.argument("references", "texts"),
        json!({ "type": "array", "items": { "type": "string" }, "description": "Texts" }),
    );
    assert_eq!(kind("lifetimes", "text"), "string");
    assert_eq!(kind("lifetimes", "rest"), "array");
}

#[test]
fn an_argument_has_the_name_of_its_binding_unless_renamed() {
    let registry = parameters::registry();
    assert_eq!(
        required_arguments(&Peer::new(&registry), "names"),
        [
            "type",
            "dry-run",
            "for",
            "camelCase",
            "_ignored",
            "counter",
            "arguments",
            "state"
        ],
    );
}

#[test]
fn the_description_next_to_the_argument_wins() {
    // R12
    let registry = parameters::registry();
    let peer = Peer::new(&registry);
    let description = |name| peer.argument("descriptions", name)["description"].take();
    assert_eq!(
        description("paragraphs"),
        "First line.\n\nSecond paragraph."
    );
    assert_eq!(description("concatenated"), "Put together.");
    assert_eq!(description("constant"), "From a constant.");
    assert_eq!(description("literal"), "In the attribute.");
    assert_eq!(
        description("place"),
        "The description of the parameter wins over the type's own.",
    );
    assert_eq!(description("of_the_type"), "A place on Earth.");
}

#[test]
fn what_the_server_lends_is_no_argument() {
    let registry = parameters::registry();
    let schema = &Peer::new(&registry).tool("injected")["inputSchema"];
    assert_eq!(
        *schema,
        json!({
            "type": "object",
            "properties": { "key": { "type": "string", "description": "The only argument" } },
            "required": ["key"],
            "additionalProperties": false,
        }),
    );
}

mod openness {
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

    /// Is open, in so many words.
    #[mcp_tool(allow_unknown = true)]
    pub fn open_true(a: u8) -> u8 {
        a
    }

    /// Is closed, in so many words.
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

    /// Takes objects that are closed themselves, or are not.
    #[mcp_tool]
    pub fn nested(strict: Strict, lax: Lax) {
        let _ = (strict, lax);
    }
}

#[test]
fn the_schema_says_whether_unknown_arguments_are_refused() {
    // R31
    use openness::{closed, nested, open, open_false, open_true};
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

    // An object inside follows its own type in both.
    for registry in [refusing, ignoring] {
        let peer = Peer::new(&registry);
        let strict = peer.argument("nested", "strict");
        assert_eq!(strict["additionalProperties"], false);
        let lax = peer.argument("nested", "lax");
        assert_eq!(lax.get("additionalProperties"), None);
    }
}

mod answers {
    use super::*;

    type Reply<T> = Result<T, Problem>;
    type Bare = Result<Report, Problem>;
    type Text = String;
    use serde_json::Value as Json;

    #[derive(Debug, thiserror::Error)]
    #[error("a problem")]
    pub struct Problem;

    /// What came of it.
    #[derive(Serialize, JsonSchema)]
    pub struct Report {
        /// How many there were
        pub count: u32,
        /// What was noticed, if anything
        pub note: Option<String>,
    }

    fn report() -> Report {
        Report {
            count: 1,
            note: None,
        }
    }

    /// Either this or that, in an object each.
    #[derive(Serialize, JsonSchema)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    pub enum Tagged {
        Found { count: u32 },
        Missing,
    }

    #[derive(Serialize, JsonSchema)]
    #[serde(untagged)]
    pub enum Untagged {
        Short { id: u32 },
        Long { id: u32, name: String },
    }

    #[derive(Serialize, JsonSchema)]
    pub enum External {
        Found { count: u32 },
        Renamed(String),
    }

    #[derive(Serialize, JsonSchema)]
    pub enum Mixed {
        Nothing,
        Something { count: u32 },
    }

    /// A folder and what is in it.
    #[derive(Serialize, JsonSchema)]
    pub struct Folder {
        pub name: String,
        pub folders: Vec<Folder>,
    }

    #[derive(Serialize, JsonSchema)]
    #[serde(transparent)]
    pub struct Wrapped(pub Report);

    macro_rules! answering {
        ($($name:ident: $ty:ty = $value:expr;)*) => {
            $(
                #[doc = concat!("Returns `", stringify!($ty), "`.")]
                #[mcp_tool]
                pub fn $name() -> $ty {
                    $value
                }
            )*

            pub fn registry() -> ToolRegistry<()> {
                ToolRegistry::builder(()).tools(tools![nothing, $($name),*]).build().unwrap()
            }
        };
    }

    /// Returns nothing.
    #[mcp_tool]
    pub fn nothing() {}

    answering! {
        unit: () = ();
        unit_result: Result<(), Problem> = Ok(());
        string: String = String::new();
        str_static: &'static str = "";
        cow: Cow<'static, str> = "".into();
        box_str: Box<str> = "".into();
        arc_str: Arc<str> = "".into();
        text_alias: Text = String::new();
        string_result: Result<String, Problem> = Ok(String::new());
        str_io_result: std::io::Result<&'static str> = Ok("");
        block: ContentBlock = ContentBlock::text("");
        blocks: Vec<ContentBlock> = vec![ContentBlock::text("")];
        image: ImageContent = ImageContent::new([], "image/png");
        blocks_result: Result<Vec<ContentBlock>, ToolError> = Ok(Vec::new());
        result: CallToolResult = CallToolResult::text("");
        result_result: anyhow::Result<CallToolResult> = Ok(CallToolResult::text(""));
        object: Report = report();
        object_wrapped: Wrapped = Wrapped(report());
        object_boxed: Box<Report> = Box::new(report());
        object_result: Result<Report, Problem> = Ok(report());
        object_alias: Bare = Ok(report());
        object_alias_generic: Reply<Report> = Ok(report());
        object_anyhow: anyhow::Result<Report> = Ok(report());
        object_tool_error: Result<Report, ToolError> = Ok(report());
        object_text_error: Result<Report, String> = Ok(report());
        map: BTreeMap<String, u8> = BTreeMap::new();
        tagged: Tagged = if report().count == 0 { Tagged::Missing } else { Tagged::Found { count: 1 } };
        untagged: Untagged = if report().count == 0 { Untagged::Short { id: 1 } } else { Untagged::Long { id: 1, name: String::new() } };
        external: External = if report().count == 0 { External::Renamed(String::new()) } else { External::Found { count: 1 } };
        recursive: Folder = Folder { name: String::new(), folders: Vec::new() };
        list: Vec<Report> = Vec::new();
        list_result: Reply<Vec<Report>> = Ok(Vec::new());
        list_recursive: Vec<Folder> = Vec::new();
        number: i64 = 1;
        fraction: f64 = 1.0;
        flag: bool = true;
        letter: char = 'a';
        option: Option<Report> = None;
        tuple: (String, u8) = (String::new(), 1);
        mixed: Mixed = if report().count == 0 { Mixed::Nothing } else { Mixed::Something { count: 1 } };
        any: Json = Value::Null;
        any_result: Reply<Json> = Ok(Value::Null);
    }
}

#[test]
fn what_is_said_about_answers() {
    check("answers", &answers::registry());
}

#[test]
fn text_content_and_anything_have_no_output_schema() {
    // D8 of the design
    for peer in Peer::all(&answers::registry()) {
        for tool in [
            "nothing",
            "unit",
            "unit_result",
            "string",
            "str_static",
            "cow",
            "box_str",
            "arc_str",
            "text_alias",
            "string_result",
            "str_io_result",
            "block",
            "blocks",
            "image",
            "blocks_result",
            "result",
            "result_result",
            "any",
            "any_result",
        ] {
            assert_eq!(peer.tool(tool).get("outputSchema"), None, "{tool}");
        }
    }
}

#[test]
fn an_object_has_an_output_schema_in_every_revision() {
    // R98: whatever the `Result` around it is called
    for peer in Peer::all(&answers::registry()) {
        for tool in [
            "object",
            "object_wrapped",
            "object_boxed",
            "object_result",
            "object_alias",
            "object_alias_generic",
            "object_anyhow",
            "object_tool_error",
            "object_text_error",
            "map",
            "tagged",
            "untagged",
            "external",
            "recursive",
        ] {
            let tool = peer.tool(tool);
            assert_eq!(tool["outputSchema"]["type"], "object", "{tool:#}");
        }
        let schema = |tool| peer.tool(tool)["outputSchema"].take();
        for same in [
            "object_wrapped",
            "object_boxed",
            "object_alias",
            "object_anyhow",
        ] {
            assert_eq!(schema(same), schema("object"), "{same}");
        }
    }
}

#[test]
fn another_answer_has_an_output_schema_where_the_revision_allows_it() {
    // R98, R99
    for peer in Peer::all(&answers::registry()) {
        for tool in [
            "list",
            "list_result",
            "list_recursive",
            "number",
            "fraction",
            "flag",
            "letter",
            "option",
            "tuple",
            "mixed",
        ] {
            let schema = peer.tool(tool).get("outputSchema").cloned();
            let allowed = peer.revision() >= Revision::V2026_07_28;
            assert_eq!(schema.is_some(), allowed, "{tool}, {}", peer.revision());
        }
    }
}

mod types {
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
    check("types", &types::registry());
}

/// Every tool of this file, as peers of every revision see it.
fn every_tool() -> Vec<Value> {
    fn of<S: Send + Sync>(registry: &ToolRegistry<S>) -> impl Iterator<Item = Value> {
        Peer::all(registry).flat_map(|peer| match peer.tools() {
            Value::Array(tools) => tools,
            _ => Vec::new(),
        })
    }
    of(&about::registry())
        .chain(of(&parameters::registry()))
        .chain(of(&answers::registry()))
        .chain(of(&types::registry()))
        .collect()
}

#[test]
fn every_schema_is_an_object() {
    // R16, R26, T3 of the client traps: `true` is a schema that breaks clients
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
fn no_format_is_an_invention() {
    // T7: `uint8` and its like are no formats of JSON Schema
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
fn every_reference_leads_somewhere() {
    // R33, R35, T4: and only a recursive type needs one
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
                    ["inputs", "recursive", "list_recursive"].contains(&name),
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
    let bytes = |revision| {
        let registry = types::registry();
        let list = registry.list(revision, None).unwrap();
        serde_json::to_string(&list).unwrap()
    };
    for revision in Revision::ALL {
        assert_eq!(bytes(*revision), bytes(*revision));
    }
}

#[test]
fn tools_are_listed_in_the_order_of_their_registration() {
    // R136
    use about::{r#match, ping, titled};
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
fn the_list_has_what_its_revision_asks_for() {
    // R112, R137, R141
    for peer in Peer::all(&about::registry()) {
        let mut list = peer.list();
        list["tools"].take();
        let expected = match peer.revision() {
            Revision::V2026_07_28 => json!({
                "resultType": "complete",
                "tools": null,
                "ttlMs": 0,
                "cacheScope": "private",
            }),
            _ => json!({ "tools": null }),
        };
        assert_eq!(list, expected, "{}", peer.revision());
    }
}

#[test]
fn every_cursor_is_unknown() {
    // R142, R143, R144: the empty one as well
    let registry = about::registry();
    for revision in Revision::ALL {
        assert_eq!(registry.list(*revision, None).unwrap().next_cursor(), None);
        for cursor in ["", "2"] {
            let error = registry.list(*revision, Some(cursor)).unwrap_err();
            assert_eq!(error.code(), -32602, "{cursor:?}");
        }
    }
}
