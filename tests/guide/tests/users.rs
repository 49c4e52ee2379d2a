//! The server of docs/guide/src/users.md, and its tests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::{BuildError, ToolError, ToolRegistry, mcp_tool, tools};

const MAX_NOTES: usize = 100;

/// The state of the server: an account for each user.
#[derive(Default)]
struct Accounts(Mutex<HashMap<UserKey, Arc<Account>>>);

/// The issuer and the id of a user.
type UserKey = (Option<String>, String);

/// The data of one user. Several calls of this user can run at the same time.
#[derive(Default)]
struct Account {
    notes: Mutex<Vec<String>>,
}

impl Accounts {
    /// Returns the account of a user. Creates the account at the first call.
    fn of(&self, user: &Principal) -> Arc<Account> {
        let key = (user.issued_by().map(str::to_owned), user.name().to_owned());
        let mut accounts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(accounts.entry(key).or_default())
    }
}

/// Keeps a note for the user.
#[mcp_tool(destructive = false)]
async fn keep_note(
    #[state] accounts: &Accounts,
    #[principal] user: &Principal,
    /// The note
    #[arg(length(1..=10_000))]
    text: String,
) -> Result<String, ToolError> {
    let account = accounts.of(user);
    let mut notes = account.notes.lock().unwrap_or_else(PoisonError::into_inner);
    if notes.len() == MAX_NOTES {
        return Err(ToolError::new(
            "the user has 100 notes, and cannot keep more",
        ));
    }
    notes.push(text);
    Ok(format!("note {}", notes.len()))
}

/// Reads a note of the user.
#[mcp_tool(read_only)]
async fn read_note(
    #[state] accounts: &Accounts,
    #[principal] user: &Principal,
    /// Number of the note, from `keep_note`
    #[arg(range(1..))]
    number: usize,
) -> Result<String, ToolError> {
    let account = accounts.of(user);
    let notes = account.notes.lock().unwrap_or_else(PoisonError::into_inner);
    let note = notes.get(number - 1).cloned();
    note.ok_or_else(|| ToolError::new(format!("the user has no note {number}")))
}

fn registry() -> Result<ToolRegistry<Accounts>, BuildError> {
    ToolRegistry::builder(Accounts::default())
        .tools(tools![keep_note, read_note])
        .build()
}

#[cfg(test)]
mod tests {
    use mcp_tool_runtime::{CallToolRequest, ToolContext};
    use serde_json::{Value, json};

    use super::*;

    /// Calls a tool for a user, or for nobody. Returns the text of the result.
    async fn call(
        registry: &ToolRegistry<Accounts>,
        user: Option<Principal>,
        name: &str,
        arguments: Value,
    ) -> String {
        let context = ToolContext::detached();
        let context = match user {
            Some(user) => context.with_extension(user),
            None => context,
        };
        let request = CallToolRequest::new(name).with_arguments(arguments);
        let response = registry.call(request, &context).await.unwrap();
        let result = response.complete().unwrap();
        result.content()[0].as_text().unwrap().to_owned()
    }

    #[tokio::test]
    async fn users_see_only_their_own_notes() {
        let registry = registry().unwrap();
        let ada = Principal::new("ada").issuer("https://login.example");
        let kept = call(
            &registry,
            Some(ada.clone()),
            "keep_note",
            json!({ "text": "Tea" }),
        );
        assert_eq!(kept.await, "note 1");

        let namesake = Principal::new("ada").issuer("https://other.example");
        for (user, text) in [
            (Some(ada), "Tea"),
            (Some(namesake), "the user has no note 1"),
            (Some(Principal::new("bob")), "the user has no note 1"),
            (None, "`read_note` was not run: the caller is not logged in"),
        ] {
            let read = call(&registry, user, "read_note", json!({ "number": 1 }));
            assert_eq!(read.await, text);
        }
    }

    #[tokio::test]
    async fn a_full_account_does_not_affect_other_users() {
        let registry = registry().unwrap();
        for (name, count, text) in [
            ("ada", MAX_NOTES, "note 100"),
            ("ada", 1, "the user has 100 notes, and cannot keep more"),
            ("bob", 1, "note 1"),
        ] {
            let mut last = String::new();
            for _ in 0..count {
                let user = Some(Principal::new(name));
                last = call(&registry, user, "keep_note", json!({ "text": "Tea" })).await;
            }
            assert_eq!(last, text);
        }
    }
}
