//! Binds the state of a registry into the handlers of its tools.

use std::sync::Arc;

use futures_channel::oneshot;

use super::adapter::{Adapter, DirectAdapter};
use super::declaration::Declaration;
use super::entry::Call;
use super::list::{Kind, Tool};
use super::state::State;
use super::value_tool::ValueTool;
use crate::ToolContext;
use crate::arguments::Arguments;
use crate::call::{Handler, Reply};
use crate::error::catch;
use crate::return_type::Outcome;
use crate::services::{Busy, Pool};

/// A tool with its handler. The type of the state is erased.
pub(crate) enum BoundTool {
    /// The handler is `None` if the tool needs a pool and the registry has none.
    Declared(&'static Declaration, Option<Arc<dyn Handler>>),
    Value(Box<ValueTool>),
    #[cfg(feature = "tower")]
    Layered(Box<BoundTool>, crate::call::Stack<crate::call::ToolCall>),
}

impl BoundTool {
    pub(crate) fn name(&self) -> &str {
        match self {
            BoundTool::Declared(declaration, _) => declaration.name,
            BoundTool::Value(tool) => &tool.definition.name,
            #[cfg(feature = "tower")]
            BoundTool::Layered(tool, _) => tool.name(),
        }
    }
}

impl<S> Tool<S> {
    pub(crate) fn bind(self, bind: Bind<S>, state: &Arc<S>, pool: Option<&Pool>) -> BoundTool {
        match self.0 {
            Kind::Declared(entry) => {
                BoundTool::Declared(entry.declaration, bind(state, entry.call, pool))
            }
            Kind::Value(tool) => BoundTool::Value(tool),
            #[cfg(feature = "tower")]
            Kind::Layered(tool, stack) => {
                BoundTool::Layered(Box::new(tool.bind(bind, state, pool)), stack)
            }
        }
    }
}

impl<S> Tool<S> {
    /// Returns the tool for its definition only.
    pub(crate) fn without_handler(self) -> BoundTool {
        match self.0 {
            Kind::Declared(entry) => {
                BoundTool::Declared(entry.declaration, Some(Arc::new(NoHandler)))
            }
            Kind::Value(tool) => BoundTool::Value(tool),
            #[cfg(feature = "tower")]
            Kind::Layered(tool, _) => tool.without_handler(),
        }
    }
}

/// The handler of a tool that is never called.
struct NoHandler;

impl Handler for NoHandler {
    fn call<'a>(&'a self, _: &'a ToolContext, _: Arguments<'_>) -> Reply<'a> {
        Box::pin(std::future::ready(Outcome::lost()))
    }
}

/// Binds a declared function to the shared state. Returns `None` if the function needs a pool and the
/// registry has none.
///
/// A builder keeps `bind` as a function pointer, so that only its constructor requires `S: State`.
pub(crate) type Bind<S> = fn(&Arc<S>, Call<S>, Option<&Pool>) -> Option<Arc<dyn Handler>>;

pub(crate) fn bind<S: State>(
    state: &Arc<S>,
    call: Call<S>,
    pool: Option<&Pool>,
) -> Option<Arc<dyn Handler>> {
    let state = Arc::clone(state);
    Some(match call {
        Call::Future(call) => Arc::new(DeclaredCall { state, call }),
        Call::InPlace(call) => Arc::new(InPlaceCall { state, call }),
        Call::Blocking(call) => Arc::new(BlockingCall {
            call: Arc::new(move |context, arguments| call(&state, context, arguments)),
            pool: pool?.clone(),
        }),
    })
}

/// A declared function with its state.
struct DeclaredCall<S: 'static> {
    state: Arc<S>,
    call: Adapter<S>,
}

impl<S: Send + Sync> Handler for DeclaredCall<S> {
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Arguments<'_>) -> Reply<'a> {
        (self.call)(&self.state, context, arguments)
    }
}

/// A declared function with its state. It runs on the thread that serves the call.
struct InPlaceCall<S: 'static> {
    state: Arc<S>,
    call: DirectAdapter<S>,
}

impl<S: Send + Sync> Handler for InPlaceCall<S> {
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Arguments<'_>) -> Reply<'a> {
        let outcome = (self.call)(&self.state, context, arguments);
        Box::pin(std::future::ready(outcome))
    }
}

type BoundCall = dyn Fn(&ToolContext, Arguments<'_>) -> Outcome + Send + Sync;

/// A blocking function with its state.
struct BlockingCall {
    call: Arc<BoundCall>,
    pool: Pool,
}

impl Handler for BlockingCall {
    fn outlives_its_call(&self) -> bool {
        true
    }

    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Arguments<'_>) -> Reply<'a> {
        let (answer, waiting) = oneshot::channel();
        let call = Arc::clone(&self.call);
        let arguments = arguments.into_owned();
        let (context, span) = (context.clone(), tracing::Span::current());
        let job = move || {
            if answer.is_canceled() {
                // The call was cancelled before the function ran.
                return;
            }
            let run = || span.in_scope(|| call(&context, arguments));
            let outcome = catch(run).unwrap_or_else(Outcome::panicked);
            // If the call was cancelled, the outcome is dropped here. Dropping it can run user
            // code.
            let _ = catch(|| drop(answer.send(outcome)));
        };
        Box::pin(async move {
            match self.pool.run(Box::new(job)).await {
                Ok(()) => waiting.await.unwrap_or_else(|_| Outcome::lost()),
                Err(Busy) => Outcome::busy(),
            }
        })
    }
}
