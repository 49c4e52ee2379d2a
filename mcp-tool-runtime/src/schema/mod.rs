//! Schemas: what a tool publishes about its arguments and its structured content, and what can
//! be said about a value in words.

mod describe;
mod dialect;
mod document;
mod either_dialect;
mod example;
mod input;
mod keywords;
mod large_numbers;
mod manual;
mod misfit;
mod nested_input;
mod output;
mod portable;
mod profile;
mod recursion;
mod references;
mod violation;
mod written;

use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema};

pub(crate) use describe::{F32_MAX, describe, describe_beside, limits_in_words, resolve};
pub(crate) use either_dialect::either_dialect;
pub(crate) use example::{Example, of_format};
pub(crate) use input::{InputDocument, input_schema};
pub(crate) use keywords::{Part, inner};
pub(crate) use large_numbers::{describe_further, is_safe, large_number};
pub(crate) use manual::GivenSchema;
pub use manual::ManualSchema;
pub(crate) use misfit::{Misfit, Place, What, admits_itself, misfit};
pub(crate) use nested_input::nested_input;
pub(crate) use output::{output_schema, wrapped};
pub(crate) use portable::items_again;
pub use profile::SchemaProfile;
pub(crate) use recursion::copied_per_level;
pub(crate) use violation::{Broken, Check, Violations};
pub(crate) use written::{written_input, written_output};

/// How a type's own schema is asked for.
pub type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// Asks `T` for its schema: the [`SchemaFn`] of `T`.
pub(crate) fn subschema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
