// R199: a form is one flat object of text, numbers, truth values and choices
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
#[serde(from = "String")]
enum Size {
    Small,
    Large,
}

impl From<String> for Size {
    fn from(text: String) -> Self {
        match text.as_str() {
            "small" => Size::Small,
            _ => Size::Large,
        }
    }
}

fn main() {}
