//! A client that sends more than the server takes at a time, or reads less.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mcp_tool_runtime::{ElicitForm, LiveRegistry, ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use mcp_tool_tests::toggle;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::time::timeout;

use super::client::*;

/// The maximum number of calls that run at a time. Calls that wait for an answer of the client do not count.
const RUNNING: usize = 256;

/// The maximum number of open requests. This number includes calls that wait for an answer of the client.
const OPEN: usize = 1024;

#[derive(Deserialize, JsonSchema, ElicitForm)]
struct Agreement {
    agreed: bool,
}

/// Asks the user.
#[mcp_tool]
async fn agree(#[state] gate: &Gate, #[context] cx: &ToolContext) -> bool {
    gate.started.fetch_add(1, Ordering::SeqCst);
    let answer = cx.elicit::<Agreement>("agree", "Do you agree?").await;
    answer.accepted().is_some_and(|form| form.agreed)
}

/// Asks the user two questions at once.
#[mcp_tool]
async fn agree_twice(#[state] gate: &Gate, #[context] cx: &ToolContext) {
    gate.started.fetch_add(1, Ordering::SeqCst);
    let ask = |key| cx.elicit::<Agreement>(key, "Do you agree?");
    let _ = tokio::join!(ask("first"), ask("second"));
}

/// Waits for the gate.
#[mcp_tool]
async fn wait(#[state] gate: &Gate) -> &'static str {
    gate.started.fetch_add(1, Ordering::SeqCst);
    gate.open.acquire().await.unwrap().forget();
    "waited"
}

/// Answers at once.
#[mcp_tool]
async fn tick() {}

/// Returns 600 kB.
#[mcp_tool]
async fn large() -> String {
    "large ".repeat(100_000)
}

async fn connect() -> Client {
    let gate = Gate::new();
    let registry = ToolRegistry::builder_arc(Arc::clone(&gate))
        .tools(tools![agree, agree_twice, wait, tick, large])
        .build()
        .unwrap();
    let mut client = Client::of(ToolServer::new("demo", "1.2.3", registry), gate);
    let info = json!({ "name": "test", "version": "0" });
    let capabilities = json!({ "elicitation": {} });
    let params = json!({
        "protocolVersion": LEGACY[1], "capabilities": capabilities, "clientInfo": info,
    });
    client.result("initialize", params).await;
    client
}

fn request(id: usize, tool: &str) -> String {
    let params = call(tool, json!({}));
    format!(
        "{}\n",
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
    )
}

fn cancellation(id: usize) -> String {
    let params = json!({ "requestId": id });
    let method = "notifications/cancelled";
    format!(
        "{}\n",
        json!({ "jsonrpc": "2.0", "method": method, "params": params })
    )
}

/// Sends calls, and waits until the server has started as many as its limit allows. The tests pause the clock,
/// which advances only while no task can run. So the sleep ends once the server has nothing left to do.
async fn send(client: &mut Client, tool: &str, ids: std::ops::Range<usize>) {
    let lines: String = ids.map(|id| request(id, tool)).collect();
    client.send_raw(lines).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
}

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_limit_wait_and_get_one_response() {
    let mut client = connect().await;
    send(&mut client, "wait", 1000..2000).await;
    assert_eq!(client.gate.started.load(Ordering::SeqCst), RUNNING);
    // L44
    assert_eq!(client.result("ping", json!({})).await, json!({}));
    client.gate.open.add_permits(1000);
    let mut ids = BTreeSet::new();
    for _ in 0..1000 {
        ids.insert(client.receive().await["id"].as_u64().unwrap());
    }
    assert_eq!(ids, (1000..2000).collect());
    let (rest, end) = client.end().await;
    assert!(rest.is_empty() && end.is_ok(), "{rest:?} {end:?}");
}

/// If the client stops reading, the server stops reading as well, and further messages stay in the
/// pipe.
#[tokio::test(start_paused = true)]
async fn the_server_stops_reading_if_the_client_stops() {
    let mut client = connect().await;
    let mut sent = 0;
    for id in 1000..100_000 {
        let line = request(id, "tick");
        let write = client.to_server.write_all(line.as_bytes());
        if timeout(Duration::from_secs(1), write).await.is_err() {
            break;
        }
        sent += line.len();
    }
    assert!(sent < 4 * 1024 * 1024, "{sent} bytes were accepted");
    // The timeout can stop the last write in the middle of a line. The server answers an
    // incomplete line with an error, so allow one response without `result`.
    let (rest, end) = client.end().await;
    let calls = rest.iter().filter(|answer| answer["id"].is_u64()).count();
    let ids: BTreeSet<_> = rest
        .iter()
        .filter_map(|answer| answer["id"].as_u64())
        .collect();
    assert_eq!(calls, ids.len(), "each is answered once");
    assert!(
        rest.iter()
            .filter(|answer| answer.get("result").is_none())
            .count()
            <= 1
    );
    end.unwrap();
}

/// The server writes one response while others fill the outbox. The next call must start once the outbox has room,
/// though the client sends nothing more.
#[tokio::test(start_paused = true)]
async fn a_queued_call_starts_when_the_client_reads() {
    let mut client = connect().await;
    for id in 1..=4 {
        send(&mut client, "large", id..id + 1).await;
    }
    for id in 1..=4 {
        assert_eq!(client.receive().await["id"], id);
    }
}

#[tokio::test(start_paused = true)]
async fn the_server_stops_reading_if_the_client_reads_no_errors() {
    let padding = "x".repeat(100);
    for line in [
        padding.clone().into_bytes(),
        [padding.as_bytes(), b"\xff"].concat(),
        format!(r#"{{"jsonrpc":"2.0","id":"{padding}"}}"#).into(),
        format!(r#"{{"jsonrpc":"2.0","id":"{padding}","method":"ping"}}"#).into(),
        format!("[]{}", " ".repeat(100)).into(),
    ] {
        let mut client = connect().await;
        let mut sent = 0;
        let lines = [line.as_slice(), b"\n"].concat().repeat(100);
        while sent * line.len() < 4 * 1024 * 1024 {
            let write = client.to_server.write_all(&lines);
            if timeout(Duration::from_secs(1), write).await.is_err() {
                break;
            }
            sent += 100;
        }
        let line = String::from_utf8_lossy(&line);
        assert!(sent * line.len() < 4 * 1024 * 1024, "{sent} times {line}");
        let (rest, end) = client.end().await;
        let responses = sent..=sent + 100;
        assert!(responses.contains(&rest.len()), "{} to {sent}", rest.len());
        end.unwrap();
    }
}

/// The server must not parse each queued request again for each cancellation.
#[tokio::test]
async fn many_cancellations_are_cheap() {
    let mut client = connect().await;
    let running: String = (0..RUNNING).map(|id| request(id, "wait")).collect();
    client.send_raw(running).await;
    let padding = "x".repeat(10_000);
    let queued = (1000..1100).map(|id| request(id, &padding));
    client.send_raw(queued.collect::<String>()).await;
    let cancellations = (2000..7000).chain([0]).map(cancellation);
    client.send_raw(cancellations.collect::<String>()).await;
    reaches(&client.gate.started, RUNNING).await;
    for _ in 1000..1100 {
        assert_eq!(client.receive().await["error"]["code"], -32602);
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_beyond_the_limit_takes_effect() {
    let mut client = connect().await;
    // The server runs at most `RUNNING` calls at a time. Send `RUNNING + 2` calls, so that the
    // last two calls are queued. Then cancel the queued call with the id `RUNNING` and the
    // running call with the id 0.
    send(&mut client, "wait", 0..RUNNING + 2).await;
    client
        .send_raw(cancellation(RUNNING) + &cancellation(0))
        .await;
    let gate = Arc::clone(&client.gate);
    reaches(&gate.started, RUNNING + 1).await;
    gate.open.add_permits(RUNNING + 2);
    let mut ids = BTreeSet::new();
    for _ in 0..RUNNING {
        ids.insert(client.receive().await["id"].as_u64().unwrap() as usize);
    }
    // R184: the cancelled requests receive no response.
    assert_eq!(ids, (1..RUNNING).chain([RUNNING + 1]).collect());
    let (rest, end) = client.end().await;
    assert!(rest.is_empty() && end.is_ok(), "{rest:?} {end:?}");
    assert_eq!(gate.started.load(Ordering::SeqCst), RUNNING + 1);
}

#[tokio::test(start_paused = true)]
async fn calls_waiting_for_the_client_do_not_count_as_running() {
    let mut client = connect().await;
    let calls = 2 * RUNNING;
    send(&mut client, "agree", 9000..9000 + calls).await;
    let mut questions = Vec::new();
    for _ in 0..calls {
        let question = client.receive().await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
        questions.push(question["id"].clone());
    }
    // While these calls wait for the client, the server runs another call.
    client.gate.open.add_permits(1);
    let waited = client.ask("tools/call", call("wait", json!({}))).await;
    assert_eq!(waited["result"]["content"][0]["text"], "waited");
    for id in questions {
        let result = json!({ "action": "accept", "content": { "agreed": true } });
        client
            .send(json!({ "jsonrpc": "2.0", "id": id, "result": result }))
            .await;
    }
    let mut ids = BTreeSet::new();
    for _ in 0..calls {
        let answer = client.receive().await;
        assert_eq!(answer["result"]["content"][0]["text"], "true", "{answer}");
        ids.insert(answer["id"].as_u64().unwrap() as usize);
    }
    assert_eq!(ids, (9000..9000 + calls).collect());
}

#[tokio::test(start_paused = true)]
async fn two_questions_of_a_call_make_room_for_one_call() {
    const ASKING: usize = 100;

    let mut client = connect().await;
    send(&mut client, "agree_twice", 9000..9000 + ASKING).await;
    for _ in 0..2 * ASKING {
        let question = client.receive().await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
    }
    send(&mut client, "wait", 0..2 * RUNNING).await;
    let started = client.gate.started.load(Ordering::SeqCst);
    assert_eq!(started, ASKING + RUNNING);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_answers_no_question_is_rejected_in_the_end() {
    let mut client = connect().await;
    let writer = async {
        let lines: String = (9000..9000 + OPEN + 9)
            .map(|id| request(id, "agree"))
            .collect();
        client.to_server.write_all(lines.as_bytes()).await.unwrap();
    };
    let mut refused = Vec::new();
    let mut questions = Vec::new();
    let reader = async {
        while questions.len() < OPEN || refused.len() < 9 {
            let line = timeout(LIMIT, client.from_server.next_line()).await;
            let message: Value = serde_json::from_str(&line.unwrap().unwrap().unwrap()).unwrap();
            match message.get("method") {
                Some(_) => questions.push(message["id"].clone()),
                None => refused.push(message["error"]["message"].clone()),
            }
        }
    };
    tokio::join!(writer, reader);
    let words = refused[0].as_str().unwrap();
    assert!(words.contains("1024 requests are open"), "{words}");
    // The client's response makes room for another call.
    let result = json!({ "action": "decline" });
    client
        .send(json!({ "jsonrpc": "2.0", "id": questions[0], "result": result }))
        .await;
    assert_eq!(
        client.receive().await["result"]["content"][0]["text"],
        "false"
    );
    client.gate.open.add_permits(1);
    let waited = client.ask("tools/call", call("wait", json!({}))).await;
    assert_eq!(waited["result"]["content"][0]["text"], "waited");
}

/// When the grace period of a shutdown ends, the server sends an error for each open or queued call.
#[tokio::test(start_paused = true)]
async fn queued_calls_get_an_error_at_shutdown() {
    let mut client = connect().await;
    send(&mut client, "wait", 0..RUNNING + 44).await;
    let (rest, end) = client.end().await;
    let ids: BTreeSet<_> = rest
        .iter()
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    assert_eq!((rest.len(), ids.len()), (RUNNING + 44, RUNNING + 44));
    assert!(
        rest.iter().all(|answer| answer["error"]["code"] == -32603),
        "{rest:?}"
    );
    end.unwrap();
}

#[tokio::test(start_paused = true)]
async fn calls_that_wait_for_the_client_have_a_limit_in_bytes() {
    const LENGTH: usize = 12 * 1024 * 1024;

    let mut client = connect().await;
    let name = "x".repeat(LENGTH);
    for id in 0..6 {
        // The id counts, too.
        let call = json!({ "jsonrpc": "2.0", "id": format!("{id}{name}"), "method": "tools/call", "params": call("agree", json!({})) });
        client.send(call).await;
        let message = client.receive().await;
        if id < 5 {
            assert_eq!(message["method"], "elicitation/create");
        } else {
            let error = &message["error"];
            assert_eq!(error["code"], -32603);
            assert!(
                error["message"].as_str().unwrap().contains("64 MiB"),
                "{error}"
            );
        }
    }
}

fn live() -> (LiveRegistry<()>, Client) {
    let tool = mcp_tool_tests::live_tool("a", 1);
    let live = ToolRegistry::builder(())
        .tools([tool])
        .build_live()
        .unwrap();
    let server = ToolServer::new("live", "1", live.clone());
    (live, Client::of(server, Gate::new()))
}

const CHANGED: &str = "notifications/tools/list_changed";

#[tokio::test]
async fn unread_change_notifications_are_merged_into_one() {
    let (live, mut client) = live();
    client.initialize(LEGACY[0]).await;
    let all = live.registry();
    toggle(&live, &all, "a");
    assert_eq!(client.receive().await["method"], CHANGED);
    for _ in 0..2000 {
        toggle(&live, &all, "a");
    }
    assert_eq!(client.receive().await["method"], CHANGED);
    client.expect_silence().await;
}

#[tokio::test]
async fn a_slow_client_gets_fewer_notifications() {
    const CHANGES: usize = 20_000;
    let (live, mut client) = live();
    client.initialize(LEGACY[0]).await;
    let all = live.registry();
    for _ in 0..CHANGES {
        toggle(&live, &all, "a");
        tokio::task::yield_now().await;
    }
    let id = client.start("tools/list", json!({})).await;
    let mut heard = 0;
    while client.receive().await.get("id") != Some(&id) {
        heard += 1;
    }
    assert!((1..CHANGES / 2).contains(&heard), "{heard}");
}

#[tokio::test]
async fn an_overlong_line_gets_an_error() {
    let mut client = Client::legacy(LEGACY[1]).await;
    let text = "x".repeat(17 * 1024 * 1024);
    let params = json!({ "name": "add", "arguments": { "a": text } });
    let line = format!(r#"{{"method":"tools/call","params":{params},"jsonrpc":"2.0","id":7}}"#);
    let (id, code, message) = client.refused(line).await;
    assert_eq!((id, code), (json!(7), -32600));
    assert!(message.contains("16 MiB"), "{message}");
    let (id, code, _) = client.refused(text).await;
    assert_eq!((id, code), (Value::Null, -32600));
    client.expect_silence().await;
}
