//! Measures the memory of sessions, connections and event streams.

use std::io;

use serde_json::json;

use super::connection::Connection;
use super::message::Message;
use super::mode::Mode;
use super::server::Server;
use crate::process::resident_bytes;
use crate::report;
use crate::response::{check, message};

const SESSIONS: usize = 10_000;
const STREAMS: usize = 5_000;

/// The number of sessions, connections or streams to open before the measurement, so that it excludes memory that the
/// server needs only once.
const WARM_UP: usize = 200;

/// Prints the bytes of each session, idle connection and event stream. With `record`, writes them to `docs`.
pub(crate) fn measure(record: bool) -> Result<(), String> {
    let table = table().map_err(|error| error.to_string())?;
    print!("{table}");
    if record {
        report::write_section("http memory", &table)?;
    }
    Ok(())
}

fn table() -> io::Result<String> {
    let alone = session("ours")?;
    let beside_function = session("companion_fn")?;
    let connection = connection()?;
    let stream = stream()?;
    let mut rows = vec![
        ("an idle session", alone),
        ("an idle session with `companion_fn`", beside_function),
        ("an idle connection", connection),
        ("a session with an event stream, and its connection", stream),
        (
            "the same without the connection",
            stream.saturating_sub(connection),
        ),
    ];
    if cfg!(feature = "beside-handler") {
        let bytes = session("beside_handler")?;
        rows.insert(2, ("an idle session with `beside_handler`", bytes));
    }
    let rows = rows
        .into_iter()
        .map(|(name, bytes)| format!("| {name} | {bytes} |\n"));
    Ok("| memory of | bytes |\n|---|---:|\n".to_owned() + &rows.collect::<String>())
}

/// Returns the bytes of an idle session. All sessions share one connection.
fn session(side: &str) -> io::Result<usize> {
    let server = Server::start(side, Mode::Session)?;
    let mut connection = Connection::open(server.address)?;
    let mut ids = Vec::new();
    let bytes = bytes_of_each(&server, SESSIONS, || {
        ids.push(connection.open_session()?);
        Ok(())
    })?;
    let (first, last) = (&ids[0], &ids[ids.len() - 1]);
    check_call(&mut connection, Mode::Session, Some(first))?;
    check_call(&mut connection, Mode::Session, Some(last))?;
    Ok(bytes)
}

/// Returns the bytes of a connection that has carried one call, outside of any session.
fn connection() -> io::Result<usize> {
    let server = Server::start("ours", Mode::Session)?;
    let mut connections = Vec::new();
    bytes_of_each(&server, STREAMS, || {
        let mut connection = Connection::open(server.address)?;
        check_call(&mut connection, Mode::Meta, None)?;
        connections.push(connection);
        Ok(())
    })
}

/// Returns the bytes of a session with an event stream on a connection of its own.
fn stream() -> io::Result<usize> {
    let server = Server::start("ours", Mode::Session)?;
    let mut streams = Vec::new();
    let mut first = None;
    let bytes = bytes_of_each(&server, STREAMS, || {
        let mut connection = Connection::open(server.address)?;
        let session = connection.open_session()?;
        connection.open_stream(&session)?;
        streams.push(connection);
        first.get_or_insert(session);
        Ok(())
    })?;
    let mut connection = Connection::open(server.address)?;
    check_call(&mut connection, Mode::Session, first.as_deref())?;
    Ok(bytes)
}

/// Calls `open` often, and returns by how many bytes each call makes the server grow.
fn bytes_of_each(
    server: &Server,
    times: usize,
    mut open: impl FnMut() -> io::Result<()>,
) -> io::Result<usize> {
    for _ in 0..WARM_UP {
        open()?;
    }
    let before = resident_bytes(&server.process.id());
    for _ in 0..times {
        open()?;
    }
    Ok(resident_bytes(&server.process.id()).saturating_sub(before) / times)
}

/// Calls `add`, and checks the text.
fn check_call(connection: &mut Connection, mode: Mode, session: Option<&str>) -> io::Result<()> {
    connection.send(&Message::call(mode, session).bytes())?;
    let response = connection.receive("200")?;
    check(message(response.body), &json!({ "sum": 42 }));
    Ok(())
}
