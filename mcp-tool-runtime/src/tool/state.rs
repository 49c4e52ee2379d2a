//! The state of a registry, and the parts of it that tools borrow.

use std::ops::Deref;
use std::sync::Arc;

/// The state of a registry: any `Send + Sync + 'static` type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the state of a tool registry",
    label = "cannot be shared between the threads that serve calls",
    note = "the state must be `Send + Sync + 'static`: replace `Rc` with `Arc`, and `RefCell` and `Cell` with `Mutex`, `RwLock` or an atomic",
    note = "put any other value that only one thread can use at a time, such as a `rusqlite::Connection`, in a `Mutex`, and write `#[state] db: &Mutex<Connection>` in the tools"
)]
pub trait State: Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> State for T {}

/// The argument of [`ToolRegistry::builder_arc`](crate::ToolRegistry::builder_arc): an `Arc` with a
/// state inside.
///
/// The second implementation of this trait applies to no type. With only the first one, rustc would report its
/// unmet bounds for a wrong argument, and then further errors. With two implementations, rustc prints the
/// message of this trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` contains a type that cannot be the state of a tool registry",
    label = "its content has no size, or cannot be shared between the threads that serve calls",
    note = "for an `Arc<dyn Trait>`, whose content has no size, pass the `Arc` to `ToolRegistry::builder(…)`, and write `&Arc<dyn Trait>` in the tools",
    note = "the state must be `Send + Sync + 'static`: replace `Rc` with `Arc`, and `RefCell` and `Cell` with `Mutex`, `RwLock` or an atomic",
    note = "put any other value that only one thread can use at a time, such as a `rusqlite::Connection`, in a `Mutex`, and write `#[state] db: &Mutex<Connection>` in the tools"
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

/// A trait that no type implements. So the implementation of [`SharedState`] with this bound applies to no
/// type.
pub trait NoState {
    #[doc(hidden)]
    fn __none() -> Arc<Box<Self>>;
}

/// A state that provides a `&T` for tools with a parameter `#[state] x: &T`.
///
/// Every type provides itself. If a state has several parts, implement `HasState<T>` on the state for each
/// part type `T`, or use `#[derive(HasState)]`:
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
    message = "the state `{Self}` has no part of type `{T}`",
    label = "a tool takes `&{T}` from the state",
    note = "if the state is a struct with a field of type `{T}`, write `#[derive(HasState)]` above the struct; otherwise, add such a field, or make `{T}` the state itself",
    note = "for a `dyn Trait` in an `Arc`, write `#[state] name: &Arc<dyn Trait>` in the tool; for any other state in an `Arc`, write `&State` in the tool, and pass the `Arc` to `ToolRegistry::builder_arc`"
)]
pub trait HasState<T: ?Sized> {
    /// Returns the part of the type `T`.
    fn state(&self) -> &T;
}

/// State that an `async` tool borrows: any `Sync` type, because the future of a call can move between threads.
#[diagnostic::on_unimplemented(
    message = "an `async` tool cannot borrow `{Self}`: it is not `Sync`",
    label = "threads cannot share it",
    note = "for a type of another crate, write `&Mutex<{Self}>` in the tool, and `Mutex::new(…)` in the state",
    note = "for your own type, replace `RefCell` and `Cell` inside it with `Mutex`, `RwLock` or an atomic, and `Rc` with `Arc`"
)]
pub trait AsyncState {}

#[diagnostic::do_not_recommend]
impl<T: Sync + ?Sized> AsyncState for T {}

/// Returns the part of the type `T`, and checks that an `async` tool can borrow it.
pub fn async_state<S: HasState<T>, T: AsyncState + ?Sized>(state: &S) -> &T {
    state.state()
}

/// The type of a field with `#[state(deref)]`. Every `P: Deref<Target = T>` implements this trait.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` does not point to a `{T}`",
    label = "does not dereference to `{T}`",
    note = "remove `#[state(deref)]` to use the field itself as state"
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

/// An alias of `T`. In `Part<dyn Trait>`, the lifetime bound of `dyn Trait` is always `'static`. Without the
/// alias, `&'a dyn Trait` means `&'a (dyn Trait + 'a)`, but `HasState<dyn Trait>` means
/// `HasState<dyn Trait + 'static>`.
pub type Part<T> = T;

#[diagnostic::do_not_recommend]
impl<T: ?Sized> HasState<T> for T {
    fn state(&self) -> &T {
        self
    }
}
