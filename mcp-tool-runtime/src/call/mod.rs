//! One call of a tool: decodes the arguments, runs the function, and finishes the result.
//!
//! ```text
//! raw_call        a call as it comes from the client
//! tool            a registered tool with its guards and layers, and a call as they see it
//! dispatch        the beginning of a call: span, scopes, and the way to the function
//! through_layers  the way of a call through its layers
//! run             the run of a tool behind guards and layers
//! run_state       the state of the function, which layers may start again or drop
//! start           the start of the function: arguments and time limit
//! future          runs a call: panics, time limit, questions and cancellation in one poll
//! input_round     questions to the client, and the answers of earlier rounds
//! request_state   the answers of earlier rounds, sealed
//! outcome         from the function's outcome to the result, and to the response
//! wrong_arguments_reply
//!                 the response to wrong arguments, and its event in the log
//! error_id        hidden reasons: they go to the log, and an id to the client
//! span            the span around a call
//! metrics         the counter and the duration of calls
//! guard           functions that admit or refuse calls
//! layer_stack     a stack of layers whose type does not name them
//! layers          layers of `tower` around calls
//! layer_error     the error by which a layer refuses a call
//! handler         the function of a tool, as its calls see it
//! ```

mod dispatch;
mod error_id;
mod future;
mod guard;
mod handler;
mod input_round;
#[cfg(feature = "tower")]
mod layer_error;
#[cfg(feature = "tower")]
mod layer_stack;
#[cfg(feature = "tower")]
mod layers;
#[cfg(feature = "metrics")]
mod metrics;
mod outcome;
mod raw_call;
#[cfg(feature = "request-state")]
mod request_state;
#[cfg(not(feature = "request-state"))]
#[path = "request_state_stub.rs"]
mod request_state;
mod run;
mod run_state;
mod span;
mod start;
#[cfg(feature = "tower")]
mod through_layers;
mod tool;
mod wrong_arguments_reply;

pub(crate) use self::future::CallFuture;
pub use self::guard::{GuardAnswer, GuardError};
pub(crate) use self::handler::Handler;
pub use self::handler::Reply;
#[cfg(feature = "tower")]
pub use self::layer_error::LayerError;
#[cfg(feature = "tower")]
pub use self::layer_stack::BoxError;
#[cfg(feature = "tower")]
pub(crate) use self::layer_stack::Stack;
#[cfg(feature = "tower")]
pub use self::layers::ToolService;
pub(crate) use self::raw_call::{EarlierRounds, RawArguments, RawCall};
pub(crate) use self::request_state::StateKeys;
pub use self::tool::ToolCall;
pub(crate) use self::tool::{Guard, Limit, Middleware, OnSpan, RegisteredTool, Visible};
pub(crate) use self::wrong_arguments_reply::WrongArgumentsReply;
