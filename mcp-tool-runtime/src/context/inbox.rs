//! The function that sends a request to the client during a call.

use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;

use crate::elicit::InputRequest;

/// A function that sends a request to the client, and returns a future of the client's result.
pub(super) type Inbox = Arc<dyn Fn(InputRequest) -> InboxResponse + Send + Sync>;

type InboxResponse =
    Pin<Box<dyn Future<Output = Result<Value, Box<dyn Error + Send + Sync>>> + Send>>;
