//! The handwritten implementation. It borrows strings from the request, and writes the response to one
//! buffer.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::tools::{Sum, Terms, forecast_of};

#[derive(Deserialize)]
struct Request<'a> {
    jsonrpc: &'a str,
    id: u64,
    method: &'a str,
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    name: Option<&'a str>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow, rename = "_meta")]
    meta: Option<Meta<'a>>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<&'a str>,
}

#[derive(Deserialize)]
struct Place<'a> {
    city: &'a str,
    days: u32,
}

/// Answers a request: calls a tool, or returns `tools`, the JSON text of the tool list.
pub(crate) fn handle(message: &[u8], tools: &str) -> Vec<u8> {
    let request: Request<'_> = serde_json::from_slice(message).expect("a request");
    assert_eq!(request.jsonrpc, "2.0");
    let params = request.params;
    if request.method == "tools/list" {
        let mut response = start(request.id, tools.len());
        response.extend_from_slice(tools.as_bytes());
        response.push(b'}');
        return response;
    }
    let version = params.meta.and_then(|meta| meta.version);
    let arguments = params.arguments.map_or("{}", RawValue::get);
    let written = match params.name {
        Some("add") => {
            let terms: Terms = serde_json::from_str(arguments).expect("two numbers");
            serde_json::to_vec(&add(terms))
        }
        Some("weather") => {
            let place: Place<'_> = serde_json::from_str(arguments).expect("a place");
            serde_json::to_vec(&forecast_of(place.city, place.days))
        }
        name => panic!("no tool {name:?}"),
    };
    let data = written.expect("the answer is JSON");
    let text = str::from_utf8(&data).expect("JSON is text");
    let mut response = start(request.id, 3 * data.len() + 96);
    response.push(b'{');
    if version == Some("2026-07-28") {
        response.extend_from_slice(br#""resultType":"complete","#);
    }
    response.extend_from_slice(br#""content":[{"type":"text","text":"#);
    serde_json::to_writer(&mut response, text).expect("a vector takes everything");
    response.extend_from_slice(br#"}],"structuredContent":"#);
    response.extend_from_slice(&data);
    response.extend_from_slice(b"}}");
    response
}

fn start(id: u64, length: usize) -> Vec<u8> {
    let mut response = Vec::with_capacity(length + 64);
    response.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    serde_json::to_writer(&mut response, &id).expect("a vector takes everything");
    response.extend_from_slice(br#","result":"#);
    response
}

fn add(terms: Terms) -> Sum {
    Sum {
        sum: terms.a + terms.b,
    }
}

/// Calls `add` with a JSON value as its arguments, and returns the result as JSON text.
pub(crate) fn add_parsed(arguments: serde_json::Value) -> Vec<u8> {
    let terms = serde_json::from_value(arguments).expect("two numbers");
    serde_json::to_vec(&add(terms)).expect("the answer is JSON")
}
