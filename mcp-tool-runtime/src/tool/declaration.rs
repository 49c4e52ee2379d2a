//! `Declaration`: the type of the constant that `#[mcp_tool]` generates for each tool.

use std::time::Duration;

use mcp_tool_schema::doc_comment::Description;
use mcp_tool_schema::generate::{SchemaFn, SchemaProfile};
use serde_json::Value;

use crate::arguments::Row;
use crate::content::{Icon, IconTheme};
use crate::definition::ToolAnnotations;

/// A tool as its author declared it. The expansion of `#[mcp_tool]` fills the fields. Most fields have the
/// same name as the attribute's key that sets them.
pub struct Declaration {
    /// The published name: the value of `name`, or else the function's name. The `prefix` of the
    /// `#[mcp_tools]` block, if any, comes first.
    pub name: &'static str,
    /// The title, which clients show to people.
    pub title: Option<&'static str>,
    /// The description. The model uses it to choose a tool. Default: the doc comment.
    pub description: Description,
    /// `readOnlyHint`: whether the tool changes nothing.
    pub read_only: Option<bool>,
    /// `destructiveHint`: whether the tool can destroy or overwrite something.
    pub destructive: Option<bool>,
    /// `idempotentHint`: whether a repeated call with the same arguments has no further effect.
    pub idempotent: Option<bool>,
    /// `openWorldHint`: whether the tool reaches beyond the server, for example into the web.
    pub open_world: Option<bool>,
    /// The rows of the parameters that take arguments, in the order of the function's parameters.
    pub rows: &'static [Row],
    /// Returns the function that generates the output schema, or `None` for a tool without an output schema.
    pub output: fn() -> Option<SchemaFn>,
    /// Whether the registry validates successful results against the output schema. The key `output = Type`
    /// turns this on.
    pub validate_output: bool,
    /// Whether the registry drops unknown arguments. Default: the setting of the registry.
    pub allow_unknown: bool,
    /// Whether `allow(nested_input)` turns off the warning about a single argument that contains the whole
    /// input.
    pub allow_nested_input: bool,
    /// The value of `wrap`: the registry puts the structured content into an object, as the member with this
    /// name.
    pub wrap: Option<&'static str>,
    /// How the registry publishes generated schemas. Default: the profile of the registry.
    pub schema_profile: Option<SchemaProfile>,
    /// How long a call may take. Default: no limit.
    pub timeout: Option<Duration>,
    /// Whether the client stores the user's answers between the rounds of a call. The server seals these
    /// answers against changes.
    pub request_state: bool,
    /// The authorization scopes that a caller needs. A caller needs all of them.
    pub scopes: &'static [&'static str],
    /// Whether a caller needs a [`Principal`](crate::context::Principal). A parameter `#[principal] user: &Principal` turns
    /// this on.
    pub principal: bool,
    /// The icons.
    pub icon: &'static [DeclaredIcon],
    /// The entries of `_meta` in the tool's definition.
    pub meta: &'static [DeclaredMeta],
}

impl Declaration {
    /// The values of the fields that the expansion of `#[mcp_tool]` does not set.
    pub const NONE: Self = Declaration {
        name: "",
        title: None,
        description: Description::Given(""),
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
        rows: &[],
        output: || None,
        validate_output: false,
        allow_unknown: false,
        allow_nested_input: false,
        wrap: None,
        schema_profile: None,
        timeout: None,
        request_state: false,
        scopes: &[],
        principal: false,
        icon: &[],
        meta: &[],
    };

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
