//! The interface between macros and runtime: every name of the runtime that generated code uses. It is not
//! stable. So the runtime requires exactly one version of the macro crate.
//!
//! Generated code imports this module as `__p`, and the traits of [`in_scope`] with a glob.

use crate::const_checks::Message;

// Names from the standard library. The user's module can define other items with the same names,
// so generated code writes, for example, `__p::Some`.
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
pub use crate::tool::{Declaration, DeclaredIcon, DeclaredTool, GivenText};
pub use mcp_tool_schema::doc_comment::{Description, doc_lines, docs, given};
pub use mcp_tool_schema::generate::{SchemaFn, SchemaProfile};
pub use std::time::Duration;

// The arguments of a tool. `row` describes one argument. `Param` decodes and checks the value of
// an argument, and writes the schema.
#[cfg(feature = "regex")]
pub use crate::arguments::Pattern;
#[cfg(feature = "garde")]
pub use crate::arguments::Validation;
pub use crate::arguments::{
    BorrowedDefault, DefaultArgument, Length, MirroredHeader, OptionalBorrowedDefault,
    OwnedDefault, Param, Range, Rules, TextDefault, WriteArgument, WriteValue, row,
};

// The generated code checks the values of constants at compile time, because the macros cannot
// see these values. Each `refused_…` function returns a message for an invalid value, and
// `reject` panics with this message. Each `check_…` function panics itself.
pub use crate::const_checks::{
    check_argument, check_description, check_title, check_wrap, refused_name, refused_size,
    refused_source, refused_type,
};

// The call of a tool. `CallTool` decodes `Arguments`, and calls the function. The generated code
// implements `CallTool::future` for an `async` function, and `CallTool::run` for any other
// function. `future` returns a `Reply`, which is a future, and `run` returns an `Outcome`.
// `HasState`, `ContextArgument` and `PrincipalArgument` provide the values of the `#[state]`,
// `#[context]` and `#[principal]` parameters.
pub use crate::arguments::{Arguments, Owned, borrow, borrow_optional};
pub use crate::context::tool_context::ToolContext;
pub use crate::context::{ContextArgument, PrincipalArgument};
pub use crate::return_type::{Outcome, reply};
pub use crate::tool::{
    CallTool, HasState, Reply, answer, async_part, async_parts, box_reply, ready,
};

// The return type of a tool's function. `tag`, `tag_of` and `tag_of_future` return a value whose
// methods select the conversion and the schema of the result. `Output` stands for the derives of a
// result with a schema, and `Written` for the derive of a result without a schema. If a derive is
// missing, rustc names it. `input_types` does the same for the type of a parameter: it checks inner
// types such as `Page` in `Vec<Page>`.
pub use crate::return_type::{Output, Written, any, input_types, tag, tag_of, tag_of_future};

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

/// Stops the compilation with a message, if there is one.
#[track_caller]
pub const fn reject(message: Option<Message>) {
    if let Some(message) = message {
        panic!("{}", message.__text());
    }
}

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
pub mod in_scope {
    // Fallbacks for inherent items of `Param`, `Rules` and `Validation` that exist only for some
    // argument types. If the inherent item does not exist for a type, rustc selects the item of
    // the same name in one of these traits.
    #[cfg(feature = "garde")]
    pub use crate::arguments::NotValidated as __NotValidated;
    pub use crate::arguments::{LackingParam as __LackingParam, NoNumbers as __NoNumbers};
    // Fallbacks for methods of `AsyncParts`, for state that is not `Sync`.
    pub use crate::tool::ByUnsharedState as __ByUnsharedState;
    // Methods that convert the error inside an `#[error(transparent)]` variant into a
    // `ToolError`.
    pub use crate::error::rungs::{ByDisplay as __ByDisplay, ByMapping as __ByMapping};
    // Methods that find the inner type that lacks a required derive, such as `Page` in
    // `Vec<Page>`.
    pub use crate::return_type::inner_rungs::{
        ByEarlier as __ByEarlier, ByFitting as __ByFitting, ByInput as __ByInput,
        ByOutput as __ByOutput, ByPart as __ByPart, ByWhole as __ByWhole, ByWritten as __ByWritten,
    };
    // Methods that select the conversions and the schema of a return type.
    pub use crate::return_type::rungs::{
        ByContent as __ByContent, ByFuture as __ByFuture, ByLacking as __ByLacking,
        ByLackingInside as __ByLackingInside, ByLackingSerialize as __ByLackingSerialize,
        ByMapped as __ByMapped, ByNoWriting as __ByNoWriting, ByResult as __ByResult,
        BySchema as __BySchema, ByValue as __ByValue, ByWriting as __ByWriting,
    };
    // If the value of an attribute option is not a string, this trait makes rustc report the
    // value.
    pub use crate::tool::NoText as __NoText;
}
