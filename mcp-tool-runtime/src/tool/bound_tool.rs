//! A tool whose handler is bound to the state of its registry.

use std::sync::Arc;
use std::time::Duration;

use mcp_tool_schema::generate::{SchemaFn, SchemaProfile};
use mcp_tool_schema::manual::SchemaValue;

use super::declaration::Declaration;
use super::entry::{Adapter, Call, ready};
use super::published_tool::PublishedTool;
use super::state::State;
use crate::arguments::{Arguments, Row};
use crate::call::{Handler, Reply};
use crate::context::ToolContext;
use crate::definition::ToolDefinition;
use crate::error::catch;
use crate::return_type::Outcome;
use crate::services::oneshot;
use crate::services::{Busy, Pool};

/// A tool with its handler. The type of the state is erased.
pub(crate) struct BoundTool {
    pub(crate) source: Source,
    /// `None` if the tool blocks, but the registry has no thread pool.
    pub(crate) handler: Option<Arc<dyn Handler>>,
    #[cfg(feature = "tower")]
    pub(crate) layers: Option<crate::call::Stack<crate::call::ToolCall>>,
}

/// The data from which the registry builds the definition of a tool.
#[derive(Clone)]
pub(crate) enum Source {
    Declared(&'static Declaration),
    Value(Box<ValueTool>),
}

/// A tool from `Tool::builder`, without its handler.
#[derive(Clone)]
pub(crate) struct ValueTool {
    /// The definition without the schemas.
    pub(crate) definition: ToolDefinition,
    pub(crate) input: ValueSchema<&'static [Row]>,
    pub(crate) output: Option<ValueSchema<SchemaFn>>,
    /// Whether the handler can return structured content.
    pub(crate) is_structured: bool,
    pub(crate) timeout: Option<Duration>,
    pub(crate) request_state: bool,
    /// Whether calls and results must satisfy schemas that are values.
    pub(crate) enforces_schemas: bool,
    /// Generates and checks the schemas. The second argument is whether the input schema forbids unknown arguments.
    pub(crate) publish: fn(&ValueTool, bool, SchemaProfile) -> PublishedTool,
}

/// The source of a tool's schema: a schema that the author gave, or a type.
#[derive(Clone)]
pub(crate) enum ValueSchema<T> {
    Given(SchemaValue),
    OfType(T),
}

impl<T> ValueSchema<T> {
    pub(crate) fn is_written(&self) -> bool {
        matches!(self, ValueSchema::Given(SchemaValue::Handwritten(_)))
    }
}

impl Source {
    pub(crate) fn name(&self) -> &str {
        match self {
            Source::Declared(declaration) => declaration.name,
            Source::Value(tool) => &tool.definition.name,
        }
    }
}

/// The threads of a registry for functions that may block.
#[derive(Clone, Copy)]
pub(crate) struct Threads<'r> {
    pub(crate) pool: Option<&'r Pool>,
    /// Whether functions that are not `async` block, unless they say otherwise.
    pub(crate) by_default: bool,
}

impl Threads<'_> {
    /// Returns the handler of a function that may block, or `None` without a thread pool.
    pub(super) fn handler(self, call: &Arc<BoundCall>) -> Option<Arc<dyn Handler>> {
        Some(Arc::new(BlockingCall {
            call: Arc::clone(call),
            pool: self.pool?.clone(),
        }))
    }
}

/// A handler for tools that are never called.
pub(crate) struct NoHandler;

impl Handler for NoHandler {
    fn call<'a>(&'a self, _: &'a ToolContext, _: &mut Arguments<'_>) -> Reply<'a> {
        ready(Outcome::Lost)
    }
}

/// Binds a declared function to the shared state. Returns `None` if the function blocks, but the registry has
/// no thread pool.
///
/// The registry's builder stores `bind` as a function pointer. So only the constructor of the builder needs
/// the bound `S: State`.
pub(crate) type Bind<S> = fn(&Arc<S>, &Call<S>, Threads<'_>) -> Option<Arc<dyn Handler>>;

pub(crate) fn bind<S: State>(
    state: &Arc<S>,
    call: &Call<S>,
    threads: Threads<'_>,
) -> Option<Arc<dyn Handler>> {
    let state = Arc::clone(state);
    let call = match *call {
        Call::Future(call) => Ok(call),
        Call::Blocking(run) => Err(run),
        Call::ByDefault(_, run) if threads.by_default => Err(run),
        Call::ByDefault(call, _) => Ok(call),
    };
    match call {
        Ok(call) => Some(Arc::new(DeclaredCall { state, call })),
        Err(run) => {
            let call: Arc<BoundCall> = Arc::new(
                move |context: &ToolContext, arguments: &mut Arguments<'_>| {
                    run(&state, context, arguments)
                },
            );
            threads.handler(&call)
        }
    }
}

/// A declared function that is not `blocking`, with the registry's state.
struct DeclaredCall<S: 'static> {
    state: Arc<S>,
    call: Adapter<S>,
}

impl<S: Send + Sync> Handler for DeclaredCall<S> {
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: &mut Arguments<'_>) -> Reply<'a> {
        (self.call)(&self.state, context, arguments)
    }
}

/// A function that may block. A declared function is bound to the registry's state.
pub(super) type BoundCall = dyn Fn(&ToolContext, &mut Arguments<'_>) -> Outcome + Send + Sync;

/// A function that may block, with the thread pool of its registry.
struct BlockingCall {
    call: Arc<BoundCall>,
    pool: Pool,
}

impl Handler for BlockingCall {
    fn outlives_its_call(&self) -> bool {
        true
    }

    fn call<'a>(&'a self, context: &'a ToolContext, arguments: &mut Arguments<'_>) -> Reply<'a> {
        let (answer, waiting) = oneshot::channel();
        let call = Arc::clone(&self.call);
        let mut arguments = arguments.take_owned();
        let (context, span) = (context.clone(), tracing::Span::current());
        let job = move || {
            if answer.is_canceled() {
                // The call was cancelled before the function ran.
                return;
            }
            let run = || span.in_scope(|| call(&context, &mut arguments));
            let outcome = catch(run).unwrap_or_else(Outcome::Panicked);
            // If the call was cancelled, `send` drops the outcome. The drop can run user code, which
            // can panic. So catch the panic.
            let _ = catch(|| answer.send(outcome));
        };
        Box::pin(async move {
            match self.pool.run(Box::new(job)).await {
                Ok(()) => waiting.await.unwrap_or(Outcome::Lost),
                Err(Busy) => Outcome::Busy,
            }
        })
    }
}
