//! The state that all tools share. This file imports nothing from `mcp_tool_runtime`.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::LibraryError;

/// A book of the library.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Book {
    pub(crate) number: u32,
    pub(crate) title: String,
    /// Name of the reader who has the book
    pub(crate) lent_to: Option<String>,
}

/// The books by their number.
#[derive(Default)]
pub(crate) struct Library(Mutex<BTreeMap<u32, Book>>);

impl Library {
    /// Creates a library with two books.
    pub(crate) fn with_books() -> Self {
        let books = ["The Hobbit", "Emma"].map(str::to_owned);
        let books = (1..).zip(books).map(|(number, title)| {
            let lent_to = None;
            (
                number,
                Book {
                    number,
                    title,
                    lent_to,
                },
            )
        });
        Library(Mutex::new(books.collect()))
    }

    pub(crate) fn search(&self, words: &str) -> Vec<Book> {
        let words = words.to_lowercase();
        let books = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = books
            .values()
            .filter(|book| book.title.to_lowercase().contains(&words));
        found.cloned().collect()
    }

    pub(crate) fn lend(&self, number: u32, reader: &str) -> Result<Book, LibraryError> {
        let mut books = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let book = books
            .get_mut(&number)
            .ok_or(LibraryError::UnknownBook(number))?;
        if book.lent_to.is_some() {
            return Err(LibraryError::AlreadyLent(book.title.clone()));
        }
        book.lent_to = Some(reader.to_owned());
        Ok(book.clone())
    }
}
