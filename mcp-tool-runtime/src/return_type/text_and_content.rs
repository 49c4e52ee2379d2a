//! Results without a schema: `()`, text, content blocks and `CallToolResult`.

use std::borrow::Cow;
use std::sync::Arc;

use super::Outcome;
use crate::content::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceLink, TextContent,
};
use crate::result::CallToolResult;

/// Implements the conversions of types without a schema, plain and inside a `Result`, for functions and for the
/// handlers of `Tool::builder`. `data` types can have structured content, and `text` types cannot.
macro_rules! without_schema {
    ($kind:ident: $($rows:tt)*) => {
        $crate::return_type::without_schema! { $($rows)* }
        $crate::return_type::handler_results! { $kind: $($rows)* }
    };
    ($(for<$($lifetime:lifetime)?> $type:ty => $convert:expr;)*) => {$(
        $crate::return_type::without_schema! {
            @methods [$($lifetime)?] $type, $type => $convert
        }
        $crate::return_type::without_schema! {
            @methods [$($lifetime)? E] Result<$type, E>, $type => $convert
        }
    )*};
    (@methods [$($generic:tt)*] $returned:ty, $type:ty => $convert:expr) => {
        #[doc(hidden)]
        impl<$($generic,)* S> $crate::return_type::Returns<$returned, S> {
            pub fn __success(self) -> $crate::return_type::Success<$type> {
                $crate::return_type::Success {
                    schema: None,
                    write: $convert,
                }
            }
        }
    };
}

pub(crate) use without_schema;

without_schema! {
    data:
    for<> CallToolResult => Outcome::Answer;
}

without_schema! {
    text:
    // Some clients drop a result without content, so `()` becomes the text `ok`.
    for<> () => |()| Outcome::text("ok");
    for<> String => Outcome::text;
    for<'a> &'a str => Outcome::text;
    for<'a> Cow<'a, str> => Outcome::text;
    for<> Box<str> => Outcome::text;
    for<> Arc<str> => |text| Outcome::text(&*text);
    for<> ContentBlock => |block| Outcome::Answer(CallToolResult::new([block]));
    for<> Vec<ContentBlock> => |blocks| Outcome::Answer(CallToolResult::new(blocks));
    for<> TextContent => |block| Outcome::Answer(CallToolResult::new([block.into()]));
    for<> ImageContent => |block| Outcome::Answer(CallToolResult::new([block.into()]));
    for<> AudioContent => |block| Outcome::Answer(CallToolResult::new([block.into()]));
    for<> ResourceLink => |block| Outcome::Answer(CallToolResult::new([block.into()]));
    for<> EmbeddedResource => |block| Outcome::Answer(CallToolResult::new([block.into()]));
}
