//! Tool sets of well-known servers, written with this toolkit as their users would write them: the
//! same names, arguments and hints, in natural Rust. The facts beside each set are those of the
//! original; every sentence, and every body, is our own.

// The originals have tools with many arguments, and enums with such names.
#![allow(clippy::too_many_arguments, clippy::enum_variant_names)]

#[macro_use]
mod checks;

mod fetch;
mod filesystem;
mod git;
mod github;
mod memory;
mod notion;
mod time;
mod values;
