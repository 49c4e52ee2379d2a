//! Asking the user while a tool runs.
//!
//! ```text
//! asking      a question that is on its way to the user
//! request     what a client can be asked for, and what it must be able to do for it
//! form        the fields of a form, made of a type's schema
//! field       one field: from JSON Schema to what a revision's form can say
//! choices     what can be chosen in a field
//! content     what a user has filled in, checked and decoded
//! bounds      which types are forms, and which are fields of one
//! round       one run of a tool: what was answered before, and what is asked now
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
pub use bounds::{DescribeForm, ElicitForm, FormChoice, FormField, ReadForm};
pub(crate) use form::{Form, FormFault};
pub use request::InputRequest;
pub(crate) use request::{Action, Decision, missing};
pub(crate) use round::{End, Ended, LazyRound, Round};

/// What became of a question to the user: [`ToolContext::elicit`](crate::ToolContext::elicit) and
/// [`ToolContext::elicit_url`](crate::ToolContext::elicit_url).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the user may have said no"]
pub enum Elicitation<T> {
    /// The user has filled in the form, or agrees to open the page.
    Accepted(T),
    /// The user has said no.
    Declined,
    /// The user has closed the question without an answer.
    Cancelled,
}

impl<T> Elicitation<T> {
    /// What the user has filled in, if the user has.
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
