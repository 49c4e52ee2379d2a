//! Icons of tools and links.

use serde::{Deserialize, Serialize};

/// An icon that a client may show beside a tool or a resource link.
///
/// Icons exist since protocol version 2025-11-25. Clients that use an older version do not receive icons.
///
/// ```
/// use mcp_tool_runtime::content::{Icon, IconTheme};
/// use serde_json::json;
///
/// let mut icon = Icon::new("https://tools.example/sun.png");
/// icon.sizes = vec!["48x48".to_owned()];
/// icon.theme = Some(IconTheme::Light);
/// assert_eq!(
///     serde_json::to_value(&icon)?,
///     json!({
///         "src": "https://tools.example/sun.png",
///         "sizes": ["48x48"],
///         "theme": "light",
///     }),
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Icon {
    /// An `https:` URL, or a `data:` URL with a Base64 image. Clients reject all other schemes. They may also
    /// reject a host that differs from the server's host.
    pub src: String,
    /// The media type of the image. Set it if the response from `src` has no media type or a generic one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The sizes that the icon fits, each as `WxH`, or `any` for a scalable image. An empty list means that
    /// the icon fits every size.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<String>,
    /// The theme of the icon. `None` means every theme.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<IconTheme>,
}

impl Icon {
    /// Creates an icon of any size, for any theme.
    pub fn new(src: impl Into<String>) -> Self {
        Icon {
            src: src.into(),
            mime_type: None,
            sizes: Vec::new(),
            theme: None,
        }
    }
}

/// The background that an [`Icon`] is designed for.
///
/// ```
/// use mcp_tool_runtime::content::IconTheme;
///
/// assert_eq!(serde_json::to_string(&IconTheme::Dark)?, r#""dark""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum IconTheme {
    /// A light background.
    Light,
    /// A dark background.
    Dark,
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::*;

    #[test]
    fn icon_needs_only_its_source() {
        // R57
        let wire = json!({ "src": "https://tools.example/sun.png" });
        let icon = Icon::new("https://tools.example/sun.png");
        assert_eq!(to_value(&icon).unwrap(), wire);
        assert_eq!(from_value::<Icon>(wire).unwrap(), icon);
        assert!(from_value::<Icon>(json!({ "theme": "dark" })).is_err());
    }

    #[test]
    fn every_member_has_its_wire_name() {
        // R61, R63, R64
        let wire = json!({
            "src": "data:image/png;base64,iVBORw==",
            "mimeType": "image/png",
            "sizes": ["48x48", "any"],
            "theme": "dark",
        });
        let icon: Icon = from_value(wire.clone()).unwrap();
        assert_eq!(icon.theme, Some(IconTheme::Dark));
        assert_eq!(to_value(&icon).unwrap(), wire);
        assert!(from_value::<Icon>(json!({ "src": "a:b", "theme": "sepia" })).is_err());
    }
}
