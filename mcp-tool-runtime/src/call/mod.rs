//! Runs one call of a tool: decodes the arguments, runs the function, and finishes the result.
//!
//! ```text
//! call_request    the request: as users build it, and as the registry reads it
//! tool_call       a registered tool with its settings, and the call that guards and layers receive
//! layers          layers of `tower`: sends a call through them, and again after the user's answer
//! layer_stack     a stack of layers whose types are erased
//! guard           functions that admit or refuse calls
//! run             runs a tool inside its guards and layers
//! future          the future of one call: checks the caller, decodes the arguments, and polls the function
//! finish          turns the function's outcome or its questions into a response
//! request_state   seals the user's answers, because the client keeps them between rounds
//! telemetry       the span of a call, and the number and the duration of calls
//! ```

mod call_request;
mod finish;
mod future;
mod guard;
#[cfg(feature = "tower")]
mod layer_stack;
#[cfg(feature = "tower")]
mod layers;
#[cfg(feature = "request-state")]
mod request_state;
#[cfg(not(feature = "request-state"))]
#[path = "request_state_stub.rs"]
mod request_state;
mod run;
mod telemetry;
mod tool_call;

pub use self::call_request::CallToolRequest;
pub(crate) use self::call_request::{EarlierRounds, RawArguments, RawCall};
#[cfg(feature = "testing")]
pub(crate) use self::finish::output_fault;
pub(crate) use self::future::start_call;
pub use self::guard::{GuardResult, GuardedCall};
#[cfg(feature = "tower")]
pub use self::layer_stack::BoxError;
#[cfg(feature = "tower")]
pub(crate) use self::layer_stack::Stack;
#[cfg(feature = "tower")]
pub use self::layers::{LayerError, ToolService};
pub(crate) use self::tool_call::{CallSettings, Guard, Handler, Limit, RegisteredTool};
pub use self::tool_call::{Reply, ToolCall};
