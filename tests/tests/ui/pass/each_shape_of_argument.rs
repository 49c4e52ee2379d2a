// Every form in which a function can take its arguments.
#![deny(warnings)]
#![allow(clippy::too_many_arguments)]

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mcp_tool_runtime::{ToolContext, ToolRegistry, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
struct Filter {
    word: String,
}

/// Lent to a tool, and not even `Clone`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Unique {
    id: u64,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Metric,
    Imperial,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Pair<T> {
    first: T,
    second: T,
}

type Maybe<T> = Option<T>;
type Words = Vec<String>;

/// By value.
#[mcp_tool]
async fn by_value(text: String, number: i64, float: f64, flag: bool, letter: char) {
    let _ = (text, number, float, flag, letter);
}

/// By reference.
#[mcp_tool]
async fn by_reference(text: &str, words: &[String], path: &Path, filter: &Filter, id: &Unique) {
    let _ = (text, words, path, filter, id.id);
}

/// Types of all kinds.
#[mcp_tool]
async fn of_all_kinds(
    filter: Filter,
    unit: Unit,
    pair: Pair<u8>,
    tuple: (u8, String),
    array: [u8; 2],
    path: PathBuf,
    json: serde_json::Value,
    map: BTreeMap<String, Vec<Filter>>,
    hashed: HashMap<String, u8>,
    boxed: Box<str>,
    shared: Arc<str>,
    cow: Cow<'_, str>,
) {
    let _ = (
        filter,
        unit,
        pair.first,
        pair.second,
        tuple,
        array,
        path,
        json,
        map,
        hashed,
    );
    let _ = (boxed, shared, cow);
}

/// What may be absent.
#[mcp_tool]
async fn optional(limit: Option<u8>, alias: Maybe<String>, nested: Option<Option<u8>>) {
    let _ = (limit, alias, nested);
}

/// Aliases and full paths.
#[mcp_tool]
#[allow(unused_qualifications)]
async fn spelled_otherwise(words: Words, limit: core::option::Option<std::primitive::u8>) {
    let _ = (words, limit);
}

/// Patterns that still have a name.
#[mcp_tool]
async fn bindings(mut words: Vec<String>, r#type: String) {
    words.push(r#type);
}

/// Documented arguments.
#[mcp_tool]
async fn documented(
    /// The text
    text: String,
    /// The number,
    /// in two lines
    #[allow(unused_variables)]
    number: u8,
    #[doc = "The flag"] flag: bool,
    #[arg(description = "The letter")] letter: char,
) {
    let _ = (text, flag, letter);
}

/// Defaults.
#[mcp_tool]
async fn defaults(
    #[arg(default = 3)] number: u8,
    #[arg(default = "Oslo")] text: String,
    #[arg(default = "Oslo")] borrowed: &str,
    #[arg(default = "Oslo")] cow: Cow<'_, str>,
    #[arg(default = &[1, 2])] slice: &[u8],
    #[arg(default = Unit::Metric)] unit: Unit,
    #[arg(default)] filter: Filter,
    #[arg(default)] lent: &Filter,
    #[arg(default = Some(5))] option: Option<u8>,
    #[arg(default = vec!["a".to_owned()])] words: Vec<String>,
    #[arg(default = if cfg!(unix) { 1 } else { 2 })] computed: u8,
) {
    let _ = (
        number, text, borrowed, cow, slice, unit, filter, lent, option, words, computed,
    );
}

/// Other names.
#[mcp_tool]
async fn renamed(
    #[arg(rename = "from")] start: u8,
    #[arg(rename = "to", default = 9)] end: u8,
    #[arg(rename = "über")]
    #[arg(default = 1)]
    over: u8,
) {
    let _ = (start, end, over);
}

/// Named lifetimes.
#[mcp_tool]
async fn lifetimes<'a, 'b: 'a>(first: &'a str, second: &'b str, cow: Cow<'a, str>) -> &'a str {
    let _ = (second, cow);
    first
}

struct Archive;

/// What the server provides.
#[mcp_tool]
async fn provided(#[state] archive: &Archive, query: &str, #[context] context: &ToolContext) {
    let _ = (archive, query, context);
}

/// What the server provides, with named lifetimes.
#[mcp_tool]
fn provided_with_names<'s>(#[context] _: &'s ToolContext, #[state] _archive: &'s Archive) {}

/// Not `async`.
#[mcp_tool]
fn plain(text: &str) -> usize {
    text.len()
}

macro_rules! tool_of {
    ($name:ident, $type:ty) => {
        /// Made by a macro.
        #[mcp_tool]
        async fn $name(value: $type) {
            let _ = value;
        }
    };
}

tool_of!(macro_value, u8);
tool_of!(macro_reference, &str);
tool_of!(macro_slice, &[u8]);

pub(crate) fn main() {
    let registry = ToolRegistry::builder(Archive)
        .tools(tools![
            by_value,
            by_reference,
            of_all_kinds,
            optional,
            spelled_otherwise,
            bindings,
            documented,
            defaults,
            renamed,
            lifetimes,
            provided,
            provided_with_names,
            plain,
            macro_value,
            macro_reference,
            macro_slice,
        ])
        .build()
        .unwrap();
    assert_eq!(registry.definitions().len(), 16);
}
