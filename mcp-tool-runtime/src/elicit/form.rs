//! Forms, built from the schemas of types.

use mcp_tool_schema::keywords::Keywords as _;
use serde_json::{Map, Value, json};

use super::bounds::{ElicitForm, ReadForm};
use super::field::Field;
use super::request::InputRequest;
use super::round::End;
use crate::arguments::explain_form;
use crate::protocol::ProtocolVersion;

/// The fields of a form, in the order of the struct that describes the form.
pub(crate) struct Form {
    fields: Vec<Field>,
}

impl Form {
    /// Builds the form of a type. Returns an error if no protocol version supports the form.
    pub(crate) fn of<T: ElicitForm>() -> Result<Self, End> {
        let mut form = Form::new(T::schema().ensure_object()).map_err(|reason| {
            let name = std::any::type_name::<T>();
            End::Unaskable(format!("`{name}` is not a form: {reason}"))
        })?;
        let names = T::names();
        // Restore the order of the struct's fields. Without the feature `preserve_order`,
        // serde_json's maps sort their keys.
        form.fields.sort_by_key(|field| {
            let position = names.iter().position(|name| *name == field.name);
            position.unwrap_or(names.len())
        });
        Ok(form)
    }

    /// Returns the request that shows the form to the user. The request keeps the order of the fields. Returns
    /// an error if the client's protocol version does not support the form.
    pub(crate) fn request(
        &self,
        message: &str,
        version: ProtocolVersion,
    ) -> Result<InputRequest, End> {
        let schema = self.requested_schema(version).map_err(End::Reason)?;
        let names = self.fields.iter().map(|field| field.name.clone());
        Ok(InputRequest::form(message, schema).in_order(names.collect()))
    }

    /// Decodes the content that a user submits. If it does not fit the form, the error explains the fault to the
    /// user.
    pub(crate) fn read<T: ReadForm>(&self, mut content: Map<String, Value>) -> Result<T, String> {
        let mut members = Map::new();
        // The loop reads only the fields of the form, and ignores all other members of `content`.
        for field in &self.fields {
            let value = content.remove(&field.name);
            match value.filter(|value| !field.is_left_empty(value)) {
                None | Some(Value::Null) if field.required => {
                    return Err(format!("`{}` is missing", field.name));
                }
                None | Some(Value::Null) => {}
                Some(value) => {
                    let read = field.read(value);
                    let value = read.map_err(|what| format!("`{}` must be {what}", field.name))?;
                    members.insert(field.name.clone(), value);
                }
            }
        }
        T::read(members).map_err(|problem| {
            let schema = self.requested_schema(ProtocolVersion::LATEST);
            explain_form(problem, &schema.unwrap_or_default())
        })
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
    fn requested_schema(&self, version: ProtocolVersion) -> Result<Map<String, Value>, String> {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for field in &self.fields {
            let schema = field.schema(version)?;
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
