//! What a result is made of: content blocks, and the annotations, resources and icons inside them.

use base64::prelude::{BASE64_STANDARD, Engine as _};

mod annotations;
mod block;
mod icon;
mod resource;

pub use annotations::{Annotations, Priority, Role};
pub use block::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceLink, TextContent,
};
pub use icon::{Icon, IconTheme};
pub use resource::{BlobResourceContents, ResourceContents, TextResourceContents};

/// Base64 in the standard alphabet with padding, the only form on the wire (R116).
fn encode(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

fn decode(data: &str) -> Option<Vec<u8>> {
    BASE64_STANDARD.decode(data).ok()
}
