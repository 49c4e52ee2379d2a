//! The traits with which `tools!` gets the tools of each entry.

use std::marker::PhantomData;

use super::adapter::{Adapter, DirectAdapter, ready};
use super::declaration::Declaration;
use crate::ToolContext;
use crate::arguments::Arguments;
use crate::call::Reply;
use crate::return_type::Outcome;
use crate::schema::SchemaFn;

/// The function of the companion type that a registry calls.
pub(crate) enum Call<S: 'static> {
    Future(Adapter<S>),
    /// Runs on a thread where blocking is allowed.
    Blocking(DirectAdapter<S>),
}

impl<S> Clone for Call<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Call<S> {}

/// A declared tool of a registry with the state `S`.
pub struct Entry<S: 'static> {
    pub(crate) declaration: &'static Declaration,
    pub(crate) call: Call<S>,
}

impl<S> Clone for Entry<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Entry<S> {}

/// A companion type: the struct that `#[mcp_tool]` generates beside a function. It represents the
/// tool.
pub trait DeclaredTool {
    /// The published name. It is separate from the declaration, because `tools!` compares names at compile
    /// time.
    const NAME: &'static str;

    /// The constant part of the tool.
    const DECLARATION: Declaration;

    /// Returns the output schema, if there is one.
    fn output() -> Option<SchemaFn> {
        None
    }
}

/// A companion type whose tool a registry with the state `S` can call.
///
/// The expansion writes `future` for an `async` function, and `run` for any other.
pub trait CallTool<S: 'static>: DeclaredTool {
    /// Whether the registry calls `run` on a thread that may block: `blocking`. Default: it calls
    /// `future`.
    const IS_BLOCKING: bool = false;

    /// Decodes the arguments, and returns the call as a future. Default: runs the call immediately.
    fn future<'a>(state: &'a S, context: &'a ToolContext, arguments: Arguments<'_>) -> Reply<'a> {
        ready(Self::run(state, context, arguments))
    }

    /// Decodes the arguments, and runs the call.
    fn run(_: &S, _: &ToolContext, arguments: Arguments<'_>) -> Outcome {
        arguments.refused()
    }
}

/// A type that represents tools that a registry with the state `S` can call. `#[mcp_tool]`
/// generates such a type with the function's name. `#[mcp_tools]` implements the trait for the type
/// whose methods are tools.
// rustc prints this message if the state of the registry does not fit the tools.
#[diagnostic::on_unimplemented(
    message = "a tool of `{Self}` has a `#[state]` parameter that is not part of the state `{S}`",
    label = "the state does not fit these tools",
    note = "add the `impl HasState<…> for {S}` that is missing, or build the registry with another state"
)]
pub trait McpTool<S: 'static>: IsTool {
    #[doc(hidden)]
    const ENTRIES: &'static [Entry<S>];
}

impl<S: 'static, T: IsTool + ToolsOfType<S, <T as IsTool>::Block>> McpTool<S> for T {
    const ENTRIES: &'static [Entry<S>] = <T as ToolsOfType<S, <T as IsTool>::Block>>::ENTRIES;
}

/// The tools of a type. Each type implements this trait twice. The first implementation lists the names of
/// the tools, and its parameter is [`SecondBlockNeedsCompanion`]. The second implementation has the entries,
/// and its parameter is the `Block` of the first. So for two blocks of one type, rustc reports one conflict
/// instead of two.
pub trait ToolsOfType<S: 'static, Block = OneFunction> {
    #[doc(hidden)]
    type Block;

    #[doc(hidden)]
    const NAMES: &'static [&'static str] = &[];

    #[doc(hidden)]
    const ENTRIES: &'static [Entry<S>] = &[];
}

/// The parameter of [`ToolsOfType`] in the implementation that lists the names of the tools. If two blocks
/// declare tools of one type, rustc prints the name of this parameter, which is the advice: "conflicting
/// implementations of trait `ToolsOfType<(), SecondBlockNeedsCompanion>` for type `Server`".
pub struct SecondBlockNeedsCompanion;

/// The `Block` of a tool that is a function.
pub struct OneFunction;

impl<T: DeclaredTool> ToolsOfType<(), SecondBlockNeedsCompanion> for T {
    type Block = OneFunction;

    const NAMES: &'static [&'static str] = &[T::NAME];
}

impl<S: 'static, T: CallTool<S>> ToolsOfType<S> for T {
    type Block = OneFunction;

    const ENTRIES: &'static [Entry<S>] = &[Entry {
        declaration: &Declaration {
            name: T::NAME,
            output: T::output,
            ..T::DECLARATION
        },
        call: match T::IS_BLOCKING {
            false => Call::Future(T::future),
            true => Call::Blocking(T::run),
        },
    }];
}

/// A type that represents tools of any state. Each entry of `tools!` is such a type.
#[diagnostic::on_unimplemented(
    message = "this entry of `tools!` is not a tool",
    label = "no tool has this name",
    note = "add `#[mcp_tool]` above the function, or `#[mcp_tools]` above an `impl` block of the type",
    note = "list a block with `companion = …` by that name"
)]
pub trait IsTool {
    #[doc(hidden)]
    type Block;

    #[doc(hidden)]
    const NAMES: &'static [&'static str];
}

// Without this attribute, rustc would list all types with tools in an error about a type without
// tools.
#[diagnostic::do_not_recommend]
impl<T: ToolsOfType<(), SecondBlockNeedsCompanion>> IsTool for T {
    type Block = <T as ToolsOfType<(), SecondBlockNeedsCompanion>>::Block;

    const NAMES: &'static [&'static str] = <T as ToolsOfType<(), SecondBlockNeedsCompanion>>::NAMES;
}

/// The type to which an entry of `tools!` resolves if its function is not a tool.
pub struct PlainFunction;

/// Returns the tools of a type. For a type without tools, rustc finds items with the same names in
/// [`NoTools`]. So rustc reports such a type once, and does not list all types with tools.
pub struct ToolsOf<T>(PhantomData<T>);

impl<T: IsTool> ToolsOf<T> {
    pub const NAMES: &'static [&'static str] = <T as IsTool>::NAMES;

    pub const fn entries<S>() -> &'static [Entry<S>]
    where
        T: McpTool<S>,
    {
        T::ENTRIES
    }
}

/// Items for a type without tools. rustc prefers inherent items, so only such a type uses these.
pub trait NoTools<T> {
    const NAMES: &'static [&'static str] = &[];

    fn entries<S>() -> &'static [Entry<S>]
    where
        T: IsTool;
}

impl<T> NoTools<T> for ToolsOf<T> {
    fn entries<S>() -> &'static [Entry<S>]
    where
        T: IsTool,
    {
        unreachable!("each type with tools has an inherent function of this name")
    }
}
