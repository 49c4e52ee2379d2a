//! Runs one call of a tool: decodes the arguments, runs the function, and finishes the result.
//!
//! ```text
//! raw_call        a call as the client sent it, before the registry has found its tool
//! tool            a registered tool with its settings, and the call that guards and layers receive
//! dispatch        starts calls: opens the span, and checks the scopes of the caller
//! layered_call    sends a call through its layers, and again after the user's answer
//! run             runs a tool inside its guards and layers
//! run_state       records how far the function of a call has run
//! start           starts the function: decodes the arguments, and sets the time limit
//! future          the future of one call: panics, time limit, questions and cancellation
//! input_round     questions to the client, and the answers of earlier rounds
//! request_state   seals the user's answers, because the client keeps them between rounds
//! outcome         turns the function's outcome into a result, and the result into a response
//! wrong_arguments_reply
//!                 the response to wrong arguments, and its event in the log
//! error_id        private reasons: the log gets the reason, and the client an id
//! span            the span of a call
//! metrics         the number and the duration of calls
//! guard           functions that admit or refuse calls
//! layer_stack     a stack of layers whose types are erased
//! layers          layers of `tower` around calls
//! layer_error     the error with which a layer refuses a call
//! handler         the interface through which a call runs the function of its tool
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
mod layered_call;
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
mod tool;
mod wrong_arguments_reply;

pub(crate) use self::future::CallFuture;
pub use self::guard::{GuardResult, GuardedCall};
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
pub use self::tool::ToolCall;
pub(crate) use self::tool::{CallSettings, Guard, Limit, RegisteredTool};
