//! Measures the CPU time of calls over sockets.

use std::io;
use std::time::{Duration, Instant};

use serde_json::json;

use super::connection::Connection;
use super::message::Message;
use super::mode::Mode;
use super::server::Server;
use crate::SIDES;
use crate::report;
use crate::response::{check, message};

/// The number of connections of each load.
const CONNECTIONS: usize = 64;

/// How often each server gets the load.
const ROUNDS: usize = 3;

/// A server, and the microseconds of CPU time of a call in each round.
struct Measured {
    side: &'static str,
    mode: Mode,
    server: Server,
    rounds: Vec<f64>,
}

/// Loads each server for `seconds` per round, one server after the other. Prints the table of medians. With `record`,
/// writes it to `docs`.
pub(crate) fn measure(seconds: u64, record: bool) -> Result<(), String> {
    let table = table(Duration::from_secs(seconds)).map_err(|error| error.to_string())?;
    print!("{table}");
    if record {
        report::write_section("http", &table)?;
    }
    Ok(())
}

fn table(time: Duration) -> io::Result<String> {
    let mut servers = Vec::new();
    for mode in Mode::ALL {
        for &side in mode.sides() {
            let server = Server::start(side, mode)?;
            let rounds = Vec::new();
            servers.push(Measured {
                side,
                mode,
                server,
                rounds,
            });
        }
    }
    for _ in 0..ROUNDS {
        for measured in &mut servers {
            let microseconds = microseconds_of_call(&measured.server, measured.mode, time);
            let microseconds = microseconds.map_err(|error| {
                io::Error::other(format!(
                    "{} {}: {error}",
                    measured.side,
                    measured.mode.name()
                ))
            })?;
            measured.rounds.push(microseconds);
        }
    }
    for measured in &mut servers {
        measured.rounds.sort_by(f64::total_cmp);
    }
    let median = |mode, side| {
        let measured = servers.iter().find(|it| it.mode == mode && it.side == side);
        measured.map(|measured| measured.rounds[ROUNDS / 2])
    };
    let cell = |number: Option<f64>| number.map_or("–".to_owned(), |it| format!("{it:.2}"));
    let mut table = "| requests | ours, µs | by hand, µs | rmcp, µs | ours ÷ by hand | ours ÷ rmcp | ours ÷ first row |\n|---|---:|---:|---:|---:|---:|---:|\n".to_owned();
    for mode in Mode::ALL {
        let [ours, hand, rmcp] = SIDES.map(|side| median(mode, side));
        let first = median(Mode::Stateless, "ours");
        let ratios = [hand, rmcp, first].map(|other| Some(ours? / other?));
        let cells = [ours, hand, rmcp].into_iter().chain(ratios).map(cell);
        let cells: Vec<_> = cells.collect();
        table += &format!("| {} | {} |\n", mode.name(), cells.join(" | "));
    }
    Ok(table)
}

/// Sends calls over all connections for `time`, and returns the server's CPU time for each call. Each connection always
/// has one open request.
fn microseconds_of_call(server: &Server, mode: Mode, time: Duration) -> io::Result<f64> {
    let clients: io::Result<Vec<_>> = (0..CONNECTIONS)
        .map(|_| Client::open(server, mode))
        .collect();
    let mut clients = clients?;
    let (before, start) = (server.cpu_seconds(), Instant::now());
    for client in &mut clients {
        client.send()?;
    }
    let mut calls = CONNECTIONS;
    while start.elapsed() < time {
        for client in &mut clients {
            client.receive()?;
            client.send()?;
        }
        calls += CONNECTIONS;
    }
    for client in &mut clients {
        client.receive()?;
    }
    Ok((server.cpu_seconds() - before) / calls as f64 * 1e6)
}

/// A client with a connection and, if the mode has sessions, a session of its own.
struct Client {
    connection: Connection,
    request: Vec<u8>,
    /// The message that each response contains.
    expected: Vec<u8>,
}

impl Client {
    /// Makes one call, and checks its text.
    fn open(server: &Server, mode: Mode) -> io::Result<Self> {
        let mut connection = Connection::open(server.address)?;
        let session = (mode == Mode::Session)
            .then(|| connection.open_session())
            .transpose()?;
        let request = Message::call(mode, session.as_deref()).bytes();
        connection.send(&request)?;
        let expected = message(connection.receive("200")?.body).to_vec();
        check(&expected, &json!({ "sum": 42 }));
        Ok(Client {
            connection,
            request,
            expected,
        })
    }

    fn send(&mut self) -> io::Result<()> {
        self.connection.send(&self.request)
    }

    fn receive(&mut self) -> io::Result<()> {
        let response = self.connection.receive("200")?;
        assert!(
            message(response.body) == self.expected,
            "the response changes"
        );
        Ok(())
    }
}
