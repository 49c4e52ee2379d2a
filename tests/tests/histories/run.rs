//! Runs a history against a server, over in-memory streams and with a paused clock.

use std::cell::RefCell;
use std::collections::HashSet;
use std::panic::resume_unwind;
use std::pin::pin;
use std::sync::LazyLock;
use std::time::Duration;

use mcp_tool_runtime::{ElicitForm, ToolContext, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{ServeError, ToolServer};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::history::{End, Frame, History, Step};
use crate::messages::{IDS, IGNORED, PING, WAIT};
use crate::model::Model;

/// The time after which a server hangs. The clock is paused, so it advances only while no task can run.
const LIMIT: Duration = Duration::from_secs(60);

thread_local! {
    /// The keys of the calls that may return. A history runs on one thread.
    static RELEASED: RefCell<watch::Sender<HashSet<u32>>> = RefCell::default();
}

/// The server of all histories. To build the registry takes longer than a history.
static SERVER: LazyLock<ToolServer> = LazyLock::new(|| {
    let registry = ToolRegistry::builder(()).tools(tools![add, wait, ask, panic, fail]);
    ToolServer::new("demo", "1.2.3", registry.build().unwrap())
});

fn release(keys: impl IntoIterator<Item = u32>) {
    RELEASED.with_borrow(|released| released.send_modify(|released| released.extend(keys)));
}

#[derive(Deserialize, JsonSchema, ElicitForm)]
struct Agreement {
    agreed: bool,
}

/// Adds two numbers.
#[mcp_tool(allow(undocumented))]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Waits until the key is released.
#[mcp_tool(allow(undocumented))]
async fn wait(key: u32) -> &'static str {
    let mut released = RELEASED.with_borrow(watch::Sender::subscribe);
    let _ = released.wait_for(|keys| keys.contains(&key)).await;
    "waited"
}

/// Asks the user.
#[mcp_tool(allow(undocumented))]
async fn ask(#[context] cx: &ToolContext, key: u32) -> &'static str {
    let answer = cx.elicit::<Agreement>("form", &key.to_string()).await;
    match answer.accepted() {
        Some(Agreement { agreed: true }) => "agreed",
        _ => "declined",
    }
}

/// Panics, without the message of the panic hook.
#[mcp_tool]
async fn panic() {
    resume_unwind(Box::new("secret"))
}

/// Fails.
#[mcp_tool]
async fn fail() -> Result<(), ToolError> {
    Err(ToolError::new("failed"))
}

struct Client {
    model: Model,
    to_server: DuplexStream,
    from_server: Lines<BufReader<DuplexStream>>,
    is_reading: bool,
    serving: JoinHandle<Result<(), ServeError>>,
}

pub(crate) fn run(history: &History) -> Result<(), String> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut client = Client::new(history.room);
        for step in &history.steps {
            client.step(step).await?;
        }
        client.end(history).await
    })
}

impl Client {
    fn new(room: usize) -> Self {
        RELEASED.set(watch::Sender::default());
        let (to_server, input) = tokio::io::duplex(room);
        let (output, from_server) = tokio::io::duplex(room);
        Client {
            model: Model::default(),
            to_server,
            from_server: BufReader::new(from_server).lines(),
            is_reading: true,
            serving: tokio::spawn(SERVER.clone().serve_io(input, output)),
        }
    }

    async fn step(&mut self, step: &Step) -> Result<(), String> {
        match *step {
            Step::Request {
                id,
                request,
                version,
                frame,
                key,
            } => {
                let request = self.model.request(IDS[id], request, version, key);
                let line = match frame {
                    Frame::Plain => request + "\n",
                    Frame::CarriageReturn => request + "\r\n",
                    Frame::ByteOrderMark => format!("\u{feff}{request}\n"),
                    Frame::Blanks => format!(" \t{request} \n"),
                };
                self.send(line.as_bytes()).await?;
            }
            Step::Crowd { key } => {
                for key in key..key + 260 {
                    let id = format!("\"crowd {key}\"");
                    let request = self.model.request(&id, WAIT, 1, key);
                    self.send_line(&request).await?;
                }
            }
            Step::Cancel { id, other_spelling } => {
                let cancellation = self.model.cancel(id, other_spelling);
                self.send_line(&cancellation).await?;
            }
            Step::Release(position) => {
                let key = self.model.release(position);
                release(key);
            }
            Step::ReleaseAll => {
                while let Some(key) = self.model.release(0) {
                    release([key]);
                }
            }
            Step::Answer(position, answer) => {
                if let Some(answer) = self.model.answer(position, answer) {
                    self.send_line(&answer).await?;
                }
            }
            Step::Broken(number) => {
                let line = self.model.broken(number);
                self.send(&[line, b"\n"].concat()).await?;
            }
            Step::Ignored(number) => self.send_line(IGNORED[number]).await?,
            Step::Settle => self.settle().await?,
            Step::StopReading => {
                self.is_reading = false;
                self.model.stop_reading();
            }
            Step::Read => self.is_reading = true,
        }
        Ok(())
    }

    async fn send_line(&mut self, line: &str) -> Result<(), String> {
        self.send(format!("{line}\n").as_bytes()).await
    }

    /// Sends bytes. Starts to read if the server reads nothing before it can write.
    async fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let mut written = pin!(self.to_server.write_all(bytes));
        loop {
            tokio::select! {
                biased;
                written = &mut written => return written.map_err(|error| format!("cannot send: {error}")),
                line = self.from_server.next_line(), if self.is_reading => {
                    let line = line.map_err(|error| error.to_string())?;
                    self.model.receive(&line.ok_or("the server has ended")?)?;
                }
                () = sleep(LIMIT) => {
                    if self.is_reading {
                        return Err("the server reads nothing".to_owned());
                    }
                    self.is_reading = true;
                }
            }
        }
    }

    /// Reads until the server has nothing left to do.
    async fn settle(&mut self) -> Result<(), String> {
        loop {
            tokio::select! {
                line = self.from_server.next_line(), if self.is_reading => {
                    let line = line.map_err(|error| error.to_string())?;
                    self.model.receive(&line.ok_or("the server has ended")?)?;
                }
                () = sleep(Duration::from_millis(1)) => break,
            }
        }
        if self.is_reading {
            self.model.settle()
        } else {
            Ok(())
        }
    }

    async fn end(mut self, history: &History) -> Result<(), String> {
        match history.end {
            End::Clean => {}
            End::Unfinished => {
                let request = self.model.request(r#""last""#, PING, 0, 0);
                self.send(request.as_bytes()).await?;
            }
            End::Cut => {
                self.model.invalid(None, -32700);
                self.send(br#"{"jsonrpc":"2.0","id":1,"meth"#).await?;
            }
        }
        self.to_server
            .shutdown()
            .await
            .map_err(|error| error.to_string())?;
        let before = Instant::now();
        let released = self.model.end(history.release_at_end);
        release(released);
        let Client {
            mut model,
            mut from_server,
            serving,
            ..
        } = self;
        let mut read = async || {
            while let Some(line) = from_server
                .next_line()
                .await
                .map_err(|error| error.to_string())?
            {
                // A client that has not read finds a part of a line at the end.
                match model.receive(&line) {
                    Err(_) if history.is_deaf && line.len() < history.room => {}
                    received => received?,
                }
            }
            Ok::<_, String>(())
        };
        if !history.is_deaf {
            timeout(LIMIT, read())
                .await
                .map_err(|_| "the server does not end")??;
        }
        let ended = timeout(LIMIT, serving)
            .await
            .map_err(|_| "the server does not end without a reader")?;
        let ended = ended.map_err(|error| format!("the server has panicked: {error}"))?;
        let limit = ToolServer::GRACE + Duration::from_secs(2);
        if before.elapsed() > limit {
            return Err(format!("the end took {:?}", before.elapsed()));
        }
        if history.is_deaf {
            return read().await;
        }
        ended.map_err(|error| error.to_string())?;
        model.finish()
    }
}
