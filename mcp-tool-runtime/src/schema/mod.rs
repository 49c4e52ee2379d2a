//! Schemas: what a tool publishes about its arguments and its structured content, and what can
//! be said about a value in words.

mod choice;
mod describe;
mod document;
mod example;
mod misfit;
mod portable;
mod written;

pub(crate) use describe::{describe, resolve};
pub(crate) use document::{
    InputDocument, SchemaFn, input_schema, output_schema, subschema, wrapped,
};
pub(crate) use example::Example;
pub(crate) use misfit::{Misfit, Place, What, misfit};
pub(crate) use portable::{F32_MAX, FORMATS};
pub(crate) use written::{written_input, written_output};
