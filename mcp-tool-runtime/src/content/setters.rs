//! The setters of all kinds of blocks.

use serde_json::{Map, Value};

use super::{
    Annotations, AudioContent, ContentBlock, EmbeddedResource, ImageContent, Priority,
    ResourceLink, Role, TextContent, Timestamp,
};

/// Implements the setters on each type, so that users need not import a trait.
macro_rules! setters {
    ($($block:ident)*) => {$(
        impl $block {
            /// Sets the annotations of the block, in place of all earlier ones.
            pub fn with_annotations(mut self, annotations: Annotations) -> Self {
                *self.annotations_mut() = Some(annotations);
                self
            }

            /// Sets the audience of the block.
            pub fn with_audience(mut self, audience: impl IntoIterator<Item = Role>) -> Self {
                let annotations = self.annotations_mut().get_or_insert_default();
                annotations.audience = audience.into_iter().collect();
                self
            }

            /// Sets the priority of the block.
            pub fn with_priority(mut self, priority: Priority) -> Self {
                self.annotations_mut().get_or_insert_default().priority = Some(priority);
                self
            }

            /// Sets the time of the last change: a [`Timestamp`], or a
            /// [`SystemTime`](std::time::SystemTime).
            pub fn with_last_modified(mut self, time: impl Into<Timestamp>) -> Self {
                self.annotations_mut().get_or_insert_default().last_modified = Some(time.into());
                self
            }

            /// Sets the block's `_meta`.
            pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
                *self.meta_mut() = Some(meta);
                self
            }
        }
    )*};
}

macro_rules! members {
    ($($block:ident in $variant:ident)*) => {
        $(
            impl $block {
                fn annotations_mut(&mut self) -> &mut Option<Annotations> {
                    &mut self.annotations
                }

                fn meta_mut(&mut self) -> &mut Option<Map<String, Value>> {
                    &mut self.meta
                }
            }

            impl From<$block> for ContentBlock {
                fn from(block: $block) -> Self {
                    ContentBlock::$variant(block)
                }
            }
        )*

        impl ContentBlock {
            pub(super) fn annotations_mut(&mut self) -> &mut Option<Annotations> {
                match self {
                    $(ContentBlock::$variant(block) => block.annotations_mut(),)*
                }
            }

            pub(super) fn meta_mut(&mut self) -> &mut Option<Map<String, Value>> {
                match self {
                    $(ContentBlock::$variant(block) => block.meta_mut(),)*
                }
            }
        }
    };
}

setters! { ContentBlock TextContent ImageContent AudioContent ResourceLink EmbeddedResource }

members! {
    TextContent in Text
    ImageContent in Image
    AudioContent in Audio
    ResourceLink in ResourceLink
    EmbeddedResource in Resource
}
