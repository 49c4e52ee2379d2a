//! Tool sets of well-known servers, rebuilt with this toolkit: the same names, arguments and hints. For each
//! set, a table `FACTS` lists the names, hints and arguments of the original tools. The descriptions and the
//! function bodies are not from the originals.

// Allow what the original servers have: many arguments, and variants that repeat the name of
// their enum.
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
