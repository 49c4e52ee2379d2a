//! The registry of a server's tools.
//!
//! ```text
//! tool_registry  the registry itself: a state, and the tools that share it
//! builder        collects tools and settings
//! settings       the settings of a builder
//! assemble       `build()`: checks tools, and makes their definitions
//! compose        takes over the tools of other registries
//! tools          the tools of a registry: lookup by name and by position
//! list           `tools/list`: pages and their bytes
//! call           `tools/call`: finds the tool
//! live           registries whose tools change while they serve
//! ```

mod assemble;
mod builder;
mod call;
mod compose;
mod list;
mod live;
mod settings;
mod tool_registry;
mod tools;

#[doc(inline)]
pub use crate::arguments::{ArgumentFault, WrongArguments};
#[doc(inline)]
pub use crate::error::BuildProblem;
#[doc(inline)]
pub use crate::header::HeaderBinding;
pub use assemble::definitions;
pub use builder::ToolRegistryBuilder;
pub use list::{CacheScope, ListToolsResult};
pub use live::{ChangeListener, LiveRegistry};
pub use settings::UnknownArguments;
#[cfg(feature = "rmcp3")]
pub(crate) use tool_registry::AnyState;
pub use tool_registry::ToolRegistry;
pub(crate) use tools::Tools;
