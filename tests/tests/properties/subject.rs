//! A tool with its published schemas, and checks of its calls.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::sync::Mutex;

use jsonschema::Validator;
use mcp_tool_runtime::lint::{Finding, Lint, Profile};
use mcp_tool_runtime::{ProtocolVersion, ToolRegistry};
use mcp_tool_tests::Peer;
use mcp_tool_tests::peer::{has_inexact_float, only_text};
use mcp_tool_tests::schema::walk;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde::Serialize;
use serde_json::{Value, json};

use crate::disagreements::is_known;
use crate::spelling::respell;

/// The state of the tools: the argument of the last call.
#[derive(Default)]
pub(crate) struct Seen(Mutex<Option<Box<dyn Any + Send>>>);

impl Seen {
    pub(crate) fn put<T: Any + Send>(&self, value: T) {
        *self.0.lock().unwrap() = Some(Box::new(value));
    }

    fn take<T: Any>(&self) -> Option<T> {
        let seen = self.0.lock().unwrap().take()?;
        seen.downcast().ok().map(|value| *value)
    }
}

pub(crate) struct Subject {
    pub(crate) tool: String,
    registry: ToolRegistry<Seen>,
    pub(crate) input_schema: Value,
    input: Validator,
    last_example: RefCell<String>,
    /// Whether the next call also has unusual JSON.
    is_respelled: Cell<bool>,
}

fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .unwrap()
}

impl Subject {
    /// Creates a subject from the only tool of `registry`.
    pub(crate) fn new(registry: ToolRegistry<Seen>) -> Self {
        let definition = Peer::new(&registry).tools()[0].take();
        let input_schema = definition["inputSchema"].clone();
        Subject {
            tool: definition["name"].as_str().unwrap().to_owned(),
            input: validator(&input_schema),
            registry,
            last_example: RefCell::default(),
            is_respelled: Cell::default(),
            input_schema,
        }
    }

    /// Returns the definition of the tool for clients of the newest protocol version.
    pub(crate) fn definition(&self) -> Value {
        Peer::new(&self.registry).tool(&self.tool)
    }

    /// Returns the definition of the tool for clients of `version`.
    pub(crate) fn definition_for(&self, version: ProtocolVersion) -> Value {
        Peer::of(&self.registry, version).tool(&self.tool)
    }

    /// Returns the linter's findings about the definition.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        Lint::new(Profile::ALL).check(&self.registry)
    }

    pub(crate) fn is_published(&self, arguments: &Value) -> bool {
        self.input.is_valid(arguments)
    }

    /// Calls the tool, and returns the result. In turn, checks that the arguments as a `Value` give an equal result, or
    /// that the unusual JSON of `respell` gives equal results as text and as a `Value`.
    pub(crate) fn call(&self, arguments: &Value) -> Value {
        let is_respelled = self.is_respelled.get();
        self.is_respelled.set(!is_respelled);
        if is_respelled {
            let text = respell(arguments);
            self.check_by_value(&text, &self.call_text(&text));
        }
        // The last call has ordinary JSON: `takes` reads what the tool has got.
        let text = arguments.to_string();
        let by_text = self.call_text(&text);
        if !is_respelled {
            self.check_by_value(&text, &by_text);
        }
        by_text
    }

    /// Calls the tool with the JSON of its arguments.
    pub(crate) fn call_text(&self, arguments: &str) -> Value {
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{}","arguments":{arguments}}}}}"#,
            self.tool
        );
        let peer = Peer::new(&self.registry);
        peer.json(message).unwrap()["result"].take()
    }

    /// Checks that a call with the arguments as a `Value` has the same result, unless the `Value` has lost digits.
    fn check_by_value(&self, arguments: &str, by_text: &Value) {
        let arguments = serde_json::from_str(arguments).unwrap();
        // Do not compare results whose text contains an error id, because the two calls get
        // different error ids.
        if has_inexact_float(&arguments) || by_text.to_string().contains("(error ") {
            return;
        }
        let by_value = Peer::new(&self.registry).call(&self.tool, arguments);
        assert_eq!(*by_text, by_value);
    }

    /// Returns the text of the error about wrong arguments. Panics if the call succeeds.
    pub(crate) fn refusal(&self, arguments: &Value) -> String {
        let result = self.call(arguments);
        assert_eq!(result["isError"], true, "{result:#}");
        only_text(&result)
    }

    /// Checks that the registry and the published schema both accept or both reject the arguments.
    /// Allows the known differences.
    pub(crate) fn is_enforced(&self, arguments: &Value) -> Result<(), TestCaseError> {
        match self.deviation(arguments)? {
            Some((published, _)) if is_known(&self.tool, arguments, published) => Ok(()),
            Some((_, words)) => Err(TestCaseError::fail(words)),
            None => Ok(()),
        }
    }

    /// Returns `None` if the schema and the registry agree. Otherwise, returns whether the schema accepts the
    /// arguments, and an explanation. Fails if both reject the arguments, but `helps` rejects the error.
    pub(crate) fn deviation(
        &self,
        arguments: &Value,
    ) -> Result<Option<(bool, String)>, TestCaseError> {
        // Convert the arguments to text and back, because a real call also arrives as text.
        let arguments: Value = serde_json::from_str(&arguments.to_string()).unwrap();
        let published = self.is_published(&arguments);
        let result = self.call(&arguments);
        let schema = &self.input_schema;
        if result["isError"] == true {
            let text = only_text(&result);
            if published {
                let words = format!("published, but refused: {arguments}\n{text}\n{schema}");
                return Ok(Some((true, words)));
            }
            if text.contains("the answer of") {
                let words = format!("taken, but no answer: {arguments}\n{text}\n{schema}");
                return Ok(Some((false, words)));
            }
            return self.helps(&text, &arguments).map(|()| None);
        }
        if published || self.is_published(&self.normalised(&arguments)) {
            return Ok(None);
        }
        let words = format!("taken, but not published: {arguments}\n{schema}");
        Ok(Some((false, words)))
    }

    /// Checks that an error about wrong arguments is short, names an argument, and avoids Rust terms. If the
    /// error contains an example call, the call must be valid (R148, R152).
    fn helps(&self, text: &str, arguments: &Value) -> Result<(), TestCaseError> {
        let first = text.lines().next().unwrap_or_default();
        prop_assert!(
            first.contains("wrong argument"),
            "no fault of the arguments {arguments}: {text}"
        );
        prop_assert!(text.len() < 3000, "{} bytes: {text}", text.len());
        let mut faults = text.lines().filter_map(|line| line.strip_prefix("- `"));
        let properties = &self.input_schema["properties"];
        let first = faults.next().unwrap_or_default();
        let name = first.split(['`', '.', '[']).next().unwrap_or_default();
        prop_assert!(
            properties.get(name).or(arguments.get(name)).is_some(),
            "the fault of {arguments} has no name: {text}"
        );
        for word in ["struct ", "enum ", "variant", "did not match"] {
            prop_assert!(!text.contains(word), "{arguments}: {text}");
        }
        let Some((_, example)) = text.split_once("a minimal valid call has the arguments ") else {
            return Ok(());
        };
        // Do not check the same example twice in a row.
        if self.last_example.replace(example.to_owned()) == example {
            return Ok(());
        }
        let example: Value = serde_json::from_str(example).expect("the example is JSON");
        let result = self.call(&example);
        prop_assert!(result.get("isError").is_none(), "{example}: {result:#}");
        prop_assert!(self.is_published(&example), "not published: {text}");
        Ok(())
    }

    /// Sends `it` as JSON, and checks that the tool receives an equal value.
    pub(crate) fn takes<T>(&self, it: &T) -> Result<(), TestCaseError>
    where
        T: Serialize + PartialEq + Debug + Any,
    {
        let arguments = json!({ "it": it });
        let result = self.call(&arguments);
        if is_known(&self.tool, &arguments, true) && result["isError"] == true {
            return Ok(());
        }
        prop_assert!(
            result.get("isError").is_none(),
            "refused: {arguments}\n{}",
            result["content"][0]["text"]
        );
        let arguments = self.normalised(&arguments);
        prop_assert!(
            self.is_published(&arguments),
            "not published: {arguments}\n{}",
            self.input_schema
        );
        let seen: T = self.registry.state().take().expect("the tool was called");
        // A `serde_json::Number` gets a float beyond 2^53 as an integer of the same value.
        let is_same_number = || {
            let (sent, seen) = (json!(it), json!(seen));
            has_inexact_float(&sent) && sent.as_f64().is_some() && sent.as_f64() == seen.as_f64()
        };
        prop_assert!(
            &seen == it || is_same_number(),
            "{arguments} came as {seen:?}"
        );
        Ok(())
    }

    /// Returns the arguments after the lenient decoding: without `null` for optional members, and with JSON
    /// strings decoded where the schema rejects the string.
    pub(crate) fn normalised(&self, arguments: &Value) -> Value {
        let optional = optional_members(&self.input_schema);
        let mut arguments = without_null(arguments, &optional);
        let Some(members) = arguments.as_object_mut() else {
            return arguments;
        };
        for (name, member) in members {
            let Some(Ok(inner)) = member.as_str().map(serde_json::from_str::<Value>) else {
                continue;
            };
            let pointer = format!("/properties/{name}");
            let Some(schema) = self.input_schema.pointer(&pointer) else {
                continue;
            };
            let mut schema = schema.clone();
            if let Some(definitions) = self.input_schema.get("$defs") {
                schema["$defs"] = definitions.clone();
            }
            if !validator(&schema).is_valid(member) {
                *member = without_null(&inner, &optional);
            }
        }
        without_null(&arguments, &optional)
    }

    /// Calls the tool with `it` in each protocol version, and checks each result against that version's output
    /// schema (R98, R103, R105).
    pub(crate) fn answers<T: Serialize>(
        &self,
        published: &[Published],
        it: &T,
    ) -> Result<(), TestCaseError> {
        let arguments = json!({ "it": it });
        let written: Value = serde_json::from_str(&serde_json::to_string(it).unwrap()).unwrap();
        for (peer, published) in Peer::all(&self.registry).zip(published) {
            let version = peer.protocol_version();
            let result = peer.call(&self.tool, arguments.clone());
            if is_known(&self.tool, &arguments, true) && result["isError"] == true {
                return Ok(());
            }
            prop_assert!(result.get("isError").is_none(), "{version}: {result:#}");
            let text = only_text(&result);
            let structured = result.get("structuredContent");
            if let Published::Text = published {
                prop_assert!(structured.is_none(), "{version}: {result:#}");
                continue;
            }
            let text: Value = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&text, &written);
            match (published, structured) {
                (Published::Nothing, None) => {}
                (Published::Anything, _) => {
                    let expected = structured_if_legal(version, &written);
                    prop_assert_eq!(structured, expected);
                }
                (Published::Schema(validator), Some(structured)) => {
                    prop_assert_eq!(structured, &text);
                    if let Err(error) = validator.validate(structured) {
                        return Err(TestCaseError::fail(format!("{error}: {structured}")));
                    }
                }
                (published, _) => {
                    return Err(TestCaseError::fail(format!(
                        "{version}, {published:?}: {result:#}"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Returns how the tool publishes its output in each protocol version. Panics if the definition does not
    /// match `kind`.
    pub(crate) fn published(&self, kind: Kind) -> Vec<Published> {
        Peer::all(&self.registry)
            .map(|peer| {
                let schema = peer.tool(&self.tool).get("outputSchema").cloned();
                match (kind, schema) {
                    (Kind::Text, None) => Published::Text,
                    (Kind::Anything, None) => Published::Anything,
                    (Kind::Data, Some(schema)) => {
                        let is_object = schema["type"] == "object";
                        assert!(
                            is_object || peer.protocol_version() == ProtocolVersion::LATEST,
                            "{}: {schema}",
                            peer.protocol_version()
                        );
                        Published::Schema(validator(&schema))
                    }
                    (Kind::Data, None) if peer.protocol_version() != ProtocolVersion::LATEST => {
                        Published::Nothing
                    }
                    (kind, schema) => panic!("{kind:?}, but published is {schema:?}"),
                }
            })
            .collect()
    }
}

/// The kind of output of a return type: whether it has structured content and an output schema.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Data,
    /// `()`, and types whose result is only a text. These have no structured content.
    Text,
    /// Types with structured content, but without an output schema.
    Anything,
}

#[derive(Debug)]
pub(crate) enum Published {
    Schema(Validator),
    /// No output schema and no structured content. Before 2025-06-18, there is no structured content. Before
    /// the latest version, it is always an object, and the type is not an object.
    Nothing,
    Text,
    Anything,
}

fn structured_if_legal(version: ProtocolVersion, written: &Value) -> Option<&Value> {
    let is_legal = version >= ProtocolVersion::V2025_06_18 && written.is_object();
    (is_legal || version == ProtocolVersion::LATEST).then_some(written)
}

/// Returns the name of each member that `schema`, or a schema inside it, declares but does not require.
fn optional_members(schema: &Value) -> Vec<String> {
    let mut optional = Vec::new();
    walk(schema, &mut |_, schema| {
        let required = schema.get("required").and_then(Value::as_array);
        let properties = schema.get("properties").and_then(Value::as_object);
        for name in properties.into_iter().flat_map(|members| members.keys()) {
            if !required.is_some_and(|required| required.iter().any(|other| other == name)) {
                optional.push(name.clone());
            }
        }
    });
    optional
}

fn without_null(value: &Value, optional: &[String]) -> Value {
    match value {
        Value::Array(items) => items
            .iter()
            .map(|item| without_null(item, optional))
            .collect(),
        Value::Object(members) => members
            .iter()
            .filter(|(name, member)| !(member.is_null() && optional.contains(name)))
            .map(|(name, member)| (name.clone(), without_null(member, optional)))
            .collect(),
        other => other.clone(),
    }
}
