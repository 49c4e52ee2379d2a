//! A service on a socket, in a process of its own on a current-thread runtime.

use std::convert::Infallible;
use std::future::Future;
use std::io::Read as _;
use std::net::{SocketAddr, TcpStream};
use std::pin::Pin;
use std::process::Command;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use std::{io, process, thread};

use http::{Request, Response};
use hyper::body::Incoming;
use mcp_tool_server::serve_http;
use tokio::net::TcpListener;
use tower_service::Service;

use super::mode::Mode;
#[cfg(feature = "beside-handler")]
use super::services::beside_handler;
use super::services::{beside_function, hand, ours, rmcp};
use crate::piped::Threads;
use crate::process::ServerProcess;

/// The time in which another program must listen.
const START: Duration = Duration::from_secs(20);

/// A server, and the address at which it listens.
pub(crate) struct Server {
    pub(super) process: ServerProcess,
    pub(super) address: SocketAddr,
}

impl Server {
    /// Starts the server of an implementation, and waits until it listens.
    pub(crate) fn start(side: &str, mode: Mode) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["http-server", side, mode.name()]);
        let mut process = ServerProcess::start(&mut command)?;
        let line = process.read_line()?;
        let address = line.trim().parse().map_err(io::Error::other)?;
        Ok(Server { process, address })
    }

    /// Starts another program with an address as its last argument, and waits until it listens there.
    pub(crate) fn of_program(command: &mut Command) -> io::Result<Self> {
        // The port is free again when this listener is dropped.
        let address = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let process = ServerProcess::start(command.arg(address.to_string()))?;
        let start = Instant::now();
        while let Err(error) = TcpStream::connect(address) {
            if start.elapsed() > START {
                return Err(error);
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(Server { process, address })
    }
}

/// Serves an implementation on a free port, and prints the address. Ends at the end of standard input.
pub(crate) fn serve(side: &str, mode: &str) -> Result<(), String> {
    let mode = Mode::from_name(mode).ok_or("no such mode")?;
    thread::spawn(|| {
        let _ = io::stdin().read_to_end(&mut Vec::new());
        process::exit(0);
    });
    let served = Threads::One.runtime().block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        println!("{}", listener.local_addr()?);
        let served = match side {
            "ours" => serve_http(listener, ours(mode)).await,
            "companion_fn" => serve_http(listener, beside_function(mode)).await,
            #[cfg(feature = "beside-handler")]
            "beside_handler" => serve_http(listener, beside_handler(mode)).await,
            "hand" => serve_http(listener, Answered(hand)).await,
            _ => serve_http(listener, rmcp(mode)).await,
        };
        served.map_err(io::Error::other)
    });
    served.map_err(|error| error.to_string())
}

/// A function as a `tower` service.
#[derive(Clone)]
struct Answered<F>(F);

impl<F, A, B> Service<Request<Incoming>> for Answered<F>
where
    F: Fn(Request<Incoming>) -> A,
    A: Future<Output = Response<B>> + Send + 'static,
    B: 'static,
{
    type Response = Response<B>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<B>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Incoming>) -> Self::Future {
        let answer = (self.0)(request);
        Box::pin(async { Ok(answer.await) })
    }
}
