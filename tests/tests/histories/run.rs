//! Runs a history against a server, over in-memory streams.

use std::io::ErrorKind;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use mcp_tool_runtime::LiveRegistry;
use mcp_tool_server::{ServeError, ToolServer};
use serde_json::value::RawValue;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::history::{End, Frame, History, Step};
use crate::messages::{IDS, PING};
use crate::model::Model;
use crate::tools::{Calls, registry, toggle_extra};

/// The time after which a server hangs.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

struct Client {
    model: Model,
    calls: Arc<Calls>,
    tools: LiveRegistry<Calls>,
    to_server: DuplexStream,
    from_server: Lines<BufReader<DuplexStream>>,
    is_reading: bool,
    /// Whether the clock is paused. It then advances only while no task can run.
    is_paused: bool,
    serving: JoinHandle<Result<(), ServeError>>,
}

/// Returns a runtime with several threads, or with one thread and a paused clock.
pub(crate) fn runtime(has_threads: bool) -> Runtime {
    let mut builder = if has_threads {
        Builder::new_multi_thread()
    } else {
        Builder::new_current_thread()
    };
    builder.enable_time().worker_threads(2);
    if !has_threads {
        builder.start_paused(true);
    }
    builder.build().unwrap()
}

/// Runs a history, on several threads or on one thread with a paused clock.
pub(crate) fn run(history: &History, has_threads: bool) -> Result<(), String> {
    runtime(has_threads).block_on(async {
        let mut client = Client::new(history.room, !has_threads);
        for step in &history.steps {
            client.step(step).await?;
        }
        client.end(history).await
    })
}

impl Client {
    fn new(room: usize, is_paused: bool) -> Self {
        let calls = Arc::new(Calls::default());
        let tools = registry(&calls);
        let (to_server, input) = tokio::io::duplex(room);
        let (output, from_server) = tokio::io::duplex(room);
        let server = ToolServer::new("demo", "1.2.3", tools.clone());
        Client {
            model: Model::default(),
            calls,
            tools,
            to_server,
            from_server: BufReader::new(from_server).lines(),
            is_reading: true,
            is_paused,
            serving: tokio::spawn(server.serve_io(input, output)),
        }
    }

    async fn step(&mut self, step: &Step) -> Result<(), String> {
        match *step {
            Step::Crowd {
                count,
                request,
                key,
            } => {
                for key in key..key + count {
                    let id = format!("\"crowd {key}\"");
                    let request = self.model.request(&id, request, 1, key);
                    self.send(format!("{request}\n").as_bytes()).await?;
                }
            }
            Step::Release(position) => {
                let key = self.model.release(position);
                self.calls.released.send_modify(|keys| keys.extend(key));
            }
            Step::ReleaseAll => {
                while let Some(key) = self.model.release(0) {
                    self.calls.released.send_modify(|keys| keys.extend([key]));
                }
            }
            Step::Batch(ref steps) => {
                let Some(is_allowed) = self.model.begin_batch() else {
                    return Ok(());
                };
                // Elsewhere, the messages in a batch have no effect, and the batch gets one error.
                let mut other = Model::default();
                let model = if is_allowed {
                    &mut self.model
                } else {
                    &mut other
                };
                let is_json = |step: &&Step| {
                    let message = message(&mut Model::default(), step);
                    message.is_some_and(|message| {
                        serde_json::from_slice::<&RawValue>(&message).is_ok()
                    })
                };
                let steps = steps.iter().filter(is_json);
                let messages: Vec<_> = steps.filter_map(|step| message(model, step)).collect();
                self.model.end_batch();
                if !is_allowed || messages.is_empty() {
                    self.model.invalid(None, -32600);
                }
                let line = [b"[", &*messages.join(&b","[..]), b"]\n"].concat();
                self.send(&line).await?;
            }
            Step::Change => {
                self.model.change();
                toggle_extra(&self.tools);
            }
            Step::Settle => self.settle().await?,
            Step::StopReading => {
                self.is_reading = false;
                self.model.stop_reading();
            }
            Step::Read => self.is_reading = true,
            _ => {
                if let Some(mut line) = message(&mut self.model, step) {
                    line.push(b'\n');
                    self.send(&line).await?;
                }
            }
        }
        Ok(())
    }

    /// Sends bytes. Starts to read if the server reads nothing before it can write.
    async fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let mut written = pin!(self.to_server.write_all(bytes));
        loop {
            tokio::select! {
                biased;
                written = &mut written => return written.map_err(|error| format!("cannot send: {error}")),
                line = self.from_server.next_line(), if self.is_reading => self.model.receive(&received(line)?)?,
                () = sleep(if self.is_paused { LIMIT } else { LIMIT / 600 }) => {
                    if self.is_reading && self.is_paused {
                        return Err("the server reads nothing".to_owned());
                    }
                    self.is_reading = true;
                }
            }
        }
    }

    /// Reads until the server has nothing left to do.
    async fn settle(&mut self) -> Result<(), String> {
        while self.is_reading {
            // With a running clock, wait for the messages that must come.
            let wait = if self.is_paused {
                Duration::from_millis(1)
            } else {
                LIMIT
            };
            if !self.is_paused && self.model.settle(false).is_ok() {
                return Ok(());
            }
            match timeout(wait, self.from_server.next_line()).await {
                Ok(line) => self.model.receive(&received(line)?)?,
                Err(_) => return self.model.settle(self.is_paused),
            }
        }
        sleep(Duration::from_millis(1)).await;
        Ok(())
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
        // With a running clock, do not wait for the end of the grace period.
        let released = self.model.end(history.release_at_end || !self.is_paused);
        self.calls
            .released
            .send_modify(|keys| keys.extend(released));
        let is_deaf = history.is_deaf && self.is_paused;
        let Client {
            mut model,
            mut from_server,
            serving,
            ..
        } = self;
        let mut read = async || {
            loop {
                let line = match from_server.next_line().await {
                    Ok(Some(line)) => line,
                    Ok(None) => return Ok(()),
                    // A client that has not read finds a part of a line at the end, and even of a character.
                    Err(error) if is_deaf && error.kind() == ErrorKind::InvalidData => {
                        return Ok(());
                    }
                    Err(error) => return Err(error.to_string()),
                };
                if is_deaf && serde_json::from_str::<&RawValue>(&line).is_err() {
                    return Ok(());
                }
                model.receive(&line)?;
            }
        };
        if !is_deaf {
            timeout(LIMIT, read())
                .await
                .map_err(|_| "the server does not end")??;
        }
        let ended = timeout(LIMIT, serving)
            .await
            .map_err(|_| "the server does not end without a reader")?;
        let ended = ended.map_err(|error| format!("the server has panicked: {error}"))?;
        if before.elapsed() > ToolServer::GRACE + Duration::from_secs(2) {
            return Err(format!("the end took {:?}", before.elapsed()));
        }
        if is_deaf {
            return read().await;
        }
        ended.map_err(|error| error.to_string())?;
        model.finish()
    }
}

fn received(line: std::io::Result<Option<String>>) -> Result<String, String> {
    let line = line.map_err(|error| error.to_string())?;
    line.ok_or_else(|| "the server has ended".to_owned())
}

/// Returns the message of a step, without the line end. Returns `None` for a step that sends no message.
fn message(model: &mut Model, step: &Step) -> Option<Vec<u8>> {
    Some(match *step {
        Step::Request {
            id,
            request,
            version,
            frame,
            key,
        } => {
            let request = model.request(IDS[id], request, version, key);
            let line = match frame {
                Frame::Plain => request,
                Frame::CarriageReturn => request + "\r",
                Frame::ByteOrderMark => format!("\u{feff}{request}"),
                Frame::Blanks => format!(" \t{request} "),
            };
            line.into_bytes()
        }
        Step::Cancel { id, other_spelling } => model.cancel(id, other_spelling).into_bytes(),
        Step::Answer(position, answer) => model.answer(position, answer)?.into_bytes(),
        Step::Broken(number) => model.broken(number).to_vec(),
        Step::Ignored(number) => model.ignored(number).as_bytes().to_vec(),
        _ => return None,
    })
}
