//! Keeps definitions and schemas as JSON text until code reads their fields. The parsed values take twelve
//! times as much memory.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use serde_json::{Map, Value};

use super::tool_annotations::ToolAnnotations;
use super::tool_definition::ToolDefinition;
use crate::content::Icon;
use crate::protocol::ProtocolVersion;

/// A definition as JSON text. The first dereference parses the text, and keeps the result.
#[derive(Clone)]
pub(crate) struct DefinitionText {
    pub(crate) name: String,
    pub(crate) scopes: Vec<String>,
    pub(crate) has_output: bool,
    /// Whether the definition has an output schema that does not describe an object.
    pub(crate) has_other_output: bool,
    /// The JSON of the definition. This JSON is not adapted to a protocol version.
    json: Box<str>,
    annotations: Option<ToolAnnotations>,
    icons: Vec<Icon>,
    /// The JSON for older protocol versions. Most programs never need it, so it takes no memory before the
    /// first client of such a version.
    projected: OnceLock<Box<ProjectedJson>>,
    definition: OnceLock<Arc<ToolDefinition>>,
}

/// For each protocol version, the adapted JSON, or `None` if the adapted JSON equals the original. Each entry is
/// computed on first use.
type ProjectedJson = [OnceLock<Option<Box<str>>>; ProtocolVersion::ALL.len()];

impl DefinitionText {
    pub(crate) fn new(definition: &ToolDefinition) -> Self {
        let text = DefinitionText {
            name: definition.name.clone(),
            scopes: definition.scopes.clone(),
            has_output: definition.output_schema.is_some(),
            has_other_output: definition.output_schema.is_some() && !definition.has_object_output(),
            json: write(definition),
            annotations: definition.annotations.clone(),
            icons: definition.icons.clone(),
            projected: OnceLock::new(),
            definition: OnceLock::new(),
        };
        if !can_be_read(definition) {
            let _ = text.definition.set(Arc::new(definition.clone()));
        }
        text
    }

    /// Returns the parsed definition. The first call parses the JSON, and keeps the result.
    pub(crate) fn shared(&self) -> &Arc<ToolDefinition> {
        self.definition.get_or_init(|| Arc::new(self.read()))
    }

    /// Returns the same definition under another name.
    pub(crate) fn renamed(&self, name: String) -> Self {
        let definition = match self.definition.get() {
            Some(definition) => ToolDefinition::clone(definition),
            None => self.read(),
        };
        DefinitionText::new(&ToolDefinition { name, ..definition })
    }

    /// Returns the definition for a protocol version.
    pub(crate) fn for_version(&self, version: ProtocolVersion) -> Arc<ToolDefinition> {
        let definition = self.shared();
        match definition.for_version(version) {
            Cow::Borrowed(_) => Arc::clone(definition),
            Cow::Owned(projected) => Arc::new(projected),
        }
    }

    /// Returns the size in bytes of the JSON that is not adapted to a protocol version.
    pub(crate) fn size(&self) -> usize {
        self.json.len()
    }

    /// Returns whether the JSON has only printable ASCII characters, and no escapes except of quotes, backslashes and
    /// line ends.
    pub(crate) fn is_plain(&self) -> bool {
        // A fold looks at each byte, so the compiler vectorizes it.
        let fold = |(strange, escaped), byte: &u8| {
            let is_strange = !(b' '..=b'~').contains(byte);
            (strange | is_strange, escaped | (*byte == b'\\'))
        };
        let bytes = self.json.as_bytes();
        let (is_strange, has_escapes) = bytes.iter().fold((false, false), fold);
        let is_plain = |pair: &[u8]| pair[0] != b'\\' || b"\"\\n".contains(&pair[1]);
        !is_strange && (!has_escapes || bytes.windows(2).all(is_plain))
    }

    /// Returns the JSON for a protocol version.
    pub(crate) fn json(&self, version: ProtocolVersion) -> &str {
        let may_differ =
            !version.has_icons() || version.structured_is_object() && self.has_other_output;
        if !may_differ {
            return &self.json;
        }
        let projected = self.projected.get_or_init(Box::default);
        let json = projected[version as usize].get_or_init(|| {
            let read;
            let definition = match self.definition.get() {
                Some(definition) => definition,
                None => {
                    read = Arc::new(self.read());
                    &read
                }
            };
            match definition.for_version(version) {
                Cow::Borrowed(_) => None,
                Cow::Owned(projected) => Some(write(&projected)),
            }
        });
        json.as_deref().unwrap_or(&self.json)
    }

    fn read(&self) -> ToolDefinition {
        // Parsing cannot fail. If serde_json cannot parse the JSON of a definition, `new` stores
        // the `ToolDefinition` itself, and nothing calls `read`.
        let mut members: Map<_, _> = serde_json::from_str(&self.json).unwrap_or_default();
        let mut text = |name| match members.remove(name) {
            Some(Value::String(text)) => Some(text),
            _ => None,
        };
        let (title, description) = (text("title"), text("description"));
        let mut object = |name| match members.remove(name) {
            Some(Value::Object(members)) => Some(members),
            _ => None,
        };
        ToolDefinition {
            name: self.name.clone(),
            title,
            description,
            input_schema: object("inputSchema").unwrap_or_default(),
            output_schema: object("outputSchema"),
            annotations: self.annotations.clone(),
            icons: self.icons.clone(),
            meta: object("_meta"),
            scopes: self.scopes.clone(),
        }
    }
}

impl Deref for DefinitionText {
    type Target = ToolDefinition;

    fn deref(&self) -> &ToolDefinition {
        self.shared()
    }
}

/// A schema as JSON text. The first dereference parses the text, and keeps the result.
#[derive(Debug)]
pub(crate) struct SchemaText {
    json: Box<str>,
    schema: OnceLock<Map<String, Value>>,
}

impl SchemaText {
    pub(crate) fn new(schema: Map<String, Value>) -> Self {
        let text = SchemaText {
            json: write(&schema),
            schema: OnceLock::new(),
        };
        if !map_can_be_read(&schema, DEPTH) {
            let _ = text.schema.set(schema);
        }
        text
    }
}

impl Deref for SchemaText {
    type Target = Map<String, Value>;

    fn deref(&self) -> &Map<String, Value> {
        // Parsing cannot fail. If serde_json cannot parse the JSON of a schema, `new` fills
        // `self.schema`, and `get_or_init` does not call `read`.
        let read = || serde_json::from_str(&self.json).unwrap_or_default();
        self.schema.get_or_init(read)
    }
}

/// Serializes a value that contains only text, booleans and JSON. The serialization of these types cannot
/// fail. Copies the text out of a large buffer: a buffer that shrinks would leave a gap in memory after each text.
fn write(value: &impl Serialize) -> Box<str> {
    let mut json = Vec::with_capacity(1024);
    let _ = serde_json::to_writer(&mut json, value);
    str::from_utf8(&json).unwrap_or_default().into()
}

/// The maximum depth of JSON that this module parses again. Deeper values stay in memory in parsed form. This
/// maximum stays below serde_json's recursion limit of 128.
const DEPTH: usize = 100;

/// Returns whether serde_json can parse the serialized definition back without a change.
fn can_be_read(definition: &ToolDefinition) -> bool {
    [&definition.output_schema, &definition.meta]
        .into_iter()
        .flatten()
        .chain([&definition.input_schema])
        .all(|part| map_can_be_read(part, DEPTH))
}

fn map_can_be_read(members: &Map<String, Value>, depth: usize) -> bool {
    members
        .values()
        .all(|value| value_can_be_read(value, depth))
}

fn value_can_be_read(value: &Value, depth: usize) -> bool {
    match value {
        // serde_json parses some long decimal fractions with an error in the last digit. So parse
        // the number again, and compare the result.
        Value::Number(number) if number.is_f64() => {
            serde_json::from_str::<Value>(&number.to_string()).is_ok_and(|read| read == *value)
        }
        Value::Array(items) => depth > 0 && items.iter().all(|it| value_can_be_read(it, depth - 1)),
        Value::Object(members) => depth > 0 && map_can_be_read(members, depth - 1),
        _ => true,
    }
}
