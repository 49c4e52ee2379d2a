//! Forms, built from the schemas of types.

use mcp_tool_schema::keywords::Keywords as _;
use serde_json::{Map, Value, json};

use super::bounds::ElicitForm;
use super::field::Field;
use crate::elicit::InputRequest;
use crate::protocol::ProtocolVersion;

/// The fields of a form, in the order of the struct that describes the form.
pub(crate) struct Form {
    pub(super) fields: Vec<Field>,
}

/// The reason why a form cannot be sent.
pub(crate) enum FormFault {
    /// No protocol version supports the form. The author of the tool must change the form's type.
    Author(String),
    /// The client's protocol version does not support the form. A newer version does.
    ProtocolVersion(String),
}

impl Form {
    /// Builds the form of a type.
    pub(crate) fn of<T: ElicitForm>() -> Result<Self, FormFault> {
        let mut form = Form::new(T::schema().ensure_object()).map_err(FormFault::Author)?;
        let names = T::names();
        // Restore the order of the struct's fields. Without the feature `preserve_order`,
        // serde_json's maps sort their keys.
        form.fields.sort_by_key(|field| {
            let position = names.iter().position(|name| *name == field.name);
            position.unwrap_or(names.len())
        });
        Ok(form)
    }

    /// Returns the request that shows the form to the user. The request keeps the order of the fields.
    pub(crate) fn request(
        &self,
        message: &str,
        version: ProtocolVersion,
    ) -> Result<InputRequest, FormFault> {
        let names = self.fields.iter().map(|field| field.name.clone());
        let request = InputRequest::form(message, self.requested_schema(version)?);
        Ok(request.in_order(names.collect()))
    }

    fn new(schema: &Map<String, Value>) -> Result<Self, String> {
        for keyword in ["anyOf", "oneOf", "allOf", "$ref", "patternProperties"] {
            if schema.contains_key(keyword) {
                return Err(format!(
                    "its schema has `{keyword}`: a form is one flat object"
                ));
            }
        }
        // A form without fields is allowed. Then the user answers only yes or no.
        let is_empty_object = schema.text("type") == Some("object")
            && schema
                .get("additionalProperties")
                .is_none_or(|others| *others == json!(false));
        let properties = schema.object("properties");
        if properties.is_none() && !is_empty_object {
            return Err("it is not an object with fields".to_owned());
        }
        let is_required = |name: &str| schema.required().any(|other| other == name);
        let properties = properties.into_iter().flatten();
        let fields = properties.map(|(name, schema)| Field::new(name, is_required(name), schema));
        Ok(Form {
            fields: fields.collect::<Result<_, _>>()?,
        })
    }

    /// Returns the `requestedSchema` for a client of `version`.
    pub(super) fn requested_schema(
        &self,
        version: ProtocolVersion,
    ) -> Result<Map<String, Value>, FormFault> {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for field in &self.fields {
            let schema = field.schema(version).map_err(FormFault::ProtocolVersion)?;
            properties.insert(field.name.clone(), Value::Object(schema));
            if field.required {
                required.push(json!(field.name));
            }
        }
        let mut schema = Map::new();
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), Value::Object(properties));
        if !required.is_empty() {
            schema.insert("required".to_owned(), Value::Array(required));
        }
        Ok(schema)
    }
}
