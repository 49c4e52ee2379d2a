//! Shows which text of an error the model reads, and which text goes only to the log.
//!
//! ```console
//! $ cargo run --example errors
//! ```
//!
//! All calls in this example fail. For each call, the example prints the text that the model reads, and the
//! lines that went to the log.

use std::error::Error;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcp_tool_runtime::{
    BuildError, CallToolRequest, ToolContext, ToolError, ToolRegistry, mcp_tool, tools,
};
use serde_json::{Value, json};

/// An error type without `#[derive(ToolError)]`. The model reads its `Display` text.
#[derive(Debug, thiserror::Error)]
#[error("there is no book {0}; take the number from `search_books`")]
struct NoSuchBook(u32);

/// An error type with `#[derive(ToolError)]`. The attributes of each variant determine the text for the
/// model.
#[derive(Debug, thiserror::Error, ToolError)]
enum LendError {
    // The model gets the `Display` text and the suggestion.
    #[error("the book is out")]
    #[tool_error(suggest = "reserve it with `reserve_book`")]
    Out,

    // The log gets the text of `#[error]`. The model gets the text of `#[tool_error]` and the
    // suggestion.
    #[error("reader {reader} has {count} rows in loans_v2, the limit is {limit}")]
    #[tool_error(
        "{reader} has {count} books, and may not have more than {limit}",
        suggest = "ask {reader} to bring one back"
    )]
    TooMany {
        reader: String,
        count: u32,
        limit: u32,
    },

    // The log records the error under an id. The model gets this id and the delay, but not the
    // error's text.
    #[error("cannot write the loan")]
    #[tool_error(private, retry_after = "30s")]
    Database(#[source] io::Error),

    // The model gets the `#[tool_error]` text of the inner `ReaderError`.
    #[error(transparent)]
    #[tool_error(transparent)]
    Reader(#[from] ReaderError),
}

#[derive(Debug, thiserror::Error, ToolError)]
#[error("reader {0} is blocked since row 7")]
#[tool_error("{0} may not borrow books")]
struct ReaderError(String);

/// Describe a book.
#[mcp_tool(read_only)]
async fn describe_book(
    /// Number of the book
    book: u32,
) -> Result<String, NoSuchBook> {
    Err(NoSuchBook(book))
}

/// Lend a book to a reader.
#[mcp_tool]
async fn lend_book(
    /// Number of the book
    book: u32,
    /// Name of the reader
    reader: String,
) -> Result<(), LendError> {
    match book {
        1 => Err(LendError::Out),
        2 => Err(LendError::TooMany {
            reader,
            count: 5,
            limit: 5,
        }),
        3 => Err(LendError::Database(unreachable_database())),
        _ => Err(ReaderError(reader))?,
    }
}

/// Reserve a book for a reader.
#[mcp_tool]
async fn reserve_book(
    /// Number of the book
    book: u32,
    /// Name of the reader
    reader: String,
) -> Result<(), ToolError> {
    match book {
        1 => Err(ToolError::new("reservations are closed for tonight")
            .suggest("tell the reader to come back in the morning")
            .retry_after(Duration::from_secs(8 * 60 * 60))
            .with_cause(unreachable_database())),
        2 => Err(ToolError::private(unreachable_database())),
        // The error type of `parse` does not derive `ToolError`, so `?` alone cannot convert the
        // error. `ToolError::display` converts the error, and the model gets the error's
        // `Display` text.
        3 => {
            let card: u32 = reader.parse().map_err(ToolError::display)?;
            Err(ToolError::new(format!("card {card} has expired")))
        }
        // `LendError` derives `ToolError`, so `?` alone converts the error.
        _ => Ok(lend_book(book, reader).await?),
    }
}

fn registry() -> Result<ToolRegistry<()>, BuildError> {
    ToolRegistry::builder(())
        .tools(tools![describe_book, lend_book, reserve_book])
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .init();

    let registry = registry()?;
    for (heading, tool, arguments) in [
        (
            "An error like any other",
            "describe_book",
            json!({ "book": 1 }),
        ),
        (
            "A suggestion",
            "lend_book",
            json!({ "book": 1, "reader": "Ada" }),
        ),
        (
            "Words of its own",
            "lend_book",
            json!({ "book": 2, "reader": "Ada" }),
        ),
        (
            "A private variant",
            "lend_book",
            json!({ "book": 3, "reader": "Ada" }),
        ),
        (
            "An error inside",
            "lend_book",
            json!({ "book": 4, "reader": "Ada" }),
        ),
        (
            "All by hand",
            "reserve_book",
            json!({ "book": 1, "reader": "Ada" }),
        ),
        (
            "Private by hand",
            "reserve_book",
            json!({ "book": 2, "reader": "Ada" }),
        ),
        (
            "The text of another error",
            "reserve_book",
            json!({ "book": 3, "reader": "Ada" }),
        ),
        (
            "Through another tool",
            "reserve_book",
            json!({ "book": 4, "reader": "Ada" }),
        ),
    ] {
        let text = read_by_the_model(&registry, tool, arguments).await?;
        let log = log.take();
        let text = format!(
            "{heading}\n{}\nthe model reads:\n{}\nthe log has:\n{}",
            "=".repeat(heading.len()),
            indented(&text),
            indented(if log.is_empty() { "nothing" } else { &log }),
        );
        // Stop if the program that reads this output has closed the pipe.
        if io::Write::write_fmt(&mut io::stdout(), format_args!("{text}\n\n")).is_err() {
            break;
        }
    }
    Ok(())
}

async fn read_by_the_model(
    registry: &ToolRegistry<()>,
    tool: &str,
    arguments: Value,
) -> Result<String, Box<dyn Error>> {
    let request = CallToolRequest::new(tool).with_arguments(arguments);
    let response = registry.call(request, &ToolContext::detached()).await?;
    let result = response.complete().ok_or("the call goes on")?;
    let text = result.content().first().and_then(|block| block.as_text());
    Ok(text.unwrap_or_default().to_owned())
}

fn unreachable_database() -> io::Error {
    io::Error::other("db.internal:5432 refused the password of library")
}

fn indented(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

/// Collects the log in memory, to print it. A real server writes its log to standard error or to a file.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Returns the collected lines, and empties the log.
    fn take(&self) -> String {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&std::mem::take(&mut *bytes)).into_owned()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        log.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    mcp_tool_runtime::check_tools!(super::registry().unwrap(), golden = "golden/errors.json");
}
