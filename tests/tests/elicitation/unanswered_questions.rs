//! Questions to a client older than 2026-07-28: unreadable or missing answers, errors of the client, and
//! questions that the server withdraws.

use std::collections::HashSet;
use std::time::Duration;

use mcp_tool_server::{ServeError, ToolServer};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, duplex};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

use crate::tools::*;

const LIMIT: Duration = Duration::from_secs(20);

struct Client {
    to_server: DuplexStream,
    from_server: Lines<BufReader<DuplexStream>>,
    serving: JoinHandle<Result<(), ServeError>>,
}

impl Client {
    async fn new() -> Self {
        let (to_server, input) = duplex(64 * 1024);
        let (output, from_server) = duplex(64 * 1024);
        let server = ToolServer::new("demo", "1.0.0", registry());
        let mut client = Client {
            to_server,
            from_server: BufReader::new(from_server).lines(),
            serving: tokio::spawn(server.serve_io(input, output)),
        };
        let initialize = json!({
            "jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": { "elicitation": {} },
                "clientInfo": { "name": "test", "version": "0" },
            },
        });
        client.say(&initialize).await;
        assert_eq!(client.hear().await["id"], "hello");
        client
    }

    async fn send(&mut self, line: &str) {
        let line = format!("{line}\n");
        let sent = timeout(LIMIT, self.to_server.write_all(line.as_bytes()));
        sent.await.expect("a server that reads").unwrap();
    }

    async fn say(&mut self, message: &Value) {
        self.send(&message.to_string()).await;
    }

    async fn hear(&mut self) -> Value {
        let line = timeout(LIMIT, self.from_server.next_line());
        let line = line.await.expect("a message in time").unwrap();
        serde_json::from_str(&line.expect("a message")).unwrap()
    }

    /// Calls a tool, and returns the request id of the tool's question.
    async fn is_asked(&mut self, id: u32, tool: &str) -> Value {
        let call = json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": tool },
        });
        self.say(&call).await;
        let asked = self.hear().await;
        assert_eq!(asked["method"], "elicitation/create", "{asked}");
        asked["id"].clone()
    }

    /// Reads the result of a call that failed, and returns its error text.
    async fn failure(&mut self, id: u32) -> String {
        let answer = self.hear().await;
        assert_eq!(answer["id"], id, "{answer}");
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        let text = answer["result"]["content"][0]["text"].as_str();
        text.unwrap().to_owned()
    }

    async fn is_well(&mut self) {
        self.say(&json!({ "jsonrpc": "2.0", "id": 99, "method": "ping" }))
            .await;
        assert_eq!(self.hear().await["id"], 99);
    }
}

#[tokio::test]
async fn an_overlong_answer_ends_the_call() {
    // R155, R201
    let mut client = Client::new().await;
    let question = client.is_asked(7, "book").await;
    let text = "x".repeat(17 * 1024 * 1024);
    let answer = json!({
        "jsonrpc": "2.0", "id": question, "result": accept(json!({ "city": text, "people": 2 })),
    });
    client.say(&answer).await;
    let text = client.failure(7).await;
    assert!(text.contains("longer than the limit"), "{text}");
    client.is_well().await;
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_input_ends_open_questions() {
    // R201
    let mut client = Client::new().await;
    client.is_asked(7, "book").await;
    let began = Instant::now();
    client.to_server.shutdown().await.unwrap();
    let text = client.failure(7).await;
    assert!(text.ends_with("the client has closed the input"), "{text}");
    client.serving.await.unwrap().unwrap();
    // Tokio advances the paused test clock when all tasks wait for timers. The clock has not
    // advanced by a second, so the server did not wait for a timeout.
    assert!(began.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn a_question_after_the_end_of_the_input_fails() {
    // R201
    let mut client = Client::new().await;
    let call = json!({
        "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": { "name": "book_surely" },
    });
    client.say(&call).await;
    let question = client.hear().await["id"].clone();
    let answer = json!({ "jsonrpc": "2.0", "id": question, "result": oslo() });
    client.say(&answer).await;
    client.to_server.shutdown().await.unwrap();
    // The server can send a second question before it reads the end of the input. Skip this
    // question.
    let mut message = client.hear().await;
    if message["method"] == "elicitation/create" {
        message = client.hear().await;
    }
    assert_eq!(message["result"]["isError"], true, "{message}");
    timeout(LIMIT, client.serving)
        .await
        .expect("the end")
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn ten_questions_at_once_are_answered_in_any_order() {
    let mut client = Client::new().await;
    let mut questions = Vec::new();
    for id in 0..10 {
        questions.push(client.is_asked(id, "book").await);
    }
    for (people, question) in questions.iter().enumerate().rev() {
        if people == 0 {
            continue;
        }
        let content = json!({ "city": "Oslo", "people": people });
        client
            .say(&json!({ "jsonrpc": "2.0", "id": question, "result": accept(content) }))
            .await;
        let answer = client.hear().await;
        assert_eq!(answer["id"], people);
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert_eq!(text, format!("Oslo for {people}, with nothing"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_withdrawn_question_is_not_sent() {
    // The server must not send a question after the cancellation of the same question. If the
    // cancellation arrived before the question, the client would ignore the cancellation, and
    // would then show a form for the question.
    const CALLS: usize = 500;
    let mut client = Client::new().await;
    for id in 0..CALLS {
        let call = json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "fickle" },
        });
        client.say(&call).await;
    }
    let (mut back, mut answers) = (HashSet::new(), 0);
    while (back.len(), answers) != (CALLS, CALLS) {
        let message = client.hear().await;
        match message["method"].as_str() {
            None => answers += 1,
            Some("notifications/cancelled") => {
                back.insert(message["params"]["requestId"].as_u64());
            }
            Some(_) => assert!(!back.contains(&message["id"].as_u64()), "{message}"),
        }
    }
    client.is_well().await;
}
