//! Results that name the server.

use ::rmcp::model::{
    CallToolResponse, CompleteResult, CustomResult, GetPromptResponse, GetSkillResult,
    GetTaskResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListSkillsResult, MetaObject, ReadResourceResponse,
};
use serde_json::Value;

/// A result with `_meta`.
pub(super) trait Signed {
    /// Calls `sign` with the `_meta`, if the result has one.
    fn signed(&mut self, sign: impl Fn(&mut Option<MetaObject>));
}

macro_rules! with_meta {
    ($($result:ty),+ $(,)?) => {$(
        impl Signed for $result {
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

// Variants of a later SDK stay unchanged.

impl Signed for CallToolResponse {
    fn signed(&mut self, sign: impl Fn(&mut Option<MetaObject>)) {
        match self {
            CallToolResponse::Complete(result) => sign(&mut result.meta),
            CallToolResponse::InputRequired(result) => sign(&mut result.meta),
            CallToolResponse::Task(result) => sign(&mut result.meta),
            _ => {}
        }
    }
}

impl Signed for GetPromptResponse {
    fn signed(&mut self, sign: impl Fn(&mut Option<MetaObject>)) {
        match self {
            GetPromptResponse::Complete(result) => sign(&mut result.meta),
            GetPromptResponse::InputRequired(result) => sign(&mut result.meta),
            _ => {}
        }
    }
}

impl Signed for ReadResourceResponse {
    fn signed(&mut self, sign: impl Fn(&mut Option<MetaObject>)) {
        match self {
            ReadResourceResponse::Complete(result) => sign(&mut result.meta),
            ReadResourceResponse::InputRequired(result) => sign(&mut result.meta),
            _ => {}
        }
    }
}

/// A custom result may have any shape. Only objects can have `_meta`.
impl Signed for CustomResult {
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
