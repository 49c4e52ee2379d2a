//! Loads servers with calls, and measures the CPU time that each call costs.

use std::io;
use std::time::{Duration, Instant};

use crate::process::{CpuOf, ServerProcess, cpu_seconds};

/// The number of rounds. In each round, each server gets the load equally long.
const ROUNDS: usize = 3;

/// How long a server gets the load before the next server. Short turns expose all servers to the same load of the
/// machine, which changes the CPU time of a call by up to half.
const TURN: Duration = Duration::from_millis(250);

/// The number of turns in a second of load.
const TURNS_PER_SECOND: usize = 4;

/// A client with at most one request at a time.
pub(crate) trait Client {
    fn send(&mut self) -> io::Result<()>;

    /// Waits for the response, and checks its text.
    fn receive(&mut self) -> io::Result<()>;
}

/// A server, its clients, and what it has cost.
pub(crate) struct Load {
    pub(crate) name: String,
    process_id: String,
    /// Keeps a server alive that no client owns.
    _server: Option<ServerProcess>,
    clients: Vec<Box<dyn Client>>,
    /// The CPU seconds and the calls of this round.
    seconds: f64,
    calls: usize,
    /// The microseconds of a call in each round.
    rounds: Vec<f64>,
}

impl Load {
    /// Creates a load for the process with this id. `server` is `None` if a client owns the process.
    pub(crate) fn new(
        name: String,
        process_id: String,
        server: Option<ServerProcess>,
        clients: Vec<Box<dyn Client>>,
    ) -> Self {
        Load {
            name,
            process_id,
            _server: server,
            clients,
            seconds: 0.0,
            calls: 0,
            rounds: Vec::new(),
        }
    }

    fn cpu_seconds(&self) -> f64 {
        cpu_seconds(&self.process_id, CpuOf::Process)
    }

    /// Sends calls through all clients for one turn. Each client always has one open request.
    fn run(&mut self) -> io::Result<()> {
        let (before, start) = (self.cpu_seconds(), Instant::now());
        for client in &mut self.clients {
            client.send()?;
        }
        while start.elapsed() < TURN {
            for client in &mut self.clients {
                client.receive()?;
                client.send()?;
            }
            self.calls += self.clients.len();
        }
        for client in &mut self.clients {
            client.receive()?;
        }
        self.calls += self.clients.len();
        self.seconds += self.cpu_seconds() - before;
        Ok(())
    }

    fn end_round(&mut self) {
        let calls = std::mem::take(&mut self.calls);
        let seconds = std::mem::take(&mut self.seconds);
        self.rounds.push(seconds / calls as f64 * 1e6);
    }

    /// Returns the median of the rounds, in microseconds per call.
    pub(crate) fn median(&self) -> f64 {
        let mut rounds = self.rounds.clone();
        rounds.sort_by(f64::total_cmp);
        rounds[ROUNDS / 2]
    }
}

/// Loads each server for `seconds` per round, in turns.
pub(crate) fn run(loads: &mut [Load], seconds: usize) -> io::Result<()> {
    for _ in 0..ROUNDS {
        for _ in 0..seconds * TURNS_PER_SECOND {
            for load in &mut *loads {
                let run = load.run();
                run.map_err(|error| io::Error::other(format!("{}: {error}", load.name)))?;
            }
        }
        loads.iter_mut().for_each(Load::end_round);
    }
    Ok(())
}
