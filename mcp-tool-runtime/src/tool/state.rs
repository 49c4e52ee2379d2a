//! The state of a registry, and its parts that tools borrow.

use std::ops::Deref;
use std::sync::Arc;

/// The state of a registry: any type that threads can share.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the state of a tool registry",
    label = "cannot be shared between the threads that serve calls",
    note = "the state must be `Send + Sync + 'static`: replace `Rc` by `Arc`, `RefCell` and `Cell` by `Mutex`, `RwLock` or an atomic"
)]
pub trait State: Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> State for T {}

/// The argument of [`ToolRegistry::builder_arc`](crate::ToolRegistry::builder_arc): an `Arc` with a
/// state inside.
///
/// The second implementation holds for nothing: of a single one, the compiler would go on about
/// which of its bounds does not hold, and about all that follows.
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds what cannot be the state of a tool registry",
    label = "what it holds has no size, or cannot be shared between the threads that serve calls",
    note = "a state has a size, and a `dyn Trait` has none: write `ToolRegistry::builder(…)` with the same `Arc`, and `&Arc<dyn Trait>` in the tools",
    note = "the state must be `Send + Sync + 'static`: replace `Rc` by `Arc`, `RefCell` and `Cell` by `Mutex`, `RwLock` or an atomic"
)]
pub trait SharedState<S> {
    #[doc(hidden)]
    fn __shared(self) -> Arc<S>;
}

#[diagnostic::do_not_recommend]
impl<S: State> SharedState<S> for Arc<S> {
    fn __shared(self) -> Arc<S> {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<S: NoState + ?Sized> SharedState<Box<S>> for Arc<S> {
    fn __shared(self) -> Arc<Box<S>> {
        S::__none()
    }
}

/// Holds for nothing.
pub trait NoState {
    #[doc(hidden)]
    fn __none() -> Arc<Box<Self>>;
}

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
    label = "this entry has `&{T}` as `#[state]` or as `&self`",
    note = "build the registry with a state that has one, as in `ToolRegistry::builder(state)`, or add `impl HasState<{T}> for {Self}`",
    note = "a state that is in an `Arc` already goes to `ToolRegistry::builder_arc`; tools take an `Arc<dyn Trait>` as `&Arc<dyn Trait>`"
)]
pub trait HasState<T: ?Sized> {
    /// The part.
    fn state(&self) -> &T;
}

/// The type of a field with `#[state(deref)]`: every `P: Deref<Target = T>`.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` does not point to a `{T}`",
    label = "nothing behind this can be lent",
    note = "remove `#[state(deref)]`: the field is then lent itself"
)]
pub trait Pointer<T: ?Sized> {
    #[doc(hidden)]
    fn target(&self) -> &T;
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized, P: Deref<Target = T> + ?Sized> Pointer<T> for P {
    fn target(&self) -> &T {
        self
    }
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

/// A state of which tools ask for an `Arc` around it. It holds for nothing: there is none to lend.
#[diagnostic::on_unimplemented(
    message = "the state is `{Self}`, and no `Arc` of it",
    label = "this entry has `&Arc<{Self}>` as `#[state]`",
    note = "write `&{Self}` in the tool: the registry keeps the state in an `Arc`, and lends what is inside"
)]
pub trait LentInArc: Sized {
    #[doc(hidden)]
    fn __lend(&self) -> &Arc<Self>;
}

// Here, what does not hold is what the compiler should tell.
impl<T: LentInArc> HasState<Arc<T>> for T {
    fn state(&self) -> &Arc<T> {
        self.__lend()
    }
}
