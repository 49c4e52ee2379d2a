//! `#[arg(header = "…")]`: in protocol version 2026-07-28, clients repeat the argument's value in an HTTP
//! header.

use mcp_tool_runtime::bounds::HeaderArgument;
use mcp_tool_runtime::registry::HeaderBinding;
use mcp_tool_runtime::{SafeInt, Tool, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::agreement::problems;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Region {
    North,
    South,
}

impl HeaderArgument for Region {}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Tenant {
    #[schemars(extend("x-mcp-header" = "Tenant-Id"))]
    id: u32,
    name: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Place {
    #[schemars(extend("x-mcp-header" = "City"))]
    city: Option<String>,
}

/// Has headers for arguments of many types.
#[mcp_tool]
#[allow(clippy::too_many_arguments)]
fn report(
    #[arg(header = "Region")] region: Region,
    #[arg(header = "Zone")] zone: Option<Region>,
    #[arg(header = "Count")] count: u32,
    #[arg(header = "Ticket", rename = "ticket.id")] ticket: SafeInt,
    #[arg(header = "Dry-Run", default = false)] dry_run: bool,
    #[arg(header = "Text", length(..=9))] text: &str,
    #[arg(header = "Letter")] letter: Option<char>,
    tenant: Option<Tenant>,
    #[arg(flatten)] place: Place,
) {
    let _ = (
        region,
        zone.is_some(),
        count,
        ticket,
        dry_run,
        text,
        letter,
        tenant.is_some(),
        place,
    );
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![report])
        .build()
        .unwrap()
}

fn shown(bindings: &[HeaderBinding]) -> Vec<(String, String)> {
    let mut shown: Vec<_> = bindings
        .iter()
        .map(|binding| (binding.header().to_owned(), binding.path().join("/")))
        .collect();
    shown.sort();
    shown
}

#[test]
fn the_schema_names_the_header_of_each_argument() {
    // R46, R50
    let registry = registry();
    let expected = [
        ("Mcp-Param-City", "city"),
        ("Mcp-Param-Count", "count"),
        ("Mcp-Param-Dry-Run", "dry_run"),
        ("Mcp-Param-Letter", "letter"),
        ("Mcp-Param-Region", "region"),
        ("Mcp-Param-Tenant-Id", "tenant/id"),
        ("Mcp-Param-Text", "text"),
        ("Mcp-Param-Ticket", "ticket.id"),
        ("Mcp-Param-Zone", "zone"),
    ]
    .map(|(header, path)| (header.to_owned(), path.to_owned()));
    assert_eq!(shown(registry.header_bindings("report")), expected);
    assert_eq!(registry.header_bindings("reports"), []);
}

#[test]
fn each_argument_with_a_header_has_one_plain_type() {
    // R42, R43, R44: only protocol version 2026-07-28 defines `x-mcp-header`. Clients of older
    // versions ignore the keyword, so the registry can publish the keyword in every version.
    let registry = registry();
    for peer in Peer::all(&registry) {
        for (name, header, kind) in [
            ("region", "Region", "string"),
            ("zone", "Zone", "string"),
            ("count", "Count", "integer"),
            ("ticket.id", "Ticket", "integer"),
            ("dry_run", "Dry-Run", "boolean"),
            ("text", "Text", "string"),
            ("letter", "Letter", "string"),
            ("city", "City", "string"),
        ] {
            let schema = peer.argument("report", name);
            assert_eq!(schema["x-mcp-header"], header, "{schema:#}");
            assert_eq!(schema["type"], kind, "{schema:#}");
        }
    }
    let ticket = Peer::new(&registry).argument("report", "ticket.id");
    assert_eq!(ticket["maximum"], 9_007_199_254_740_991_u64);
}

#[test]
fn an_absent_or_null_argument_needs_no_header() {
    // R51
    let registry = registry();
    let value = |header: &str, arguments: &Value| {
        let bindings = registry.header_bindings("report");
        let binding = bindings
            .iter()
            .find(|found| found.header() == header)
            .unwrap();
        binding.value_in(arguments.as_object().unwrap()).cloned()
    };
    let arguments = json!({
        "region": "north", "count": 0, "dry_run": null, "text": "", "tenant": { "id": 7 },
    });
    assert_eq!(value("Mcp-Param-Region", &arguments), Some(json!("north")));
    assert_eq!(value("Mcp-Param-Count", &arguments), Some(json!(0)));
    assert_eq!(value("Mcp-Param-Text", &arguments), Some(json!("")));
    assert_eq!(value("Mcp-Param-Tenant-Id", &arguments), Some(json!(7)));
    assert_eq!(value("Mcp-Param-Dry-Run", &arguments), None);
    assert_eq!(value("Mcp-Param-City", &arguments), None);
    for tenant in [
        json!(null),
        json!({}),
        json!([7]),
        json!("7"),
        json!({ "id": null }),
    ] {
        let arguments = json!({ "tenant": tenant });
        assert_eq!(
            value("Mcp-Param-Tenant-Id", &arguments),
            None,
            "{arguments}"
        );
    }
}

#[test]
fn two_arguments_in_one_header() {
    // R41
    /// Has two headers that each belong to two arguments.
    #[mcp_tool]
    fn twice(
        #[arg(header = "tenant-id")] id: String,
        tenant: Tenant,
        #[arg(flatten)] place: Place,
        #[arg(header = "City", rename = "town")] town: String,
    ) {
        let _ = (id, tenant, place, town);
    }
    assert_eq!(
        problems(tools![twice], ()),
        [
            "the argument `tenant.id` of `twice`: `id` has the header \"Tenant-Id\" already",
            "the argument `town` of `twice`: `city` has the header \"City\" already",
        ],
    );
}

#[test]
fn a_header_where_no_client_can_follow_it() {
    // R42, R44, R45
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Share {
        #[schemars(extend("x-mcp-header" = "Share"))]
        share: f64,
        #[schemars(extend("x-mcp-header" = "Of Whom"))]
        whom: String,
        #[schemars(extend("x-mcp-header" = 1))]
        number: String,
    }
    /// Declares a header inside a list, where clients ignore it, and several invalid headers.
    #[mcp_tool]
    fn reach(list: Vec<Tenant>, share: Share) {
        let _ = (list, share);
    }
    assert_eq!(
        problems(tools![reach], ()),
        [
            "the argument `share.number` of `reach`: 1 cannot be the name of a header; write letters, digits and `-`, as in \"Region\"",
            "the argument `share.share` of `reach`: it has a header, so it must be a string, an integer or a boolean",
            "the argument `share.whom` of `reach`: \"Of Whom\" cannot be the name of a header; write letters, digits and `-`, as in \"Region\"",
            "the arguments of `reach`: no client reads `x-mcp-header` at this place: put it on an argument, or on a member of an object argument",
        ],
    );
}

#[test]
fn an_enum_without_strings_fails_the_build() {
    // R42: an author can implement `HeaderArgument` for any type, so `build()` checks the type's
    // schema
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    enum Shape {
        Circle { radius: f64 },
        Point,
    }
    impl HeaderArgument for Shape {}
    /// Has a header for an enum whose values are not all JSON strings.
    #[mcp_tool]
    fn shape(#[arg(header = "Shape")] shape: Shape) {
        let _ = shape;
    }
    let problems = problems(tools![shape], ());
    assert_eq!(
        problems,
        [
            "the argument `shape` of `shape`: it has a header, so it must be a string, an integer or a boolean"
        ],
    );
}

#[test]
fn an_enum_whose_variants_are_described_is_a_string() {
    // R44
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Speed {
        /// Takes a while.
        Slow,
        /// Takes no time.
        Fast,
    }
    impl HeaderArgument for Speed {}
    /// Has a speed.
    #[mcp_tool]
    fn speed(#[arg(header = "Speed")] speed: Speed, #[arg(header = "Other")] other: Option<Speed>) {
        let _ = (matches!(speed, Speed::Slow | Speed::Fast), other.is_some());
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![speed])
        .build()
        .unwrap();
    assert_eq!(
        Peer::new(&registry).argument("speed", "speed")["type"],
        "string"
    );
    assert_eq!(
        Peer::new(&registry).argument("speed", "other")["type"],
        "string"
    );
}

#[test]
fn a_tool_by_value_has_headers_too() {
    let tool: Tool<()> = Tool::builder("by_value")
        .description("Has a header.")
        .input_schema(json!({
            "type": "object",
            "properties": { "a": { "type": "string", "x-mcp-header": "A" } },
        }))
        .handler(|_, _| async {});
    let registry = ToolRegistry::builder(()).tools([tool]).build().unwrap();
    assert_eq!(
        shown(registry.header_bindings("by_value")),
        [("Mcp-Param-A".to_owned(), "a".to_owned())],
    );
    let registry = registry.prefixed("p_").unwrap();
    assert_eq!(registry.header_bindings("by_value"), []);
    assert_eq!(registry.header_bindings("p_by_value").len(), 1);
}
