//! Questions to the user and requests to the client while a tool runs.
//!
//! ```text
//! asking      a question on its way to the user
//! request     requests to the client, and the capabilities that they need
//! form        the fields of a form, from the schema of a type
//! field       one field: from JSON Schema to the form of a protocol version
//! choices     the choices of a field
//! content     the content that a user submits, validated and decoded
//! bounds      the traits of forms and of their fields
//! round       one run of a tool: earlier answers and new questions
//! ```

mod asking;
mod bounds;
mod choices;
mod content;
mod field;
mod form;
mod request;
mod round;

pub use asking::Asking;
pub use bounds::ElicitForm;
#[doc(hidden)]
pub use bounds::{DescribeForm, FormChoice, FormField, ReadForm};
pub(crate) use form::{Form, FormFault};
pub use request::InputRequest;
pub(crate) use request::{Action, Decision, missing};
pub(crate) use round::{End, Ended, LazyRound, Round};

/// The outcome of [`ToolContext::elicit`](crate::ToolContext::elicit) or
/// [`ToolContext::elicit_url`](crate::ToolContext::elicit_url).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the user may have said no"]
pub enum Elicitation<T> {
    /// The user submitted the form, or agreed to open the page.
    Accepted(T),
    /// The user declined.
    Declined,
    /// The user dismissed the question.
    Cancelled,
}

impl<T> Elicitation<T> {
    /// Returns the content that the user submitted.
    ///
    /// ```
    /// use mcp_tool_runtime::Elicitation;
    ///
    /// assert_eq!(Elicitation::Accepted(7).accepted(), Some(7));
    /// assert_eq!(Elicitation::<u8>::Declined.accepted(), None);
    /// ```
    pub fn accepted(self) -> Option<T> {
        match self {
            Elicitation::Accepted(content) => Some(content),
            Elicitation::Declined | Elicitation::Cancelled => None,
        }
    }
}
