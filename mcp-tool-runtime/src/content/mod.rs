//! The content of results: content blocks, annotations, resources and icons.

mod annotations;
mod base64;
pub(crate) mod block;
mod fault;
mod icon;
mod media;
mod resource;
mod resource_link;
#[cfg(feature = "rmcp-types")]
mod sdk_block;
mod setters;
mod text;
mod timestamp;

pub use self::base64::InvalidBase64;
pub use annotations::{Annotations, Priority, Role};
pub(crate) use block::ContentBlock;
pub(crate) use fault::{Fault, fault};
pub use icon::{Icon, IconTheme};
pub use media::{AudioContent, ImageContent};
pub use resource::{
    BlobResourceContents, EmbeddedResource, ResourceContents, TextResourceContents,
};
pub use resource_link::ResourceLink;
pub use text::TextContent;
pub use timestamp::{InvalidTimestamp, Timestamp};
