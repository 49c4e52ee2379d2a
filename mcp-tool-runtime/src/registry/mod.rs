//! The registry of a server's tools.
//!
//! ```text
//! tool_registry  the registry: a state, and the tools that share it; joins and filters registries, and renames tools
//! builder        collects tools and settings
//! settings       the settings of a registry
//! defaults       defaults for the options of tools
//! assemble       `build()`: checks tools, and creates their definitions
//! definition_checks
//!                checks texts, icons and `_meta` of definitions
//! nested_input   tools whose whole input is nested under one argument
//! definitions    the definitions of tools without a registry
//! tools          the tools of a registry: lookup by name and by position, calls and lists
//! list           `tools/list`: the tools that a caller sees, as JSON
//! handle_json    one JSON-RPC message: from its bytes to the bytes of the response
//! tool_request   a request for tools that owns its text, so that a task can keep it
//! live_registry  registries whose tools change while they serve
//! ```

mod assemble;
mod builder;
pub(crate) mod defaults;
mod definition_checks;
pub(crate) mod definitions;
mod handle_json;
mod list;
pub(crate) mod live_registry;
mod nested_input;
mod settings;
pub(crate) mod tool_registry;
pub(crate) mod tool_request;
mod tools;

#[doc(inline)]
pub use crate::arguments::{ArgumentFault, WrongArguments};
#[doc(inline)]
pub use crate::definition::HeaderBinding;
#[doc(inline)]
pub use crate::error::BuildProblem;
pub use builder::ToolRegistryBuilder;
pub use list::{CacheScope, ListToolsResult};
pub use live_registry::ChangeListener;
pub(crate) use live_registry::LiveRegistry;
pub use settings::UnknownArguments;
pub(crate) use tool_registry::ToolRegistry;
