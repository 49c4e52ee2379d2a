//! Streams that are lost, calls that are cancelled, clients that are gone.

use std::sync::atomic::Ordering;

use mcp_tool_runtime::HttpConfig;
use serde_json::{Value, json};

use crate::client::*;

/// A call that waits, and tells that it does.
fn waiting(id: u32) -> Value {
    let mut call = call(id, "wait", json!({}));
    call["params"]["_meta"]["progressToken"] = json!(id);
    call
}

#[tokio::test]
async fn a_lost_stream_cancels_nothing_before_2026() {
    // R186
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        for version in OLDER {
            for message in [call(1, "wait", json!({})), waiting(1)] {
                let (address, gate) = serve(config.clone()).await;
                let older = Client::new(address, version).await;
                let lost = older.start(&message).await;
                reaches(&gate.started, 1).await;
                drop(lost);
                // Of another server; the loss of this one is noticed later.
                let (address, other) = serve(config.clone()).await;
                let newer = Client::new(address, NEWEST).await;
                let lost = newer.start(&message).await;
                reaches(&other.started, 1).await;
                drop(lost);
                reaches(&other.dropped, 1).await;

                assert_eq!(gate.dropped.load(Ordering::SeqCst), 0);
                gate.open.add_permits(1);
                reaches(&gate.finished, 1).await;
            }
        }
    }
}

#[tokio::test]
async fn what_goes_on_without_a_stream_may_still_report() {
    // R186: nobody gets it
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        let (address, gate) = serve(config).await;
        let older = Client::new(address, OLDER[1]).await;
        let mut message = call(1, "wait_and_tell", json!({}));
        message["params"]["_meta"]["progressToken"] = json!(1);
        let lost = older.start(&message).await;
        reaches(&gate.started, 1).await;
        drop(lost);
        let newer = Client::new(address, NEWEST).await;
        let lost = newer.start(&call(1, "wait", json!({}))).await;
        reaches(&gate.started, 2).await;
        drop(lost);
        reaches(&gate.dropped, 1).await;

        gate.open.add_permits(1);
        // The report has been made when this has been answered.
        let (_, answer) = older.ask(&call(2, "echo", json!({ "text": "a" }))).await;
        assert_eq!(answer["id"], 2);
        gate.open.add_permits(1);
        reaches(&gate.finished, 1).await;
    }
}

#[tokio::test]
async fn a_lost_stream_is_a_cancellation_in_2026() {
    // R187: before anything was sent, and after that
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        let (address, gate) = serve(config).await;
        let client = Client::new(address, NEWEST).await;
        let lost = client.start(&call(1, "wait", json!({}))).await;
        reaches(&gate.started, 1).await;
        drop(lost);
        reaches(&gate.dropped, 1).await;

        let mut lost = client.open(&waiting(2)).await;
        let progress = lost.next().await.unwrap();
        assert_eq!(progress["method"], "notifications/progress");
        drop(lost);
        reaches(&gate.dropped, 2).await;
        assert_eq!(gate.finished.load(Ordering::SeqCst), 0);
    }
}

#[tokio::test]
async fn a_call_is_cancelled_by_its_id() {
    // R184
    let (address, gate) = serve(HttpConfig::new()).await;
    let client = Client::new(address, OLDER[1]).await;
    for (cancelled, id) in [json!(7), json!(7.0), json!(u64::MAX), json!("a")]
        .into_iter()
        .enumerate()
    {
        let mut message = waiting(1);
        message["id"] = id.clone();
        let mut stream = client.open(&message).await;
        stream.next().await.expect("progress");
        client
            .notify("notifications/cancelled", json!({ "requestId": id }))
            .await;
        reaches(&gate.dropped, cancelled + 1).await;
    }
}

#[tokio::test]
async fn an_older_peer_takes_up_again_what_it_has_lost() {
    // R186
    // The SDK cannot hold one of the ids as a number.
    let [usual, unusual] = [json!(1), json!(7.0)];
    for (has_read_progress, id) in [(false, &usual), (true, &usual), (false, &unusual)] {
        let (address, gate) = serve(HttpConfig::new()).await;
        let client = Client::new(address, OLDER[1]).await;
        let mut message = waiting(1);
        message["id"] = id.clone();
        let mut lost = client.open(&message).await;
        lost.next().await.unwrap();
        drop(lost);
        // The first event of the stream has no message, and the second is the progress.
        let last = if has_read_progress { "1/0" } else { "0/0" };
        let mut found = client.listen(&[("last-event-id", last)]).await;
        gate.open.add_permits(1);
        // What it has read does not come once more.
        if !has_read_progress {
            let progress = found.next().await.unwrap();
            assert_eq!(progress["params"]["progressToken"], 1);
        }
        let answer = found.next().await.unwrap();
        assert_eq!(answer["id"], *id);
        assert_eq!(answer["result"]["content"][0]["text"], "waited");
    }
}

#[tokio::test]
async fn a_call_is_cancelled_by_a_notification() {
    // R184
    for version in OLDER {
        let (address, gate) = serve(HttpConfig::new()).await;
        let client = Client::new(address, version).await;
        let mut stream = client.open(&waiting(1)).await;
        stream.next().await.unwrap();
        client
            .notify("notifications/cancelled", json!({ "requestId": 1 }))
            .await;
        reaches(&gate.dropped, 1).await;
        // The session is well, and has not said more of the call.
        let (_, answer) = client.ask(&call(2, "echo", json!({ "text": "a" }))).await;
        assert_eq!(answer["result"]["content"][0]["text"], "a");
        assert_eq!(stream.next().await, None);
    }
}

#[tokio::test]
async fn clients_that_are_gone_do_not_hurt_the_others() {
    const CLIENTS: u32 = 12;
    for version in [OLDER[1], NEWEST] {
        let (address, gate) = serve(HttpConfig::new()).await;
        let client = Client::new(address, version).await;
        let mut streams = Vec::new();
        for id in 0..CLIENTS {
            let mut stream = client.open(&waiting(id)).await;
            stream.next().await.unwrap();
            streams.push((id, stream));
        }
        streams.retain(|(id, _)| id % 2 == 0);
        if version == NEWEST {
            reaches(&gate.dropped, CLIENTS as usize / 2).await;
        }
        gate.open.add_permits(CLIENTS as usize);
        for (id, mut stream) in streams {
            let answer = stream.next().await.unwrap();
            assert_eq!(answer["id"], id);
            assert_eq!(answer["result"]["content"][0]["text"], "waited");
            assert_eq!(stream.next().await, None);
        }
    }
}
