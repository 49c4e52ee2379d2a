//! `requestState` contains the user's answers to the earlier questions of a call. The client stores this
//! state until it repeats the call. The server seals the state, so that the client cannot change the answers.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit as _, Mac as _};
use mcp_tool_rules::base64;
use mcp_tool_schema::numbers::canonical;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::call_request::RawArguments;
use crate::context::Principal;
use crate::json::exact_integers;

/// The keys of a registry for `requestState`, and the lifetime of each state. The first key seals new states.
/// [`open`](Self::open) accepts a state that any of the keys has sealed.
#[derive(Clone)]
pub(crate) struct StateKeys {
    keys: Vec<Vec<u8>>,
    lifetime: Duration,
}

/// A digest of the user, the tool and the arguments of a call.
#[derive(Clone)]
pub(crate) struct Binding([u8; 32]);

#[derive(Serialize, Deserialize)]
struct Payload {
    /// The expiry time, in seconds since 1970.
    expires: u64,
    answers: Map<String, Value>,
}

impl Default for StateKeys {
    fn default() -> Self {
        StateKeys {
            keys: Vec::new(),
            lifetime: Self::LIFETIME,
        }
    }
}

impl StateKeys {
    /// The minimum length of a key in bytes, equal to the length of a SHA-256 digest. A shorter key is weaker,
    /// and a longer key is not stronger.
    pub(crate) const MIN_KEY_LENGTH: usize = 32;
    /// The default lifetime of a state. This lifetime lets a user leave a form and return to it.
    const LIFETIME: Duration = Duration::from_secs(60 * 60);

    pub(crate) fn add(&mut self, key: Vec<u8>) {
        self.keys.push(key);
    }

    pub(crate) fn set_lifetime(&mut self, lifetime: Duration) {
        self.lifetime = lifetime;
    }

    pub(crate) fn has_keys(&self) -> bool {
        !self.keys.is_empty()
    }

    /// Returns the lengths of the keys that are too short.
    pub(crate) fn short_keys(&self) -> impl Iterator<Item = usize> {
        let lengths = self.keys.iter().map(Vec::len);
        lengths.filter(|length| *length < Self::MIN_KEY_LENGTH)
    }

    /// Returns the digest that binds a state to one user, tool and set of arguments.
    pub(crate) fn bind(
        principal: Option<&Principal>,
        tool: &str,
        given: &RawArguments<'_>,
    ) -> Binding {
        let principal = principal.map(|user| (user.issued_by(), user.name()));
        let arguments = match given {
            RawArguments::Map(map) => Value::Object(map.clone()),
            // If serde_json cannot parse the text, for example because of deep nesting, hash the
            // text itself. Then two different texts of this kind have different digests.
            RawArguments::Text(text) | RawArguments::Unreadable(text) => {
                exact_integers::parse(text).unwrap_or_else(|_| (*text).into())
            }
        };
        let mut digest = Sha256::new();
        for part in [
            "tools/call",
            &format!("{principal:?}"),
            tool,
            // A client may change the order of members when it repeats a call, and a JavaScript client may
            // send `1` in place of `1.0`. The digest must stay the same.
            &canonical(arguments),
        ] {
            // Hash the length of each part too. Without the lengths, `ab` and `c` have the same
            // digest as `a` and `bc`.
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
        Binding(digest.finalize().into())
    }

    pub(crate) fn seal(&self, binding: &Binding, answers: Map<String, Value>) -> Option<String> {
        let key = self.keys.first()?;
        let payload = Payload {
            expires: now().saturating_add(self.lifetime.as_secs()),
            answers,
        };
        let encoded = base64::encode(&serde_json::to_vec(&payload).ok()?);
        let tag = mac(key, binding, &encoded)?.finalize().into_bytes();
        Some(format!("{encoded}.{}", base64::encode(&tag)))
    }

    /// Returns the answers in a state. Returns `None` if the state was modified or has expired, or if no key
    /// sealed it for this binding.
    pub(crate) fn open(&self, binding: &Binding, state: &str) -> Option<Map<String, Value>> {
        let (payload, tag) = state.split_once('.')?;
        let tag = base64::decode(tag).ok()?;
        let sealed = self.keys.iter().any(|key| {
            let mac = mac(key, binding, payload);
            // `verify_slice` takes constant time. The time of a comparison with `==` can reveal
            // the correct tag to an attacker.
            mac.is_some_and(|mac| mac.verify_slice(&tag).is_ok())
        });
        if !sealed {
            return None;
        }
        let json = base64::decode(payload).ok()?;
        let payload: Payload = serde_json::from_slice(&json).ok()?;
        (now() < payload.expires).then_some(payload.answers)
    }
}

fn mac(key: &[u8], binding: &Binding, payload: &str) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    mac.update(b"mcp-tool-runtime requestState 1\0");
    mac.update(&binding.0);
    mac.update(payload.as_bytes());
    Some(mac)
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn keys(keys: &[&str]) -> StateKeys {
        let mut all = StateKeys::default();
        keys.iter().for_each(|key| all.add(key.as_bytes().to_vec()));
        all
    }

    fn answers() -> Map<String, Value> {
        Map::from_iter([("unit".to_owned(), json!({ "action": "accept" }))])
    }

    fn map(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap()
    }

    const KEY: &str = "a key of at least thirty-two bytes";
    const OTHER: &str = "another key of more than 32 bytes.";

    #[test]
    fn a_sealed_state_opens_only_for_the_same_call() {
        // R193, R194
        let keys = keys(&[KEY]);
        let text = RawArguments::Text(r#"{"b":[{"d":1,"c":2}],"a":1}"#);
        let [ada, empty, eve, adab, spaced] =
            ["ada", "", "eve", "adab", "login ada"].map(Principal::new);
        let foreign = Principal::new("ada").issuer("login");
        let binding = StateKeys::bind(Some(&ada), "book", &text);
        let state = keys.seal(&binding, answers()).unwrap();
        assert_eq!(keys.open(&binding, &state), Some(answers()));

        // The order of the members does not matter.
        let reordered = json!({ "a": 1, "b": [{ "c": 2, "d": 1 }] });
        let same = StateKeys::bind(Some(&ada), "book", &RawArguments::Map(map(reordered)));
        assert_eq!(keys.open(&same, &state), Some(answers()));

        for (principal, tool, arguments) in [
            (None, "book", r#"{"b":[{"d":1,"c":2}],"a":1}"#),
            (Some(&empty), "book", r#"{"b":[{"d":1,"c":2}],"a":1}"#),
            (Some(&eve), "book", r#"{"b":[{"d":1,"c":2}],"a":1}"#),
            (Some(&foreign), "book", r#"{"b":[{"d":1,"c":2}],"a":1}"#),
            (Some(&ada), "cancel", r#"{"b":[{"d":1,"c":2}],"a":1}"#),
            (Some(&adab), "ook", r#"{"b":[{"d":1,"c":2}],"a":1}"#),
            (Some(&ada), "book", r#"{"b":[{"d":1,"c":2}],"a":2}"#),
            (Some(&ada), "book", "{}"),
        ] {
            let other = StateKeys::bind(principal, tool, &RawArguments::Text(arguments));
            assert_eq!(
                keys.open(&other, &state),
                None,
                "{principal:?} {tool} {arguments}"
            );
        }

        let text = RawArguments::Text("{}");
        let [foreign, spaced] =
            [foreign, spaced].map(|user| StateKeys::bind(Some(&user), "book", &text));
        let state = keys.seal(&foreign, answers()).unwrap();
        assert_eq!(keys.open(&spaced, &state), None);
    }

    #[test]
    fn a_changed_state_does_not_open() {
        // R193
        let keys = keys(&[KEY]);
        let binding = StateKeys::bind(None, "book", &RawArguments::Text("{}"));
        let state = keys.seal(&binding, answers()).unwrap();
        for position in 0..state.len() {
            let mut changed = state.clone().into_bytes();
            changed[position] = if changed[position] == b'A' {
                b'B'
            } else {
                b'A'
            };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(keys.open(&binding, &changed), None, "{changed}");
            assert_eq!(keys.open(&binding, &state[..position]), None);
        }
        for wrong in [
            "",
            ".",
            "a.b",
            &format!("{state}-TAMPERED"),
            &format!("{state}."),
        ] {
            assert_eq!(keys.open(&binding, wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_state_expires() {
        // R194
        let mut keys = keys(&[KEY]);
        keys.set_lifetime(Duration::ZERO);
        let binding = StateKeys::bind(None, "book", &RawArguments::Text("{}"));
        let state = keys.seal(&binding, answers()).unwrap();
        assert_eq!(keys.open(&binding, &state), None);
    }

    #[test]
    fn an_older_key_still_opens() {
        let binding = StateKeys::bind(None, "book", &RawArguments::Text("{}"));
        let state = keys(&[KEY]).seal(&binding, answers()).unwrap();
        assert_eq!(keys(&[OTHER, KEY]).open(&binding, &state), Some(answers()));
        assert_eq!(keys(&[OTHER]).open(&binding, &state), None);
    }
}
