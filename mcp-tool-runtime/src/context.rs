use serde_json::{Map, Value};

use crate::Revision;

/// What a call knows about the request it serves.
///
/// A tool asks for it with a `#[context] cx: &ToolContext` parameter, which is not part of the
/// tool's input. A host makes one per request with [`ToolContext::new`]; a test takes
/// [`ToolContext::detached`].
///
/// It knows nothing of earlier requests, of sessions or of HTTP headers (R56, R174): what has to
/// outlast a call is an argument or the state (R175). Its `_meta` is the peer's word, of which
/// nothing but the revision is read here (R74, R77).
///
/// ```
/// use mcp_tool_runtime::{Revision, ToolContext};
///
/// let context = ToolContext::new(Revision::V2025_11_25);
/// assert_eq!(context.revision(), Revision::V2025_11_25);
/// assert_eq!(ToolContext::detached().revision(), Revision::LATEST);
/// ```
#[derive(Clone, Debug)]
pub struct ToolContext {
    revision: Revision,
    meta: Map<String, Value>,
}

impl ToolContext {
    /// The context of a request by a peer that speaks `revision`.
    pub fn new(revision: Revision) -> Self {
        ToolContext {
            revision,
            meta: Map::new(),
        }
    }

    /// A context without a peer, for tests and for calling a tool as the function it is.
    pub fn detached() -> Self {
        ToolContext::new(Revision::LATEST)
    }

    /// Sets the request's `_meta`, as a test may want it; a request brings its own.
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = meta;
        self
    }

    /// The revision that the peer of this request speaks.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The request's `_meta`; empty if it had none.
    pub fn meta(&self) -> &Map<String, Value> {
        &self.meta
    }

    /// The context for one request: the request's `_meta` in place of this context's, and the
    /// revision named in it, if it names one.
    pub(crate) fn for_request(&self, revision: Revision, meta: Option<Map<String, Value>>) -> Self {
        ToolContext {
            revision,
            meta: meta.unwrap_or_else(|| self.meta.clone()),
        }
    }
}

/// A type that a parameter with `#[context]` can borrow: [`ToolContext`], and nothing else.
#[diagnostic::on_unimplemented(
    message = "the context of a tool is a `ToolContext`, and not a `{Self}`",
    label = "is no context",
    note = "write `#[context] cx: &ToolContext`, or `#[state]` if this is a part of what the registry holds"
)]
pub trait ContextArgument {
    #[doc(hidden)]
    fn of(context: &ToolContext) -> &Self;
}

#[diagnostic::do_not_recommend]
impl ContextArgument for ToolContext {
    fn of(context: &ToolContext) -> &Self {
        context
    }
}
