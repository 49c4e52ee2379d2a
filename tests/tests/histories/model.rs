//! What a server may send. The model sees each message that the client sends, and checks each line from the server.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::history::Answer;
use crate::messages::{ASKS, BROKEN, IDS, REQUESTS, VERSIONS, WRONG, other_spelling, value};
use crate::open_requests::{InUse, Open, OpenRequests};

/// The limit on running calls.
const RUNNING: usize = 256;

#[derive(Debug)]
struct Question {
    id: String,
    call: u32,
    is_answered: bool,
}

#[derive(Default)]
pub(crate) struct Model {
    open: OpenRequests,
    /// Whether the client can be asked, once `initialize` has succeeded.
    session: Option<bool>,
    questions: Vec<Question>,
    asking: HashSet<u32>,
    /// Whether requests may be queued, so that it is not certain which ones have started.
    is_crowded: bool,
}

/// A message from the server.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Message<'a> {
    jsonrpc: &'a str,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    method: Option<&'a str>,
    params: Option<Value>,
    result: Option<Value>,
    error: Option<Value>,
}

// What the client sends. Each function returns the message.
impl Model {
    pub(crate) fn request(&mut self, id: &str, request: usize, version: usize, key: u32) -> String {
        let (method, params, early, legacy, modern) = REQUESTS[request];
        // Parameters that are no object have no `_meta`.
        let version = if params.starts_with('{') { version } else { 0 };
        let (meta, fixed) = VERSIONS[version];
        // Whether a session has begun must not depend on the id of `initialize`.
        let handshake = format!("\"initialize {key}\"");
        let id = if method == "initialize" {
            &handshake
        } else {
            id
        };
        let outcomes = match (fixed, self.session) {
            (Some(fixed), _) => fixed,
            (None, _) if meta.is_some() => modern,
            (None, None) => early,
            (None, Some(_)) => legacy,
        };
        if meta.is_none() && outcomes == "initialized" {
            self.session = Some(params.contains("elicitation"));
        }
        let asks = outcomes == ASKS && self.session == Some(true);
        let outcomes = if outcomes == ASKS {
            "is error"
        } else {
            outcomes
        };
        let waits_for = (asks || outcomes == "text waited").then_some(key);
        if asks {
            self.asking.insert(key);
        }
        let outcomes = outcomes.split('|').map(|outcome| {
            let is_modern = meta.is_some() && !outcome.starts_with("error");
            if is_modern {
                format!("modern {outcome}")
            } else {
                outcome.to_owned()
            }
        });
        let outcomes = outcomes.filter(|_| !asks).collect();
        let value = value(id);
        let same = self
            .open
            .0
            .iter()
            .filter(|open| open.holds_id() && open.value == value);
        let is_in_use = same
            .map(|open| {
                if !self.is_crowded && open.id == id && open.is_waiting() {
                    InUse::Certainly
                } else {
                    InUse::Possibly
                }
            })
            .max_by_key(|is_in_use| *is_in_use == InUse::Certainly);
        self.open.0.push(Open {
            id: id.to_owned(),
            value,
            is_request: true,
            is_handshake: method == "initialize",
            asks,
            outcomes,
            waits_for,
            is_in_use: is_in_use.unwrap_or(InUse::No),
            may_have_ended: false,
            is_optional: false,
            response: None,
        });
        self.is_crowded |= self.waiting().count() >= RUNNING;
        let mut params = params.replace('$', &key.to_string());
        if let Some(meta) = meta {
            params = params
                .replacen('{', &format!(r#"{{"_meta":{meta},"#), 1)
                .replace(",}", "}");
        }
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
    }

    pub(crate) fn cancel(&mut self, id: usize, is_spelled_otherwise: bool) -> String {
        let id = IDS[id];
        let value = value(id);
        let has_id = |open: &Open| open.holds_id() && !open.is_handshake && open.value == value;
        let count = self.open.0.iter().filter(|open| has_id(open)).count();
        self.open.0.retain_mut(|open| {
            if !has_id(open) {
                return true;
            }
            if count == 1 && open.is_waiting() {
                return false;
            }
            open.is_optional = true;
            if count == 1 {
                open.is_request = false;
            } else {
                open.is_in_use = InUse::Possibly;
            }
            true
        });
        let id = if is_spelled_otherwise {
            other_spelling(id)
        } else {
            id.to_owned()
        };
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        )
    }

    /// Returns the keys of the calls of `wait` that have not been released.
    fn waiting(&self) -> impl Iterator<Item = u32> {
        let waiting = self
            .open
            .0
            .iter()
            .filter(|open| open.holds_id() && !open.asks);
        waiting.filter_map(|open| open.waits_for)
    }

    pub(crate) fn release(&mut self, position: usize) -> Option<u32> {
        let count = self.waiting().count();
        let key = self.waiting().nth(position.checked_rem(count)?)?;
        self.let_go(key);
        Some(key)
    }

    /// Records that a call no longer waits. It may return before the server reads another request with its id.
    fn let_go(&mut self, key: u32) {
        let mut of_call = self
            .open
            .0
            .iter_mut()
            .filter(|open| open.waits_for == Some(key));
        let Some(call) = of_call.next() else { return };
        call.waits_for = None;
        let id = call.value.clone();
        for open in &mut self.open.0 {
            if open.value == id && open.is_request && open.is_in_use == InUse::Certainly {
                open.is_in_use = InUse::Possibly;
            }
        }
    }

    pub(crate) fn answer(&mut self, position: usize, answer: Answer) -> Option<String> {
        let count = self.questions.len();
        let question = self.questions.get_mut(position.checked_rem(count)?)?;
        let (outcome, response) = match answer {
            Answer::Accept => (
                "text agreed",
                r#""result":{"action":"accept","content":{"agreed":true}}"#,
            ),
            Answer::Decline => ("text declined", r#""result":{"action":"decline"}"#),
            Answer::Error => ("is error", r#""error":{"code":-1,"message":"no"}"#),
            Answer::Wrong(number) => ("is error", WRONG[number]),
        };
        let response = format!(r#"{{"jsonrpc":"2.0","id":{},{response}}}"#, question.id);
        let call = question.call;
        if !std::mem::replace(&mut question.is_answered, true) {
            let mut open = self.open.0.iter_mut();
            if let Some(open) = open.find(|open| open.waits_for == Some(call)) {
                open.outcomes.push(outcome.to_owned());
                // After a wrong answer, the server may ask again, or end the call.
                open.may_have_ended = true;
            }
            if !matches!(answer, Answer::Wrong(_)) {
                self.let_go(call);
            }
        }
        Some(response)
    }

    pub(crate) fn broken(&mut self, number: usize) -> &'static [u8] {
        let (line, id, code) = BROKEN[number];
        self.invalid(id, code);
        line
    }

    /// Records an invalid message.
    pub(crate) fn invalid(&mut self, id: Option<&str>, code: i64) {
        self.open.0.push(Open {
            id: id.unwrap_or("null").to_owned(),
            value: value(id.unwrap_or("null")),
            is_request: false,
            is_handshake: false,
            asks: false,
            outcomes: vec![format!("error {code}")],
            waits_for: None,
            is_in_use: InUse::No,
            may_have_ended: false,
            is_optional: false,
            response: None,
        });
    }

    pub(crate) fn stop_reading(&mut self) {
        self.is_crowded = true;
    }
}

// What the server sends.
impl Model {
    pub(crate) fn receive(&mut self, line: &str) -> Result<(), String> {
        let message: Message<'_> =
            serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
        if message.jsonrpc != "2.0" {
            return Err(format!("not JSON-RPC: {line}"));
        }
        let id = message.id.map_or("null", RawValue::get).to_owned();
        let params = message.params.unwrap_or_default();
        let is_known = match message.method {
            Some("elicitation/create") => {
                let message = params["message"].as_str().unwrap_or_default();
                let call = message.lines().next().and_then(|call| call.parse().ok());
                let call = call.filter(|call| self.asking.contains(call));
                let is_new = self.questions.iter().all(|question| {
                    question.id != id && (question.is_answered || Some(question.call) != call)
                });
                self.questions.extend(call.map(|call| Question {
                    id,
                    call,
                    is_answered: false,
                }));
                call.is_some() && is_new
            }
            Some("notifications/cancelled") => {
                let id = params["requestId"].to_string();
                let mut questions = self.questions.iter();
                questions.any(|question| question.id == id)
            }
            Some(_) => false,
            None => {
                let outcome = outcome(message.result, message.error).ok_or(line)?;
                self.open.assign((id, outcome), &mut HashSet::new())
            }
        };
        if is_known {
            return Ok(());
        }
        let line: String = line.chars().take(400).collect();
        Err(format!("unexpected: {line}\nopen: {:?}", self.open.0))
    }

    /// Checks the state after the client has read everything, and the server has nothing left to do.
    pub(crate) fn settle(&mut self) -> Result<(), String> {
        if self.waiting().count() >= RUNNING {
            return Ok(());
        }
        self.is_crowded = false;
        self.open.reassign();
        for open in self
            .open
            .0
            .iter()
            .filter(|open| open.is_open() && !open.is_optional)
        {
            let is_asked = |question: &Question| {
                Some(question.call) == open.waits_for && !question.is_answered
            };
            let needs_question = open.asks && open.is_in_use == InUse::No;
            if open.waits_for.is_none()
                || open.is_in_use == InUse::Certainly
                || needs_question && !self.questions.iter().any(is_asked)
            {
                return Err(format!("no response: {open:?}"));
            }
        }
        self.open.forget();
        Ok(())
    }

    /// Records that the client has closed the input. Returns the keys of the calls that are released now.
    pub(crate) fn end(&mut self, release: bool) -> Vec<u32> {
        let released: Vec<_> = self.waiting().filter(|_| release).collect();
        for key in &released {
            self.let_go(*key);
        }
        for open in &mut self.open.0 {
            if open.waits_for.is_some() || self.is_crowded {
                open.outcomes.push("error -32603".to_owned());
            }
            if open.asks && open.waits_for.is_some() {
                open.outcomes.push("is error".to_owned());
            } else if open.waits_for.is_some() {
                open.outcomes.retain(|outcome| outcome.starts_with("error"));
            }
        }
        released
    }

    /// Checks that each request has its response.
    pub(crate) fn finish(&mut self) -> Result<(), String> {
        self.open.reassign();
        match self
            .open
            .0
            .iter()
            .find(|open| open.is_open() && !open.is_optional)
        {
            Some(open) => Err(format!("no response at the end: {open:?}")),
            None => Ok(()),
        }
    }
}

/// Describes a response in a few words. Returns `None` for one that is not valid.
fn outcome(result: Option<Value>, error: Option<Value>) -> Option<String> {
    let result = match (result, error) {
        (Some(result), None) => result,
        (None, Some(error)) => {
            error["message"].as_str()?;
            return Some(format!("error {}", error["code"].as_i64()?));
        }
        _ => return None,
    };
    let text = || Some(format!("text {}", result["content"][0]["text"].as_str()?));
    let words = if result == json!({}) {
        "pong".to_owned()
    } else if result["protocolVersion"].is_string() {
        "initialized".to_owned()
    } else if result["supportedVersions"].is_array() {
        "discovered".to_owned()
    } else if result["tools"].is_array() {
        "tools".to_owned()
    } else if result["inputRequests"].is_object() {
        "input required".to_owned()
    } else if result["isError"] == true {
        text().map(|_| "is error".to_owned())?
    } else {
        text()?
    };
    let is_modern = result.get("resultType").is_some();
    Some(if is_modern {
        format!("modern {words}")
    } else {
        words
    })
}
