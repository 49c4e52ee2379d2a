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

/// The number of rounds. In each round, each server gets the load equally long.
const ROUNDS: usize = 3;

/// How long a server gets the load before the next server. Short turns expose all servers to the same load of the
/// machine, which changes the CPU time of a call by up to half.
const TURN: Duration = Duration::from_millis(250);

/// Loads each server for `seconds` per round, in turns. Prints the table of medians. With `record`, writes it to
/// `docs`.
pub(crate) fn measure(seconds: usize, record: bool) -> Result<(), String> {
    let turns = seconds * 4;
    let table = table(turns).map_err(|error| error.to_string())?;
    print!("{table}");
    if record {
        report::write_section("http", &table)?;
    }
    Ok(())
}

fn table(turns: usize) -> io::Result<String> {
    let sides = |mode: Mode| mode.sides().iter().map(move |&side| (side, mode));
    let loads = Mode::ALL.into_iter().flat_map(sides);
    let mut loads: Vec<_> = loads
        .map(|(side, mode)| Load::start(side, mode))
        .collect::<io::Result<_>>()?;
    for _ in 0..ROUNDS {
        for _ in 0..turns {
            for load in &mut loads {
                let run = load.run();
                run.map_err(|error| {
                    io::Error::other(format!("{} {}: {error}", load.side, load.mode.name()))
                })?;
            }
        }
        for load in &mut loads {
            load.end_round();
        }
    }
    let cell = |number: Option<f64>| number.map_or("–".to_owned(), |it| format!("{it:.2}"));
    let median = |mode, side| {
        let load = loads
            .iter()
            .find(|load| load.mode == mode && load.side == side);
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

/// A server, its clients, and what it has cost.
struct Load {
    side: &'static str,
    mode: Mode,
    server: Server,
    clients: Vec<Client>,
    /// The CPU seconds and the calls of this round.
    seconds: f64,
    calls: usize,
    /// The microseconds of a call in each round.
    rounds: Vec<f64>,
}

impl Load {
    fn start(side: &'static str, mode: Mode) -> io::Result<Self> {
        let server = Server::start(side, mode)?;
        let clients = (0..CONNECTIONS).map(|_| Client::open(&server, mode));
        Ok(Load {
            side,
            mode,
            clients: clients.collect::<io::Result<_>>()?,
            server,
            seconds: 0.0,
            calls: 0,
            rounds: Vec::new(),
        })
    }

    /// Sends calls over all connections for one turn. Each connection always has one open request.
    fn run(&mut self) -> io::Result<()> {
        let (before, start) = (self.server.cpu_seconds(), Instant::now());
        for client in &mut self.clients {
            client.send()?;
        }
        while start.elapsed() < TURN {
            for client in &mut self.clients {
                client.receive()?;
                client.send()?;
            }
            self.calls += CONNECTIONS;
        }
        for client in &mut self.clients {
            client.receive()?;
        }
        self.calls += CONNECTIONS;
        self.seconds += self.server.cpu_seconds() - before;
        Ok(())
    }

    fn end_round(&mut self) {
        let calls = std::mem::take(&mut self.calls);
        let seconds = std::mem::take(&mut self.seconds);
        self.rounds.push(seconds / calls as f64 * 1e6);
    }

    fn median(&self) -> f64 {
        let mut rounds = self.rounds.clone();
        rounds.sort_by(f64::total_cmp);
        rounds[ROUNDS / 2]
    }
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
