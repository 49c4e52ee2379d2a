//! `Declaration`: the type of the constant that `#[mcp_tool]` generates for each tool.

use std::time::Duration;

use mcp_tool_schema::doc_comment::Description;
use mcp_tool_schema::generate::SchemaFn;
use serde_json::Value;

use crate::arguments::Row;
use crate::content::{Icon, IconTheme};
use crate::definition::ToolAnnotations;

/// Declares the struct and its constant `NONE`, with one row for each field: its type, and its value in `NONE`.
macro_rules! declaration {
    ($($(#[$inner:meta])* $field:ident: $ty:ty = $none:expr;)*) => {
        /// A tool as its author declared it. The expansion of `#[mcp_tool]` fills the fields. Most fields have the
        /// same name as the attribute's key that sets them.
        pub struct Declaration {
            $($(#[$inner])* pub $field: $ty,)*
        }

        impl Declaration {
            /// The values of the fields that the expansion of `#[mcp_tool]` does not set.
            pub const NONE: Self = Declaration { $($field: $none),* };
        }
    };
}

declaration! {
    /// The published name: the value of `name`, or else the function's name. The `prefix` of the
    /// `#[mcp_tools]` block, if any, comes first.
    name: &'static str = "";
    /// The title, which clients show to people.
    title: Option<&'static str> = None;
    /// The description. The model uses it to choose a tool. Default: the doc comment.
    description: Description = Description::Given("");
    /// `readOnlyHint`: whether the tool changes nothing.
    read_only: Option<bool> = None;
    /// `destructiveHint`: whether the tool can destroy or overwrite something.
    destructive: Option<bool> = None;
    /// `idempotentHint`: whether a repeated call with the same arguments has no further effect.
    idempotent: Option<bool> = None;
    /// `openWorldHint`: whether the tool reaches beyond the server, for example into the web.
    open_world: Option<bool> = None;
    /// The arguments of the parameters that take arguments, in the order of the function's parameters.
    arguments: &'static [Row] = &[];
    /// Returns the function that generates the output schema, or `None` for a tool without an output schema.
    output: fn() -> Option<SchemaFn> = || None;
    /// Whether the registry validates successful results against the output schema. The key `output = Type`
    /// turns this on.
    validate_output: bool = false;
    /// `true` if the registry drops unknown arguments. Default: the setting of the registry.
    allow_unknown: Option<bool> = None;
    /// Whether `allow(nested_input)` turns off the warning about a single argument that contains the whole
    /// input.
    allow_nested_input: bool = false;
    /// The value of `wrap`: the registry puts the structured content into an object, as the member with this
    /// name.
    wrap: Option<&'static str> = None;
    /// How long a call may take. Default: no limit.
    timeout: Option<Duration> = None;
    /// `true` if the client stores the user's answers between the rounds of a call. The server seals these
    /// answers against changes.
    request_state: Option<bool> = None;
    /// The authorization scopes that a caller needs. A caller needs all of them.
    scopes: &'static [&'static str] = &[];
    /// Whether a caller needs a [`Principal`](crate::context::Principal). A parameter `#[principal] user: &Principal` turns
    /// this on.
    principal: bool = false;
    /// The icons.
    icon: &'static [DeclaredIcon] = &[];
    /// The entries of `_meta` in the tool's definition.
    meta: &'static [DeclaredMeta] = &[];
}

impl Declaration {
    /// Returns the annotations, or `None` if the attribute sets no hint.
    pub(crate) fn annotations(&self) -> Option<ToolAnnotations> {
        let annotations = ToolAnnotations {
            title: None,
            read_only_hint: self.read_only,
            destructive_hint: self.destructive,
            idempotent_hint: self.idempotent,
            open_world_hint: self.open_world,
        };
        (!annotations.is_empty()).then_some(annotations)
    }
}

/// A key of `_meta`, and the function that creates the key's value. The function returns `None` if JSON
/// cannot represent the value.
pub(crate) type DeclaredMeta = (&'static str, fn() -> Option<Value>);

/// An icon of a declaration: `icon(src = "…", …)`.
#[derive(Clone, Copy)]
pub struct DeclaredIcon {
    /// The URL, `https:` or `data:image/…`.
    pub src: &'static str,
    /// The media type. Default: none, and the client detects it.
    pub mime_type: Option<&'static str>,
    /// The sizes of the icon, such as `48x48`. Default: any size.
    pub sizes: &'static [&'static str],
    /// The client theme that the icon is for. Default: light and dark.
    pub theme: Option<IconTheme>,
}

impl DeclaredIcon {
    /// The values of the fields that the keys of `icon(…)` do not set.
    pub const NONE: Self = DeclaredIcon {
        src: "",
        mime_type: None,
        sizes: &[],
        theme: None,
    };

    pub(crate) fn icon(self) -> Icon {
        let mut icon = Icon::new(self.src);
        icon.mime_type = self.mime_type.map(str::to_owned);
        icon.sizes = self.sizes.iter().map(|size| (*size).to_owned()).collect();
        icon.theme = self.theme;
        icon
    }
}
