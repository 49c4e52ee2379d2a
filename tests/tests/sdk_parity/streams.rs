//! Runs the rows over a pair of streams in memory.

use std::time::Duration;

use mcp_tool_runtime::ProtocolVersion;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};
use tokio::time::timeout;

use crate::questions::Questions;
use crate::row::{
    Action, Exchange, Row, Side, is_modern, is_response, is_response_without_id, with_client,
};

/// The time after which a row and all later ones are given up.
pub(crate) const LIMIT: Duration = Duration::from_secs(20);

/// The stream of the recorded messages.
const OUTPUT: &str = "output";

struct Client {
    to_server: DuplexStream,
    from_server: Lines<BufReader<DuplexStream>>,
    version: ProtocolVersion,
    side: Side,
    /// How many events the handler has recorded.
    events: usize,
    questions: Questions,
    exchange: Exchange,
}

/// Serves with a function that gets the server's ends of the streams, and runs the rows one after the other.
pub(crate) async fn run(
    serve: impl FnOnce(DuplexStream, DuplexStream),
    (version, side): (ProtocolVersion, Side),
    rows: &[Row],
) -> Vec<Exchange> {
    let (to_server, input) = tokio::io::duplex(64 * 1024);
    let (output, from_server) = tokio::io::duplex(64 * 1024);
    serve(input, output);
    let mut client = Client {
        to_server,
        from_server: BufReader::new(from_server).lines(),
        version,
        side,
        events: 0,
        questions: Questions::default(),
        exchange: Exchange::default(),
    };
    // Before `initialize`, `parity/settle` would be a request out of order.
    let mut is_open = is_modern(version);
    let mut exchanges = Vec::new();
    for (number, row) in (1_u64..).zip(rows) {
        is_open |= row.title == "`initialize`";
        let is_late = timeout(LIMIT, client.row(row, number, is_open))
            .await
            .is_err();
        if is_late {
            client.push("nothing in time".into());
        }
        exchanges.push(std::mem::take(&mut client.exchange));
        if is_late {
            break;
        }
    }
    exchanges
}

impl Client {
    async fn row(&mut self, row: &Row, number: u64, is_open: bool) {
        let message = row.message(number, self.version);
        let id = message["id"].clone();
        self.events += row.events_on(self.side);
        self.send(&message).await;
        match row.action {
            Action::Request => {
                let is_last =
                    |message: &_| is_response(message, &id) || is_response_without_id(message);
                self.receive_until(is_last).await;
            }
            Action::Notification => {}
            Action::CancelledRequest => {
                self.receive_until(|message| message.get("id").is_none())
                    .await;
                self.cancel(&id).await;
            }
            Action::Subscription { then } => {
                self.receive_until(|message| message.get("id").is_none())
                    .await;
                self.events += 1;
                self.settle().await;
                let other = json!(format!("{then} {number}"));
                let params = with_client(json!({}));
                let request =
                    json!({ "jsonrpc": "2.0", "id": other, "method": then, "params": params });
                self.send(&request).await;
                self.receive_until(|message| is_response(message, &other))
                    .await;
                if then == "parity/end" {
                    self.receive_until(|message| is_response(message, &id))
                        .await;
                } else {
                    self.cancel(&id).await;
                }
            }
        }
        if is_open {
            self.settle().await;
        }
    }

    async fn cancel(&mut self, id: &Value) {
        let params = json!({ "requestId": id, "reason": "enough" });
        let method = "notifications/cancelled";
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
            .await;
        // The call or the subscription records its end, and the handler the notification.
        self.events += 2;
    }

    /// Waits until the server has sent all messages of this row.
    async fn settle(&mut self) {
        let so_far = self.exchange.get(OUTPUT).map_or(0, Vec::len);
        let id = json!(format!("settled after {so_far} messages"));
        let mut params = json!({ "events": self.events });
        if is_modern(self.version) {
            params = with_client(params);
        }
        let method = "parity/settle";
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await;
        self.receive_until(|message| is_response(message, &id))
            .await;
    }

    async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        // A server that has ended does not answer, which the report shows.
        let _ = self.to_server.write_all(line.as_bytes()).await;
    }

    /// Receives messages up to the one for which `is_last` is true, and answers the server's requests. If the
    /// awaited message already has arrived, receives nothing.
    async fn receive_until(&mut self, is_last: impl Fn(&Value) -> bool) {
        let received = self.exchange.entry(OUTPUT).or_default();
        if received.iter().any(&is_last) {
            return;
        }
        while let Ok(Some(line)) = self.from_server.next_line().await {
            let mut message: Value = serde_json::from_str(&line).unwrap();
            let is_last = is_last(&message);
            if let Some(answer) = self.questions.receive(&mut message) {
                self.send(&answer).await;
            }
            self.push(message);
            if is_last {
                return;
            }
        }
        self.push("the end of the stream".into());
    }

    fn push(&mut self, message: Value) {
        self.exchange.entry(OUTPUT).or_default().push(message);
    }
}
