//! `SchemaProfile::AsGenerated` publishes schemas as schemars generates them. The other options of the
//! tool and of its arguments still apply.

use mcp_tool_runtime::bounds::HeaderArgument;
use mcp_tool_runtime::schema::SchemaProfile;

use super::*;

pub(super) mod declared {
    use super::*;

    /// A place.
    #[derive(Serialize, Deserialize, JsonSchema)]
    pub struct Place {
        /// Which one.
        #[schemars(example = &"Oslo")]
        pub name: String,
        pub near: Option<Box<Place>>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Region {
        /// Where it is cold.
        North,
        South,
    }

    impl HeaderArgument for Region {}

    /// Travels to a region.
    #[mcp_tool]
    fn travel(
        #[arg(header = "Region")] region: Region,
        #[arg(header = "Zone")] zone: Option<Region>,
        #[arg(default = Region::South, example = Region::North)] second: Region,
        #[arg(default = 3)] days: u8,
        #[arg(example = 7)] nights: Option<u8>,
    ) {
        let _ = (region, zone, second, days, nights);
    }

    /// Names a place and its neighbour.
    #[mcp_tool]
    fn flat(#[arg(flatten)] place: Place, region: Region) -> String {
        let _ = region;
        let near = place.near.map(|near| near.name).unwrap_or_default();
        format!("{} {near}", place.name)
    }

    /// Takes a secret code.
    #[mcp_tool]
    fn secret(
        #[arg(sensitive, example = "abcd", length(4..))] code: String,
        #[arg(flatten, sensitive)] place: Place,
    ) {
        let _ = (code, place);
    }

    /// Returns a place.
    #[mcp_tool]
    fn recursive(name: String) -> Place {
        Place { name, near: None }
    }

    /// Returns a list of places.
    #[mcp_tool(wrap = "places")]
    fn wrapped(name: String) -> Vec<Place> {
        vec![Place { name, near: None }]
    }

    pub fn registry() -> ToolRegistry<()> {
        let tools = tools![travel, flat, secret, recursive, wrapped];
        let builder = ToolRegistry::builder(()).schema_profile(SchemaProfile::AsGenerated);
        builder.tools(tools).build().unwrap()
    }
}

fn resolved(tool: &Value, argument: &str) -> Value {
    let argument = &tool["inputSchema"]["properties"][argument];
    match argument["$ref"].as_str() {
        Some(reference) => tool["inputSchema"]
            .pointer(&reference[1..])
            .unwrap()
            .clone(),
        None => argument.clone(),
    }
}

#[test]
fn every_part_is_as_generated() {
    check("as_generated", &declared::registry());
}

#[test]
fn defaults_and_examples_are_siblings_of_a_reference() {
    // R30
    let registry = declared::registry();
    let peer = Peer::new(&registry);
    let second = peer.argument("travel", "second");
    assert_eq!(second["$ref"], "#/$defs/Region");
    assert_eq!(second["default"], "south");
    assert_eq!(second["examples"], json!(["north"]));
    assert_eq!(peer.argument("travel", "days")["default"], 3);
    assert_eq!(peer.argument("travel", "nights")["examples"], json!([7]));
}

#[test]
fn a_client_sees_the_type_of_what_it_repeats_in_a_header() {
    // R44
    let registry = declared::registry();
    let mut names: Vec<_> = registry
        .header_bindings("travel")
        .iter()
        .map(|binding| (binding.header(), binding.path().join("/")))
        .collect();
    names.sort();
    let expected = [("Mcp-Param-Region", "region"), ("Mcp-Param-Zone", "zone")];
    assert_eq!(
        names,
        expected.map(|(header, path)| (header, path.to_owned()))
    );
    let peer = Peer::new(&registry);
    assert_eq!(peer.argument("travel", "region")["type"], "string");
    assert_eq!(
        peer.argument("travel", "zone"),
        json!({
            "type": "string",
            "enum": ["south", "north"],
            "description": "- `north`: Where it is cold.",
            "x-mcp-header": "Zone",
        })
    );
}

#[test]
fn members_of_a_struct_that_refers_to_itself_are_arguments() {
    let registry = declared::registry();
    let peer = Peer::new(&registry);
    let tool = peer.tool("flat");
    assert_eq!(tool["inputSchema"]["required"], json!(["name", "region"]));
    assert_eq!(tool["inputSchema"]["additionalProperties"], false);
    assert_eq!(
        resolved(&tool, "name"),
        json!({ "type": "string", "description": "Which one.", "examples": ["Oslo"] })
    );
    assert!(
        tool["inputSchema"]["$defs"]["Place"].is_object(),
        "{tool:#}"
    );
    let arguments = json!({ "name": "a", "near": { "name": "b" }, "region": "north" });
    assert_eq!(peer.text("flat", arguments), "a b");
    let refused = peer.error("flat", json!({ "region": "north" }));
    assert!(
        refused.ends_with(r#"has the arguments {"name":"Oslo","region":"south"}"#),
        "{refused}"
    );
}

#[test]
fn sensitive_arguments_hide_their_type() {
    // R48
    let registry = declared::registry();
    let peer = Peer::new(&registry);
    // The example of `code` comes from `#[arg]`, so the registry keeps it. The example of `name`
    // comes from the type `Place`. The registry removes the examples of a type from a flattened
    // sensitive parameter, because these examples could reveal secrets.
    let code = peer.argument("secret", "code");
    assert_eq!(code["examples"], json!(["abcd"]));
    assert_eq!(code["minLength"], 4);
    let name = peer.argument("secret", "name");
    assert_eq!(
        name,
        json!({ "type": "string", "description": "Which one." })
    );
    let refused = peer.error("secret", json!({ "code": "abc", "name": "b" }));
    assert!(!refused.contains("\"abc\""), "{refused}");
}

#[test]
fn answers_refer_to_their_types() {
    // R98, T4c
    let registry = declared::registry();
    for peer in Peer::structured(&registry) {
        for (name, structured) in [
            ("recursive", json!({ "name": "a", "near": null })),
            (
                "wrapped",
                json!({ "places": [{ "name": "a", "near": null }] }),
            ),
        ] {
            let schema = peer.tool(name)["outputSchema"].take();
            assert_eq!(schema["type"], "object", "{schema:#}");
            assert!(schema["$defs"]["Place"].is_object(), "{schema:#}");
            let result = peer.call(name, json!({ "name": "a" }));
            assert_eq!(result["structuredContent"], structured);
            for draft in [jsonschema::Draft::Draft202012, jsonschema::Draft::Draft7] {
                let validator = jsonschema::options()
                    .with_draft(draft)
                    .build(&schema)
                    .unwrap();
                assert!(validator.is_valid(&structured), "{schema:#}");
                assert!(!validator.is_valid(&json!({ "places": [1] })), "{schema:#}");
            }
        }
    }
}
