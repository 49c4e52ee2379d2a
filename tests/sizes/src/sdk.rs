//! The tools of `toolkit.rs`, declared with the macros of the official SDK.

use chrono::{DateTime, FixedOffset};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{Json, tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::types::{
    Attachment, Converted, Currency, Deleted, Event, Filter, Forecast, Hits, Issue, IssuePage,
    Listing, Priority, Rows, Sent, Sorting, State, Status, Unit,
};

fn nothing<T>() -> Result<T, String> {
    Err("nothing is called here".to_owned())
}

#[derive(Deserialize, JsonSchema)]
struct Search {
    /// Words to look for
    query: String,
    /// How many documents to return at most
    #[serde(default = "search_limit")]
    limit: u8,
    /// Whether to look into archived documents, too
    archived: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
struct ReadFile {
    /// Path of the file, relative to the workspace
    path: String,
    /// The first line to read, from 1
    first_line: Option<u32>,
    /// How many lines to read at most
    #[serde(default = "read_file_lines")]
    lines: u32,
}

#[derive(Deserialize, JsonSchema)]
struct WriteFile {
    /// Path of the file, relative to the workspace
    path: String,
    /// The whole content
    content: String,
    /// Whether the existing file may be overwritten
    #[serde(default)]
    overwrite: bool,
}

#[derive(Deserialize, JsonSchema)]
struct ListDirectory {
    /// Path of the directory, relative to the workspace
    path: String,
    /// Whether to list inner directories as well
    #[serde(default)]
    recursive: bool,
}

#[derive(Deserialize, JsonSchema)]
struct CreateIssue {
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
}

#[derive(Deserialize, JsonSchema)]
struct ListIssues {
    /// Owner and name, such as "rust-lang/rust"
    repository: String,
    /// Only issues in this state
    state: Option<State>,
    /// Where to begin: `next_cursor` of the page before
    cursor: Option<String>,
    /// How many issues to return at most
    #[serde(default = "list_issues_page_size")]
    page_size: u16,
}

#[derive(Deserialize, JsonSchema)]
struct QueryDatabase {
    /// Name of the table
    table: String,
    /// Which rows; all when absent
    filter: Option<Filter>,
    /// Which columns; all when absent
    columns: Option<Vec<String>>,
    /// In which order
    sorting: Option<Sorting>,
    /// How many rows to return at most
    #[serde(default = "query_database_limit")]
    limit: u32,
}

#[derive(Deserialize, JsonSchema)]
struct GetForecast {
    /// Name of the city, such as "Oslo"
    city: String,
    /// How many days, beginning today
    #[serde(default = "forecast_days")]
    days: u8,
    /// Unit of temperatures; Celsius when absent
    unit: Option<Unit>,
}

#[derive(Deserialize, JsonSchema)]
struct CreateEvent {
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
}

#[derive(Deserialize, JsonSchema)]
struct SendMail {
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
}

#[derive(Deserialize, JsonSchema)]
struct ConvertMoney {
    /// How much
    amount: f64,
    /// Its currency
    from: Currency,
    /// The other currency
    to: Currency,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteRecords {
    /// Name of the table
    table: String,
    /// Numbers of the records
    ids: Vec<u64>,
    /// Whether to delete rows that refer to these
    #[serde(default)]
    cascade: bool,
}

fn search_limit() -> u8 {
    10
}

fn read_file_lines() -> u32 {
    2000
}

fn list_issues_page_size() -> u16 {
    30
}

fn query_database_limit() -> u32 {
    100
}

fn forecast_days() -> u8 {
    3
}

struct Tools;

#[tool_router]
impl Tools {
    /// Searches all documents for words.
    #[tool(
        title = "Search",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn search(&self, _: Parameters<Search>) -> Result<Json<Hits>, String> {
        nothing()
    }

    /// Reads a text file.
    #[tool(
        title = "Read a file",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn read_file(&self, _: Parameters<ReadFile>) -> Result<String, String> {
        nothing()
    }

    /// Writes a text file.
    #[tool(
        title = "Write a file",
        annotations(
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn write_file(&self, _: Parameters<WriteFile>) -> Result<String, String> {
        nothing()
    }

    /// Lists the files and directories in a directory.
    #[tool(
        title = "List a directory",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn list_directory(&self, _: Parameters<ListDirectory>) -> Result<Json<Listing>, String> {
        nothing()
    }

    /// Creates an issue in a repository.
    #[tool(
        title = "Create an issue",
        annotations(destructive_hint = false, open_world_hint = true)
    )]
    async fn create_issue(&self, _: Parameters<CreateIssue>) -> Result<Json<Issue>, String> {
        nothing()
    }

    /// Lists the issues of a repository, page by page.
    #[tool(
        title = "List issues",
        annotations(read_only_hint = true, open_world_hint = true)
    )]
    async fn list_issues(&self, _: Parameters<ListIssues>) -> Result<Json<IssuePage>, String> {
        nothing()
    }

    /// Reads rows of a table.
    #[tool(
        title = "Query the database",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn query_database(&self, _: Parameters<QueryDatabase>) -> Result<Json<Rows>, String> {
        nothing()
    }

    /// Forecast for a city.
    #[tool(
        title = "Weather forecast",
        annotations(read_only_hint = true, open_world_hint = true)
    )]
    async fn forecast(&self, _: Parameters<GetForecast>) -> Result<Json<Forecast>, String> {
        nothing()
    }

    /// Puts an event into the calendar.
    #[tool(
        title = "Create an event",
        annotations(destructive_hint = false, open_world_hint = false)
    )]
    async fn create_event(&self, _: Parameters<CreateEvent>) -> Result<Json<Event>, String> {
        nothing()
    }

    /// Sends a mail.
    #[tool(
        title = "Send a mail",
        annotations(destructive_hint = false, open_world_hint = true)
    )]
    async fn send_mail(&self, _: Parameters<SendMail>) -> Result<Json<Sent>, String> {
        nothing()
    }

    /// Converts an amount of money.
    #[tool(
        title = "Convert money",
        annotations(read_only_hint = true, open_world_hint = true)
    )]
    async fn convert_money(&self, _: Parameters<ConvertMoney>) -> Result<Json<Converted>, String> {
        nothing()
    }

    /// Deletes records of a table.
    #[tool(
        title = "Delete records",
        annotations(destructive_hint = true, open_world_hint = false)
    )]
    async fn delete_records(&self, _: Parameters<DeleteRecords>) -> Result<Json<Deleted>, String> {
        nothing()
    }

    /// Tells the server status.
    #[tool(
        title = "Status",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn status(&self) -> Result<Json<Status>, String> {
        nothing()
    }
}

/// Returns the definitions, as a client receives them, sorted by name.
#[must_use]
pub fn list() -> Vec<Value> {
    let tools = Tools::tool_router().list_all();
    tools.iter().map(|tool| json!(tool)).collect()
}
