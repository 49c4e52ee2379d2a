//! The contract between macros and runtime: every name that an expansion uses. It is not stable.
//! The macro crate requires exactly this version of the runtime.

pub use std::boxed::Box;
pub use std::marker::PhantomData;
pub use std::option::Option::{self, None, Some};
pub use std::primitive::{f64, str, usize};
pub use std::{format, panic};

#[cfg(feature = "inventory")]
pub use inventory;

#[cfg(feature = "regex")]
pub use crate::arguments::Pattern;
#[cfg(feature = "garde")]
pub use crate::arguments::Validation;
pub use crate::arguments::{
    DefaultArgument, FractionDefault, Length, LentDefault, Mirrored, Owned, OwnedDefault, Param,
    Range, Rules, TextDefault, TruthDefault, Whole, WholeDefault, WholeEnds, WriteArgument,
    WriteValue, lend, row,
};
pub use crate::context::ContextArgument;
pub use crate::doc_comment::{Description, doc_lines, docs, given};
pub use crate::elicit::{ElicitForm, FormChoice, FormField};
pub use crate::error::{IntoToolError, Mapping, ToolError, TransparentError, inner_error};
pub use crate::icon_rules::{refused_size, refused_source, refused_type};
use crate::message::Message;

pub use crate::__warning as warning;
pub use crate::arguments::Arguments;
pub use crate::name::{count_names, find_duplicates, refused_entry, refused_name};
pub use crate::return_type::Outcome;
pub use crate::return_type::{
    Output, Written, any, input_types, reply, tag, tag_of, tag_of_future,
};
pub use crate::schema::SchemaFn;
#[cfg(feature = "testing")]
pub use crate::testing::Checks;
pub use crate::text_rules::{check_argument, check_description, check_title, check_wrap};
pub use crate::tool::{
    CallTool, Declaration, Declared, DeclaredIcon, Entry, GivenText, HasState, IsTool, McpTool,
    NoTools, Part, PlainFunction, Pointer, Reply, Run, SecondBlockNeedsCompanion, ToolsOf,
    ToolsOfType, answer, collect, soon,
};
pub use crate::{IconTheme, SchemaProfile, ToolContext};
pub use mcp_tool_macros::__beside as beside;
pub use mcp_tool_macros::__tools as tools_impl;
pub use std::time::Duration;

/// Stops the compilation with a message, if there is one.
#[track_caller]
pub const fn reject(message: Option<Message>) {
    if let Some(message) = message {
        panic!("{}", message.__text());
    }
}

/// Writes a compiler warning. A procedural macro cannot do so on stable Rust, so this uses a
/// deprecated constant at the place of the name.
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

/// Traits whose methods and constants an expansion uses; a glob brings them all into its scope,
/// under names that hide none of the user's.
pub mod in_scope {
    #[cfg(feature = "garde")]
    pub use crate::arguments::NotValidated as __NotValidated;
    pub use crate::arguments::{
        LackingParam as __LackingParam, NoNumbers as __NoNumbers, NoWrapper as __NoWrapper,
    };
    pub use crate::error::rungs::{ByDisplay as __ByDisplay, ByMapping as __ByMapping};
    pub use crate::return_type::inner_rungs::{
        ByEarlier as __ByEarlier, ByFitting as __ByFitting, ByInput as __ByInput,
        ByOutput as __ByOutput, ByPart as __ByPart, ByWhole as __ByWhole, ByWritten as __ByWritten,
    };
    pub use crate::return_type::rungs::{
        ByContent as __ByContent, ByContentAlone as __ByContentAlone, ByFuture as __ByFuture,
        ByHand as __ByHand, ByLacking as __ByLacking, ByLackingInside as __ByLackingInside,
        ByLackingSerialize as __ByLackingSerialize, ByMapped as __ByMapped,
        ByNoWriting as __ByNoWriting, ByResult as __ByResult, BySchema as __BySchema,
        ByType as __ByType, ByValue as __ByValue, ByWriting as __ByWriting,
    };
    pub use crate::tool::{Declared as __Declared, NoText as __NoText};
}

#[cfg(feature = "inventory")]
pub use crate::tool::{Joined, ToolCollection, collected};
