//! The interface between macros and runtime: every name that generated code uses. It is not stable. The macro
//! crate requires exactly this version of the runtime.
//!
//! Generated code imports this module as `__p`, and the traits of [`in_scope`] with a glob.

use crate::message::Message;

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
pub use crate::{
    IconTheme, SchemaProfile,
    doc_comment::{Description, doc_lines, docs, given},
    schema::SchemaFn,
    tool::{Declaration, DeclaredIcon, DeclaredTool, GivenText},
};
pub use std::time::Duration;

// The arguments of a tool. `row` describes one argument: it takes the published name and a
// `Param`, and returns a `Row` for the field `Declaration::rows`. The `Param` decodes the
// argument's values and writes their schema. `Rules` restrict the values, and the other types
// describe defaults and headers.
#[cfg(feature = "regex")]
pub use crate::arguments::Pattern;
#[cfg(feature = "garde")]
pub use crate::arguments::Validation;
pub use crate::arguments::{
    DefaultArgument, Length, LentDefault, MirroredHeader, OwnedDefault, Param, Range, Rules,
    TextDefault, WriteArgument, WriteValue, row,
};

// Compile-time checks of constants, because macros cannot see the values of constants. Each
// `refused_…` function returns a message for an invalid value, and `reject` panics with this
// message.
pub use crate::{
    icon_rules::{refused_size, refused_source, refused_type},
    name::refused_name,
    text_rules::{check_argument, check_description, check_title, check_wrap},
};

// The call of a tool. `CallTool` decodes `Arguments`, and calls the function. For an `async`
// function, `CallTool` returns a `Reply`, which is a future. For any other function, `CallTool`
// returns an `Outcome`. `HasState` and `ContextArgument` provide the values of the `#[state]` and
// `#[context]` parameters.
pub use crate::{
    ToolContext,
    arguments::{Arguments, Owned, lend},
    context::ContextArgument,
    return_type::{Outcome, reply},
    tool::{CallTool, HasState, Reply, answer, soon},
};

// The return type of a tool's function. `tag` returns a value that represents this type. Methods
// of that value select the conversions and the schema of the return type. `Output` stands for the
// derives that a result with an output schema needs. `Written` stands for the derive that a
// result without a schema needs. `input_types` starts a check for missing derives. The check
// concerns one inner type of an argument, such as `Page` in `Vec<Page>`.
pub use crate::return_type::{Output, Written, any, input_types, tag, tag_of, tag_of_future};

// An `impl` block whose methods are tools. `#[mcp_tools]` implements `ToolsOfType` twice for the
// type of the block. The first implementation lists the names of the tools. The second
// implementation lists the entries, and has a type parameter that is different for each block. So
// if a type has two blocks, only the first implementations conflict, and rustc reports one error.
pub use crate::tool::{Entry, McpTool, SecondBlockNeedsCompanion, ToolsOfType};

// Items for `tools!`, which collects the entries of the listed tools and rejects duplicate names.
pub use crate::{
    name::{count_names, find_duplicates, refused_entry},
    tool::{IsTool, NoTools, PlainFunction, ToolsOf, collect},
};

// Collections of tools. If an attribute has the key `register`, its expansion submits the tools
// to the crate `inventory`. The value of `register` names a collection. `collected` returns the
// submitted tools of one collection.
#[cfg(feature = "inventory")]
pub use crate::tool::{CollectedTools, ToolCollection, collected};
#[cfg(feature = "inventory")]
pub use inventory;

// Items for the code that the derives `ElicitForm`, `ToolError` and `HasState` generate.
pub use crate::{
    elicit::{ElicitForm, FormChoice, FormField},
    error::{IntoToolError, Mapping, ToolError, TransparentError, inner_error},
    tool::{Part, Pointer},
};

// Macros that expansions use. `warning!` emits a compiler warning. The attribute `beside`
// contains the items that `#[mcp_tool]` generates in addition to the struct, and expands to these
// items. `tools_impl!` implements `tools!`.
pub use crate::__warning as warning;
pub use mcp_tool_macros::{__beside as beside, __tools as tools_impl};

// Items for the tests that `check_tools!` generates.
#[cfg(feature = "testing")]
pub use crate::testing::{Checks, enter_runtime};

// The schema transformation of `SchemaProfile::Portable`. Tests use independent validators to
// check that the transformed schema accepts the same values as the original schema, apart from
// intended differences.
#[cfg(feature = "testing")]
pub use crate::schema::portable_schema;

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
    pub use crate::arguments::{
        LackingParam as __LackingParam, NoNumbers as __NoNumbers, NoWrapper as __NoWrapper,
    };
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
    // A trait that makes rustc report a value of an attribute option that is not a string.
    pub use crate::tool::NoText as __NoText;
}
