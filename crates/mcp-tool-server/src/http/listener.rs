//! Serves an app on a TCP listener, with a shutdown that slow clients cannot block.

use std::cell::OnceCell;
use std::error::Error;
use std::future::{IntoFuture, pending, poll_fn};
use std::io::{IoSlice, IsTerminal as _, Write as _};
use std::marker::PhantomData;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use std::{fmt, io};

use http::header::CONNECTION;
use http::{HeaderValue, Request, Response, StatusCode};
use http_body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncWrite, Join, join};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep, sleep, timeout};
use tower_service::Service;

use super::shutdown::{SendOnDrop, Shutdown, ShutdownFuture};
use crate::serve_error::{ServeError, no_signals};
use crate::signals::Signals;
use crate::stdio::serve::GRACE;

/// The time limit for the headers of a request. It is also the idle timeout of a connection, because an idle
/// connection waits for the next headers. Load balancers usually close idle connections after 60 seconds. If
/// the server closed first, a load balancer could send a request on the closed connection.
const HEAD: Duration = Duration::from_secs(75);

/// The size limit of the head of a request, in bytes. hyper also reads a body in parts of at most this size.
const MAX_HEAD: usize = 64 * 1024;

/// The default of [`ServeHttp::max_connections`].
const MAX_CONNECTIONS: usize = 16_384;

/// The minimum time between two warnings that the limit on connections is reached.
const WARNING_INTERVAL: Duration = Duration::from_secs(60);

/// The time that the remaining connections have to finish at the end of the shutdown. It starts once every
/// response is complete, or once the time limit for responses is over.
const LAST_WRITES: Duration = Duration::from_secs(1);

/// The pause after an error of the listener, such as too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_secs(1);

/// The default of [`ServeHttp::write_timeout`].
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The time without a packet after which the system checks whether the client still exists.
const KEEPALIVE: Duration = Duration::from_secs(60);

type BoxError = Box<dyn Error + Send + Sync>;

/// Serves an app on a TCP listener until ctrl-c or, on Unix, SIGTERM.
///
/// The app is an axum `Router`, an [`HttpService`](crate::HttpService), or any other `tower` service. The
/// server passes every request to the app, not only MCP requests.
///
/// ```no_run
/// use axum::Router;
/// use mcp_tool_runtime::ToolRegistry;
/// use mcp_tool_server::{HttpConfig, ToolServer, serve_http};
/// use tokio::net::TcpListener;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = ToolRegistry::builder(()).build()?;
/// let server = ToolServer::new("empty", "1.0.0", registry);
/// let app = Router::new().route_service("/mcp", server.http_service(HttpConfig::new()));
/// let listener = TcpListener::bind("127.0.0.1:8080").await?;
/// serve_http(listener, app).await?;
/// # Ok(())
/// # }
/// ```
///
/// # Shutdown
///
/// A signal, or the completion of the future in [`until`](ServeHttp::until), starts a graceful shutdown:
///
/// 1. The server reports that it is not [ready](crate::Readiness), but still answers requests during the
///    [drain delay](ServeHttp::drain_delay). The default delay is 0.
/// 2. The listener closes. So do idle connections, and notification streams. If a call waits for its client's
///    answer, the listener stays open until the answer arrives, but the server rejects new requests with 503.
/// 3. Running requests have the [grace period](ServeHttp::grace) to finish. The server then cancels the calls
///    that still run, and responds with an error within three more seconds.
/// 4. Once every response is complete or the time of step 3 is over, remaining connections have one second.
///    The server then closes those that are still open. Examples are connections with incomplete headers, or
///    with a client that does not read its response.
///
/// A second signal ends the drain delay. After that delay, a signal closes all connections at once. So does
/// dropping the server's future, at any time.
///
/// Each [`HttpService`](crate::HttpService) of the app shuts down with the listener, and needs no
/// [`HttpConfig::until`]. If several listeners share a service, it shuts down with the listener that sent it
/// the first request.
///
/// # Connections
///
/// Connections speak HTTP/1.1, with `TCP_NODELAY`. The server accepts at most
/// [16,384](ServeHttp::max_connections) at a time. The head of a request may have 64 KiB. The server closes a
/// connection that does not send complete headers within 75 seconds of its start or its last response, or whose
/// client leaves a response [unread](ServeHttp::write_timeout) for 30 seconds. The system checks with TCP
/// keep-alive whether silent clients still exist. The shutdown does not wait for upgraded connections, such as web
/// sockets.
///
/// If standard error is a terminal, the server prints one line to it: the address on which it listens.
///
/// Each request has the [`SocketAddr`] of its client in its extensions. A tool reads it with
/// [`cx.extension::<SocketAddr>()`](mcp_tool_runtime::ToolContext::extension).
///
/// # Errors
///
/// The awaited server returns an error if it cannot listen for signals. The server logs errors of the
/// listener, such as too many open files. It accepts connections again after a second, or once a connection
/// ends.
///
/// # Panics
///
/// The awaited server panics outside of a Tokio runtime with I/O and time, such as that of `#[tokio::main]`.
///
/// [`HttpConfig::until`]: crate::HttpConfig::until
pub fn serve_http<A, B>(listener: TcpListener, app: A) -> ServeHttp<A>
where
    A: Service<Request<Incoming>, Response = Response<B>> + Clone + Send + 'static,
    A::Error: Into<BoxError>,
    A::Future: Send,
    B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
{
    let serve = move |stream, peer, shutdown: Arc<Shutdown>| {
        // A connection that is accepted after the start of the shutdown has one request.
        let is_kept_alive = !shutdown.begun.is_sent();
        let connection = serve_connection(stream, peer, app.clone(), shutdown, is_kept_alive);
        Box::pin(connection) as ConnectionFuture
    };
    ServeHttp {
        server: Server {
            listener,
            serve: Box::new(serve),
            until: None,
            drain_delay: Duration::ZERO,
            grace: GRACE,
            write_timeout: WRITE_TIMEOUT,
            max_connections: MAX_CONNECTIONS,
            warned: None,
        },
        app: PhantomData,
    }
}

/// A server from [`serve_http`]. It runs when awaited.
#[must_use = "a server does nothing unless awaited"]
pub struct ServeHttp<A> {
    server: Server,
    app: PhantomData<fn() -> A>,
}

/// A server without the type of its app. So the server's code is compiled once in this crate, and not again
/// in each program.
struct Server {
    listener: TcpListener,
    serve: ServeConnection,
    until: Option<ShutdownFuture>,
    drain_delay: Duration,
    grace: Duration,
    write_timeout: Duration,
    max_connections: usize,
    /// The time of the last warning that the limit on connections is reached.
    warned: Option<Instant>,
}

type ServeConnection = Box<dyn FnMut(Stream, SocketAddr, Arc<Shutdown>) -> ConnectionFuture + Send>;

type Stream = Join<OwnedReadHalf, WriteTimeout<OwnedWriteHalf>>;

type ConnectionFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

impl<A> ServeHttp<A> {
    /// Sets the future whose completion starts the shutdown. Default:
    /// [`shutdown_signal()`](crate::shutdown_signal).
    ///
    /// With your own future, the server does not listen for signals.
    pub fn until(mut self, end: impl Future<Output = ()> + Send + 'static) -> Self {
        self.server.until = Some(Box::pin(end));
        self
    }

    /// Sets how long the server still accepts connections after the start of the shutdown. During this delay,
    /// the server reports that it is not [ready](crate::Readiness). Default: 0.
    ///
    /// A load balancer sends requests until it notices the shutdown. So choose a time longer than the
    /// interval of its probes. During the delay, each response asks the client to close its connection. A
    /// second signal ends the delay.
    pub fn drain_delay(mut self, delay: Duration) -> Self {
        self.server.drain_delay = delay;
        self
    }

    /// Sets how long running requests may continue after the listener closes. Default:
    /// [`ToolServer::GRACE`](crate::ToolServer::GRACE), 5 seconds.
    ///
    /// For the calls of tools, [`HttpConfig::grace`](crate::HttpConfig::grace) takes precedence.
    ///
    /// Before you kill the process, wait for the drain delay, this grace period and five more seconds.
    /// Kubernetes waits for 30 seconds by default.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.server.grace = grace;
        self
    }

    /// Sets how long a client may leave a response unread. If the server cannot write any byte for this time,
    /// it closes the connection. Default: 30 seconds.
    pub fn write_timeout(mut self, timeout: Duration) -> Self {
        self.server.write_timeout = timeout;
        self
    }

    /// Sets the maximum number of connections. Default: 16,384.
    ///
    /// At the limit, the server accepts no connection until one closes, and logs a warning. Meanwhile, new
    /// connections wait in the queue of the system. Upgraded connections do not count.
    ///
    /// Each connection needs a file descriptor. The system often allows a process only 1,024 of them, so also
    /// raise this limit, for instance with `ulimit -n 20000`. A connection buffers up to 64 KiB of a request.
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.server.max_connections = connections;
        self
    }
}

impl<A> fmt::Debug for ServeHttp<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServeHttp")
            .field("listener", &self.server.listener)
            .field("grace", &self.server.grace)
            .finish_non_exhaustive()
    }
}

impl<A> IntoFuture for ServeHttp<A> {
    type Output = Result<(), ServeError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.server.run())
    }
}

impl Server {
    async fn run(mut self) -> Result<(), ServeError> {
        let mut signals = match &self.until {
            Some(_) => Signals::none(),
            None => Signals::listen(false).map_err(no_signals)?,
        };
        // `eprintln!` panics if it cannot write to standard error. So use `writeln!`, and ignore its
        // error.
        if io::stderr().is_terminal()
            && let Ok(address) = self.listener.local_addr()
        {
            let _ = writeln!(io::stderr(), "listening on http://{address}");
        }
        let until = self.until.take().unwrap_or_else(|| Box::pin(pending()));
        let shutdown = Arc::new(Shutdown::new(self.grace));
        let _dropped = SendOnDrop(shutdown.begun.clone());
        let mut connections = JoinSet::new();
        let starts = async {
            tokio::select! {
                () = until => {}
                () = signals.next() => {}
            }
        };
        self.accept_until(starts, &mut connections, &shutdown).await;
        shutdown.started.send();
        if !self.drain_delay.is_zero() {
            let drained = timeout(self.drain_delay, signals.next());
            self.accept_until(drained, &mut connections, &shutdown)
                .await;
        }
        shutdown.begun.send();
        let grace = self.grace;
        let finished = async {
            // A client that opens a connection for each request cannot answer a question otherwise.
            let answered = shutdown.questions_answered();
            self.accept_until(answered, &mut connections, &shutdown)
                .await;
            // Keep the app, because its services have to cancel the calls whose clients have left.
            drop(self.listener);
            while connections.join_next().await.is_some() {}
            shutdown.services_ended().await;
        };
        let overdue = async {
            // Wait for the grace period, or until each connection that has received a request is
            // closed. Then wait until the MCP services have answered the calls that they
            // cancelled.
            let _ = timeout(grace, shutdown.responding.closed()).await;
            shutdown.services_ended().await;
            sleep(LAST_WRITES).await;
        };
        tokio::select! {
            () = finished => {}
            () = overdue => tracing::info!("closes connections of clients that are too slow"),
            () = signals.next() => tracing::info!("received a second signal"),
        }
        Ok(())
    }

    /// Accepts and serves connections until `end` completes.
    async fn accept_until(
        &mut self,
        end: impl Future,
        connections: &mut JoinSet<()>,
        shutdown: &Arc<Shutdown>,
    ) {
        let mut end = pin!(end);
        loop {
            let is_full = connections.len() >= self.max_connections;
            if is_full
                && self
                    .warned
                    .is_none_or(|it| it.elapsed() >= WARNING_INTERVAL)
            {
                let limit = self.max_connections;
                tracing::warn!(limit, "the limit of connections is reached: new ones wait");
                self.warned = Some(Instant::now());
            }
            let (stream, peer) = tokio::select! {
                // A listener that has to close accepts nothing more.
                biased;
                _ = &mut end => return,
                Some(_) = connections.join_next() => continue,
                accepted = accept(|context| self.listener.poll_accept(context)), if !is_full => accepted,
            };
            if let Err(error) = prepare(&stream, self.write_timeout) {
                tracing::debug!(%error, "cannot set the options of a connection");
            }
            let (reader, writer) = stream.into_split();
            let stream = join(reader, WriteTimeout::new(writer, self.write_timeout));
            connections.spawn((self.serve)(stream, peer, Arc::clone(shutdown)));
        }
    }
}

/// Accepts the next connection. After an error of the listener, pauses and tries again.
async fn accept<T>(mut poll: impl FnMut(&mut Context<'_>) -> Poll<io::Result<T>>) -> T {
    loop {
        match poll_fn(&mut poll).await {
            Ok(accepted) => return accepted,
            // The client disconnected before the server accepted the connection.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset
                ) => {}
            Err(error) => {
                tracing::error!(%error, "cannot accept connections: pauses");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Sets the options of a connection.
fn prepare(stream: &TcpStream, write_timeout: Duration) -> io::Result<()> {
    // Without TCP_NODELAY, the second part of a response could wait until the client acknowledges
    // the first part.
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    let keepalive = TcpKeepalive::new().with_time(KEEPALIVE);
    #[cfg(target_os = "linux")]
    let keepalive = keepalive.with_interval(KEEPALIVE / 4);
    socket.set_tcp_keepalive(&keepalive)?;
    // The system does not check a connection with unacknowledged data. Without this option, Linux
    // sends such data again for about 15 minutes.
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(write_timeout.max(2 * KEEPALIVE)))?;
    #[cfg(not(target_os = "linux"))]
    let _ = write_timeout;
    Ok(())
}

async fn serve_connection<A, B>(
    stream: Stream,
    peer: SocketAddr,
    app: A,
    shutdown: Arc<Shutdown>,
    is_kept_alive: bool,
) where
    A: Service<Request<Incoming>, Response = Response<B>> + Clone + Send + 'static,
    A::Error: Into<BoxError>,
    A::Future: Send,
    B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
{
    let begun = shutdown.begun.clone();
    let responds = OnceCell::new();
    let service = service_fn(move |mut request: Request<Incoming>| {
        responds.get_or_init(|| shutdown.responding.subscribe());
        request.extensions_mut().insert(peer);
        request.extensions_mut().insert(Arc::clone(&shutdown));
        let (mut app, shutdown) = (app.clone(), Arc::clone(&shutdown));
        async move {
            poll_fn(|context| app.poll_ready(context)).await?;
            let mut response = app.call(request).await?;
            if shutdown.started.is_sent() && response.status() != StatusCode::SWITCHING_PROTOCOLS {
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(CONNECTION, close);
            }
            Ok::<_, A::Error>(response)
        }
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(MAX_HEAD)
            .keep_alive(is_kept_alive)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades()
    );
    let end = tokio::select! {
        // Poll the connection before `begun`. Otherwise, the shutdown could close a connection
        // whose request has arrived but is still unread.
        biased;
        end = &mut connection => end,
        () = begun.sent(), if is_kept_alive => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = end {
        tracing::debug!(%error, "a connection failed");
    }
}

/// A stream that fails if it cannot write any byte for a time.
pub(super) struct WriteTimeout<S> {
    stream: S,
    limit: Duration,
    /// The end of the time. `None` unless a write waits.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub(super) fn new(stream: S, limit: Duration) -> Self {
        WriteTimeout {
            stream,
            limit,
            stalled: None,
        }
    }

    fn check<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let limit = self.limit;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(stalled.as_mut().poll(context));
        let error = format!(
            "the client has not read for {} seconds",
            limit.as_secs_f64()
        );
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, error)))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.check(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn accept_pauses_after_errors_of_the_listener() {
        let mut errors = [
            io::ErrorKind::ConnectionAborted,
            io::ErrorKind::QuotaExceeded,
            io::ErrorKind::ConnectionReset,
            io::ErrorKind::Other,
        ]
        .into_iter();
        let before = Instant::now();
        accept(|_| Poll::Ready(errors.next().map_or(Ok(()), |kind| Err(kind.into())))).await;
        assert_eq!(errors.len(), 0);
        assert_eq!(before.elapsed(), 2 * ACCEPT_PAUSE);
    }
}
