//! Responses to `tools/call`.

#![allow(deprecated)] // This lint also reports arguments without a description.

mod agreement;
mod blocking;
mod declared_output;
mod decoding;
mod doubtful_blocks;
mod dropped_values;
mod examples;
mod failures;
mod flatten;
mod flatten_build;
mod flatten_faults;
mod flatten_lenient;
mod flatten_like_rmcp;
mod headers;
mod hostile;
mod length;
mod log;
mod mapped_errors;
mod older_versions;
mod panics;
mod pattern;
mod published_rules;
mod range;
mod refusals;
mod results;
mod rules_agree;
mod rules_at_build;
mod schema_function;
mod sensitive;
mod small_but_costly;
mod spans;
mod states;
mod timeouts;
mod traces;
mod unknown_arguments;
mod with_text;
mod wrap;
