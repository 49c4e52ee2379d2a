//! `#[arg(header = "…")]`: clients repeat the value in an HTTP header.

use std::borrow::Cow;
use std::sync::Arc;

use mcp_tool_schema::safe_int::SafeInt;
use serde_json::{Map, Value};

use super::Rule;
use crate::arguments::fault::Problem;

/// An argument type whose values a client can repeat in an HTTP header, for `#[arg(header = "…")]`. The
/// toolkit implements this trait for strings, `char`, booleans, [`SafeInt`], integers of at most 32 bits, and
/// options of these types.
///
/// For your own type that is a string in JSON, such as an enum without data, implement the trait:
///
/// ```
/// use mcp_tool_runtime::bounds::HeaderArgument;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// #[serde(rename_all = "lowercase")]
/// enum Region {
///     North,
///     South,
/// }
///
/// impl HeaderArgument for Region {}
/// ```
#[diagnostic::on_unimplemented(
    message = "an argument that is read as `{Self}` cannot be mirrored in a header",
    label = "is not a string, a boolean or an integer that every client can represent",
    note = "use `String`, `bool`, an integer of at most 32 bits, or `mcp_tool_runtime::SafeInt` for larger ones",
    note = "for your own enum that is a string in JSON, implement `mcp_tool_runtime::bounds::HeaderArgument`",
    note = "see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#x-mcp-header"
)]
pub trait HeaderArgument {}

macro_rules! header_arguments {
    ($($argument:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl HeaderArgument for $argument {}
    )*};
}

header_arguments!(bool u8 u16 u32 i8 i16 i32 SafeInt String Box<str> Arc<str> Cow<'_, str> char);

#[diagnostic::do_not_recommend]
impl<T: HeaderArgument> HeaderArgument for Option<T> {}

/// `header = "…"`
pub struct Header(pub &'static str);

impl<T> Rule<T> for Header {
    fn check(&self, _: &T, _: &dyn Fn() -> Option<f64>) -> Option<Problem> {
        // Check nothing here, because the HTTP transport compares the argument with the header.
        None
    }

    fn text(&self) -> String {
        format!("header = {:?}", self.0)
    }

    fn is_header(&self) -> bool {
        true
    }

    fn write(&self, schema: &mut Map<String, Value>) {
        schema.insert("x-mcp-header".to_owned(), Value::from(self.0));
        // Clients expect `type` next to `x-mcp-header`, and do not look into `oneOf` or `anyOf`.
        if !schema.contains_key("type") && is_one_of_strings(schema) {
            schema.insert("type".to_owned(), Value::from("string"));
        }
    }
}

/// Returns whether a schema has branches in `oneOf` or `anyOf`, and each branch has the type `string`.
fn is_one_of_strings(schema: &Map<String, Value>) -> bool {
    let branches = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    branches.and_then(Value::as_array).is_some_and(|branches| {
        let is_string = |branch: &Value| branch.get("type").is_some_and(|kind| kind == "string");
        !branches.is_empty() && branches.iter().all(is_string)
    })
}
