//! Asks the user questions while a tool runs: with one form, two forms at once, consecutive forms, and a web
//! page. `book_table` also works with clients that show no forms.
//!
//! `cargo run --example elicitation` starts a server on standard input and output. The tests at the end
//! of the file show how to answer as the user.

use std::error::Error;

use mcp_tool_runtime::elicit::Elicitation;
use mcp_tool_runtime::{BuildError, ElicitForm, ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Books a table in the restaurant. The tool asks the user where to sit, so do not ask for this before the
/// call.
#[mcp_tool(title = "Book a table", destructive = false)]
async fn book_table(
    #[context] cx: &ToolContext,
    /// The day, for example "2026-12-24"
    day: &str,
    /// How many people
    #[arg(range(1..=40))]
    people: u8,
) -> String {
    // Some clients do not support forms. Without this check, a call from such a client fails at
    // `elicit` with an error about the missing capability.
    if !cx.can_elicit() {
        return booked(day, people, Place::Inside);
    }
    let question = format!("A table for {people} on {day}");
    match cx.elicit::<Seating>("seating", &question).await {
        Elicitation::Accepted(seating) => {
            let mut answer = booked(day, people, seating.place);
            if let Some(wishes) = seating.wishes {
                answer.push_str(&format!("; we know about: {wishes}"));
            }
            answer
        }
        Elicitation::Declined => "The user wants no table.".to_owned(),
        Elicitation::Cancelled => {
            "The user closed the form; ask whether to book at all.".to_owned()
        }
    }
}

/// Plans a dinner for a large group. The tool asks the user about the menu and the seats, and then asks for a
/// confirmation.
// With protocol version 2026-07-28, each round of questions ends the call, and the client sends
// the answers in a new call. With `request_state`, the new call also contains the answers of
// earlier rounds, so the server does not ask the earlier questions again.
#[mcp_tool(title = "Plan a dinner", destructive = false, request_state)]
async fn plan_dinner(
    #[context] cx: &ToolContext,
    /// How many people
    #[arg(range(10..=40))]
    people: u8,
) -> String {
    // Both questions take only one round, because `join!` asks them together.
    let diets = cx.elicit::<Diets>("diets", "Who eats what?");
    let seating = cx.elicit::<Seating>("seating", "Where do you want to sit?");
    let (diets, seating) = tokio::join!(diets, seating);
    let (Some(diets), Some(seating)) = (diets.accepted(), seating.accepted()) else {
        return "The user plans no dinner.".to_owned();
    };

    // With protocol version 2026-07-28, the function runs again from its first line after each
    // round of questions. The code above changes no data, so the code is safe to repeat.
    let question = format!(
        "{people} people, {} without meat, {:?}: is that right?",
        diets.vegetarian, seating.place
    );
    match cx.elicit::<Confirmation>("confirmation", &question).await {
        Elicitation::Accepted(Confirmation { right: true }) => format!("Planned: {question}"),
        _ => "Nothing was planned.".to_owned(),
    }
}

/// Takes the deposit for a dinner.
// Do not ask for a card number in a form. The client can read the answers in a form, and can send
// them to the model.
#[mcp_tool(title = "Pay the deposit", destructive = false, open_world)]
async fn pay_deposit(
    #[context] cx: &ToolContext,
    /// Number of the dinner, from the user's confirmation
    dinner: u32,
) -> Result<&'static str, String> {
    // In a real server, return early here if the deposit has already been paid.
    let page = format!("https://restaurant.example/deposit/{dinner}");
    if !cx.can_elicit_url() {
        return Err(format!("ask the user to pay on {page}"));
    }
    match cx
        .elicit_url("deposit", "Pay 50 euros in advance", &page)
        .await
    {
        // The user has agreed to open the page, but might not have paid.
        Elicitation::Accepted(()) => Ok("The user is paying; the restaurant will write a mail."),
        _ => Err("the user does not pay now".to_owned()),
    }
}

fn booked(day: &str, people: u8, place: Place) -> String {
    format!("Booked for {people} on {day}, {place:?}")
}

/// A form: one flat struct. A field is optional if its type is `Option`, or if it has a default.
#[derive(Deserialize, JsonSchema, ElicitForm)]
struct Seating {
    /// Where to sit
    #[serde(default)]
    place: Place,
    /// Special wishes, such as an allergy, a high chair or a birthday
    #[schemars(length(max = 200))]
    wishes: Option<String>,
}

/// A choice of one value. The form shows each variant as a choice, with the variant's doc comment as the
/// title of the choice.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema, ElicitForm)]
#[serde(rename_all = "lowercase")]
enum Place {
    /// Inside, by the fire
    #[default]
    Inside,
    /// On the terrace
    Terrace,
}

#[derive(Deserialize, JsonSchema, ElicitForm)]
struct Diets {
    /// Number of guests who eat no meat
    #[schemars(range(max = 40))]
    vegetarian: u8,
}

#[derive(Deserialize, JsonSchema, ElicitForm)]
struct Confirmation {
    /// The plan is correct
    right: bool,
}

/// Builds the registry. `plan_dinner` asks questions in several rounds. With protocol version 2026-07-28, the
/// client sends back the user's answers from the previous rounds in each new round. The registry seals these
/// answers with `key`, so that clients cannot change them. If several processes serve one client over HTTP,
/// all of them need the same key.
fn registry(key: impl Into<Vec<u8>>) -> Result<ToolRegistry<()>, BuildError> {
    ToolRegistry::builder(())
        .tools(tools![book_table, plan_dinner, pay_deposit])
        .request_state_key(key)
        .build()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // The server signs the user's earlier answers with this key, and the client sends the signed
    // answers back in the next call. Over stdio, the client sends the answers back to the same
    // process, so each process can generate its own key.
    let mut key = [0; 32];
    getrandom::fill(&mut key)?;
    let server = ToolServer::new("restaurant", env!("CARGO_PKG_VERSION"), registry(key)?);
    Ok(server.serve_stdio().await?)
}

#[cfg(test)]
mod tests {
    use mcp_tool_runtime::elicit::InputRequest;
    use mcp_tool_runtime::testing::call_json_with;
    use mcp_tool_runtime::{CallToolRequest, CallToolResponse};
    use serde_json::{Value, json};

    use super::*;

    mcp_tool_runtime::check_tools!(
        registry([7; 32]).unwrap(),
        golden = "golden/elicitation.json"
    );

    fn accept(content: Value) -> Value {
        json!({ "action": "accept", "content": content })
    }

    /// Calls the tool's function directly. A closure in the context answers for the user.
    #[tokio::test]
    async fn book_table_asks_the_user_of_an_older_client() {
        let context = ToolContext::detached().with_input_requests(|request| async move {
            assert_eq!(request.params()["message"], "A table for 2 on 2026-12-24");
            Ok::<_, std::io::Error>(accept(json!({ "place": "terrace", "wishes": "a blanket" })))
        });
        assert_eq!(
            book_table(&context, "2026-12-24", 2).await,
            "Booked for 2 on 2026-12-24, Terrace; we know about: a blanket"
        );
    }

    /// Calls the tool like a client of protocol version 2026-07-28. Such a client repeats the call with the
    /// answer to each question.
    #[tokio::test]
    async fn a_payment_page_is_accepted_or_declined() {
        let registry = registry([7; 32]).unwrap();
        let context = ToolContext::detached();
        for (action, text) in [
            (
                "accept",
                "The user is paying; the restaurant will write a mail.",
            ),
            ("decline", "the user does not pay now"),
        ] {
            let user = |_: &str, page: &InputRequest| {
                assert_eq!(page.params()["url"], "https://restaurant.example/deposit/7");
                json!({ "action": action })
            };
            let arguments = json!({ "dinner": 7 });
            let result = call_json_with(&registry, &context, "pay_deposit", arguments, user).await;
            assert_eq!(result.content()[0].as_text(), Some(text));
        }
    }

    #[tokio::test]
    async fn a_client_without_elicitation() {
        let answer = book_table(&ToolContext::detached(), "2026-12-24", 2).await;
        assert_eq!(answer, "Booked for 2 on 2026-12-24, Inside");
    }

    /// Calls the tool like a client of protocol version 2026-07-28, until the result is complete. Checks the
    /// questions of each round, and the final result.
    #[tokio::test]
    async fn plan_dinner_asks_in_several_rounds() {
        let registry = registry([7; 32]).unwrap();
        let meta = json!({ "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} } });
        let mut request = CallToolRequest::new("plan_dinner")
            .with_arguments(json!({ "people": 12 }))
            .with_meta(meta.as_object().unwrap().clone());
        let context = ToolContext::detached();
        let mut rounds = Vec::new();
        let result = loop {
            let call = registry.call(request.clone(), &context);
            let response = call.await.unwrap();
            let CallToolResponse::InputRequired(input) = response else {
                break response.complete().unwrap();
            };
            rounds.push(Vec::from_iter(input.input_requests.keys().cloned()));
            request.input_responses = None;
            request.request_state = input.request_state;
            for key in input.input_requests.into_keys() {
                let content = match key.as_str() {
                    "diets" => json!({ "vegetarian": 3 }),
                    "seating" => json!({ "place": "inside" }),
                    _ => json!({ "right": true }),
                };
                request = request.with_input_response(key, accept(content));
            }
        };
        assert_eq!(rounds, [vec!["diets", "seating"], vec!["confirmation"]]);
        assert_eq!(
            result.content()[0].as_text(),
            Some("Planned: 12 people, 3 without meat, Inside: is that right?")
        );
    }
}
