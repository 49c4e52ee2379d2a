//! Arguments that a client repeats in HTTP headers: `x-mcp-header` in an input schema of protocol version
//! 2026-07-28.

use mcp_tool_rules::header_name::header_fault;
use mcp_tool_schema::json_values::to_json;
use mcp_tool_schema::keywords::{Keywords as _, find_schema};
use serde_json::{Map, Value};

const KEYWORD: &str = "x-mcp-header";

/// An argument that a client of protocol version 2026-07-28 repeats in an HTTP header. A proxy can route by
/// the header without reading the body.
///
/// For each `HeaderBinding` of the called tool, an HTTP server compares the header with the argument. If
/// [`value_in`](Self::value_in) returns a value, the request must have the header with that value. Otherwise,
/// the request must not have the header.
///
/// ```
/// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
/// use serde_json::json;
///
/// /// Reports about a region.
/// #[mcp_tool(read_only)]
/// async fn report(
///     /// The region
///     #[arg(header = "Region")]
///     region: String,
/// ) {
/// }
///
/// let registry = ToolRegistry::builder(()).tools(tools![report]).build()?;
/// let binding = &registry.header_bindings("report")[0];
/// assert_eq!(binding.header(), "Mcp-Param-Region");
/// assert_eq!(binding.path(), ["region"]);
///
/// let arguments = json!({ "region": "north" });
/// assert_eq!(binding.value_in(arguments.as_object().unwrap()), Some(&json!("north")));
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderBinding {
    header: String,
    path: Vec<String>,
    /// The aliases of the first name of the path.
    aliases: Vec<String>,
}

impl HeaderBinding {
    /// Returns the name of the header: `Mcp-Param-`, followed by the declared name. Header names are
    /// case-insensitive.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// Returns the path to the argument, starting at the root of the arguments.
    pub fn path(&self) -> &[String] {
        &self.path
    }

    /// Returns the other names that the server accepts for the first name of the path, from `#[serde(alias)]`.
    pub fn aliases(&self) -> &[String] {
        &self.aliases
    }

    /// Sets the aliases of the first name of the path.
    pub(crate) fn set_aliases(&mut self, aliases: impl Fn(&str) -> Vec<String>) {
        if let Some(name) = self.path.first() {
            self.aliases = aliases(name);
        }
    }

    /// Returns the value of the argument. `None` means that the argument is absent or `null`, so the request
    /// must not have the header.
    pub fn value_in<'a>(&self, arguments: &'a Map<String, Value>) -> Option<&'a Value> {
        let (first, rest) = self.path.split_first()?;
        let mut names = std::iter::once(first).chain(&self.aliases);
        let argument = names.find_map(|name| arguments.get(name))?;
        rest.iter()
            .try_fold(argument, |value, name| value.get(name))
            .filter(|value| !value.is_null())
    }
}

/// The path of an argument, and the reason why its header is invalid. The path is empty if `x-mcp-header` is
/// not on an argument.
type Fault = (String, String);

/// Returns the valid header bindings of an input schema, and the faults of the invalid ones.
pub(crate) fn header_bindings(schema: &Map<String, Value>) -> (Vec<HeaderBinding>, Vec<Fault>) {
    let mut count = 0;
    find_schema(schema, &mut |schema, _| {
        count += usize::from(schema.contains_key(KEYWORD));
        None::<()>
    });
    let mut walk = Walk::default();
    if count > 0 {
        walk.members(schema, &mut Vec::new());
    }
    if count > walk.bindings.len() + walk.faults.len() {
        walk.faults.push((
            String::new(),
            format!("no client reads `{KEYWORD}` at this place: put it on an argument, or on a member of an object argument"),
        ));
    }
    (walk.bindings, walk.faults)
}

#[derive(Default)]
struct Walk {
    bindings: Vec<HeaderBinding>,
    faults: Vec<Fault>,
}

impl Walk {
    fn members(&mut self, schema: &Map<String, Value>, path: &mut Vec<String>) {
        let Some(properties) = schema.object("properties") else {
            return;
        };
        for (name, property) in properties {
            let Some(property) = property.as_object() else {
                continue;
            };
            path.push(name.clone());
            if let Some(header) = property.get(KEYWORD) {
                match self.binding(header, property, path) {
                    Ok(binding) => self.bindings.push(binding),
                    Err(reason) => self.faults.push((path.join("."), reason)),
                }
            }
            self.members(property, path);
            path.pop();
        }
    }

    fn binding(
        &mut self,
        header: &Value,
        property: &Map<String, Value>,
        path: &[String],
    ) -> Result<HeaderBinding, String> {
        let name = header
            .as_str()
            .filter(|name| header_fault(name).is_none())
            .ok_or_else(|| {
                let header = to_json(header);
                format!("{header} cannot be the name of a header; write letters, digits and `-`, as in \"Region\"")
            })?;
        let kind = property.text("type");
        if !matches!(kind, Some("string" | "integer" | "boolean")) {
            return Err(
                "it has a header, so it must be a string, an integer or a boolean".to_owned(),
            );
        }
        let header = format!("Mcp-Param-{name}");
        let mut others = self.bindings.iter();
        if let Some(other) = others.find(|it| it.header.eq_ignore_ascii_case(&header)) {
            let other = other.path.join(".");
            return Err(format!("`{other}` has the header \"{name}\" already"));
        }
        Ok(HeaderBinding {
            header,
            path: path.to_vec(),
            aliases: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn faults(schema: Value) -> Vec<Fault> {
        header_bindings(schema.as_object().unwrap()).1
    }

    #[test]
    fn nested_members_are_bound() {
        // R46
        let schema = json!({
            "properties": {
                "x-mcp-header": { "type": "object", "properties": {
                    "id": { "type": "integer", "x-mcp-header": "Id" },
                } },
            },
        });
        let (bindings, faults) = header_bindings(schema.as_object().unwrap());
        assert_eq!(faults, []);
        assert_eq!(bindings[0].path(), ["x-mcp-header", "id"]);
        let arguments = json!({ "x-mcp-header": { "id": 3 } });
        assert_eq!(
            bindings[0].value_in(arguments.as_object().unwrap()),
            Some(&json!(3))
        );
        let absent = json!({ "x-mcp-header": { "id": null } });
        assert_eq!(bindings[0].value_in(absent.as_object().unwrap()), None);
    }

    #[test]
    fn faults_of_a_header() {
        let with = |header: Value| {
            faults(json!({ "properties": { "a": { "type": "string", "x-mcp-header": header } } }))
        };
        // R38, R39, R40
        for header in [json!("My Region"), json!(1)] {
            assert!(
                with(header.clone())[0].1.contains("name of a header"),
                "{header}"
            );
        }
        // R41
        let twice = json!({ "properties": {
            "a": { "type": "string", "x-mcp-header": "Region" },
            "b": { "type": "string", "x-mcp-header": "REGION" },
        } });
        assert_eq!(
            faults(twice),
            [(
                "b".to_owned(),
                "`a` has the header \"REGION\" already".to_owned()
            )]
        );
        // R42, R44
        for kind in [
            json!("number"),
            json!("array"),
            json!(["string", "null"]),
            json!(null),
        ] {
            let schema = json!({ "properties": { "a": { "type": kind, "x-mcp-header": "A" } } });
            assert!(faults(schema)[0].1.contains("must be a string"), "{kind}");
        }
        // R45
        let inside = json!({ "properties": { "a": { "type": "array", "items": { "type": "string", "x-mcp-header": "A" } } } });
        assert!(faults(inside)[0].1.contains("no client reads"));
        // Inside these keywords, `x-mcp-header` is the name of a member and not a keyword.
        for keyword in [
            "patternProperties",
            "dependentSchemas",
            "$defs",
            "definitions",
        ] {
            let named =
                json!({ "properties": {}, keyword: { "x-mcp-header": { "type": "string" } } });
            assert_eq!(faults(named), [], "{keyword}");
        }
    }
}
