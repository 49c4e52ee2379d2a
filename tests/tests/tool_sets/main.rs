//! Tool sets of well-known servers, rebuilt with this toolkit: the same names, arguments and hints. For each
//! set, a table `FACTS` lists the names, hints and arguments of the original tools. The descriptions and the
//! function bodies are not from the originals.

// Some original tools have many arguments. Some sets of argument values share a word, such as
// `list_projects` and `list_project_fields`. The functions and enums in this test copy the
// original tools, so allow these two lints.
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
