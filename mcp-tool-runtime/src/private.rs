//! The interface between macros and runtime: every name of the runtime that generated code uses. It is not
//! stable. So the runtime requires exactly one version of the macro crate.
//!
//! Generated code imports this module as `__mcp`, and the traits of [`select`] with a glob.

// Names from the standard library. The user's module can define other items with the same names,
// so generated code writes, for example, `__mcp::Some`.
pub use std::{
    boxed::Box,
    format,
    marker::PhantomData,
    option::Option::{self, None, Some},
    panic,
    primitive::{bool, f64, str, usize},
};

// The declaration of a tool. `#[mcp_tool]` generates a type for each tool, and implements
// `DeclaredTool` for the type. The constant `DeclaredTool::DECLARATION` is a `Declaration`.
pub use crate::content::IconTheme;
pub use crate::tool::{Declaration, DeclaredIcon, DeclaredTool, Text};
pub use mcp_tool_schema::doc_comment::{Description, doc_lines, docs, given};
pub use mcp_tool_schema::generate::SchemaFn;
pub use std::time::Duration;

// The arguments of a tool. `argument` describes one argument. `Parameter` decodes and checks the value of
// an argument, and writes the schema.
#[cfg(feature = "regex")]
pub use crate::arguments::Pattern;
#[cfg(feature = "garde")]
pub use crate::arguments::Validation;
pub use crate::arguments::{
    BorrowedDefault, DefaultArgument, Header, Length, OptionalBorrowedDefault, OwnedDefault,
    Parameter, Range, Rules, TextDefault, ToJson, WriteArgument, argument,
};

// `check` checks a declaration with constants at compile time, because the macros cannot see their
// values. `reject` stops the compilation with a message.
pub use crate::tool::{check, reject};

// The call of a tool. `CallTool` decodes `Arguments`, and calls the function. The generated code
// implements `CallTool::call_async` for an `async` function, and `CallTool::call` for any other
// function. `call_async` returns a `Reply`, which is a future, and `call` returns an `Outcome`.
// `HasState`, `FromContext` and `PrincipalArgument` provide the values of the `#[state]`,
// `#[context]` and `#[principal]` parameters.
pub use crate::arguments::{Arguments, Borrowed, borrow, borrow_optional};
pub use crate::context::tool_context::ToolContext;
pub use crate::context::{FromContext, PrincipalArgument};
pub use crate::return_type::{Outcome, reply};
pub use crate::tool::{CallTool, HasState, Reply, async_state, ready, reply_later};

// The return type of a tool's function. `returns` returns a value whose methods select the schema and
// the conversion of the result, and the conversion of the error. `returns_unpublished` selects no schema.
pub use crate::return_type::{returns, returns_unpublished};

// An `impl` block whose methods are tools. `#[mcp_tools]` implements `ToolsOfType` twice: once
// for the names of the tools, and once for the entries. If a type has two blocks, rustc reports
// one error, because only the implementations for the names conflict. Those for the entries
// differ in a type parameter.
pub use crate::tool::{Entry, FirstBlock, McpTool, ToolsOfType};

// Items for `tools!`, which collects the entries of the listed tools and rejects duplicate names.
pub use crate::{
    const_checks::{count_names, find_duplicates, refused_entry},
    tool::{IsTool, NoTools, PlainFunction, ToolsOf, collect},
};

// Collections of tools. If `#[mcp_tool]` or `#[mcp_tools]` has the option `register`, the
// generated code submits the tools to the crate `inventory`. The value of `register` names a
// collection. `collected` returns the submitted tools of one collection.
#[cfg(feature = "inventory")]
pub use crate::tool::{CollectedTools, ToolCollection, collected};
#[cfg(feature = "inventory")]
pub use inventory;

// Items for the code that the derives `ElicitForm`, `ToolError` and `HasState` generate.
pub use crate::{
    elicit::bounds::ElicitForm,
    elicit::{FormChoice, FormField},
    error::{IntoToolError, Mapping, ToolError, TransparentError, inner_error},
    tool::{Part, Pointer},
};

// Macros that expansions use. `warning!` emits a compiler warning. `#[mcp_tool]` generates a
// struct with the attribute `beside`. The arguments of `beside` are all other generated items,
// and `beside` adds them after the struct. `tools_impl!` implements `tools!`.
pub use crate::__warning as warning;
pub use mcp_tool_macros::{__beside as beside, __tools as tools_impl};

// Items for the tests that `check_tools!` generates.
#[cfg(feature = "testing")]
pub use crate::testing::{Checks, enter_runtime};

// The schema transformation of `SchemaProfile::Portable`, exported only for tests.
#[cfg(feature = "testing")]
pub use mcp_tool_schema::generate::portable_schema;

/// Emits a compiler warning with the text `$note` at the span of `$name`. Procedural macros cannot emit
/// warnings on stable Rust, so this macro declares and uses a deprecated constant.
#[doc(hidden)]
#[macro_export]
macro_rules! __warning {
    ($name:ident, $note:literal) => {
        const _: () = {
            #[deprecated(note = $note)]
            #[allow(non_upper_case_globals)]
            const $name: () = ();
            $name
        };
    };
}

/// Traits whose methods and constants generated code uses. A glob import brings all of them into scope. The
/// names of the traits start with `__`, so they shadow no name of the user. Several of these traits have
/// methods of the same name, for the receivers `T`, `&T` or `&mut T`. Method resolution tries the receivers
/// in this order, and selects the first that applies.
pub mod select {
    // Fallbacks for inherent items of `Rules` and `Validation` that exist only for some
    // argument types. If the inherent item does not exist for a type, rustc selects the item of
    // the same name in one of these traits.
    pub use crate::arguments::NoNumbers as __NoNumbers;
    #[cfg(feature = "garde")]
    pub use crate::arguments::NotValidated as __NotValidated;
    // Methods that convert the error inside an `#[error(transparent)]` variant into a
    // `ToolError`.
    pub use crate::error::rungs::{ByDisplay as __ByDisplay, ByMapping as __ByMapping};
    // Methods that select the conversions and the schema of a return type.
    pub use crate::return_type::select::{
        ByFuture as __ByFuture, ByMapped as __ByMapped, ByResult as __ByResult,
        ByValue as __ByValue,
    };
    // If the value of an attribute option is not a string, this trait makes rustc report the
    // value.
    pub use crate::tool::NoText as __NoText;
}
