//! Lists the tools, makes three calls, and shows the messages between client and server: `cargo run --example
//! quickstart`.
//!
//! A client of the official SDK runs in the same process as the server. The example prints the requests and
//! responses after the handshake, as JSON.

use std::collections::HashMap;
use std::error::Error;
use std::sync::{Mutex, PoisonError};

use mcp_tool_runtime::{BuildError, ToolRegistry, ToolServer, mcp_tool, tools};
use rmcp::model::CallToolRequestParams;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[path = "support/tap.rs"]
mod tap;

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
) -> Result<Loan, LendError> {
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

    // A real server calls `server.serve_stdio().await` instead of the code below.
    let (client, mut wire) = tap::connect(server).await?;

    client.list_all_tools().await?;
    wire.show("The tools, as a client gets them");

    let search = CallToolRequestParams::new("search_books");
    client
        .call_tool(
            search
                .clone()
                .with_arguments(rmcp::object!({ "words": "the", "limit": 2 })),
        )
        .await?;
    wire.show("A call: what the function returned is `structuredContent`, and the same as text");

    let lend = CallToolRequestParams::new("lend_book")
        .with_arguments(rmcp::object!({ "book": 3, "reader": "Grace" }));
    client.call_tool(lend).await?;
    wire.show("A tool that fails: its error is the text that the model reads");

    client
        .call_tool(
            search.with_arguments(
                rmcp::object!({ "words": "sea", "genre": "poetri", "limit": "many" }),
            ),
        )
        .await?;
    wire.show("Wrong arguments: every fault at once, and a call that would have worked");

    client.cancel().await?;
    wire.server_ended().await
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

/// The model reads the text of each error.
#[derive(Debug, thiserror::Error)]
enum LendError {
    #[error("there is no book {0}; take the number from `search_books`")]
    NoSuchBook(u32),
    #[error("\"{0}\" is out until its reader brings it back")]
    Out(&'static str),
}

impl Library {
    fn lend(&self, id: u32, reader: &str) -> Result<Loan, LendError> {
        let book = self.books.iter().find(|book| book.id == id);
        let title = book.ok_or(LendError::NoSuchBook(id))?.title;
        let mut lent = self.lent.lock().unwrap_or_else(PoisonError::into_inner);
        if lent.contains_key(&id) {
            return Err(LendError::Out(title));
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

#[cfg(test)]
mod tests {
    mcp_tool_runtime::check_tools!(
        super::registry().unwrap(),
        golden = "golden/quickstart.json"
    );
}
