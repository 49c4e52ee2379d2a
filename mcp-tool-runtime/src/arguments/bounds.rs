//! Traits for the requirements on the type of an argument. Blanket implementations cover every type with the
//! usual derives, so users implement none of the traits. For all other types, the traits define the
//! compiler's errors.

use mcp_tool_schema::generate::{SchemaFn, subschema};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::absence::absent;
use super::deserializer::{Buffered, Slot};
use super::fault::Problem;
use super::text_reader::TextReader;
use crate::json::StrictJson;

/// Decodes a value, and records the parts of it that serde buffers.
pub(super) type ReadValue<T> = fn(&Value, &Buffered) -> Result<T, Problem>;

/// The functions that read a value of type `T` from an argument.
pub struct Read<T> {
    /// Reads an argument directly from its JSON text. Returns `None` on failure. The slower `value` then
    /// decodes the argument or reports the problem.
    pub(super) text: fn(&mut TextReader<'_>) -> Option<T>,
    pub(super) value: ReadValue<T>,
    pub(super) absent: fn() -> Option<T>,
}

/// The type of an argument: every `T: DeserializeOwned`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool: it does not implement `Deserialize`",
    label = "cannot be read from JSON",
    note = "if the server provides the value of a parameter, mark the parameter with `#[state]`, `#[context]` or `#[principal]`",
    note = "your own type, and every type inside it, needs `#[derive(serde::Deserialize, schemars::JsonSchema)]`",
    note = "for a type of another crate, enable that crate's feature `serde`, and the matching feature of schemars (`chrono04`, `url2`, `uuid1` and others)",
    note = "if the type already has the derive, the derive may come from serde 0.9: write `serde = \"1\"` in `Cargo.toml`; `cargo tree -i serde@0.9` shows which crate uses the old version"
)]
pub trait ArgumentType<Kind>: ReadArgument {
    /// `Self`, as the type to check for `JsonSchema`. Without an implementation, the compiler cannot infer `Kind`,
    /// and so checks no bound on this type. So a type that lacks both derives causes one error.
    #[doc(hidden)]
    type Described;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> ArgumentType<fn()> for T {
    type Described = T;
}

// Applies to no type. With only one implementation, the compiler would infer `Kind` without it.
#[diagnostic::do_not_recommend]
impl<T: ReadArgument + NoType> ArgumentType<()> for T {
    type Described = T;
}

/// A type whose values can be read from a tool's arguments: every `T: DeserializeOwned`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool: it does not implement `Deserialize`",
    label = "cannot be read from JSON",
    note = "for your own type, add `#[derive(serde::Deserialize)]` to it and to every type inside it",
    note = "if the server provides the value of a parameter, mark the parameter with `#[state]`, `#[context]` or `#[principal]`",
    note = "for a type of another crate, enable that crate's feature `serde`",
    note = "if the type already has the derive, the derive may come from serde 0.9: write `serde = \"1\"` in `Cargo.toml`; `cargo tree -i serde@0.9` shows which crate uses the old version"
)]
pub trait ReadArgument: Sized {
    #[doc(hidden)]
    const READ: Read<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> ReadArgument for T {
    const READ: Read<T> = Read {
        text: |reader| T::deserialize(reader).ok(),
        value: |value, buffered| T::deserialize(Slot::new(value, buffered)),
        absent: absent::<T>,
    };
}

/// A type that can be described to a model: every `T: JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool: it does not implement `JsonSchema`",
    label = "has no schema to publish",
    note = "for your own type, add `#[derive(schemars::JsonSchema)]` to it and to every type inside it",
    note = "if the server provides the value of a parameter, mark the parameter with `#[state]`, `#[context]` or `#[principal]`",
    note = "for a type of another crate, enable the matching feature of schemars (`chrono04`, `url2`, `uuid1` and others), or write `#[arg(schema = …)]` before a parameter",
    note = "if the type already has the derive, the derive may come from schemars 0.8: write `schemars = \"1\"` in `Cargo.toml`; `cargo tree -i schemars@0.8` shows which crate uses the old version"
)]
pub trait DescribeArgument {
    #[doc(hidden)]
    const SCHEMA: SchemaFn;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> DescribeArgument for T {
    const SCHEMA: SchemaFn = subschema::<T>;
}

/// A function for `#[arg(schema = …)]`: every `fn(&mut SchemaGenerator) -> Schema`.
///
/// The parameter `Kind` allows a second implementation. With only one implementation, the compiler would
/// report the unmet bounds of that implementation instead of this trait's message.
#[diagnostic::on_unimplemented(
    message = "this function cannot describe an argument",
    label = "is not a `fn(&mut SchemaGenerator) -> Schema` of schemars 1",
    note = "give the function the signature `fn(&mut schemars::SchemaGenerator) -> schemars::Schema`, with the types of schemars 1"
)]
pub trait SchemaFunction<Kind>: Describe {}

#[diagnostic::do_not_recommend]
impl<F: Describe> SchemaFunction<fn()> for F {}

#[diagnostic::do_not_recommend]
impl<F: Describe + NoType> SchemaFunction<()> for F {}

/// A trait without implementations, for a bound that no type meets.
pub trait NoType {}

/// A function that describes an argument.
pub trait Describe: Sync {
    #[doc(hidden)]
    fn describe(&self, generator: &mut SchemaGenerator) -> Schema;
}

impl<F: Fn(&mut SchemaGenerator) -> Schema + Sync> Describe for F {
    fn describe(&self, generator: &mut SchemaGenerator) -> Schema {
        self(generator)
    }
}

/// A function that converts a default to JSON for the schema. Returns `None` if serialization fails.
pub(super) type Write<T> = fn(&T) -> Option<Value>;

/// A type whose default can be published in the schema: every `T: Serialize`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot have a default: it does not implement `Serialize`",
    label = "its default cannot be written into the schema",
    note = "add `#[derive(serde::Serialize)]` to your type and to every type inside it",
    note = "or remove `default`: an argument whose type is an `Option` is `None` if it is absent"
)]
pub trait WriteArgument {
    #[doc(hidden)]
    const WRITE: Write<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> WriteArgument for T {
    const WRITE: Write<T> = |value| serde_json::to_value(StrictJson(value)).ok();
}

/// A type whose values can be in a definition, as an example or in `_meta`: every
/// `T: Serialize`.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` cannot be in a tool's definition: it does not implement `Serialize`",
    label = "cannot be written as JSON",
    note = "add `#[derive(serde::Serialize)]` to the type, or write the value with `serde_json::json!`"
)]
pub trait ToJson {
    #[doc(hidden)]
    fn to_json(&self) -> Option<Value>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> ToJson for T {
    fn to_json(&self) -> Option<Value> {
        // `StrictJson` rejects NaN. Without `StrictJson`, serde_json writes NaN as `null`.
        let text = serde_json::to_string(&StrictJson(self)).ok()?;
        serde_json::from_str(&text).ok()
    }
}

/// A type that a string literal converts into, for `#[arg(default = "…")]`: every
/// `T: From<&'static str>`.
#[diagnostic::on_unimplemented(
    message = "a string cannot be the default of a parameter of type `{Self}`",
    label = "cannot be converted to `{Self}`",
    note = "write a value of the type: `default = 3` for a number, `default = Unit::Metric` for an enum, or `default = Some(…)` for an `Option`"
)]
pub trait TextDefault: Sized {
    #[doc(hidden)]
    fn from_text(text: &'static str) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> TextDefault for T {
    fn from_text(text: &'static str) -> T {
        T::from(text)
    }
}

/// A type for `#[arg(default)]`: every `T: Default`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot have `#[arg(default)]`: it does not implement `Default`",
    label = "has no default",
    note = "write the value, as in `#[arg(default = …)]`, or implement `Default` for the type"
)]
pub trait DefaultArgument: Sized {
    #[doc(hidden)]
    const DEFAULT: fn() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> DefaultArgument for T {
    const DEFAULT: fn() -> T = T::default;
}
