//! The program of docs/guide/src/tutorial.md: a server on standard input and output that stores notes in
//! SQLite.

use std::error::Error;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mcp_tool_runtime::{BuildError, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use rusqlite::{Connection, params};
use tracing_subscriber::filter::LevelFilter;

/// The state of the server: one connection, which all calls share.
struct Notes(Mutex<Connection>);

impl Notes {
    fn new(connection: Connection) -> rusqlite::Result<Self> {
        connection.execute_batch(
            "CREATE TABLE IF NOT EXISTS notes (title TEXT PRIMARY KEY, text TEXT NOT NULL)",
        )?;
        Ok(Notes(Mutex::new(connection)))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("there is already a note called {title:?}")]
    #[tool_error(suggest = "choose another title, or read the note with `find_notes`")]
    TitleTaken { title: String },

    #[error("the database failed")]
    #[tool_error(private)]
    Database(#[from] rusqlite::Error),
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Note {
    title: String,
    text: String,
}

/// Finds notes that contain some words, in the order of their titles.
#[mcp_tool(
    title = "Find notes",
    read_only,
    open_world = false,
    blocking,
    wrap = "notes"
)]
fn find_notes(
    #[state] notes: &Notes,
    /// Words, as they appear in the title or the text of a note
    #[arg(length(1..=100), example = "green tea")]
    words: &str,
    /// How many notes to return at most
    #[arg(default = 10, range(1..=50))]
    limit: u8,
) -> Result<Vec<Note>, NoteError> {
    let connection = notes.connection();
    let mut query = connection.prepare(
        "SELECT title, text FROM notes
         WHERE instr(lower(title || ' ' || text), lower(?1)) > 0
         ORDER BY title LIMIT ?2",
    )?;
    let found = query.query_map(params![words, limit], |row| {
        Ok(Note {
            title: row.get(0)?,
            text: row.get(1)?,
        })
    })?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// Adds a note. Use `find_notes` first to see whether there is one already.
#[mcp_tool(
    title = "Add a note",
    destructive = false,
    open_world = false,
    blocking
)]
fn add_note(
    #[state] notes: &Notes,
    /// Title of the note, different from all others
    #[arg(length(1..=80), example = "Green tea")]
    title: String,
    /// Text of the note
    #[arg(length(1..=10_000), example = "Two minutes at 70 degrees.")]
    text: String,
) -> Result<String, NoteError> {
    let added = notes.connection().execute(
        "INSERT OR IGNORE INTO notes (title, text) VALUES (?1, ?2)",
        params![title, text],
    )?;
    match added {
        0 => Err(NoteError::TitleTaken { title }),
        _ => Ok(format!("added {title:?}")),
    }
}

fn registry(notes: Notes) -> Result<ToolRegistry<Notes>, BuildError> {
    ToolRegistry::builder(notes)
        .tools(tools![find_notes, add_note])
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(LevelFilter::WARN)
        .init();

    let path = std::env::args().nth(1);
    let connection = Connection::open(path.as_deref().unwrap_or("notes.db"))?;
    let registry = registry(Notes::new(connection)?)?;
    let server = ToolServer::new("notes", env!("CARGO_PKG_VERSION"), registry);
    server.serve_stdio().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use mcp_tool_runtime::testing::call_json;
    use serde_json::json;

    use super::*;

    mcp_tool_runtime::check_tools!(in_memory());

    fn in_memory() -> ToolRegistry<Notes> {
        let connection = Connection::open_in_memory().unwrap();
        registry(Notes::new(connection).unwrap()).unwrap()
    }

    #[tokio::test]
    async fn a_note_is_added_and_found() {
        let registry = in_memory();
        let tea = json!({ "title": "Tea", "text": "Four minutes." });

        let added = call_json(&registry, "add_note", tea.clone()).await;
        assert_eq!(added.content()[0].as_text(), Some("added \"Tea\""));

        let found = call_json(&registry, "find_notes", json!({ "words": "MINUTES" })).await;
        let found = serde_json::to_value(&found).unwrap();
        assert_eq!(found["structuredContent"], json!({ "notes": [tea] }));
    }

    #[tokio::test]
    async fn a_duplicate_title_is_rejected() {
        let registry = in_memory();
        for (text, is_error) in [("Four minutes.", false), ("Five minutes.", true)] {
            let note = json!({ "title": "Tea", "text": text });
            let result = call_json(&registry, "add_note", note).await;
            assert_eq!(result.is_error, is_error);
        }
    }

    /// Calls a tool as a function, without JSON and without a registry.
    #[test]
    fn an_empty_database_has_no_notes() {
        let notes = Notes::new(Connection::open_in_memory().unwrap()).unwrap();
        assert!(find_notes(&notes, "tea", 10).unwrap().is_empty());
    }
}
