//! The content of results: content blocks, annotations, resources and icons.

mod annotations;
mod base64;
pub(crate) mod block;
mod block_types;
mod fault;
mod icon;
mod resource;
#[cfg(feature = "rmcp-types")]
mod sdk_block;
mod timestamp;

pub use self::base64::InvalidBase64;
pub use annotations::{Annotations, Priority, Role};
pub(crate) use block::ContentBlock;
pub use block_types::{AudioContent, ImageContent, ResourceLink, TextContent};
pub(crate) use fault::{Fault, fault};
pub use icon::{Icon, IconTheme};
pub use resource::{
    BlobResourceContents, EmbeddedResource, ResourceContents, TextResourceContents,
};
pub use timestamp::{InvalidTimestamp, Timestamp};
