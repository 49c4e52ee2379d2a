use std::sync::Arc;

use futures_channel::oneshot;

use super::{Adapter, Call, Declaration, DirectAdapter, Kind, Reply, State, Tool, ValueTool};
use crate::ToolContext;
use crate::arguments::Arguments;
use crate::guard::catch;
use crate::return_type::Outcome;

/// Answers the calls of one tool. The state is bound into it, so registries of different states can
/// be joined.
pub(crate) trait Handler: Send + Sync {
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Arguments) -> Reply<'a>;

    /// Returns whether a call continues after its caller stopped waiting.
    fn outlives_its_call(&self) -> bool {
        false
    }
}

/// A tool with its handler: nothing of the state's type is left.
pub(crate) enum BoundTool {
    /// Without a handler where it needs a pool and there is none.
    Declared(&'static Declaration, Option<Arc<dyn Handler>>),
    Value(Box<ValueTool>),
}

impl BoundTool {
    pub(crate) fn name(&self) -> &str {
        match self {
            BoundTool::Declared(declaration, _) => declaration.name,
            BoundTool::Value(tool) => &tool.definition.name,
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
        }
    }
}

/// Binds a declared function to the state that its calls share; `None` where it needs a pool and
/// there is none.
///
/// A registry keeps this as a function pointer, made where it is known that the state can be
/// shared: that bound is then asked for once, where the state is given.
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
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Arguments) -> Reply<'a> {
        (self.call)(&self.state, context, arguments)
    }
}

/// A declared function that runs in place, with its state.
struct InPlaceCall<S: 'static> {
    state: Arc<S>,
    call: DirectAdapter<S>,
}

impl<S: Send + Sync> Handler for InPlaceCall<S> {
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Arguments) -> Reply<'a> {
        Box::pin(async move { (self.call)(&self.state, context, arguments) })
    }
}

/// Work for a thread that may wait.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// Hands work to a thread that may wait.
#[derive(Clone)]
pub(crate) enum Pool {
    /// The author's own, which takes whatever comes.
    Custom(Arc<dyn Fn(Job) + Send + Sync>),
    /// The threads of the process.
    #[cfg(feature = "rmcp3")]
    Threads,
}

/// Too much work waits already.
#[derive(Debug, PartialEq)]
pub(crate) struct Busy;

impl Pool {
    async fn run(&self, job: Job) -> Result<(), Busy> {
        match self {
            Pool::Custom(run) => {
                run(job);
                Ok(())
            }
            #[cfg(feature = "rmcp3")]
            Pool::Threads => crate::rmcp::run_on_thread(job).await,
        }
    }
}

type BoundCall = dyn Fn(&ToolContext, Arguments) -> Outcome + Send + Sync;

/// A declared function that waits, with its state in it.
struct BlockingCall {
    call: Arc<BoundCall>,
    pool: Pool,
}

impl Handler for BlockingCall {
    fn outlives_its_call(&self) -> bool {
        true
    }

    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Arguments) -> Reply<'a> {
        let (answer, waiting) = oneshot::channel();
        let call = Arc::clone(&self.call);
        let (context, span) = (context.clone(), tracing::Span::current());
        let job = move || {
            if answer.is_canceled() {
                // The call was cancelled before it began.
                return;
            }
            let run = || span.in_scope(|| call(&context, arguments));
            let outcome = catch(run).unwrap_or_else(Outcome::panicked);
            // After a cancellation the outcome is dropped here, which runs code of the user.
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
