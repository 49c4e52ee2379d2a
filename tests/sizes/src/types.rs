//! The argument and result types that `toolkit.rs` and `sdk.rs` share.

use chrono::{DateTime, FixedOffset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A document that was found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Hit {
    /// Title of the document
    title: String,
    /// Address of the document
    url: String,
    /// The words around the first match
    excerpt: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Hits {
    /// Best first
    hits: Vec<Hit>,
    /// Total number of matching docs
    total: usize,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum EntryKind {
    File,
    Directory,
    Link,
}

#[derive(Serialize, JsonSchema)]
struct Entry {
    /// Name without the path
    name: String,
    kind: EntryKind,
    /// Size in bytes, for files
    size: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Listing {
    /// Sorted by name
    entries: Vec<Entry>,
}

/// How urgent an issue is.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Priority {
    /// When somebody has time
    Low,
    /// In the next release
    Normal,
    /// Now
    High,
}

/// Whether an issue is completed.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    Open,
    Closed,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Issue {
    number: u64,
    title: String,
    state: State,
    /// User who must resolve it
    assignee: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct IssuePage {
    issues: Vec<Issue>,
    /// Where the next page begins; absent on the last
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// How a column is compared.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Operator {
    Equals,
    NotEquals,
    LessThan,
    GreaterThan,
    Contains,
}

/// A condition for one column.
#[derive(Deserialize, JsonSchema)]
struct Condition {
    /// Name of the column
    column: String,
    operator: Operator,
    /// Value to compare it with
    value: Cell,
}

/// A row's value for one column.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "nothing is called here")]
enum Cell {
    Text(String),
    Number(f64),
    Truth(bool),
}

/// Which rows to take.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Filter {
    /// All of these hold
    #[serde(default)]
    all: Vec<Condition>,
    /// At least one of these holds
    #[serde(default)]
    any: Vec<Condition>,
}

/// In which order.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Sorting {
    /// Name of the column
    column: String,
    /// Largest first
    #[serde(default)]
    descending: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Rows {
    columns: Vec<String>,
    /// One list of values for each row
    rows: Vec<Vec<Value>>,
}

/// A scale of temperature.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    Celsius,
    Fahrenheit,
}

#[derive(Serialize, JsonSchema)]
struct Day {
    low: f64,
    high: f64,
    /// Probability of rain, from 0 to 1
    rain: f32,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Forecast {
    city: String,
    unit: Unit,
    /// One for each day, beginning today
    days: Vec<Day>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Event {
    id: String,
    start: DateTime<FixedOffset>,
    end: DateTime<FixedOffset>,
}

/// A file that is sent along.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Attachment {
    /// Name of the file
    name: String,
    /// Its content, as Base64
    content: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Sent {
    /// Number of the message, for replies
    id: String,
}

/// Code of a currency.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Currency {
    Eur,
    Usd,
    Gbp,
    Jpy,
    Chf,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Converted {
    amount: f64,
    currency: Currency,
    /// Amount in the other currency per unit
    rate: f64,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Deleted {
    /// Number of deleted records
    count: u32,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Status {
    version: String,
    /// Seconds since the start
    uptime: u64,
}
