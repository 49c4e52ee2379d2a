//! Tools that read and write an SQLite database. Migrations keep its schema up to date.
//!
//! ```console
//! $ cargo run --example sqlite -- tasks.db
//! ```
//!
//! SQLite blocks the thread that calls it, so the tools are `blocking`: each call runs on its own
//! thread.

use std::error::Error;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mcp_tool_runtime::{BuildError, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use rusqlite::{Connection, params};
use schemars::JsonSchema;
use serde::Serialize;

/// The migrations: changes to the database schema, in order. `user_version` in a database file is the number
/// of migrations that the file has already received.
const MIGRATIONS: [&str; 2] = [
    "CREATE TABLE task (id INTEGER PRIMARY KEY, title TEXT NOT NULL)",
    "ALTER TABLE task ADD COLUMN done INTEGER NOT NULL DEFAULT 0",
];

struct Tasks(Mutex<Connection>);

impl Tasks {
    fn open(mut connection: Connection) -> rusqlite::Result<Self> {
        let transaction = connection.transaction()?;
        let version: usize = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        for (number, migration) in MIGRATIONS.iter().enumerate().skip(version) {
            transaction.execute_batch(migration)?;
            transaction.pragma_update(None, "user_version", number + 1)?;
        }
        transaction.commit()?;
        Ok(Tasks(Mutex::new(connection)))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // If a tool panics while the tool holds the lock, the mutex is poisoned. The connection
        // is still usable, because each tool executes only one SQL statement, so the panic cannot
        // leave a transaction open.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, thiserror::Error, ToolError)]
enum TaskError {
    #[error("there is no open task {0}")]
    #[tool_error(suggest = "call `list_tasks` for the numbers")]
    NotFound(i64),

    // The log records the cause under an id. The model gets this id, but not the cause.
    #[error("the database failed")]
    #[tool_error(private)]
    Database(#[from] rusqlite::Error),
}

#[derive(Debug, Serialize, JsonSchema)]
struct TaskList {
    tasks: Vec<Task>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Task {
    id: i64,
    title: String,
    done: bool,
}

/// Lists tasks, the newest first.
#[mcp_tool(title = "List tasks", read_only, open_world = false, blocking)]
fn list_tasks(
    #[state] tasks: &Tasks,
    /// Only tasks whose title contains this text; all tasks when absent
    contains: Option<String>,
    /// Largest number of tasks
    #[arg(default = 20, range(1..=100))]
    limit: u32,
) -> Result<TaskList, TaskError> {
    let connection = tasks.connection();
    let mut query = connection.prepare_cached(
        "SELECT id, title, done FROM task WHERE instr(title, ?1) > 0 ORDER BY id DESC LIMIT ?2",
    )?;
    let rows = query.query_map(
        params![contains.as_deref().unwrap_or_default(), limit],
        |row| {
            Ok(Task {
                id: row.get(0)?,
                title: row.get(1)?,
                done: row.get(2)?,
            })
        },
    )?;
    Ok(TaskList {
        tasks: rows.collect::<Result<_, _>>()?,
    })
}

/// Adds a task, and returns it with its number.
#[mcp_tool(
    title = "Add a task",
    destructive = false,
    open_world = false,
    blocking
)]
fn add_task(
    #[state] tasks: &Tasks,
    /// Text of the task
    #[arg(length(1..=200))]
    title: String,
) -> Result<Task, TaskError> {
    let connection = tasks.connection();
    // Bind the title as a parameter, so that it cannot inject SQL.
    connection.execute("INSERT INTO task (title) VALUES (?1)", [&title])?;
    let id = connection.last_insert_rowid();
    Ok(Task {
        id,
        title,
        done: false,
    })
}

/// Marks a task as done.
#[mcp_tool(
    title = "Finish a task",
    idempotent,
    destructive = false,
    open_world = false,
    blocking
)]
fn finish_task(
    #[state] tasks: &Tasks,
    /// Number of the task, from `list_tasks`
    id: i64,
) -> Result<(), TaskError> {
    let connection = tasks.connection();
    match connection.execute("UPDATE task SET done = 1 WHERE id = ?1", [id])? {
        0 => Err(TaskError::NotFound(id)),
        _ => Ok(()),
    }
}

fn registry(connection: Connection) -> Result<ToolRegistry<Tasks>, Box<dyn Error>> {
    let registry: Result<_, BuildError> = ToolRegistry::builder(Tasks::open(connection)?)
        .tools(tools![list_tasks, add_task, finish_task])
        .build();
    Ok(registry?)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or("tasks.db".to_owned());
    let registry = registry(Connection::open(file)?)?;
    let server = ToolServer::new("tasks", env!("CARGO_PKG_VERSION"), registry);
    Ok(server.serve_stdio().await?)
}

#[cfg(test)]
mod tests {
    use mcp_tool_runtime::testing::call_json;
    use serde_json::{Value, json};

    use super::*;

    fn in_memory() -> ToolRegistry<Tasks> {
        registry(Connection::open_in_memory().unwrap()).unwrap()
    }

    mcp_tool_runtime::check_tools!(in_memory(), golden = "../golden/sqlite.json");

    #[tokio::test]
    async fn a_task_from_start_to_end() {
        let registry = in_memory();
        let call = async |tool: &str, arguments: Value| {
            let result = call_json(&registry, tool, arguments).await;
            (result.is_error, serde_json::to_value(result).unwrap())
        };
        let hostile = "milk'); DROP TABLE task; --";
        for title in ["bread", hostile] {
            assert!(!call("add_task", json!({ "title": title })).await.0);
        }
        assert!(!call("finish_task", json!({ "id": 2 })).await.0);
        let (is_error, failure) = call("finish_task", json!({ "id": 3 })).await;
        assert!(is_error && failure.to_string().contains("list_tasks"));
        let (_, list) = call("list_tasks", json!({ "contains": "milk" })).await;
        let tasks = &list["structuredContent"]["tasks"];
        assert_eq!(*tasks, json!([{ "id": 2, "title": hostile, "done": true }]));
    }

    #[test]
    fn migrations_run_once() {
        let folder = std::env::temp_dir().join(format!("mcp-tool-sqlite-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("tasks.db");
        for _ in 0..2 {
            let tasks = Tasks::open(Connection::open(&file).unwrap()).unwrap();
            let version = |row: &rusqlite::Row<'_>| row.get(0);
            let count: usize = tasks
                .connection()
                .query_row("PRAGMA user_version", [], version)
                .unwrap();
            assert_eq!(count, MIGRATIONS.len());
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
