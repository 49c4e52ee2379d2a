//! A companion over HTTP.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use http_body_util::BodyExt as _;
use hyper::{Request, Response, StatusCode};
use mcp_tool_runtime::context::Principal;
use mcp_tool_server::{HttpBody, HttpConfig, HttpService, SessionRecord, SessionStore};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;
use tower::ServiceExt as _;

use crate::client::{Got, Script, script, tools};

pub(crate) fn serve(companion: Script, config: HttpConfig) -> HttpService {
    tools().beside(companion).unwrap().http_service(config)
}

/// A request of protocol version 2025-11-25.
pub(crate) fn post(session: Option<&str>, message: &Value) -> Request<Body> {
    let mut request = Request::post("http://localhost/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-11-25");
    if let Some(session) = session {
        request = request.header("mcp-session-id", session);
    }
    request.body(message.to_string().into()).unwrap()
}

/// A request of protocol version 2026-07-28.
pub(crate) fn modern(method: &str, mut params: Value) -> Request<Body> {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    let mut request = post(None, &message);
    let headers = request.headers_mut();
    headers.insert("mcp-protocol-version", "2026-07-28".parse().unwrap());
    headers.insert("mcp-method", method.parse().unwrap());
    request
}

pub(crate) async fn send(service: &HttpService, request: Request<Body>) -> Response<HttpBody> {
    service.clone().oneshot(request).await.unwrap()
}

pub(crate) async fn json(response: Response<HttpBody>) -> Value {
    let body = response.into_body().collect().await.unwrap().to_bytes();
    serde_json::from_slice(&body).unwrap_or_default()
}

/// Returns the next event with a message.
pub(crate) async fn event(response: &mut Response<HttpBody>) -> Value {
    loop {
        let frame = timeout(Duration::from_secs(60), response.body_mut().frame());
        let frame = frame.await.unwrap().expect("an event").unwrap();
        let text = String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap();
        let data = text.lines().find_map(|line| line.strip_prefix("data: "));
        if let Some(message) = data.and_then(|data| serde_json::from_str(data).ok()) {
            return message;
        }
    }
}

pub(crate) async fn initialize(service: &HttpService) -> (String, Value) {
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" },
    });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    let response = send(service, post(None, &message)).await;
    let session = response.headers()["mcp-session-id"]
        .to_str()
        .unwrap()
        .to_owned();
    let answer = json(response).await;
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let accepted = send(service, post(Some(&session), &initialized)).await;
    assert_eq!(accepted.status(), StatusCode::ACCEPTED);
    (session, answer)
}

/// Tells which methods the companion sees, and the ends of its channels.
pub(crate) fn reporting(
    run: impl Fn(&Got<'_>) + Send + Sync + 'static,
) -> (Script, UnboundedReceiver<String>) {
    let (seen, reports) = unbounded_channel();
    let end = seen.clone();
    let companion = script(move |got| {
        seen.send(got.method().to_owned()).unwrap();
        run(got);
    });
    (
        companion.at_end(move || drop(end.send("end".to_owned()))),
        reports,
    )
}

#[tokio::test]
async fn a_session_has_one_channel_until_it_ends() {
    let (companion, mut seen) = reporting(|got| match got.method() {
        "notifications/initialized" => got
            .sender
            .send(r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#),
        "prompts/get" => {
            let question = json!({ "jsonrpc": "2.0", "id": 2, "method": "sampling/createMessage" });
            got.sender.send_during(got.id(), question.to_string());
        }
        "" if got.json["id"] == 2 => {
            // The number of the first request after `initialize`.
            got.sender
                .send(r#"{"jsonrpc":"2.0","id":2,"result":{"asked":true}}"#);
        }
        _ => got.answer_basics(),
    });
    let service = serve(companion, HttpConfig::new());
    let (session, answer) = initialize(&service).await;
    assert_eq!(
        answer["result"]["capabilities"],
        json!({ "prompts": {}, "tools": {} })
    );

    // A question outside of requests is for the stream of notifications.
    let mut get = post(Some(&session), &json!(null));
    *get.method_mut() = hyper::Method::GET;
    let mut notifications = send(&service, get).await;
    assert_eq!(event(&mut notifications).await["method"], "roots/list");

    // A question during a request is for the stream of its response.
    let message = json!({ "jsonrpc": "2.0", "id": 9, "method": "prompts/get", "params": {} });
    let mut stream = send(&service, post(Some(&session), &message)).await;
    let question = event(&mut stream).await;
    assert_eq!(question["method"], "sampling/createMessage");
    let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": {} });
    send(&service, post(Some(&session), &answer)).await;
    let response = event(&mut stream).await;
    assert_eq!(
        (&response["id"], &response["result"]["asked"]),
        (&json!(9), &json!(true))
    );

    let mut delete = post(Some(&session), &json!(null));
    *delete.method_mut() = hyper::Method::DELETE;
    assert_eq!(
        send(&service, delete).await.status(),
        StatusCode::NO_CONTENT
    );
    // The second answer is the error of the first question, which nobody has answered.
    let methods = "initialize, notifications/initialized, prompts/get, , , end";
    for expected in methods.split(", ") {
        assert_eq!(seen.recv().await.unwrap(), expected);
    }
}

#[tokio::test]
async fn the_head_of_the_request_and_the_user_travel_beside_the_message() {
    let companion = script(|got| match got.method() {
        "prompts/list" => {
            let head = got
                .message
                .extension::<hyper::http::request::Parts>()
                .unwrap();
            let user = got.message.extension::<Principal>().map(Principal::name);
            let language = head.headers["accept-language"].to_str().unwrap();
            got.answer(json!({ "user": user, "language": language }));
        }
        _ => got.answer_basics(),
    });
    let service = serve(companion, HttpConfig::new());
    let mut request = modern("prompts/list", json!({}));
    request
        .headers_mut()
        .insert("accept-language", "fr".parse().unwrap());
    request.extensions_mut().insert(Principal::new("ada"));
    let result = json(send(&service, request).await).await;
    assert_eq!(result["result"]["user"], "ada", "{result}");
    assert_eq!(result["result"]["language"], "fr");
}

#[tokio::test]
async fn a_request_without_a_session_has_a_channel_of_its_own() {
    for is_modern in [true, false] {
        let (companion, mut seen) = reporting(|got| match got.method() {
            "prompts/list" => got.answer("{}"),
            _ => got.answer_basics(),
        });
        let config = match is_modern {
            true => HttpConfig::new(),
            false => HttpConfig::new().without_sessions(),
        };
        let service = serve(companion, config);
        for (method, status) in [
            ("prompts/list", StatusCode::OK),
            (
                "example/unknown",
                if is_modern {
                    StatusCode::NOT_FOUND
                } else {
                    StatusCode::OK
                },
            ),
        ] {
            let request = match is_modern {
                true => modern(method, json!({})),
                false => post(
                    None,
                    &json!({ "jsonrpc": "2.0", "id": 1, "method": method }),
                ),
            };
            assert_eq!(send(&service, request).await.status(), status, "{method}");
            assert_eq!(seen.recv().await.unwrap(), method);
            assert_eq!(seen.recv().await.unwrap(), "end");
        }
    }
}

#[tokio::test]
async fn the_header_mcp_name_must_match_the_body() {
    let companion = script(|got| match got.method() {
        "server/discover" => got.answer_basics(),
        _ => got.answer("{}"),
    });
    let service = serve(companion, HttpConfig::new());
    for (method, member) in [
        ("prompts/get", "name"),
        ("resources/read", "uri"),
        ("tasks/get", "taskId"),
        ("tasks/update", "taskId"),
        ("tasks/cancel", "taskId"),
    ] {
        for (header, code) in [
            (Some("a:b"), json!(null)),
            (Some("=?base64?YTpi?="), json!(null)),
            (Some("other"), json!(-32020)),
            (None, json!(-32020)),
        ] {
            let mut request = modern(method, json!({ member: "a:b" }));
            if let Some(header) = header {
                request
                    .headers_mut()
                    .insert("mcp-name", header.parse().unwrap());
            }
            let answer = json(send(&service, request).await).await;
            assert_eq!(answer["error"]["code"], code, "{method}, {header:?}");
        }
    }
}

#[tokio::test]
async fn a_client_that_leaves_cancels_its_request() {
    let (companion, mut seen) = reporting(|got| {
        if got.method() != "prompts/get" {
            got.answer_basics();
        }
    });
    let service = serve(companion, HttpConfig::new());
    let waiting = tokio::spawn(async move {
        let response = send(&service, modern("prompts/get", json!({}))).await;
        response.into_body().collect().await.map(drop)
    });
    assert_eq!(seen.recv().await.unwrap(), "prompts/get");
    waiting.abort();
    assert_eq!(seen.recv().await.unwrap(), "notifications/cancelled");
    assert_eq!(seen.recv().await.unwrap(), "end");
}

/// Another server has opened the session, so the companion of this one has not seen its `initialize`.
#[tokio::test]
async fn a_session_from_a_store_is_introduced_to_the_companion() {
    #[derive(Default)]
    struct Store(std::sync::Mutex<Option<SessionRecord>>);

    impl SessionStore for Store {
        type Error = Infallible;

        async fn save(&self, session: SessionRecord) -> Result<(), Infallible> {
            *self.0.lock().unwrap() = Some(session);
            Ok(())
        }

        async fn load(&self, _: &str) -> Result<Option<SessionRecord>, Infallible> {
            Ok(self.0.lock().unwrap().clone())
        }

        async fn remove(&self, _: &str) -> Result<(), Infallible> {
            Ok(())
        }
    }

    let store = Arc::new(Store::default());
    let first = HttpConfig::new().session_store(Arc::clone(&store));
    let first = serve(script(|got| got.answer_basics()), first);
    let (session, _) = initialize(&first).await;

    let (companion, mut seen) = reporting(|got| match got.method() {
        "initialize" => {
            assert_eq!(got.json["params"]["clientInfo"]["name"], "test");
            assert_eq!(got.json["params"]["protocolVersion"], "2025-11-25");
            got.answer_basics();
        }
        "prompts/list" => got.answer("{}"),
        _ => got.answer_basics(),
    });
    let second = serve(companion, HttpConfig::new().session_store(store));
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "prompts/list" });
    let response = send(&second, post(Some(&session), &message)).await;
    assert_eq!(json(response).await["result"], json!({}));
    for expected in ["initialize", "notifications/initialized", "prompts/list"] {
        assert_eq!(seen.recv().await.unwrap(), expected);
    }
}

/// A companion that sends notifications to a client that is gone must not keep its session open for ever.
#[tokio::test(start_paused = true)]
async fn messages_that_nobody_reads_keep_no_session_open() {
    let (companion, mut seen) = reporting(|got| {
        if got.method() == "notifications/initialized" {
            let sender = got.sender.clone();
            tokio::spawn(async move {
                loop {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    sender.send(r#"{"jsonrpc":"2.0","method":"notifications/x"}"#);
                }
            });
        }
        got.answer_basics();
    });
    let config = HttpConfig::new().session_timeout(Duration::from_secs(60));
    let service = serve(companion, config);
    initialize(&service).await;
    for expected in ["initialize", "notifications/initialized", "end"] {
        let report = timeout(Duration::from_secs(300), seen.recv()).await;
        assert_eq!(report.expect("the end of the session").unwrap(), expected);
    }
}

/// A companion that refuses a client opens no session.
#[tokio::test]
async fn a_refused_initialize_opens_no_session() {
    let service = serve(script(|got| got.refuse(-32000)), HttpConfig::new());
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" },
    });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    let response = send(&service, post(None, &message)).await;
    assert!(response.headers().get("mcp-session-id").is_none());
    assert_eq!(json(response).await["error"]["code"], -32000);
}
