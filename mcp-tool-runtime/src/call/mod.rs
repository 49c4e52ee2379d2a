//! One call of a tool: decodes the arguments, runs the function, and finishes the result.
//!
//! ```text
//! tool            a registered tool; the start of its calls
//! tool_call       a call as guards and layers see it
//! handler         the function of a tool, as its calls see it
//! guard           functions that admit or refuse calls
//! layers          layers of `tower` around calls
//! run             the run of a tool behind guards and layers
//! future          runs a call: panics, time limit, questions and cancellation in one poll
//! outcome         from the function's outcome to the result; hidden reasons go to the log
//! input_round     questions to the client, and the answers of earlier rounds
//! refusal         the response to wrong arguments, and its event in the log
//! request_state   the answers of earlier rounds, sealed
//! span            the span around a call
//! metrics         the counter and the duration of calls
//! ```

mod future;
mod guard;
mod handler;
mod input_round;
#[cfg(feature = "tower")]
mod layers;
#[cfg(feature = "metrics")]
mod metrics;
mod outcome;
mod refusal;
#[cfg(feature = "request-state")]
mod request_state;
#[cfg(not(feature = "request-state"))]
#[path = "request_state_stub.rs"]
mod request_state;
mod run;
mod span;
mod tool;
mod tool_call;

use std::borrow::Cow;

use serde_json::{Map, Value};

pub(crate) use self::future::CallFuture;
pub(crate) use self::guard::Guard;
pub use self::guard::{GuardAnswer, GuardError};
pub(crate) use self::handler::Handler;
pub use self::handler::Reply;
pub(crate) use self::input_round::EarlierRounds;
#[cfg(feature = "tower")]
pub(crate) use self::layers::Stack;
#[cfg(feature = "tower")]
pub use self::layers::{BoxError, LayerError, ToolService};
pub(crate) use self::refusal::Refusal;
pub(crate) use self::request_state::StateKeys;
pub(crate) use self::run::Middleware;
pub(crate) use self::span::OnSpan;
pub(crate) use self::tool::{Limit, RegisteredTool, Visible};
pub use self::tool_call::ToolCall;

/// A call, before its tool is known.
pub(crate) struct RawCall<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) arguments: RawArguments<'a>,
    pub(crate) earlier: EarlierRounds,
}

/// The arguments of a call, before they are decoded.
pub(crate) enum RawArguments<'a> {
    Map(Map<String, Value>),
    /// The text of a JSON object.
    Text(&'a str),
}
