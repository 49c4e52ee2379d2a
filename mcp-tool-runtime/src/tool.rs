//! What an expansion hands over: a constant description of the tool and a function to call it.

use std::future::Future;
use std::pin::Pin;

use crate::answer::Outcome;
use crate::arguments::{Arguments, Row};
use crate::schema::SchemaFn;
use crate::{ToolAnnotations, ToolContext};

/// What a registry takes its tools from: everything that yields [`Tool`]s.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of tools for a registry with the state `{S}`",
    label = "not what `tools![…]` makes",
    note = "write `.tools(tools![search, admin::purge])`"
)]
pub trait ToolList<S: 'static> {
    #[doc(hidden)]
    fn into_tools(self) -> impl Iterator<Item = Tool<S>>;
}

#[diagnostic::do_not_recommend]
impl<S: 'static, L: IntoIterator<Item = Tool<S>>> ToolList<S> for L {
    fn into_tools(self) -> impl Iterator<Item = Tool<S>> {
        self.into_iter()
    }
}

impl<S> std::fmt::Debug for Tool<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Kind::Tool(declaration, _) = &self.0;
        f.debug_tuple("Tool").field(&declaration.name).finish()
    }
}

/// A tool as its author declared it.
pub struct Declaration {
    pub(crate) name: &'static str,
    pub(crate) title: Option<&'static str>,
    pub(crate) description: &'static str,
    pub(crate) annotations: Hints,
    pub(crate) rows: &'static [Row],
    pub(crate) output: fn() -> Option<SchemaFn>,
    pub(crate) allow_unknown: bool,
}

/// The four hints, each absent, true or false.
#[derive(Clone, Copy)]
pub(crate) struct Hints {
    read_only: Option<bool>,
    destructive: Option<bool>,
    idempotent: Option<bool>,
    open_world: Option<bool>,
}

impl Hints {
    pub(crate) fn annotations(self) -> Option<ToolAnnotations> {
        let annotations = ToolAnnotations {
            read_only_hint: self.read_only,
            destructive_hint: self.destructive,
            idempotent_hint: self.idempotent,
            open_world_hint: self.open_world,
        };
        (!annotations.is_empty()).then_some(annotations)
    }
}

/// A declaration without any option.
pub const fn declare(
    name: &'static str,
    description: &'static str,
    rows: &'static [Row],
    output: fn() -> Option<SchemaFn>,
) -> Declaration {
    Declaration {
        name,
        title: None,
        description,
        annotations: Hints {
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
        },
        rows,
        output,
        allow_unknown: false,
    }
}

impl Declaration {
    /// Sets the title.
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Sets the hint.
    pub const fn read_only(mut self, hint: bool) -> Self {
        self.annotations.read_only = Some(hint);
        self
    }

    /// Sets the hint.
    pub const fn destructive(mut self, hint: bool) -> Self {
        self.annotations.destructive = Some(hint);
        self
    }

    /// Sets the hint.
    pub const fn idempotent(mut self, hint: bool) -> Self {
        self.annotations.idempotent = Some(hint);
        self
    }

    /// Sets the hint.
    pub const fn open_world(mut self, hint: bool) -> Self {
        self.annotations.open_world = Some(hint);
        self
    }

    /// Sets whether arguments that the tool does not have are dropped.
    pub const fn allow_unknown(mut self, allow: bool) -> Self {
        self.allow_unknown = allow;
        self
    }
}

/// The answer of a tool, on its way.
pub(crate) type Reply<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// Calls the tool's function: decodes first, then makes the future.
pub type Adapter<S> = for<'a> fn(&'a S, &'a ToolContext, Arguments) -> Reply<'a>;

/// A tool of a registry with the state `S`: an entry of [`tools!`](crate::tools).
///
/// A part of a program can hand its tools over as a list:
///
/// ```
/// use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
///
/// /// Says whether the server is well.
/// #[mcp_tool(read_only)]
/// fn health() -> &'static str {
///     "well"
/// }
///
/// fn admin_tools() -> Vec<Tool<()>> {
///     tools![health].into()
/// }
///
/// let registry = ToolRegistry::builder(()).tools(admin_tools()).build()?;
/// assert_eq!(registry.definitions().len(), 1);
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
pub struct Tool<S: 'static>(pub(crate) Kind<S>);

pub(crate) enum Kind<S: 'static> {
    Tool(&'static Declaration, Adapter<S>),
}

impl Arguments {
    /// The reply to a call whose arguments were wrong.
    pub fn refuse<'a>(self) -> Reply<'a> {
        Box::pin(std::future::ready(Outcome::refused(self.into_faults())))
    }
}

/// What a registry can hold as its state: anything that can be shared between threads.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the state of a tool registry",
    label = "cannot be shared between the threads that serve calls",
    note = "the state must be `Send + Sync + 'static`: replace `Rc` by `Arc`, `RefCell` and `Cell` by `Mutex`, `RwLock` or an atomic"
)]
pub trait State: Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> State for T {}

/// A state that has a `T` to lend to tools with a `#[state] x: &T` parameter.
///
/// Every type has itself. A state with several parts says so with an `impl` for each:
///
/// ```
/// use mcp_tool_runtime::HasState;
///
/// struct Database;
/// struct App {
///     database: Database,
/// }
///
/// impl HasState<Database> for App {
///     fn state(&self) -> &Database {
///         &self.database
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the state `{Self}` has no `{T}`",
    label = "this tool has a `#[state]` parameter of type `&{T}`",
    note = "add `impl HasState<{T}> for {Self}`, or build the registry with a state that has one",
    note = "a state that is in an `Arc` already goes to `ToolRegistry::builder_arc`"
)]
pub trait HasState<T: ?Sized> {
    /// The part.
    fn state(&self) -> &T;
}

/// A part, so written that a `dyn Trait` behind a reference is the same as one that is not: rustc
/// takes the two for different types where they are bare.
pub type Part<T> = T;

#[diagnostic::do_not_recommend]
impl<T: ?Sized> HasState<T> for T {
    fn state(&self) -> &T {
        self
    }
}

/// A companion: what stands for a single tool.
pub trait Declared {
    const DECLARATION: Declaration;
}

/// A type that stands for tools which a registry with the state `S` can call. `#[mcp_tool]` makes
/// one beside the function, with the function's name.
pub trait McpTool<S: 'static>: Declared {
    #[doc(hidden)]
    const CALL: Adapter<S>;

    #[doc(hidden)]
    const ENTRY: Tool<S> = Tool(Kind::Tool(&Self::DECLARATION, Self::CALL));
}

/// A type that stands for tools, whatever their state: each entry of `tools!`.
#[diagnostic::on_unimplemented(
    message = "this entry of `tools!` is not a tool",
    label = "no tool has this name",
    note = "add `#[mcp_tool]` above the function, or list the name that its `companion = …` gives"
)]
pub trait IsTool {}

#[diagnostic::do_not_recommend]
impl<T: Declared> IsTool for T {}

/// What an entry of `tools!` is taken for where there is a function of its name, but no tool.
pub struct PlainFunction;

/// Asks a type for its tools. A type that has none is reported once, where its entry is taken, and
/// without a list of all types that have some: hence the detour by [`NoTools`].
pub struct ToolsOf<T>(std::marker::PhantomData<T>);

impl<T: Declared> ToolsOf<T> {
    pub const NAMES: &'static [&'static str] = &[T::DECLARATION.name];

    pub const fn entry<S>() -> Tool<S>
    where
        T: McpTool<S>,
    {
        T::ENTRY
    }
}

/// The tools of a type that has none; an inherent item comes before one of a trait.
pub trait NoTools<T> {
    const NAMES: &'static [&'static str] = &[];

    fn entry<S>() -> Tool<S>
    where
        T: IsTool;
}

impl<T> NoTools<T> for ToolsOf<T> {
    fn entry<S>() -> Tool<S>
    where
        T: IsTool,
    {
        unreachable!("each type with tools has an inherent function of this name")
    }
}
