//! Streamable HTTP on the SDK's HTTP service, for handlers of the SDK.
//!
//! Within this folder, each file except its tests imports only those listed above it.
//!
//! ```text
//! response         the SDK's responses, and a wrapper for their bodies
//! replay           the last responses of a session
//! sessions         the owners of sessions, and which session to evict
//! odd_ids          replaces ids that the SDK cannot represent
//! posted_message   a posted message, as the SDK can read it
//! from_sdk         rejections that come from the SDK
//! head             reads headers
//! session_manager  implements the SDK's trait for sessions
//! running          what the shutdown does to a service
//! short_response   sends a short response in one piece
//! slow_response    a stream for a response that takes long
//! exchange         one request to the SDK, and its response
//! endpoint         the steps of a request
//! service          makes an HttpService of a handler
//! ```

mod endpoint;
mod exchange;
mod from_sdk;
mod head;
mod odd_ids;
mod posted_message;
mod replay;
mod response;
mod running;
pub(crate) mod service;
mod session_manager;
mod sessions;
mod short_response;
mod slow_response;
