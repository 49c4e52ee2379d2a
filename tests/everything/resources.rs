//! Resources, which the SDK serves.

use std::sync::atomic::{AtomicU64, Ordering};

use mcp_tool_runtime::ImageContent;
use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

use crate::samples::PICTURE;

/// The URI of the resource that changes.
pub(crate) const WATCHED: &str = "test://watched-resource";

/// The content of the resource that changes. A tool changes it, and the SDK's handler reads it.
#[derive(Default)]
pub(crate) struct Notice(AtomicU64);

impl Notice {
    pub(crate) fn change(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn text(&self) -> String {
        format!("It has changed {} times.", self.0.load(Ordering::Relaxed))
    }
}

pub(crate) fn list() -> Vec<Resource> {
    vec![
        Resource::new("test://static-text", "static-text")
            .with_description("A text that never changes")
            .with_mime_type("text/plain"),
        Resource::new("test://static-binary", "static-binary")
            .with_description("A picture of one pixel")
            .with_mime_type("image/png"),
        Resource::new(WATCHED, "watched-resource")
            .with_description("A text that can be watched")
            .with_mime_type("text/plain"),
    ]
}

pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let data = ResourceTemplate::new("test://template/{id}/data", "template")
        .with_description("Data about whatever has this id")
        .with_mime_type("application/json");
    vec![data]
}

pub(crate) fn read(uri: &str, notice: &Notice) -> Result<ReadResourceResult, ErrorData> {
    let contents = match uri {
        "test://static-text" => {
            ResourceContents::text("This is the content of the static text resource.", uri)
        }
        "test://static-binary" => {
            let picture = ImageContent::from_bytes(PICTURE, "image/png");
            ResourceContents::blob(picture.data, uri).with_mime_type(picture.mime_type)
        }
        WATCHED => ResourceContents::text(notice.text(), uri),
        _ => {
            let id = uri.strip_prefix("test://template/");
            let id = id.and_then(|rest| rest.strip_suffix("/data"));
            let known = id.filter(|id| !id.is_empty() && !id.contains('/'));
            let Some(id) = known else {
                let data = json!({ "uri": uri });
                return Err(ErrorData::resource_not_found(
                    "Resource not found",
                    Some(data),
                ));
            };
            let data =
                json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
            ResourceContents::text(data.to_string(), uri).with_mime_type("application/json")
        }
    };
    Ok(ReadResourceResult::new(vec![contents]))
}
