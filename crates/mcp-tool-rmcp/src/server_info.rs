//! Adds the server's name and version to the `_meta` of results.

use rmcp::model::{
    CallToolResponse, CompleteResult, CustomResult, GetPromptResponse, GetSkillResult,
    GetTaskResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListSkillsResult, MetaObject, ReadResourceResponse,
};
use serde_json::Value;

/// A result that may have `_meta`.
pub(crate) trait HasMeta {
    /// Calls `sign` with the result's `_meta`, even if it is absent. Does nothing if the result cannot have
    /// `_meta`.
    fn signed(&mut self, sign: impl Fn(&mut Option<MetaObject>));
}

macro_rules! with_meta {
    ($($result:ty),+ $(,)?) => {$(
        impl HasMeta for $result {
            fn signed(&mut self, sign: impl Fn(&mut Option<MetaObject>)) {
                sign(&mut self.meta);
            }
        }
    )+};
}

with_meta! {
    CompleteResult, GetSkillResult, GetTaskResult, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListSkillsResult,
}

// The wildcard arm matches variants that a later SDK adds, and leaves them unchanged.
macro_rules! with_input_rounds {
    ($($response:ident { $($variant:ident),+ })+) => {$(
        impl HasMeta for $response {
            fn signed(&mut self, sign: impl Fn(&mut Option<MetaObject>)) {
                match self {
                    $($response::$variant(result) => sign(&mut result.meta),)+
                    _ => {}
                }
            }
        }
    )+};
}

with_input_rounds! {
    CallToolResponse { Complete, InputRequired, Task }
    GetPromptResponse { Complete, InputRequired }
    ReadResourceResponse { Complete, InputRequired }
}

/// A custom result may have any shape. Only objects can have `_meta`.
impl HasMeta for CustomResult {
    fn signed(&mut self, sign: impl Fn(&mut Option<MetaObject>)) {
        let Value::Object(members) = &mut self.0 else {
            return;
        };
        let mut meta = match members.get_mut("_meta") {
            Some(Value::Object(meta)) => Some(MetaObject(std::mem::take(meta))),
            Some(_) => return,
            None => None,
        };
        sign(&mut meta);
        members.insert(
            "_meta".to_owned(),
            Value::Object(meta.unwrap_or_default().0),
        );
    }
}
