//! The traits with which `tools!` gets the tools of each entry, and what the code of a call uses.

use std::future::Future;
use std::marker::PhantomData;

use mcp_tool_schema::generate::SchemaFn;

use super::declaration::Declaration;
use crate::arguments::Arguments;
use crate::call::Reply;
use crate::context::ToolContext;
use crate::return_type::Outcome;

/// Decodes the arguments, and returns the reply of the call as a future.
pub(crate) type Adapter<S> = for<'a> fn(&'a S, &'a ToolContext, &mut Arguments<'_>) -> Reply<'a>;

/// Decodes the arguments, runs a blocking function, and converts its return value.
pub(crate) type DirectAdapter<S> = fn(&S, &ToolContext, &mut Arguments<'_>) -> Outcome;

/// The function that a registry calls to run a tool. The tool's implementation of [`CallTool`] provides this
/// function.
pub(crate) enum Call<S: 'static> {
    Future(Adapter<S>),
    /// Runs on a thread where blocking is allowed.
    Blocking(DirectAdapter<S>),
    /// Runs as the first or as the second of these, depending on the default of the registry.
    ByDefault(Adapter<S>, DirectAdapter<S>),
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

/// A type that represents one tool. `#[mcp_tool]` generates it as the companion of a function, and `#[mcp_tools]`
/// generates it for a method.
pub trait DeclaredTool {
    /// The published name. The name is separate from the declaration, so that `tools!` can compare names
    /// without evaluating declarations.
    const NAME: &'static str;

    /// The declaration, except for the name and the output schema.
    const DECLARATION: Declaration;

    /// Returns the function that generates the output schema, or `None` for a tool without an output schema.
    fn output_schema() -> Option<SchemaFn> {
        None
    }
}

/// A type whose tool a registry with the state `S` can call.
///
/// The expansion of `#[mcp_tool]` implements `call_async` for an `async` function, and `call` for any other
/// function.
pub trait CallTool<S: 'static>: DeclaredTool {
    /// Whether the tool is `blocking`. If so, the registry calls `call` on a thread that may block. Otherwise,
    /// the registry calls `call_async`. `None` means the default of the registry, and stands for a function that is
    /// not `async` and does not have the key `blocking`.
    const IS_BLOCKING: Option<bool> = Some(false);

    /// Decodes the arguments, and returns the call as a future. Default: calls `call`, and returns a future
    /// that is already complete.
    fn call_async<'a>(
        state: &'a S,
        context: &'a ToolContext,
        arguments: &mut Arguments<'_>,
    ) -> Reply<'a> {
        ready(Self::call(state, context, arguments))
    }

    /// Decodes the arguments, and runs the call. If the expansion implements `call_async`, no registry calls `call`.
    fn call(_: &S, _: &ToolContext, arguments: &mut Arguments<'_>) -> Outcome {
        arguments.error()
    }
}

/// A type that represents one or more tools for a registry with the state `S`. `#[mcp_tool]` generates such a
/// type for a function. The type of an `#[mcp_tools]` block, or the block's companion, represents all tools of
/// the block.
#[diagnostic::on_unimplemented(
    message = "the state `{S}` lacks a part that a tool of `{Self}` takes as `#[state]`",
    label = "the state does not fit these tools",
    note = "for a parameter `#[state] x: &T`, write `impl HasState<T> for {S}`; or build the registry with a state that has every part"
)]
pub trait McpTool<S: 'static>: IsTool {
    #[doc(hidden)]
    const ENTRIES: &'static [Entry<S>];
}

impl<S: 'static, T: IsTool + ToolsOfType<S, <T as IsTool>::Block>> McpTool<S> for T {
    const ENTRIES: &'static [Entry<S>] = <T as ToolsOfType<S, <T as IsTool>::Block>>::ENTRIES;
}

/// The tools of a type. Each type with tools has two implementations of this trait. The first one lists the
/// names, and its parameter `Block` is [`FirstBlock`]. The second one lists each [`Entry`], and its parameter is
/// the associated type `Block` of the first one. For each block, `#[mcp_tools]` generates a separate type as
/// `Block`. So if a type has two blocks without `companion`, only the implementations with the names conflict,
/// and rustc reports one error.
pub trait ToolsOfType<S: 'static, Block: ?Sized = OneFunction> {
    #[doc(hidden)]
    type Block;

    #[doc(hidden)]
    const NAMES: &'static [&'static str] = &[];

    #[doc(hidden)]
    const ENTRIES: &'static [Entry<S>] = &[];
}

/// The parameter `Block` of [`ToolsOfType`] in the implementation that lists the names of the tools. rustc prints
/// it if a type has two `#[mcp_tools]` blocks without `companion`: "conflicting implementations of trait
/// `ToolsOfType<(), dyn SecondBlockNeeds<companion = NewName>>` for type `Server`". The compiler has no attribute
/// for this text, so the type itself spells out what to write. With the lifetime `'static`, rustc would print the
/// lifetime too, so the generated code uses `'_`.
pub type FirstBlock<'b> = dyn SecondBlockNeeds<companion = NewName> + 'b;

/// The trait in [`FirstBlock`]. No type implements it.
pub trait SecondBlockNeeds {
    #[allow(non_camel_case_types)]
    type companion;
}

/// A placeholder in [`FirstBlock`] for the name that the user chooses.
pub struct NewName;

/// The associated type `Block` of [`ToolsOfType`] for a type that represents one tool.
pub struct OneFunction;

impl<T: DeclaredTool> ToolsOfType<(), FirstBlock<'static>> for T {
    type Block = OneFunction;

    const NAMES: &'static [&'static str] = &[T::NAME];
}

impl<S: 'static, T: CallTool<S>> ToolsOfType<S> for T {
    type Block = OneFunction;

    const ENTRIES: &'static [Entry<S>] = &[Entry {
        declaration: &Declaration {
            name: T::NAME,
            output: T::output_schema,
            ..T::DECLARATION
        },
        call: match T::IS_BLOCKING {
            Some(false) => Call::Future(T::call_async),
            Some(true) => Call::Blocking(T::call),
            None => Call::ByDefault(T::call_async, T::call),
        },
    }];
}

/// A type that represents one or more tools, whatever state they need. Each entry of `tools!` is such a type.
#[diagnostic::on_unimplemented(
    message = "`tools!` has no tool for this entry",
    label = "no tool is listed under this name",
    note = "add `#[mcp_tool]` above the function, or `#[mcp_tools]` above an `impl` block of the type",
    note = "for a function or a block with `companion = Name`, write `Name` in `tools!`"
)]
pub trait IsTool {
    #[doc(hidden)]
    type Block;

    #[doc(hidden)]
    const NAMES: &'static [&'static str];
}

// Without this attribute, the error for a type without tools would list every type that has
// tools.
#[diagnostic::do_not_recommend]
impl<T: ToolsOfType<(), FirstBlock<'static>>> IsTool for T {
    type Block = <T as ToolsOfType<(), FirstBlock<'static>>>::Block;

    const NAMES: &'static [&'static str] = <T as ToolsOfType<(), FirstBlock<'static>>>::NAMES;
}

/// If an entry of `tools!` names a function without `#[mcp_tool]`, the entry resolves to this type. This type
/// does not implement [`IsTool`], so rustc prints the message of that trait.
pub struct PlainFunction;

/// Provides the tools of the type `T` through inherent items. If `T` has no tools, rustc uses the items of the
/// same names in [`NoTools`]. It then reports `T` in a single error, without a list of all types with tools.
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

/// The items of [`ToolsOf`] for a type without tools. For a type with tools, rustc prefers the inherent items
/// of the same names.
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

/// Boxes the future of a call.
///
/// If the future is not `Send`, the compiler prints the line `F: Send`. The comment on that line therefore
/// contains advice for the user.
pub fn reply_later<'a, F>(future: F) -> Reply<'a>
where
    F: Future<Output = Outcome> + 'a,
    F: Send, // help: `drop(…)` a guard before the `.await`, or take tokio's `Mutex`; for `Rc`, take `Arc`
{
    Box::pin(future)
}

/// Returns the reply of a call that has already completed.
pub fn ready<'a>(outcome: Outcome) -> Reply<'a> {
    Box::pin(std::future::ready(outcome))
}

impl Arguments<'_> {
    /// Returns a completed reply that reports the faults in these arguments.
    pub fn error_reply<'a>(&mut self) -> Reply<'a> {
        ready(self.error())
    }

    /// Returns an outcome that reports the faults in these arguments.
    pub fn error(&mut self) -> Outcome {
        Outcome::Refused(self.take_faults())
    }
}
