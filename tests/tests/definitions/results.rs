//! Definitions of tools with different return types.

use super::*;

pub(super) mod declared {
    use super::*;

    type Reply<T> = Result<T, Problem>;
    type Bare = Result<Report, Problem>;
    type Text = String;
    use serde_json::Value as Json;

    #[derive(Debug, thiserror::Error)]
    #[error("a problem")]
    pub struct Problem;

    /// The outcome.
    #[derive(Serialize, JsonSchema)]
    pub struct Report {
        /// Number of results
        pub count: u32,
        /// Remarks, if any
        pub note: Option<String>,
    }

    fn report() -> Report {
        Report {
            count: 1,
            note: None,
        }
    }

    /// One of two kinds of objects.
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

    /// A folder and its inner folders.
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
        image: ImageContent = ImageContent::from_bytes(&[], "image/png");
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
fn definitions_of_results() {
    check("results", &declared::registry());
}

#[test]
fn text_content_and_anything_have_no_output_schema() {
    for peer in Peer::all(&declared::registry()) {
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
fn an_object_has_an_output_schema_since_2025_06_18() {
    // R98: a `Result`, a `Box` or a transparent wrapper of `Report` has the same output schema as
    // `Report`.
    for peer in Peer::structured(&declared::registry()) {
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
fn other_results_have_an_output_schema_if_the_version_allows_it() {
    // R98, R99
    for peer in Peer::all(&declared::registry()) {
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
            let allowed = peer.protocol_version() >= ProtocolVersion::V2026_07_28;
            assert_eq!(
                schema.is_some(),
                allowed,
                "{tool}, {}",
                peer.protocol_version()
            );
        }
    }
}

#[test]
fn a_result_of_another_rmcp_version_does_not_build() {
    // R98: this struct imitates the `CallToolResult` of another rmcp version. `build()` must
    // reject the tool. Otherwise, the registry would send the struct as ordinary data.
    #[derive(Serialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    struct CallToolResult {
        content: Vec<String>,
        structured_content: Option<Value>,
        is_error: Option<bool>,
    }

    /// Searches the archive.
    #[mcp_tool]
    fn search() -> Result<CallToolResult, String> {
        Err("nothing is found".to_owned())
    }

    let error = ToolRegistry::builder(()).tools(tools![search]).build();
    let error = error.unwrap_err().to_string();
    assert!(error.contains("of another rmcp version"), "{error}");
}
