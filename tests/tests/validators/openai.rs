//! A model of OpenAI's strict mode for functions. It comes from public sources, and is independent
//! of the linter.
//!
//! Sources:
//!
//! - The guide: the section "Supported schemas" of OpenAI's guide to Structured Outputs, as
//!   `jsonschemaprofiles.unitvectorylabs.com/schemas/openai` describes it (baseline of February 2026).
//! - The reference: the API's descriptions of the fields `name` and `strict` of a function
//!   (`docs.rs/openai-client-base`).
//! - Error messages of the API that users quote in GitHub issues.

use serde_json::{Map, Value};

/// The verdict of strict mode on a tool.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// The reasons why strict mode rejects the tool.
    pub(crate) refused: Vec<String>,
    /// The parts of the tool that strict mode may reject. Public reports about these parts contradict each
    /// other, or do not exist.
    pub(crate) doubtful: Vec<String>,
}

/// Keywords that strict mode supports according to the guide. `KNOWN` also contains `title` and `description`,
/// because all examples in the guide have them.
const KNOWN: &[&str] = &[
    "$defs",
    "$ref",
    "additionalProperties",
    "anyOf",
    "const",
    "definitions",
    "description",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxItems",
    "maximum",
    "minItems",
    "minimum",
    "multipleOf",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
];

/// Keywords that the guide does not list. Public reports about them contradict each other or are missing. The
/// API rejects `default` in dotnet/extensions#6266, but accepts it in langchain-ai/langchainjs#11382. The API
/// rejects `minLength` and `maxLength` in ai-dynamo/frontend-crates#209, but accepts them in
/// pydantic/pydantic-ai#4490. The other keywords do not constrain values. Reports mention only one of them,
/// `$schema` (anomalyco/opencode#13737).
const DOUBTFUL: &[&str] = &[
    "$comment",
    "$schema",
    "default",
    "deprecated",
    "examples",
    "maxLength",
    "minLength",
    "readOnly",
    "writeOnly",
    "x-mcp-header",
];

/// The formats that the guide lists under supported string properties. For `uri`, the API reports "'uri' is
/// not a valid format" (can1357/oh-my-pi#206).
const FORMATS: &[&str] = &[
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "time",
    "uuid",
];

/// The types that strict mode supports according to the guide. `required` must list every property, so only the type
/// `null` can express a missing value.
const TYPES: &[&str] = &[
    "array", "boolean", "integer", "null", "number", "object", "string",
];

pub(crate) fn judge(tool: &Value) -> Verdict {
    let mut verdict = Verdict::default();
    let name = tool["name"].as_str().unwrap_or_default();
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    // OpenAI's reference says "Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a
    // maximum length of 64".
    if name.is_empty() || name.len() > 64 || !name.chars().all(plain) {
        verdict.refused.push(format!("the name {name:?}"));
    }
    let root = &tool["inputSchema"];
    // OpenAI's guide says "Root schema must be an object" and "Root schema must not be anyOf".
    if root["type"] != "object" || root.get("anyOf").is_some() {
        verdict
            .refused
            .push("the root is no plain object".to_owned());
    }
    // The API reports "must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not'
    // at the top level" (nspady/google-calendar-mcp#39). Check only `enum`, because the check
    // above covers `anyOf`, and the function `schema` rejects `oneOf`, `allOf` and `not` at every
    // level.
    if root.get("enum").is_some() {
        verdict.refused.push("the root is an enum".to_owned());
    }
    // The API reports "object schema missing properties" (opentokenz/mcpx#28).
    if root.get("properties").is_none() {
        verdict
            .refused
            .push("the root has no properties".to_owned());
    }
    let mut limits = Limits::default();
    schema(root, "", 0, &mut limits, &mut verdict);
    limits.judge(&mut verdict);
    verdict
}

fn schema(schema: &Value, at: &str, objects: usize, limits: &mut Limits, verdict: &mut Verdict) {
    let Value::Object(members) = schema else {
        verdict.refused.push(format!("{at}: a boolean schema"));
        return;
    };
    let kinds = kinds(members);
    for (word, value) in members {
        match word.as_str() {
            "properties" | "$defs" | "definitions" => {}
            word if DOUBTFUL.contains(&word) => verdict.doubtful.push(format!("{at}: {word}")),
            // Reject every keyword outside `KNOWN`. For example, the API reports "'propertyNames'
            // is not permitted" (can1357/oh-my-pi#209).
            word if !KNOWN.contains(&word) => verdict.refused.push(format!("{at}: {word}")),
            "format" if !kinds.contains(&"string") => {
                verdict.doubtful.push(format!("{at}: the format {value}"));
            }
            "format" if !value.as_str().is_some_and(|it| FORMATS.contains(&it)) => {
                verdict.refused.push(format!("{at}: the format {value}"));
            }
            _ => {}
        }
    }
    // The API reports "schema must have a 'type' key" (apexive/odoo-llm#212). A schema with
    // `anyOf` or `$ref` needs no `type`. For `enum` or `const` without `type`, the verdict is
    // doubtful.
    let says_its_type = ["type", "anyOf", "$ref"];
    if !says_its_type.iter().any(|word| members.contains_key(*word)) {
        let list = match members.contains_key("enum") || members.contains_key("const") {
            true => &mut verdict.doubtful,
            false => &mut verdict.refused,
        };
        list.push(format!("{at}: it has no type"));
    }
    if kinds.iter().any(|kind| !TYPES.contains(kind)) {
        verdict.refused.push(format!("{at}: the types {kinds:?}"));
    }
    // The API reports "$ref cannot have keywords {'description'}" (camel-ai/camel#3001).
    if members.contains_key("$ref") && members.len() > 1 {
        verdict.refused.push(format!("{at}: words beside `$ref`"));
    }
    // The API reports "array schema missing items" (microsoft/vscode#263986).
    if kinds.contains(&"array") && !members.get("items").is_some_and(Value::is_object) {
        verdict
            .refused
            .push(format!("{at}: an array without items"));
    }
    let is_object = kinds.contains(&"object") || members.contains_key("properties");
    if is_object {
        object(members, at, verdict);
    }
    limits.count(members, objects + usize::from(is_object));
    let inside = objects + usize::from(is_object);
    for (inner, place) in schemas_in(members) {
        self::schema(inner, &format!("{at}/{place}"), inside, limits, verdict);
    }
}

/// Checks the rules for an object. The guide says "additionalProperties: false must be set for objects" and
/// "All fields must be listed in required".
fn object(members: &Map<String, Value>, at: &str, verdict: &mut Verdict) {
    if members.get("additionalProperties") != Some(&Value::Bool(false)) {
        verdict.refused.push(format!("{at}: an object is open"));
    }
    let required = members.get("required").and_then(Value::as_array);
    let properties = members.get("properties").and_then(Value::as_object);
    for name in properties.into_iter().flat_map(Map::keys) {
        if !required.is_some_and(|required| required.iter().any(|it| it == name)) {
            verdict.refused.push(format!("{at}: `{name}` is optional"));
        }
    }
    // The API rejects a name in `required` that is not in `properties`: "Extra required key"
    // (openai/openai-java#485).
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !properties.is_some_and(|properties| properties.contains_key(name)) {
            verdict
                .refused
                .push(format!("{at}: `{name}` is required, and not there"));
        }
    }
}

fn kinds(members: &Map<String, Value>) -> Vec<&str> {
    match members.get("type") {
        Some(Value::String(kind)) => vec![kind.as_str()],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Returns the schemas directly inside a schema, each with its place. Skips schemas inside unknown keywords,
/// because the function `schema` already rejects these keywords.
fn schemas_in(members: &Map<String, Value>) -> Vec<(&Value, String)> {
    let mut found = Vec::new();
    for (word, value) in members {
        match (word.as_str(), value) {
            ("properties" | "$defs" | "definitions", Value::Object(named)) => {
                let named = named.iter();
                found.extend(named.map(|(name, inner)| (inner, format!("{word}/{name}"))));
            }
            ("anyOf", Value::Array(branches)) => {
                found.extend(branches.iter().map(|inner| (inner, word.clone())));
            }
            ("items", Value::Object(_)) => found.push((value, word.clone())),
            _ => {}
        }
    }
    found
}

/// The counts that the guide limits.
#[derive(Default)]
struct Limits {
    properties: usize,
    levels: usize,
    characters: usize,
    values: usize,
    large_enum: Option<(usize, usize)>,
}

impl Limits {
    fn count(&mut self, members: &Map<String, Value>, objects: usize) {
        self.levels = self.levels.max(objects);
        for word in ["properties", "$defs", "definitions"] {
            let named = members.get(word).and_then(Value::as_object);
            let names = named.into_iter().flat_map(Map::keys);
            self.characters += names.map(|name| name.chars().count()).sum::<usize>();
            if word == "properties" {
                self.properties += named.map_or(0, Map::len);
            }
        }
        let values = members.get("enum").and_then(Value::as_array);
        let texts = values.into_iter().flatten().filter_map(Value::as_str);
        let characters = texts.map(|text| text.chars().count()).sum();
        let count = values.map_or(0, Vec::len);
        self.values += count;
        self.characters += characters;
        let constant = members.get("const").and_then(Value::as_str);
        self.characters += constant.map_or(0, |text| text.chars().count());
        if count > 250 && characters > 15_000 {
            self.large_enum = Some((count, characters));
        }
    }

    fn judge(&self, verdict: &mut Verdict) {
        for (what, found, limit) in [
            ("properties", self.properties, 5_000),
            ("levels of objects", self.levels, 10),
            ("characters", self.characters, 120_000),
            ("values of enums", self.values, 1_000),
        ] {
            if found > limit {
                verdict.refused.push(format!("{found} {what}"));
            }
        }
        if let Some((count, characters)) = self.large_enum {
            let what = format!("an enum of {count} values with {characters} characters");
            verdict.refused.push(what);
        }
    }
}
