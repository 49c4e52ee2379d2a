//! The tools, declared with `#[mcp_tool]`.

use chrono::{DateTime, FixedOffset};
use mcp_tool_runtime::{ProtocolVersion, ToolRegistry, mcp_tool, tools};
use serde_json::{Value, json};

use crate::types::{
    Attachment, Converted, Currency, Deleted, Event, Filter, Forecast, Hits, Issue, IssuePage,
    Listing, Priority, Rows, Sent, Sorting, State, Status, Unit,
};

type Answer<T> = Result<T, String>;

fn nothing<T>() -> Answer<T> {
    Err("nothing is called here".to_owned())
}

/// Searches all documents for words.
#[mcp_tool(title = "Search", read_only, open_world = false)]
async fn search(
    /// Words to look for
    query: String,
    /// How many documents to return at most
    #[arg(default = 10)]
    limit: u8,
    /// Whether to look into archived documents, too
    archived: Option<bool>,
) -> Answer<Hits> {
    nothing()
}

/// Reads a text file.
#[mcp_tool(title = "Read a file", read_only, open_world = false)]
async fn read_file(
    /// Path of the file, relative to the workspace
    path: String,
    /// The first line to read, from 1
    first_line: Option<u32>,
    /// How many lines to read at most
    #[arg(default = 2000)]
    lines: u32,
) -> Answer<String> {
    nothing()
}

/// Writes a text file.
#[mcp_tool(title = "Write a file", destructive, idempotent, open_world = false)]
async fn write_file(
    /// Path of the file, relative to the workspace
    path: String,
    /// The whole content
    content: String,
    /// Whether the existing file may be overwritten
    #[arg(default = false)]
    overwrite: bool,
) -> Answer<String> {
    nothing()
}

/// Lists the files and directories in a directory.
#[mcp_tool(title = "List a directory", read_only, open_world = false)]
async fn list_directory(
    /// Path of the directory, relative to the workspace
    path: String,
    /// Whether to list inner directories as well
    #[arg(default = false)]
    recursive: bool,
) -> Answer<Listing> {
    nothing()
}

/// Creates an issue in a repository.
#[mcp_tool(title = "Create an issue", destructive = false, open_world)]
async fn create_issue(
    /// Owner and name, such as "rust-lang/rust"
    repository: String,
    /// One line
    title: String,
    /// The text, in Markdown
    body: Option<String>,
    /// Labels that the repository has
    labels: Option<Vec<String>>,
    /// How urgent it is
    priority: Option<Priority>,
) -> Answer<Issue> {
    nothing()
}

/// Lists the issues of a repository, page by page.
#[mcp_tool(title = "List issues", read_only, open_world)]
async fn list_issues(
    /// Owner and name, such as "rust-lang/rust"
    repository: String,
    /// Only issues in this state
    state: Option<State>,
    /// Where to begin: `next_cursor` of the page before
    cursor: Option<String>,
    /// How many issues to return at most
    #[arg(default = 30)]
    page_size: u16,
) -> Answer<IssuePage> {
    nothing()
}

/// Reads rows of a table.
#[mcp_tool(title = "Query the database", read_only, open_world = false)]
async fn query_database(
    /// Name of the table
    table: String,
    /// Which rows; all when absent
    filter: Option<Filter>,
    /// Which columns; all when absent
    columns: Option<Vec<String>>,
    /// In which order
    sorting: Option<Sorting>,
    /// How many rows to return at most
    #[arg(default = 100)]
    limit: u32,
) -> Answer<Rows> {
    nothing()
}

/// Forecast for a city.
#[mcp_tool(title = "Weather forecast", read_only, open_world)]
async fn forecast(
    /// Name of the city, such as "Oslo"
    city: String,
    /// How many days, beginning today
    #[arg(default = 3)]
    days: u8,
    /// Unit of temperatures; Celsius when absent
    unit: Option<Unit>,
) -> Answer<Forecast> {
    nothing()
}

/// Puts an event into the calendar.
#[mcp_tool(title = "Create an event", destructive = false, open_world = false)]
async fn create_event(
    /// Name of the event
    title: String,
    /// When it begins, such as 2026-01-31T09:00:00+01:00
    start: DateTime<FixedOffset>,
    /// When it ends
    end: DateTime<FixedOffset>,
    /// Mail addresses of all the guests
    attendees: Option<Vec<String>>,
    /// Minutes before the start at which to remind
    reminder: Option<u16>,
) -> Answer<Event> {
    nothing()
}

/// Sends a mail.
#[mcp_tool(title = "Send a mail", destructive = false, open_world)]
async fn send_mail(
    /// Mail addresses
    to: Vec<String>,
    /// Mail addresses of copy recipients
    cc: Option<Vec<String>>,
    /// One line
    subject: String,
    /// Plain text
    body: String,
    /// Files to send along
    attachments: Option<Vec<Attachment>>,
) -> Answer<Sent> {
    nothing()
}

/// Converts an amount of money.
#[mcp_tool(title = "Convert money", read_only, open_world)]
async fn convert_money(
    /// How much
    amount: f64,
    /// Its currency
    from: Currency,
    /// The other currency
    to: Currency,
) -> Answer<Converted> {
    nothing()
}

/// Deletes records of a table.
#[mcp_tool(title = "Delete records", destructive, open_world = false)]
async fn delete_records(
    /// Name of the table
    table: String,
    /// Numbers of the records
    ids: Vec<u64>,
    /// Whether to delete rows that refer to these
    #[arg(default = false)]
    cascade: bool,
) -> Answer<Deleted> {
    nothing()
}

/// Tells the server status.
#[mcp_tool(title = "Status", read_only, open_world = false)]
async fn status() -> Answer<Status> {
    nothing()
}

/// Builds a registry of the tools.
///
/// # Panics
///
/// Panics if the registry rejects a tool.
#[must_use]
pub fn registry() -> ToolRegistry<()> {
    let tools = tools![
        search,
        read_file,
        write_file,
        list_directory,
        create_issue,
        list_issues,
        query_database,
        forecast,
        create_event,
        send_mail,
        convert_money,
        delete_records,
        status,
    ];
    let registry = ToolRegistry::builder(()).tools(tools).build();
    registry.expect("the tools can be registered")
}

/// Returns the definitions, as a client with protocol version 2025-11-25 receives them.
#[must_use]
pub fn list() -> Vec<Value> {
    let registry = registry();
    let definitions = registry.definitions().iter();
    definitions
        .map(|definition| json!(definition.project(ProtocolVersion::V2025_11_25)))
        .collect()
}
