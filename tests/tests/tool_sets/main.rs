//! Tool sets of well-known servers, rebuilt with this toolkit: the same names, arguments and hints. For each
//! set, a table `FACTS` lists the names, hints and arguments of the original tools. A comment at `FACTS` names
//! each difference between the table and the original. The descriptions and the function bodies are not from
//! the originals.

// The functions and enums copy the original tools, including long argument lists and enum
// variants that share a word.
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
