//! Runs a history against a server, without sockets.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use http_body_util::Full;
use hyper::Request;
use hyper::body::Bytes;
use mcp_tool_runtime::LiveRegistry;
use mcp_tool_runtime::context::Principal;
use mcp_tool_server::{HttpConfig, HttpService, ToolServer};
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tower::Service as _;

use super::events::{Received, head, read};
use super::history::{History, Sender, Step, UNKNOWN, USERS};
use super::model::{Model, Origin, Purpose};
use crate::messages::{Answer, BROKEN, IGNORED, REQUESTS, request};
use crate::run::{LIMIT, runtime};
use crate::tools::{Calls, registry, toggle_extra};

pub(super) struct Client {
    service: HttpService,
    pub(super) model: Model,
    pub(super) calls: Arc<Calls>,
    tools: LiveRegistry<Calls>,
    /// Whether the clock is paused. It then advances only while no task can run.
    pub(super) is_paused: bool,
    /// The tasks that read the connections, and whether they do.
    readers: Vec<(JoinHandle<()>, watch::Sender<bool>)>,
    received: mpsc::UnboundedReceiver<(usize, Received)>,
    sender: mpsc::UnboundedSender<(usize, Received)>,
}

/// Runs a history, on several threads or on one thread with a paused clock.
pub(crate) fn run(history: &History, has_threads: bool) -> Result<(), String> {
    runtime(has_threads).block_on(async {
        let mut client = Client::new(!has_threads);
        for step in &history.steps {
            client.step(step).await?;
            client.receive()?;
        }
        client.end().await
    })
}

impl Client {
    fn new(is_paused: bool) -> Self {
        let calls = Arc::new(Calls::default());
        let tools = registry(&calls);
        let server = ToolServer::new("demo", "1.2.3", tools.clone()).logging();
        let (sender, received) = mpsc::unbounded_channel();
        Client {
            service: server.http_service(HttpConfig::new()),
            model: Model::new(is_paused),
            calls,
            tools,
            is_paused,
            readers: Vec::new(),
            received,
            sender,
        }
    }

    async fn step(&mut self, step: &Step) -> Result<(), String> {
        match *step {
            Step::Open {
                request,
                user,
                has_header,
            } => self.open(request, user, has_header).await?,
            Step::Initialized(sender) if sender.session.is_some() => {
                if let Some(origin) = self.model.origin(sender) {
                    self.model.initialized(origin);
                    self.post(origin, IGNORED[3], Purpose::message(&[202]))
                        .await;
                }
            }
            Step::Request {
                sender,
                id,
                work,
                key,
            } => {
                if let Some(origin) = self.model.origin(sender) {
                    let (text, purpose) = self.model.request(origin, id, work, key);
                    self.post(origin, text, purpose).await;
                }
            }
            Step::Cancel {
                sender,
                id,
                other_spelling,
            } => {
                if let Some(origin) = self.model.origin(sender) {
                    let text = self.model.cancel(origin, id, other_spelling);
                    self.post(origin, text, Purpose::message(&[202])).await;
                }
            }
            Step::Release(position) => {
                let key = self.model.release(position);
                self.calls.released.send_modify(|keys| keys.extend(key));
            }
            Step::ReleaseAll => self.release_all(),
            Step::Answer {
                question,
                answer,
                sender,
            } => {
                let questions = self.model.questions();
                if let Some(position) = question.checked_rem(questions.len()) {
                    self.answer(questions[position], answer, sender).await;
                }
            }
            Step::Broken(sender, number) => {
                if let Some(origin) = self.model.origin(sender) {
                    let (line, _, code) = BROKEN[number];
                    let purpose = Purpose::Message {
                        statuses: vec![400],
                        code: Some(code),
                    };
                    self.post(origin, line, purpose).await;
                }
            }
            Step::Ignored(sender, number) => {
                let is_initialized = IGNORED[number].contains("notifications/initialized");
                if let Some(origin) = self.model.origin(sender)
                    && !is_initialized
                {
                    let purpose = Purpose::message(&[202, 400]);
                    self.post(origin, IGNORED[number], purpose).await;
                }
            }
            Step::Listen(sender) if sender.session.is_some() => {
                if let Some(origin) = self.model.origin(sender) {
                    let number = self.model.connect(origin, Purpose::Listen);
                    self.send("GET", number, &[], "").await;
                }
            }
            Step::Resume {
                stream,
                again,
                stranger,
            } => self.resume(stream, again, stranger).await,
            Step::ResumeUnknown(sender, event) if sender.session.is_some() => {
                if let Some(origin) = self.model.origin(sender) {
                    let number = self.model.connect(origin, Purpose::message(&[400]));
                    let stream = self.model.a_stream(origin).to_string();
                    let event = UNKNOWN[event].replace('*', &stream);
                    self.send("GET", number, &[("last-event-id", event)], "")
                        .await;
                }
            }
            Step::Lose(position) => {
                let open = self.model.open();
                if let Some(position) = position.checked_rem(open.len()) {
                    self.lose(open[position]).await?;
                }
            }
            Step::StopReading(position) => self.set_reading(position, false),
            Step::Read(position) => self.set_reading(position, true),
            Step::Delete(sender) if sender.session.is_some() => {
                if let Some(origin) = self.model.origin(sender) {
                    self.delete(origin).await;
                }
            }
            Step::Change => {
                self.model.change();
                toggle_extra(&self.tools);
            }
            Step::Settle(milliseconds) => self.settle(milliseconds).await?,
            _ => {}
        }
        Ok(())
    }

    async fn open(&mut self, number: usize, user: usize, has_header: bool) -> Result<(), String> {
        let (method, params, outcome, ..) = REQUESTS[number];
        let version = outcome.rsplit(' ').next().unwrap_or_default().to_owned();
        let can_ask = params.contains("elicitation") && &*version >= "2025-06-18";
        let purpose = Purpose::Open {
            user,
            version,
            can_ask,
        };
        let text = request("0", method, params, None, 0);
        let number = self.model.connect((user, None), purpose);
        let headers = [("mcp-protocol-version", "2099-01-01".to_owned())];
        let headers = if has_header { &headers[..] } else { &[] };
        self.send("POST", number, headers, text).await;
        let start = Instant::now();
        while self.model.open().contains(&number) {
            sleep(Duration::from_millis(1)).await;
            self.receive()?;
            if start.elapsed() > LIMIT {
                return Err("no session".to_owned());
            }
        }
        Ok(())
    }

    pub(super) fn release_all(&mut self) {
        while let Some(key) = self.model.release(0) {
            self.calls.released.send_modify(|keys| keys.extend([key]));
        }
    }

    /// Answers a question, by default in its session.
    pub(super) async fn answer(
        &mut self,
        question: (usize, usize),
        answer: Answer,
        sender: Option<Sender>,
    ) {
        let call = &self.model.calls[question.0];
        let own = (call.user, call.session);
        let origin = sender.and_then(|sender| self.model.origin(sender));
        let origin = origin.unwrap_or(own);
        if origin.1.is_some()
            && let Some(text) = self.model.answer(question, answer, origin)
        {
            self.post(origin, text, Purpose::message(&[202])).await;
        }
    }

    pub(super) async fn resume(&mut self, stream: usize, again: usize, stranger: Option<usize>) {
        if let Some((event, number)) = self.model.resume(stream, again, stranger) {
            self.send("GET", number, &[("last-event-id", event)], "")
                .await;
        }
    }

    pub(super) async fn delete(&mut self, origin: Origin) {
        let number = self.model.connect(origin, Purpose::message(&[204]));
        self.model.delete(origin);
        self.send("DELETE", number, &[], "").await;
    }

    async fn post(&mut self, origin: Origin, body: impl AsRef<[u8]>, purpose: Purpose) {
        let number = self.model.connect(origin, purpose);
        let message: Value = serde_json::from_slice(body.as_ref()).unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mut headers = Vec::new();
        if origin.1.is_none() {
            headers.push(("mcp-protocol-version", "2026-07-28".to_owned()));
            headers.push(("mcp-method", text(&message["method"])));
            if message["method"] == "tools/call" {
                headers.push(("mcp-name", text(&message["params"]["name"])));
            }
        }
        self.send("POST", number, &headers, body).await;
    }

    /// Sends the request of a connection, and reads the response in a task.
    async fn send(
        &mut self,
        method: &str,
        number: usize,
        headers: &[(&str, String)],
        body: impl AsRef<[u8]>,
    ) {
        let (user, session) = self.model.origin_of(number);
        let mut request = Request::builder()
            .method(method)
            .uri("/mcp")
            .header("host", "localhost")
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json");
        if let Some(session) = session {
            let session = &self.model.sessions[session];
            request = request.header("mcp-session-id", &session.id);
        }
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        if let Some(user) = USERS[user] {
            request = request.extension(Principal::new(user));
        }
        let body = Full::new(Bytes::copy_from_slice(body.as_ref()));
        let request = request.body(body).unwrap();
        let mut future = Box::pin(self.service.call(request));
        // The server gets the requests in the order in which the client sends them.
        let response = poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await;
        if let Poll::Ready(Ok(response)) = &response {
            let _ = self.sender.send((number, head(response)));
        }
        let (reading, is_reading) = watch::channel(true);
        let to = (number, self.sender.clone());
        let reader = tokio::spawn(read(response, future, is_reading, to));
        assert_eq!(self.readers.len(), number);
        self.readers.push((reader, reading));
    }

    /// Breaks a connection.
    pub(super) async fn lose(&mut self, number: usize) -> Result<(), String> {
        let reader = &mut self.readers[number].0;
        reader.abort();
        let _ = reader.await;
        self.receive()?;
        self.model.lose(number);
        Ok(())
    }

    fn set_reading(&mut self, position: usize, is_reading: bool) {
        let open = self.model.open();
        if let Some(position) = position.checked_rem(open.len()) {
            self.read(open[position], is_reading);
        }
    }

    pub(super) fn read(&mut self, number: usize, is_reading: bool) {
        self.model.connections[number].is_reading = is_reading;
        self.readers[number].1.send_replace(is_reading);
    }

    /// Gives the model what has been received.
    pub(super) fn receive(&mut self) -> Result<(), String> {
        while let Ok((number, received)) = self.received.try_recv() {
            self.model.receive(number, &received)?;
        }
        Ok(())
    }

    /// Waits until the server has nothing left to do.
    pub(super) async fn settle(&mut self, milliseconds: u64) -> Result<(), String> {
        let start = Instant::now();
        sleep(Duration::from_millis(milliseconds)).await;
        loop {
            self.receive()?;
            let calls = &self.calls;
            match self.model.settle(|key| calls.is_running(key)) {
                Err(_) if !self.is_paused && start.elapsed() < LIMIT => {
                    sleep(Duration::from_millis(1)).await;
                }
                result => return result,
            }
        }
    }

    /// Drops the server and its tools. Returns the number of references to the calls that are left.
    pub(super) async fn drop_server(self) -> usize {
        let Client {
            service,
            calls,
            tools,
            ..
        } = self;
        drop((service, tools));
        if self.is_paused {
            sleep(Duration::from_secs(24 * 60 * 60)).await;
        }
        Arc::strong_count(&calls) - 1
    }
}
