//! The traits that a tool's result, its error or the type in `output = Type` must implement. Each trait defines
//! the compiler's message for a type that does not implement it.

use std::fmt::Display;

use mcp_tool_schema::generate::{SchemaFn, subschema};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::outcome::Outcome;
use super::with_content::ContentAndData;
use crate::result::CallToolResult;

/// A type whose values can be a tool's result: every `T: Serialize`, and data with content.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool: it does not implement `Serialize`",
    label = "cannot be written as JSON",
    note = "your own type, and every type inside it, needs `#[derive(serde::Serialize, schemars::JsonSchema)]`; or return `String`, a content block such as `ContentBlock::text(…)`, or `CallToolResult`",
    note = "for a type of another crate, enable that crate's feature `serde`, and the matching feature of schemars (`chrono04`, `url2`, `uuid1` and others); for a wrapper such as `Json<T>`, return the `T` inside",
    note = "if the type already has the derive, the derive may come from serde 0.9: write `serde = \"1\"` in `Cargo.toml`; `cargo tree -i serde@0.9` shows which crate uses the old version"
)]
pub trait SerializeResult<Kind>: Sized {
    /// The data, as the type to check for `JsonSchema`. Without an implementation, the compiler cannot infer `Kind`,
    /// and so checks no bound on this type. So a type that lacks both derives causes one error.
    #[doc(hidden)]
    type Described;

    #[doc(hidden)]
    fn __outcome(self) -> Outcome;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> SerializeResult<fn()> for T {
    type Described = T;

    fn __outcome(self) -> Outcome {
        Outcome::structured(&self)
    }
}

/// Marks a result that combines data with content.
pub struct Combined;

#[diagnostic::do_not_recommend]
impl<A: ContentAndData<Data: Serialize>> SerializeResult<Combined> for A {
    type Described = A::Data;

    fn __outcome(self) -> Outcome {
        let (content, data) = self.split();
        Outcome::structured(&data).with_content(content)
    }
}

/// Says whether a tool publishes the schema of its result `T`. If so, `T` needs `JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be the result of a tool: it does not implement `JsonSchema`",
    label = "has no schema to publish",
    note = "for your own type, add `#[derive(schemars::JsonSchema)]` to it and to every type inside it; or return `String`, a content block such as `ContentBlock::text(…)`, or `CallToolResult`",
    note = "for a type of another crate, enable the matching feature of schemars (`chrono04`, `url2`, `uuid1` and others); for a wrapper such as `Json<T>`, return the `T` inside",
    note = "for `CallToolResult` of rmcp, write `rmcp = \"3\"`, and add the crate `mcp-tool-rmcp`: another rmcp version has another type",
    note = "if the type already has the derive, the derive may come from schemars 0.8: write `schemars = \"1\"` in `Cargo.toml`; `cargo tree -i schemars@0.8` shows which crate uses the old version"
)]
pub trait Publish<T> {
    #[doc(hidden)]
    const SCHEMA: Option<SchemaFn>;
}

/// Stands for a tool that publishes an output schema.
pub struct Published;

/// Stands for a tool without an output schema of its return type.
pub struct Unpublished;

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> Publish<T> for Published {
    const SCHEMA: Option<SchemaFn> = Some(subschema::<T>);
}

#[diagnostic::do_not_recommend]
impl<T> Publish<T> for Unpublished {
    const SCHEMA: Option<SchemaFn> = None;
}

/// A type whose values can be a tool's error without a conversion into `ToolError`: every `E: Display`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool: it does not implement `Display`",
    label = "has no message for the model to read",
    note = "for your own type, implement `std::fmt::Display`, for example with `#[derive(thiserror::Error)]`; otherwise, write `ToolError` as the error type"
)]
pub trait ExplainFailure: Sized {
    #[doc(hidden)]
    const EXPLAIN: fn(Self) -> Outcome;
}

#[diagnostic::do_not_recommend]
impl<E: Display> ExplainFailure for E {
    const EXPLAIN: fn(E) -> Outcome = |error| Outcome::OtherFailure(error.to_string());
}

/// A result that the tool builds by hand. The option `output = Type` declares the type of the result's
/// structured content.
#[diagnostic::on_unimplemented(
    message = "`output` describes a result that the tool builds by hand, not `{Self}`",
    label = "does not apply to this return type",
    note = "remove `output`: the return type decides the schema; to add content blocks, return `WithContent<…>`",
    note = "or return `CallToolResult` or `serde_json::Value`, and build the result by hand"
)]
pub trait HandBuiltResult {}

#[diagnostic::do_not_recommend]
impl HandBuiltResult for CallToolResult {}
#[diagnostic::do_not_recommend]
impl HandBuiltResult for Value {}
#[diagnostic::do_not_recommend]
impl<A: HandBuiltResult, E> HandBuiltResult for Result<A, E> {}

/// A type that `output = Type` accepts: every `T: JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the `output` of a tool: it does not implement `JsonSchema`",
    label = "has no schema to publish",
    note = "for your own type, add `#[derive(schemars::JsonSchema)]` to it and to every type inside it",
    note = "for a type of another crate, enable the matching feature of schemars (`chrono04`, `url2`, `uuid1` and others)",
    note = "if the type already has the derive, the derive may come from schemars 0.8: write `schemars = \"1\"` in `Cargo.toml`; `cargo tree -i schemars@0.8` shows which crate uses the old version"
)]
pub trait DescribeOutput {
    #[doc(hidden)]
    const SCHEMA: SchemaFn;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> DescribeOutput for T {
    const SCHEMA: SchemaFn = subschema::<T>;
}
