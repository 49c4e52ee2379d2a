//! Tools that ask the user questions, with every kind of form.

use mcp_tool_runtime::{ElicitForm, Elicitation, ToolContext, mcp_tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Serialize, Deserialize, JsonSchema, ElicitForm)]
struct Account {
    /// User's response
    username: String,
    /// User's email address
    #[schemars(email)]
    email: String,
}

/// Asks the user for a name and an email address.
#[mcp_tool(title = "Ask the user", read_only)]
pub(crate) async fn test_elicitation(
    #[context] cx: &ToolContext,
    /// Message above the form
    message: &str,
) -> String {
    let answer = cx.elicit::<Account>("account", message).await;
    format!("User response: {}", told(&answer))
}

/// A form whose fields have default values. The user may change them.
#[derive(Serialize, Deserialize, JsonSchema, ElicitForm)]
#[serde(default)]
struct Profile {
    /// User's name
    name: String,
    /// User's age
    age: u8,
    /// User's score
    score: f64,
    /// User's status
    status: Status,
    /// Whether the user is verified
    verified: bool,
}

impl Default for Profile {
    fn default() -> Self {
        Profile {
            name: "John Doe".to_owned(),
            age: 30,
            score: 95.5,
            status: Status::Active,
            verified: true,
        }
    }
}

#[derive(Serialize, Deserialize, JsonSchema, ElicitForm)]
#[serde(rename_all = "lowercase")]
enum Status {
    Active,
    Inactive,
    Pending,
}

/// Asks the user to check a form that is filled with default values.
#[mcp_tool(title = "Ask with defaults", read_only)]
pub(crate) async fn test_elicitation_sep1034_defaults(#[context] cx: &ToolContext) -> String {
    let message = "Please look at these values, all have defaults";
    let answer = cx.elicit::<Profile>("profile", message).await;
    format!("Elicitation completed: {}", told(&answer))
}

/// A form with single and multiple choices, with and without titles.
#[derive(Default, Serialize, Deserialize, JsonSchema, ElicitForm)]
#[serde(rename_all = "camelCase", default)]
struct Choices {
    untitled_single: Option<Plain>,
    titled_single: Option<Titled>,
    legacy_enum: Option<Named>,
    untitled_multi: Vec<Plain>,
    titled_multi: Vec<Titled>,
}

#[derive(Serialize, Deserialize, JsonSchema, ElicitForm)]
#[serde(rename_all = "lowercase")]
enum Plain {
    Option1,
    Option2,
    Option3,
}

/// A choice with titles. The doc comment of each value is its title.
#[derive(Serialize, Deserialize, JsonSchema, ElicitForm)]
#[serde(rename_all = "lowercase")]
enum Titled {
    /// First Option
    Value1,
    /// Second Option
    Value2,
    /// Third Option
    Value3,
}

/// An enum in the format of protocol versions before 2025-11-25, with the titles in `enumNames`.
#[derive(Serialize, Deserialize, JsonSchema, ElicitForm)]
#[serde(rename_all = "lowercase")]
#[schemars(extend("enumNames" = ["Option One", "Option Two", "Option Three"]))]
enum Named {
    Opt1,
    Opt2,
    Opt3,
}

/// Asks the user to choose.
#[mcp_tool(title = "Ask for a choice", read_only)]
pub(crate) async fn test_elicitation_sep1330_enums(#[context] cx: &ToolContext) -> String {
    let answer = cx.elicit::<Choices>("choices", "Please choose").await;
    format!("Elicitation completed: {}", told(&answer))
}

/// Describes the user's decision for the model.
fn told<T: Serialize>(answer: &Elicitation<T>) -> String {
    match answer {
        Elicitation::Accepted(content) => format!("action=accept, content={}", json!(content)),
        Elicitation::Declined => "action=decline".to_owned(),
        Elicitation::Cancelled => "action=cancel".to_owned(),
    }
}
