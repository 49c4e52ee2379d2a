//! The annotations of content blocks: audience, priority and time of the last change.

use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

use super::Timestamp;

/// The audience and the priority of a content block, and the time of its last change.
///
/// Every kind of block accepts annotations. Clients may ignore them. The [annotations of a
/// tool](crate::ToolAnnotations) are a separate type.
///
/// ```
/// use mcp_tool_runtime::ContentBlock;
/// use mcp_tool_runtime::content::{Annotations, Priority, Role, Timestamp};
/// use serde_json::json;
///
/// const HIGH: Priority = Priority::new(0.75).unwrap();
///
/// let time: Timestamp = "2025-01-12T15:00:58Z".parse()?;
/// let block = ContentBlock::text("Rain from noon.")
///     .with_audience([Role::User])
///     .with_priority(HIGH)
///     .with_last_modified(time.clone());
/// assert_eq!(
///     serde_json::to_value(&block)?["annotations"],
///     json!({
///         "audience": ["user"],
///         "priority": 0.75,
///         "lastModified": "2025-01-12T15:00:58Z",
///     }),
/// );
///
/// // The same annotations for several blocks.
/// let annotations = Annotations::default()
///     .with_audience([Role::User])
///     .with_priority(HIGH)
///     .with_last_modified(time);
/// let blocks = ["Rain.", "Wind."]
///     .map(|text| ContentBlock::text(text).with_annotations(annotations.clone()));
/// # let _ = blocks;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Annotations {
    /// The audience of the content. Empty means everyone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<Role>,
    /// The priority of the content, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// The time of the last change, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<Timestamp>,
}

impl Annotations {
    /// Sets the audience.
    pub fn with_audience(mut self, audience: impl IntoIterator<Item = Role>) -> Self {
        self.audience = audience.into_iter().collect();
        self
    }

    /// Sets the priority.
    pub fn with_priority(mut self, priority: Priority) -> Self {
        self.priority = Some(priority);
        self
    }

    /// Sets the time of the last change: a [`Timestamp`], or a
    /// [`SystemTime`](std::time::SystemTime) such as the modification time of a file.
    pub fn with_last_modified(mut self, time: impl Into<Timestamp>) -> Self {
        self.last_modified = Some(time.into());
        self
    }
}

/// A side of the conversation.
///
/// ```
/// use mcp_tool_runtime::content::Role;
///
/// assert_eq!(serde_json::to_string(&[Role::User, Role::Assistant])?, r#"["user","assistant"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// The user.
    User,
    /// The model.
    Assistant,
}

/// The priority of a content block: a number from 0 (optional) to 1 (required).
///
/// ```
/// use mcp_tool_runtime::content::Priority;
///
/// // A literal out of range does not compile in a constant.
/// const LOW: Priority = Priority::new(0.25).unwrap();
///
/// assert_eq!(LOW.get(), 0.25);
/// assert!(Priority::OPTIONAL < LOW && LOW < Priority::REQUIRED);
/// assert_eq!(Priority::new(1.5), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Priority(f64);

impl Priority {
    /// 0: the content is entirely optional.
    pub const OPTIONAL: Priority = Priority(0.0);

    /// 1: the content is required.
    pub const REQUIRED: Priority = Priority(1.0);

    /// Creates a priority. Returns `None` outside 0 to 1 and for NaN.
    pub const fn new(value: f64) -> Option<Self> {
        match value {
            0.0..=1.0 => Some(Priority(value)),
            _ => None,
        }
    }

    /// Returns the number.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Priority {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        Priority::new(value).ok_or_else(|| {
            D::Error::invalid_value(Unexpected::Float(value), &"a number from 0 to 1")
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_str, from_value, json, to_value};

    use super::*;

    #[test]
    fn priority_is_from_0_to_1() {
        // R127
        for value in [0.0, 0.5, 1.0] {
            assert_eq!(Priority::new(value).map(Priority::get), Some(value));
        }
        for value in [
            -0.1,
            1.0 + f64::EPSILON,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ] {
            assert_eq!(Priority::new(value), None, "{value}");
        }
    }

    #[test]
    fn priority_is_checked_when_read() {
        // R127: JSON does not distinguish 1 from 1.0
        assert_eq!(
            from_str::<Priority>("1").unwrap(),
            Priority::new(1.0).unwrap()
        );
        let error = from_str::<Priority>("1.5").unwrap_err().to_string();
        assert!(error.contains("expected a number from 0 to 1"), "{error}");
        for text in ["-1", "2", "null", r#""0.5""#] {
            assert!(from_str::<Priority>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn audience_holds_only_known_roles() {
        // R126
        let wire = json!({ "audience": ["user", "assistant"] });
        let annotations = Annotations::default().with_audience([Role::User, Role::Assistant]);
        assert_eq!(to_value(&annotations).unwrap(), wire);
        assert_eq!(from_value::<Annotations>(wire).unwrap(), annotations);
        assert!(from_value::<Annotations>(json!({ "audience": ["system"] })).is_err());
    }

    #[test]
    fn absent_members_stay_absent() {
        // R126 to R128
        assert_eq!(to_value(Annotations::default()).unwrap(), json!({}));
        assert_eq!(
            from_str::<Annotations>("{}").unwrap(),
            Annotations::default()
        );
    }
}
