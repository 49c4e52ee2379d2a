//! From an entry of `tools!` to the tools behind it.

use std::marker::PhantomData;

use super::adapter::{Adapter, DirectAdapter};
use super::declaration::Declaration;
use crate::ToolContext;
use crate::arguments::Arguments;
use crate::call::Reply;
use crate::return_type::Outcome;
use crate::schema::SchemaFn;

/// The method of a tool that a registry calls.
pub(crate) enum Call<S: 'static> {
    Future(Adapter<S>),
    InPlace(DirectAdapter<S>),
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

/// A companion type: it represents one tool.
pub trait Declared {
    /// The name on the wire. `tools!` compares names, and needs nothing else of the declaration.
    const NAME: &'static str;

    /// The constant part of the tool.
    const DECLARATION: Declaration;

    /// Returns the schema of the answer, if it has one.
    fn output() -> Option<SchemaFn> {
        None
    }
}

/// How the function of a tool runs.
pub enum Run {
    /// As a future: the function is `async`.
    Future,
    /// To its end, where the registry serves the call.
    InPlace,
    /// To its end, on a thread that may wait: `blocking`.
    Blocking,
}

/// A companion type whose tool a registry with the state `S` can call.
///
/// The expansion writes `future` for an `async` function, and `run` for any other.
pub trait CallTool<S: 'static>: Declared {
    /// The method that the registry calls.
    const RUN: Run = Run::Future;

    /// Decodes the arguments, and returns the call as a future.
    fn future<'a>(_: &'a S, _: &'a ToolContext, arguments: Arguments<'_>) -> Reply<'a> {
        arguments.refuse()
    }

    /// Decodes the arguments, and runs the call.
    fn run(_: &S, _: &ToolContext, arguments: Arguments<'_>) -> Outcome {
        arguments.refused()
    }
}

/// A type that stands for tools which a registry with the state `S` can call. `#[mcp_tool]` makes
/// one beside the function, with the function's name; `#[mcp_tools]` makes one of the type whose
/// methods are tools.
// Where the state is another type, the compiler speaks of what that lacks instead.
#[diagnostic::on_unimplemented(
    message = "a tool of `{Self}` has a `#[state]` parameter that the state `{S}` does not have",
    label = "the state does not fit these tools",
    note = "add the `impl HasState<…> for {S}` that is missing, or build the registry with a state that has one"
)]
pub trait McpTool<S: 'static>: IsTool {
    #[doc(hidden)]
    const ENTRIES: &'static [Entry<S>];
}

impl<S: 'static, T: IsTool + ToolsOfType<S, <T as IsTool>::Block>> McpTool<S> for T {
    const ENTRIES: &'static [Entry<S>] = <T as ToolsOfType<S, <T as IsTool>::Block>>::ENTRIES;
}

/// The tools of a type, which has two implementations. One names the tools, whatever their state:
/// its `Block` is [`SecondBlockNeedsCompanion`]. The other has the entries, in the block that the
/// first one names. So two blocks of one type are one conflict, and not two.
pub trait ToolsOfType<S: 'static, Block = OneFunction> {
    #[doc(hidden)]
    type Block;

    #[doc(hidden)]
    const NAMES: &'static [&'static str] = &[];

    #[doc(hidden)]
    const ENTRIES: &'static [Entry<S>] = &[];
}

/// The parameter of [`ToolsOfType`] where a type names its tools. rustc prints it where two blocks
/// declare tools of one type: "conflicting implementations of trait
/// `ToolsOfType<(), SecondBlockNeedsCompanion>` for type `Server`".
pub struct SecondBlockNeedsCompanion;

/// The block of a tool that is a function.
pub struct OneFunction;

impl<T: Declared> ToolsOfType<(), SecondBlockNeedsCompanion> for T {
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
        call: match T::RUN {
            Run::Future => Call::Future(T::future),
            Run::InPlace => Call::InPlace(T::run),
            Run::Blocking => Call::Blocking(T::run),
        },
    }];
}

/// A type that stands for tools, whatever their state: each entry of `tools!`.
#[diagnostic::on_unimplemented(
    message = "this entry of `tools!` is not a tool",
    label = "no tool has this name",
    note = "add `#[mcp_tool]` above the function, or `#[mcp_tools]` above an `impl` block of the type",
    note = "one that says `companion = …` is listed by that name"
)]
pub trait IsTool {
    #[doc(hidden)]
    type Block;

    #[doc(hidden)]
    const NAMES: &'static [&'static str];
}

// A message about a type without tools does not list the types that have some.
#[diagnostic::do_not_recommend]
impl<T: ToolsOfType<(), SecondBlockNeedsCompanion>> IsTool for T {
    type Block = <T as ToolsOfType<(), SecondBlockNeedsCompanion>>::Block;

    const NAMES: &'static [&'static str] = <T as ToolsOfType<(), SecondBlockNeedsCompanion>>::NAMES;
}

/// The type that an entry of `tools!` names if its function is not a tool.
pub struct PlainFunction;

/// Asks a type for its tools. A type that has none is reported once, where its entry is taken, and
/// without a list of all types that have some: hence the detour by [`NoTools`].
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

/// The tools of a type that has none; an inherent item comes before one of a trait.
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
