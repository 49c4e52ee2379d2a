//! A service on a socket, in a process of its own on a current-thread runtime.

use std::convert::Infallible;
use std::future::Future;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::pin::Pin;
use std::process::{Child, Command, Stdio};
use std::task::{Context, Poll};
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
use crate::process::{CpuOf, cpu_seconds, resident_bytes};

/// A process that serves. It ends when this value is dropped, and also when this process ends.
pub(super) struct Server {
    process: Child,
    pub(super) address: SocketAddr,
}

impl Server {
    /// Starts the server of an implementation, and waits until it listens.
    pub(super) fn start(side: &str, mode: Mode) -> io::Result<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(["http-server", side, mode.name()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let output = process.stdout.take().expect("a pipe");
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().parse().map_err(io::Error::other)?;
        Ok(Server { process, address })
    }

    /// Returns the CPU time that the server has used, in seconds.
    pub(super) fn cpu_seconds(&self) -> f64 {
        cpu_seconds(&self.process.id().to_string(), CpuOf::Process)
    }

    pub(super) fn resident_bytes(&self) -> usize {
        resident_bytes(&self.process.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        // A server that has crashed has made a call fail already.
        let _ = self.process.wait();
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
