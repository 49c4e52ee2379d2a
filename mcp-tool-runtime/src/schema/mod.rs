//! Generates, rewrites, checks and describes the schemas of arguments and of structured content. Compares
//! values with schemas.

mod additions;
mod ambiguous_dialect;
mod branches;
mod describe;
mod dialect;
pub(crate) mod document;
mod example;
mod handwritten_schema;
mod keywords;
mod large_numbers;
mod manual;
mod nested_input;
mod numbers;
mod output;
mod pattern;
mod portable;
pub(crate) mod profile;
mod recursion;
mod references;
mod validator;
mod violation;

use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema};

pub(crate) use additions::describe_further;
pub(crate) use ambiguous_dialect::{either_dialect, fits_either_dialect};
pub(crate) use describe::{F32_MAX, LISTED, describe, length_in_words, limits_in_words};
pub(crate) use document::resolve;
pub(crate) use example::{Example, form_of, of_format};
pub(crate) use handwritten_schema::is_closed;
pub(crate) use keywords::{Keywords, Path, find_schema};
pub(crate) use large_numbers::large_numbers_in_words;
#[doc(hidden)]
pub use manual::ManualSchema;
pub(crate) use manual::SchemaValue;
pub(crate) use nested_input::nested_input;
pub(crate) use output::{output_schema, wrapped};
#[cfg(feature = "regex")]
pub(crate) use pattern::compile_pattern;
pub(crate) use portable::items_again;
pub use profile::SchemaProfile;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub use profile::portable_schema;
pub(crate) use recursion::copied_per_level;
pub(crate) use validator::{BrokenRule, Misfit, MisfitKind, Place, fits, keeps_rules, misfit};
pub(crate) use violation::{Check, Violations, mentions_rules};

#[doc(hidden)]
/// A function that generates a type's schema.
pub type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// Generates the schema of `T`, which can be a reference to a definition. The function `subschema::<T>` is
/// the [`SchemaFn`] of `T`.
pub(crate) fn subschema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
