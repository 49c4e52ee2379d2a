//! What a result is made of: content blocks, and the annotations, resources and icons inside them.

use base64::prelude::{BASE64_STANDARD, Engine as _};

mod annotations;
mod block;
mod embedded_resource;
mod fault;
mod icon;
mod media;
mod resource;
mod resource_link;
mod shared;
mod text;
mod timestamp;

pub use annotations::{Annotations, Priority, Role};
pub use block::ContentBlock;
pub use embedded_resource::EmbeddedResource;
pub(crate) use fault::{Fault, fault};
pub use icon::{Icon, IconTheme};
pub use media::{AudioContent, ImageContent};
pub use resource::{BlobResourceContents, ResourceContents, TextResourceContents};
pub use resource_link::ResourceLink;
pub use text::TextContent;
pub use timestamp::{InvalidTimestamp, Timestamp};

/// Base64 in the standard alphabet with padding, the only form on the wire (R116).
fn encode(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

fn decode(data: &str) -> Option<Vec<u8>> {
    BASE64_STANDARD.decode(data).ok()
}
