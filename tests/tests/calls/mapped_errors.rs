//! Errors that define what the model reads: `ToolError` and its derive.

use std::fmt;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use mcp_tool_runtime::{IntoToolError, Tool, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde_json::{Value, json};

use super::log::logged;

const SECRET: &str = "db.internal";

fn secret() -> io::Error {
    io::Error::other("connect to db.internal:5432 as root")
}

#[derive(Debug, thiserror::Error, ToolError)]
enum StationError {
    #[error("no station in {city}")]
    Plain { city: &'static str },
    #[error("row {id} of stations_v2 is gone")]
    #[tool_error(
        "station {id} is gone, {city:?} too {{sic}}",
        suggest = "try the nearest larger city than {city}",
        suggest = "or `list_stations`"
    )]
    Worded { id: u32, city: &'static str },
    #[error("{0} of {1}")]
    #[tool_error("{1}: at most {1:>3}", suggest = "ask for {1}, not for {0}")]
    Numbered(u32, u32),
    #[error("the quota is used up")]
    #[tool_error(retry_after = "30s")]
    Quota,
    #[error("the pool is empty")]
    #[tool_error(private)]
    Pool(#[source] io::Error),
    #[error("the replica is behind")]
    #[tool_error(private, suggest = "ask for older data", retry_after = "2m")]
    Replica(#[source] io::Error),
    #[error(transparent)]
    #[tool_error(transparent)]
    Store(StoreError),
    #[error(transparent)]
    #[tool_error(transparent)]
    Boxed(Box<StoreError>),
    // This variant has `#[error(transparent)]` and no `tool_error` attribute. So the model reads
    // the same text as if the tool returned the `StoreError` itself.
    #[error(transparent)]
    Undecided(StoreError),
    #[error(transparent)]
    #[tool_error(suggest = "{0} or not", retry_after = "1s")]
    Busy(Limit),
    #[error(transparent)]
    #[tool_error(suggest = "try again")]
    Foreign(std::num::ParseIntError),
    #[error(transparent)]
    Erased(#[from] anyhow::Error),
    #[error(transparent)]
    #[tool_error(public)]
    Public(Limit),
}

#[derive(Debug, thiserror::Error, ToolError)]
#[tool_error(private)]
enum StoreError {
    #[error("table notes_v2 on db.internal: {0}")]
    Upstream(#[source] io::Error),
    #[error("never shown")]
    #[tool_error("the note is locked")]
    Locked,
    #[error("the note is too long")]
    #[tool_error(public)]
    Long,
}

/// An error struct with field names that might clash with names in the macro's expansion.
#[derive(Debug, thiserror::Error, ToolError)]
#[error("limit {limit}")]
#[tool_error("at most {limit} of {type}", retry_after = "250ms")]
struct Limit {
    limit: u32,
    r#type: &'static str,
}

#[derive(Debug, thiserror::Error, ToolError)]
#[error("always private, on db.internal")]
#[tool_error(private)]
struct Hidden;

#[derive(Debug, thiserror::Error, ToolError)]
#[error("generic {0}")]
#[tool_error("about {0}")]
struct Generic<T: fmt::Debug + fmt::Display + Send + Sync + 'static>(T);

#[derive(Debug, thiserror::Error, ToolError)]
enum Never {}

type Answer<T = (), E = StationError> = Result<T, E>;

macro_rules! failing {
    ($($name:ident -> $type:ty { $value:expr })*) => {
        $(
            #[doc = "Fails."]
            #[mcp_tool]
            fn $name() -> $type {
                Err($value)
            }
        )*

        fn registry(mask: bool) -> ToolRegistry<()> {
            ToolRegistry::builder(())
                .mask_errors(mask)
                .tools(tools![converted, $($name),*])
                .build()
                .unwrap()
        }
    };
}

failing! {
    plain -> Result<String, StationError> { StationError::Plain { city: "Atlantis" } }
    worded -> Answer { StationError::Worded { id: 7, city: "Atlantis" } }
    numbered -> Answer<Vec<u8>> { StationError::Numbered(9, 5) }
    quota -> Answer { StationError::Quota }
    pool -> Answer { StationError::Pool(secret()) }
    replica -> Answer { StationError::Replica(secret()) }
    store_locked -> Answer { StationError::Store(StoreError::Locked) }
    store_upstream -> Answer { StationError::Store(StoreError::Upstream(secret())) }
    boxed_long -> Answer { StationError::Boxed(Box::new(StoreError::Long)) }
    undecided_locked -> Answer { StationError::Undecided(StoreError::Locked) }
    undecided_upstream -> Answer { StationError::Undecided(StoreError::Upstream(secret())) }
    busy_inside -> Answer { StationError::Busy(Limit { limit: 3, r#type: "notes" }) }
    foreign -> Answer { StationError::Foreign("x".parse::<u8>().unwrap_err()) }
    erased -> Answer { anyhow::anyhow!("no tide").into() }
    public_inside -> Answer { StationError::Public(Limit { limit: 3, r#type: "notes" }) }
    in_a_box -> Result<(), Box<StationError>> { Box::new(StationError::Quota) }
    limit -> Result<(), Limit> { Limit { limit: 3, r#type: "notes" } }
    hidden -> Result<(), Hidden> { Hidden }
    generic -> Result<(), Generic<u8>> { Generic(8) }
    private -> Result<(), ToolError> { ToolError::private(secret()).suggest("ask the user") }
    busy -> Result<(), ToolError> { ToolError::new("busy").retry_after(Duration::from_secs(90)) }
    caused -> Result<(), ToolError> {
        ToolError::new("no station").with_cause(StoreError::Upstream(secret()))
    }
}

/// Fails with an error that `?` converts from another type.
#[mcp_tool]
fn converted() -> Result<(), ToolError> {
    let failed: Answer = Err(StationError::Worded {
        id: 7,
        city: "Oslo",
    });
    failed?;
    Ok(())
}

/// Calls `tool`, and returns the error text, with `…` in place of an error id.
fn read(peer: &Peer<'_, ()>, tool: &str) -> String {
    let text = peer.error(tool, json!({}));
    match text.split_once("(error ") {
        Some((before, after)) => format!("{before}(error …{}", &after[8..]),
        None => text,
    }
}

#[test]
fn each_variant_says_what_the_model_reads() {
    // R150, R152, R153: the texts are the same with and without `mask_errors`
    for mask in [false, true] {
        let registry = registry(mask);
        let peer = Peer::new(&registry);
        for (tool, text) in [
            ("plain", "no station in Atlantis"),
            (
                "worded",
                "station 7 is gone, \"Atlantis\" too {sic}\n\
                 try the nearest larger city than Atlantis\nor `list_stations`",
            ),
            ("numbered", "5: at most   5\nask for 5, not for 9"),
            ("quota", "the quota is used up\ntry again in 30 seconds"),
            ("pool", "`pool` failed (error …)"),
            (
                "replica",
                "`replica` failed (error …)\nask for older data\ntry again in 2 minutes",
            ),
            ("store_locked", "the note is locked"),
            ("store_upstream", "`store_upstream` failed (error …)"),
            ("boxed_long", "the note is too long"),
            ("undecided_locked", "the note is locked"),
            (
                "undecided_upstream",
                "`undecided_upstream` failed (error …)",
            ),
            (
                "busy_inside",
                "at most 3 of notes\nlimit 3 or not\ntry again in 1 second",
            ),
            ("foreign", "invalid digit found in string\ntry again"),
            ("erased", "no tide"),
            ("public_inside", "limit 3"),
            ("in_a_box", "the quota is used up\ntry again in 30 seconds"),
            ("limit", "at most 3 of notes\ntry again in 250 milliseconds"),
            ("hidden", "`hidden` failed (error …)"),
            ("generic", "about 8"),
            ("private", "`private` failed (error …)\nask the user"),
            ("busy", "busy\ntry again in 90 seconds"),
            ("caused", "no station"),
            (
                "converted",
                "station 7 is gone, \"Oslo\" too {sic}\n\
                 try the nearest larger city than Oslo\nor `list_stations`",
            ),
        ] {
            assert_eq!(read(&peer, tool), text);
        }
    }
}

#[test]
fn details_hidden_from_the_model_are_in_the_log() {
    // R153: the log has the hidden details, with the same error id that the client receives
    for mask in [false, true] {
        let registry = registry(mask);
        let peer = Peer::new(&registry);
        for (tool, chain) in [
            ("pool", "the pool is empty: connect to db.internal"),
            ("replica", "the replica is behind: connect to db.internal"),
            ("private", "connect to db.internal"),
            ("hidden", "always private, on db.internal"),
            ("store_upstream", "table notes_v2 on db.internal"),
            ("undecided_upstream", "table notes_v2 on db.internal"),
            ("caused", "as root: connect to db.internal:5432 as root"),
            ("worded", "row 7 of stations_v2 is gone"),
        ] {
            let mut result = Value::Null;
            let log = logged(|| result = peer.call(tool, json!({})));
            let told = result.to_string();
            assert!(log.contains(chain), "{tool}: {log}");
            assert!(!told.contains(SECRET), "{tool}: {told}");
            if let Some((_, after)) = told.split_once("(error ") {
                assert!(log.contains(&after[..8]), "{told}: {log}");
            }
        }
    }
}

#[derive(Debug, thiserror::Error, ToolError)]
#[error("the shelf is full")]
struct Full;

/// Puts a book on the shelf.
#[mcp_tool]
fn put() -> Result<String, Full> {
    Err(Full)
}

/// The derive turns `Full` into a `ToolError` with `Full` as its cause. Both have the same text, so the log
/// must contain it only once.
#[test]
fn a_public_error_without_a_source_is_logged_once() {
    let registry = ToolRegistry::builder(()).tools(tools![put]).build();
    let registry = registry.unwrap();
    let log = logged(|| drop(Peer::new(&registry).call("put", json!({}))));
    assert!(log.contains("INFO") && !log.contains("WARN"), "{log}");
    assert_eq!(log.matches("the shelf is full").count(), 1, "{log}");
}

#[test]
fn an_error_is_kept_whole() {
    let error = StationError::Replica(secret()).into_tool_error();
    let cause = error.cause().unwrap();
    assert!(cause.is::<StationError>());
    assert_eq!(cause.source().unwrap().to_string(), secret().to_string());
    assert_eq!(error.message(), "internal error");
    assert_eq!(error.retry_delay(), Some(Duration::from_secs(120)));

    let error = StationError::Store(StoreError::Locked).into_tool_error();
    assert!(error.cause().unwrap().is::<StoreError>());
    assert_eq!(error.to_string(), "the note is locked");

    let none: Option<Never> = None;
    assert!(none.map(IntoToolError::into_tool_error).is_none());
}

#[derive(Debug, thiserror::Error, ToolError)]
#[error("password hunter2 rejected")]
#[tool_error(private)]
struct Rejected;

#[derive(Debug, thiserror::Error, ToolError)]
enum Login {
    #[error(transparent)]
    #[tool_error(transparent)]
    Rejected(#[from] Rejected),
    #[error("the login failed")]
    Lookup(#[source] Rejected),
    #[error(transparent)]
    Undecided(Box<Rejected>),
    #[error(transparent)]
    #[tool_error(suggest = "log in again")]
    Suggesting(Arc<Rejected>),
}

fn reject() -> Result<String, Rejected> {
    Err(Rejected)
}

/// Gives a reference-counted error a second owner, by leaking a clone of the pointer.
fn shared<P: Clone>(error: P) -> P {
    std::mem::forget(error.clone());
    error
}

macro_rules! private_paths {
    ($($name:ident -> $error:ty { $value:expr })*) => {
        $(
            #[doc = "Fails."]
            #[mcp_tool]
            fn $name() -> Result<String, $error> {
                $value
            }
        )*

        fn private_paths() -> Vec<Tool<()>> {
            tools![$($name),*]
        }
    };
}

private_paths! {
    returned -> Rejected { reject() }
    boxed -> Box<Rejected> { reject().map_err(Box::new) }
    boxed_twice -> Box<Box<Rejected>> { Err(Box::new(Box::new(Rejected))) }
    in_an_arc -> Arc<Rejected> { reject().map_err(Arc::new) }
    in_a_shared_arc -> Arc<Rejected> { Err(shared(Arc::new(Rejected))) }
    in_an_rc -> Rc<Rejected> { reject().map_err(Rc::new) }
    in_a_shared_rc -> Rc<Rejected> { Err(shared(Rc::new(Rejected))) }
    borrowed -> &'static Rejected { Err(&Rejected) }
    transparent -> Login { Ok(reject()?) }
    undecided -> Login { reject().map_err(Box::new).map_err(Login::Undecided) }
    suggesting -> Login { reject().map_err(Arc::new).map_err(Login::Suggesting) }
    source -> Login { reject().map_err(Login::Lookup) }
    cause -> ToolError { reject().map_err(|error| ToolError::new("no").with_cause(error)) }
    question_mark -> ToolError { Ok(reject()?) }
    question_mark_after_a_box -> ToolError { Ok(reject().map_err(Box::new)?) }
    question_mark_after_an_arc -> ToolError { Err(shared(Arc::new(Rejected)))? }
    question_mark_after_a_reference -> ToolError { Err(&Rejected)? }
    question_mark_after_transparent -> ToolError { Ok(transparent()?) }
    into -> ToolError { reject().map_err(Into::into) }
}

#[test]
fn a_private_error_stays_private_on_every_path() {
    // R153
    let by_value = |name: &str| Tool::builder(name.to_owned()).description("Fails.");
    for mask in [false, true] {
        let registry = ToolRegistry::builder(())
            .mask_errors(mask)
            .tools(private_paths())
            .tool(by_value("value").handler(|_, _| async { reject() }))
            .tool(
                by_value("value_shared")
                    .handler(|_, _| async { Err::<(), _>(shared(Arc::new(Rejected))) }),
            )
            .tool(
                by_value("value_question_mark")
                    .handler(|_, _| async { Ok::<_, ToolError>(reject()?) }),
            )
            .build()
            .unwrap();
        let peer = Peer::new(&registry);
        for tool in registry.definitions() {
            let mut answer = Value::Null;
            let log = logged(|| answer = peer.call(&tool.name, json!({})));
            assert!(!answer.to_string().contains("hunter2"), "{answer}");
            assert_eq!(answer["isError"], true, "{}", tool.name);
            assert!(log.contains("hunter2"), "{}: {log}", tool.name);
        }
    }
}
