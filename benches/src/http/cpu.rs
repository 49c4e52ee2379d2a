//! Measures the CPU time of calls over sockets.

use std::io;
use std::net::SocketAddr;

use serde_json::json;

use super::connection::Connection;
use super::message::Message;
use super::mode::Mode;
use super::server::Server;
use crate::SIDES;
use crate::load::{self, Load};
use crate::report;
use crate::response::{check, message};

/// The number of connections of each load.
pub(crate) const CONNECTIONS: usize = 64;

/// Loads each server for `seconds` per round, in turns. Prints the table of medians. With `record`, writes it to
/// `docs`.
pub(crate) fn measure(seconds: usize, record: bool) -> Result<(), String> {
    let table = table(seconds).map_err(|error| error.to_string())?;
    print!("{table}");
    if record {
        report::write_section("http", &table)?;
    }
    Ok(())
}

fn table(seconds: usize) -> io::Result<String> {
    let name = |side: &str, mode: Mode| format!("{side}, {}", mode.name());
    let mut loads = Vec::new();
    for mode in Mode::ALL {
        for side in mode.sides() {
            loads.push(start(
                name(side, mode),
                Server::start(side, mode)?,
                mode,
                CONNECTIONS,
            )?);
        }
    }
    load::run(&mut loads, seconds)?;
    let cell = |number: Option<f64>| number.map_or("–".to_owned(), |it| format!("{it:.2}"));
    let median = |mode, side| {
        let name = name(side, mode);
        let load = loads.iter().find(|load| load.name == name);
        load.map(Load::median)
    };
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

/// Connects the clients of a load.
pub(crate) fn start(name: String, server: Server, mode: Mode, clients: usize) -> io::Result<Load> {
    let Server { process, address } = server;
    let clients = (0..clients).map(|_| {
        let client = Client::open(address, mode)?;
        Ok(Box::new(client) as Box<dyn load::Client>)
    });
    let clients = clients.collect::<io::Result<_>>()?;
    Ok(Load::new(name, process.id(), Some(process), clients))
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
    fn open(address: SocketAddr, mode: Mode) -> io::Result<Self> {
        let mut connection = Connection::open(address)?;
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
}

impl load::Client for Client {
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
