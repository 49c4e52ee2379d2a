//! The server of a library, with three tools.
//!
//! `cargo run --example quickstart` lists the tools, makes three calls, and prints the messages between client
//! and server. `cargo run --example quickstart -- serve` serves the tools on standard input and output.
//!
//! To start your own server from this file, copy it to the `src/main.rs` of a new project with the
//! `Cargo.toml` of the README, and remove the modules `messages` and
//! `pretty`.

use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::sync::{Mutex, PoisonError};

use mcp_tool_runtime::{BuildError, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[path = "../support/pretty.rs"]
mod pretty;

/// Search the catalogue of the library by words in titles and authors.
#[mcp_tool(title = "Search the catalogue", read_only, open_world = false)]
async fn search_books(
    #[state] library: &Library,
    /// Words to look for, for example "sea"
    words: &str,
    /// Only books of this genre; books of every genre when absent
    genre: Option<Genre>,
    /// How many books to return at most
    #[arg(default = 3)]
    limit: u8,
) -> Found {
    let hits = library.books.iter().filter(|book| book.fits(words, genre));
    Found {
        books: hits.take(limit.into()).cloned().collect(),
    }
}

/// Lends a book to a reader. A book must be returned before you can lend it again.
#[mcp_tool(title = "Lend a book", destructive = false, open_world = false)]
async fn lend_book(
    #[state] library: &Library,
    /// Number of the book, from `search_books`
    book: u32,
    /// Name of the reader
    reader: &str,
) -> Result<Loan, ToolError> {
    library.lend(book, reader)
}

/// Say when the library is open.
#[mcp_tool(title = "Opening hours", read_only, open_world = false)]
fn opening_hours(
    /// Whether the day is a Saturday or a Sunday
    #[arg(default)]
    weekend: bool,
) -> &'static str {
    if weekend {
        "10:00 to 14:00"
    } else {
        "9:00 to 18:00"
    }
}

fn registry() -> Result<ToolRegistry<Library>, BuildError> {
    ToolRegistry::builder(Library::with_a_few_books())
        .tools(tools![search_books, lend_book, opening_hours])
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = ToolServer::new("library", env!("CARGO_PKG_VERSION"), registry()?);
    if env::args().nth(1).as_deref() == Some("serve") {
        server.serve_stdio().await?;
    } else {
        messages::show(server).await;
    }
    Ok(())
}

struct Library {
    books: Vec<Book>,
    lent: Mutex<HashMap<u32, String>>,
}

#[derive(Clone, Serialize, JsonSchema)]
struct Book {
    /// Number of the book
    id: u32,
    title: &'static str,
    author: &'static str,
    genre: Genre,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Genre {
    Novel,
    Poetry,
    Science,
}

#[derive(Serialize, JsonSchema)]
struct Found {
    books: Vec<Book>,
}

#[derive(Serialize, JsonSchema)]
struct Loan {
    title: &'static str,
    /// Number of days until the book must be returned
    due_in_days: u8,
}

impl Library {
    fn lend(&self, id: u32, reader: &str) -> Result<Loan, ToolError> {
        let book = self.books.iter().find(|book| book.id == id);
        let title = book.ok_or_else(|| no_such_book(id))?.title;
        let mut lent = self.lent.lock().unwrap_or_else(PoisonError::into_inner);
        if lent.contains_key(&id) {
            return Err(ToolError::new(format!("{title:?} is out")).suggest("lend another book"));
        }
        lent.insert(id, reader.to_owned());
        Ok(Loan {
            title,
            due_in_days: 28,
        })
    }

    fn with_a_few_books() -> Self {
        let book = |id, title, author, genre| Book {
            id,
            title,
            author,
            genre,
        };
        Library {
            books: vec![
                book(1, "To the Lighthouse", "Virginia Woolf", Genre::Novel),
                book(2, "The Waves", "Virginia Woolf", Genre::Novel),
                book(3, "The Sea Around Us", "Rachel Carson", Genre::Science),
                book(4, "The Waste Land", "T. S. Eliot", Genre::Poetry),
            ],
            lent: Mutex::new(HashMap::from([(3, "Ada".to_owned())])),
        }
    }
}

/// Returns an error whose text the model reads.
fn no_such_book(id: u32) -> ToolError {
    ToolError::new(format!("there is no book {id}")).suggest("take the number from `search_books`")
}

impl Book {
    fn fits(&self, words: &str, genre: Option<Genre>) -> bool {
        let text = format!("{} {}", self.title, self.author).to_lowercase();
        genre.is_none_or(|genre| genre == self.genre)
            && words
                .to_lowercase()
                .split_whitespace()
                .all(|word| text.contains(word))
    }
}

/// Calls the server from a client in the same process, and prints the messages.
mod messages {
    use std::io::{Write as _, stdout};
    use std::process::exit;

    use super::pretty::pretty;
    use mcp_tool_runtime::ProtocolVersion;
    use mcp_tool_server::ToolServer;
    use mcp_tool_server::testing::TestClient;
    use serde_json::json;

    pub(super) async fn show(server: ToolServer) {
        let client = TestClient::connect(server, ProtocolVersion::V2025_11_25).await;
        client.inspect(|direction, message| {
            print(&format!("{direction}\n{}\n", pretty(message)));
        });

        heading("The tools, as a client gets them");
        client.list_tools().await;

        heading("A call: what the function returned is `structuredContent`, and the same as text");
        let arguments = json!({ "words": "the", "limit": 2 });
        client.call("search_books", arguments).await;

        heading("A tool that fails: its error is the text that the model reads");
        let arguments = json!({ "book": 3, "reader": "Grace" });
        client.call("lend_book", arguments).await;

        heading("Wrong arguments: every fault at once, and a call that would have worked");
        let arguments = json!({ "words": "sea", "genre": "poetri", "limit": "many" });
        client.call("search_books", arguments).await;
    }

    fn heading(heading: &str) {
        print(&format!("{heading}\n{}\n", "=".repeat(heading.len())));
    }

    fn print(text: &str) {
        // Stop if the program that reads this output has closed the pipe.
        if writeln!(stdout(), "{text}").is_err() {
            exit(0);
        }
    }
}

#[cfg(test)]
mod tests {
    mcp_tool_runtime::check_tools!(super::registry(), golden = "../golden/quickstart.json");
}
