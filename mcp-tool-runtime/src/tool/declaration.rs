use std::time::Duration;

use serde_json::Value;

use crate::arguments::Row;
use crate::doc_comment::Description;
use crate::schema::SchemaFn;
use crate::{Icon, IconTheme, SchemaProfile, ToolAnnotations};

/// A tool as its author declared it: everything that is constant.
pub struct Declaration {
    pub(crate) name: &'static str,
    pub(crate) title: Option<&'static str>,
    pub(crate) description: Description,
    pub(crate) annotations: Hints,
    pub(crate) rows: &'static [Row],
    pub(crate) output: fn() -> Option<SchemaFn>,
    /// Whether answers are built by hand, and held against the output schema.
    pub(crate) is_held: bool,
    pub(crate) allow_unknown: bool,
    pub(crate) allow_nested_input: bool,
    pub(crate) wrap: Option<&'static str>,
    pub(crate) schema_profile: Option<SchemaProfile>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) request_state: bool,
    pub(crate) icons: &'static [DeclaredIcon],
    pub(crate) meta: &'static [DeclaredMeta],
}

/// The four hints, each absent, true or false.
#[derive(Clone, Copy)]
pub(crate) struct Hints {
    read_only: Option<bool>,
    destructive: Option<bool>,
    idempotent: Option<bool>,
    open_world: Option<bool>,
}

impl Hints {
    pub(crate) fn annotations(self) -> Option<ToolAnnotations> {
        let annotations = ToolAnnotations {
            read_only_hint: self.read_only,
            destructive_hint: self.destructive,
            idempotent_hint: self.idempotent,
            open_world_hint: self.open_world,
        };
        (!annotations.is_empty()).then_some(annotations)
    }
}

/// A declaration without any option.
pub const fn declare(
    name: &'static str,
    description: Description,
    rows: &'static [Row],
    output: fn() -> Option<SchemaFn>,
) -> Declaration {
    Declaration {
        name,
        title: None,
        description,
        annotations: Hints {
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
        },
        rows,
        output,
        is_held: false,
        allow_unknown: false,
        allow_nested_input: false,
        wrap: None,
        schema_profile: None,
        timeout: None,
        request_state: false,
        icons: &[],
        meta: &[],
    }
}

impl Declaration {
    /// Sets the title.
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Sets the hint.
    pub const fn read_only(mut self, hint: bool) -> Self {
        self.annotations.read_only = Some(hint);
        self
    }

    /// Sets the hint.
    pub const fn destructive(mut self, hint: bool) -> Self {
        self.annotations.destructive = Some(hint);
        self
    }

    /// Sets the hint.
    pub const fn idempotent(mut self, hint: bool) -> Self {
        self.annotations.idempotent = Some(hint);
        self
    }

    /// Sets the hint.
    pub const fn open_world(mut self, hint: bool) -> Self {
        self.annotations.open_world = Some(hint);
        self
    }

    /// Sets whether arguments that the tool does not have are dropped.
    pub const fn allow_unknown(mut self, allow: bool) -> Self {
        self.allow_unknown = allow;
        self
    }

    /// Sets whether the whole input may be nested under one argument.
    pub const fn allow_nested_input(mut self, allow: bool) -> Self {
        self.allow_nested_input = allow;
        self
    }

    /// Sets whether answers are held against the output schema.
    pub const fn held_against_output(mut self, is_held: bool) -> Self {
        self.is_held = is_held;
        self
    }

    /// Puts the structured content into an object, under this name.
    pub const fn wrap(mut self, name: &'static str) -> Self {
        self.wrap = Some(name);
        self
    }

    /// Sets whether schemas are published as they are generated, or so that every client takes them.
    pub const fn as_generated(mut self, as_generated: bool) -> Self {
        self.schema_profile = Some(match as_generated {
            true => SchemaProfile::AsGenerated,
            false => SchemaProfile::Portable,
        });
        self
    }

    /// Limits how long a call may take.
    pub const fn timeout(mut self, milliseconds: u64) -> Self {
        self.timeout = Some(Duration::from_millis(milliseconds));
        self
    }

    /// Sets whether the answers of earlier rounds come back sealed.
    pub const fn request_state(mut self, sealed: bool) -> Self {
        self.request_state = sealed;
        self
    }

    /// Sets the icons.
    pub const fn icons(mut self, icons: &'static [DeclaredIcon]) -> Self {
        self.icons = icons;
        self
    }

    /// Sets `_meta`.
    pub const fn meta(mut self, meta: &'static [DeclaredMeta]) -> Self {
        self.meta = meta;
        self
    }
}

/// A key of `_meta`, and how its value is made.
pub(crate) type DeclaredMeta = (&'static str, fn() -> Option<Value>);

/// An icon, before there is memory for it.
#[derive(Clone, Copy)]
pub struct DeclaredIcon {
    src: &'static str,
    mime_type: Option<&'static str>,
    sizes: &'static [&'static str],
    theme: Option<IconTheme>,
}

impl DeclaredIcon {
    pub const fn new(src: &'static str) -> Self {
        DeclaredIcon {
            src,
            mime_type: None,
            sizes: &[],
            theme: None,
        }
    }

    pub const fn mime_type(mut self, mime_type: &'static str) -> Self {
        self.mime_type = Some(mime_type);
        self
    }

    pub const fn sizes(mut self, sizes: &'static [&'static str]) -> Self {
        self.sizes = sizes;
        self
    }

    pub const fn light(mut self) -> Self {
        self.theme = Some(IconTheme::Light);
        self
    }

    pub const fn dark(mut self) -> Self {
        self.theme = Some(IconTheme::Dark);
        self
    }

    pub(crate) fn icon(self) -> Icon {
        let mut icon = Icon::new(self.src);
        icon.mime_type = self.mime_type.map(str::to_owned);
        icon.sizes = self.sizes.iter().map(|size| (*size).to_owned()).collect();
        icon.theme = self.theme;
        icon
    }
}
