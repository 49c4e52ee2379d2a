// Every form in which a function can take its arguments.
#![deny(warnings)]
#![allow(deprecated)] // arguments without a description
#![allow(clippy::too_many_arguments)]

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mcp_tool_runtime::context::Principal;
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

/// By reference, if it is there.
#[mcp_tool]
async fn by_optional_reference<'a>(
    text: Option<&'a str>,
    words: Option<&[String]>,
    path: Option<&Path>,
    filter: Option<&Filter>,
    unique: Option<&Unique>,
    #[arg(default = Some("Oslo"), length(1..))] city: Option<&'a str>,
    #[arg(default)] limit: Option<&u8>,
) -> Option<&'a str> {
    let _ = (words, path, filter, unique, limit);
    text.or(city)
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
async fn spelled_otherwise(
    words: Words,
    limit: core::option::Option<std::primitive::u8>,
    path: std::option::Option<&std::path::Path>,
    #[principal] user: std::option::Option<&mcp_tool_runtime::context::Principal>,
) {
    let _ = (words, limit, path, user);
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
    #[cfg_attr(all(), allow(unused_variables))]
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

/// A type with a lifetime that serde reads without borrowing.
#[derive(Deserialize, JsonSchema)]
struct Phrase<'a> {
    words: Cow<'a, str>,
}

/// Named lifetimes.
#[mcp_tool]
async fn lifetimes<'a, 'b: 'a>(
    first: &'a str,
    second: &'b str,
    cow: Cow<'a, str>,
    phrase: Phrase<'static>,
) -> &'a str {
    let _ = (second, cow, phrase.words);
    first
}

const MOST: u8 = 14;
const WORD: &str = "^[a-z]+$";

/// Ranges, in each form.
#[mcp_tool]
async fn ranges(
    #[arg(range(1..=14))] closed: u8,
    #[arg(range = 1..=14)] with_a_sign: u8,
    #[arg(range(1..14))] half_open: i64,
    #[arg(range(1..))] from: Option<u64>,
    #[arg(range(..=MOST))] to: u8,
    #[arg(range(..MOST - 1))] below: &u8,
    #[arg(range(-1.5..=1.5))] float: f64,
    #[arg(range(..1.0))] small: f32,
    #[arg(range(-5..=-1))] negative: Option<Option<i8>>,
    #[arg(range(3..=3))] only: std::num::NonZero<u16>,
    #[arg(range(0..=10), default = 3)] with_a_default: u32,
    #[arg(range(u8::MIN..=u8::MAX))] constants: u8,
    #[arg(range(0..))] safe: mcp_tool_runtime::SafeInt,
    #[arg(range((0)..={ 10 }))] in_brackets: u8,
) {
    let _ = (
        closed,
        with_a_sign,
        half_open,
        from,
        to,
        below,
        float,
        small,
    );
    let _ = (negative, only, with_a_default, constants, safe, in_brackets);
}

/// Lengths, in each form.
#[mcp_tool]
async fn lengths(
    #[arg(length(1..=64))] text: String,
    #[arg(length = 1..)] borrowed: &str,
    #[arg(length(..10))] list: Vec<String>,
    #[arg(length(..=0))] none: &[u8],
    #[arg(length(2..3))] map: BTreeMap<String, u8>,
    #[arg(length(1..=WORD.len()))] optional: Option<Arc<str>>,
) {
    let _ = (text, borrowed, list, none, map, optional);
}

/// Patterns, in each form.
#[mcp_tool]
async fn patterns(
    #[arg(pattern("^[a-z]+$"))] literal: String,
    #[arg(pattern = r"^\d+$")] raw: &str,
    #[arg(pattern(WORD))] constant: Option<String>,
    #[arg(pattern = concat!("^", "a"), length(1..), default = "a")] together: Cow<'_, str>,
) {
    let _ = (literal, raw, constant, together);
}

/// Examples.
#[mcp_tool]
async fn examples(
    #[arg(example = "Oslo", example = "Bergen")] city: String,
    #[arg(example = 3)] number: u8,
    #[arg(example = [1, 2])] list: &[u8],
    #[arg(example = Filter::default())] filter: Filter,
    #[arg(example = serde_json::json!({ "id": 3 }))] unique: &Unique,
) {
    let _ = (city, number, list, filter, unique.id);
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Page {
    /// How many
    #[serde(default)]
    limit: u8,
    cursor: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Order {
    order: String,
}

/// Members of structs as arguments.
#[mcp_tool]
async fn flattened(
    query: String,
    /// For the reader of the code
    #[arg(flatten)]
    page: Page,
    #[arg(flatten = true, sensitive)] order: &Order,
    #[arg(flatten = false)] filter: Filter,
) {
    let _ = (query, page.limit, page.cursor, &order.order, filter);
}

/// Members of structs, by a pattern.
#[mcp_tool]
fn apart(
    #[arg(flatten)] Page { limit, mut cursor }: Page,
    #[arg(flatten)] Order { order: ref text }: Order,
    #[arg(flatten)] _: &Filter,
) {
    let _ = (limit, cursor.take(), text);
}

/// What nobody may see.
#[mcp_tool]
async fn sensitive(
    #[arg(sensitive)] token: String,
    #[arg(sensitive = true)] key: &str,
    #[arg(sensitive, default)] optional: Option<String>,
    #[arg(sensitive = false, default = "root")] user: String,
) {
    let _ = (token, key, optional, user);
}

/// No `JsonSchema`.
#[derive(Debug, Deserialize)]
struct Foreign {
    word: String,
}

mod schemas {
    use schemars::{Schema, SchemaGenerator, json_schema};

    pub(super) fn word(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "properties": { "word": { "type": "string" } } })
    }
}

/// Schemas from elsewhere.
#[mcp_tool]
async fn described(
    #[arg(schema = schemas::word)] foreign: Foreign,
    #[arg(schema = self::schemas::word)] borrowed: &Foreign,
    #[arg(schema = <Filter as JsonSchema>::json_schema)] filter: Filter,
) {
    let _ = (foreign.word, &borrowed.word, filter);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Region {
    North,
    South,
}

impl mcp_tool_runtime::bounds::HeaderArgument for Region {}

/// Headers.
#[mcp_tool]
async fn mirrored(
    #[arg(header = "Region")] region: Region,
    #[arg(header = "Tenant")] tenant: Option<mcp_tool_runtime::SafeInt>,
    #[arg(header = "Dry-Run", default)] dry_run: bool,
    #[arg(header = "X_1", length(1..=8), pattern("^[a-z]+$"))] name: &str,
    #[arg(header = "Count", range(1..))] count: u32,
) {
    let _ = (region, tenant, dry_run, name, count);
}

struct Archive;

/// What the server provides.
#[mcp_tool]
async fn provided(#[state] archive: &Archive, query: &str, #[context] context: &ToolContext) {
    let _ = (archive, query, context);
}

/// Who calls.
#[mcp_tool]
async fn called_by<'p>(#[principal] user: &'p Principal, text: &str) -> &'p str {
    let _ = text;
    user.name()
}

/// Who calls, if anybody is known.
#[mcp_tool(blocking)]
fn perhaps_called_by(#[principal] user: Option<&Principal>) -> bool {
    user.is_some()
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
tool_of!(macro_optional_reference, Option<&str>);

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
            macro_optional_reference,
            by_optional_reference,
            apart,
            called_by,
            perhaps_called_by,
            ranges,
            lengths,
            patterns,
            examples,
            flattened,
            sensitive,
            described,
            mirrored,
        ])
        .build()
        .unwrap();
    assert_eq!(registry.definitions().len(), 29);
    let _ = (Region::North, Region::South);
}
